"""One game under way between compiled players: its arrays, and play in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ruleproof.models.compiled.dice import dice
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.players import playing, tree
from ruleproof.solvers.playing.players.estimate import weights_of
from ruleproof.solvers.playing.players.lookahead import DEEPEST, FRAME
from ruleproof.solvers.playing.players.steps import UNDECIDED, Scene, scene

PLAYOUT = 24
"""Playouts of the tree search are cut off after so many plies."""
_MOST_NODES = 1 << 20
"""Nodes of a tree, at most: 64 MB."""
_ROWS = 1000
"""Room for so many plies at first; it doubles whenever it is full."""


@lru_cache(maxsize=16)
def _scene(game: Game) -> Scene:
    return scene(game)


def _nodes(game: Game, plans: Sequence[tuple[int, int]]) -> int:
    """The nodes that the largest search of the plans can fill."""
    playouts = max((most for kind, most in plans if kind == playing.TREE), default=0)
    return min(_MOST_NODES, 1 + (playouts + 1) * game.most_moves) if playouts else 1


class Match:
    """A game from a position on; each person follows the plan of his number. Ends after `longest`
    plies, or after so many whole `turns` where a number is given.

    With `one_turn` it ends with the turn. `first` is the number of the person who moves first: by
    default that of the side to move, or of the person who has that side if colours were exchanged.
    The same arguments give the same game.
    """

    def __init__(
        self,
        position: Position,
        plans: Sequence[tuple[int, int]],
        seed: int,
        *,
        longest: int,
        turns: int | None = None,
        one_turn: bool = False,
    ) -> None:
        game = position.game
        seen = _scene(game)
        words = seen.engine.row_words
        history = (*position.before, position.state) if seen.alike.size else (position.state,)
        self.begin = len(history) - 1
        self._end = self.begin + longest
        last = self.begin + min(longest, _ROWS)
        self.rows = np.zeros((last + 1 + playing.AHEAD, words), np.uint64)
        for k, state in enumerate(history):
            self.rows[k] = seen.engine.row(state)
        self._played = np.zeros(len(self.rows), np.int64)
        estimates = any(kind not in (playing.RANDOM, playing.GREEDY) for kind, _ in plans)
        self._rules = seen.rules(weights_of(game) if estimates else np.zeros(0, np.int64))
        self._count = np.array([dice(np.uint64(seed % (1 << 64)))], np.uint64)
        person = position.state.side
        if len(game.players) == 2 and position.exchanged:
            person = 1 - person
        self.job = np.zeros(playing.JOB, np.int64)
        self.job[playing.HERE], self.job[playing.LAST] = self.begin, last
        self.job[playing.PERSON], self.job[playing.OUTCOME] = person, UNDECIDED
        self.job[playing.ONE_TURN], self.job[playing.LONGEST] = one_turn, PLAYOUT
        self.job[playing.MOVER] = -1
        self.job[playing.MOST_TURNS] = np.iinfo(np.int64).max if turns is None else turns
        self._room = (
            np.zeros((_nodes(game, plans), tree.NODE), np.int64),
            np.zeros(tree.DEEPEST + 1, np.int64),
            np.zeros((DEEPEST + 2, game.most_moves + 1), np.int64),
            np.zeros((DEEPEST + 1, FRAME), np.int64),
            np.zeros((3, words), np.uint64),
            np.zeros(2, np.int64),
            np.zeros(tree.JOB, np.int64),
        )
        self._plans = np.array(plans, np.int64)

    def step(self) -> bool:
        """Plays on for a part of a second; returns whether there is more to play."""
        playing.play_on(
            *self._rules, self._plans, self.rows, self._played, *self._room, self._count, self.job
        )
        if self.job[playing.STATUS] == playing.FULL:
            self._make_room()
        return bool(self.job[playing.STATUS] == playing.RUNNING)

    def _make_room(self) -> None:
        """Doubles the rows, up to those of the longest game, which is cut off there."""
        if self.job[playing.HERE] >= self._end:
            self.job[playing.STATUS] = playing.CUT
            return
        last = min(self._end, 2 * int(self.job[playing.LAST]))
        more = last - int(self.job[playing.LAST])
        self.rows = np.concatenate([self.rows, np.zeros((more, self.rows.shape[1]), np.uint64)])
        self._played = np.concatenate([self._played, np.zeros(more, np.int64)])
        self.job[playing.LAST], self.job[playing.STATUS] = last, playing.RUNNING

    def run(self) -> None:
        """Plays to the end."""
        while self.step():
            pass

    @property
    def moves(self) -> list[int]:
        """The moves so far."""
        return [int(move) for move in self._played[self.begin : self.job[playing.HERE]]]

    @property
    def tree(self) -> Any:
        """The nodes of the last tree search: see `tree.py`."""
        return self._room[0]

    @property
    def turns(self) -> int:
        """The number of turns begun: several moves of one person in a row are one."""
        return int(self.job[playing.TURNS])

    @property
    def states(self) -> Any:
        """The rows so far, the first one that of the position."""
        return self.rows[self.begin : self.job[playing.HERE] + 1]
