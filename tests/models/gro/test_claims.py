"""GRO's claims on the smallest dish, and its two encodings held against each other there."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleproof import Game, Position, game
from ruleproof.models.gro.germs import State
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from tests.long_run import searched

DECIDED = ["1", "2", "3", "4", "5", "6a-4", "6b-4", "6c-alive", "6d-orthogonal", "6e", "7", "8"]


@pytest.mark.parametrize("tokens", [2, 16])
def test_claims_come_out_as_expected_on_the_smallest_dish(tokens: int):
    chosen = game("gro", "dish:1,1", tokens=tokens)
    found = check(
        chosen, [*(DECIDED if tokens == 16 else ["1", "2", "3", "4", "5", "7"]), "12"], seconds=120
    )
    assert [(one.id, one.verdict) for one in found if not one.as_expected] == []
    assert {one.scope.holds for one in found if one.id in ("2", "4a", "4b", "7a")} == {
        "every board"
    }


@pytest.mark.slow
def test_nobody_can_hold_all_points_of_an_area_of_the_published_dish():
    (verdict,) = check(game("gro", edition="neto"), ["14"])
    assert verdict.verdict == "proved"
    assert not check(game("gro", "dish:2,1", control="all"), ["14"])


def random_states(chosen: Game, rng: random.Random, many: int) -> list[State]:
    """States of random games, and random ones, most of which break an invariant."""
    states: list[State] = []
    position = Position.start(chosen)
    while len(states) < many:
        states.append(position.state)
        moves = position.legal_moves()
        position = position.after(rng.choice(moves)) if moves else Position.start(chosen)
        sets = [0] * 6
        for cell in range(chosen.board.size):
            if rng.random() < 0.5:
                sets[rng.randrange(6)] |= 1 << cell
        numbers = (
            rng.randrange(2),
            rng.choice([0, 1, 2, 2, 2, 2]),
            rng.choice([0, 0, 0, 1, 2]),
            rng.choice([1, 1, 1, 0, 2, 3, 4]),
            int(rng.random() < 0.1),
        )
        states.append(State._make([*sets, *numbers]))
    return states


SETTINGS: list[dict[str, Any]] = [
    {setting.name: value}
    for setting in rulebook("gro").settings
    for value in setting.choices[:5]
    if value != setting.default
]
STUCK: list[dict[str, Any]] = [
    {"pass": "no", "stuck": "loss", "captures": "both"},
    {"pass": "no", "stuck": "draw", "divide-after": "alive", "repetition": "claim-4"},
]


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [{}, *SETTINGS, *STUCK], ids=str)
def test_both_encodings_say_the_same(chosen: dict[str, Any]):
    one = game("gro", "dish:1,1", **chosen)
    assert searched(Constraints(one), random_states(one, random.Random(1999), 60)) == []


@pytest.mark.slow
@pytest.mark.parametrize("board", ["dish:1,2", "dish:2,1", "dish:3,2"])
@pytest.mark.parametrize("chosen", [{}, *SETTINGS, *STUCK], ids=str)
def test_both_encodings_say_the_same_on_larger_dishes(board: str, chosen: dict[str, Any]):
    one = game("gro", board, **chosen)
    assert searched(Constraints(one), random_states(one, random.Random(1999), 60)) == []


def test_a_cycle_of_like_positions_is_followed_until_one_comes_back():
    """Without passing, moves to like positions never lead to the first one again."""
    without = {"pass": "no"}
    one = game("gro", "dish:1,1", **without)
    (found,) = check(one, ["9"])
    line = (found.witness or "").split()
    begin, length = found.details["cycle_from_ply"], found.details["cycle"]
    assert isinstance(begin, int)
    assert length == len(line) - begin
    before, after = (Position.start(one).play(line[:many]) for many in (begin, len(line)))
    assert before.state._replace(seen=1) == after.state._replace(seen=1)
