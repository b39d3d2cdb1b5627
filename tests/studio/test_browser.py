"""The pages as people use them: by mouse, by finger, by keys, and by ear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from ruleproof import Position, game
from ruleproof.models.play.foreign import moves_of
from tests.studio.served import GAMES, Served, until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

ALL = [pytest.param(asked, id=name) for name, asked in GAMES.items()]
FEW = [
    pytest.param(asked, id=name, marks=() if name in ("esgros", "sow") else pytest.mark.slow)
    for name, asked in GAMES.items()
]
"""All games, most of them only in a slow run."""
PATHS = ["/", "/analyse?game=gro", "/play?game=grow", "/solve", "/read/incrowd"]


def link(page: str, asked: dict[str, Any], **more: str) -> str:
    """The link to a page with that game."""
    words = [("game", asked["game"]), ("board", asked["board"]), *more.items()]
    words += [("set", f"{name}={value}") for name, value in asked.get("settings", {}).items()]
    return f"/{page}?{urlencode(words)}"


def start(asked: dict[str, Any]) -> Position:
    """The start of the game that a request names."""
    return Position.start(game(asked["game"], asked["board"], **asked.get("settings", {})))


def cell(page: Page, name: str) -> Locator:
    """A cell of the board."""
    return page.locator(f"[data-cell='{name}'][role=gridcell]")


def click_move(page: Page, told: dict[str, Any]) -> None:
    """Clicks a move through: the cells that it names, then what remains to be chosen."""
    for name in told["cells"]:
        cell(page, name).click()
    name = f"{told['text']} {told['words']}".strip()
    chosen = page.locator("#choice").get_by_role("button", name=name, exact=True)
    if chosen.count():
        chosen.click()


def played(page: Page) -> int:
    """The number of moves of the line that are played."""
    return page.locator("#line .ply:not(.ahead)").count() - 1


@pytest.mark.parametrize("asked", FEW)
def test_a_board_is_drawn_and_a_move_is_clicked(page: Page, asked: dict[str, Any], served: Served):
    page.goto(link("analyse", asked))
    position = start(asked)
    assert page.locator("#board > svg").count() == 1
    assert page.locator("[role=gridcell]").count() == position.game.board.size
    body = {key: asked[key] for key in ("game", "board", "settings") if key in asked}
    told = page.request.post("/api/position", data=body).json()["moves"][0]
    click_move(page, told)
    expect(page.locator("#line .ply")).to_have_count(2)
    assert page.locator("#text").text_content() == position.play([told["text"]]).text
    assert told["text"] in (page.locator("#said").text_content() or "")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#line .ply")).to_have_count(1)
    assert page.locator("#text").text_content() == position.text


@pytest.mark.parametrize("asked", ALL)
def test_a_move_is_played_by_keys_alone(page: Page, asked: dict[str, Any]):
    page.goto(link("analyse", asked))
    move = start(asked).moves()[0]
    page.locator("#move").focus()
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    expect(page.locator("#line .ply")).to_have_count(2)
    page.locator("h1").click()
    page.keyboard.press("Home")
    expect(page.locator("#line .ahead")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#line .ahead")).to_have_count(0)


def test_arrows_go_from_cell_to_cell_and_enter_plays(page: Page):
    page.goto(link("analyse", GAMES["esgros"]))
    tabbed = page.locator("[role=gridcell][tabindex='0']")
    assert tabbed.count() == 1
    tabbed.focus()
    seen: list[str] = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "Home", "ArrowUp"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.dataset.cell"))
    assert seen[0] != seen[1]
    assert len(set(seen)) >= 4
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith(f"{seen[-1]}, empty")  # a value follows when it is found
    page.keyboard.press("Enter")
    expect(page.locator("#line .ply")).to_have_count(2)
    assert page.evaluate("document.activeElement.dataset.cell") == seen[-1]
    assert (
        page.evaluate("document.activeElement.getAttribute('aria-label')") == f"{seen[-1]}, black"
    )


@pytest.mark.parametrize(
    ("asked", "line", "cells"),
    [
        pytest.param(GAMES["esgros"], "a1", ["a1"], id="esgros"),
        pytest.param({"game": "gro", "board": "dish:3,2"}, "c1 d8", ["c1", "f8"], id="gro"),
        pytest.param(GAMES["grow"], "@a1", ["a1"], id="grow"),
        pytest.param(GAMES["incrowd"], "b2", ["b2"], id="incrowd"),
        pytest.param(GAMES["sow"], "", ["b2"], id="sow"),
    ],
)
def test_a_click_that_is_no_move_is_explained(
    page: Page, asked: dict[str, Any], line: str, cells: list[str]
):
    page.goto(link("analyse", asked, line=line))
    for name in cells:
        cell(page, name).click()
    page.locator("#problem").wait_for(state="visible")
    assert len(page.locator("#problem").text_content() or "") > 10
    assert played(page) == len(line.split())


def test_the_list_of_moves_follows_what_is_chosen(page: Page):
    page.goto("/analyse?game=sow")
    moves = page.locator("#moves li")
    every = moves.count()
    cell(page, "a3").click()
    expect(moves).not_to_have_count(every)
    cell(page, "b3").click()
    cell(page, "b4").click()
    expect(page.locator("#problem")).to_have_text("No move goes from a3, b3 to b4.")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    expect(moves).to_have_count(every)


def test_an_arrow_shows_the_way_that_the_mover_plays(page: Page):
    page.goto(link("analyse", GAMES["sow"]))
    assert page.inner_text("#outcome").startswith("Left to move")
    assert page.locator("#outcome .heading").evaluate("arrow => arrow.style.rotate") == "0deg"
    page.get_by_role("button", name="Flip").click()
    expect(page.locator("#outcome [title='plays to the left']")).to_be_visible()
    page.goto(link("analyse", GAMES["esgros"]))
    assert page.locator("#outcome .heading").count() == 0


def test_the_focus_stays_where_work_goes_on(page: Page):
    page.goto(link("analyse", GAMES["esgros"]))
    expect(page.locator("#worth")).to_have_text("Black wins in 3 plies.")
    page.locator("#moves button[data-move=b1]").focus()
    page.locator("#search").evaluate("button => button.click()")
    page.get_by_text("All is known.").wait_for()
    assert page.evaluate("document.activeElement.dataset.move") == "b1"
    page.keyboard.press("Enter")
    expect(page.locator("#line .ply")).to_have_count(2)
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    page.locator("#line .ply").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#line .ahead")).to_have_count(1)
    expect(page.locator("#line .ply:focus")).to_have_text("start")


def test_a_typed_move_that_is_illegal_names_its_clause(page: Page):
    page.goto(link("analyse", GAMES["esgros"], line="a1"))
    page.locator("#move").fill("a1")
    page.keyboard.press("Enter")
    page.locator("#problem").wait_for(state="visible")
    assert "empty cell" in (page.locator("#problem").text_content() or "")
    assert played(page) == 1


@pytest.mark.parametrize("asked", ALL)
def test_every_move_is_coloured_as_its_value_becomes_known(page: Page, asked: dict[str, Any]):
    page.goto(link("analyse", asked))
    page.locator("#search").click()
    page.get_by_text("All is known.").wait_for(timeout=90_000)
    badges = page.locator("#moves .badge:not(.open)")
    assert badges.count() == len(start(asked).moves())
    assert page.locator("#board .worth").count() >= 1
    assert re.search(r"win|lose|draw|by|tie", page.locator("#worth").text_content() or "")


def test_a_small_position_shows_its_values_unasked(page: Page):
    page.goto("/analyse?game=esgros&board=hex:2")
    expect(page.locator("#worth")).to_have_text("Black wins in 3 plies.")
    expect(page.locator("#moves .badge").first).to_have_text("W3")
    page.goto("/analyse?game=esgros&board=hex:4")
    expect(page.locator("#worth")).to_have_text("Search finds the value of every move.")


def test_an_analysis_is_cancelled_by_its_button_and_by_leaving(page: Page, served: Served):
    page.goto("/analyse?game=gro&line=c1+d8")
    for leave in (lambda: page.locator("#search").click(), lambda: page.goto("/")):
        page.locator("#search").click()
        until(lambda: served.busy == 1)
        page.locator("#bar").wait_for(state="visible")
        leave()
        until(lambda: served.busy == 0)
        if "analyse" in page.url:
            told = re.compile(r"^Stopped: \d+ of \d+ moves known\.$")
            expect(page.locator("#progress")).to_have_text(told)


def test_a_hidden_tab_closes_its_stream_and_begins_again_when_seen(page: Page, served: Served):
    page.goto("/analyse?game=gro&line=c1+d8")
    hide = """(hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.locator("#search").click()
    until(lambda: served.busy == 1)
    page.evaluate(hide, True)
    until(lambda: served.busy == 0)
    page.evaluate(hide, False)
    until(lambda: served.busy == 1)
    page.locator("#search").click()
    until(lambda: served.busy == 0)


@pytest.mark.parametrize("asked", FEW)
def test_a_link_reopens_what_was_seen(page: Page, asked: dict[str, Any]):
    position, line = start(asked), list[str]()
    for _ in range(3):
        line.append(position.moves()[-1])
        position = position.play(line[-1:])
    page.goto(link("analyse", asked, line=" ".join(line)))
    page.get_by_role("button", name="Flip").click()
    page.wait_for_url("**flip=1**")
    page.get_by_role("button", name="One move back").click()
    page.wait_for_url("**at=2**")
    address, text = page.url, page.locator("#text").text_content()
    page.goto("about:blank")
    page.goto(address)
    assert page.locator("#text").text_content() == text
    assert played(page) == 2
    assert page.locator("#line .ahead").count() == 1
    assert page.locator("#flip").get_attribute("aria-pressed") == "true"


def test_a_position_is_set_up_by_clicks_and_its_faults_are_told(page: Page):
    page.goto(link("analyse", GAMES["incrowd"]))
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("White", exact=True).check()
    cell(page, "a1").click()
    page.locator("#faults li").first.wait_for()
    assert page.locator("#set-up-done").is_disabled()
    page.get_by_label("Black", exact=True).check()
    cell(page, "c3").click()
    expect(page.locator("#set-up-done")).to_be_enabled()
    page.get_by_role("button", name="Analyse this").click()
    expect(page.locator("#text")).to_have_text(re.compile(r"^\. \. B"))
    assert "start=" in page.url


def test_a_drawing_in_text_is_set_up(page: Page):
    page.goto("/analyse?game=esgros&board=hex:2")
    page.get_by_role("button", name="Set up").click()
    page.fill("#set-up-text", " c · ·\nb · ● ·\n a ○ ·\nWhite to move")
    expect(page.locator("#set-up-text")).to_have_value(". . / . B . / W . ; white")
    expect(page.locator("#set-up-side")).to_have_value("white")
    page.get_by_role("button", name="Analyse this").click()
    expect(page.locator("#text")).to_have_text(". . / . B . / W . ; white")


def test_setting_up_offers_pieces_of_a_game_whose_cells_hold_many(page: Page):
    page.goto(link("analyse", GAMES["sow"]))
    page.get_by_role("button", name="Set up").click()
    for words in ("Left", "Right", "2 high, top first: Right, Left"):
        expect(page.get_by_label(words, exact=True)).to_be_visible()


def test_a_board_that_cannot_be_is_told_in_the_form(browser: Browser, served: Served):
    page = browser.new_page(base_url=served.address)
    page.goto("/analyse?game=esgros&board=hex:2")
    page.locator(".chooser summary").first.click()
    board = page.locator("#chooser [name=board]")
    board.fill("hex:99")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#chooser-problem")).to_contain_text("hex:99")
    expect(board).to_be_focused()
    board.fill("hex:3")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("[role=gridcell]")).to_have_count(19)
    page.close()


