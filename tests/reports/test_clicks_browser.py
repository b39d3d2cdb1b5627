"""The page of a set: clicks that play nothing, and words for what is no turn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof.models.errors import MoveError
from ruleproof.models.play.notation import cell_text
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.puzzle import position_of, read_set
from ruleproof.puzzles.starter import starter
from ruleproof.reports.drawing.spoken import cell_words, move_words
from ruleproof.reports.pages.solving import as_page, set_told
from ruleproof.reports.wording.rules_told import readings
from tests.reports.small_puzzles import SMALL
from tests.reports.solving_page import cells, opened, said

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


EQUAL = read_set(Path(__file__).with_name("equal_turns.jsonl").read_text("utf-8"), "equal turns")
"""A puzzle of Grow whose key may be played in two ways, and one of GRO whose last turn may."""


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
    assert "the germ on c5 grows (on dish:3,2)" in page.inner_text(".notation")


def test_steps_of_a_turn_are_drawn_as_they_are_taken(browser: Browser, tmp_path: Path):
    """A turn that comes to the same as the solution: its own stones are shown, step by step."""
    puzzle, _ = EQUAL
    right = puzzle.key
    equal = set_told([puzzle])["puzzles"][0]["nodes"][0]["equal"][right][0]
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="no-preference")
    page.goto(path.as_uri())
    before, begin = cells(page), said(page)

    def take(step: str) -> None:
        for cell in re.findall(r"[a-z]\d+", step):
            page.click(f'[data-cell="{cell}"][role=gridcell]')

    def looks(steps: list[str]) -> list[str]:
        here = position_of(puzzle).play(steps)
        game = here.game
        return [
            f"{name}, {cell_words(game, token) if token != '.' else 'empty'}"
            for row in game.board.rows
            for cell in row
            for name, token in [(game.board.names[cell], cell_text(game, here.state, cell))]
        ]

    page.fill("#turn", "end")
    page.keyboard.press("Enter")
    assert said(page) == "end is not legal here: the drop is mandatory: drop a head before the end."

    def moving() -> int:
        return page.locator(".piece.come").count()

    def changed(steps: list[str]) -> int:
        now, then = looks(steps), looks(steps[:-1])
        return sum(a != b and not a.endswith("empty") for a, b in zip(now, then, strict=True))

    *steps, end = equal.split()
    for number, step in enumerate(steps, 1):
        take(step)
        assert moving() == changed(steps[:number])
        assert page.inner_text(".taken") == f"{' '.join(steps[:number])} …"
        assert cells(page) == looks(steps[:number])
        assert said(page).startswith("Go on: ")
    for number in range(len(steps) - 1, 0, -1):
        page.click("text=Take the step back")
        assert cells(page) == looks(steps[:number])
        assert moving() == 0
    page.click("text=Take the step back")
    assert (cells(page), said(page)) == (before, begin)
    assert page.locator(".dots .missed").count() == 0
    for step in steps:
        take(step)
    page.click(f".offers button:text-is('{end}')")
    assert cells(page) == looks(equal.split())
    page.wait_for_selector(".said:not(:empty)")
    told_of = f"{equal} is right: it comes to the same as {right}; the puzzle goes on with {right}."
    assert said(page).startswith(told_of)
    page.close()


def test_a_turn_to_choose_shows_the_board_after_it_and_says_what_it_does(
    browser: Browser, tmp_path: Path
):
    """The puzzle and the cell are the first with several turns, one of them refuted."""
    found = (
        (puzzle, cell, turn, replies[0][0])
        for puzzle in starter("sow")
        for turn, kind, _, replies in (puzzle.tree.nodes[0].turns if puzzle.tree else ())
        for cell in [turn.partition(":")[0]]
        if kind == "fails" and replies and puzzle.stipulation.aim != "help"
        and sum(text.startswith(f"{cell}:") for text in position_of(puzzle).moves()) > 2
    )  # fmt: skip
    puzzle, begins, wrong, reply = next(found)
    here = position_of(puzzle)
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    page.click(f'[data-cell="{begins}"][role=gridcell]')
    before = cells(page)
    texts = [text for text in here.moves() if text.startswith(f"{begins}:")]
    offered = page.locator(".offers .step")
    game = here.game
    assert offered.all_inner_texts() == [
        f"{text} {move_words(game, game.read_move(text))}" for text in sorted(texts)
    ]
    for place, text in enumerate(sorted(texts)[:3]):
        stood = here.play([text])
        shown = [
            f"{name}, {cell_words(game, cell_text(game, stood.state, cell))}"
            for row in game.board.rows
            for cell in row
            for name in [game.board.names[cell]]
        ]
        offered.nth(place).hover()
        assert cells(page) == shown
        page.mouse.move(0, 0)
        assert cells(page) == before
        offered.nth(place).focus()
        assert cells(page) == shown
        page.focus("#turn")
        assert cells(page) == before
    offered.get_by_text(wrong).first.click()
    assert f"replies {reply} (" in said(page)
    page.close()


def test_a_turn_as_good_as_the_solution_is_called_by_its_own_text(browser: Browser, tmp_path: Path):
    _, puzzle = EQUAL
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    for turn in ("c6-c7", "d7/d8"):
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    assert said(page) == "d7/d8 is right, as good as d7-d8. Solved."
    page.close()


def test_cells_for_the_next_step_are_marked_for_eyes_and_ears(page: Page):
    opened(page, list(SMALL).index("grow"))

    def marked() -> tuple[list[str], list[str]]:
        """The cells that are seen to be marked, and those that are said to be."""
        found = page.locator("[role=gridcell]").evaluate_all(
            "all => all.map((one) => [one.dataset.cell, one.getAttribute('aria-label'),"
            " getComputedStyle(one, '::before').content])"
        )
        seen = [name for name, _, content in found if content != "none"]
        return seen, [name for name, words, _ in found if words.endswith(", marked")]

    assert marked() == ([], [])
    for cell in ("a2", "b2"):
        page.click(f'[data-cell="{cell}"][role=gridcell]')
        seen, heard = marked()
        assert seen == heard
        assert heard
    assert said(page).startswith("Go on: choose a marked cell")
    assert page.inner_text(".taken") == "a2-b2 …"
    page.click("text=Take the step back")
    assert marked() == ([], [])


def test_a_reply_tells_what_it_empties(browser: Browser, tmp_path: Path):
    puzzle = next(one for one in starter("gro") if one.id == "gro-433a3367a6")
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    page.fill("#turn", "e2+")
    page.keyboard.press("Enter")
    told = "e2+ fails: Red replies g3-g2, which empties f2. Try something else."
    assert said(page) == told
    page.close()


@pytest.mark.parametrize("width", [390, 1200])
def test_a_second_click_on_next_is_one_on_next(browser: Browser, tmp_path: Path, width: int):
    """Puzzles with sentences of one line and of several: nothing else comes under the pointer."""
    path = tmp_path / "set.html"
    path.write_text(as_page(starter("esgros")[:12]), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page.goto(path.as_uri())
    button = page.get_by_role("button", name="Next")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    for number in range(2, 12):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.inner_text("#puzzle") == f"Puzzle {number}"
    assert page.locator(".dots .missed").count() == 0
    page.close()


def test_the_end_of_a_turn_that_ends_the_game_may_be_typed(browser: Browser, tmp_path: Path):
    """A full board ends the game without `end`; and what a turn changes is not told before it."""
    puzzle = next(one for one in starter("grow") if one.id == "grow-7ae46234eb")
    *_, drop, leap = puzzle.solution
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    assert "Spaces: " in page.inner_text(".beside")
    for step in ("@f6", "c2-c3"):
        page.fill("#turn", step)
        page.keyboard.press("Enter")
        assert "Spaces: " not in page.inner_text(".beside")
    page.get_by_role("button", name="Take the step back").click()
    page.get_by_role("button", name="Take the step back").click()
    assert "Spaces: " in page.inner_text(".beside")
    page.fill("#turn", "@f6 c2-c3 f4-e4 end")
    page.keyboard.press("Enter")
    assert "Go on." in said(page)
    page.fill("#turn", f"{drop} {leap} end")
    page.keyboard.press("Enter")
    assert said(page).startswith(f"{drop} {leap} is right.")
    page.close()


def test_the_page_tells_how_the_rulebook_is_read(browser: Browser, tmp_path: Path):
    path = tmp_path / "one.html"
    path.write_text(as_page([starter("esgros")[5]]), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    page.get_by_text("How Esgros is played").click()
    page.get_by_text("Where the rulebook can be read in several ways").click()
    told = page.inner_text(".readings")
    for one in readings(position_of(starter("esgros")[5]).game):
        assert f"“{one['sentence']}” {one['ways'][0]['meaning']}" in told
    page.close()


def test_a_turn_that_is_taken_back_at_once_is_refuted_no_more(browser: Browser, tmp_path: Path):
    puzzle = next(one for one in starter("gro") if one.id == "gro-433a3367a6")
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page(reduced_motion="no-preference")
    page.goto(path.as_uri())
    before = cells(page)
    page.fill("#turn", "e2+")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Take back").click()
    assert said(page) == "Your turn again."
    page.wait_for_timeout(1500)  # the reply comes after half of that, where it comes
    assert cells(page) == before
    assert said(page) == "Your turn again."
    page.close()
