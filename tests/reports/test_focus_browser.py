"""Where the focus goes on the page of a set when what had it goes away: never to nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleproof.puzzles.starter import starter
from ruleproof.reports.pages.solving import as_page
from tests.reports.small_puzzles import SMALL
from tests.reports.solving_page import PUZZLES, key_and_rest, opened, said

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def focused(page: Page) -> str:
    """The role of what has the focus, or its words where it has none."""
    return page.evaluate(
        "(document.activeElement.getAttribute('role') ?? document.activeElement.textContent).trim()"
    )


def press(page: Page, name: str) -> None:
    """Presses a button by its key."""
    page.get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def test_after_a_turn_by_button_and_a_step_back_the_board_has_the_focus(page: Page):
    opened(page, list(SMALL).index("sow"))
    first, rest = key_and_rest(PUZZLES[4])
    page.locator(f'[data-cell="{first[:2]}"][role=gridcell]').focus()
    page.keyboard.press("Enter")
    page.locator(".offers .step", has_text=first).focus()
    page.keyboard.press("Enter")
    assert "Go on." in said(page)
    assert focused(page) == "gridcell"
    press(page, "From the diagram again")
    assert said(page) == "The diagram again."
    assert focused(page) == "gridcell"
    page.fill("#turn", first)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "turn"
    page.fill("#turn", rest)
    page.keyboard.press("Enter")
    assert focused(page) == "status"  # what is said; the same key again leads nowhere


def test_a_turn_by_button_is_played_once_while_the_reply_waits(page: Page):
    page.emulate_media(reduced_motion="no-preference")
    opened(page, list(SMALL).index("sow"))
    first = key_and_rest(PUZZLES[4])[0]
    page.click(f'[data-cell="{first[:2]}"][role=gridcell]')
    page.locator(".offers .step", has_text=first).dblclick()
    page.locator(".said", has_text="Go on.").wait_for()
    assert page.locator(".dots .missed").count() == 0


def test_the_ends_of_a_line_that_is_stepped_through_keep_the_focus(page: Page):
    press(page, "Show the solution")
    for _ in range(3):
        press(page, "Step on")
    assert focused(page) == "Step back"
    for _ in range(3):
        press(page, "Step back")
    assert focused(page) == "Step on"
    press(page, "Leave the solution")
    assert focused(page) == "gridcell"


def test_after_another_defence_the_board_has_the_focus(browser: Browser, tmp_path: Path):
    puzzle = next(one for one in starter("esgros") if one.id == "esgros-fa9d8411cc")
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    for turn in (puzzle.solution[0], puzzle.solution[2]):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    assert "Solved" in said(page)
    press(page, "Another defence (2)")
    assert said(page).startswith("Another defence: White replies ")
    assert focused(page) == "gridcell"
    page.close()