def test_another_edition_brings_its_own_settings(page: Page):
    page.goto("/analyse?game=gro")
    page.locator(".chooser summary").first.click()
    page.get_by_label("the body of the rulebook of 1999").check()
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/analyse?**edition%3Drulebook**")
    expect(page.locator(".chosen")).to_contain_text("edition = rulebook")
    page.locator(".chooser summary").first.click()
    page.locator(".chooser summary", has_text="several ways").click()
    expect(page.get_by_label("as in the body of the text: 4").first).to_be_checked()


def test_setting_up_offers_what_a_position_says_besides_its_cells(page: Page):
    page.goto(link("analyse", GAMES["gro"]))
    page.get_by_role("button", name="Set up").click()
    offered = re.compile("placed=0 passes=0")
    expect(page.locator("#set-up-keys")).to_have_attribute("placeholder", offered)
    expect(page.locator(".values")).to_have_attribute("inert", "")
    expect(page.locator("#outcome")).not_to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#outcome")).to_be_visible()
    expect(page.locator(".values")).not_to_have_attribute("inert", "")


def test_lines_that_are_left_stay_as_variations(page: Page, tmp_path: Path):
    """With comments, in the address and in a file; `play` reads the file's main line."""
    page.goto(link("analyse", {"game": "esgros", "board": "hex:3"}))

    def go(*moves: str) -> None:
        for move in moves:
            page.locator("#move").fill(move)
            page.locator("#move").press("Enter")
            expect(page.locator("#line .ply[aria-current]")).to_contain_text(move)

    go("c3", "a1")
    page.get_by_label("Comment on the position").fill("odd \\ [but sound]")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#line .ply[aria-current]")).to_contain_text("c3")
    go("e1", "a3")
    shown = ["start", "1black c3", "2white a1", "2white e1", "3black a3"]
    expect(page.locator("#line .ply")).to_have_text(shown)
    expect(page.locator("#line .variation .ply")).to_have_text(shown[3:])
    page.get_by_role("button", name="Make it the main line").click()
    lifted = ["start", "1black c3", "2white e1", "2white a1", "3black a3"]
    expect(page.locator("#line .ply")).to_have_text(lifted)
    page.reload()
    expect(page.locator("#line .ply")).to_have_text(lifted)
    expect(page.locator("#line .variation .note")).to_have_text("odd \\ [but sound]")
    with page.expect_download() as saved:
        page.get_by_role("button", name="SGF").click()
    saved.value.save_as(tmp_path / "game.sgf")
    text = (tmp_path / "game.sgf").read_text()
    assert moves_of(game("esgros", "hex:3"), text) == ["c3", "e1", "a3"]
    page.goto("/analyse?game=gro")
    page.locator("#open-record").set_input_files(tmp_path / "game.sgf")
    expect(page.locator("#line .ply")).to_have_text(lifted)
    page.locator("#line .ply").nth(2).click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#line .ply")).to_have_text(["start", "1black c3", "2white a1"])


