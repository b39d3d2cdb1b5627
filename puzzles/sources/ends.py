"""Positions from which play can end: turns are taken back from the ends of games of self-play.

From each end other turns than the one that was played can have come last; one of them is taken back
by the constraints, and so on, turn by turn. So endings come up that these games do not come to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.sources.self_play import Prospect, composed, self_play
from ruleproof.solvers.backwards.lookback import LookBack, Unsettled, check_covered

LAST = 6
"""One of at most so many last turns is drawn."""
CONFLICTS = 20_000
"""The most conflicts of the solver for one last turn."""


class Ends:
    """Positions before the ends of games; each end is a family. `turns`: how many own turns the
    puzzles may take. Raises `TextError` for a game without constraints, and for one whose turns
    take several moves.
    """

    def __init__(self, game: Game, turns: range) -> None:
        check_covered(game)
        self.game = game
        self._plies = 2 * turns.stop - 1

    def prospects(self, dice: random.Random) -> list[Prospect]:
        """The positions before one end, the earliest first. Raises `Rejected` where the game does
        not end, or nothing can be taken back.
        """
        played = self_play(self.game, dice)
        if not self.game.over(played.states[-1]):
            raise Rejected("the game did not end")
        found = list(self._back(played.states[-1], played.states, dice))
        if not found:
            raise Rejected("no turn can be taken back")
        return [composed(state) for state in reversed(found)]

    def _back(self, state: State, played: Sequence[State], dice: random.Random) -> Iterator[State]:
        """Yields the position before, and the one before that, and so on; the game's own only where
        nothing else can be taken back.
        """
        for _ in range(self._plies):
            try:
                options = list(_last_turns(self.game, state))
            except Unsettled:
                return
            options = [one for one in options if one not in played] or options
            if not options:
                return
            state = dice.choice(options)
            yield state


def _last_turns(game: Game, after: State) -> Iterator[State]:
    """Yields a position before this one for each of at most `LAST` last turns."""
    back = LookBack(game, after, 1)
    with back.solver:
        for _ in range(LAST):
            if not back.found(CONFLICTS):
                return
            (before,) = back.line()
            back.strike(back.moves[0], back.values(back.moves[0]))
            yield before.state
