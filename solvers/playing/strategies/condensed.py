"""Strategies that take for granted what the game gives (`models.rulebooks.parts.Given`): one move
for all positions that are alike, and none where what is certain of the points keeps the promise
already.

rank       the plies until then; it falls with every ply that counts
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.parts import Given
from ruleproof.solvers.playing.strategies.by_rules import Promise, Reply, broken_promise, tell
from ruleproof.solvers.playing.values.oracle import Oracle, worth


class _Node(NamedTuple):
    """A position to be answered: what it shares with those alike, and whose it is."""

    key: Hashable
    state: State
    mine: bool


def condensed(oracle: Oracle, start: State, promise: Promise, given: Given) -> dict[State, Reply]:
    """A strategy that keeps the promise: a move for its owner at one of the alike positions
    wherever it leads. Of the moves that keep it, one of those is chosen after which most is
    certain. Raises `Stopped`, and `MemoryError` where the oracle's ledger has no room for it.
    """
    game = oracle.game
    first = _Node(given.alike(game, start), start, promise.owner == 1)
    later: dict[Hashable, list[_Node]] = {}
    chosen: dict[Hashable, tuple[State, int]] = {}
    todo = [first]
    while todo:
        node = todo.pop()
        if node.key in later:
            continue
        if _kept(oracle, node, promise, given):
            later[node.key] = []
            continue
        after = _after(oracle, node, given)
        if node.mine:
            move = _best(oracle, node, after, promise, given)
            chosen[node.key] = node.state, move
            after = {move: after[move]}
        later[node.key] = list(after.values())
        todo += later[node.key]
        tell(oracle, start, len(later), len(chosen) + len(todo))
    ranks = _ranks(first, later)
    return {state: Reply(move, ranks[key]) for key, (state, move) in chosen.items()}


def _kept(oracle: Oracle, node: _Node, promise: Promise, given: Given) -> bool:
    """Whether the promise is kept from here on, whatever is played."""
    if oracle.game.over(node.state):
        value = oracle.final(node.state)
        if (value if node.mine else -value) < promise.least:
            raise broken_promise(oracle.game, node.state)
        return True
    return _certain(oracle.game, oracle.party, node, given) >= promise.least


def _certain(game: Game, party: int, node: _Node, given: Given) -> int:
    """The least final value for the strategy's owner, whatever is played."""
    points = given.certain(game, node.state)
    if party >= 0:
        least, most = points[party]
        return least if (node.state.side == party) == node.mine else -most
    owner = node.state.side if node.mine else 1 - node.state.side
    return points[owner][0] - points[1 - owner][1]


def _after(oracle: Oracle, node: _Node, given: Given) -> dict[int, _Node]:
    """The positions after the moves that count, one of those that are alike."""
    game = oracle.game
    seen = {node.key}
    found: dict[int, _Node] = {}
    for move in game.moves(node.state):
        after = game.play(node.state, move)
        key = given.alike(game, after)
        if key not in seen:
            seen.add(key)
            same = oracle.relation(node.state, after) == 1
            found[move] = _Node(key, after, same == node.mine)
    return found


def _best(
    oracle: Oracle, node: _Node, after: dict[int, _Node], promise: Promise, given: Given
) -> int:
    """A move that keeps the promise."""
    game = oracle.game
    sure = {move: _certain(game, oracle.party, one, given) for move, one in after.items()}
    for move in sorted(after, key=lambda move: -sure[move]):
        kept = sure[move] >= promise.least
        if kept or worth(oracle, node.state, after[move].state, promise.least - 1):
            return move
    raise broken_promise(game, node.state)


def _ranks(first: _Node, later: dict[Hashable, list[_Node]]) -> dict[Hashable, int]:
    """The most plies that play can still take until the promise is kept."""
    longest: dict[Hashable, int] = {}
    todo = [first.key]
    while todo:
        key = todo[-1]
        missing = [one.key for one in later[key] if one.key not in longest]
        if missing:
            todo += missing
            continue
        todo.pop()
        longest[key] = 1 + max((longest[one.key] for one in later[key]), default=-1)
    return longest
