"""Counted work: limits that are the same on any machine, whatever else it does.

A limit is given in *seconds' worth*: so many units of work as one core does in that many seconds,
about. Units are counted, not timed, so that a question has the same answer on a busy machine, only
later.

>>> within(2.0, Z3_STEPS)
4000000
>>> allowed = Allowance(2.0)
>>> allowed.spend(50, 100)
>>> allowed.left
1.5
"""

from __future__ import annotations

Z3_STEPS = 2_000_000
"""Steps of z3 (its resource limit) in a second."""
SEARCHED = 250_000
"""Positions searched for a value in a second."""
THROWN = 1_000_000
"""Moves of random games that compiled play chooses in a second."""
FOLLOWED = 2_000_000
"""Positions visited on the way round cycles in a second."""
PLAYED = 30_000
"""Positions after a move, by rules as plain Python, in a second."""


def within(seconds: float, rate: int) -> int:
    """The units of work that are worth so many seconds, one at least."""
    return max(1, int(seconds * rate))


class OutOfWork(Exception):
    """The counted work that was allowed is done."""


class Allowance:
    """Counted work that is allowed; `left` of it, in seconds' worth."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def spend(self, many: int, rate: int) -> None:
        """Counts so many units of work, of which a second is worth `rate`. Raises `OutOfWork` where
        no work is left.
        """
        self.left -= many / rate
        if self.left <= 0:
            raise OutOfWork
