"""The worth of moves in words: a margin of two players, the points of one of three."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.reports.studio.answers.worths import worth_told
from ruleproof.solvers.playing.exact.unfolding import Worth

POINTS = [
    ((2, 5), "from +2 to +5", "from 2 to 5 points"),
    ((1, None), "at least +1", "at least 1 point"),
    ((None, 3), "at most +3", "at most 3 points"),
    ((0, 3), "from 0 to +3", "from 0 to 3 points"),
    ((None, None), "not known", "not known"),
]


@pytest.mark.parametrize(("bounds", "two", "three"), POINTS)
def test_bounds_are_those_of_a_margin_or_of_points(
    bounds: tuple[int | None, int | None], two: str, three: str
):
    worth = Worth("a1", None, None, bounds, 0, 9)
    told = [worth_told(game("grow", "square:3x3", players=many), worth) for many in (2, 3)]
    assert [one.words for one in told] == [two, three]
    assert [one.short for one in told] == ["", ""]


@pytest.mark.parametrize(("value", "two", "three"), [(2, "+2", "2"), (0, "0", "0")])
def test_a_known_value_stands_on_its_cell(value: int, two: str, three: str):
    worth = Worth("a1", value, None, (value, value), value, value)
    told = [worth_told(game("grow", "square:3x3", players=many), worth) for many in (2, 3)]
    assert [one.short for one in told] == [two, three]
    assert told[1].words == f"{value} points"