def test_variations_that_cannot_be_read_are_named(page: Page):
    page.goto("/analyse?game=esgros#no-tree")
    expect(page.locator("#problem")).to_have_text("The variations in the address cannot be read.")


def test_the_value_along_a_line_is_drawn_and_steps_there(page: Page):
    page.goto(link("analyse", GAMES["esgros"], line="b2 a1 c2"))
    page.get_by_role("button", name="Value along it").click()
    expect(page.locator("#graph circle")).to_have_count(4)
    page.locator("#graph circle").nth(1).click()
    expect(page.locator("#line .ahead")).to_have_count(2)


def test_the_reason_is_told_where_values_along_a_line_are_not_all_known(page: Page):
    told = 'event: done\ndata: {"complete": false, "reason": "the memory is full"}\n\n'
    page.route("**/api/line", lambda route: route.fulfill(body=told))
    page.goto(link("analyse", GAMES["esgros"], line="b2 a1 c2"))
    page.get_by_role("button", name="Value along it").click()
    told = "Values of 0 positions of the line: the memory is full."
    expect(page.locator("#said")).to_have_text(told)


def test_a_search_that_ends_without_an_end_is_told_as_broken_off(page: Page):
    page.route("**/api/values", lambda route: route.fulfill(body="event: begun\ndata: {}\n\n"))
    page.goto(link("analyse", GAMES["esgros"]))
    page.get_by_role("button", name="Search").click()
    told = "The search broke off: the studio does not answer any more."
    expect(page.locator("#problem")).to_have_text(told)


