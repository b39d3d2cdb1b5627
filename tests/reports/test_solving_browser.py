"""The page of a set in an installed Chromium, opened from disk: clicks, keys, refutations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof.puzzles.puzzle import read_set
from ruleproof.puzzles.starter import starter
from ruleproof.reports.pages import solving
from ruleproof.reports.pages.solving import as_page, set_told
from tests.pages import WIDE, faultless
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle
from tests.reports.solving_page import PUZZLES, cells, key_and_rest, opened, said

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES = pytest.mark.parametrize("place", range(len(SMALL)), ids=list(SMALL))
CELL = re.compile(r"[a-z]+[0-9]+")


@GAMES
def test_a_puzzle_is_solved_by_clicking(page: Page, place: int):
    opened(page, place)
    for turn in key_and_rest(PUZZLES[place]):
        before = said(page)
        for step in turn.split():
            if said(page) != before and not said(page).startswith("Go on: "):
                break  # the rest of the turn was settled
            for cell in CELL.findall(step.split(":")[0]):
                page.click(f'[data-cell="{cell}"][role=gridcell]')
            offer = page.locator(".offers button", has_text=re.compile(f"^{re.escape(step)}( |$)"))
            if offer.count():
                offer.click()
    assert "Solved" in said(page)
    assert page.inner_text("#tally").startswith("1 of 6 solved")
    assert page.inner_text(".mover") == "The line ends here."


@GAMES
def test_a_puzzle_is_solved_by_keyboard(page: Page, place: int):
    opened(page, place)
    for turn in key_and_rest(PUZZLES[place]):
        steps = turn.split()
        page.focus("#turn")
        page.keyboard.type(" ".join([*reversed(steps[:-1]), steps[-1]]).upper())
        page.keyboard.press("Enter")
    assert "Solved" in said(page)
    verdict = said(page)
    page.keyboard.press("Enter")
    assert (said(page), page.inner_text("#puzzle")) == (verdict, f"Puzzle {place + 1}")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "From the diagram again"


@GAMES
def test_a_wrong_turn_is_refuted_on_the_board(page: Page, place: int):
    opened(page, place)
    tree = PUZZLES[place].tree
    assert tree
    wrong, _, _, replies = next(
        turn for turn in tree.nodes[0].turns if turn[1] == "fails" and turn[2] and turn[3][0][1]
    )
    before = cells(page)
    page.fill("#turn", wrong)
    page.keyboard.press("Enter")
    assert f"{wrong} fails" in said(page)
    assert f"replies {replies[0][0]}" in said(page)
    assert cells(page) != before
    page.keyboard.press("Enter")  # the same key again takes nothing back
    assert f"{wrong} fails" in said(page)
    page.get_by_role("button", name="Take back").click()
    assert cells(page) == before
    assert page.locator(".dots .missed").count() == 1


def test_a_click_on_a_refuted_board_takes_the_turn_back(page: Page):
    opened(page, 0)
    before = cells(page)
    tree = PUZZLES[0].tree
    assert tree
    page.fill("#turn", tree.nodes[0].turns[0][0])
    page.keyboard.press("Enter")
    assert page.locator(".said.wrong").count() == 1
    assert cells(page) != before
    page.click(f'[data-cell="{tree.nodes[0].turns[0][0]}"][role=gridcell]')
    assert cells(page) == before
    assert said(page) == "Your turn again."
    assert page.locator(".said.wrong").count() == 0


def test_a_click_on_a_refuted_board_goes_on_where_nothing_changed(page: Page):
    place = list(SMALL).index("incrowd")
    opened(page, place)
    tree, key = PUZZLES[place].tree, PUZZLES[place].key
    assert tree
    wrong = next(
        turn
        for turn, kind, _, replies in tree.nodes[0].turns
        if kind == "fails" and key not in (turn, replies[0][0])
    )
    page.click(f'[data-cell="{wrong}"][role=gridcell]')
    assert page.locator(".said.wrong").count() == 1
    page.click(f'[data-cell="{key}"][role=gridcell]')
    assert said(page).startswith(f"{key} is right.")


def test_a_turn_typed_after_a_refutation_takes_the_wrong_one_back(page: Page):
    opened(page, 0)
    tree = PUZZLES[0].tree
    assert tree
    page.fill("#turn", tree.nodes[0].turns[0][0])
    page.keyboard.press("Enter")
    assert page.locator(".said.wrong").count() == 1
    page.fill("#turn", PUZZLES[0].key)
    page.locator("#turn").press("Enter")
    assert "Go on" in said(page)


def test_an_area_takes_the_colour_of_who_holds_it(browser: Browser, tmp_path: Path):
    puzzle, turn = next(
        (puzzle, turn)
        for puzzle in starter("gro")
        if puzzle.tree
        for turn in set_told([puzzle])["puzzles"][0]["nodes"][0]["turns"]
        if "#" in turn[2]
    )
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    with faultless(browser, WIDE) as page:
        page.goto(path.as_uri())
        tinted = page.locator("[data-tints]")
        before = tinted.inner_html()
        page.fill("#turn", turn[0])
        page.keyboard.press("Enter")
        assert tinted.inner_html() != before
        page.locator(".said.wrong, .said.right").wait_for()
        page.locator("[role=gridcell]").first.click()
        assert tinted.inner_html() == before


def test_the_next_puzzle_is_seen_on_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 500})
    for place in range(3):
        page.get_by_text("Next", exact=True).click()
        seen = page.locator(".board").bounding_box()
        assert seen
        assert seen["y"] >= -1
        assert page.evaluate("document.activeElement.textContent") == f"Puzzle {place + 2}"


def test_whose_turn_it_is_stands_once(browser: Browser, tmp_path: Path):
    sentence = "Left to move. Win within 2 turns."
    puzzle = small_puzzle("sow").model_copy(update={"sentence": sentence})
    path = tmp_path / "one.html"
    path.write_text(as_page([puzzle]), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.inner_text(".sentence") == "Win within 2 turns."
    assert page.inner_text(".mover").startswith("Left to move")
    assert page.inner_text(".table").count("Left to move") == 1
    page.close()


def test_what_lies_beside_the_board_is_told_in_words_as_play_goes_on(page: Page):
    opened(page, list(SMALL).index("gro"))
    page.fill("#turn", PUZZLES[1].key)
    page.keyboard.press("Enter")
    assert "Go on" in said(page)
    assert "placed" not in page.inner_text(".beside")
    assert page.inner_text(".beside") == "In reserve: Red 1, Blue 1."
    opened(page, list(SMALL).index("sow"))
    assert page.inner_text(".beside") == "Home: Left 0, Right 0."


def test_arrows_lead_from_cell_to_cell_and_enter_plays(page: Page):
    opened(page, 3)
    cell = page.locator('[role=gridcell][tabindex="0"]')
    assert cell.count() == 1
    cell.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "b2, empty"
    page.keyboard.press("Enter")
    assert said(page).startswith("b2")


def test_a_line_without_a_tree_is_played_move_by_move(page: Page):
    opened(page, 5)
    page.fill("#turn", "c2")
    page.keyboard.press("Enter")
    assert "c2 fails" in said(page)
    page.click("text=Take back")
    for move in help_puzzle().solution:
        page.click(f'[data-cell="{move}"][role=gridcell]')
    assert "Solved" in said(page)


def test_what_is_hidden_comes_with_the_solution(page: Page):
    assert "quiet key" not in page.inner_text(".table")
    page.click("text=Show the solution")
    assert "quiet key" in page.inner_text(".table")
    assert "1500" in page.inner_text(".table")


def test_arrows_above_the_board_show_where_players_play_and_who_is_to_move(page: Page):
    opened(page, 4)
    arrows = page.locator("[data-arrows] path")
    mover = page.inner_text(".mover").split()[0].lower()
    filled = [arrow.get_attribute("fill") != "none" for arrow in arrows.all()]
    assert filled == [mover == name for name in ("left", "right")]
    opened(page, 0)
    assert arrows.count() == 0


def test_the_page_tells_how_the_game_is_played(page: Page):
    opened(page, 4)
    page.click(".rules summary")
    assert page.inner_text(".rules summary") == "How Sow? is played"
    assert "plays to the right" in page.inner_text(".rules")


def test_what_went_wrong_can_be_tried_again(page: Page):
    opened(page, 1)
    page.click("text=Show the solution")
    page.click(".filters summary")
    page.select_option("select[name=mark]", "gone wrong")
    assert page.locator(".dots button").all_inner_texts() == ["2"]
    page.select_option("select[name=mark]", "not solved")
    assert page.locator(".dots button").count() == len(PUZZLES)
    page.once("dialog", lambda asked: asked.dismiss())
    page.click("text=Mark all as not solved")
    page.select_option("select[name=mark]", "gone wrong")
    assert page.locator(".dots button").all_inner_texts() == ["2"]
    page.once("dialog", lambda asked: asked.accept())
    page.click("text=Mark all as not solved")
    page.select_option("select[name=mark]", "gone wrong")
    assert said(page).startswith("No puzzle is like that; all are shown.")


def test_results_are_kept(page: Page):
    opened(page, 0)
    page.click("text=Show the solution")
    page.goto(page.url.partition("#")[0])
    assert page.locator(".dots .missed").inner_text() == "1"
    assert page.locator(".dots [aria-current]").inner_text() == "2"


def test_replies_come_after_a_moment_and_not_on_another_puzzle(page: Page):
    page.emulate_media(reduced_motion="no-preference")
    first = PUZZLES[0]
    assert first.tree
    reply = first.tree.nodes[0].turns[-1][3][0][0]
    page.fill("#turn", first.key)
    page.keyboard.press("Enter")
    assert not page.inner_text(".said")
    page.locator(".said", has_text="Go on").wait_for()
    assert f"replies {reply}" in said(page)
    page.click("text=From the diagram again")
    page.fill("#turn", first.key)
    page.keyboard.press("Enter")
    opened(page, 3)
    before = cells(page)
    page.wait_for_timeout(1000)
    assert cells(page) == before
    assert page.inner_text("#puzzle") == "Puzzle 4"


def test_axe_finds_nothing_against_the_page(page: Page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
    browser = page.context.browser
    assert browser
    plain = browser.new_context(bypass_csp=True).new_page()  # axe is a script of its own
    plain.goto(page.url)
    plain.click(".filters summary")
    found = axe.Axe().run(plain).response["violations"]
    plain.context.close()
    assert [violation["id"] for violation in found] == []


@pytest.fixture
def steps(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of a puzzle of Grow whose key takes c1 and c4."""
    kept = Path(__file__).with_name("one_listed.jsonl")
    path = tmp_path / "set.html"
    path.write_text(as_page(read_set(kept.read_text(encoding="utf-8"), kept.name)), "utf-8")
    found = browser.new_page(reduced_motion="reduce")
    found.goto(path.as_uri())
    yield found
    found.close()


