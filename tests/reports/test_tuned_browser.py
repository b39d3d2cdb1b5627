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
