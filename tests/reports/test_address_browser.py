"""The address of the page of a set: it names the puzzle that is shown; Back and Forward follow."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import pytest

from ruleproof.reports.pages.solving import as_page
from tests.reports.solving_page import PUZZLES, opened, said

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def shows(page: Page, number: int) -> None:
    """Waits until the page shows the puzzle of that number, and its address names it."""
    page.locator("#puzzle", has_text=f"Puzzle {number}").wait_for()
    assert page.url.endswith(f"#{PUZZLES[number - 1].id}")


def test_the_address_names_the_puzzle_that_is_shown(page: Page):
    shows(page, 1)
    opened(page, 3)
    shows(page, 4)
    page.reload()
    shows(page, 4)


def test_back_and_forward_lead_from_puzzle_to_puzzle(page: Page):
    begun = page.evaluate("history.length")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    opened(page, 2)  # the same again is no new entry
    shows(page, 3)
    assert page.evaluate("history.length") == begun + 2
    page.go_back()
    shows(page, 2)
    page.go_back()
    shows(page, 1)
    page.go_forward()
    shows(page, 2)
    assert page.evaluate("document.activeElement.id") == "puzzle"


def test_an_address_leads_to_one_puzzle(page: Page):
    page.evaluate(f"location.hash = '{PUZZLES[2].id}'")
    shows(page, 3)
    page.evaluate("location.hash = 'of-another-set'")
    words = "No puzzle of this page has the id of-another-set."
    page.locator(".solver .said", has_text=words).wait_for()
    shows(page, 3)
    page.goto("about:blank")
    page.go_back()
    shows(page, 3)
    address = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(f"{address}#strange")
    assert said(page) == "No puzzle of this page has the id strange."
    shows(page, 1)


@pytest.mark.parametrize("sandbox", ["", " sandbox=allow-scripts"])
def test_a_page_in_a_frame_goes_from_puzzle_to_puzzle(page: Page, tmp_path: Path, sandbox: str):
    """As notebooks show pages: the frame has no address of its own."""
    path = tmp_path / "frame.html"
    path.write_text(f'<iframe{sandbox} srcdoc="{escape(as_page(PUZZLES))}"></iframe>', "utf-8")
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Next").click()
    frame.locator("#puzzle", has_text="Puzzle 2").wait_for()
    assert page.url == path.as_uri()
