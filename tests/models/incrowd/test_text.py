"""In Crowd in words: what is refused, with which clause, and what is drawn."""

from __future__ import annotations

import pytest

from ruleproof import MoveError, Position, PositionError, TextError, game
from ruleproof.models.rulebooks.parts import Mark
from ruleproof.models.rulebooks.rulebook import rulebook


def start(board: str) -> Position:
    return Position.start(game("incrowd", board))


@pytest.mark.parametrize(
    ("line", "move", "message"),
    [
        ("", "pass", "no pass while a1, b1, c1, … are free, against “PHASE 1 - On each turn, each"),
        ("a1", "pass", "no pass while c1, c2, a3, … are free, against “PHASE 1"),
        ("a1", "b2", "b2 is adjacent to a1, against “PHASE 1 - On each turn"),
        ("a1 c1", "b2", "b2 is adjacent to a1 c1, against “PHASE 1 - On each turn"),
        ("a1", "a1", "a stone is there already, against “PHASE 1"),
        ("b2", "b2", "a stone is there already, against “PHASE 2 - One each turn, each player"),
        ("b2 pass pass", "a1", "the game is over"),
    ],
)
def test_an_illegal_move_names_the_clause_it_breaks(line: str, move: str, message: str):
    position = start("square:3x3").play(line)
    with pytest.raises(MoveError) as refusal:
        position.play(move)
    assert str(refusal.value).startswith(message)
    assert str(refusal.value).endswith(f": {move!r}")


@pytest.mark.parametrize("move", ["d1", "A1", "passes", "", "a1 "])
def test_what_is_no_move_is_unreadable(move: str):
    with pytest.raises(TextError, match="a move is a cell of square:3x3 or pass"):
        start("square:3x3").play([move])


@pytest.mark.parametrize(
    ("board", "text", "faults"),
    [
        ("square:3x3", ". . . / . . . / . . . ; white", ["black is to move after 0 turns"]),
        ("square:3x3", ". . . / . . . / B . . ; black", ["white is to move after 1 turns"]),
        ("square:3x3", ". . . / . . . / W . . ; white", ["0 black and 1 white"]),
        (
            "square:3x3",
            ". . . / . . . / . . . ; black passes=1",
            ["passes=1 while a1, b1, c1, … are free"],
        ),
        ("square:3x3", ". . . / . B . / . . . ; black", ["white is to move after 1 turns"]),
        ("square:3x3", ". . . / . B . / . . . ; white passes=1", ["black is to move after 2"]),
        ("square:3x3", ". . . / . . . / B B . ; black", ["a1, b1 are adjacent to", "2 black"]),
        (
            "square:3x5",
            ". . . . . / . . . . . / W W . . B ; black passes=2",
            ["a1, b1 are adjacent to stones while a3, b3, c3, … are free", "passes=2", "1 black",
             "white is to move after 3"],
        ),
        ("square:1x5", "B . B . B ; white", ["3 black and 0 white"]),
    ],
)  # fmt: skip
def test_all_faults_are_told_at_once(board: str, text: str, faults: list[str]):
    with pytest.raises(PositionError) as refusal:
        Position.read(game("incrowd", board), text)
    assert len(refusal.value.faults) == len(faults)
    for told, fault in zip(refusal.value.faults, faults, strict=True):
        assert told.startswith(fault)


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ("square:1x1", ". ; black"),
        ("square:1x1", "B ; white"),
        ("square:1x1", "B ; black passes=1"),
        ("square:1x1", "B ; white passes=2"),
        ("square:1x2", "B B ; black"),
        ("square:1x2", "B B ; white passes=1"),
        ("square:3x3", ". . . / . B . / . . . ; black passes=1"),
        ("square:3x3", "W W W / W W W / W W W ; black"),
    ],
)
def test_positions_that_stay_possible_once_stones_are_adjacent(board: str, text: str):
    assert Position.read(game("incrowd", board), text).text == text


@pytest.mark.parametrize("passes", ["3", "-1", "two", "01", ""])
def test_passes_are_0_1_or_2(passes: str):
    with pytest.raises(TextError, match="passes takes 0, 1, 2"):
        Position.read(game("incrowd", "square:1x1"), f"B ; white passes={passes}")


def test_other_boards_and_values_are_refused():
    with pytest.raises(TextError, match="incrowd is played on square boards"):
        game("incrowd", "hex:3")
    with pytest.raises(TextError, match="chain takes local, global"):
        game("incrowd", "square:3x3", chain="some")
    assert game("incrowd").board.text == "square:9x9"
    assert game("incrowd").settings == {
        "majority": "stones",
        "chain": "local",
        "turncoat-chain": "off",
        "territory": "orthogonal",
    }


def test_every_reading_and_invariant_carries_a_sentence():
    book = rulebook("incrowd")
    assert [setting.kind for setting in book.settings] == ["reading"] * 4
    assert all(setting.sentence for setting in book.settings)
    assert list(book.words.invariants) == ["apart", "turns", "side"]


def test_territory_is_shaded_at_the_end_only():
    position = start("square:1x4").play("a1 d1 b1 pass")
    assert position.game.rulebook.drawing.marks is not None
    stones = [Mark(0, "disc", "black"), Mark(1, "disc", "black"), Mark(3, "disc", "white")]
    assert position.game.rulebook.drawing.marks(position.game, position.state) == stones
    end = start("square:1x4").play("a1 c1 pass pass")
    assert position.game.rulebook.drawing.marks(end.game, end.state) == [
        Mark(3, "shade", "white"),
        Mark(0, "disc", "black"),
        Mark(2, "disc", "white"),
    ]
