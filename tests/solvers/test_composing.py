"""Composition: positions keep the rules and the demands, and depend on the dice alone."""

from __future__ import annotations

import random
from functools import cache

import pytest

from ruleproof import game
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.sources.self_play import diagrams, self_play
from ruleproof.solvers.formulas.composing import Composing, Unmeetable
from ruleproof.solvers.formulas.demands import (
    QUIET,
    Demands,
    check_demands,
    pieces,
    taken,
    turning,
    unmet,
)

GAMES = [
    game("esgros", "hex:3"),
    game("gro", "dish:1,1"),
    game("grow", "square:3x3", drop="mandatory"),
    game("incrowd", "square:4x4"),
    game("sow", "square:2x3"),
]
TAKING = [game("esgros", "square:3x3"), GAMES[1], game("incrowd", "square:3x3")]


@cache
def samples(chosen: Game) -> list[State]:
    dice = random.Random(2)
    games = [self_play(chosen, dice) for _ in range(3)]
    return [state for played in games for _, state in diagrams(chosen, played)]


def composed(chosen: Game, demands: Demands, many: int = 6, *, keyed: bool = False) -> list[State]:
    composing = Composing(chosen, samples(chosen), demands, keyed=keyed)
    return list(composing.positions(many, random.Random(7)))


@pytest.mark.slow
@pytest.mark.parametrize("chosen", GAMES, ids=lambda one: one.name)
def test_composed_positions_keep_the_rules_and_the_demands(chosen: Game) -> None:
    for demands in (
        Demands(),
        Demands(stones=((4, 6),)),
        Demands(stones=((2, 3), (1, 3))),
        Demands(region=chosen.board.names[: chosen.board.size * 2 // 3]),
    ):
        found = composed(chosen, demands)
        assert found
        assert len(set(found)) == len(found)
        for state in found:
            assert chosen.faults(state) == []
            assert not chosen.over(state)
            assert unmet(chosen, state, demands) == ""


def test_symmetric_positions_are_their_own_image() -> None:
    for chosen in TAKING[:2]:
        found = composed(chosen, Demands(stones=((4, 7),), symmetric=True), 4)
        assert found
        for state in found:
            images = (chosen.image(state, turn, swap) for turn, swap in turning(chosen))
            assert any(one._replace(side=state.side) == state for one in images)


@pytest.mark.parametrize("chosen", TAKING, ids=lambda one: one.name)
@pytest.mark.parametrize("span", [QUIET, (2, 1000)])
def test_a_key_is_composed(chosen: Game, span: tuple[int, int]) -> None:
    found = composed(chosen, Demands(takes=span), 3, keyed=True)
    assert found
    for state in found:
        took = [taken(chosen, state, chosen.play(state, move)) for move in chosen.moves(state)]
        assert any(span[0] <= one <= span[1] for one in took)


def test_positions_depend_on_the_dice_alone() -> None:
    chosen, demands = GAMES[0], Demands(stones=((6, 8),))
    used, fresh = (Composing(chosen, samples(chosen), demands) for _ in range(2))
    assert len(list(used.positions(5, random.Random(3)))) == 5
    again = list(used.positions(5, random.Random(7)))
    assert again == list(fresh.positions(5, random.Random(7)))
    assert again != list(fresh.positions(5, random.Random(8)))


def test_demands_that_nothing_meets_are_told() -> None:
    small = TAKING[0]
    for demands in (
        Demands(stones=((small.board.size, small.board.size),)),  # then play is over
        Demands(stones=((7, 7),), region=small.board.names[:6]),
    ):
        with pytest.raises(Unmeetable):
            composed(small, demands)


def test_demands_that_a_game_cannot_judge_are_refused() -> None:
    with pytest.raises(TextError, match="z9"):
        check_demands(GAMES[0], Demands(region=("z9",)))


def test_every_demand_is_told_apart() -> None:
    small = game("esgros", "path:5")
    state = small.play(small.play(small.start(), 0), 4)
    assert pieces(small, state, 0) == pieces(small, state, 1) == 1
    assert unmet(small, state, Demands(stones=((3, 4),)))
    assert unmet(small, state, Demands(stones=((1, 1), (0, 0))))
    assert unmet(small, state, Demands(region=("a1", "b1")))
    assert not unmet(small, state, Demands(symmetric=True))
    assert unmet(small, small.play(state, 1), Demands(symmetric=True))
