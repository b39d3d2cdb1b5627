"""Random games of two readings in step: a quick way to a game that tells them apart, if not to a
shortest one.

>>> from ruleproof.models.play.game import game
>>> one, two = game("esgros", "path:4"), game("esgros", "path:4", pie="on")
>>> line = random_parting(one, two, Deadline(10))
>>> line is not None and part(one, two, *ends(one, two, line))
True
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ruleproof.models.play.game import Game, Result, State
from ruleproof.models.play.notation import show
from ruleproof.models.play.position import Position
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent

GAMES = 200
"""Random games at most."""
LONGEST = 6
"""A random game is broken off after so many plies for each cell."""
SHARE = 0.1
"""The share of the time that may go into random games."""
MOST = 2.0
"""The most seconds that may."""


def random_parting(
    one: Game, two: Game, deadline: Deadline, progress: Listener = silent
) -> list[int] | None:
    """Moves of a random game after which the two part, with moves left out that are not needed;
    None if none of `GAMES` does, or of those in a share of the time. The same games each time.
    """
    dice = random.Random(1)
    share = MOST if deadline.seconds is None else min(MOST, SHARE * deadline.seconds)
    limit = Deadline(share)
    for number in range(GAMES):
        progress(Progress("random games", number, GAMES))
        line = _played(one, two, dice, limit)
        if line is not None:
            return _shortened(one, two, line, limit)
        if limit.passed:
            return None
    return None


def _played(one: Game, two: Game, dice: random.Random, limit: Deadline) -> list[int] | None:
    """The moves of a random game to where the two part; None if they do not."""
    p, q = one.start(), two.start()
    line: list[int] = []
    while len(line) <= LONGEST * one.board.size and not limit.passed:
        if part(one, two, p, q):
            return line
        moves = one.moves(p)
        if not moves:
            return None
        line.append(dice.choice(moves))
        p, q = one.play(p, line[-1]), two.play(q, line[-1])
    return None


def part(one: Game, two: Game, p: State, q: State) -> bool:
    """Whether the games part here: by their moves, results or pictures."""
    if sorted(one.moves(p)) != sorted(two.moves(q)):
        return True
    if told_result(one, p) != told_result(two, q):
        return True
    return show(one, p) != show(two, q)


def part_here(here: Position, there: Position) -> bool:
    """Whether the games part at the positions, whose histories count."""
    if sorted(here.legal_moves()) != sorted(there.legal_moves()):
        return True
    return in_words(here.result) != in_words(there.result)


def told_result(game: Game, state: State) -> str:
    """The result of the game there in words, whatever the reason; empty while play goes on."""
    return in_words(game.result(state))


def in_words(result: Result | None) -> str:
    """The result in words, whatever the reason; empty while play goes on."""
    if result is None:
        return ""
    if result.score is not None:
        return " : ".join(str(points) for points in result.score)
    return f"{result.winner} wins" if result.winner else "draw"


def ends(one: Game, two: Game, line: Sequence[int]) -> tuple[State, State]:
    """The states after the moves."""
    p, q = one.start(), two.start()
    for move in line:
        p, q = one.play(p, move), two.play(q, move)
    return p, q


def _shortened(one: Game, two: Game, line: list[int], limit: Deadline) -> list[int]:
    """A game of fewer moves that tells them apart too: moves are left out as long as that goes."""
    many = len(line) // 2
    while many:
        for first in range(len(line) - many + 1):
            shorter = _parting_of(one, two, line[:first] + line[first + many :])
            if shorter is not None and len(shorter) < len(line):
                line = shorter
                break
            if limit.passed:
                return line
        else:
            many //= 2
            continue
        many = min(many, len(line) // 2)
    return line


def _parting_of(one: Game, two: Game, line: Sequence[int]) -> list[int] | None:
    """The first moves of the line after which the two part; None where they do not, or where one of
    the moves is illegal.
    """
    p, q = one.start(), two.start()
    for ply, move in enumerate(line):
        if part(one, two, p, q):
            return list(line[:ply])
        if move not in one.moves(p):
            return None
        p, q = one.play(p, move), two.play(q, move)
    return list(line) if part(one, two, p, q) else None
