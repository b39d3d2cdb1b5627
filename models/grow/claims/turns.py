"""Grow's whole turns, in plain Python: their ends and their worth.

A turn is a list of micro-moves up to `end` or to the end of the game. `values` lists all positions
of a small board, so it is only for those; an endless game is a draw.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ruleproof.models.claims.counted import Allowance
from ruleproof.models.grow.rules import END, setting_up
from ruleproof.models.play.game import Game

State = Any


_LOOKS = 30_000
"""Positions from which all moves are played in a second."""


def counting(seconds: float) -> Callable[[], None]:
    """A function that counts a position looked at. It raises `OutOfWork` after as many as are worth
    so many seconds.
    """
    allowed = Allowance(seconds)
    return lambda: allowed.spend(1, _LOOKS)


def turn_starts(game: Game, check: Callable[[], None]) -> Iterator[tuple[State, list[int]]]:
    """Every position at which a turn begins, with a line to it, those after fewest turns first."""
    seen = {game.start()}
    waiting: deque[tuple[State, list[int]]] = deque([(game.start(), [])])
    while waiting:
        state, line = waiting.popleft()
        check()
        if game.over(state):
            continue
        if not setting_up(game.rules, state):
            yield state, line
        for after, moves in ends_of_turn(game, state, check).items():
            if after not in seen:
                seen.add(after)
                waiting.append((after, line + moves))


def ends_of_turn(
    game: Game,
    state: State,
    check: Callable[[], None],
    through: Callable[[State], bool] = lambda state: True,
) -> dict[State, list[int]]:
    """The positions that a turn begun at the state can end in, with the moves of one such turn;
    only such turns as come `through` positions of which that holds, the last one left out.
    """
    found: dict[State, list[int]] = {}
    seen = {state}
    waiting: list[tuple[State, list[int]]] = [(state, [])]
    while waiting:
        check()
        here, line = waiting.pop()
        for move in game.moves(here):
            after, moves = game.play(here, move), [*line, move]
            if after.side != here.side or game.over(after):
                found.setdefault(after, moves)
            elif after not in seen and through(after):
                seen.add(after)
                waiting.append((after, moves))
    return found


def values(game: Game, check: Callable[[], None]) -> dict[State, int]:
    """Return the worth of every reachable position: Red's margin in a game of two."""
    graph = _graph(game, check)
    worth = dict.fromkeys(graph.after, 0)
    for player, sign in ((0, 1), (1, -1)):
        margins = {
            state: sign * (game.score(state, 0) - game.score(state, 1)) for state in graph.ends
        }
        for bound in range(1, game.board.size + 1):
            check()
            for state in _forced(graph, margins, player, bound):
                worth[state] = sign * bound
    return worth


def guaranteed(game: Game, check: Callable[[], None]) -> list[int]:
    """Return for each player how many spaces he can force against all others together."""
    graph = _graph(game, check)
    found: list[int] = []
    for player in range(len(game.players)):
        spaces = {state: game.score(state, player) for state in graph.ends}
        bound = 0
        while game.start() in _forced(graph, spaces, player, bound + 1):
            check()
            bound += 1
        found.append(bound)
    return found


class Graph(NamedTuple):
    """The positions after each position, before it, and those at which the game is over."""

    after: dict[State, list[State]]
    before: dict[State, list[State]]
    ends: list[State]


def _graph(game: Game, check: Callable[[], None]) -> Graph:
    """All reachable positions."""
    after: dict[State, list[State]] = {}
    before: dict[State, list[State]] = defaultdict(list)
    waiting = [game.start()]
    while waiting:
        check()
        state = waiting.pop()
        if state in after:
            continue
        after[state] = [game.play(state, move) for move in game.moves(state)]
        for one in after[state]:
            before[one].append(state)
        waiting += after[state]
    return Graph(after, before, [state for state in after if game.over(state)])


def _forced(graph: Graph, points: dict[State, int], player: int, bound: int) -> set[State]:
    """Return the positions where the player can force an end with so many points or more."""
    won = {state for state, here in points.items() if here >= bound}
    ways = {state: len(others) for state, others in graph.after.items()}
    waiting = list(won)
    while waiting:
        for state in graph.before[waiting.pop()]:
            ways[state] -= 1
            if state not in won and (state.side == player or ways[state] == 0):
                won.add(state)
                waiting.append(state)
    return won


def best_turns(
    game: Game, state: State, worth: Mapping[State, int]
) -> tuple[int | None, int | None]:
    """Return the worth of the best turn with a drop and of the best one without, as Red's margin;
    None where there is no such turn.
    """
    best = max if state.side == 0 else min
    found: tuple[list[int], list[int]] = ([], [])
    seen: set[State] = {state}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for move in game.moves(here):
            after = game.play(here, move)
            with_drop = bool(here.dropped) or move < END
            if after.side != here.side or game.over(after):
                found[0 if with_drop else 1].append(worth[after])
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    first, second = (best(kind) if kind else None for kind in found)
    return first, second
