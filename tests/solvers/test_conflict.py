"""The sentences that conflict are named, and no others."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.models.play.variants import changed
from ruleproof.solvers.reasoning.lockstep.compare import compare
from ruleproof.solvers.reasoning.lockstep.conflict import refusing


@pytest.mark.parametrize(
    ("name", "board", "line", "move", "clause"),
    [
        ("esgros", "hex:2", "a1", "a1", "empty cell"),
        ("esgros", "path:5", "a1 e1", "b1", "own"),
        ("incrowd", "square:3x3", "", "pass", "no pass in phase 1"),
        ("gro", "dish:1,1", "b1 a2", "b1-b3", "adjacent"),
    ],
)
def test_an_illegal_move_is_refused_by_one_clause(
    name: str, board: str, line: str, move: str, clause: str
):
    chosen = game(name, board)
    state = Position.start(chosen).play(line).state
    found = refusing(chosen, state, chosen.read_move(move))
    assert [one.name for one in found] == [clause]
    assert found[0].sentence


def test_a_legal_move_is_refused_by_none():
    chosen = game("esgros", "hex:2")
    state = chosen.start()
    assert refusing(chosen, state, chosen.moves(state)[0]) == []


def test_body_and_card_of_gro_contradict_each_other_before_growing():
    card = game("gro", "dish:1,1")
    found = compare(card, [changed(card, {"edition": "rulebook"})], seconds=60)[0]
    assert found.same is False
    (refusal,) = found.refusals
    assert refusal.by == "second"
    assert refusal.move in found.only_first
    assert "A medium germ must have 4 [card: 3] open points" in refusal.sentence