def test_drawings_and_records_can_be_saved(page: Page):
    page.goto(link("analyse", GAMES["esgros"], line="b2"))
    for button, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("Record", b"{")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=button, exact=True).click()
        assert waiting.value.path().read_bytes().startswith(begins)
    page.locator("#open-record").set_input_files(waiting.value.path())
    page.wait_for_url("**/analyse?*line=b2*")


@pytest.mark.parametrize("asked", ALL)
def test_a_game_against_a_random_player_goes_on_by_itself(page: Page, asked: dict[str, Any]):
    page.goto(link("play", asked))
    page.select_option("[data-seat='1']", "random")
    position = start(asked)
    body = {key: asked[key] for key in ("game", "board", "settings") if key in asked}
    told = page.request.post("/api/position", data=body).json()["moves"][0]
    click_move(page, told)
    expect(page.locator("#line .ply").nth(2)).to_be_visible(timeout=60_000)
    expect(page.locator("#thinking")).to_have_text("")
    assert position.play([told["text"]]).side != position.side
    expect(page.locator("#outcome")).to_have_text(re.compile(f"^{position.side}", re.I))
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#line .ply")).to_have_count(1)


def test_a_whole_turn_is_taken_back_with_the_answer_to_it(page: Page):
    page.goto(link("play", {"game": "grow", "board": "square:3x3"}, line="@b1 @a3"))
    page.select_option("[data-seat='1']", "random")
    page.locator("#move").fill("@b3 b1-c1 end")
    page.keyboard.press("Enter")
    expect(page.locator("#line .ply").nth(6)).to_be_visible()
    expect(page.locator("#thinking")).to_have_text("")
    red = re.compile("^Red to move")
    expect(page.locator("#outcome")).to_have_text(red)
    for left in (2, 0):
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#line .ply")).to_have_count(left + 1)
        expect(page.locator("#outcome")).to_have_text(red)


