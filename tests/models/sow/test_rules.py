"""Sow? clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof import MoveError, Position, PositionError, TextError, game
from ruleproof.models.sow.ways import (
    DOWN,
    FORWARD,
    LEFT,
    PIECES,
    UP,
    as_way,
    encoded,
    square_of,
    way_of,
)


def at(text: str, board: str = "square:2x4", **settings: object) -> Position:
    """The position, with as many pieces a side as its `off` says are in play."""
    return Position.read(game("sow", board, **settings), text)


def test_the_start_has_stacks_of_three_on_the_home_columns() -> None:
    row = "LLL . . . . . . RRR"
    assert Position.start(game("sow")).text == " / ".join([row] * 4) + " ; left"


def moves_from(position: Position, square: str) -> set[str]:
    return {move for move in position.moves() if move.startswith(square + ":")}


PLAIN = ". . . . / LL . . R ; left off=4,5"


def test_a_path_turns_once() -> None:
    position = at("LLL . . . / . . . R ; left off=3,5")
    assert moves_from(position, "a2") == {"a2:FFF:LLL", "a2:FFD:LLL"}
    flexible = at("LLL . . . / . . . R ; left off=3,5", path="flexible", limit=3)
    assert moves_from(flexible, "a2") == {"a2:FFF:LLL", "a2:FFD:LLL", "a2:FDF:LLL"}
    second = at("LLL . . . / . . . R ; left off=3,5", turn="second")
    assert moves_from(second, "a2") == {"a2:FFF:LLL"}


def test_pieces_go_down_in_any_order_or_from_the_top() -> None:
    text = "RL . . . / . . . R ; left off=5,4"
    assert moves_from(at(text), "a2") == {"a2:FF:LR", "a2:FF:RL", "a2:FD:LR", "a2:FD:RL"}
    assert moves_from(at(text, order="top-first"), "a2") == {"a2:FF:LR", "a2:FD:LR"}


def test_a_stack_of_four_blocks() -> None:
    text = "LL RRRR . . / L . . . ; left off=3,2"
    assert moves_from(at(text), "a2") == set()
    with pytest.raises(MoveError, match="a stack of 4 blocks: b2 has RRRR: 'a2:FF:LL'"):
        at(text).play("a2:FF:LL")
    assert moves_from(at(text, "square:2x4", limit="none"), "a2") == {"a2:FF:LL", "a2:FD:LL"}


def test_an_exit_takes_the_own_pieces_and_leaves_the_others() -> None:
    position = at(". . . RL / . . . R ; left off=5,4")
    assert "d2:x:" in position.moves()
    assert position.play("d2:x:").text == ". . . R / . . . R ; right off=6,4"
    last = at(". . RL . / . . . R ; left off=5,4")
    assert moves_from(last, "c2") == {"c2:FD:LR", "c2:FD:RL", "c2:Fx:L", "c2:Fx:R"}
    assert last.play("c2:Fx:R").text == ". . . R / . . . R ; right off=6,4"
    assert last.play("c2:Fx:L").text == ". . . LR / . . . R ; right off=5,4"


def test_readings_of_the_exit() -> None:
    text = ". . RL . / . . . R ; left off=5,4"
    assert "c2:Fx:R" not in at(text, exit="from-last").moves()
    assert "c2:Fx:L" not in at(text, exit_needs_own="yes").moves()
    high = ". . RRRL RRR / . . . . ; left off=5,0"
    assert "c2:Fx:L" not in at(high).moves()
    assert "c2:Fx:L" in at(high, strand="free").moves()


def test_the_last_piece_off_the_board_wins() -> None:
    end = at(". . . L / . . . R ; left off=5,5").play("d2:x:")
    assert end.over
    assert end.result == ("left", 1, None, "the winner's last piece has left the board")


def test_a_player_who_cannot_sow_loses() -> None:
    end = at("L RRRR . . / . . . . ; left off=5,2")
    assert end.moves() == []
    assert end.result == ("right", 2, None, "the loser has no legal move")


def test_pieces_enter_in_the_advanced_version() -> None:
    start = Position.start(game("sow", "square:2x4", entry="advanced", height=1))
    assert start.text == ". . . . / . . . . ; left"
    assert set(start.moves()) == {"@a1", "@a2"}
    assert start.play("@a1").text == ". . . . / L . . . ; right home=1,2"
    assert start.play("@a1 @d1 a1:F:L").text == ". . . . / . L . R ; right home=1,1"


def test_the_third_occurrence() -> None:
    ended = at(". L . . / . . R . ; left off=5,5 seen=3")
    assert ended.result == (None, None, None, "the position has occurred for the third time")
    assert not at(". L . . / . . R . ; left off=5,5 seen=2", repetition="forbidden").over


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (". . . . / LL . . R ; left", "left has 2 on the board, 0 off and 0 to enter, not 6"),
        (". . . . / LLX . . R ; left off=4,5", "a1 holds . or a stack of L and R.*'LLX'"),
        (". . . . / LLLLL . . R ; left off=1,5", "higher than the limit of 4: a1"),
        (". . . . / . . . R ; left off=6,5", "left has won already"),
        (". . . . / LL . . R ; left off=4", "off=LEFT,RIGHT: 'off=4'"),
        (". . . . / LL . . R ; left", "'. . . . / LL . . R ; left'$"),
        (
            ". . . . / LL . . R ; left off=4,5 seen=4",
            "no position occurs more than 3 times: seen=4",
        ),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    with pytest.raises((TextError, PositionError), match=message):
        at(text)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("b1:F:L", "no stack on b1"),
        ("d1:F:R", "controlled by the owner of its top piece"),
        ("a1:F:L", "sown whole"),
        ("a1:FU:LR", "does not hold these pieces"),
        ("a1:DF:LL", "The first checker must be sown forward"),
        ("a1:FUx:L", "one piece for each step"),
        ("a1:FFF:LL", "one piece for each step"),
        ("a1:FD:LL", "leaves the board"),
        ("@a1", "only under entry=advanced"),
    ],
)
def test_moves_that_are_refused(move: str, message: str) -> None:
    with pytest.raises((MoveError, TextError), match=message):
        at(PLAIN).play(move)


@pytest.mark.parametrize(
    ("settings", "text", "move", "message"),
    [
        ({"turn": "second"}, "LLL . . . / . . . R", "a2:FFD:LLL", "turn=second a path turns at"),
        ({"turn": "second"}, "LLL . . . / . . . R", "a2:FDD:LLL", "step 3 leaves the board"),
        ({}, "LLL . . . / . . . R", "a2:FDF:LLL", "he must continue to sow in that direction"),
        ({}, ". . LLL . / . . . R", "c2:FDx:LL", "he must continue to sow in that direction"),
        ({"path": "flexible"}, ". . LLL . / . . . R", "c2:FDD:LLL", "step 3 leaves the board"),
        ({}, ". LLL . . / . . . R", "b2:Fx:L", "and c2 is not there"),
        ({"exit": "from-last"}, ". . LLL . / L . . R", "c2:Fx:L", "exit=from-last only a stack"),
        ({"last_column": "exit"}, ". . LLL . / . . . R", "c2:FD:LL", "sown whole"),
        ({"last_column": "exit"}, ". . LL . / . . . R", "c2:FD:LL", "reached the opposite row"),
    ],
)
def test_a_refusal_names_the_clause(
    settings: dict[str, Any], text: str, move: str, message: str
) -> None:
    left = text.count("L")
    position = at(f"{text} ; left off={6 - left},5", **settings)
    with pytest.raises(MoveError, match=f"{message}.*{move!r}$"):
        position.play(move)


def test_a_position_may_occur_twice_where_a_third_time_is_forbidden() -> None:
    with pytest.raises(PositionError, match="no position occurs more than 2 times: seen=3"):
        at(". L . . / . . R . ; left off=5,5 seen=3", repetition="forbidden")


def test_a_path_on_the_last_column_may_turn_or_must_leave() -> None:
    text = ". . LLL . / . . . R ; left off=3,5"
    assert moves_from(at(text), "c2") == {"c2:Fx:L"}
    text = ". . LL . / . . . R ; left off=4,5"
    assert moves_from(at(text), "c2") == {"c2:FD:LL", "c2:Fx:L"}
    assert moves_from(at(text, last_column="exit"), "c2") == {"c2:Fx:L"}
    assert moves_from(at(text, last_column="exit", exit="from-last"), "c2") == set()
    turned = at(". . LL . / . . . R ; left off=4,5", path="flexible", last_column="exit")
    assert moves_from(turned, "c2") == {"c2:Fx:L"}


@pytest.mark.parametrize(
    ("board", "settings", "message"),
    [
        ("square:4x1", {}, "home columns must differ"),
        ("square:4x8", {"height": 4, "limit": 3}, "height 4 exceed the limit of 3"),
        ("square:4x8", {"height": 5}, "'height=5'$"),
        ("square:4x8", {"limit": "3", "height": 4}, "'height=4 limit=3'$"),
        ("square:4x8", {"path": "flexible", "limit": "none"}, "rows × height ≤ 4"),
        ("square:4x8", {"path": "flexible", "limit": "none"}, "'limit=none path=flexible'$"),
        ("square:9x9", {"limit": "none"}, "tallest stack"),
    ],
)
def test_setups_that_are_refused(board: str, settings: dict[str, object], message: str) -> None:
    with pytest.raises(TextError, match=message):
        game("sow", board, **settings)


@given(
    st.integers(0, 383),
    st.integers(1, 24),
    st.integers(1, 24),
    st.sampled_from([UP, DOWN]),
    st.booleans(),
    st.data(),
)
def test_a_move_holds_its_way_and_its_pieces(
    square: int, steps: int, run: int, turn: int, leaves: bool, data: st.DataObject
) -> None:
    """Paths that turn once have up to twenty-four steps, winding ones up to eleven."""
    once = [FORWARD if index < run else turn for index in range(steps)]
    some = st.lists(st.sampled_from([FORWARD, UP, DOWN]), max_size=10)
    winding = [FORWARD, *data.draw(some)]
    for path in (once, winding):
        route = sum(step << 2 * index for index, step in enumerate(path))
        way = as_way(len(path), leaves, route)
        sown = data.draw(st.integers(0, (1 << len(path)) - 1))
        move = encoded(LEFT, square, way, sown)
        assert way_of(move) == way
        assert (square_of(move), move >> PIECES) == (square, sown)
