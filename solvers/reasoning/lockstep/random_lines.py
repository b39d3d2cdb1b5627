"""Random games of two readings in step: a quick way to a game that tells them apart, if not to a
shortest one.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.solvers.reasoning.lockstep.in_step import after, part
>>> one, two = game("esgros", "path:4"), game("esgros", "path:4", pie="on")
>>> line = random_parting(one, two, Deadline(10))
>>> line is not None and part(*after(one, two, line))
True
"""

from __future__ import annotations

import random

from ruleproof.models.claims.counted import Allowance, OutOfWork
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.lockstep.in_step import first_parting, part
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent

GAMES = 200
"""Random games at most."""
LONGEST = 6
"""A random game is broken off after so many plies for each cell."""
WORK = 2.0
"""The seconds' worth of counted work that a quick way to a difference may take."""
_CELLS = 100_000
"""Cells of positions compared by the rules as plain Python in a second."""


def random_parting(
    one: Game, two: Game, deadline: Deadline, progress: Listener = silent, work: float = WORK
) -> list[int] | None:
    """Moves of a random game after which the two part, with moves left out that are not needed;
    None if none of `GAMES` does, or of those that can be played by the deadline and with so many
    seconds' worth of work. The same games each time.
    """
    dice = random.Random(1)
    allowed = Allowance(work)
    try:
        for number in range(GAMES):
            progress(Progress("random games", number, GAMES))
            line = _played(one, two, dice, allowed)
            if line is not None:
                return _shortened(one, two, line, allowed, deadline)
            if deadline.passed:
                break
    except OutOfWork:
        pass
    return None


def _played(one: Game, two: Game, dice: random.Random, allowed: Allowance) -> list[int] | None:
    """The moves of a random game to where the two part; None if they do not."""
    here, there = Position.start(one), Position.start(two)
    line: list[int] = []
    while len(line) <= LONGEST * one.board.size:
        allowed.spend(one.board.size, _CELLS)
        if part(here, there):
            return line
        moves = here.legal_moves()
        if not moves:
            return None
        line.append(dice.choice(moves))
        here, there = here.after(line[-1]), there.after(line[-1])
    return None


def _shortened(
    one: Game, two: Game, line: list[int], allowed: Allowance, deadline: Deadline
) -> list[int]:
    """A game of fewer moves that tells them apart too: moves are left out as long as that goes."""
    many = len(line) // 2
    while many:
        for first in range(len(line) - many + 1):
            shorter = first_parting(one, two, line[:first] + line[first + many :])
            if shorter is not None and len(shorter) < len(line):
                line = shorter
                break
            try:
                allowed.spend(len(line) * one.board.size, _CELLS)
            except OutOfWork:
                return line
            if deadline.passed:
                return line
        else:
            many //= 2
            continue
        many = min(many, len(line) // 2)
    return line
