"""GRO on the dish of its rulebook: the turns of the card, and moves across the notches."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.models.gro import endings, germs, rules

CARD = "c4 d5 c4+ d5+ c4/d4 d5/e4 c4+ e4+ c4/c3 e4/d3"
"""The five turns on the Example side of the card."""
OPEN = ((2, "c4", 4), (3, "d5", 4), (4, "c4", 4), (5, "d4", 2), (5, "d5", 3), (6, "e4", 3))
"""The open points that the card names: A and B before growing, A before dividing, C after its
division, B before dividing, D after its division.
"""


@pytest.mark.parametrize("number", ["3", "4"])
def test_the_five_turns_of_the_card(number: str):
    chosen = game("gro", large_move=number, medium_grow=number)
    line, board, rule = CARD.split(), chosen.field, chosen.rules
    after = [Position.start(chosen).play(line[:many]).state for many in range(len(line) + 1)]
    for many, name, wanted in OPEN:
        free = germs.open_points(board, after[many])
        assert germs.openings(board, chosen.board.cell(name), free) == wanted
    reds, blues = (germs.points(of(after[9])) for of in (germs.red, germs.blue))
    occupied = [endings.occupies(board, rule, reds, blues, area) for area in range(4)]
    assert occupied == [True, False, False, False]
    assert [rules.in_reserve(rule, germs.red(after[many])) for many in (9, 10)] == [13, 14]


@pytest.mark.parametrize(
    "pair", ["c1 b2", "b2 a3", "f1 g2", "g2 h3", "a6 b7", "b7 c8", "f8 g7", "g7 h6"]
)
def test_corner_movement_across_the_notches(pair: str):
    board = game("gro").board
    for one, other in (pair.split(), pair.split()[::-1]):
        line = f"{one} e5 {one}-{other}"
        assert Position.start(game("gro")).play(line).state.red1.bit_count() == 1
        assert not board.near[board.cell(one)] & board.set_of(other)