def typed(page: Page, turn: str) -> str:
    """What the page says of a turn that is typed."""
    page.fill("#turn", turn)
    page.keyboard.press("Enter")
    return said(page)


@pytest.mark.parametrize("turn", ["@c1 C5-C4", "c5-c4 @c1 end"])
def test_a_turn_equal_to_the_key_is_right(steps: Page, turn: str):
    """A tree tells one of the turns that take the same spaces."""
    told = typed(steps, turn)
    assert "is right: it comes to the same as @c1 d4-c4 end" in told
    assert "Red replies" in told
    assert steps.locator(".said.right").count() == 1
    assert steps.locator(".dots .missed").count() == 0


def test_typed_steps_that_turns_go_on_from_are_taken_as_clicked_ones_are(steps: Page):
    assert typed(steps, "@C1").startswith("Go on: ")
    assert steps.inner_text(".offers .taken") == "@c1 …"
    assert steps.input_value("#turn") == ""
    assert steps.locator(".dots .missed").count() == 0
    assert "@c1 d4-c4 end is right" in typed(steps, "d4-c4 end")


def test_typed_steps_go_on_from_those_that_were_clicked(steps: Page):
    for cell in ("d4", "c4"):
        steps.click(f'[data-cell="{cell}"][role=gridcell]')
    assert steps.inner_text(".offers .taken") == "d4-c4 …"
    assert "@c1 d4-c4 end is right" in typed(steps, "@c1 end")


