"""The studio by ear and by keys: where the focus goes, what is heard of a search, a computer that
does not answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

ESGROS = {"game": "esgros", "board": "hex:2"}
TICKING = """async () => {
    const { overhear } = await import("/static/saying.js");
    const seen = document.createElement("p");
    document.body.append(seen);
    overhear(seen);
    const heard = [];
    new MutationObserver(() => heard.push(seen.nextSibling.textContent))
        .observe(seen.nextSibling, { childList: true });
    for (let tick = 0; tick < 40; tick += 1) {
        seen.textContent = `${tick} known`;
        await new Promise((done) => setTimeout(done, 50));
    }
    seen.textContent = "All is known.";
    await new Promise((done) => setTimeout(done, 2500));
    return heard;
}"""


def focused(page: Page) -> str:
    """The role of the element with the focus, or else its id."""
    return page.evaluate("document.activeElement.getAttribute('role') ?? document.activeElement.id")


@pytest.mark.parametrize("button", ["undo", "back", "first"])
def test_the_focus_goes_to_the_board_from_a_button_that_has_no_more_to_do(page: Page, button: str):
    from playwright.sync_api import expect

    page.goto(f"/analyse?{urlencode(ESGROS | {'line': 'b2'})}")
    page.locator(f"#{button}").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{button}")).to_be_disabled()
    page.wait_for_function("document.activeElement !== document.body")
    assert focused(page) == "gridcell"


def test_the_focus_goes_to_the_button_of_the_form_that_is_left(page: Page):
    from playwright.sync_api import expect

    page.goto(f"/analyse?{urlencode(ESGROS)}")
    page.locator("#set-up").press("Enter")
    expect(page.locator("#set-up-done")).to_be_enabled()
    page.locator("#set-up-done").press("Enter")
    expect(page.locator("#set-up-panel")).to_be_hidden()
    assert focused(page) == "set-up"


def test_the_steps_of_a_search_are_heard_now_and_then_its_end_at_once(page: Page):
    page.goto(f"/analyse?{urlencode(ESGROS)}")
    heard = page.evaluate(TICKING)
    assert heard[0] == "0 known"
    assert heard[-1] == "All is known."
    assert len(heard) == 2


def test_a_link_to_a_counterexample_names_its_claim(page: Page):
    page.goto("/read/esgros")
    page.click("#check")
    links = page.locator(".evidence a")
    links.first.wait_for(timeout=90_000)
    page.click("#check")
    for one in links.all():
        row = one.locator("xpath=ancestor::tr").get_attribute("id") or ""
        number = row.removeprefix("claim-")
        assert (one.text_content() or "").endswith(f" of claim {number}")


def test_a_computer_that_did_not_answer_can_be_asked_again(page: Page):
    from playwright.sync_api import expect

    asked = urlencode(ESGROS | {"line": "b2"})
    lost: list[Route] = []
    page.route("**/api/reply", lambda route: (lost.append(route), route.abort())[1])
    page.goto(f"/play?{asked}")
    again = page.get_by_role("button", name="Ask the computer again")
    expect(again).to_be_visible()
    expect(page.locator("#problem")).to_have_text("The studio does not answer.")
    expect(page.locator("#thinking")).to_have_text("")
    page.locator("[role=gridcell]").first.click()
    told = "White is played by the computer, which has not moved: ask it again, or choose You."
    expect(page.locator("#problem")).to_have_text(told)
    page.unroute("**/api/reply")
    again.click()
    expect(page.locator("#line .ply")).to_have_count(3, timeout=90_000)
    expect(again).to_be_hidden()
    expect(page.locator("#problem")).to_be_hidden()
    assert len(lost) == 1
