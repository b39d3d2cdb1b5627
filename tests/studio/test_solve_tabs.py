"""Solve: several tabs, the history of the browser, a studio that is gone for a while."""

from __future__ import annotations

import re
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


@pytest.mark.slow
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


def shows(page: Page, place: int, name: str = "small") -> None:
    """Waits until the page shows the puzzle at that place, and its address names it."""
    expect(page.locator("#solver .origin")).to_contain_text(SET[place].id)
    expect(page.locator("#sets option:checked")).to_have_text(name)
    assert page.url.endswith(f"{name.replace(' ', '+').replace(',', '%2C')}&puzzle={SET[place].id}")


def test_back_and_forward_lead_from_puzzle_to_puzzle(page: Page):
    opened(page, 0)
    page.get_by_role("button", name="Next").click()
    shows(page, 1)
    page.select_option("#sets", "served/starter-esgros")
    expect(page.locator(".dots button")).not_to_have_count(2)
    expect(page.locator("#solver .origin")).not_to_be_empty()
    page.go_back()
    shows(page, 1)
    page.go_back()
    shows(page, 0)
    page.go_forward()
    shows(page, 1)
    page.reload()
    shows(page, 1)
    page.focus(".skip")
    page.keyboard.press("Enter")
    page.fill("#turn", "half a turn")
    page.go_back()
    assert page.input_value("#turn") == "half a turn"  # the puzzle is not posed anew
    shows(page, 1)


def test_a_set_that_is_edited_takes_the_place_of_the_one_before_in_the_history(page: Page):
    opened(page, 0)
    page.get_by_role("button", name="Next").click()
    shows(page, 1)
    page.click(".editing summary")
    page.get_by_role("button", name="Earlier").click()
    shows(page, 1, "small, edited")
    page.go_back()
    shows(page, 0)


def test_a_set_that_is_chosen_is_told(page: Page):
    opened(page, 1)
    way = "Choose a cell on the board, or type a turn."
    heard = page.locator(".solver .said")
    expect(heard).to_have_text(way)
    page.select_option("#sets", "served/starter-esgros")
    expect(heard).to_have_text(re.compile(f"^Esgros: [0-9]+ puzzles. {way} Puzzle 1: .* to move. "))


GONE = "The studio does not answer. Once it runs again (“ruleproof serve”), "


def test_a_puzzle_is_tried_again_once_the_studio_answers(page: Page):
    opened(page, 0)
    page.route("**/api/sets/*/puzzles/*", lambda route: route.abort())
    page.get_by_role("button", name="Next").click()
    heard = page.locator(".solver .said")
    expect(heard).to_have_text(f"{GONE}choose “Try again”.")
    expect(page.locator("#puzzle")).to_have_text("Puzzle 2")
    expect(page.locator(".solver .board")).to_be_hidden()
    expect(page.locator("#turn")).to_be_hidden()
    again = page.get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_visible()
    page.unroute("**/api/sets/*/puzzles/*")
    again.click()
    shows(page, 1)
    expect(page.locator(".solver .board")).to_be_visible()
    expect(again).to_be_hidden()
    expect(page.locator("#turn")).to_be_enabled()
    expect(heard).to_have_text("Choose a cell on the board, or type a turn.")
    assert page.evaluate("document.activeElement.id") == "puzzle"


def test_a_set_that_cannot_be_opened_leaves_the_one_that_is_shown(page: Page):
    opened(page, 0)
    page.route("**/api/sets/**", lambda route: route.abort())
    page.select_option("#sets", "served/starter-esgros")
    expect(page.locator("#problem")).to_have_text(f"{GONE}choose the set again.")
    shows(page, 0)
    page.unroute("**/api/sets/**")
    page.select_option("#sets", "served/starter-esgros")
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator(".dots button")).not_to_have_count(2)


def test_a_turn_that_cannot_be_judged_is_not_called_illegal(page: Page):
    opened(page, 0)
    page.route("**/api/turn", lambda route: route.abort())
    page.fill("#turn", "zz9")
    page.keyboard.press("Enter")
    told = "zz9 could not be judged: The studio does not answer."
    expect(page.locator(".solver .said")).to_have_text(told)