def test_a_whole_turn_can_be_typed_though_a_step_is_clicked(steps: Page):
    for cell in ("d4", "c4"):
        steps.click(f'[data-cell="{cell}"][role=gridcell]')
    assert "@b4 d4-c4 end fails" in typed(steps, "@b4 d4-c4 end")


def test_a_turn_equal_to_the_key_can_be_clicked(steps: Page):
    for cell in ("c1", "c5", "c4"):
        steps.click(f'[data-cell="{cell}"][role=gridcell]')
        if cell == "c1" and steps.locator(".offers button", has_text="@c1").count():
            steps.get_by_role("button", name="@c1").click()
    if steps.get_by_role("button", name="end").count():
        steps.get_by_role("button", name="end").click()
    assert "is right: it comes to the same as @c1 d4-c4 end" in said(steps)


def test_a_complaint_about_a_click_goes_with_the_next_valid_one(steps: Page):
    before = said(steps)
    steps.click('[data-cell="a1"][role=gridcell]')
    assert "no turn goes on there" in said(steps)
    steps.click('[data-cell="c5"][role=gridcell]')
    assert said(steps).startswith("c5, Blue, 1 head: selected. Choose a marked cell")
    assert steps.locator(".cell.open").count() > 0
    assert "is not legal here" in typed(steps, "@z9 end")
    steps.keyboard.press("Tab")
    steps.click('[data-cell="c4"][role=gridcell]')
    assert said(steps) == "Go on: choose a marked cell."
    steps.click("text=Take the step back")
    assert said(steps) == before


