"""From yes-or-no questions to exact values: bounds that narrow, moves that keep a value, and lines.

Every question is a search with a window of no width: is the value above a target? The answers stay
in the searcher's table, so later questions are cheap, and a stop in between keeps the bounds proved
so far.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.solvers.playing.tables.value_table import ValueTable
>>> from ruleproof.solvers.playing.values.scale import Bounds
>>> small = game("esgros", "path:3")
>>> table = ValueTable(small)
>>> table.prepare(small.start())
>>> bounds = Bounds()
>>> settle(table, small.start(), bounds) == bounds.low == bounds.high
True
"""

from __future__ import annotations

from ruleproof.models.play.game import State
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.playing.values.oracle import Oracle
from ruleproof.solvers.playing.values.scale import WIN, Bounds, one_later, seen_from, sign
from ruleproof.solvers.work.progress import Stopped


def above(search: Oracle, state: State, bounds: Bounds, target: int) -> bool:
    """Whether the position's value is above the target; the bounds narrow accordingly. Raises
    `Contradiction` where they exclude each other.
    """
    if bounds.low <= target < bounds.high:
        value = search.value(state, target, target + 1)
        if value > target:
            bounds.low = max(bounds.low, value)
        else:
            bounds.high = min(bounds.high, value)
        if bounds.low > bounds.high:
            what = f"a value is at least {bounds.low} and at most {bounds.high}"
            raise Contradiction(search.game, state, what)
    return bounds.low > target


def settle(search: Oracle, state: State, bounds: Bounds) -> int:
    """The position's exact value: who wins first, then how soon; or the margin, by MTD(f) (Plaat
    and others, 1996).
    """
    if search.game.over(state):
        bounds.low = bounds.high = search.final(state)
    if search.game.rulebook.scored:
        guess = min(max(0, bounds.low), bounds.high)
        while not bounds.exact:
            _in_time(search)
            target = guess if guess == bounds.low else guess - 1
            guess = bounds.low if above(search, state, bounds, target) else bounds.high
        return bounds.low
    above(search, state, bounds, 0)
    above(search, state, bounds, -1)
    while not bounds.exact:  # an end sooner than the one known: mostly the first no is the last
        _in_time(search)
        above(search, state, bounds, bounds.low if bounds.low > 0 else bounds.high - 1)
    return bounds.low


def keeps(search: Oracle, before: State, after: State, target: int, bounds: Bounds) -> bool:
    """Whether the move that led here is worth more than the target to the player who made it;
    `bounds` are those of the position after the move.
    """
    if search.game.over(after):
        bounds.low = bounds.high = search.final(after)
    target = one_later(target, 1, scored(search))
    if search.relation(before, after) == 1:
        return above(search, after, bounds, target)
    return not above(search, after, bounds, -target - 1)


def keeping_moves(search: Oracle, state: State, value: int) -> list[tuple[int, int]]:
    """The moves that keep the value of the position, each with its value for the player who makes
    it, the best (shortest win, longest loss) first.
    """
    target = value - 1
    if not search.game.rulebook.scored:
        target = {1: 0, 0: -1, -1: -WIN - 1}[sign(value)]
    found: list[tuple[int, int]] = []
    for move in search.game.moves(state):
        after = search.game.play(state, move)
        bounds = Bounds()
        if keeps(search, state, after, target, bounds):
            worth = settle(search, after, bounds) if value and not bounds.exact else bounds.low
            if not value:
                worth = 0
            found.append((move, seen_from(worth, search.relation(state, after), scored(search))))
    if not found:
        what = f"the position is worth {value}, and no move is"
        raise Contradiction(search.game, state, what)
    return sorted(found, key=lambda one: -one[1])


def winning_move(search: Oracle, state: State) -> int:
    """One move that wins, in a position that is won."""
    suggested = search.suggestion(state, 0, None)
    if suggested is not None:
        return suggested
    for move in search.game.moves(state):
        if keeps(search, state, search.game.play(state, move), 0, Bounds()):
            return move
    raise Contradiction(search.game, state, "the position is won, and no move wins")


def scored(search: Oracle) -> int:
    """1 if values are points, else 0, as the compiled search takes it."""
    return int(search.game.rulebook.scored)


def principal_line(search: Oracle, state: State, value: int, first: int) -> list[int]:
    """The best moves of both sides, from the first on, to the end of the game or to where play
    begins to repeat itself.
    """
    line = [first]
    seen = {state}
    before, state = state, search.game.play(state, first)
    while not search.game.over(state) and state not in seen:
        _in_time(search)
        seen.add(state)
        value = one_later(value, search.relation(before, state), scored(search))
        for move in search.game.moves(state):
            after = search.game.play(state, move)
            if keeps(search, state, after, value - 1, Bounds()):
                line.append(move)
                before, state = state, after
                break
        else:
            what = f"the position is worth {value}, and no move is"
            raise Contradiction(search.game, state, what)
    return line


def _in_time(search: Oracle) -> None:
    """Raises `Stopped` once the search's time is up."""
    if search.deadline.passed:
        raise Stopped
