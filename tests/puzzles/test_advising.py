"""Advice: a pass needs proof, and hints say why in the words of the game."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.puzzles.telling.advising import advise, hints

WON = (
    "- - . . . . - - / - . . . . . . - / . . . . . . . . / . . . . . . . . / . . . . . . . . / "
    ". r4 r1 r2 . . . . / - . r4 . b2 . . - / - - . . . . - - ; red placed=2"
)


def test_a_pass_is_not_advised_without_proof():
    for side in ("red placed=2", "red placed=2 passes=1"):
        found = advise(Position.read(game("gro"), WON.replace("red placed=2", side)))
        assert found.moves != ("pass",)
        assert not found.exact


def test_a_hint_repeats_no_position():
    position = Position.read(game("gro"), WON)
    for _ in range(3):
        moves = advise(position).moves
        position = position.play(moves).play(["pass"])
    shown = [Position(position.game, one) for one in (*position.before[::2], position.state)]
    played = [one.text.partition(";")[0] for one in shown]
    assert len(set(played)) == len(played)


GERMS = ("gro", "", "", "c4 d5 c4+ d5+ c4/d4 d5/e4 c4+ e4+ c4/c3", "e4/d3")
CROWD = "B . B . . / . . . . B / W . W . . / . . . . W / B . W . . ; black"
FLIPS = ("incrowd", "square:5x5", CROWD, "a4 b3 a2 c2", "b4")
WINS = ("esgros", "path:6", "B B . W . B ; black", "", "e1")


@pytest.mark.parametrize(
    ("name", "board", "text", "line", "turn", "goal"),
    [(*GERMS, "kill the Red germ at d4"), (*FLIPS, "flip the White stone at a3"), (*WINS, "win")],
)
def test_a_hint_says_why_in_three_steps(
    name: str, board: str, text: str, line: str, turn: str, goal: str
):
    played = game(name, board)
    position = Position.read(played, text) if text else Position.start(played)
    position = position.play(line.split())
    look, where, move = hints(position, position.play([turn]), (played.read_move(turn),))
    assert move.startswith(f"Play {turn} to {goal}")
    assert turn not in look + where
    assert where.startswith(("The turn is played ", "At e4 stands the piece to play with"))
