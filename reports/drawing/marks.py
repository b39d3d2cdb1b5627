"""What a drawing shows of a position: the marks on its cells, and whose turn it is."""

from __future__ import annotations

from ruleproof.models.parts import Mark
from ruleproof.models.position import Position


def marks(position: Position) -> list[Mark]:
    """What stands on the cells: the game's own marks, or a disc for each token."""
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
    """What stands on each cell, without the signs of labels that are neither letter nor digit: they
    are notes about a piece.
    """
    found: dict[int, list[Mark]] = {}
    for mark in marks(position):
        if mark.shape != "shade":
            said = "".join(filter(str.isalnum, mark.label))
            found.setdefault(mark.cell, []).append(mark._replace(label=said))
    return found


def state_words(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    result = position.result
    if result is None:
        return f"{position.side} to move"
    if result.winner is None:
        return f"drawn: {result.reason}" if result.reason else "drawn"
    winner = f"{result.winner} (player {result.player})" if position.exchanged else result.winner
    return f"{winner} has won" + (f": {result.reason}" if result.reason else "")
