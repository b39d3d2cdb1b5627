"""Board, line and address agree, whatever disturbs a control: it is clicked twice, its key is
pressed twice, answers are held back or fail, the page is loaded again, left, or open in two tabs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from tests.studio.served import SET

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

ESGROS = "game=esgros&board=hex:2"
SOW = "game=sow&board=square:2x4&set=height%3D2"
PASSES = "game=incrowd&board=square:3x3&line=b2+a1"
CONTROLS = {
    "a cell": (f"/analyse?{ESGROS}&line=b2+a1", "[role=gridcell][data-cell=c2]"),
    "a cell that chooses": (f"/analyse?{SOW}", "[role=gridcell][data-cell=a2]"),
    "a move without a cell": (f"/analyse?{PASSES}", "#choice .step"),
    "a move of the list": (f"/analyse?{ESGROS}&line=b2", "#moves button >> nth=2"),
    "a typed move": (f"/analyse?{ESGROS}&line=b2", "#typing button"),
    "to the beginning": (f"/analyse?{ESGROS}&line=b2+a1+c2", "#first"),
    "one move back": (f"/analyse?{ESGROS}&line=b2+a1+c2", "#back"),
    "one move on": (f"/analyse?{ESGROS}&line=b2+a1+c2&at=1", "#forth"),
    "to the end": (f"/analyse?{ESGROS}&line=b2+a1+c2&at=1", "#last"),
    "a place of the line": (f"/analyse?{ESGROS}&line=b2+a1+c2", "#line .ply >> nth=1"),
    "undo": (f"/analyse?{ESGROS}&line=b2+a1+c2", "#undo"),
    "flip": (f"/analyse?{ESGROS}&line=b2+a1", "#flip"),
    "play: a cell": (f"/play?{ESGROS}", "[role=gridcell][data-cell=b2]"),
    "play: a move without a cell": (f"/play?{PASSES}", "#choice .step"),
    "play: take back": (f"/play?{ESGROS}&line=b2+a1", "#take-back"),
    "play: one move back": (f"/play?{ESGROS}&line=b2+a1", "#back"),
    "play: new game": (f"/play?{ESGROS}&line=b2+a1", "#begin"),
    "play: flip": (f"/play?{ESGROS}&line=b2+a1", "#flip"),
}


class Held:
    """Answers to some requests, held back until they are let go, the last one first."""

    def __init__(self, page: Page, what: str) -> None:
        self._waiting, self._free = list["Route"](), False
        page.route(what, self._hold)

    def _hold(self, route: Route) -> None:
        if self._free:
            route.continue_()
        else:
            self._waiting.append(route)

    def release(self, act: Callable[[Route], None] = lambda route: route.continue_()) -> int:
        """Lets all requests go, and later ones pass; returns how many were held."""
        self._free = True
        for route in reversed(self._waiting):
            act(route)
        return len(self._waiting)


def settled(page: Page) -> None:
    """Waits until nothing changes any more, and no opponent thinks."""
    expect(page.locator("#board[aria-busy=true]")).to_have_count(0)
    if "/play" in page.url:
        expect(page.locator("#thinking")).not_to_contain_text("…", timeout=60_000)
        expect(page.locator("#board[aria-busy=true]")).to_have_count(0)


def agree_at_last(page: Page) -> None:
    """Checks the page once no opponent moves any more: one may begin to think after a look."""
    while True:
        settled(page)
        address = page.url
        try:
            agree(page)
            return
        except AssertionError:
            if page.url == address:
                raise


def agree(page: Page) -> dict[str, Any]:
    """Checks that board, line, outcome and buttons are those of the line in the address; returns
    what the studio says of it.
    """
    asked = parse_qs(urlsplit(page.url).query)
    line = asked.get("line", [""])[0].split()
    at = int(asked.get("at", [str(len(line))])[0])
    settings = dict(pair.split("=") for pair in asked.get("set", []))
    flip = "flip" in asked
    body = {"game": asked["game"][0], "board": asked["board"][0], "settings": settings}
    body |= {"start": asked.get("start", [""])[0], "line": line[:at], "flip": flip}
    told = page.request.post("/api/position", data=body).json()
    expect(page.locator("#outcome")).to_contain_text(told["outcome"])
    plies = page.locator("#line .ply")
    expect(plies).to_have_count(len(line) + 1)
    assert [text.split()[-1] for text in plies.all_inner_texts()[1:]] == line
    expect(page.locator("#line .ahead")).to_have_count(len(line) - at)
    assert page.locator("#flip").get_attribute("aria-pressed") == str(flip).lower()
    names = page.locator("[role=gridcell]").evaluate_all(
        "all => all.map((one) => [one.dataset.cell, one.getAttribute('aria-label'), "
        "parseFloat(one.style.left)])"
    )
    for cell, (name, words, x) in zip(
        sorted(told["drawing"]["cells"], key=lambda one: one["name"]), sorted(names), strict=True
    ):
        parts = [part for part in (name, cell["place"], cell["words"]) if part]
        assert words.startswith(", ".join(parts))
        assert (name, x) == (cell["name"], pytest.approx(cell["x"], abs=0.01))
    return told


def ready(page: Page, control: str) -> Any:
    """Opens the page of a control; returns the control."""
    address, found = CONTROLS[control]
    page.goto(address)
    settled(page)
    if control == "a typed move":
        page.fill("#move", "c2")
    return page.locator(found)


def twice_clicked(page: Page, control: str) -> None:
    ready(page, control).dblclick()


def key_twice(page: Page, control: str) -> None:
    ready(page, control).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def key_again(page: Page, control: str) -> None:
    """The same key once more, after the answer: the focus may have gone elsewhere by then."""
    ready(page, control).focus()
    with page.expect_response("**/api/position"):
        page.keyboard.press("Enter")
    settled(page)
    page.keyboard.press("Enter")


def held(page: Page, control: str) -> None:
    """Two clicks before the first answer comes, and then a step."""
    found = ready(page, control)
    answers = Held(page, "**/api/position")
    found.click()
    found.click(force=True, timeout=1000) if found.count() else None
    page.keyboard.press("ArrowLeft")
    answers.release()


def reloaded(page: Page, control: str) -> None:
    found = ready(page, control)
    answers = Held(page, "**/api/position")
    found.click()
    page.reload()
    answers.release(lambda route: route.abort())


def left_and_back(page: Page, control: str) -> None:
    ready(page, control).click()
    page.goto("/solve")
    page.go_back()
    page.locator("#line .ply").first.wait_for()


def in_two_tabs(page: Page, control: str) -> None:
    found = ready(page, control)
    other = page.context.new_page()
    ready(other, control).click()
    found.click()
    settled(other)
    agree(other)
    other.close()


def gone(page: Page, control: str) -> None:
    """The studio ends while it is asked, and is there again later."""
    found = ready(page, control)
    before = page.url
    answers = Held(page, "**/api/position")
    found.click()
    page.wait_for_timeout(50)
    if answers.release(lambda route: route.abort()):
        expect(page.locator("#problem")).to_have_text("The studio does not answer.")
        assert page.url == before


DISTURBANCES = [twice_clicked, key_twice, held, reloaded, left_and_back, in_two_tabs, gone]
FIRST = ("a cell", "one move on", "play: take back")
TABLE = [
    pytest.param(
        control,
        disturbed,
        id=f"{control}-{disturbed.__name__}",
        marks=() if control in FIRST or disturbed is held else pytest.mark.slow,
    )
    for control in CONTROLS
    for disturbed in DISTURBANCES
]
"""Every control under every disturbance; the most telling ones outside a slow run, too."""


@pytest.mark.parametrize(("control", "disturbed"), TABLE)
def test_board_line_and_address_agree(page: Page, control: str, disturbed: Any):
    disturbed(page, control)
    agree_at_last(page)


@pytest.mark.parametrize(
    ("control", "line"),
    [("a cell", "b2 a1 c2"), ("a move without a cell", "b2 a1 pass"), ("a typed move", "b2 c2")],
)
@pytest.mark.parametrize(
    "disturbed", [twice_clicked, key_twice, key_again, held], ids=lambda act: act.__name__
)
def test_one_act_plays_one_move(page: Page, control: str, line: str, disturbed: Any):
    """A move that is clicked or pressed twice is played once, and nothing is complained about."""
    disturbed(page, control)
    settled(page)
    agree(page)
    assert parse_qs(urlsplit(page.url).query)["line"] == [line]
    expect(page.locator("#problem")).to_be_hidden()


def test_only_the_answer_to_the_last_text_counts_in_set_up(page: Page):
    page.goto(f"/analyse?{ESGROS}")
    page.click("#set-up")
    expect(page.locator("#set-up-done")).to_be_enabled()
    answers = Held(page, "**/api/setup")
    wrong, right = ". . / B . W / . W", ". . / . B . / W . ; white"
    for text in (wrong, right):
        with page.expect_request("**/api/setup"):
            page.fill("#set-up-text", text)
        expect(page.locator("#set-up-done")).to_be_disabled()
    assert answers.release() == 2
    expect(page.locator("#set-up-done")).to_be_enabled()
    expect(page.locator("#faults li")).to_have_count(0)
    page.locator("#set-up-done").dblclick()
    expect(page.locator("#set-up-panel")).to_be_hidden()
    assert agree(page)["text"] == right


def test_a_position_that_is_set_up_has_another_graph(page: Page):
    page.goto(f"/analyse?{ESGROS}")
    page.click("#graph-button")
    expect(page.locator("#graph circle")).to_have_count(1)
    page.click("#set-up")
    page.fill("#set-up-text", ". . / . B . / W . ; white")
    page.click("#set-up-done")
    expect(page.locator("#set-up-panel")).to_be_hidden()
    expect(page.locator("#graph")).to_be_hidden()
    agree(page)


def test_a_reply_to_a_position_that_was_left_is_not_played(page: Page):
    page.goto(f"/play?{ESGROS}")
    answers = Held(page, "**/api/reply")
    cell = page.locator("[role=gridcell][data-cell=b2]")
    cell.click()
    expect(page.locator("#line .ply")).to_have_count(2, timeout=60_000)
    cell.click()  # it is not a person's turn
    expect(page.locator("#problem")).to_contain_text("White is thinking")
    page.click("#back")
    expect(page.locator("#line .ahead")).to_have_count(1)
    answers.release()
    settled(page)
    assert agree(page)["line"] == []
    page.click("#forth")
    expect(page.get_by_role("button", name="Ask the computer again")).to_be_visible()
    agree(page)


BLOCKED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  const get = () => { throw new DOMException("blocked", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}"""


