"""Learn: the lessons of a game in a browser, and the ways to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from ruleproof.puzzles.lessons import lessons

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.studio.served import TestClient


def test_every_lesson_is_done_after_a_wrong_turn_that_is_refuted(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Learn Esgros").click()
    for number, one in enumerate(lessons("esgros"), 1):
        expect(page.locator("#puzzle")).to_have_text(f"{number}. {one.title}")
        expect(page.locator(".teaches")).to_have_text(one.teaches)
        expect(page.locator(".sentence")).to_have_text(one.asks)
        if number == 4:
            page.get_by_label("Your turn").fill("e1")
            page.keyboard.press("Enter")
            expect(page.locator(".said")).to_contain_text("White replies")
            page.get_by_role("button", name="Take back").click()
        page.click(f'[data-cell="{one.puzzle.key}"][role=gridcell]')
        expect(page.locator(".said.right")).to_contain_text(one.ends)
        expect(page.locator("#tally")).to_have_text(f"{number} of 5 done")
        if number < 5:
            page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_role("link", name="Solve puzzles").click()
    expect(page.locator("#tally")).to_contain_text("solved")


def test_the_game_is_named_as_on_other_pages(client: TestClient):
    assert "Learn Grow" in client.get("/learn?game=grow").text
    assert "Learn Esgros" in client.get("/learn").text
    assert "Learn Esgros" in client.get("/learn?game=untaught").text
    answer = client.get("/learn/chess")
    assert answer.status_code == 400
    assert "no such game" in answer.text
