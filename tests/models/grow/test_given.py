"""What certificates of Grow take as given: from positions that are alike play is the same, and no
play gives a player fewer or more spaces than are certain.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable
from typing import Any

import networkx as nx
import pytest

from ruleproof.models.grow import given, notation
from ruleproof.models.grow.rules import END, State, empty, setting_up, spaces_of
from ruleproof.models.play.game import Game, game
from ruleproof.solvers.reasoning.laws.grounds import Ground
from ruleproof.solvers.reasoning.laws.play import given as law_of_given

SMALL = [
    game("grow", board, drop="mandatory", **settings)
    for board, settings in [
        ("square:2x3", {}),
        ("square:2x3", {"order": "drop-first"}),
        ("square:2x3", {"order": "moves-first"}),
        ("square:2x3", {"order": "simultaneous"}),
        ("square:2x3", {"new-head": "moves"}),
        ("square:1x6", {}),
        ("square:1x6", {"order": "moves-first", "new-head": "moves"}),
        ("square:1x6", {"players": 3}),
        ("square:2x3", {"players": 3, "new-head": "moves"}),
        ("square:2x3", {"players": 4}),
    ]
]
LARGE = [
    game("grow", board, drop="mandatory", **settings)
    for board, settings in [
        ("square:5x5", {}),
        ("square:4x6", {"new-head": "moves"}),
        ("square:5x5", {"players": 3}),
        ("square:4x5", {"order": "moves-first"}),
        ("square:4x5", {"order": "drop-first"}),
    ]
]


def named(one: Game) -> str:
    chosen = (f"{key}={word}" for key, word in one.settings.items() if key != "edition")
    return f"{one.board.text}-{'-'.join(chosen)}"


def reachable(one: Game) -> dict[State, list[State]]:
    """All positions that play reaches, with those after each; those after it come first."""
    after: dict[State, list[State]] = {}
    entered: set[State] = set()
    todo = [one.start()]
    while todo:
        state = todo[-1]
        if state in entered:
            todo.pop()
            after.setdefault(state, [one.play(state, move) for move in one.moves(state)])
            continue
        entered.add(state)
        todo += [
            later for move in one.moves(state) if (later := one.play(state, move)) not in entered
        ]
    return after


def course(one: Game, state: State) -> tuple[bool, frozenset[Hashable]]:
    """Whether the position is over, and what it can become, up to what is alike."""
    later = {given.alike(one, one.play(state, move)) for move in one.moves(state)}
    return one.over(state), frozenset(later - {given.alike(one, state)})


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(one, id=named(one), marks=pytest.mark.slow if number % 2 else ())
        for number, one in enumerate(SMALL)
    ],
)
def test_from_alike_positions_play_is_the_same(one: Game) -> None:
    """Of all positions of small boards; alike ones have the same certain, and no play leads beyond
    it. More is certain than that spaces stay their owner's.
    """
    ground = Ground(one, after=reachable(one), complete=True)
    assert list(law_of_given(ground)) == []
    marks = {given.alike(one, state) for state in ground.after}
    assert (len(marks) < len(ground.after)) == (one.settings["order"] != "simultaneous")
    informed = 0
    for state in ground.after:
        left = empty(one.field, state).bit_count()
        for player, (least, most) in enumerate(given.certain(one, state)):
            own = one.score(state, player)
            informed += (least, most) != (own, own + left)
    assert informed


def takes(one: Game, state: State, move: int) -> bool:
    """Whether the move takes a space."""
    return empty(one.field, one.play(state, move)) != empty(one.field, state)


@pytest.mark.parametrize("one", LARGE, ids=named)
def test_what_is_certain_holds_where_one_takes_little_and_the_others_much(one: Game) -> None:
    dice = random.Random(5)
    reached = 0
    for number in range(60):
        state: Any = one.start()
        lazy = number % len(one.players)
        seen: list[State] = []
        while not one.over(state):
            seen.append(state)
            moves = one.moves(state)
            grabs = [move for move in moves if takes(one, state, move)]
            rest = [move for move in moves if move not in grabs]
            if state.side == lazy and state.dropped:
                moves = [END]
            elif state.side != lazy or setting_up(one.rules, state):
                moves = grabs or rest
            else:
                moves = [move for move in grabs if move < END] or moves
            state = one.play(state, dice.choice(moves))
        final = one.score(state, lazy)
        for earlier in seen:
            least, _ = given.certain(one, earlier)[lazy]
            assert least <= final, earlier
            reached += least == final and one.score(earlier, lazy) < least
    assert reached


def kinds(one: Game, state: State) -> dict[Hashable, list[int]]:
    """The spaces on which heads are of one kind."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    graph = one.board.graph
    room = {space for space in range(one.board.size) if empty(one.field, state) >> space & 1}
    for player in range(len(one.players)):
        own = [s for s in range(one.board.size) if spaces_of(state, player) >> s & 1]
        for group in nx.connected_components(graph.subgraph(own)):
            for space in group:
                beside = frozenset(set(graph[space]) & room)
                found[player, min(group), beside].append(space)
    return found


def exchanged(one: Game, state: State, dice: random.Random) -> State:
    """The position with heads put elsewhere among the spaces of their kind."""
    ready: dict[int, int] = defaultdict(int)
    spent: dict[int, int] = defaultdict(int)
    for spaces in kinds(one, state).values():
        for space in spaces:
            for heads, new in ((state.ready, ready), (state.spent, spent)):
                for _ in range(notation.heads_on(heads, space)):
                    new[dice.choice(spaces)] += 1
    return state._replace(ready=notation.counts_of(ready), spent=notation.counts_of(spent))


@pytest.mark.parametrize("one", LARGE, ids=named)
def test_heads_of_a_kind_can_be_exchanged(one: Game) -> None:
    """On larger boards, against groups found by networkx."""
    dice = random.Random(11)
    others = 0
    for _ in range(25):
        state: Any = one.start()
        while not one.over(state):
            if not setting_up(one.rules, state) and dice.random() < 0.3:
                other = exchanged(one, state, dice)
                assert given.alike(one, other) == given.alike(one, state)
                assert course(one, other) == course(one, state)
                assert given.certain(one, other) == given.certain(one, state)
                others += other != state
            state = one.play(state, dice.choice(one.moves(state)))
    assert others > 50


def test_nothing_is_given_where_play_can_return() -> None:
    assert game("grow").given is None
    assert game("grow", drop="mandatory").given is not None
    assert game("incrowd").given is None
