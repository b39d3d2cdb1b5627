"""What move sequences lead to: a digest of the positions at the ends of all of one length.

Counts of sequences do not see everything: in In Crowd any empty cell may be dropped on whatever
stands beside it, so a chain that turns the wrong stones counts the same.
"""

# pyright: basic

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import show
from ruleproof.models.play.position import follow, legal


class Compiled:
    """A game whose moves and turns are those of the compiled rules."""

    def __init__(self, game: Game) -> None:
        self._game, self._engine = game, engine(game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def moves(self, state: Any) -> list[int]:
        """The legal moves."""
        compiled = self._engine
        found = compiled.move_list()
        compiled.kernels.moves(compiled.masks, compiled.numbers, compiled.row(state), found)
        return [int(move) for move in found[1 : found[0] + 1]]

    def play(self, state: Any, move: int) -> Any:
        """The state after a legal move."""
        compiled = self._engine
        row, after = compiled.row(state), np.zeros(compiled.row_words, np.uint64)
        compiled.kernels.play(compiled.masks, compiled.numbers, row, move, after)
        return compiled.state(after)


def digest(game: Any, history: tuple[Any, ...], depth: int) -> str:
    """The digest of the texts of all positions after exactly so many moves, each as often as it
    comes about, 16 hexadecimal digits. `game`: a `Game`, or one that is `Compiled`.
    """
    texts = sorted(_ends(game, history, depth))
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()


def _ends(game: Any, history: tuple[Any, ...], depth: int) -> Iterator[str]:
    if depth == 0:
        yield show(game, history[-1])
        return
    for move in legal(game, history):
        yield from _ends(game, (*history, follow(game, history, move)), depth - 1)