def test_a_turn_equal_to_a_wrong_one_is_refuted(steps: Page):
    told = typed(steps, "@b4 c5-c4 end")
    assert "@b4 c5-c4 end comes to the same as @b4 d4-c4 end, which fails: Red replies" in told


def test_a_page_alone_says_what_is_no_legal_turn(steps: Page, page: Page):
    assert typed(steps, "@c1 a1-c4 end") == "@c1 a1-c4 end is not legal here."
    assert typed(steps, "c5-c4 end") == "c5-c4 end is not legal here."  # a drop is owed
    strange = "@z9 end is not legal here: the board has no cell z9."
    assert typed(steps, "@z9 end") == strange
    idle = typed(steps, "@c1 d4-c4 e1-e2 end")
    assert idle.startswith("Leave out e1-e2 and play @c1 d4-c4 end.")
    opened(page, 5)
    typed(page, help_puzzle().solution[0])
    assert typed(page, help_puzzle().solution[0]) == "a1 (black) is not legal here."


def test_where_equal_turns_are_too_many_the_page_says_what_it_takes(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def none(*_: object) -> None:
        return None

    monkeypatch.setattr(solving, "beginnings", none)
    kept = Path(__file__).with_name("one_listed.jsonl")
    path = tmp_path / "set.html"
    path.write_text(as_page(read_set(kept.read_text(encoding="utf-8"), kept.name)), "utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    told = typed(page, "@c1 c5-c4 end")
    assert told.startswith("@c1 c5-c4 end is not listed here, legal or not: of turns that take")
    assert "right" in typed(page, "@c1 d4-c4 end")
    page.close()
