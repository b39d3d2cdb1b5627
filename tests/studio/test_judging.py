"""Judge as a puzzle: what is asked for, what the report says, and how a diagram joins a set."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from ruleproof import Position, game
from ruleproof.puzzles.judging.solution import joined, turns_of_line
from ruleproof.puzzles.posing.diagrams import Report, examined
from ruleproof.puzzles.starter import starter
from ruleproof.puzzles.stipulations import names, stipulated
from tests.studio.served import Served, TestClient, events, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

TEXT = ". . . / . . . W / B . . . . / . B . B / W . W ; black"
DIAGRAM: dict[str, Any] = {"game": "esgros", "board": "hex:3", "start": TEXT}
HELPED = {"game": "esgros", "board": "hex:2", "start": "W B / B . . / W . ; black"}
"""A diagram in which one line wins with White's help."""
REMOVE = "Remove the White group at a1"
HARD = {"game": "esgros", "board": "hex:6", "line": ["f6"], "turns": 9, "seconds": 100}
"""A diagram that takes longer to judge than a test waits."""
ASKED = DIAGRAM | {"goal": "remove", "on": ["a1"], "turns": 2}


def test_a_report_has_the_names_of_the_command_line(client: TestClient):
    told = dict(events(client.post("/api/judge", json=ASKED).text))
    of = game("esgros", "hex:3")
    asked = stipulated(of, "remove", ["a1"], 0, 2)
    report = examined(of, Position.read(of, TEXT).state, asked)
    assert told["report"] == json.loads(json.dumps(report.fields()))
    assert told["report"]["solutions"] == ["e2"]
    assert told["report"]["sound"] is told["report"]["unique"] is told["done"]["complete"] is True


def test_judging_has_a_time_of_its_own(client: TestClient):
    told = dict(events(client.post("/api/judge", json=ASKED | {"seconds": 1e-6}).text))
    assert told["report"]["sound"] is None
    assert told["report"]["reason"] == "undecided: the time is up"
    assert told["done"] == {"complete": False, "reason": "undecided: the time is up"}


def test_judging_ends_when_its_client_goes(served: Served):
    import httpx2

    with httpx2.stream("POST", f"{served.address}/api/judge", json=HARD, timeout=120) as answer:
        text = answer.iter_text()
        while "progress" not in next(text):
            pass
        assert served.busy == 1
        del text
    until(lambda: served.busy == 0)


def test_what_cannot_be_asked_is_refused_before_a_search(client: TestClient):
    for wrong, place in (
        ({"goal": "nothing"}, "goal"),
        ({"goal": "last-turn"}, "goal"),
        ({"on": ["z9"]}, "goal"),
        ({"turns": 10}, "turns"),
        ({"game": "gro", "board": "dish:1,1", "start": "", "goal": "win", "turns": None}, "goal"),
        ({"settings": {"pie": "on"}, "start": "", "line": ["a1"], "goal": "win"}, "line"),
    ):
        answer = client.post("/api/judge", json=ASKED | wrong)
        assert answer.status_code in (400, 422), wrong
        assert answer.json()["place"] == place


def test_goals_are_offered_as_sentences(client: TestClient):
    found = client.post("/api/goals", json=DIAGRAM).json()
    assert found[0]["words"] == "Win."
    assert (found[0]["aim"], found[0]["needs_turns"]) == ("reach", False)
    (told,) = [one["words"] for one in found if (one["goal"], one["on"]) == ("remove", ["a1"])]
    assert told == f"{REMOVE}."
    assert any("grown or been joined" in one["note"] for one in found)


@pytest.mark.parametrize("one", ["esgros", "gro", "grow", "incrowd", "sow"])
def test_every_kind_of_goal_that_a_game_has_is_offered(client: TestClient, one: str):
    of = game(one, "dish:3,2" if one == "gro" else "")
    found = client.post("/api/goals", json={"game": one, "board": of.board.text}).json()
    offered = {told["goal"] for told in found}
    assert offered <= set(names(of))
    assert "help-win" in offered
    assert all(told["needs_turns"] for told in found if told["aim"] == "help")
    assert {told["words"] for told in found if told["goal"] == "help-win"} == {
        f"{of.players[1].capitalize()} helps: win."
    }


