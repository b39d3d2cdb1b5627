"""What games advise makes search faster and changes no answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.models.play.game import Game, game
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import Bounds
from ruleproof.solvers.reasoning.laws.engines import compiled
from ruleproof.solvers.reasoning.laws.grounds import Ground, wander
from ruleproof.solvers.reasoning.laws.play import limits
from tests.plain import wandering
from tests.ready import at_start, ready

ADVISED = [name for name in names() if rulebook(name).advice]
PROMISING = [name for name in ADVISED if hasattr(rulebook(name).advice, "promise")]
LIMITED = [name for name in ADVISED if hasattr(rulebook(name).advice, "limits")]
BOARDS = ("square:1x4", "square:2x3", "square:3x3", "square:4x4", "square:5x5")


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_game_ends_beyond_the_limits_of_any_of_its_positions(data: st.DataObject) -> None:
    """Limits are what nobody can escape from, so random play must not."""
    name = data.draw(st.sampled_from(LIMITED))
    chosen = {
        setting.name: data.draw(st.sampled_from(setting.choices))
        for setting in rulebook(name).settings
        if setting.name not in ("players", "edition") and data.draw(st.booleans())
    }
    played = game(name, data.draw(st.sampled_from(BOARDS)), **chosen)
    seed = data.draw(st.integers(0, 10**6))
    ground = Ground(played)
    wander(ground, seed, most=300, games=1)
    assert list(limits(ground)) == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "incrowd" else pytest.mark.slow) for name in PROMISING],
)
def test_compiled_advice_is_that_of_the_rules(name: str) -> None:
    played = game(name, rulebook(name).board)
    ground = Ground(played)
    wander(ground, seed=3, most=60, games=1)
    for position in ground.positions.values():
        assert list(compiled(position)) == []


CASES = [
    "incrowd square:3x3", "incrowd square:2x4 turncoat-chain=on chain=global",
    "grow square:2x3 drop=mandatory", "grow square:1x5 drop=mandatory new-head=moves",
    "grow square:2x3 drop=mandatory order=simultaneous",
]  # fmt: skip


def unadvised(played: Game) -> Game:
    return replace(played, rulebook=replace(played.rulebook, advice=None))


@pytest.mark.parametrize("said", CASES)
def test_answers_are_those_without_advice(said: str) -> None:
    played = ready(said)
    plain = unadvised(played)
    kind = Searcher if played.acyclic else ProofSearch
    searches = kind(played), kind(plain)
    for seed in range(25):
        *_, state = (one for one in wandering(played, seed, seed % 8) if not played.over(one))
        advised, other = (settle(search, state, Bounds()) for search in searches)
        assert advised == other, state
        wins = ProofSearch(played).wins(state, ours=True)
        assert wins == ProofSearch(plain).wins(state, ours=True) == (advised > 0)


def test_margins_proved_by_limits_are_certified(tmp_path: Any) -> None:
    from ruleproof.solvers.verify.certificates import verify

    path = tmp_path / "margin.json"
    for said in CASES[:3]:
        for goal in ("win", "value"):
            found = solve(at_start(said), goal=goal, certificate=path, replace=True)
            assert found.certificate == path
            assert verify(path) == []
