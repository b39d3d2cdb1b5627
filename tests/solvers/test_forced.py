"""Forced wins by the constraints alone are those that search finds by the rules to run."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, game
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from tests.ready import ready
from tests.solvers.forced_by_sat import ForcedWins

CASES = [
    ("esgros path:5 exceed=void full=loss", 5),
    ("esgros hex:2", 4),
    ("incrowd square:2x2", 4),
    ("incrowd square:2x3 turncoat-chain=on", 3),
    ("gro dish:1,1 tokens=3", 3),
    pytest.param("sow square:2x3 height=1", 4, marks=pytest.mark.slow),
]


def open_states(played: Game, search: ProofSearch, plies: int, many: int) -> list[Any]:
    """Positions of random games, some of them won within the plies as search finds."""
    dice = random.Random(4)
    found: dict[bool, dict[Any, None]] = {True: {}, False: {}}
    while min(map(len, found.values())) < many:
        line = [played.start()]
        while not played.over(line[-1]) and len(line) < 30:
            line.append(played.play(line[-1], dice.choice(played.moves(line[-1]))))
        for state in line:
            if not played.over(state):
                found[search.wins(state, True, 0, plies)][state] = None
    return [state for states in found.values() for state in list(states)[-many:]]


@pytest.mark.slow
@pytest.mark.parametrize(("said", "plies"), CASES, ids=str)
def test_search_and_constraints_agree(said: str, plies: int) -> None:
    played = ready(said)
    forced, search = ForcedWins(Constraints(played)), ProofSearch(played)
    answers: set[bool] = set()
    for state in open_states(played, search, plies, many=3):
        for within in range(1, plies + 1):
            won = forced.wins(state, within)
            assert won == search.wins(state, True, 0, within), (state, within)
            answers.add(won)
    assert answers == {True, False}


def test_games_without_turns_are_refused() -> None:
    grow = game("grow", "square:1x3")
    state = grow.play(grow.play(grow.start(), 0), 2)
    forced = ForcedWins(Constraints(grow))
    with pytest.raises(TextError, match="do not take turns"):
        forced.wins(state, 3)
    three = Constraints(game("grow", "square:2x2", players=3))
    with pytest.raises(TextError, match="two players"):
        ForcedWins(three)
