"""Grow's claims: all fourteen of the sheet are there, and their verdicts are the expected ones."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.grow.claims import CLAIMS
from ruleproof.models.grow.claims.judges import compared
from ruleproof.reports.wording.differences import seen
from ruleproof.solvers.reasoning.checking.check import check, number_of
from ruleproof.solvers.reasoning.deciding.by_judge import plain
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry

EVERYWHERE = {"1", "2", "3a", "6a", "8a", "13"}
"""What is proved for every board, whatever the settings."""
CHOSEN: list[dict[str, object]] = [
    {"drop": "mandatory"},
    {"order": "simultaneous", "new_head": "moves"},
    {"order": "moves-first", "stall": "score"},
    {"order": "drop-first", "players": 3},
]


def test_every_claim_of_the_sheet_is_stated():
    assert {number_of(claim.id) for claim in CLAIMS} - {""} == {str(k) for k in range(1, 15)}


def expected_verdicts(board: str, **chosen: object) -> None:
    verdicts = check(game("grow", board, **chosen), seconds=60)
    assert [(one.id, one.verdict) for one in verdicts if not one.as_expected] == []
    everywhere = {one.id for one in verdicts if one.scope.holds == "every board"}
    assert everywhere >= EVERYWHERE
    assert all(one.verdict != "undecided" for one in verdicts)


def test_verdicts_on_a_small_board():
    expected_verdicts("path:4")


@pytest.mark.slow
@pytest.mark.parametrize("board", ["square:2x2", "path:5"])
@pytest.mark.parametrize("chosen", CHOSEN, ids=str)
def test_verdicts_under_other_settings(board: str, chosen: dict[str, object]):
    expected_verdicts(board, **chosen)


@pytest.mark.parametrize("drop", ["optional", "mandatory"])
@pytest.mark.parametrize("new_head", ["rests", "moves"])
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_dropping_first_and_dropping_whenever_are_the_same_but_for_heads_on_a_full_board(
    drop: str, new_head: str, players: int
):
    """Proved for every board; and all turns of small boards say so too."""
    chosen = game("grow", "path:4", drop=drop, new_head=new_head, players=players)
    found = {one.id: one for one in check(chosen, ["9b", "9e"])}
    assert {one.verdict for one in found.values()} == {"proved"}
    assert {one.scope.holds for one in found.values()} == {"every board"}
    for board in ("path:3", "path:4", "square:2x2", "path:5"):
        small = game("grow", board, drop=drop, new_head=new_head, players=players)
        owned = plain(Inquiry(small), compared("free", "drop-first", owned=True))
        assert owned.verdict == "proved"


def test_heads_on_a_full_board_can_lie_elsewhere_if_the_drop_comes_first():
    (verdict,) = check(game("grow", "path:4"), ["9h"])
    assert verdict.verdict == "refuted"


@pytest.mark.parametrize("board", ["path:4", "square:15x15"])
@pytest.mark.parametrize("claim", ["9c", "9d", "9h"])
def test_the_game_shows_the_turn_that_the_other_order_lacks(board: str, claim: str):
    chosen = game("grow", board)
    (verdict,) = check(chosen, [claim])
    assert verdict.verdict == "refuted"
    turn, lacking = str(verdict.details["turn"]), verdict.details["against"]
    assert str(verdict.witness).endswith(turn)
    assert seen(chosen, verdict) == (
        f"Under `order={verdict.details['under']}` a turn can end as `{turn}` does here, under "
        f"`order={lacking}` none can."
    )


def test_every_group_in_a_corridor_is_trapped():
    (verdict,) = check(game("grow", "path:4"), ["7"])
    assert verdict.verdict == "proved"
    assert verdict.details["judged"] == 116
