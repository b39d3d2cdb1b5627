"""The contents of a drawing: the marks on the cells of a position, and the side to move.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> state_words(Position.start(game("esgros", "hex:2")))
'black to move'
"""

from __future__ import annotations

from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Mark


def marks(position: Position) -> list[Mark]:
    """The marks on the cells: the game's own, or a disc for each token."""
    game, state = position.game, position.state
    if game.rulebook.drawing.marks:
        return game.rulebook.drawing.marks(game, state)
    words = set(game.players)
    found: list[Mark] = []
    for cell in range(game.board.size):
        for token, name in game.rulebook.text.tokens.items():
            if getattr(state, name) >> cell & 1:
                found.append(Mark(cell, "disc", name, "" if name in words else token))
    return found


def pieces_on(position: Position) -> dict[int, list[Mark]]:
    """The pieces on each cell. Labels lose all signs but letters and digits; the others are notes
    about a piece.
    """
    found: dict[int, list[Mark]] = {}
    for mark in marks(position):
        if mark.shape != "shade":
            said = "".join(filter(str.isalnum, mark.label))
            found.setdefault(mark.cell, []).append(mark._replace(label=said))
    return found


def state_words(position: Position) -> str:
    """The side to move, or how the game ended."""
    result = position.result
    if result is None:
        return f"{position.side} to move"
    if result.winner is None:
        return f"drawn: {result.reason}" if result.reason else "drawn"
    winner = f"{result.winner} (player {result.player})" if position.exchanged else result.winner
    return f"{winner} has won" + (f": {result.reason}" if result.reason else "")
