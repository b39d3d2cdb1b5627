"""In Crowd's rules by example: the worked example, phases, tiny boards, flips, area, a game."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest

from ruleproof import Position, game
from ruleproof.models.play.records import read_record, replay

BY_STONES: list[dict[str, str]] = [
    {"chain": chain, "turncoat_chain": turncoat, "territory": territory}
    for chain, turncoat, territory in product(
        ("local", "global"), ("off", "on"), ("orthogonal", "all8")
    )
]

EXAMPLE = "B . B . . / . . . . B / W . W . . / . . . . W / B . W . . ; black"


def read(board: str, text: str, **chosen: str) -> Position:
    return Position.read(game("incrowd", board, **chosen), text)


# The worked example


@pytest.mark.parametrize("reading", BY_STONES, ids=str)
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


def test_the_worked_example_asks_for_a_majority_of_stones():
    position = read("square:5x5", EXAMPLE, majority="cells").play("a4 b3 a2 c2")
    after = position.play("b4")
    assert after.state.white == position.state.white


def test_a3_flips_before_b3_in_the_worked_example():
    position = read("square:5x5", EXAMPLE).play("a4 b3 a2 c2")
    rules, p = position.game.rulebook.rules, position.state
    field = position.game.field, position.game.rules
    cell = position.game.board.cell
    black, white = p.black | 1 << cell("b4"), p.white
    first = rules.wave(*field, white, black, white)
    second = rules.wave(*field, white & ~first, black | first, white & ~first)
    left = white & ~first & ~second
    third = rules.wave(*field, left, black | first | second, left)
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


def test_a_majority_of_cells_counts_empty_ones():
    """Enemies hold three of the four cells that count at a1, and two of the three in a row."""
    corner = ". . . / B B . / W . . ; black"
    assert read("square:3x3", corner).play("b1").text == ". . . / B B . / B B . ; white"
    by_cells = read("square:3x3", corner, majority="cells")
    assert by_cells.play("b1").text == ". . . / B B . / B B . ; white"
    assert by_cells.play("c1").text == ". . . / B B . / W . B ; white"
    open_corner = ". . . / . B . / W . . ; black"
    assert read("square:3x3", open_corner).play("b1").text == ". . . / . B . / B B . ; white"
    by_cells = read("square:3x3", open_corner, majority="cells")
    assert by_cells.play("b1").text == ". . . / . B . / W B . ; white"
    assert read("square:1x3", "W B . ; white", majority="cells").play("c1").text == "W W W ; black"


# Area


@pytest.mark.parametrize(
    ("territory", "score"), [("orthogonal", [3, 6]), ("all8", [2, 3])], ids=str
)
def test_territory_across_a_diagonal(territory: str, score: list[int]):
    end = read("square:3x3", ". B W / B W . / W . . ; black passes=2", territory=territory)
    assert end.result is not None
    assert end.result.score == score


# A whole game


def test_a_whole_game_is_replayed():
    record = read_record(Path(__file__).with_name("transcript.json").read_text("utf-8"))
    positions = replay(record)
    assert len(record.moves) == 70
    assert positions[-1].result == (
        "white",
        2,
        [28, 53],
        record.result.reason if record.result else "",
    )
    flips = [
        (before.state.black & after.state.white).bit_count()
        + (before.state.white & after.state.black).bit_count()
        for before, after in pairwise(positions)
    ]
    assert max(flips) == 5
    assert sum(flips) == 31
    assert not any(position.game.faults(position.state) for position in positions)
