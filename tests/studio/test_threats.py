"""Threats: what the other side would play if it were to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ruleproof import Position, game
from ruleproof.solvers.playing.exact.openings import move_values
from tests.studio.served import TestClient, events

if TYPE_CHECKING:
    from playwright.sync_api import Page

ASKED: dict[str, Any] = {"game": "esgros", "board": "hex:2", "line": ["a1", "b1"]}


def test_threats_are_the_values_of_the_other_sides_moves(client: TestClient):
    told = events(client.post("/api/threats", json=ASKED).text)
    assert told[-1] == ("done", {"complete": True, "reason": ""})
    found = {what["move"]: what["value"] for name, what in told if name == "move"}
    here = Position.start(game("esgros", "hex:2")).play("a1 b1")
    other = Position.read(here.game, here.text.replace("; black", "; white"))
    assert other.text != here.text
    assert found == move_values(other)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "esgros", "board": "hex:2"}, "on an empty board Black is to move"),
        ({"game": "esgros", "board": "hex:2", "line": ["a1"]}, "so white is to move"),
        ({"game": "gro", "board": "dish:2,1", "line": ["c1"]}, "Blue is to move, not red"),
        (
            {"game": "grow", "board": "square:3x3", "line": ["@a3", "@b3", "@a1"]},
            "inside a turn nobody else can be to move",
        ),
        ({"game": "incrowd", "board": "square:3x3", "line": ["a3", "c2"]}, "after 2 turns"),
    ],
)
def test_where_the_other_side_cannot_be_to_move_there_are_no_threats(
    client: TestClient, asked: dict[str, Any], why: str
):
    answer = client.post("/api/threats", json=asked)
    assert answer.status_code == 200, answer.text
    (name, told), done = events(answer.text)
    assert name == "none"
    assert why in told["reason"]
    assert done == ("done", {"complete": True, "reason": ""})


def test_threats_are_refused_for_three_players_and_for_faulty_lines(client: TestClient):
    three = {"game": "grow", "board": "square:2x3", "settings": {"players": 3}}
    wrong = {"game": "esgros", "board": "hex:2", "line": ["a1", "a1"]}
    for asked, place in ((three, "game"), (wrong, "line, move 2")):
        answer = client.post("/api/threats", json=asked)
        assert answer.status_code == 400, answer.text
        assert answer.json()["place"] == place


def test_threats_are_marked_on_the_board(page: Page):
    from playwright.sync_api import expect

    page.goto("/analyse?game=esgros&board=hex:2&line=a1+b1")
    page.click("#threats")
    expect(page.locator("#threats-said")).to_contain_text(
        "If White were to move: win", timeout=60_000
    )
    named = page.locator("#threats-list .moves").all_inner_texts()
    expect(page.locator(".cell.threat")).to_have_count(len(named))
    page.click("#threats")
    expect(page.locator(".cell.threat")).to_have_count(0)


@pytest.mark.slow
def test_threats_pause_inside_a_turn_and_go_on_after_it(page: Page):
    from playwright.sync_api import expect

    page.goto("/analyse?game=grow&board=square:3x3&line=@a1+@c3")
    page.click("#threats")
    said = page.locator("#threats-said")
    expect(said).to_contain_text("If Blue were to move", timeout=60_000)
    for move, told in (
        ("@b1", "No threats here: inside a turn nobody else can be to move."),
        ("end", "If Red were"),
    ):
        page.fill("#move", move)
        page.keyboard.press("Enter")
        expect(said).to_contain_text(told, timeout=60_000)
        expect(page.locator("#threats")).to_have_attribute("aria-pressed", "true")
    page.click("#threats")
    expect(page.locator("#threats")).to_have_attribute("aria-pressed", "false")
