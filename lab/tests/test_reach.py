"""The page that tells how far exact answers reach."""

from __future__ import annotations

import pytest

from lab import reach
from tests.endgames import Endgame, empties, stones


def test_a_row_is_measured_and_growth_is_told():
    name = "In Crowd 3x4, empty"
    row = reach.measure(name, 60.0)
    cells = [cell.strip() for cell in row.split("|")[1:-1]]
    assert cells[:2] == [name, "1 of 1"]
    many = int(cells[4].replace(",", ""))
    assert many > 0
    later = f"| In Crowd 4x4, empty | 1 of 1 | 1.00 | 1.00 | {16 * many:,} |"
    page = reach.page({name: row, "In Crowd 4x4, empty": later})
    assert "grow 2.00 times with each cell more" in page
    assert f"takes {16.0 * many * 2**9:.0e}." in page
    assert row in page


def test_what_was_not_solved_in_time_is_told_so():
    row = reach.measure("Esgros hex:4, 18 stones", 0.0)
    assert row == "| Esgros hex:4, 18 stones | 0 of 20 | > 0 | > 0 | ? |"
    assert reach.growth(reach.SERIES["Esgros, towards the empty hex:4"], {}) == ""


def test_certificates_are_measured_and_checked(monkeypatch: pytest.MonkeyPatch):
    near = Endgame("incrowd", "square:3x3", {}, empties(3))
    far = Endgame("esgros", "hex:4", {}, stones(10))
    for kind, seconds, told in (
        (near, 60.0, "| Proof: one | 20 of 20 | 0."),
        (far, 0.0, "| Proof: one | 0 of 20 | > 0 | > 0 | ? | ? | ? |"),
    ):
        monkeypatch.setitem(reach.PROOFS, "Proof: one", (kind, False))
        row = reach.certify("Proof: one", seconds)
        assert row.startswith(told)
        assert f"{row}\n" in reach.page({"Proof: one": row})
