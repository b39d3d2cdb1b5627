"""Strategies: what one side plays wherever it is to move, so that it keeps a promise.

rank       the plies within which the game ends from there, in strategies that must make it end: it
           falls with every ply; or those for which what is promised is held, where it need not be
           held for ever: it falls by no more than one a ply
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.values.contradiction import Contradiction, relied_on
from ruleproof.solvers.playing.values.oracle import Oracle, worth
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.work.memory import noted
from ruleproof.solvers.work.progress import Progress, Stopped

_ENDS_NEVER = 1 << 40
_OFTEN = 256
"""Positions between two looks at the limits."""


class Promise(NamedTuple):
    """The purpose of a strategy: in the words of the file; its owner (1: whoever moves at the
    start, or -1); the least value that it holds for its owner; whether it makes the game end, and
    within how many plies where values tell that, or else for how many plies it holds (None: for
    ever).
    """

    header: dict[str, Any]
    owner: int
    least: int
    ends: bool
    plies: int | None = None

    @property
    def lasts(self) -> bool:
        """Whether only so many plies count."""
        return not self.ends and self.plies is not None


def broken_promise(game: Game, state: State) -> Contradiction:
    """The error that a strategy cannot be written down: the search that found it was misled."""
    laws = ("runs", *relied_on(game))
    return Contradiction(game, state, "the strategy that was found does not hold here", laws)


class TooMany(Exception):
    """More positions than may be looked at."""


@dataclass
class Effort:
    """The number of positions that may still be looked at, None if that does not matter."""

    left: int | None = None

    def spend(self) -> None:
        """Counts a position. Raises `TooMany`."""
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise TooMany


class Reply(NamedTuple):
    """The move at a position, and the plies within which the game then ends."""

    move: int
    rank: int | None


def strategy(oracle: Oracle, start: State, promise: Promise, effort: Effort) -> dict[State, Reply]:
    """A strategy that keeps the promise: a move for its owner wherever it leads. Of the moves that
    keep it, those that lead to the fewest new positions are chosen. Raises `Stopped`, `TooMany`,
    and `MemoryError` where the oracle's ledger has no room for it.
    """
    if promise.lasts:
        return _lasting(oracle, start, promise)
    entries: dict[State, Reply] = {}
    waiting = _open_positions(oracle, start, promise.owner == 1, promise.plies, promise, {}, effort)
    todo = waiting or []
    while todo:
        state, bound = todo.pop()
        known = entries.get(state)
        if known and (bound is None or (known.rank is not None and known.rank <= bound)):
            continue
        entries[state], more = _choice(oracle, state, bound, promise, entries, effort)
        todo += more
        tell(oracle, start, len(entries), len(todo))
    kept = _reached(oracle, start, promise, entries)
    return _ranked(oracle, kept) if promise.ends and promise.plies is None else kept


def _lasting(oracle: Oracle, start: State, promise: Promise) -> dict[State, Reply]:
    """A strategy that keeps a promise for so many plies. One ply after the other is looked at, so
    that each position is met first when most plies are left. The last ply of the others needs no
    answer.
    """
    game = oracle.game
    entries: dict[State, Reply] = {}
    done: set[tuple[State, bool]] = set()
    todo = {(start, promise.owner == 1): None}
    for left in range(promise.plies or 0, 0, -1):
        later: dict[tuple[State, bool], None] = {}
        for state, mine in todo:
            if mine:
                held = oracle.suggestion(state, promise.least - 1, left)
                if held is None:
                    raise broken_promise(game, state)
                entries[state] = Reply(held, left)
                moves = [held]
                tell(oracle, start, len(entries), len(todo) + len(later) + len(done))
            else:
                moves = game.moves(state) if left > 1 else []
            for move in moves:
                after = game.play(state, move)
                next_is_mine = (oracle.relation(state, after) == 1) == mine
                if not game.over(after):
                    later[after, next_is_mine] = None
                elif oracle.final(after) * (1 if next_is_mine else -1) < promise.least:
                    raise broken_promise(game, state)
        done.update(todo)
        todo = {node: None for node in later if node not in done}
    return entries


def tell(oracle: Oracle, start: State, done: int, waiting: int) -> None:
    """Tells now and then how far the strategy is. Raises `Stopped` when the time is up, and
    `MemoryError` where the ledger has no room for so many positions.
    """
    if done % _OFTEN == 0:
        oracle.progress(Progress("certificate", done, done + waiting))
        oracle.ledger.hold("strategy", (done + waiting) * noted(start))
        if oracle.deadline.passed:
            raise Stopped


def _choice(
    oracle: Oracle,
    state: State,
    bound: int | None,
    promise: Promise,
    entries: dict[State, Reply],
    effort: Effort,
) -> tuple[Reply, list[tuple[State, int | None]]]:
    """The move chosen at a position, and the positions to which it leads that have none yet."""
    game = oracle.game
    later = None if bound is None else bound - 1
    suggested = oracle.suggestion(state, promise.least - 1, bound)
    if suggested is not None:
        after = game.play(state, suggested)
        ours = oracle.relation(state, after) == 1
        new = _open_positions(oracle, after, ours, later, promise, entries, effort)
        if new is None:
            raise broken_promise(game, state)
        return Reply(suggested, bound), new
    choices: list[tuple[int, int, State, list[tuple[State, int | None]]]] = []
    for move in game.moves(state):
        after = game.play(state, move)
        ours = oracle.relation(state, after) == 1
        new = _open_positions(oracle, after, ours, later, promise, entries, effort)
        if new is not None:
            choices.append((len(new), move, after, new))
    target = promise.least - 1 if bound is None else WIN - bound - 1
    for _, move, after, new in sorted(choices, key=lambda choice: choice[0]):
        towards = not promise.ends or promise.plies is not None or oracle.nearer(state, after)
        if towards and worth(oracle, state, after, target):
            return Reply(move, bound), new
    raise broken_promise(game, state)


def _open_positions(
    oracle: Oracle,
    state: State,
    ours: bool,
    bound: int | None,
    promise: Promise,
    entries: dict[State, Reply],
    effort: Effort,
) -> list[tuple[State, int | None]] | None:
    """The positions with the owner to move, from here on, that need an entry, each with its bound;
    None if play from here can end otherwise than promised.
    """
    game = oracle.game
    found: dict[State, int | None] = {}
    seen: dict[State, int] = {}
    todo = [(state, ours, bound)]
    while todo:
        here, mine, left = todo.pop()
        effort.spend()
        if game.over(here):
            value = oracle.final(here)
            if (value if mine else -value) < promise.least or (left is not None and left < 0):
                return None
        elif mine:
            known = entries.get(here)
            if known is None or (left is not None and (known.rank is None or known.rank > left)):
                old = found.get(here, left)
                found[here] = left if old is None or left is None else min(old, left)
        else:
            depth = -_ENDS_NEVER if left is None else left
            if seen.get(here, _ENDS_NEVER) <= depth:
                continue
            if left is not None and left <= 0:
                return None
            seen[here] = depth
            for move in game.moves(here):
                after = game.play(here, move)
                again = oracle.relation(here, after) == 1
                todo.append((after, not again, None if left is None else left - 1))
    return list(found.items())


def _reached(
    oracle: Oracle, start: State, promise: Promise, entries: dict[State, Reply]
) -> dict[State, Reply]:
    """The entries that play can still reach."""
    game = oracle.game
    kept: dict[State, Reply] = {}
    seen: set[State] = set()
    todo = [(start, promise.owner == 1)]
    while todo:
        state, mine = todo.pop()
        if game.over(state) or (state in kept if mine else state in seen):
            continue
        moves = game.moves(state)
        if mine:
            kept[state] = entries[state]
            moves = [entries[state].move]
        else:
            seen.add(state)
        for move in moves:
            after = game.play(state, move)
            todo.append((after, (oracle.relation(state, after) == 1) == mine))
        tell(oracle, start, len(kept) + len(seen), len(entries) + len(todo))
    return kept


def _ranked(oracle: Oracle, entries: dict[State, Reply]) -> dict[State, Reply]:
    """The entries with the most plies that play can still take; play must not be able to return to
    a position.
    """
    game = oracle.game
    longest: dict[State, int] = {}
    todo = list(entries)
    while todo:
        state = todo[-1]
        if state in longest or game.over(state):
            longest.setdefault(state, 0)
            todo.pop()
            continue
        moves = [entries[state].move] if state in entries else game.moves(state)
        later = [game.play(state, move) for move in moves]
        missing = [after for after in later if after not in longest]
        if missing:
            todo += missing
        else:
            longest[state] = 1 + max(longest[after] for after in later)
            todo.pop()
            tell(oracle, state, len(longest), len(entries))
    return {state: Reply(entry.move, longest[state]) for state, entry in entries.items()}
