"""The line of a solution on the page of a set, stepped through on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.position import Position
from ruleproof.puzzles.judging.solution import turns_of_line
from ruleproof.puzzles.puzzle import position_of
from ruleproof.puzzles.starter import starter
from ruleproof.reports.drawing.spoken import cell_words, place_words
from ruleproof.reports.pages.solving import as_page
from tests.reports.solving_page import PUZZLES, cells, key_and_rest, opened, said

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def spoken(position: Position) -> list[str]:
    """The words for the cells that a screen reader says, in the order of the board's rows."""
    game, board = position.game, position.game.board

    def what(cell: int) -> str:
        return cell_words(game, cell_text(game, position.state, cell))

    return [
        ", ".join(filter(None, [board.names[cell], place_words(game, cell), what(cell)]))
        for row in board.rows
        for cell in row
        if cell >= 0
    ]


@pytest.mark.slow
def test_every_position_of_the_line_is_shown(page: Page):
    for place, puzzle in enumerate(PUZZLES):
        opened(page, place)
        assert page.locator("text=Step on").count() == 0
        page.click("text=Show the solution")
        here = position_of(puzzle)
        for number, turn in enumerate(turns_of_line(puzzle), 1):
            page.click("text=Step on")
            here = here.play(turn.split())
            assert cells(page) == spoken(here)
            assert f", turn {number} of " in said(page)
            assert said(page).endswith(f": {turn}.")
        assert page.get_by_role("button", name="Step on").is_disabled()
        while page.get_by_role("button", name="Step back").is_enabled():
            page.click("text=Step back")
        assert cells(page) == spoken(position_of(puzzle))


def test_the_puzzle_goes_on_where_the_solution_is_left(page: Page):
    opened(page, 0)
    page.click("text=Show the solution")
    before = cells(page)
    for _ in range(2):
        page.click("text=Step on")
    page.click("text=Leave the solution")
    assert (cells(page), said(page)) == (before, "Your turn again.")
    for turn in key_and_rest(PUZZLES[0]):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    assert "Solved" in said(page)
    last = cells(page)
    page.click("text=Step on")
    assert cells(page) != last
    page.click("text=Leave the solution")
    assert cells(page) == last
    assert page.inner_text(".mover") == said(page) == "The line ends here."
    assert page.locator("form").is_hidden()


def test_a_click_leaves_the_solution_and_plays_nothing(page: Page):
    opened(page, 0)
    page.click("text=Show the solution")
    before = cells(page)
    key = PUZZLES[0].key
    page.click("text=Step on")
    page.click("text=Step back")
    assert cells(page) == before
    page.click(f'[data-cell="{key}"][role=gridcell]')
    assert (cells(page), said(page)) == (before, "Your turn again.")
    page.click(f'[data-cell="{key}"][role=gridcell]')
    assert f"{key} is right." in said(page)


@pytest.mark.slow
def test_lines_of_starter_sets_are_shown(browser: Browser, tmp_path: Path):
    for name in ("gro", "grow", "sow"):
        puzzles = list(starter(name))[:4]
        path = tmp_path / f"{name}.html"
        path.write_text(as_page(puzzles), encoding="utf-8")
        page = browser.new_page(reduced_motion="reduce")
        page.goto(path.as_uri())
        for place, puzzle in enumerate(puzzles):
            opened(page, place)
            page.click("text=Show the solution")
            here = position_of(puzzle)
            for turn in turns_of_line(puzzle):
                page.click("text=Step on")
                here = here.play(turn.split())
                assert cells(page) == spoken(here)
        page.close()
