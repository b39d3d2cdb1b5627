"""Steady rules: the same question about the same position has the same answer.

A rule that draws random numbers, or counts its calls, breaks any law by chance. It is told before
symmetries or searches are blamed.

    >>> from ruleproof.models.play.game import make_game
    >>> from ruleproof.models.template import RULEBOOK
    >>> game = make_game(RULEBOOK, "path:2", {})
    >>> must_be_steady(game, [(game.start(), answers(game, game.start()))])
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.trial import STEADY, UNSTEADY
from ruleproof.solvers.reasoning.laws.grounds import Ground

_MOST = 300
"""Positions of a ground that are asked about twice."""
_TIMES = 20
"""Times that a position is asked about, where an answer is in doubt."""


class Answers(NamedTuple):
    """The answers of the rules of those names: whether play is over, the moves, the states after
    them, and the payoff (None while play goes on, for more than two players, and unless asked).
    """

    over: bool
    moves: tuple[int, ...]
    play: tuple[State, ...]
    payoff: int | None


def answers(game: Game, state: State, *, worth: bool = True) -> Answers:
    """The answers of the rules about the state, by plain Python."""
    over, moves = game.over(state), tuple(game.moves(state))
    later = tuple(game.play(state, move) for move in moves)
    ended = worth and over and len(game.players) == 2
    return Answers(over, moves, later, game.payoff(state) if ended else None)


def must_be_steady(
    game: Game, asked: Iterable[tuple[State, Answers]], times: int = _TIMES, *, worth: bool = True
) -> None:
    """Raises `Mistake` where a rule, asked so many times again, answers otherwise than before."""
    known = list(asked)
    for _ in range(times):
        for state, before in known:
            again = answers(game, state, worth=worth)
            for name, one, other in zip(Answers._fields, before, again, strict=True):
                if one != other:
                    place = authored(getattr(game.rulebook.rules, name), game.rulebook)
                    what = f"{UNSTEADY}, in the position {notation.show(game, state)!r}"
                    raise Mistake(place, what, STEADY)


def look_twice(ground: Ground) -> None:
    """Asks the rules, payoffs apart, about the first positions of the ground, and then once again.
    Raises `Stopped`, and `Mistake` as `must_be_steady` does.
    """
    known: list[tuple[State, Answers]] = []
    for state, position in islice(ground.positions.items(), _MOST):
        ground.look()
        ground.at = position
        known.append((state, answers(ground.game, state, worth=False)))
    for state, before in known:
        ground.look()
        ground.at = ground.positions[state]
        must_be_steady(ground.game, [(state, before)], 1, worth=False)