def test_a_turn_that_is_begun_is_taken_back_step_by_step(page: Page):
    page.goto(link("play", {"game": "grow", "board": "square:3x3"}, line="@b1 @a3"))
    for step in ("@b3", "b1-c1"):
        page.locator("#move").fill(step)
        page.keyboard.press("Enter")
        expect(page.locator("#move")).to_have_value("")
    for left in (3, 2, 0):
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#line .ply")).to_have_count(left + 1)


def test_one_plays_against_somebody_who_looks_one_ply_ahead(page: Page):
    page.goto(link("play", GAMES["esgros"]))
    expect(page.locator("[data-seat='0'] option:checked")).to_have_text("You")
    expect(page.locator("[data-seat='1'] option:checked")).to_have_text("Level 2")
    cell(page, "b2").click()
    expect(page.locator("#line .ply")).to_have_count(3, timeout=90_000)


def test_a_move_that_names_no_cell_is_a_button(page: Page):
    page.goto(link("play", GAMES["incrowd"], line="b2 a1"))
    page.select_option("[data-seat='1']", "")
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.locator("#line .ply")).to_have_count(4)
    expect(page.locator("#beside")).to_contain_text("another pass ends the game")
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.locator("#outcome")).to_contain_text("both players passed")
    expect(page.locator("#choice")).to_be_hidden()


def test_rules_are_at_hand_while_one_plays(page: Page):
    page.goto(link("play", GAMES["sow"]))
    page.get_by_text("How Sow? is played").click()
    expect(page.get_by_text("Left begins with stacks")).to_be_visible()


def test_a_hint_is_proved_best_where_the_position_is_solved(page: Page):
    page.goto(link("play", GAMES["esgros"]))
    hint, said = page.get_by_role("button", name="Hint"), page.locator("#thinking")
    hint.click()
    expect(said).not_to_have_text(re.compile("Looking|Compiling|^$"))
    assert "The turn is played" not in (said.text_content() or "")
    hint.click()
    expect(said).to_contain_text("The turn is played")
    assert "b2" not in (said.text_content() or "")
    hint.click()
    expect(said).to_contain_text("Play b2")
    expect(said).to_contain_text("It is proved")


