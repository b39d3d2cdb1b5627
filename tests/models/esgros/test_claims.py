"""Esgros' claims: the verdicts of small boards, theorems that need what they assume, and rules with
a planted fault that a claim catches.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.claims.claims import EveryTurn, Theorem
from ruleproof.models.esgros import RULEBOOK, claims, rules
from ruleproof.models.esgros.claims import theorems
from ruleproof.models.play.game import Game, make_game
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.deciding.by_formulas import abstraction, answer
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.work.progress import Deadline

VARIED = [
    {},
    *({"exceed": value} for value in ("void", "by-one", "permit-least", "permit-by-one", "either")),
    {"edition": "second"},
    {"full": "loss"},
    {"pie": "on"},
]


@pytest.mark.parametrize("settings", VARIED, ids=str)
def test_every_claim_comes_out_as_expected(settings: dict[str, str]):
    chosen = game("esgros", "hex:2", **settings)
    verdicts = check(chosen)
    assert [v.id for v in verdicts if not v.as_expected] == []
    everywhere = {v.id for v in verdicts if v.scope.holds == "every board"}
    decisive = {"6"} if settings.get("full") == "loss" else set[str]()
    assert everywhere == {"1", "2a", "2b", "3", "4", "5", "10"} | decisive
    for verdict in verdicts:
        if verdict.witness and verdict.scope.holds == "hex:2":
            Position.start(chosen).play(verdict.witness)


@pytest.mark.slow
@pytest.mark.parametrize("settings", VARIED, ids=str)
def test_the_same_on_a_larger_board(settings: dict[str, str]):
    verdicts = check(game("esgros", "hex:3", **settings), seconds=600, limit=20_000_000)
    assert [v.id for v in verdicts if not v.as_expected or v.verdict == "undecided"] == []


def test_the_shortest_drawn_games():
    plies = {"path:2": 2, "path:3": 3, "path:4": 4, "path:5": 5, "square:2x2": 4, "hex:2": None}
    for board, shortest in plies.items():
        verdict = check(game("esgros", board), ["6"])[0]
        assert verdict.details.get("plies") == shortest, board
        if shortest:
            end = Position.start(game("esgros", board)).play(verdict.witness or "")
            assert end.result is not None
            assert end.result.winner is None


def test_a_full_board_that_is_lost_makes_the_game_drawless_on_every_board():
    (verdict,) = check(game("esgros", "hex:4", full="loss"), ["6"])
    assert (verdict.verdict, verdict.scope.holds) == ("proved", "every board")
    (drawn,) = check(game("esgros", "path:4"), ["6"])
    assert drawn.verdict == "refuted"


def test_the_theorem_needs_a_least_member():
    """Without it an endless board could have empty cells and no legal move."""
    chosen = game("esgros", "path:3")
    goal = theorems.legal_move_goals(chosen)[0]
    weaker = goal._replace(formulas=goal.formulas[-2:])
    assert answer(Inquiry(chosen), goal)[0] == "unsat"
    assert answer(Inquiry(chosen, Deadline(1.0)), weaker)[0] != "unsat"


def test_a_wrong_abstraction_is_not_let_through():
    def another_reading(chosen: Game) -> Any:
        return theorems.legal_move_goals(game("esgros", "path:4", exceed="either"))

    def its_checks(chosen: Game) -> Any:
        p = theorems.fresh(chosen, "p")
        seen = theorems._on_board(chosen, p)  # pyright: ignore[reportPrivateUsage]
        legal, _ = theorems.allowed(game("esgros", "path:4", exceed="either"), seen)
        return theorems.legal_cells(chosen, p, legal)

    wrong = Theorem(another_reading, "every board", "another reading", its_checks)
    assert abstraction(Inquiry(game("esgros", "path:4")), wrong).verdict == "refuted"
    right = Theorem(another_reading, "every board", "its own", theorems.legal_move_checks)
    assert abstraction(Inquiry(game("esgros", "path:4")), right).verdict == "proved"


FAULTS = {
    "equal groups are taken too": ("if count(victim) < size:", "if count(victim) <= size:", "5"),
    "nothing is taken": ("            gone |= victim", "            gone |= board.none", "5"),
}


@pytest.fixture(params=FAULTS, ids=str)
def faulty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Game, str]]:
    """Esgros with one fault planted in its rules, and the claim that catches it."""
    before, after, claim = FAULTS[request.param]
    text = Path(rules.__file__).read_text()
    assert text.count(before) == 1
    name = f"esgros_fault_{list(FAULTS).index(request.param)}"
    path = tmp_path / f"{name}.py"
    path.write_text(text.replace(before, after))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    yield make_game(replace(RULEBOOK, rules=module), "hex:2", {}), claim
    del sys.modules[name]


@pytest.mark.slow
def test_a_planted_fault_is_caught(faulty: tuple[Game, str]):
    chosen, number = faulty
    claim = next(claim for claim in claims.CLAIMS if claim.id == number)
    turns = next(one for one in claim.obligations if isinstance(one, EveryTurn))
    from ruleproof.solvers.reasoning.deciding.by_positions import predicate

    assert predicate(Inquiry(chosen), turns).verdict == "refuted"
    assert predicate(Inquiry(game("esgros", "hex:2")), turns).verdict == "proved"
