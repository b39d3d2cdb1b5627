"""The layout of every page at the widths of phones, tablets and desks: nothing scrolls sideways,
targets are as large as fingers need, the verdict is in view, nothing moves when a turn is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from tests.studio.served import SET, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HEIGHTS = {320: 640, 360: 740, 390: 844, 768: 1024, 1280: 800}
PAGES = {
    "home": "/",
    "learn": "/learn/gro",
    "analyse": "/analyse?game=sow",
    "analyse a hex board": "/analyse?game=esgros&line=c3",
    "play": "/play?game=grow&board=square:3x3",
    "solve": f"/solve?set=served/small&puzzle={SET[0].id}",
    "read": "/read/gro",
}
TARGET = 44
SMALL = """(least) => [...document.querySelectorAll(
    "button, select, summary, nav a, .button, input:not([type=checkbox], [type=radio], .unseen)")]
  .map((one) => [one.textContent.trim().slice(0, 30) || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < least - .5 || box.width < least - .5))
  .map(([words, box]) => `${words}: ${box.width} x ${box.height}`)"""
SHIFT = """new PerformanceObserver((list) => {
  const moved = list.getEntries().filter((one) => !one.hadRecentInput);
  window.shift = moved.reduce((sum, one) => sum + one.value, window.shift ?? 0);
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.fixture(params=HEIGHTS, ids=str)
def sized(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of each width, touched where it is narrow."""
    width: int = request.param
    narrow = width < 768
    context = browser.new_context(
        base_url=served.address,
        viewport={"width": width, "height": HEIGHTS[width]},
        has_touch=narrow,
        is_mobile=narrow,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(SHIFT)
    yield page
    context.close()


def test_pages_fit_their_window_and_fingers(sized: Page):
    assert sized.viewport_size
    width = sized.viewport_size["width"]
    for name, path in PAGES.items():
        sized.goto(path)
        if name in ("learn", "solve"):
            expect(sized.locator("#solver .sentence")).not_to_be_empty()
        sized.wait_for_load_state("networkidle")
        assert sized.evaluate("window.shift ?? 0") < 0.05, name
        assert sized.evaluate("document.documentElement.scrollWidth") <= width, name
        if width < 768:
            for fold in sized.locator("details:not([open]) > summary").all():
                if fold.is_visible():
                    fold.evaluate("one => (one.parentElement.open = true)")
            assert sized.evaluate("document.documentElement.scrollWidth") <= width, name
            assert sized.evaluate(SMALL, TARGET) == [], name


def test_task_board_and_verdict_are_seen_together(sized: Page):
    sized.goto(PAGES["solve"])
    said = sized.locator(".solver .said")
    expect(said).not_to_be_empty()
    boxes = [
        sized.locator(one).bounding_box()
        for one in (".sentence", ".solver .board", ".solver .said")
    ]
    task, board, verdict = (box for box in boxes if box)
    assert verdict["y"] + verdict["height"] <= HEIGHTS[sized.viewport_size["width"]]  # pyright: ignore[reportOptionalSubscript]
    if board["x"] + board["width"] < task["x"]:
        return
    assert task["y"] + task["height"] <= board["y"]
    assert 0 <= verdict["y"] - board["y"] - board["height"] < 24


def test_nothing_moves_when_moves_are_chosen(sized: Page):
    """The moves that begin on a cell, and words for what is no move, have their own space."""
    sized.goto("/analyse?game=sow")
    place = "document.getElementById(id).getBoundingClientRect().y"
    where = f"['flip', 'move', 'search'].map((id) => {place})"
    before = sized.evaluate(where)
    for cell in ("a3", "b4", "e4", "a3"):
        sized.locator(f"[data-cell='{cell}'][role=gridcell]").click()
        sized.wait_for_timeout(150)
        assert sized.evaluate(where) == before
    assert sized.locator("#choice .step").count() >= 4


def test_a_printed_page_has_nothing_to_press(page: Page):
    page.emulate_media(media="print")
    controls = "button:not(.ply), select, input, textarea, .button, nav a"
    for name, path in PAGES.items():
        page.goto(path)
        if name in ("learn", "solve"):
            expect(page.locator("#solver .sentence")).not_to_be_empty()
        seen = page.locator(controls).evaluate_all(
            "all => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML)"
        )
        assert seen == [], name
        assert page.locator("h1").first.is_visible() or name == "solve"
