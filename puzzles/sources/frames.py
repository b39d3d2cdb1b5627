"""Endings of a smaller board, laid into pictures of full boards by the game's own `framed`.

On large boards of some games every position is either far from decided or nearly full. A frame of
occupied cells leaves a fight of the size that the small board has.
"""

from __future__ import annotations

import random
from functools import cached_property
from itertools import islice

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.goal_tables import goals_module
from ruleproof.puzzles.sources.self_play import Prospect, composed, self_play

PICTURES = 6
"""Games whose ends lend pictures."""
FRAMES = 3
"""Frames of one diagram."""
TRIED = 8
"""At most so many frames of one diagram are tried."""


class Frames:
    """Frames of a game; `seed`: of the games that lend pictures. Raises `TextError` for a game that
    has no frames.
    """

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.small = check_framed(game)
        self._seed = seed

    @cached_property
    def _pictures(self) -> list[State]:
        dice = random.Random(f"{self._seed} frames")
        return [self_play(self.game, dice).states[-1] for _ in range(PICTURES)]

    def around(self, state: State, dice: random.Random) -> list[Prospect]:
        """The position of the small board in some frames; none where no frame fits."""
        goals = goals_module(self.game.rulebook)
        assert goals is not None
        made = (
            goals.framed(self.game, dice.choice(self._pictures), self.small, state, dice)
            for _ in range(TRIED)
        )
        laid = (composed(one, full=True) for one in made if one is not None)
        return list(islice(laid, FRAMES))


def check_framed(game: Game) -> Game:
    """The game on the small board, which frames lay into this one. Raises `TextError` where the
    game has no frames, or its board has no room for one.
    """
    goals = goals_module(game.rulebook)
    if goals is None or not hasattr(goals, "framed"):
        raise TextError(f"{game.name} has no frames, into which a smaller board could be laid")
    inner = goals.inner(game)
    if not inner:
        raise TextError(f"{game!r} has no room for a smaller board: choose a larger one")
    return make_game(game.rulebook, inner, dict(game.settings))
