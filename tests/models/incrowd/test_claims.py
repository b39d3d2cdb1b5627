"""In Crowd's claims come out as its table says, and what they find stands."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.incrowd.claims import decisions, findings
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.dead_rules import clauses

IDS = [claim.id for claim in table(game("incrowd"))]


def verdicts(board: str, ids: list[str], **chosen: str) -> dict[str, Verdict]:
    return {one.id: one for one in check(game("incrowd", board, **chosen), ids, seconds=60)}


def test_every_item_of_the_sheet_is_stated():
    assert {"".join(filter(str.isdigit, one)) for one in IDS} == {str(k) for k in range(1, 14)}
    assert len(set(IDS)) == len(IDS)


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"chain": "global"},
        {"majority": "cells", "turncoat_chain": "on"},
        *(
            pytest.param(chosen, marks=pytest.mark.slow)
            for chosen in (
                {"turncoat_chain": "on"},
                {"territory": "all8"},
                {"majority": "cells"},
                {"majority": "cells", "chain": "global"},
            )
        ),
    ],
    ids=lambda chosen: " ".join(chosen.values()) or "default",
)
@pytest.mark.parametrize(
    "board",
    [
        "square:1x2",
        pytest.param("square:2x3", marks=pytest.mark.slow),
        pytest.param("square:2x4", marks=pytest.mark.slow),
    ],
)
def test_every_claim_comes_out_as_expected(board: str, chosen: dict[str, str]):
    found = verdicts(board, IDS, **chosen)
    assert [one.id for one in found.values() if not one.as_expected] == []
    assert {one.verdict for one in found.values()} <= {"proved", "refuted", "witnessed"}
    for one in ("1a", "2", "6b"):
        assert found[one].scope.holds == "every board"


def test_where_stones_stay_outnumbered():
    """The shortest games to it, with and without a chain back; on 3×3 only a chain back helps."""
    found = verdicts("square:2x3", ["3", "3a", "3b"])
    assert [found[one].verdict for one in ("3", "3a", "3b")] == ["refuted", "refuted", "witnessed"]
    assert len((found["3b"].witness or "").split()) == 5
    found = verdicts("square:2x4", ["3", "3a", "3b"], turncoat_chain="on")
    assert [found[one].verdict for one in ("3", "3a", "3b")] == ["refuted", "witnessed", "refuted"]
    assert len((found["3a"].witness or "").split()) == 7


@pytest.mark.slow
def test_a_chain_back_leaves_nothing_outnumbered_on_3x3_but_does_on_3x4():
    assert verdicts("square:3x3", ["3"], turncoat_chain="on")["3"].verdict == "proved"
    found = verdicts("square:3x4", ["3"], turncoat_chain="on")["3"]
    assert (found.verdict, len((found.witness or "").split())) == ("refuted", 6)


def test_shapes_and_phase_1_on_the_real_boards():
    found = verdicts("square:8x8", ["7", "5a"])
    assert {one.verdict for one in found.values()} == {"proved"}
    shapes: Any = found["7c"].details["shapes"]
    assert shapes == {
        "corner": ["a1 b1 a2", "a1 b1 c1 d1 b2 c2"],
        "edge": [
            "b1 c1 a2 b2 a3",
            "b1 c1 d1 a2 b2 c2",
            "b1 c1 d1 e1 c2 d2",
            "c1 d1 e1 f1 d2 e2",
        ],
        "middle": [],
    }
    assert {one.verdict for one in verdicts("square:9x9", ["5a", "7"]).values()} == {"proved"}


def test_by_cells_a_stone_inside_the_strong_middle_structure_stays():
    (found,) = verdicts("square:8x8", ["7b"], majority="cells").values()
    assert (found.verdict, found.expected, found.scope.holds) == (
        "refuted",
        "refuted",
        "square:8x8",
    )
    (shapes,) = verdicts("square:8x8", ["7a"], majority="cells").values()
    assert shapes.verdict == "proved"


def test_a_weaker_shape_is_found_out():
    """The middle shape less one stone falls, and the witness shows how it can stand."""
    one = game("incrowd", "square:8x8")
    weaker = findings.shape(one, "middle") & ~one.board.set_of("e7")
    from ruleproof.models.incrowd.claims.theorems import shape_goals
    from ruleproof.solvers.reasoning.deciding.by_formulas import answer
    from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry

    answers = [answer(Inquiry(one), goal)[0] for goal in shape_goals(one, weaker)]
    assert answers == ["sat", "sat"]


def test_greed_fails_on_2x5_after_three_moves():
    found = decisions.greed(game("incrowd", "square:2x5"), 60)
    assert (found.verdict, found.witness) == ("refuted", "b1 d1 e1")


@pytest.mark.parametrize(
    ("board", "verdict"), [("square:1x7", "proved"), ("square:1x8", "refuted")]
)
def test_greed_fails_on_rows_of_eight(board: str, verdict: str):
    one = game("incrowd", board)
    assert decisions.greed(one, 60).verdict == verdict == findings.greed_pays(one)


def test_a_reading_of_chains_changes_a_value_on_3x3():
    found = decisions.other_chain(game("incrowd", "square:3x3"), 60)
    assert found.verdict == "witnessed"
    line = found.witness
    assert Position.start(game("incrowd", "square:3x3")).play(line).moves()


def worth(position: Position) -> int:
    """What the search says the position is worth to the side to move."""
    value = solve(position).value
    assert isinstance(value, int)
    return value if position.side == "black" else -value


def test_the_ends_of_random_games_on_9x9_are_valued_as_the_search_values_them():
    one, other = game("incrowd"), game("incrowd", chain="global")
    found = decisions.other_chain(one, 60)
    assert found.verdict == "witnessed"
    here = Position.start(one).play(found.witness.split())
    there = Position.read(other, here.text)
    assert found.details["values"] == f"{worth(here)}, under chain=global {worth(there)}"
    for claim, verdict in ((decisions.zugzwang, "witnessed"), (decisions.greed, "refuted")):
        found = claim(one, 60)
        position = Position.start(one).play(found.witness.split())
        assert (found.verdict, found.details["position"]) == (verdict, position.text)
        told = dict(part.split() for part in str(found.details["values"]).split(", "))
        for move in position.moves():
            assert int(told.pop(move)) == -worth(position.play([move]))
        assert not told


def test_time_that_runs_out_is_told():
    found = decisions.zugzwang(game("incrowd", "square:4x4"), 0.0)
    assert (found.verdict, found.details["reason"]) == ("undecided", "the work allowed is done")


def test_all_positions_are_looked_at_where_the_ends_of_games_show_nothing(
    monkeypatch: pytest.MonkeyPatch,
):
    one = game("incrowd", "square:2x3")
    whole = decisions.open_zugzwang(one, 60)
    monkeypatch.setattr(decisions, "_SMALL", 2)
    found = decisions.open_zugzwang(one, 1)
    assert found == whole
    assert (found.verdict, found.details["positions"]) == ("refuted", 783)


@pytest.mark.parametrize("board", ["square:1x1", "square:1x2", "square:2x2", "square:1x3"])
@pytest.mark.parametrize("majority", ["stones", "cells"])
def test_a_clause_is_dead_where_the_board_makes_it_so(board: str, majority: str):
    found = clauses(game("incrowd", board, majority=majority), seconds=60)
    assert [one.id for one in found if not one.as_expected] == []
