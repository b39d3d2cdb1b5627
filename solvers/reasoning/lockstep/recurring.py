"""Readings that part only where a position has come up before.

A walk in step looks at each pair of positions as new. What it finds alike is asked again for every
number of occurrences up to `MOST` (`State.seen`); where answers differ, or where one reading
forbids an occurrence (`Repetition.forbids`), a game is looked for that goes round until they part.
Where a rule's answer still changes between `MOST` occurrences and `MANY`, it stays open whether the
two are the same. A rule that asks for one number of occurrences beyond `MOST`, and not for that
many or more, is not noticed.

>>> from ruleproof.models.play.game import game
>>> one, two = game("gro", "dish:1,1"), game("gro", "dish:1,1", repetition="claim-4")
>>> steps = PairWalk(one, two)
>>> steps.parting(Deadline()) is None and steps.complete
True
>>> found = recurring(steps, Deadline())
>>> found.same, found.line is not None
(False, True)
"""

# numpy's arrays are partly untyped
# pyright: basic

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from ruleproof.models.claims.counted import PLAYED, Allowance, OutOfWork
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.lockstep.in_step import first_parting, part
from ruleproof.solvers.reasoning.lockstep.random_lines import WORK
from ruleproof.solvers.reasoning.lockstep.walk import PairWalk
from ruleproof.solvers.work.progress import Deadline

MOST = 8
"""Rules are asked about every number of occurrences up to this one."""
MANY = 1 << 15
"""As many occurrences as no rule waits for."""
_LOOKED = 20.0
"""The seconds' worth of counted work that `recurring` may take."""
_GAMES, _PLIES, _GLANCE = 16, 12, 300
"""So many random games, of so many plies, are tried for a way back, over so many positions."""
_STARTS = 64
"""So many positions are tried to go round from."""
_ROUND, _SHORTCUT = 20_000, 3_000
"""The most positions looked at for a way back to one, and to one on the way to it."""


class Recurring(NamedTuple):
    """Whether two games are the same where positions recur, None where it is not known; and the
    moves after which they part, if they do.
    """

    same: bool | None
    line: list[int] | None = None


