"""Solve: several tabs, the history of the browser, a studio that is gone for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from tests.studio.served import SET

if TYPE_CHECKING:
    from playwright.sync_api import Page


def opened(page: Page, place: int) -> None:
    """Opens the page at a puzzle of the set."""
    page.goto(f"/solve?set=served/small&puzzle={SET[place].id}")
    expect(page.locator("#solver .origin")).to_contain_text(SET[place].id)


def test_two_tabs_keep_the_puzzles_of_both(page: Page):
    other = page.context.new_page()
    opened(page, 0)
    opened(other, 1)
    page.get_by_role("button", name="Show the solution").click()
    expect(other.locator("#tally")).to_have_text("0 of 2 solved · 1 gone wrong")
    other.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#tally")).to_have_text("0 of 2 solved · 2 gone wrong")
    page.reload()
    expect(page.locator(".dots .missed")).to_have_count(2)
