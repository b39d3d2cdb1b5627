"""The page of a set: clicks that play nothing, and words for what is no turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof.models.errors import MoveError
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.puzzle import position_of
from ruleproof.puzzles.starter import starter
from ruleproof.reports.pages.solving import as_page, set_told
from tests.reports.small_puzzles import SMALL
from tests.reports.solving_page import cells, opened, said

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.parametrize("game", ["gro", "sow"])
def test_clicks_on_a_piece_alone_play_nothing(browser: Browser, tmp_path: Path, game: str):
    """Neither the growth of a germ nor the only sowing of a stack is played by looking at it."""
    path = tmp_path / "one.html"
    path.write_text(as_page([starter(game)[0]]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    before, begin = cells(page), said(page)
    pieces = page.locator("[role=gridcell].open.full")
    names = [pieces.nth(one).get_attribute("data-cell") for one in range(pieces.count())]
    assert names
    for name in names:
        piece = page.locator(f'[data-cell="{name}"][role=gridcell]')
        piece.click()
        assert ": selected. " in said(page)
        assert piece.get_attribute("aria-selected") == "true"
        assert page.locator(".offers button").count() > 0
        piece.click()
        assert said(page) == begin
        assert cells(page) == before
        assert page.locator(".picked").count() == 0
    assert page.locator(".dots .missed").count() == 0
    page.close()


def test_a_page_alone_tells_why_an_empty_cell_is_no_turn(browser: Browser, tmp_path: Path):
    told = set_told(starter("esgros")[:8])
    place = next(i for i, one in enumerate(told["puzzles"]) if "refused" in one["nodes"][0])
    puzzle = starter("esgros")[place]
    cell = told["puzzles"][place]["nodes"][0]["refused"].split("=")[0]
    with pytest.raises(MoveError) as refused:
        position_of(puzzle).play([cell])
    why = str(refused.value).removesuffix(f": {cell!r}")
    assert why.endswith(".”")
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.click(f'[data-cell="{cell}"][role=gridcell]')
    assert said(page) == f"{cell} is not legal here: {why}"
    page.fill("#turn", cell)
    page.keyboard.press("Enter")
    assert said(page) == f"{cell} is not legal here: {why}"
    assert page.locator(".dots .missed").count() == 0
    page.close()


def test_the_page_tells_how_turns_are_written(page: Page):
    opened(page, list(SMALL).index("gro"))
    page.click(".notation summary")
    written = page.locator(".notation dt").all_inner_texts()
    assert written == [one.move for one in rulebook("gro").text.examples]
    assert "the germ on a1 grows" in page.inner_text(".notation")
