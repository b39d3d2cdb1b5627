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
from ruleproof.reports.pages.page import article, page
from ruleproof.reports.pages.rows import puzzle_cards
from ruleproof.reports.wording.annotations import remark, standing, summary
from ruleproof.reports.wording.words import changed_settings, settings_words


class TurnRow(NamedTuple):
    """A turn: its number, side and text, what is known after it, and what is remarked."""

    number: int
    side: str
    text: str
    standing: str
    remark: str


class TurningPoint(NamedTuple):
    """A mistake or a missed win: the turn's row, and the positions around it."""

    row: TurnRow
    before: Figure
    after: Figure


def annotated_page(
    first: Position,
    moves: Sequence[str],
    turns: Sequence[Annotated],
    puzzles: Sequence[tuple[int, Puzzle]] = (),
) -> str:
    """The page of a game from its first position: its annotated turns, and its puzzles, each with
    the number of the turn before which it comes up. `ValueError` when a move is not legal.
    """
    game, longest = first.game, max(LONGEST_STRIP, min(len(moves), LONGEST_GAME))
    rows = [_row(one) for one in turns]
    shown = {
        "board": game.board.text,
        "settings": settings_words(changed_settings(game)),
        "end": state_words(first.play(moves) if moves else first),
        "summary": summary(turns),
        "turns": TURNS,
        "steps": steps(first, moves, longest=longest),
        "turning": [
            _turning_point(one, row) for one, row in zip(turns, rows, strict=True) if row.remark
        ],
        "known": [row for row in rows if row.standing],
        "puzzles": puzzle_cards([one for _, one in puzzles], [number for number, _ in puzzles]),
    }
    chapter = article("annotated.html.jinja", game, shown)
    lead = "A played game: values, forced wins, mistakes, missed wins."
    return page(f"A game of {game.rulebook.title}", lead, [chapter], longest=longest)


def _row(one: Annotated) -> TurnRow:
    turn = one.turn
    return TurnRow(turn.number, turn.side, turn.text, standing(one), remark(one))


def _turning_point(one: Annotated, row: TurnRow) -> TurningPoint:
    said = f"{row.number}. {row.text}"
    before = picture(one.turn.before, title=f"Before {said} by {row.side}")
    after = picture(one.turn.after, title=f"After {said} by {row.side}")
    return TurningPoint(row, Figure(before, "Before"), Figure(after, said, row.side))