def recurring(steps: PairWalk, deadline: Deadline, work: float = _LOOKED) -> Recurring:
    """The difference that recurring positions make to two games, as far as it is found by the
    deadline and with so many seconds' worth of work; `steps` is complete, and found that they part
    at no new position.
    """
    one, two = steps.one, steps.two
    if not one.rulebook.repetition.fields or (one.acyclic and two.acyclic):
        return Recurring(True)
    parting = list(_parting(steps))
    if not parting and _forbidden(one) == _forbidden(two):
        beyond = any(_found(steps, *so_often) for so_often in ((MOST, MANY), (MANY, MOST)))
        return Recurring(None if beyond else True)
    spread = range(0, steps.count, max(1, steps.count // _STARTS))
    never = len(spread) == steps.count  # no position comes back, unless one of them does
    allowed = Allowance(work)
    for number in [*parting, *spread]:
        if deadline.passed:
            return Recurring(None)
        try:
            line, returns = _going_round(steps, number, allowed)
        except OutOfWork:
            return Recurring(None)
        if line is not None:
            return Recurring(False, line)
        never &= returns is False
    return Recurring(True if never else None)


def round_parting(one: Game, two: Game, work: float = WORK) -> list[int] | None:
    """Moves of a game that goes round until the two part, from the first plies of random ones;
    None where none is found with so many seconds' worth of work, which it may take in any case. The
    walk need not be complete.

    >>> from ruleproof.models.play.game import game
    >>> one, two = game("gro", "dish:1,1"), game("gro", "dish:1,1", repetition="loss-3")
    >>> round_parting(one, two) is not None
    True
    """
    if not one.rulebook.repetition.fields or (one.acyclic and two.acyclic):
        return None
    allowed = Allowance(work)
    dice = random.Random(1)
    try:
        for _ in range(_GAMES):
            here = Position.start(one)
            line: list[int] = []
            while len(line) < _PLIES and not here.over:
                asked = _parts_again(one, two, here.state)
                circle = _way_back(one, here.state, _GLANCE, allowed)[0] if asked else []
                found = first_parting(one, two, [*line, *(circle * MOST)]) if circle else None
                if found is not None:
                    return found
                line.append(dice.choice(here.legal_moves()))
                here = here.after(line[-1])
    except OutOfWork:
        pass
    return None


def part_sooner(steps: PairWalk) -> bool:
    """Whether a game that goes round may part the two before the shortest one over new positions
    does, which `steps` has found.
    """
    one, two = steps.one, steps.two
    if len(steps.ends) < 2 or not one.rulebook.repetition.fields or (one.acyclic and two.acyclic):
        return False
    return _forbidden(one) != _forbidden(two) or next(_parting(steps, steps.ends[-2]), -1) >= 0


def shorter(steps: PairWalk, line: list[int], work: float = WORK) -> list[int]:
    """The line, or a shorter one that goes round sooner or in a smaller circle. The positions of
    `steps` are tried in turn, with so many seconds' worth of work; so it need not be the shortest.
    """
    one, two = steps.one, steps.two
    if not one.rulebook.repetition.fields or (one.acyclic and two.acyclic):
        return line
    allowed = Allowance(work)
    words, first = steps.engines[0].row_words, 0
    try:
        for ply, last in enumerate(steps.ends):
            for number in range(first, last):
                allowed.spend(MOST, PLAYED)
                if ply + 1 >= len(line):
                    return line
                p = steps.engines[0].state(steps.pairs[number, :words])
                rounds = _rounds(one, two, p)
                plies = (len(line) - 1 - ply) // rounds if rounds else 0
                if plies and _way_back(one, p, _SHORTCUT, allowed, plies)[0]:
                    start, here, _ = steps.replay(number)
                    circle, _ = _way_back(one, here, _SHORTCUT, allowed, plies)
                    found = first_parting(one, two, [*start, *(circle * MOST)])
                    line = found if found is not None and len(found) < len(line) else line
            first = last
    except OutOfWork:
        pass
    return line


def _rounds(one: Game, two: Game, p: State) -> int:
    """The fewest rounds from a position to itself after which the two part there; 0 where they do
    not.
    """
    times = [times for times in (_forbidden(one), _forbidden(two)) if times]
    if _forbidden(one) != _forbidden(two):
        return max(1, min(times) - 1)
    if not hasattr(p, "seen"):
        return 0
    for seen in range(2, MOST + 1):
        again = p._replace(seen=seen)
        if part(Position(one, again), Position(two, again)):
            return seen - 1
        if one.over(again):
            return 0
    return 0


def _parts_again(one: Game, two: Game, p: State) -> bool:
    """Whether the two may part at a position because it has come up several times."""
    if _forbidden(one) != _forbidden(two):
        return True
    if not hasattr(p, "seen") or part(Position(one, p), Position(two, p)):
        return False
    again = (p._replace(seen=seen) for seen in range(2, MOST + 1))
    return any(part(Position(one, q), Position(two, q)) for q in again)


def _forbidden(game: Game) -> int:
    """The occurrence of a position that no move may bring about, 0 for none."""
    forbids = game.rulebook.repetition.forbids
    return forbids(game) if forbids else 0


def _parting(steps: PairWalk, last: int | None = None) -> Iterator[int]:
    """Yields pairs at which the rules part where they have occurred so often, one for each number
    of occurrences, among the first `last` ones (None: all).
    """
    for seen in range(2, MOST + 1):
        yield from _found(steps, seen, seen, last)


def _found(steps: PairWalk, seen: int, seen_there: int, last: int | None = None) -> list[int]:
    """A pair at which the rules part where its positions have occurred so often in either game, in
    a list; empty if there is none among the first `last`.
    """
    start, pairs = steps.one.start(), steps.pairs
    row = steps.engines[0].row
    # every pair has been seen once
    changed = [row(start) ^ row(start._replace(seen=many)) for many in (seen, seen_there)]
    steps.pairs = pairs[: steps.count] ^ np.concatenate(changed)
    try:
        found = steps.look(0, steps.count if last is None else last)
    finally:
        steps.pairs = pairs
    return [] if found is None else [found[0]]


def _going_round(
    steps: PairWalk, number: int, allowed: Allowance
) -> tuple[list[int] | None, bool | None]:
    """A game to a position on the way to the pair, and from there round and round to where the two
    games part, None where none is found; and whether the pair's position can come back, None where
    that is not known.
    """
    whole, _, _ = steps.replay(number)
    here = Position.start(steps.one)
    returns: bool | None = None
    for ply in range(len(whole) + 1):
        last = ply == len(whole)
        circle, returns = _way_back(steps.one, here.state, _ROUND if last else _SHORTCUT, allowed)
        if circle:
            line = first_parting(steps.one, steps.two, [*whole[:ply], *(circle * MOST)])
            if line is not None:
                return line, returns
        if not last:
            here = here.after(whole[ply])
    return None, returns


def _way_back(
    game: Game, p: State, most: int, allowed: Allowance, plies: int | None = None
) -> tuple[list[int], bool | None]:
    """The fewest moves from the position to itself, at most so many `plies`, after which play goes
    on, and whether it can come back at all: not known where more positions would have to be looked
    at than so many.
    """
    pattern = attrgetter(*game.rulebook.repetition.fields)
    known: set[object] = set()
    ended = False
    edge: deque[tuple[State, list[int]]] = deque([(p, [])])
    while edge:
        if len(known) > most:
            return [], None
        q, line = edge.popleft()
        if plies is not None and len(line) >= plies:
            return [], None
        for move in game.moves(q):
            allowed.spend(1, PLAYED)
            after = game.play(q, move)
            name = pattern(after)
            if name == pattern(p):
                if not game.over(after):
                    return [*line, move], True
                ended = True
            elif name not in known:
                known.add(name)
                edge.append((after, [*line, move]))
    return [], ended
