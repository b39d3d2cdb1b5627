"""The contents of a drawing: the marks on the cells of a position, and the side to move.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> state_words(Position.start(game("esgros", "hex:2")))
'black to move'
"""

from __future__ import annotations

import re
from typing import Any

from ruleproof.models.cells import total
from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Mark


def marks(position: Position) -> list[Mark]:
    """The marks on the cells: the game's own, or a disc for each token and count."""
    game, state = position.game, position.state
    draw = game.rulebook.drawing.marks
    if draw:
        drawn: list[Any] = draw(game, state)
        for mark in drawn:
            if not isinstance(mark, Mark):
                place = authored(draw, game.rulebook)
                raise Mistake(place, f"it lists {mark!r:.60}", "list `Mark(cell, shape, colour)`")
        return drawn
    words = set(game.players)
    found: list[Mark] = []
    for cell in range(game.board.size):
        for token, name in game.rulebook.text.tokens.items():
            if getattr(state, name) >> cell & 1:
                found.append(Mark(cell, "disc", name, "" if name in words else token))
        for name in game.rulebook.text.counts.values():
            if number := total(getattr(state, name), 1 << cell):
                found.append(Mark(cell, "disc", name if name in words else "neutral", str(number)))
    return found


def piles(position: Position) -> dict[int, list[Mark]]:
    """The pieces on each cell, lowest first, as they are drawn."""
    found: dict[int, list[Mark]] = {}
    for mark in marks(position):
        if mark.shape != "shade":
            found.setdefault(mark.cell, []).append(mark)
    return found


def pieces_on(position: Position) -> dict[int, list[Mark]]:
    """The pieces on each cell. Labels lose all signs but letters and digits; the others are notes
    about a piece.
    """
    return {
        cell: [one._replace(label="".join(filter(str.isalnum, one.label))) for one in pile]
        for cell, pile in piles(position).items()
    }


def state_words(position: Position) -> str:
    """The side to move, or how the game ended."""
    result = position.result
    if result is None:
        return f"{position.side} to move"
    why = f": {result.reason}" if result.reason else ""
    if result.winner is None:
        return f"drawn{score_words(position)}{why}"
    winner = f"{result.winner} (player {result.player})" if position.exchanged else result.winner
    return f"{winner} has won{score_words(position)}{why}"


def score_words(position: Position) -> str:
    """` (red 2, blue 3)`, each player's points at the end; empty where none are counted, or the
    reason of the result tells them already.
    """
    result = position.result
    if result is None or result.score is None:
        return ""
    told = set(re.findall(r"\d+", result.reason))
    if told.issuperset(map(str, result.score)):
        return ""
    pairs = zip(position.game.players, result.score, strict=True)
    return f" ({', '.join(f'{name} {points}' for name, points in pairs)})"
