"""Grow on the ordinary larger Go board, 19x19: sets of 384 bits, heads beyond eight digits."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof import Game, Position, PositionError, game, solve
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.grow import notation
from ruleproof.solvers.playing.reach.perft import perft, plain_perft
from ruleproof.solvers.verify.certificates import verify

BOARD = "square:19x19"


def test_a_game_is_played_on_19x19():
    chosen = game("grow", BOARD)
    position = Position.start(chosen).play("@a1 @s19 a1-b1 @j10 end s19-r19")
    assert len(position.moves()) == 361 - 5 + 1
    assert Position.read(chosen, position.text).state == position.state
    assert position.text.endswith("; blue")


def compared(chosen: Game, state: Any) -> None:
    """Compiled and plain rules list the same moves, which lead to the same positions."""
    compiled = engine(chosen)
    row, after = compiled.row(state), np.zeros(compiled.row_words, np.uint64)
    found = compiled.move_list()
    many = compiled.kernels.moves(compiled.masks, compiled.numbers, row, found)
    moves = [int(move) for move in found[1 : many + 1]]
    assert moves == chosen.moves(state)
    for move in random.Random(1).sample(moves, min(len(moves), 40)):
        compiled.kernels.play(compiled.masks, compiled.numbers, row, move, after)
        assert compiled.state(after) == chosen.play(state, move)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["free", "simultaneous"])
def test_moves_are_the_same_compiled_and_plain(order: str):
    chosen = game("grow", BOARD, order=order, players=3)
    chance = random.Random(order)
    state: Any = chosen.start()
    for ply in range(120):
        if ply % 12 == 0:
            compared(chosen, state)
        state = chosen.play(state, chance.choice(chosen.moves(state)))
    assert perft(chosen, (chosen.start(),), 2) == plain_perft(chosen, (chosen.start(),), 2)
    assert perft(chosen, (chosen.start(),), 3) == 361 * 360 * 359


def test_more_heads_on_a_space_than_eight_digits_hold():
    spaces = [["r0"] * 19 for _ in range(19)]
    spaces[0][:3] = ["b1", ".", "r359"]
    text = " / ".join(" ".join(row) for row in reversed(spaces)) + " ; red"
    chosen = game("grow", BOARD)
    with pytest.raises(PositionError, match="red has 360 heads on 359 spaces"):
        Position.read(chosen, text.replace("r359", "r360"))
    state = Position.read(chosen, text).state
    assert notation.heads_on(state.ready, 2) == 359
    compared(chosen, state)


def ending(chosen: Game, token: dict[int, str], empty: str) -> Position:
    """A full board, its cells by turns red and blue, but for some empty ones."""
    words = [token[cell % 2] for cell in range(361)]
    for name in empty.split():
        words[chosen.board.cell(name)] = "."
    rows = [" ".join(words[19 * row : 19 * row + 19]) for row in reversed(range(19))]
    return Position.read(chosen, " / ".join(rows) + " ; red")


@pytest.mark.slow
def test_an_ending_is_solved_with_a_certificate_that_holds(tmp_path: Path):
    chosen = game("grow", BOARD, drop="mandatory")
    here = ending(chosen, {0: "r1", 1: "b1"}, "j10 j11 k11")
    proof = tmp_path / "ending.json"
    found = solve(here, certificate=proof)
    assert (found.value, found.certificate) == (1, proof)
    assert found.best == ("@j10", "@k11", "i11-j11", "j12-j11")
    assert found.nodes < 1000
    assert verify(proof) == []
