"""In Crowd's rules: the worked example, small boards, flips, area, symmetry, and whole turns held
against a naive implementation that flips one stone at a time in random order.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof import Game, Position, game
from ruleproof.models.cells import each
from ruleproof.models.incrowd.rules import PASS

READINGS: list[dict[str, str]] = [
    {"chain": chain, "turncoat_chain": turncoat, "territory": territory}
    for chain, turncoat, territory in product(
        ("local", "global"), ("off", "on"), ("orthogonal", "all8")
    )
]
BOARDS = ["square:1x4", "square:2x3", "square:3x3", "square:3x5", "square:4x4", "square:6x5"]

EXAMPLE = "B . B . . / . . . . B / W . W . . / . . . . W / B . W . . ; black"


def read(board: str, text: str, **chosen: str) -> Position:
    return Position.read(game("incrowd", board, **chosen), text)


# The worked example


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_worked_example(reading: dict[str, str]):
    position = read("square:5x5", EXAMPLE, **reading)
    for move in ("a4", "b3", "a2", "c2"):
        before, position = position, position.play(move)
        assert before.state.black & ~position.state.black == 0
        assert before.state.white & ~position.state.white == 0
    before, position = position, position.play("b4")
    board = position.game.board
    assert board.name_of(before.state.white & position.state.black).split() == ["a3", "b3"]
    assert before.state.black & position.state.white == 0
    assert position.state.black & board.set_of("a2")
    assert position.text == "B . B . . / B B . . B / B B W . . / B . W . W / B . W . . ; white"


def test_a3_flips_before_b3_in_the_worked_example():
    position = read("square:5x5", EXAMPLE).play("a4 b3 a2 c2")
    rules, field, p = position.game.rulebook.rules, position.game.field, position.state
    cell = position.game.board.cell
    black, white = p.black | 1 << cell("b4"), p.white
    first = rules.wave(field, white, black, white)
    second = rules.wave(field, white & ~first, black | first, white & ~first)
    third = rules.wave(
        field, white & ~first & ~second, black | first | second, white & ~first & ~second
    )
    assert (first, second, third) == (1 << cell("a3"), 1 << cell("b3"), 0)


# Phases, passes, the end


def test_phase_1_has_no_pass_and_phase_2_begins_at_once():
    position = Position.start(game("incrowd", "square:3x3"))
    assert position.moves() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    position = position.play("a1")
    assert position.moves() == ["c1", "c2", "a3", "b3", "c3"]
    assert set(position.play("c2 a3").moves()) == {"b1", "c1", "a2", "b2", "b3", "c3", "pass"}


@pytest.mark.parametrize("side", ["black", "white"])
def test_either_player_can_open_phase_2(side: str):
    line = {"black": "a1 c2", "white": "b2"}[side]
    position = Position.start(game("incrowd", "square:2x3" if side == "black" else "square:3x3"))
    for move in line.split():
        assert "pass" not in position.moves()
        position = position.play(move)
    assert "pass" in position.moves()
    assert position.side == side


@pytest.mark.parametrize(
    ("board", "line", "score"),
    [
        ("square:1x1", "a1 pass pass", [1, 0]),
        ("square:1x2", "a1 b1 pass pass", [1, 1]),
        ("square:1x2", "b1 pass pass", [2, 0]),
        ("square:1x2", "b1 pass a1 pass pass", [2, 0]),
        ("square:2x2", "a1 b2 pass pass", [1, 1]),
        ("square:2x2", "a1 pass pass", [4, 0]),
        ("square:1x3", "b1 pass pass", [3, 0]),
        ("square:1x3", "a1 c1 pass pass", [1, 1]),
        ("square:1x3", "a1 c1 b1 pass pass", [2, 1]),
    ],
)
def test_tiny_boards_to_the_end(board: str, line: str, score: list[int]):
    end = Position.start(game("incrowd", board)).play(line)
    assert end.over
    assert end.moves() == []
    assert end.result is not None
    assert end.result.score == score
    black, white = score
    assert end.result.winner == (None if black == white else "black" if black > white else "white")
    assert end.game.payoff(end.state) == (black - white) * (1 if end.side == "black" else -1)
    assert end.result.reason == f"both players passed: Black's area is {black}, White's {white}"


def test_a_full_board_leaves_only_passes():
    position = Position.start(game("incrowd", "square:1x2")).play("a1 b1")
    assert position.moves() == ["pass"]
    assert position.play("pass").moves() == ["pass"]
    assert position.play("pass pass").over


def test_a_stone_between_two_passes_lets_the_game_go_on():
    position = Position.start(game("incrowd", "square:2x2")).play("a1 pass b1 pass")
    assert not position.over
    assert position.text == ". . / B B ; black passes=1"
    assert position.play("pass").over


# Flipping


def test_two_enemies_flip_a_lone_stone_and_one_does_not():
    assert read("square:1x3", "W B . ; white").play("c1").text == "W W W ; black"
    assert read("square:1x3", ". B . ; white").play("c1").text == ". B W ; black"


def test_a_dropped_stone_changes_colour_among_two_enemies_and_stays_beside_a_friend():
    alone = read("square:3x3", "B . B / . . . / . W . ; white")
    assert alone.play("b3").text == "B B B / . . . / . W . ; black"
    equal = read("square:5x5", EXAMPLE).play("a4 b3 a2")
    board, p = equal.game.board, equal.state
    beside = board.around[board.cell("a2")]
    assert board.name_of(beside & p.white) == "a3 b3"
    assert board.name_of(beside & p.black) == "a1"
    assert p.black & board.set_of("a2")


def test_a_dropped_stone_that_flips_another_keeps_its_colour_among_more_enemies():
    position = read("square:3x4", "B . . . / B . B W / B . . . ; white")
    assert position.play("b2").text == "B . . . / B W W W / B . . . ; black"


# Area


@pytest.mark.parametrize(
    ("territory", "score"), [("orthogonal", [3, 6]), ("all8", [2, 3])], ids=str
)
def test_territory_across_a_diagonal(territory: str, score: list[int]):
    end = read("square:3x3", ". B W / B W . / W . . ; black passes=2", territory=territory)
    assert end.result is not None
    assert end.result.score == score


# Whole turns against a naive implementation

Stones = dict[tuple[int, int], str]


def around(spot: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = spot
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def is_outnumbered(stones: Stones, spot: tuple[int, int]) -> bool:
    colours = [stones[near] for near in around(spot) if near in stones]
    friends = colours.count(stones[spot])
    return len(colours) - friends > friends + 1


def naive_chain(
    stones: Stones, spot: tuple[int, int], victim: str, everywhere: bool, rng: random.Random
) -> int:
    """Flips one victim at a time, any that may flip; returns how many did."""
    changed = [spot]
    while True:
        beside = {near for one in changed for near in around(one)}
        turning = [
            one
            for one, colour in stones.items()
            if colour == victim and (everywhere or one in beside) and is_outnumbered(stones, one)
        ]
        if not turning:
            return len(changed) - 1
        one = rng.choice(turning)
        stones[one] = "B" if victim == "W" else "W"
        changed.append(one)


def naive_turn(
    stones: Stones, spot: tuple[int, int], colour: str, reading: Any, rng: random.Random
) -> Stones:
    """The stones after a drop."""
    stones = stones | {spot: colour}
    everywhere = reading["chain"] == "global"
    enemy = "B" if colour == "W" else "W"
    if not naive_chain(stones, spot, enemy, everywhere, rng) and is_outnumbered(stones, spot):
        stones[spot] = enemy
        if reading["turncoat-chain"] == "on":
            naive_chain(stones, spot, colour, everywhere, rng)
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
        assert picture(chosen, q) == naive_turn(before, spot, colour, chosen.settings, rng)
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
@given(st.one_of(reached(), scattered()), st.data())
def test_symmetries_and_colour_swap_keep_moves_turns_and_payoff(
    found: tuple[Game, Any], data: st.DataObject
):
    chosen, p = found
    turn, swap = data.draw(st.sampled_from(chosen.symmetries))
    image = chosen.kept_by(p, turn, swap)

    def moved(move: int) -> int:
        return PASS if move == PASS else turn[move]

    assert sorted(map(moved, chosen.moves(p))) == sorted(chosen.moves(image))
    assert chosen.over(p) == chosen.over(image)
    assert chosen.payoff(p) == chosen.payoff(image)
    for player in (0, 1):
        assert chosen.score(p, player) == chosen.score(image, player ^ swap)
    for move in chosen.moves(p):
        assert chosen.kept_by(chosen.play(p, move), turn, swap) == chosen.play(image, moved(move))


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
