"""Sow?'s claims: all ten of its sheet are there, and what they find stands."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.models.claims.claims import Verdict
from ruleproof.models.sow.claims import CLAIMS
from ruleproof.solvers.reasoning.checking.check import check, number_of

VALUES = ["7g", "7h", "7i", "7l", "10"]
"""Claims about values, on boards that can be solved."""
RULES = [claim.id for claim in CLAIMS if claim.id not in VALUES]
HAPPENS = {"3a", "4b", "5b", "7b", "7d", "7f", "7k", "8a", "8b", "8c", "8d", "8e", "8f", "8g"}
"""What happens only where there is room."""


def verdicts(board: str, ids: list[str], **chosen: object) -> dict[str, Verdict]:
    return {one.id: one for one in check(game("sow", board, **chosen), ids, seconds=60)}


def test_every_claim_of_the_sheet_is_stated():
    assert {number_of(claim.id) for claim in CLAIMS} - {""} == {str(k) for k in range(1, 11)}
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)


@pytest.mark.parametrize(
    "board",
    [
        "square:2x2",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("square:1x3", "square:1x5", "square:3x2")
        ),
    ],
    ids=lambda board: board[7:],
)
@pytest.mark.parametrize(
    "height", [1, *(pytest.param(one, marks=pytest.mark.slow) for one in (2, 3))]
)
def test_small_boards_speak_of_what_holds_everywhere(board: str, height: int):
    found = verdicts(board, RULES, height=height)
    assert not HAPPENS & set(found)
    assert [(one.id, one.verdict) for one in found.values() if not one.as_expected] == []


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        pytest.param({"turn": "second"}, marks=pytest.mark.slow),
        *(
            pytest.param(chosen, marks=pytest.mark.slow)
            for chosen in (
                {"last_column": "exit"},
                {"path": "flexible"},
                {"strand": "free"},
                {"exit": "from-last"},
                {"exit_needs_own": "yes"},
                {"limit": "3"},
                {"order": "top-first"},
            )
        ),
    ],
    ids=lambda chosen: " ".join(map(str, chosen.values())) or "default",
)
def test_every_claim_comes_out_as_expected(chosen: dict[str, object]):
    found = verdicts("square:2x3", RULES, height=2, **chosen)
    assert [(one.id, one.verdict) for one in found.values() if not one.as_expected] == []


def test_the_shortest_cycle():
    """Two turns of each player, once there is a piece of the other's under their own."""
    one = verdicts("square:2x3", ["3"], height=1)["3a"]
    assert (one.verdict, one.details["positions"]) == ("witnessed", 300)
    assert (one.details["cycle"], one.details["cycle_from_ply"]) == (4, 7)
    line = (one.witness or "").split()
    begin = Position.start(game("sow", "square:2x3", height=1)).play(line[:7])
    again = begin.play(line[7:]).text
    assert (again, begin.side) == (f"{begin.text} seen=2", "right")


@pytest.mark.slow
def test_stacks_grow_above_the_limit_only_where_pieces_left_behind_may():
    found = verdicts("square:1x8", ["4"])
    assert (found["4a"].verdict, found["4c"].details["most"]) == ("proved", 4)
    found = verdicts("square:1x8", ["4"], strand="free")
    assert (found["4b"].verdict, found["4c"].details["most"]) == ("refuted", 5)


@pytest.mark.parametrize(
    "chosen",
    [{}, pytest.param({"path": "flexible"}, marks=pytest.mark.slow)],
    ids=["once", "flexible"],
)
def test_what_z3_proves_of_every_position_of_a_board(chosen: dict[str, object]):
    found = verdicts("square:2x3", ["2", "5c", "6"], **chosen)
    assert {one.verdict for one in found.values()} == {"proved"}
    assert all(one.method.startswith("z3") for one in found.values())


@pytest.mark.slow
def test_paths_that_turn_once_are_the_same_moves_on_flexible_ones():
    found = verdicts("square:2x3", ["7c", "7d"], path="flexible")
    assert (found["7c"].verdict, found["7d"].verdict) == ("proved", "refuted")
    line = (found["7d"].witness or "").split()
    flexible, once = (
        Position.start(game("sow", "square:2x3", path=path)).play(line)
        for path in ("flexible", "once")
    )
    assert set(once.moves()) < set(flexible.moves())


@pytest.mark.parametrize("height", [1, 2, 3])
@pytest.mark.parametrize(
    "board", ["square:2x2", "square:3x2", "square:1x8", "square:2x3"], ids=lambda board: board[7:]
)
def test_values_of_small_starts(board: str, height: int):
    found = verdicts(board, VALUES, height=height)
    assert [(one.id, one.verdict) for one in found.values() if not one.as_expected] == []


def test_every_variant_of_sowing_changes_who_wins_somewhere():
    for board, one, values in (
        ("square:1x8", "7g", ("win", "loss")),
        ("square:2x3", "7h", ("win", "loss")),
        ("square:2x2", "7i", ("loss", "win")),
        ("square:2x3", "7l", ("win", "loss")),
    ):
        details = verdicts(board, [one])[one].details
        assert (details["value"], details["other_value"]) == values
