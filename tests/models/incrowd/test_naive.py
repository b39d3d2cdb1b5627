"""In Crowd's rules against a naive implementation that flips one stone at a time in random order,
and against networkx.
"""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof import Game, Position, game
from ruleproof.models.cells import each
from ruleproof.models.incrowd.rules import PASS

READINGS: list[dict[str, str]] = [
    {"majority": majority, "chain": chain, "turncoat_chain": turncoat, "territory": territory}
    for majority, chain, turncoat, territory in product(
        ("stones", "cells"), ("local", "global"), ("off", "on"), ("orthogonal", "all8")
    )
]
BOARDS = ["square:1x4", "square:2x3", "square:3x3", "square:3x5", "square:4x4", "square:6x5"]

Spot = tuple[int, int]
Stones = dict[Spot, str]


def around(spot: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = spot
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def is_outnumbered(stones: Stones, spot: Spot, chosen: Game) -> bool:
    beside = [near for near in around(spot) if near in chosen.board.spots]
    colours = [stones[near] for near in beside if near in stones]
    friends = colours.count(stones[spot])
    enemies = len(colours) - friends
    if chosen.settings["majority"] == "cells":
        return enemies > (len(beside) + 1) / 2
    return enemies > friends + 1


def naive_chain(stones: Stones, spot: Spot, victim: str, chosen: Game, rng: random.Random) -> int:
    """Flips one victim at a time, any that may flip; returns how many did."""
    changed = [spot]
    everywhere = chosen.settings["chain"] == "global"
    while True:
        beside = {near for one in changed for near in around(one)}
        turning = [
            one
            for one, colour in stones.items()
            if colour == victim
            and (everywhere or one in beside)
            and is_outnumbered(stones, one, chosen)
        ]
        if not turning:
            return len(changed) - 1
        one = rng.choice(turning)
        stones[one] = "B" if victim == "W" else "W"
        changed.append(one)


def naive_turn(stones: Stones, spot: Spot, colour: str, chosen: Game, rng: random.Random) -> Stones:
    """The stones after a drop."""
    stones = stones | {spot: colour}
    enemy = "B" if colour == "W" else "W"
    flips = naive_chain(stones, spot, enemy, chosen, rng)
    if not flips and is_outnumbered(stones, spot, chosen):
        stones[spot] = enemy
        if chosen.settings["turncoat-chain"] == "on":
            naive_chain(stones, spot, colour, chosen, rng)
    return stones


def picture(chosen: Game, p: Any) -> Stones:
    spots = chosen.board.spots
    return {spots[cell]: "B" for cell in each(p.black)} | {
        spots[cell]: "W" for cell in each(p.white)
    }


@st.composite
def reached(draw: st.DrawFn) -> tuple[Game, Any]:
    """A game with any readings and a state that random play reaches in it."""
    chosen = game("incrowd", draw(st.sampled_from(BOARDS)), **draw(st.sampled_from(READINGS)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    p = chosen.start()
    for _ in range(draw(st.integers(0, chosen.board.size))):
        moves = chosen.moves(p)
        drops = [move for move in moves if move != PASS]
        if not moves or not drops:
            break
        p = chosen.play(p, rng.choice(moves if rng.random() < 0.2 else drops))
    return chosen, p


@st.composite
def scattered(draw: st.DrawFn) -> tuple[Game, Any]:
    """A game with any readings and any stones at all, where chains run longer than in play."""
    chosen = game("incrowd", draw(st.sampled_from(BOARDS)), **draw(st.sampled_from(READINGS)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    weights = (draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    colours = rng.choices(".BW", weights, k=chosen.board.size)
    black = sum(1 << cell for cell, colour in enumerate(colours) if colour == "B")
    white = sum(1 << cell for cell, colour in enumerate(colours) if colour == "W")
    state = chosen.rulebook.rules.State(black, white, rng.randrange(2), rng.randrange(2))
    return chosen, state


@settings(max_examples=300, deadline=None)
@given(st.one_of(reached(), scattered()), st.integers(0, 2**32))
def test_drops_equal_the_naive_ones_in_any_order_of_flips(found: tuple[Game, Any], seed: int):
    chosen, p = found
    rng = random.Random(seed)
    before = picture(chosen, p)
    for move in chosen.moves(p):
        if move == PASS:
            assert picture(chosen, chosen.play(p, move)) == before
            continue
        q = chosen.play(p, move)
        colour = "BW"[p.side]
        spot = chosen.board.spots[move]
        assert picture(chosen, q) == naive_turn(before, spot, colour, chosen, rng)
        assert (q.side, q.passes) == (1 - p.side, 0)
        assert q.black & q.white == 0
        assert q.black | q.white == p.black | p.white | 1 << move


@settings(max_examples=150, deadline=None)
@given(reached())
def test_what_play_reaches_has_no_faults_and_reads_back(found: tuple[Game, Any]):
    chosen, p = found
    assert chosen.faults(p) == []
    text = Position(chosen, p).text
    assert Position.read(chosen, text).state == p


@settings(max_examples=150, deadline=None)
@given(st.one_of(reached(), scattered()))
def test_area_equals_that_of_networkx_regions(found: tuple[Game, Any]):
    import networkx as nx

    chosen, p = found
    board = chosen.board
    graph = board.around_graph if chosen.settings["territory"] == "all8" else board.graph
    area = [p.black.bit_count(), p.white.bit_count()]
    empty = [cell for cell in range(board.size) if not (p.black | p.white) >> cell & 1]
    for region in nx.connected_components(graph.subgraph(empty)):
        edge = nx.node_boundary(graph, region)
        owners = {"BW"[p.white >> cell & 1] for cell in edge}
        if len(owners) == 1:
            area["BW".index(owners.pop())] += len(region)
    assert [chosen.score(p, 0), chosen.score(p, 1)] == area
    assert chosen.payoff(p) == area[p.side] - area[1 - p.side]


def naive_area(stones: Stones, spots: set[tuple[int, int]], everywhere: bool) -> list[int]:
    """Black's and White's area: their stones and the empty regions that only they touch."""
    area = {colour: list(stones.values()).count(colour) for colour in "BW"}
    unseen = spots - set(stones)
    while unseen:
        waiting, colours, size = [unseen.pop()], set[str](), 0
        while waiting:
            x, y = waiting.pop()
            size += 1
            for near in around((x, y)):
                if not everywhere and near[0] != x and near[1] != y:
                    continue
                if near in stones:
                    colours.add(stones[near])
                elif near in unseen:
                    unseen.remove(near)
                    waiting.append(near)
        if len(colours) == 1:
            area[colours.pop()] += size
    return [area["B"], area["W"]]


def naive_margins(
    position: Position, stones: Stones, side: int, passes: int, depth: int, rng: random.Random
) -> tuple[int, int]:
    """The number of sequences of that length, and Black's area less White's summed over them."""
    spots = set(position.game.board.spots)
    reading = position.game.settings
    if depth == 0:
        black, white = naive_area(stones, spots, reading["territory"] == "all8")
        return 1, black - white
    if passes == 2:
        return 0, 0
    empty = spots - set(stones)
    free = {spot for spot in empty if not set(around(spot)) & set(stones)}
    after = [
        (naive_turn(stones, spot, "BW"[side], position.game, rng), 0) for spot in free or empty
    ]
    if not free:
        after.append((stones, passes + 1))
    parts = [
        naive_margins(position, then, 1 - side, times, depth - 1, rng) for then, times in after
    ]
    return sum(many for many, _ in parts), sum(margin for _, margin in parts)


def naively_held(lines: list[str]) -> None:
    rng = random.Random(5)
    for line in map(json.loads, lines):
        chosen = {name.replace("-", "_"): value for name, value in line["settings"].items()}
        position = Position.read(game("incrowd", line["board"], **chosen), line["position"])
        p = position.state
        for depth, margin in enumerate(line["margins"], 1):
            found = naive_margins(position, picture(position.game, p), p.side, p.passes, depth, rng)
            assert found == (line["counts"][depth - 1], margin), line


LINES = Path(__file__).with_name("perft.jsonl").read_text().splitlines()


def test_a_sample_of_the_perft_data():
    naively_held(LINES[11::41])


@pytest.mark.slow
def test_the_whole_perft_data():
    naively_held(LINES)
