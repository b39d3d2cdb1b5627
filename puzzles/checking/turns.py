"""Lists the turns of a puzzle's positions by plain play, and finds the one that a text names.

Nothing here uses what makes puzzles: `solvers/verify` lists the turns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.cells import Cells
from ruleproof.models.compiled.goals import Marked, goal_kernels
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import pack, unpack
from ruleproof.solvers.verify.attacks import Asked
from ruleproof.solvers.verify.whole_turns import Ending, Play

POSITIONS = 2_000_000
"""The most moves played to list the turns of one puzzle."""


class Fault(Exception):
    """A claim of a puzzle that is not so; the argument names it."""


class Spot(NamedTuple):
    """A position of the tree: its state, and the cells that the goal speaks of in it."""

    state: State
    marked: Cells


class Way(NamedTuple):
    """A turn that was played: its text, where it leads, and the goal's answer about it."""

    text: str
    spot: Spot
    met: int
    effect: bytes


class PlainTurns:
    """Plays the turns of one puzzle, whose diagram is the given spot."""

    def __init__(self, game: Game, diagram: Spot, asked: Asked) -> None:
        self._game = game
        self._engine = engine(game)
        self._goals = goal_kernels(self._engine)
        self._numbers = np.array(asked, np.int64)
        self._diagram = self._engine.row(diagram.state)
        self._marked = diagram.marked
        self._play = Play(self._engine, POSITIONS, self._alike)
        self._listed: dict[Spot, list[Way]] = {}
        self._named: dict[Spot, dict[str, Way]] = {}

    def ways(self, spot: Spot) -> list[Way]:
        """Every turn from the position, which is remembered."""
        if spot not in self._listed:
            row = self._engine.row(spot.state).tobytes()
            found = [self._way(spot, one) for one in self._play.turns(row)]
            self._listed[spot] = found
            self._named[spot] = {way.text: way for way in found}
        return self._listed[spot]

    def played(self, spot: Spot, text: str) -> Way:
        """The turn of that text, which is played unless it has been listed. Every move must be
        legal, and together they must be a whole turn.
        """
        named = self._named.setdefault(spot, {})
        if text not in named:
            named[text] = self._played(spot, text)
        return named[text]

    def _played(self, spot: Spot, text: str) -> Way:
        state, before = spot.state, spot.state
        moves: list[int] = []
        texts = text.split()
        for number, one in enumerate(texts):
            moves.append(self._game.checked_move(state, one))
            before, state = state, self._game.play(state, moves[-1])
            done = not self._game.plays_on(before, state) or self._game.over(state)
            if done != (number == len(texts) - 1):
                raise Fault(f"not a whole turn: {text!r}")
        if not texts:
            raise Fault("a turn without a move")
        rows = (self._engine.row(one).tobytes() for one in (before, state))
        return self._way(spot, Ending(tuple(moves), *rows))

    def _way(self, spot: Spot, ending: Ending) -> Way:
        compiled = self._engine
        marked = np.array(pack(Marked(spot.marked), compiled.width), np.uint64)
        first = compiled.row(spot.state)
        rows = [np.frombuffer(bytearray(row), np.uint64) for row in (ending.before, ending.after)]
        met = self._goals.goal(
            compiled.masks, compiled.numbers, self._numbers, self._diagram, *rows, marked
        )
        effect = np.zeros_like(first)
        self._goals.effect(compiled.masks, compiled.numbers, first, rows[1], effect)
        cells = unpack(Marked, [int(word) for word in marked], compiled.width).cells
        text = " ".join(self._game.show_move(move) for move in ending.moves)
        return Way(text, Spot(compiled.state(rows[1]), cells), int(met), effect.tobytes())

    def _alike(self, row: bytes) -> bytes:
        """A key, equal for rows that are alike for the goal."""
        words: Any = np.frombuffer(bytearray(row), np.uint64)
        marked = np.array(pack(Marked(self._marked), self._engine.width), np.uint64)
        out = np.zeros_like(words)
        compiled = self._engine
        self._goals.likeness(compiled.masks, compiled.numbers, self._numbers, words, marked, out)
        return out.tobytes()
