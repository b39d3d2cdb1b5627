"""Composition: positions keep the rules, and depend on the dice alone."""

from __future__ import annotations

import random
from functools import cache

import pytest

from ruleproof import game
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.sources.self_play import diagrams, self_play
from ruleproof.solvers.reasoning.formulas.composing import Composing

GAMES = [
    game("esgros", "hex:3"),
    game("gro", "dish:1,1"),
    game("grow", "square:3x3", drop="mandatory"),
    game("incrowd", "square:4x4"),
    game("sow", "square:2x3"),
]


@cache
def samples(chosen: Game) -> list[State]:
    dice = random.Random(2)
    games = [self_play(chosen, dice) for _ in range(3)]
    return [state for played in games for _, state in diagrams(chosen, played)]


@pytest.mark.parametrize("chosen", GAMES, ids=lambda one: one.name)
def test_composed_positions_keep_the_rules(chosen: Game) -> None:
    found = list(Composing(chosen, samples(chosen)).positions(6, random.Random(7)))
    assert found
    assert len(set(found)) == len(found)
    for state in found:
        assert chosen.faults(state) == []
        assert not chosen.over(state)


def test_positions_depend_on_the_dice_alone() -> None:
    chosen = GAMES[0]
    used, fresh = (Composing(chosen, samples(chosen)) for _ in range(2))
    assert len(list(used.positions(5, random.Random(3)))) == 5
    again = list(used.positions(5, random.Random(7)))
    assert again == list(fresh.positions(5, random.Random(7)))
    assert again != list(fresh.positions(5, random.Random(8)))


def test_composition_ends_once_there_are_no_other_positions() -> None:
    small = game("esgros", "path:4")
    found = list(Composing(small, samples(small)).positions(1000, random.Random(7)))
    assert 0 < len(found) < 3**4