def test_the_claims_of_a_game_are_checked_while_one_reads(page: Page):
    page.goto("/read/esgros")
    page.get_by_role("button", name="Check them").click()
    page.locator(".evidence a").first.wait_for(timeout=90_000)
    page.locator("#check").click()
    page.locator(".evidence a").first.click()
    page.wait_for_url("**/analyse?*")
    assert played(page) >= 1


@pytest.mark.slow
def test_a_report_is_written_while_one_looks_elsewhere(page: Page):
    page.goto("/read/esgros")
    page.get_by_role("link", name="Report").first.click()
    form = page.locator("#report-form")
    form.get_by_label("Board").fill("hex:2")
    form.locator("[name=seconds]").select_option("20")
    page.get_by_role("button", name="Write it").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    link = page.locator("#written a")
    expect(link).to_have_text("Esgros on hex:2", timeout=60_000)
    expect(link).to_be_focused()
    link.click()
    expect(page.locator("h1")).to_have_text("Esgros")
    page.locator(".problems summary", has_text="Step through").first.click()
    page.get_by_role("link", name="Open it in Analyse").first.click()
    expect(page.locator("#line .ply").first).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="The rules of Esgros").click()
    expect(page.locator("#written a")).to_have_count(1)


def test_a_report_that_cannot_be_written_says_why(page: Page):
    page.goto("/read/esgros#report")
    page.locator("#report-form [name=board]").fill("hex:200")
    page.get_by_role("button", name="Write it").click()
    expect(page.locator("#report-progress")).to_contain_text("hex:200")
    expect(page.get_by_role("button", name="Write it")).to_be_enabled()


def test_a_finger_plays_on_a_phone(browser: Browser, served: Served):
    context = browser.new_context(
        base_url=served.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.goto(link("analyse", GAMES["grow"], line="@a1 @c2"))
    cell(page, "a1").tap()
    page.locator("#choice").get_by_role("button").first.wait_for()
    cell(page, "b1").tap()
    expect(page.locator("#line .ply")).to_have_count(4)
    across = page.locator("#board").evaluate("board => board.getBoundingClientRect().width")
    assert across > 300
    context.close()


def test_a_page_ends_below_its_last_words(page: Page):
    page.goto("/analyse?game=grow")
    expect(page.locator("#moves li")).to_have_count(201)
    below = page.locator("footer").evaluate(
        "foot => document.documentElement.scrollHeight - foot.getBoundingClientRect().bottom"
    )
    assert below < 100


def test_moves_have_no_empty_boxes_before_a_search(page: Page):
    page.goto("/analyse?game=esgros")
    badges = page.locator("#moves .badge")
    expect(badges).to_have_count(37)
    expect(badges.first).to_be_hidden()
    page.get_by_role("button", name="Search").click()
    expect(badges.first).to_be_visible()


def test_the_first_page_leads_to_the_puzzles_of_a_game(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Solve puzzles of Grow").click()
    expect(page.locator("#sets option:checked")).to_have_text("Grow")
    expect(page.locator(".solver .said")).to_contain_text("type a turn")


def test_a_game_can_be_read_before_its_settings(page: Page):
    page.goto("/read/sow")
    headings = page.locator("h2").all_inner_texts()
    assert headings[0] == "How it is played"
    expect(page.locator("#play")).to_contain_text("A turn sows one's own stack")


def test_claims_about_other_settings_are_not_promised_a_verdict(page: Page):
    page.goto("/read/esgros")
    expect(page.locator("#claims > p").first).to_contain_text("2 of them speak of other settings")
    expect(page.locator("#claim-11b .outcome")).to_have_text("speaks of other settings")
    expect(page.locator("#claim-11a .outcome")).to_have_text("not checked")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (1200, "light"),
        (390, "dark"),
        pytest.param(1200, "dark", marks=pytest.mark.slow),
        pytest.param(390, "light", marks=pytest.mark.slow),
    ],
)
def test_no_page_is_wider_than_its_window_or_hard_to_use(
    browser: Browser, served: Served, path: str, scheme: Any, width: int
):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    context = browser.new_context(
        base_url=served.address,
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        bypass_csp=True,  # the checker is a script from outside
    )
    page = context.new_page()
    page.goto(path)
    page.locator("#content").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = axe.Axe().run(page).response["violations"]
    context.close()
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
