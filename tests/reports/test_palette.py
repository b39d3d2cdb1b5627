"""Players' colours are told apart, by deuteranopes too."""

from __future__ import annotations

from itertools import combinations

import pytest

from ruleproof.models.play.game import game
from ruleproof.reports.drawing.palette import SLOTS, tone
from tests.reports.seen import Lab, deuteranope, difference, lab, linear

NAMES = (game("grow", players=4).players, SLOTS, ("black", "white", "red", "blue"))


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_the_published_one(
    one: tuple[float, float, float], two: tuple[float, float, float], apart: float
) -> None:
    """By the data that Sharma, Wu and Dalal publish beside their formula."""
    assert difference(Lab(*one), Lab(*two)) == pytest.approx(apart, abs=5e-5)


@pytest.mark.parametrize("names", NAMES, ids=" ".join)
@pytest.mark.parametrize("shade", ["", "-light", "-dark"])
def test_any_two_players_are_told_apart(names: tuple[str, ...], shade: str) -> None:
    fills = {name: linear(tone(name + shade).fill) for name in names}
    for one, two in combinations(names, 2):
        assert difference(lab(fills[one]), lab(fills[two])) > 20, (one, two)
        seen = [lab(deuteranope(fills[name])) for name in (one, two)]
        assert difference(*seen) > 20, (one, two, "by a deuteranope")
