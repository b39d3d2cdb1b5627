"""Grow's counts of heads, their drawing, and what is told beside the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof import Game, Position, PositionError, game
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.grow import counts, notation
from ruleproof.solvers.playing.reach.perft import perft, plain_perft


def test_the_spaces_of_each_player_are_told_beside_the_board():
    chosen = game("grow", "square:3x3")
    assert Position.start(chosen).beside == ""
    position = Position.read(chosen, "r1 r0 . / . . . / . . b1 ; red")
    assert position.beside == "Spaces: Red 2, Blue 1."


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 255)), max_size=12), st.integers(0, 5))
def test_counts_per_space_count_heads(pairs: list[tuple[int, int]], space: int):
    heads, more = dict(pairs[::2]), dict(pairs[1::2])
    one, other = notation.counts_of(heads), notation.counts_of(more)
    both = counts.together(one, other)
    for cell in range(6):
        assert notation.heads_on(both, cell) == heads.get(cell, 0) + more.get(cell, 0)
    raised = counts.one_more(one, 1 << space)
    assert notation.heads_on(raised, space) == heads.get(space, 0) + 1
    assert counts.one_less(raised, 1 << space) == one
    assert counts.some(one) == sum(1 << cell for cell, many in heads.items() if many)


def test_the_largest_board_holds_the_most_heads_a_space_can_have():
    chosen = game("grow", "square:16x16")
    spaces = [f"r{255 if cell == 0 else 0}" for cell in range(254)]
    row = " / ".join(" ".join((["b1", ".", *spaces])[16 * k : 16 * k + 16]) for k in range(16))
    with pytest.raises(PositionError, match="red has 255 heads on 254 spaces"):
        Position.read(chosen, row + " ; red")
    position = Position.read(chosen, row.replace("r255", "r254") + " ; red")
    (full,) = [move for move in position.moves() if move.startswith("@")]
    after = position.play(full)
    assert after.over
    compiled = engine(chosen)
    assert compiled.state(compiled.row(after.state)) == after.state
    assert perft(chosen, (position.state,), 2, bulk=False) == plain_perft(
        chosen, (position.state,), 2
    )


def test_marks_are_light_heads_over_dark_tails():
    chosen: Game = game("grow", "path:4")
    position = Position.read(chosen, "r2' r0 . b1 ; red")
    assert chosen.rulebook.drawing.marks is not None
    found = [
        (m.cell, m.shape, m.colour, m.label)
        for m in chosen.rulebook.drawing.marks(chosen, position.state)
    ]
    assert found == [
        (0, "disc", "red-dark", ""),
        (0, "small", "red-light", "2'"),
        (1, "disc", "red-dark", ""),
        (3, "disc", "blue-dark", ""),
        (3, "small", "blue-light", ""),
    ]
