"""Positions that a constraint solver composes: natural pictures that keep the game's constraints.

Pictures are made of the diagrams of a few games of self-play.
"""

from __future__ import annotations

import random
from functools import cached_property
from itertools import islice

from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.sources.self_play import Prospect, composed, diagrams, self_play
from ruleproof.solvers.reasoning.formulas.composing import Composing
from ruleproof.solvers.reasoning.formulas.pieces import pieces

GAMES = 6
"""Games whose diagrams lend pictures."""
FAMILY = 8
"""Positions of a family."""
TRIED = 64
"""At most so many positions are composed for a family."""
UNEQUAL = 3
"""Neither side has more than so many times the other's pieces."""


class Compositions:
    """Composed positions of a game, eight to a family. `seed`: of the games that lend pictures."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self._seed = seed

    @cached_property
    def _composing(self) -> Composing:
        dice = random.Random(f"{self._seed} pictures")
        samples: list[State] = []
        for _ in range(GAMES):
            played = self_play(self.game, dice)
            samples += [state for _, state in diagrams(self.game, played) if self._fair(state)]
        if not samples:
            raise Rejected("no game has a diagram")
        return Composing(self.game, samples)

    def prospects(self, dice: random.Random) -> list[Prospect]:
        """The positions of one family. Raises `Rejected` if none was found."""
        fair = filter(self._fair, self._composing.positions(TRIED, dice))
        found = list(islice(fair, FAMILY))
        if not found:
            raise Rejected("no such position was found")
        return [composed(state) for state in found]

    def _fair(self, state: State) -> bool:
        """Whether both sides have pieces, in numbers that are not too unequal."""
        less, more = sorted(pieces(self.game, state, player) for player in (0, 1))
        return 0 < less <= more <= UNEQUAL * less
