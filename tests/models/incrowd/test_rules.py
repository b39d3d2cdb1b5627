"""In Crowd's worked example under every reading, wave by wave, and how area is drawn."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.models.rulebooks.parts import Mark

EXAMPLE = "B . B . . / . . . . B / W . W . . / . . . . W / B . W . . ; black"


def read(text: str, **chosen: str) -> Position:
    return Position.read(game("incrowd", "square:5x5", **chosen), text)


@pytest.mark.parametrize("chain", ["local", "global"])
@pytest.mark.parametrize("turncoat", ["off", "on"])
@pytest.mark.parametrize("territory", ["orthogonal", "all8"])
def test_worked_example(chain: str, turncoat: str, territory: str):
    position = read(EXAMPLE, chain=chain, turncoat_chain=turncoat, territory=territory)
    for move in ("a4", "b3", "a2", "c2"):
        before, position = position, position.play(move)
        assert before.state.black & ~position.state.black == 0
        assert before.state.white & ~position.state.white == 0
    after = position.play("b4")
    assert after.text == "B . B . . / B B . . B / B B W . . / B . W . W / B . W . . ; white"


def test_a3_flips_before_b3_in_the_worked_example():
    position = read(EXAMPLE).play("a4 b3 a2 c2")
    rules, p = position.game.rulebook.rules, position.state
    field = position.game.field, position.game.rules
    cell = position.game.board.cell
    black, white = p.black | 1 << cell("b4"), p.white
    first = rules.wave(*field, white, black, white)
    second = rules.wave(*field, white & ~first, black | first, white & ~first)
    left = white & ~first & ~second
    third = rules.wave(*field, left, black | first | second, left)
    assert (first, second, third) == (1 << cell("a3"), 1 << cell("b3"), 0)


def test_territory_is_shaded_at_the_end_only():
    position = Position.start(game("incrowd", "square:1x4")).play("a1 d1 b1 pass")
    assert position.game.rulebook.drawing.marks is not None
    stones = [Mark(0, "disc", "black"), Mark(1, "disc", "black"), Mark(3, "disc", "white")]
    assert position.game.rulebook.drawing.marks(position.game, position.state) == stones
    end = Position.start(game("incrowd", "square:1x4")).play("a1 c1 pass pass")
    assert position.game.rulebook.drawing.marks(end.game, end.state) == [
        Mark(3, "shade", "white"),
        Mark(0, "disc", "black"),
        Mark(2, "disc", "white"),
    ]
