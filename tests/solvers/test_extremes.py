"""Verdicts on extremes are proved or say their bounds, rows name their boards, and claims do not
depend on each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from ruleproof import game
from ruleproof.cli.telling.verdicts import verdict_object
from ruleproof.models.claims.bounds import bounds_of, none_within, of_game, with_bounds
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    Endless,
    Ends,
    Most,
    Outcome,
    Same,
    SameValue,
    Sometimes,
    SomeTurn,
    ValueIs,
    Verdict,
    table,
)
from ruleproof.models.claims.evidence import Plain
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import elsewhere
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.solvers.reasoning.checking.check import check, chosen_claims
from ruleproof.solvers.reasoning.checking.examination import Examination, decide
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.verify.claims import verify_claim
from tests.solvers.test_prove import few, many

SMALL = {
    "esgros": "path:4",
    "gro": "dish:1,1",
    "grow": "path:3",
    "incrowd": "square:2x2",
    "sow": "square:2x2",
}
WORDS = re.compile(
    r"earliest|shortest|longest|tallest|largest|greatest|fewest|least|most\b|minimal|as (long|many|"
    r"much|far) as|at (most|least|latest)"
)
POSSIBLE = (Sometimes, SomeTurn, Endless)


def numbered(claim: Claim) -> bool:
    """Whether the claim asks for a number: an extreme, which the details must bound."""
    return claim.shortest or any(
        (isinstance(one, Most | ValueIs) and getattr(one, "bound", None) is None)
        or (isinstance(one, Decision) and one.asks == "what")
        for one in claim.obligations
    )


def possible(claim: Claim) -> bool:
    """Whether the claim says that something can happen, which one game shows."""
    return any(
        isinstance(one, POSSIBLE) or (isinstance(one, Decision | Plain) and one.asks == "ever")
        for one in claim.obligations
    )


ATTAINED = {
    "esgros": {"8"},
    "grow": {"3b"},
    "incrowd": set[str](),
    "gro": set[str](),
    "sow": set[str](),
}
"""Claims that something as large as a number in their own words can happen; a game shows all of it.
"""


@pytest.mark.parametrize("name", SMALL)
def test_a_claim_about_an_extreme_is_one_for_the_check_too(name: str) -> None:
    """A statement with such a word is general, so a proof or a counterexample decides all of it;
    or it asks for a number, whose bounds the details have.
    """
    for claim in table(game(name)):
        if WORDS.search(claim.statement) and possible(claim):
            assert claim.shortest or claim.id in ATTAINED[name], claim.statement


def test_a_game_that_need_not_be_the_shortest_leaves_such_a_claim_undecided() -> None:
    """Esgros on hex:4: wins in 21 plies come up at random, and one in 19 exists."""
    (found,) = check(game("esgros", "hex:4"), ["9"], limit=2_000)
    assert (found.verdict, found.scope.boards) == ("undecided", ("hex:4",))
    assert found.as_expected
    bounds = bounds_of(found.details)
    assert bounds is not None
    assert bounds.extreme == "shortest"
    assert 1 < (bounds.at_least or 0) <= 19 <= (bounds.at_most or 0)
    assert len((found.witness or "").split()) == bounds.at_most
    assert found.details["boards"]
    assert bounds.words in found.left_open


def test_a_shortest_game_is_witnessed_with_closed_bounds() -> None:
    (found,) = check(game("esgros", "path:4"), ["9"])
    bounds = bounds_of(found.details)
    assert bounds is not None
    assert (found.verdict, bounds.closed) == ("witnessed", True)
    assert found.left_open == []


def test_bounds_of_several_attempts_are_narrowed() -> None:
    both = with_bounds({"positions": 7, **none_within(8)}, of_game(19))
    assert (both["positions"], both["plies"], both["shortest"]) == (7, 19, False)
    bounds = bounds_of(both)
    assert bounds is not None
    assert bounds.words == "a game of 19 plies shows it; none of 8 or fewer does"
    closed = bounds_of(with_bounds(none_within(18), of_game(19)))
    assert closed is not None
    assert closed.closed


def test_a_decision_without_a_bound_does_not_prove_a_shortest_game() -> None:
    """An author's own decision may find any game."""

    def found(ground: Game, seconds: float) -> Outcome:
        return Outcome("witnessed", "a1 b1")

    ways = (
        Decision(found, "by hand", "ever", evidence=Plain(lambda g, w, k: lambda p: True, "ever")),
    )
    chosen = game("esgros", "path:4")
    for shortest, verdict in ((True, "undecided"), (False, "witnessed")):
        one = Claim("1", "It happens.", "", ways, shortest=shortest)
        outcome = decide(Inquiry(chosen), one, Effort())
        assert outcome.verdict == verdict
        bounds = bounds_of(outcome.details)
        assert bounds is not None
        assert (bounds.at_least, bounds.at_most) == (None, 2)


