"""Hints of a puzzle: its idea, the piece or the cell that matters, and what the first turn does.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "hex:3")
>>> area_words(small, 1 << small.board.cell("a1"))
'lower left'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleproof.models.cells import Cells, count, each
from ruleproof.models.errors import listed
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game
from ruleproof.models.play.solutions import Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.stipulations import Stipulation
from ruleproof.puzzles.telling.facts import Facts, refutations, stones, taken, text_of, usual
from ruleproof.puzzles.telling.reasons import Reasons, purpose, reached, reasons
from ruleproof.puzzles.telling.themes import hint_of

FEW = 4
"""At most so many cells are named."""
_CELL = re.compile(r"[A-Za-z]+[0-9]+")
_UP = ("lower", "", "upper")
_ASIDE = ("left", "", "right")


def hints_of(facts: Facts, themes: Sequence[str]) -> list[str]:
    """Three sentences, each telling more than the one before."""
    return [_idea(facts, themes), _matter(facts), _deed(facts)]


# The idea


def _idea(facts: Facts, themes: Sequence[str]) -> str:
    """The hint of the most telling theme, else the way in which wrong turns fail."""
    game = facts.solution.game
    if themes:
        plain: Sequence[str] = getattr(game.rulebook.module("themes"), "PLAIN", ())
        return hint_of(game, next((one for one in themes if one not in plain), themes[0]))
    if facts.puzzle.tree is None:
        return "Both sides work together: ask what the last turn needs."
    if facts.aim == "avert":
        told = {text_of(facts, one) for one in refutations(facts)}
        many = "one reply" if len(told) == 1 else f"{len(told)} different replies"
        return f"Wrong turns fail to {many}: ask of each turn what it leaves open."
    if usual(facts) is None and (near := len(facts.puzzle.tries)):
        which = "One wrong turn fails" if near == 1 else f"{near} wrong turns fail"
        return f"{which} to one reply alone: see what sets the right turn apart."
    return "Ask of each turn what it would do next if the other side passed."


# The piece or the cell that matters


def _cells(game: Game, step: Step) -> list[str]:
    """The cell that each move of the turn names first."""
    names = [_CELL.findall(game.show_move(move)) for move in step.moves]
    return list(dict.fromkeys(one[0] for one in names if one and one[0] in game.board.names))


def _pieces(game: Game, step: Step) -> list[str]:
    """The cells of the pieces with which the turn is played, as far as they stand there before."""
    named = _cells(game, step)
    return [
        one for one in named if notation.cell_text(game, step.before, game.board.cell(one)) != "."
    ]


def place_of(game: Game, step: Step) -> str:
    """The pieces with which the turn is played, else the part of the board, in a sentence."""
    if pieces := _pieces(game, step):
        stands = "stands the piece" if len(pieces) == 1 else "stand the pieces"
        return f"At {listed(pieces[:FEW])} {stands} to play with."
    if not (cells := game.board.set_of(_cells(game, step))):
        return "The turn changes nothing on the board."
    area = area_words(game, cells)
    return f"The turn is played {'on' if area.endswith('side') else 'in'} the {area} of the board."


def _matter(facts: Facts) -> str:
    """The pieces to play with; else the cell where most other turns are refuted, or that of the
    next turn; else the part of the board.
    """
    game, shown = facts.solution.game, facts.solution
    place = place_of(game, shown.key)
    if _pieces(game, shown.key):
        return place
    reply, key = usual(facts) if facts.aim == "avert" else None, set(_cells(game, shown.key))
    if reply and (at := [one for one in _cells(game, reply) if one not in key]):
        other = game.players[1 - shown.solver].capitalize()
        return f"At {listed(at[:FEW])} {other} would refute most other turns."
    if len(shown.own) > 1 and (at := [x for x in _cells(game, shown.own[1]) if x not in key]):
        return f"At {listed(at[:FEW])} you want to play next."
    return place


def area_words(game: Game, cells: Cells) -> str:
    """The part of the board where the cells lie: `upper left`, `right side`, `lower part`,
    `middle`.
    """
    rows = game.board.rows
    places = [
        (len(rows) - 1 - row, column, len(line), cell)
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
        if cell >= 0
    ]
    standing = [one for one in places if cells >> one[3] & 1]
    up = sum(one[0] for one in standing) / len(standing) / max(1, len(rows) - 1)
    aside = sum(one[1] / max(1, one[2] - 1) for one in standing) / len(standing)
    high = _UP[min(2, int(up * 3))] if len(rows) > 2 else ""
    wide = _ASIDE[min(2, int(aside * 3))]
    if high and wide:
        return f"{high} {wide}"
    return f"{high} part" if high else f"{wide} side" if wide else "middle"


# What the first turn does


def _deed(facts: Facts) -> str:
    """What the first turn reaches, averts and threatens, else what it takes or fills."""
    game, shown = facts.solution.game, facts.solution
    acts, threat = purpose(game, _news(facts, reasons(game, shown.key)), shown.solver)
    if acts:
        deed = f"{' and '.join(acts)}."
        deed += f" It threatens to {threat}." if threat else ""
    elif threat:
        deed = f"threaten to {threat}."
    else:
        deed = _plain(facts)
    if facts.threats == () and shown.replies:
        other = game.players[1 - shown.solver].capitalize()
        deed += f" It threatens nothing more, but {other} has no good turn left."
    return f"{deed[:1].upper()}{deed[1:]}"


def _news(facts: Facts, told: Reasons) -> Reasons:
    """The reasons that are not what the puzzle asks for anyhow, those of the fewest turns first."""
    game, asked, wrong = facts.solution.game, facts.puzzle.stipulation.goal, facts.solution.wrong

    def common(one: Stipulation) -> int:
        return sum(reached(game, one, other.step) for other in wrong)

    now = sorted((one for one in reversed(told.now) if one.goal != asked), key=common)
    averts = [one for one in told.averts if one.goal != asked]
    return Reasons(now, averts, sorted(told.threatens, key=lambda one: one.goal == asked))


def _plain(facts: Facts) -> str:
    """What a turn does that reaches, averts and threatens no goal."""
    game, key = facts.solution.game, facts.solution.key
    if many := count(taken(facts, key)):
        return f"take {many} piece{'s' * (many > 1)}."
    if not (changed := differing(key.before, key.after)):
        return "leave the board as it is."
    text = notation.cell_text
    filled = sum(
        text(game, key.before, x) == "." != text(game, key.after, x) for x in each(changed)
    )
    beside = _touched(facts)
    deed = f"fill {filled} cell{'s' * (filled > 1)}" if stones(facts) is None else "take nothing"
    return f"{deed}, {f'beside {listed(beside)}' if beside else 'away from all other pieces'}."


def _touched(facts: Facts) -> list[str]:
    """The cells of pieces that stand beside where the first turn is played, a few at most."""
    game, key = facts.solution.game, facts.solution.key
    at = game.board.set_of(_cells(game, key))
    near = [x for cell in each(at) for x in each(game.field.around[cell] & ~at)]
    standing = [x for x in near if notation.cell_text(game, key.before, x) != "."]
    return [game.board.names[x] for x in dict.fromkeys(standing)][: FEW - 1]
