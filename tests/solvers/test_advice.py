"""What games advise makes search faster and changes no answer."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import Bounds
from ruleproof.solvers.reasoning.laws.engines import compiled
from ruleproof.solvers.reasoning.laws.grounds import Ground, wander
from ruleproof.solvers.reasoning.laws.play import limits

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
    ("incrowd", "square:3x3", {}),
    ("incrowd", "square:2x4", {"turncoat-chain": "on", "chain": "global"}),
    ("grow", "square:2x3", {"drop": "mandatory"}),
    ("grow", "square:1x5", {"drop": "mandatory", "new-head": "moves"}),
    ("grow", "square:2x3", {"drop": "mandatory", "order": "simultaneous"}),
]


def unadvised(played: Game) -> Game:
    return replace(played, rulebook=replace(played.rulebook, advice=None))


@pytest.mark.parametrize(("name", "board", "chosen"), CASES, ids=str)
def test_answers_are_those_without_advice(name: str, board: str, chosen: dict[str, Any]) -> None:
    played = game(name, board, **chosen)
    plain = unadvised(played)
    dice = random.Random(1)
    kind = Searcher if played.acyclic else ProofSearch
    searches = kind(played), kind(plain)
    for _ in range(25):
        state = played.start()
        for _ in range(dice.randrange(8)):
            after = played.play(state, dice.choice(played.moves(state)))
            if played.over(after):
                break
            state = after
        advised, other = (settle(search, state, Bounds()) for search in searches)
        assert advised == other, state
        wins = ProofSearch(played).wins(state, ours=True)
        assert wins == ProofSearch(plain).wins(state, ours=True) == (advised > 0)


def test_margins_proved_by_limits_are_certified(tmp_path: Any) -> None:
    from ruleproof.solvers.verify.certificates import verify

    for number, (name, board, chosen) in enumerate(CASES[:3]):
        path = tmp_path / f"{number}.json"
        for goal in ("win", "value"):
            start = Position.start(game(name, board, **chosen))
            assert solve(start, goal=goal, certificate=path, replace=True).certificate == path
            assert verify(path) == []
