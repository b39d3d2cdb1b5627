"""The page of a set on paper: a puzzle's number, its board and its task, without controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reports.solving_page import opened

if TYPE_CHECKING:
    from playwright.sync_api import Page


def visible(page: Page, what: str) -> list[bool]:
    """Whether each of these parts is seen."""
    return [one.is_visible() for one in page.locator(what).all()]


def test_a_printed_puzzle_has_no_controls(page: Page):
    opened(page, 4)
    assert any(visible(page, "button"))
    page.emulate_media(media="print")
    for left_out in ("button", "input", "select", "summary", ".said", "#tally"):
        assert not any(visible(page, left_out)), left_out
    for kept in ("#puzzle", ".board", ".mover", ".sentence", ".beside", ".origin"):
        assert visible(page, kept) == [True], kept
    page.emulate_media(media="screen")
    page.click("text=Show the solution")
    page.click(".rules summary >> nth=0")
    page.emulate_media(media="print")
    assert visible(page, ".told dl") == [True]
    assert "Solution" in page.inner_text(".told")
    assert any(visible(page, ".rules p"))
    assert not any(visible(page, "button"))
