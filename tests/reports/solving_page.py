"""What tests do on the page of a set: a puzzle opened, its line, what the page says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleproof.puzzles.puzzle import Puzzle
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Page

PUZZLES = [*(small_puzzle(name) for name in SMALL), help_puzzle()]


def key_and_rest(puzzle: Puzzle) -> list[str]:
    """The solver's turns of the line."""
    assert puzzle.tree
    return [puzzle.key, puzzle.tree.nodes[1].turns[0][0]]


def opened(page: Page, place: int) -> None:
    page.locator(".dots button").nth(place).click()


def said(page: Page) -> str:
    return page.inner_text(".said")


def cells(page: Page) -> list[str]:
    """The words for the cells that a screen reader says, but for marks."""
    found = page.locator("[role=gridcell]")
    found.first.wait_for()
    said = [found.nth(place).get_attribute("aria-label") for place in range(found.count())]
    return [(words or "").removesuffix(", marked") for words in said]