@pytest.mark.parametrize("name", SMALL)
def test_each_row_about_an_extreme_is_proved_or_says_its_bounds(name: str) -> None:
    """Looked at with so few positions that much stays open."""
    chosen = game(name, SMALL[name])
    for limit in (40, None):
        verdicts = check(chosen, [c.id for c in table(chosen) if numbered(c)], limit=limit)
        for one in verdicts:
            bounds = bounds_of(one.details)
            if one.verdict == "undecided":
                assert bounds or "value" in one.details or one.details["reason"], one
            elif bounds and one.verdict == "witnessed":
                assert bounds.closed, one


# Rows and the boards that they speak of


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("esgros", "hex:3"),
        ("gro", "dish:1,2"),
        ("grow", "square:3x3"),
        ("incrowd", "square:4x4"),
        ("sow", "square:3x4"),
    ],
)
def test_a_row_says_of_a_board_what_a_check_of_that_board_says(name: str, board: str) -> None:
    """So no two rows about one board contradict each other, whatever board was asked about."""
    chosen = game(name, board)
    limit = 3_000
    for one in check(chosen, seconds=2, limit=limit):
        assert one.scope.asked == board
        assert one.scope.there == ("undecided" if one.scope.elsewhere else one.verdict)
        for text in one.scope.boards[:2]:
            ground = elsewhere(chosen, text)
            assert ground is not None
            for there in check(ground, [one.id], seconds=2, limit=limit):  # and parts of its number
                same = there.id != one.id or there.verdict in (one.verdict, "undecided")
                assert same, (one.id, text)


def test_two_players_on_an_odd_board_never_share_the_first_place() -> None:
    """Claim 12a proves it; a tie on another board is no verdict on this one."""
    for board in ("path:3", "path:5", "square:15x15"):
        of_all, shared = check(game("grow", board), ["12a", "12b"])
        assert (of_all.verdict, shared.verdict) == ("proved", "refuted")
        assert shared.scope.boards == (board,)
    (shared,) = check(game("grow", "path:4"), ["12b"])
    assert shared.verdict == "witnessed"


def test_a_proof_that_it_never_happens_is_verified(tmp_path: Path) -> None:
    (shared,) = check(game("grow", "path:5"), ["12b"], certificates=tmp_path)
    report = verify_claim(Path(str(shared.certificate)))
    assert not report.faults
    assert not report.unchecked
    assert any("refuted on path:5" in line for line in report.told)


# Claims beside others


def objects(verdicts: Iterable[Verdict], chosen: Game) -> dict[str, Any]:
    """The verdicts as JSON has them, without the seconds."""
    told = (verdict_object(chosen, one) for one in verdicts)
    return {one["id"]: one | {"seconds": 0, "compiling": 0} for one in told}


def test_positions_are_counted_up_to_the_claims_own_witness() -> None:
    """In Crowd: claim 8a explores all of the board, claim 11b a part."""
    chosen = game("incrowd", "square:2x3")
    (alone,) = check(chosen, ["11b"])
    beside = {one.id: one for one in check(chosen, ["8a", "11b"])}
    assert alone.verdict == "refuted"
    assert beside["11b"].details == alone.details
    assert isinstance(alone.details["positions"], int)
    assert alone.details["positions"] < int(str(beside["8a"].details["positions"]))


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_claim_says_the_same_by_itself_and_beside_all_others(name: str) -> None:
    chosen = game(name, SMALL[name])
    together = objects(check(chosen), chosen)
    for claim in chosen_claims(chosen, None):
        if claim.speaks_of(chosen):
            alone = objects([Examination(chosen, Effort(20)).verdict(claim)], chosen)
            assert alone[claim.id] == together[claim.id]


def test_a_share_ends_where_the_claim_would_have_ended() -> None:
    """The exploration has gone on for others, and stays within the claim's own limit."""
    chosen = game("esgros", "hex:3")
    seen: list[Outcome] = []
    for before in (0, 5_000):
        inquiry = Inquiry(chosen)
        if before:
            inquiry.begin(inquiry.deadline, before, 20.0)
            assert not inquiry.share().all()
        inquiry.begin(inquiry.deadline, 500, 20.0)
        seen.append(decide(inquiry, Claim("1", "", "", (Sometimes(many),)), Effort()))
        seen.append(decide(inquiry, Claim("1", "", "", (Always(few),)), Effort()))
        seen.append(decide(inquiry, Claim("1", "", "", (Ends(),)), Effort()))
    assert seen[:3] == seen[3:]
    assert seen[1].details["plies_complete"] == 3
    assert seen[1].details["at_least"] == 4


def test_games_of_authors_keep_these_rules_too() -> None:
    """Every installed game's table: what is marked `shortest` can be proved to be so."""
    for name in names():
        for claim in table(game(name)):
            kinds = {type(one) for one in claim.obligations}
            assert not claim.shortest or not kinds & {Endless, Ends, Most, ValueIs, SameValue}
            assert not (claim.shortest and kinds == {Same}), "a general statement: any game refutes"
