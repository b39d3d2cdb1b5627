"""Two games in step by the plain rules: the positions after a line in both, and whether they part.

>>> from ruleproof.models.play.game import game
>>> one, two = game("esgros", "path:4"), game("esgros", "path:4", pie="on")
>>> first_parting(one, two, [0, 1, 2])
[0]
>>> part(*after(one, two, [0]))
True
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.play.game import Game, Result
from ruleproof.models.play.position import Position


def after(one: Game, two: Game, line: Sequence[int]) -> tuple[Position, Position]:
    """The positions of both games after the moves, with their histories."""
    here, there = Position.start(one), Position.start(two)
    for move in line:
        here, there = here.after(move), there.after(move)
    return here, there


def part(here: Position, there: Position) -> bool:
    """Whether the games part here: by their moves, results or pictures."""
    if sorted(here.legal_moves()) != sorted(there.legal_moves()):
        return True
    return in_words(here.result) != in_words(there.result) or here.text != there.text


def first_parting(one: Game, two: Game, line: Sequence[int]) -> list[int] | None:
    """The first moves of the line after which the two part; None where they do not, or where one of
    the moves is illegal.
    """
    here, there = Position.start(one), Position.start(two)
    for ply, move in enumerate(line):
        if part(here, there):
            return list(line[:ply])
        if move not in here.legal_moves():
            return None
        here, there = here.after(move), there.after(move)
    return list(line) if part(here, there) else None


def in_words(result: Result | None) -> str:
    """The result in words, whatever the reason; empty while play goes on."""
    if result is None:
        return ""
    if result.score is not None:
        return " : ".join(str(points) for points in result.score)
    return f"{result.winner} wins" if result.winner else "draw"