def test_help_is_judged_and_its_line_played(page: Page):
    from playwright.sync_api import expect

    page.goto(f"/analyse?{urlencode(HELPED)}")
    page.click("#judging summary")
    page.select_option("#goal", label="White helps: win.")
    expect(page.locator("#span")).to_have_text("in exactly")
    expect(page.locator("#turns option[value='']")).to_be_disabled()
    page.click("#judge")
    report = page.locator("#report")
    expect(report).to_contain_text("Sound and unique.", timeout=60_000)
    asked = "Black moves first and White helps: win in exactly 2 turns of Black."
    expect(report).to_contain_text(asked)
    line = report.locator("button.ply").first
    many = len(line.inner_text().split())
    line.click()
    expect(page.locator("#line .ply")).to_have_count(1 + many)
    expect(page.locator("#outcome")).to_contain_text("Black has won")
    expect(page.get_by_role("button", name="Add it to my puzzles")).to_be_visible()


@pytest.fixture
def asked(page: Page) -> Page:
    """Analyse, at the diagram, with the goal chosen."""
    page.goto(f"/analyse?{urlencode(DIAGRAM)}")
    page.click("#judging summary")
    option = page.locator("#goal option", has_text=re.compile(f"^{REMOVE}"))
    page.select_option("#goal", option.get_attribute("value"))
    return page


def test_the_line_of_turns_with_several_steps_is_told_turn_by_turn(page: Page):
    """The words are those of other pages: `joined` makes them there."""
    page.goto("/analyse?game=grow")
    puzzle = next(one for one in starter("grow") if one.tree and one.stipulation.turns != 1)
    report = Report("", True, True, solutions=[puzzle.key], puzzle=puzzle)
    told = page.evaluate(
        """async (report) => {
            const { Judging } = await import("/static/judging.js");
            const [line] = Judging.prototype.line.call({}, report);
            return line.textContent;
        }""",
        report.fields(),
    )
    assert told == joined(turns_of_line(puzzle))
    assert ", " in told


def test_a_diagram_is_judged_refutations_played_and_it_joins_a_set(asked: Page):
    from playwright.sync_api import expect

    judged = asked
    judged.click("#judge")
    report = judged.locator("#report")
    expect(report).to_contain_text("Sound and unique.")
    expect(report).to_contain_text(f"Black to move. {REMOVE} within 2 turns.")
    refuted = report.locator("div", has=judged.locator("dt", has_text="Refuted"))
    words = refuted.locator("button").first.inner_text()
    refuted.locator("button").first.click()
    expect(judged.locator("#line .ply")).to_have_count(1 + len(words.split()))
    expect(report).to_contain_text("Sound and unique.")
    adding = judged.get_by_role("button", name="Add it to my puzzles")
    adding.click()
    expect(report).to_contain_text("Added. ")
    adding.click()
    expect(report).to_contain_text("It is there already: ")
    expect(report).not_to_contain_text("Added. ")
    judged.get_by_role("link", name="Solve it").click()
    expect(judged.locator("#sets option:checked")).to_have_text("My puzzles")
    expect(judged.locator(".sentence")).to_contain_text(f"{REMOVE} within 2 turns.")
    judged.fill("#turn", "e2")
    judged.keyboard.press("Enter")
    expect(judged.locator(".solver .said")).to_contain_text("e2 is right.")


def test_the_main_line_is_told_and_played(asked: Page):
    from playwright.sync_api import expect

    told = dict(events(asked.request.post("/api/judge", data=ASKED).text()))["report"]
    assert len(told["puzzle"]["solution"]) == 3
    asked.click("#judge")
    line = asked.locator("#report div", has=asked.locator("dt", has_text="Main line"))
    expect(line.locator("dd")).to_have_text(" ".join(told["puzzle"]["solution"]))
    line.locator("button").click()
    expect(asked.locator("#line .ply:not(.ahead)")).to_have_count(4)
    expect(asked.locator("#report")).to_contain_text("Sound and unique.")


def test_judging_is_cancelled_by_its_button(asked: Page):
    from playwright.sync_api import expect

    held: list[Route] = []
    asked.route("**/api/judge*", lambda route: held.append(route))  # the answer does not come
    with asked.expect_request("**/api/judge*"):
        asked.click("#judge")
    asked.click("#judge")
    expect(asked.locator("#judging-said")).to_have_text("Stopped.")
    for route in held:
        route.abort()  # a page with an open request may not close
