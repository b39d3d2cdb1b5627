"""In Crowd's claims come out as its table says, and what they find stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleproof import Position, game
from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.incrowd.claims import findings
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.reasoning.checking.check import check, number_of
from ruleproof.solvers.reasoning.checking.dead_rules import clauses

IDS = [claim.id for claim in table(game("incrowd"))]


def verdicts(board: str, ids: list[str], **chosen: str) -> dict[str, Verdict]:
    return {one.id: one for one in check(game("incrowd", board, **chosen), ids, seconds=60)}


def test_every_item_of_the_sheet_is_stated():
    assert {number_of(one) for one in IDS} - {""} == {str(k) for k in range(1, 14)}
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
    assert "undecided" not in {one.verdict for one in found.values()}
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
    for board in ("square:8x8", "square:9x9"):
        assert {one.verdict for one in verdicts(board, ["7", "5a"]).values()} == {"proved"}


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
    from ruleproof.models.incrowd.claims.shapes import shape_goals
    from ruleproof.solvers.reasoning.deciding.by_formulas import answer
    from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry

    answers = [answer(Inquiry(one), goal)[0] for goal in shape_goals(one, weaker)]
    assert answers == ["sat", "sat"]


@pytest.mark.parametrize(
    ("claim", "board", "verdict", "witness"),
    [
        ("10", "square:2x5", "refuted", "b1 d1 e1"),
        ("10", "square:1x7", "proved", None),
        ("10", "square:1x8", "refuted", "a1 c1 h1 pass d1"),
        ("4d", "square:3x3", "witnessed", None),
        ("9b", "square:2x3", "refuted", None),
    ],
)
def test_best_play_on_small_boards(claim: str, board: str, verdict: str, witness: str | None):
    found = verdicts(board, [claim])[claim]
    assert (found.verdict, found.expected) == (verdict, verdict)
    assert not witness or len((found.witness or "").split()) == len(witness.split())


def worth(position: Position) -> int:
    """What the search says the position is worth to the side to move."""
    value = solve(position).value
    assert isinstance(value, int)
    return value if position.side == "black" else -value


def test_the_ends_of_random_games_on_9x9_are_valued_as_the_search_values_them():
    one, other = game("incrowd"), game("incrowd", chain="global")
    found = verdicts("square:9x9", ["4d", "9a", "10"])
    assert [verdict.verdict for verdict in found.values()] == ["witnessed", "witnessed", "refuted"]
    here = Position.start(one).play((found["4d"].witness or "").split())
    there = Position.read(other, here.text)
    values = f"{worth(here)}, under chain=global {worth(there)}"
    assert found["4d"].details["values"] == values
    for claim in ("9a", "10"):
        position = Position.start(one).play((found[claim].witness or "").split())
        assert found[claim].details["position"] == position.text
        told = dict(part.split() for part in str(found[claim].details["values"]).split(", "))
        for move in position.moves():
            assert int(told.pop(move)) == -worth(position.play([move]))
        assert not told


def test_the_longest_chains_known_are_those_of_the_page():
    """What it says of a board decides nothing here, and is said with where it stands."""
    page = Path(__file__).parents[3] / findings.LONGEST_FROM
    rows = [line.split(" | ") for line in page.read_text().splitlines() if "| square:" in line]
    assert findings.LONGEST_ON.split() == [row[0].removeprefix("| square:") for row in rows]
    for column, known in enumerate(findings.LONGEST.values(), 1):
        assert known.split() == [row[column].replace(" to ", "–") for row in rows]
    for one in verdicts("square:5x5", ["8a", "8b", "8c", "8d"]).values():
        assert one.scope.there == "undecided"
        assert f"by {findings.LONGEST_FROM}, not checked here" in str(one.details["own_board"])
    (other,) = verdicts("square:5x5", ["8c"], chain="global").values()
    assert findings.LONGEST_FROM not in str(other.details["own_board"])


def test_theorems_about_chains():
    found = check(game("incrowd", "square:4x4"), ["8e", "8f"], seconds=60)
    assert [(one.verdict, one.scope.holds) for one in found] == [
        ("proved", "every board"),
        ("proved", "square:4x4"),
    ]


@pytest.mark.parametrize("planted", [8, 10])
def test_a_table_that_is_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch, planted: int):
    monkeypatch.setitem(findings.MOST_FLIPS, "square:4x4", planted)
    (found,) = check(game("incrowd", "square:4x4"), ["8f"], seconds=60)
    assert found.verdict != "proved"
    assert not found.as_expected


@pytest.mark.parametrize("board", ["square:1x1", "square:1x2", "square:2x2", "square:1x3"])
@pytest.mark.parametrize("majority", ["stones", "cells"])
def test_a_clause_is_dead_where_the_board_makes_it_so(board: str, majority: str):
    found = clauses(game("incrowd", board, majority=majority), seconds=60)
    assert [one.id for one in found if not one.as_expected] == []
