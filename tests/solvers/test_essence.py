"""What a position's worth depends on: positions that agree in it are worth the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.solvers.playing.exact.everywhere import values_without_advice
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import Bounds
from ruleproof.solvers.reasoning.laws.engines import compiled
from ruleproof.solvers.reasoning.laws.grounds import Ground, wander
from ruleproof.solvers.reasoning.laws.play import essence_of_images, worths_of_essences
from tests.games import clobber_advice
from tests.plain import wandering
from tests.ready import ready

SMALL = [
    "clobber square:2x4", "clobber square:3x3", "grow square:2x3 drop=mandatory",
    "grow square:1x6 drop=mandatory new-head=moves", "grow square:1x6 stall=score",
    "grow square:1x6 stall=score order=drop-first", "grow square:1x6 order=moves-first",
    "grow square:2x3 order=drop-first drop=mandatory",
]  # fmt: skip


def condensed(said: str) -> Game:
    """A game that tells the essence of its positions."""
    played = ready(said)
    if played.name != "clobber":
        return played
    return replace(played, rulebook=replace(played.rulebook, advice=clobber_advice))


def essence(played: Game, state: Any) -> Any:
    """What the position's worth depends on."""
    advice: Any = played.rulebook.advice
    return advice.essence(played.field, played.rules, state)


def test_every_game_that_tells_it_is_tried() -> None:
    told = {name for name in names() if hasattr(rulebook(name).advice, "essence")}
    assert told <= {said.split()[0] for said in SMALL}


@pytest.mark.parametrize(
    "said", [pytest.param(one, marks=pytest.mark.slow if "stall" in one else ()) for one in SMALL]
)
def test_positions_with_one_essence_are_worth_the_same(said: str) -> None:
    """Of every table, every position."""
    played = condensed(said)
    assert list(worths_of_essences(played)) == []
    told = [
        essence(played, one) for one, _ in values_without_advice(played) if not played.over(one)
    ]
    assert len(set(told)) < len(told), "no two positions have one essence: nothing was tried"


@pytest.mark.parametrize(
    "said", [*SMALL, "clobber square:4x4", "grow square:4x4 drop=mandatory"], ids=str
)
def test_the_essence_of_an_image_is_the_image_of_the_essence(said: str) -> None:
    played = condensed(said)
    ground = Ground(played)
    wander(ground, seed=4, most=400)
    shorter = 0
    for state, position in ground.positions.items():
        if not played.over(state):
            shorter += essence(played, state) != state
            assert list(essence_of_images(position)) == []
            assert list(compiled(position)) == []
    assert shorter


@pytest.mark.parametrize("said", SMALL)
def test_answers_are_those_without_it(said: str) -> None:
    """Within plies, too: one search is asked, so what it knows of one position is used for all
    that have the same essence.
    """
    played = condensed(said)
    plain = replace(played, rulebook=replace(played.rulebook, advice=None))
    search = ProofSearch(played)
    for seed in range(60):
        *_, state = wandering(played, seed, 2 + seed % 10)
        if played.over(state):
            continue
        plies = 1 + seed % 9
        other = ProofSearch(plain)
        assert search.wins(state, True, 0, plies) == other.wins(state, True, 0, plies), state
        assert search.wins(state, False) == ProofSearch(plain).wins(state, False), state
        if played.acyclic:
            values = [settle(Searcher(one), state, Bounds()) for one in (played, plain)]
            assert values[0] == values[1], state
