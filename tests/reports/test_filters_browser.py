"""Filters on the page of a set: what is said to who listens once another puzzle is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reports.solving_page import PUZZLES

if TYPE_CHECKING:
    from playwright.sync_api import Page


def said(page: Page) -> str | None:
    """What who listens hears."""
    return page.locator(".said").text_content()


def test_a_filter_tells_how_many_match_and_which_puzzle_is_shown(page: Page):
    way = "Choose a cell on the board, or type a turn."
    assert said(page) == way
    page.click(".filters summary")
    page.select_option("select[name=game]", "Grow")
    assert said(page) == f"1 of 6 puzzles matches. {way} Puzzle 3: {PUZZLES[2].sentence}"
    page.select_option("select[name=game]", "Esgros")
    assert said(page) == f"2 of 6 puzzles match. {way} Puzzle 1: {PUZZLES[0].sentence}"
    page.select_option("select[name=mark]", "gone wrong")
    words = "No puzzle is like that; all are shown."
    assert said(page) == f"{words} {way} Puzzle 1: {PUZZLES[0].sentence}"
    page.get_by_text("in random order").click()
    assert (said(page) or "").startswith(f"All 6 puzzles match. {way} Puzzle 1: ")
    page.get_by_role("button", name="Next").click()
    assert said(page) == way
