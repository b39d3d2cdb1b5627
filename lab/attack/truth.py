"""What is true on tiny boards, by plain definitions over the interpreted rules.

camp    the side to move and its friends, or, with more than two players, one player alone
forces  a camp forces an end worth so much: whatever the others do, play ends there

Play that never ends is worth nothing to anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lab.attack.targets import Unjudged
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.rulebooks.rulebook import rulebook

MOST = 60_000
"""Positions beyond which nothing is known here."""
_OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def game_of(head: Mapping[str, Any]) -> Game:
    """The game that the head of a file names."""
    return make_game(rulebook(head["game"]), head["board"], head["settings"])


class _Node(NamedTuple):
    """A position, and whether the camp is to move there."""

    state: State
    ours: bool


class Graph(NamedTuple):
    """All positions that can be reached: those after each, and what ends are worth to the camp."""

    first: _Node
    after: dict[_Node, list[_Node]]
    worth: dict[_Node, int]


@lru_cache(maxsize=64)
def graph(game: Game, state: State, party: int = -1) -> Graph:
    """All that can be reached from the state; of the camp of who is to move, or of a player."""
    first = _Node(state, party in (-1, state.side))
    after: dict[_Node, list[_Node]] = {}
    worth: dict[_Node, int] = {}
    waiting = [first]
    while waiting:
        node = waiting.pop()
        if node in after:
            continue
        after[node] = []
        if len(after) > MOST:
            raise Unjudged(f"{game.name} on {game.board.text} has more than {MOST:,} positions")
        if game.over(node.state):
            if party >= 0:
                worth[node] = game.score(node.state, party)
            else:
                worth[node] = game.payoff(node.state) * (1 if node.ours else -1)
            continue
        for move in game.moves(node.state):
            later = game.play(node.state, move)
            again = (
                game.plays_on(node.state, later)
                if party < 0
                else (node.state.side == party) == (later.side == party)
            )
            after[node].append(_Node(later, node.ours == again))
        waiting += after[node]
    return Graph(first, after, worth)


def forced(found: Graph, ours: bool, meets: Callable[[int], bool]) -> int | None:
    """The plies within which the camp, or the others, force an end that meets it; None if never."""
    before: dict[_Node, list[_Node]] = {node: [] for node in found.after}
    left = {node: len(later) for node, later in found.after.items()}
    for node, later in found.after.items():
        for one in later:
            before[one].append(node)
    layer = [node for node, worth in found.worth.items() if meets(worth)]
    plies, reached = 0, set(layer)
    while layer and found.first not in reached:
        plies += 1
        following: list[_Node] = []
        for node in layer:
            for earlier in before[node]:
                left[earlier] -= 1
                if earlier not in reached and (earlier.ours == ours or left[earlier] == 0):
                    reached.add(earlier)
                    following.append(earlier)
        layer = following
    return plies if found.first in reached else None


def outcome(game: Game, state: State) -> tuple[str, int | None]:
    """win, draw or loss for the side to move, and the plies of a win or a loss."""
    found = graph(game, state)
    for ours, sign in ((True, 1), (False, -1)):
        plies = forced(found, ours, lambda worth, sign=sign: worth == sign)
        if plies is not None:
            return _OUTCOMES[sign], plies
    return "draw", None


def margin(game: Game, state: State) -> int:
    """The first player's margin, of scored games of two."""
    found = graph(game, state)
    best = 0
    for worth in sorted(set(found.worth.values())):
        if worth > 0 and forced(found, True, lambda one, w=worth: one >= w) is not None:
            best = worth
        if worth < best <= 0 and forced(found, False, lambda one, w=worth: one <= w) is not None:
            best = worth
            break
    return best if state.side == 0 else -best


def scores(game: Game, state: State, points: list[int]) -> bool:
    """Whether each player forces so many points, and the others that he gets no more."""
    for player, own in enumerate(points):
        found = graph(game, state, player)
        if forced(found, True, lambda worth, own=own: worth >= own) is None:
            return False
        if forced(found, False, lambda worth, own=own: worth <= own) is None:
            return False
    return True


def false_claim(game: Game, state: State, claim: dict[str, Any]) -> str:
    """Why a certificate's claim about a position is false, empty if it is true."""
    value, within = claim.get("value"), claim.get("distance")
    if len(game.players) > 2:
        return "" if scores(game, state, value or []) else f"the points are not {value!r}"
    if game.rulebook.scored:
        true: Any = margin(game, state)
        plies = None
    else:
        true, plies = outcome(game, state)
    if value is not None:
        if value != true or isinstance(value, bool):
            return f"the value is {true!r}, not {value!r}"
        if within is not None and (plies is None or plies > within):
            return f"it takes {plies} plies, not {within!r}"
        return ""
    bounds = claim.get("bounds")
    low, high = bounds if isinstance(bounds, list) and len(bounds) == 2 else (None, None)
    order = {"loss": -1, "draw": 0, "win": 1, None: None}
    if not game.rulebook.scored:
        low, high, true = order[low], order[high], order[true]
    if (low is not None and low > true) or (high is not None and high < true):
        return f"the value {true!r} lies beyond the bounds {bounds!r}"
    held = claim.get("no_win_within")
    if held is not None and true == 1 and plies is not None and plies <= held:
        return f"there is a win within {plies} plies"
    return ""
