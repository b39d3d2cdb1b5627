"""Two tabs of one set: neither overwrites what the other notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reports.solving_page import PUZZLES, key_and_rest, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page


def solved(page: Page, place: int) -> None:
    """Solves a puzzle."""
    opened(page, place)
    for turn in key_and_rest(PUZZLES[place]):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")


def test_two_tabs_keep_the_puzzles_of_both(page: Page):
    other = page.context.new_page()
    other.goto(page.url)
    solved(page, 0)
    other.wait_for_function("tally.textContent.startsWith('1 of 6 solved')")
    solved(other, 4)
    assert other.inner_text("#tally") == "2 of 6 solved"  # a streak is of one tab
    page.wait_for_function("tally.textContent.startsWith('2 of 6 solved')")
    assert page.locator(".dots .solved").all_inner_texts() == ["1", "5"]
    assert page.inner_text(".attempts").startswith("This sitting: 1 tried, 1 solved")
    assert "In all: 2 tried, 2 solved" in page.inner_text(".attempts")
    page.click(".filters summary")
    page.once("dialog", lambda asked: asked.accept())
    page.click("text=Mark all as not solved")
    other.wait_for_function("tally.textContent.startsWith('0 of 6 solved')")
    solved(other, 0)
    page.reload()
    assert page.inner_text("#tally") == "1 of 6 solved"


def test_a_dot_keeps_the_focus_while_another_tab_solves(page: Page):
    other = page.context.new_page()
    other.goto(page.url)
    page.locator(".dots button").nth(2).focus()
    solved(other, 0)
    page.wait_for_function("tally.textContent.startsWith('1 of 6 solved')")
    assert page.evaluate("document.activeElement.textContent") == "3"
