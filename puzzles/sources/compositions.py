"""Positions that a constraint solver composes: natural pictures that keep what is demanded.

Pictures are made of the diagrams of a few games of self-play. Where a key is demanded, positions
without one are dropped; only where hardly any has one does the solver compose the key as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.posing.rejected import UNMEETABLE, Rejected
from ruleproof.puzzles.sources.self_play import Prospect, composed, diagrams, self_play
from ruleproof.solvers.formulas.composing import Composing, Unmeetable
from ruleproof.solvers.formulas.demands import Demands, pieces, taken

GAMES = 6
"""Games whose diagrams lend pictures."""
FAMILY = 8
"""Positions of a family."""
TRIED = 64
"""At most so many positions are composed for a family."""
UNEQUAL = 3
"""Neither side has more than so many times the other's pieces, unless numbers are demanded."""
LARGEST = 61
"""On boards with more cells no formula of a whole turn is made: it would take minutes."""


class Compositions:
    """Composed positions of a game, eight to a family. `seed`: of the games that lend pictures."""

    def __init__(self, game: Game, demands: Demands, seed: str) -> None:
        self.game = game
        self.demands = demands
        self._seed = seed

    @cached_property
    def _samples(self) -> list[State]:
        dice = random.Random(f"{self._seed} pictures")
        found: list[State] = []
        for _ in range(GAMES):
            played = self_play(self.game, dice)
            found += [state for _, state in diagrams(self.game, played) if self._fair(state)]
        return found

    @cached_property
    def _composing(self) -> Composing:
        return self._made(keyed=False)

    @cached_property
    def _keyed(self) -> Composing:
        return self._made(keyed=True)

    def _made(self, *, keyed: bool) -> Composing:
        if not self._samples:
            raise Rejected("no game has a diagram")
        return Composing(self.game, self._samples, self.demands, keyed=keyed)

    def prospects(self, dice: random.Random) -> list[Prospect]:
        """The positions of one family. Raises `Rejected` where none meets the demands."""
        try:
            found = list(islice(self._good(self._composing, dice), FAMILY))
            if not found and self.demands.takes and self.game.board.size <= LARGEST:
                found = list(islice(self._good(self._keyed, dice), FAMILY))
        except Unmeetable:
            raise Rejected(UNMEETABLE) from None
        if not found:
            raise Rejected("no such position was found")
        return [composed(state) for state in found]

    def _good(self, composing: Composing, dice: random.Random) -> Iterator[State]:
        for state in composing.positions(TRIED, dice):
            if self._fair(state) and self._has_key(state):
                yield state

    def _fair(self, state: State) -> bool:
        """Whether both sides have pieces, in numbers that are demanded or not too unequal."""
        less, more = sorted(pieces(self.game, state, player) for player in (0, 1))
        return bool(self.demands.stones) or 0 < less <= more <= UNEQUAL * less

    def _has_key(self, state: State) -> bool:
        """Whether some first move takes what the key is to take."""
        if self.demands.takes is None:
            return True
        least, most = self.demands.takes
        game = self.game
        return any(
            least <= taken(game, state, game.play(state, move)) <= most
            for move in game.moves(state)
        )
