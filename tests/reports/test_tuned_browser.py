"""The page of a tuning, and the numbers of a report, fit wide and narrow windows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof import game, tune
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.page import chapter, page
from ruleproof.reports.pages.tuned import tuned_page
from ruleproof.reports.statistics.play_statistics import play_statistics
from ruleproof.reports.statistics.tune_plot import plot
from ruleproof.reports.statistics.tuning import Tuned
from ruleproof.solvers.work.executors import Here
from tests.pages import NARROW, WIDE, faultless

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLAYERS = ("random", "greedy", "shallow:1", "mcts:4")
GAME = game("grow", "square:2x3")
BEYOND = """() => [...document.querySelectorAll(".wide td, .wide th, .plot")].filter(one => {
    const place = one.getBoundingClientRect();
    return place.width && place.right > innerWidth + 1;
}).map(one => one.textContent)"""

SIDEWAYS = """() => [...document.querySelectorAll(".wide")].filter(
    one => one.scrollWidth > one.clientWidth
).map(one => one.textContent)"""


@pytest.fixture(scope="module")
def tuned() -> Tuned:
    return tune([GAME, game("grow", "square:2x3", drop="mandatory")], games=4, players=PLAYERS)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_page_of_a_tuning_fits_the_window(
    browser: Browser, tmp_path: Path, tuned: Tuned, size: tuple[int, int]
) -> None:
    path = tmp_path / "tuned.html"
    path.write_text(tuned_page(GAME, tuned), "utf-8")
    with faultless(browser, size) as shown:
        shown.goto(path.as_uri())
        assert shown.evaluate(BEYOND) == []
        assert shown.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert shown.evaluate("getComputedStyle(document.querySelector('h2')).fontSize") == "24px"


@pytest.fixture(scope="module")
def varied() -> Tuned:
    """Variants that differ in several settings, with a column for each of three players."""
    drops = ("optional", "mandatory")
    games = [game("grow", "square:3x3", players=many, drop=one) for many in (2, 3) for one in drops]
    return tune(games, games=4, players=("random", "mcts:2"))


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_tuning_of_several_settings_fits_the_window(
    browser: Browser, tmp_path: Path, varied: Tuned, size: tuple[int, int]
) -> None:
    path = tmp_path / "tuned.html"
    path.write_text(tuned_page(GAME, varied), "utf-8")
    with faultless(browser, size) as shown:
        shown.goto(path.as_uri())
        assert shown.evaluate(BEYOND) == []
        assert shown.evaluate(SIDEWAYS) == []


def test_a_table_that_does_not_fit_shows_that_it_scrolls(
    browser: Browser, tmp_path: Path, varied: Tuned
) -> None:
    path = tmp_path / "tuned.html"
    path.write_text(tuned_page(GAME, varied), "utf-8")
    with faultless(browser, (800, 900)) as shown:
        shown.goto(path.as_uri())
        assert shown.evaluate(SIDEWAYS) != []
        shadows = "getComputedStyle(document.querySelector('.wide')).backgroundAttachment"
        assert shown.evaluate(shadows) == "local, local, scroll, scroll"


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_numbers_of_a_report_fit_the_window(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    statistics = play_statistics(GAME, games=4, groups=PLAYERS, workers=[Here()])
    path = tmp_path / "report.html"
    path.write_text(page("Grow", "", [chapter(Findings(GAME, statistics=statistics))]), "utf-8")
    with faultless(browser, size) as shown:
        shown.goto(path.as_uri())
        assert shown.evaluate(BEYOND) == []


def test_a_plot_has_a_ground_in_a_file_of_its_own_alone(tuned: Tuned) -> None:
    assert "prefers-color-scheme:dark" in plot("Grow", tuned)
    inside = plot("Grow", tuned, alone=False)
    assert "<rect" not in inside
    assert "#fff" not in inside