def test_pages_work_where_site_data_is_blocked(page: Page):
    page.add_init_script(BLOCKED)
    page.goto(f"/analyse?{ESGROS}")
    page.locator("[role=gridcell][data-cell=b2]").click()
    expect(page.locator("#line .ply")).to_have_count(2, timeout=60_000)
    page.goto(f"/play?{ESGROS}")
    for said in ("look for", "is played", "Play "):
        page.click("#hint")
        expect(page.locator("#thinking")).to_contain_text(said)
    page.goto(f"/solve?set=served/small&puzzle={SET[0].id}")
    page.fill("#turn", SET[0].key)
    page.keyboard.press("Enter")
    expect(page.locator(".solver .said")).to_contain_text("is right")
    page.click(".editing summary")
    page.click("#take-out")
    expect(page.locator("#said")).to_contain_text("Taken out")
    page.goto("/read/esgros")
    page.click("#check")
    expect(page.locator("#check-progress")).to_contain_text("verdict", timeout=60_000)


def test_two_tabs_edit_one_set(page: Page):
    """What one tab takes out of a set stays out, whatever another does with the set it shows."""
    page.goto("/solve?set=served/small")
    expect(page.locator(".dots button")).to_have_count(2, timeout=60_000)
    page.click(".editing summary")
    page.click("#later")
    expect(page.locator("#name")).to_have_value("small, edited")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#puzzle")).to_have_text("Puzzle 2")
    other.click(".editing summary")
    other.get_by_role("button", name="Previous", exact=True).click()
    expect(other.locator("#puzzle")).to_have_text("Puzzle 1")
    page.click("#take-out")
    for one in (page, other):
        expect(one.locator(".dots button")).to_have_count(1)
    other.click("#take-out")
    for one in (page, other):
        expect(one.locator("#tally")).to_have_text("The set is empty.")
    page.fill("#name", "Mine")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#said")).to_contain_text("called Mine")
    expect(other.locator("#problem")).to_contain_text("Another tab has renamed or deleted")
    other.close()


def test_a_cell_is_named_in_one_way(page: Page):
    """By its coordinates, its place, what stands there, its value: after a search, too."""
    page.goto("/analyse?game=gro&board=dish:1,1&set=tokens%3D2")
    settled(page)
    agree(page)
    page.click("#search")
    expect(page.get_by_text("All is known.")).to_be_visible(timeout=60_000)
    agree(page)
    valued = page.locator("[role=gridcell]:has(.worth)")
    assert valued.count()
    badges = valued.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert all(re.search("win|loss|draw", words) for words in badges), badges
