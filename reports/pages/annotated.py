"""A played game as one page: stepped through, with its turning points drawn, values and forced
wins, and the puzzles in it.

The page stands alone, without scripts, and the same game gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ruleproof.models.play.position import Position
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.annotating import TURNS, Annotated
from ruleproof.reports.drawing.figures import LONGEST_GAME, LONGEST_STRIP, Figure, picture, steps
from ruleproof.reports.drawing.marks import state_words
from ruleproof.reports.pages.page import Chapter, macros, page
from ruleproof.reports.pages.rows import puzzle_cards
from ruleproof.reports.wording.annotations import remark, standing, summary
from ruleproof.reports.wording.words import changed_settings


class Row(NamedTuple):
    """A turn: its number, side and text, what is known after it, and what is remarked."""

    number: int
    side: str
    text: str
    standing: str
    remark: str


class TurningPoint(NamedTuple):
    """A mistake or a missed win: the turn's row, and the positions around it."""

    row: Row
    before: Figure
    after: Figure


def annotated_page(
    first: Position,
    moves: Sequence[str],
    told: Sequence[Annotated],
    puzzles: Sequence[tuple[int, Puzzle]] = (),
) -> str:
    """The page of a game from its first position: its annotated turns, and its puzzles, each with
    the number of the turn before which it comes up. `ValueError` when a move is not legal.
    """
    game, longest = first.game, max(LONGEST_STRIP, min(len(moves), LONGEST_GAME))
    rows = [_row(one) for one in told]
    cards = puzzle_cards([puzzle for _, puzzle in puzzles])
    shown = {
        "board": game.board.text,
        "settings": [f"{name}={value}" for name, value in changed_settings(game).items()],
        "end": state_words(first.play(moves) if moves else first),
        "summary": summary(told),
        "turns": TURNS,
        "steps": steps(first, moves, longest=longest),
        "turning": [
            _turning_point(one, row) for one, row in zip(told, rows, strict=True) if row.remark
        ],
        "known": [row for row in rows if row.standing],
        "puzzles": [
            card | {"number": number} for (number, _), card in zip(puzzles, cards, strict=True)
        ],
    }
    parts = macros("annotated.html.jinja", game)
    chapter = Chapter(str(parts.facts(shown)), "", str(parts.article(shown)))
    lead = "A played game: values, forced wins, mistakes, missed wins."
    return page(f"A game of {game.rulebook.title}", lead, [chapter], longest=longest)


def _row(one: Annotated) -> Row:
    turn = one.turn
    return Row(turn.number, turn.side, turn.text, standing(one), remark(one))


def _turning_point(one: Annotated, row: Row) -> TurningPoint:
    said = f"{row.number}. {row.text}"
    before = picture(one.turn.before, title=f"Before {said} by {row.side}")
    after = picture(one.turn.after, title=f"After {said} by {row.side}")
    return TurningPoint(row, Figure(before, "Before"), Figure(after, said, row.side))
