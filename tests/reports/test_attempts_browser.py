"""Attempts on the page of a set, opened from disk: what is solved, what is kept, what is saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof.puzzles.rating.attempt_tables import Tried, read_attempts
from ruleproof.reports.pages.solving import as_page
from tests.reports.small_puzzles import small_puzzle
from tests.reports.solving_page import PUZZLES, key_and_rest, opened, said

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def solved(page: Page, place: int, *before: str) -> None:
    """Plays these turns of a puzzle, which are wrong, then its line."""
    opened(page, place)
    for turn in before:
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Take back").click()
    for turn in key_and_rest(PUZZLES[place]):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")


def attempts(page: Page) -> list[Tried]:
    """The attempts that the page saves."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the attempts").click()
    return read_attempts(waiting.value.path().read_text(), "saved").attempts


def test_attempts_of_several_days_are_saved_together(page: Page):
    assert page.locator(".attempts").is_hidden()
    solved(page, 0)
    page.reload()
    solved(page, 4, PUZZLES[4].tries[0][0])
    page.reload()
    assert page.inner_text(".attempts").startswith(
        "This sitting: 2 tried, 1 solved, 1 gone wrong, your rating"
    )
    first, second = attempts(page)
    assert (first.puzzle, first.turns, first.solved) == (PUZZLES[0].id, 2, True)
    assert (second.puzzle, second.turns, second.solved) == (PUZZLES[4].id, 1, False)


def test_the_first_attempt_at_a_puzzle_counts(page: Page):
    solved(page, 0, PUZZLES[0].tries[0][0])
    page.reload()
    solved(page, 0)
    assert page.inner_text("#tally").startswith("1 of 6 solved")
    assert [one.solved for one in attempts(page)] == [False]


def test_a_puzzle_solved_with_a_hint_is_not_solved(page: Page):
    opened(page, 0)
    page.get_by_role("button", name="Hint").click()
    for turn in key_and_rest(PUZZLES[0]):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    assert said(page).endswith("Solved, with a hint.")
    solved(page, 4)
    assert page.inner_text("#tally").startswith("1 of 6 solved · 1 with a hint")
    page.click(".filters summary")
    page.select_option("select[name=mark]", "with a hint")
    assert page.locator(".dots button").all_inner_texts() == ["1"]
    assert [one.solved for one in attempts(page)] == [False, True]


def test_a_hint_ends_the_attempt_though_the_page_is_left(page: Page):
    page.get_by_role("button", name="Hint").click()
    assert page.inner_text(".attempts").startswith(
        "This sitting: 1 tried, 0 solved, 1 ended by a hint"
    )
    page.click(".filters summary")
    page.select_option("select[name=mark]", "gone wrong")
    assert said(page).startswith("No puzzle is like that; all are shown.")
    page.reload()
    assert page.locator(".dots .helped").count() == 0
    solved(page, 0)
    assert [(one.turns, one.solved) for one in attempts(page)] == [(0, False)]


def test_a_turn_that_comes_too_late_is_told_and_not_punished(browser: Browser, tmp_path: Path):
    puzzle = small_puzzle("esgros")
    assert puzzle.tree
    first = puzzle.tree.nodes[0]
    late = (first.turns[0][0], "late", *first.turns[0][2:])
    nodes = [first.model_copy(update={"turns": [late, *first.turns[1:]]}), *puzzle.tree.nodes[1:]]
    tree = puzzle.tree.model_copy(update={"nodes": nodes})
    path = tmp_path / "late.html"
    path.write_text(as_page([puzzle.model_copy(update={"tree": tree})]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    page.fill("#turn", late[0])
    page.keyboard.press("Enter")
    assert "gets there, but a turn too late" in said(page)
    page.get_by_role("button", name="Take back").click()
    for turn in key_and_rest(puzzle):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    assert said(page).endswith("Solved.")
    assert [one.solved for one in attempts(page)] == [True]
    page.close()


def test_attempts_are_cleared_once_that_is_confirmed(page: Page):
    solved(page, 0)
    page.once("dialog", lambda asked: asked.dismiss())
    page.click("text=Clear the attempts")
    assert len(attempts(page)) == 1
    page.once("dialog", lambda asked: asked.accept())
    page.click("text=Clear the attempts")
    assert page.locator(".attempts").is_hidden()
    page.reload()
    assert page.locator(".attempts").is_hidden()
    assert page.locator(".dots .solved").count() == 1


@pytest.mark.parametrize("kept", ["{", "7", '[null, {"id": 3}, {"id": "x", "mark": "<b>"}]'])
def test_what_another_page_left_in_the_browser_is_no_attempt(page: Page, kept: str):
    solved(page, 0)
    name = page.evaluate("Object.keys(localStorage).find((one) => one.includes('attempts'))")
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, kept])
    page.reload()
    assert page.locator(".attempts").is_hidden()
    solved(page, 4)
    assert [one.puzzle for one in attempts(page)] == [PUZZLES[4].id]


def test_a_browser_that_keeps_nothing_says_so(page: Page):
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full'); };")
    page.reload()
    solved(page, 0)
    assert "This browser keeps nothing: save the attempts" in page.inner_text(".attempts")
    solved(page, 4)
    assert [one.solved for one in attempts(page)] == [True, True]
