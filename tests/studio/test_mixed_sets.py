"""Solve: sets of several games, what a file may hold, and why a click means no turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from ruleproof.puzzles.starter import starter
from tests.reports.small_puzzles import small_puzzle
from tests.studio.served import SET, TestClient

if TYPE_CHECKING:
    from playwright.sync_api import Page

MIXED = [small_puzzle("esgros"), small_puzzle("gro"), small_puzzle("sow")]


@pytest.fixture
def mixed(page: Page, tmp_path: Path) -> Page:
    """The page with a set of three games, kept under the name `mixed`."""
    path = tmp_path / "mixed.jsonl"
    path.write_text("".join(f"{one.line()}\n" for one in MIXED))
    page.goto("/solve")
    page.set_input_files("#open-set", path)
    expect(page.locator("#said")).to_contain_text("3 puzzles opened.")
    return page


def test_a_game_alone_is_shown_of_a_mixed_set(mixed: Page):
    mixed.goto("/solve?set=kept/mixed&game=gro")
    expect(mixed.locator(".facts").first).to_contain_text("GRO")
    assert mixed.locator(".dots button").all_inner_texts() == ["2"]
    mixed.click(".filters summary")
    game = mixed.locator("select[name=game]")
    assert game.input_value() == "GRO: Battle for the Petri Dish"
    game.select_option("Sow?")
    assert mixed.locator(".dots button").all_inner_texts() == ["3"]
    game.select_option("")
    assert mixed.locator(".dots button").count() == 3


def test_filters_by_what_is_asked_know_puzzles_not_yet_seen(page: Page):
    asked = {one.stipulation.title for one in starter("gro")}
    page.goto("/solve?game=gro")
    expect(page.locator(".sentence")).not_to_be_empty()
    page.click(".filters summary")
    options = page.locator("select[name=asked] option").all_inner_texts()
    assert options == ["all", *sorted(asked)]


def test_a_file_that_is_opened_again_is_kept_once(mixed: Page, tmp_path: Path):
    mixed.set_input_files("#open-set", tmp_path / "mixed.jsonl")
    expect(mixed.locator("#said")).to_have_text("This browser has kept “mixed” before.")
    assert mixed.locator("#sets option", has_text="mixed").count() == 1


def test_a_file_of_an_unknown_game_is_refused(page: Page, tmp_path: Path):
    path = tmp_path / "strange.jsonl"
    path.write_text(SET[0].line().replace('"game":"esgros"', '"game":"halma"'))
    page.goto("/solve")
    page.set_input_files("#open-set", path)
    expect(page.locator("#problem")).to_contain_text("strange.jsonl has puzzles of halma, which")
    assert page.locator("#sets option", has_text="strange").count() == 0


def test_a_game_without_puzzles_is_told(page: Page):
    page.goto("/solve?game=halma")
    expect(page.locator("#problem")).to_have_text("There are no puzzles of halma here.")


def test_a_click_that_means_no_turn_is_told_the_clause(page: Page):
    page.goto(f"/solve?puzzle={SET[0].id}")
    page.fill("#turn", SET[0].key)
    page.keyboard.press("Enter")
    expect(page.locator(".solver .said")).to_contain_text("Go on")
    stone = page.locator("[role=gridcell].full").first
    name = stone.get_attribute("data-cell")
    stone.click()
    told = f"{name} is not legal here: a stone is placed on an empty cell."
    expect(page.locator(".solver .said")).to_have_text(told)


def test_a_link_with_a_part_of_the_wrong_shape_is_refused_in_words(client: TestClient):
    answer = client.get(f"/analyse?game=gro&board={'x' * 500}")
    assert answer.status_code == 400
    assert "<b>board</b>: takes at most 64 characters" in answer.text
    assert "should have" not in answer.text


def test_a_link_with_an_unknown_part_is_refused(client: TestClient):
    answer = client.get("/analyse?game=gro&position=x")
    assert answer.status_code == 400
    assert "no such part of a link (parts: game, board, set, start," in answer.text
    assert "position" in answer.text
