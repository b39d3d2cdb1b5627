"""Tables, known by their names and never by their paths."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof import Position, build_table, game, solve
from ruleproof.solvers.playing.exact.openings import move_values
from ruleproof.solvers.playing.shards.build import build_shards
from ruleproof.solvers.work.executors import Here
from tests.studio.served import GAMES, Limits, Served, TestClient

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("name", ["esgros", "incrowd"])
def test_a_table_tells_the_values_that_a_search_finds(shelf: tuple[TestClient, Path], name: str):
    client, folder = shelf
    asked = GAMES[name]
    small = game(asked["game"], asked["board"])
    build_table(small, folder / "small.rpt")
    assert client.get("/api/tables").json() == ["small"]
    assert client.get("/api/tables/small").json()["game"] == name
    position = Position.start(small)
    for line in ([], position.moves()[:1]):
        here = position.play(line)
        told = client.post("/api/tables/small", json={**asked, "line": line}).json()
        assert told["value"]["value"] == solve(here).value
        assert told["value"]["distance"] == solve(here).distance
        assert {one["move"]: one["value"] for one in told["moves"]} == move_values(here)
        best = solve(here).best
        assert max(told["moves"], key=lambda one: one["gain"])["gain"] == next(
            one["gain"] for one in told["moves"] if one["move"] == best[0]
        )


def test_a_table_in_a_folder_tells_what_a_file_tells(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    small = game("esgros", "hex:2")
    build_table(small, folder / "one.rpt")
    build_shards(Position.start(small), folder / "several", folder / "part", lambda: [Here()])
    assert client.get("/api/tables").json() == ["one", "several"]
    asked = {"game": "esgros", "board": "hex:2"}
    one, several = (
        client.post(f"/api/tables/{name}", json=asked).json() for name in ("one", "several")
    )
    assert one == several


def test_a_table_names_the_moves_that_a_rule_of_repetition_decides(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    played = game("gro", "dish:1,1", tokens=1, repetition="loss-3")
    build_table(played, folder / "small.rpt")
    settings = {"tokens": "1", "repetition": "loss-3"}
    asked = {"game": "gro", "board": "dish:1,1", "settings": settings}
    told = client.post("/api/tables/small", json=asked).json()
    assert (told["value"], told["moves"]) == (None, [])
    assert told["undecided"] == Position.start(played).moves()
    assert told["reason"] == solve(played).reason


def test_a_name_that_is_no_tables_reaches_no_file(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    (folder.parent / "secret.rpt").write_text("hidden")
    (folder / "torn.rpt").write_text("no table")
    for name in ("../secret", "..%2fsecret", "%2fetc%2fpasswd", "nothing", "torn"):
        answer = client.post(f"/api/tables/{name}", json=GAMES["esgros"])
        assert answer.status_code in (400, 404), name
        assert "hidden" not in answer.text
        assert str(folder.parent) not in answer.text


@pytest.mark.slow
def test_a_table_that_is_damaged_inside_is_refused_in_words(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    path = folder / "small.rpt"
    build_table(game("esgros", "hex:2"), path)
    whole = path.read_bytes()
    refused = 0
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        answer = client.post("/api/tables/small", json=GAMES["esgros"])
        assert answer.status_code in (200, 400), at
        refused += answer.status_code == 400
        assert answer.status_code == 200 or answer.json()["message"].startswith("the table ")
    assert refused > len(whole) // 2


def test_a_table_of_another_game_is_refused(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    build_table(game("esgros", "path:3"), folder / "small.rpt")
    answer = client.post("/api/tables/small", json=GAMES["esgros"])
    assert answer.status_code == 400
    assert "path:3" in answer.json()["message"]


def test_files_that_are_no_tables_are_left_out(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    build_table(game("esgros", "hex:2"), folder / "small.rpt")
    junk = folder / "junk.rpt"
    junk.write_text("no table")
    assert client.get("/api/tables").json() == ["small"]
    told = client.get("/api/tables/nothing").json()["message"]
    assert told == "no such table (tables: small): 'nothing'"
    junk.write_bytes((folder / "small.rpt").read_bytes())
    assert client.get("/api/tables").json() == ["junk", "small"]
    junk.unlink()
    assert client.get("/api/tables").json() == ["small"]


def test_a_page_offers_the_tables_of_its_game_board_and_settings(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    build_table(game("esgros", "hex:2"), folder / "hexagon.rpt")
    build_table(game("esgros", "hex:2", exceed="void"), folder / "hexagon-void.rpt")
    build_table(game("esgros", "path:3"), folder / "path.rpt")
    (folder / "junk.rpt").write_text("no table")
    for link, offered in (
        ("game=esgros&board=hex:2", ["hexagon"]),
        ("game=esgros&board=hex:2&set=exceed=void", ["hexagon-void"]),
        ("game=esgros&board=path:3", ["path"]),
        ("game=gro&board=dish:1,1", []),
    ):
        page = client.get(f"/analyse?{link}").text
        assert re.findall(r"<option value=\"[^\"]*\">table ([^<]*)<", page) == offered, link
    unfit = client.get("/analyse?game=esgros&board=hex:2&table=path").text
    assert "No table path holds values of this game." in unfit


def test_a_refusal_leaves_no_values_of_another_table(browser: Browser, tmp_path: Path):
    from playwright.sync_api import expect

    for name in ("small", "other"):
        build_table(game("esgros", "hex:2"), tmp_path / f"{name}.rpt")
    served = Served(Limits(), tmp_path)
    context = browser.new_context(base_url=served.address)
    try:
        page = context.new_page()
        page.goto("/analyse?game=esgros&board=hex:2")
        page.select_option("#source", "small")
        expect(page.locator("#progress")).to_have_text("As table small has it.")
        assert page.locator("#moves .badge:not(.open)").count() > 0
        (tmp_path / "other.rpt").unlink()
        build_table(game("esgros", "path:3"), tmp_path / "other.rpt")
        page.select_option("#source", "other")
        expect(page.locator("#problem")).to_contain_text("path:3")
        expect(page.locator("#moves .badge:not(.open)")).to_have_count(0)
        expect(page.locator("#progress")).to_have_text("")
        expect(page.locator("#worth")).to_have_text("Search finds the value of every move.")
    finally:
        context.close()
        served.end()


def test_a_table_is_looked_up_at_once_and_needs_no_button(browser: Browser, tmp_path: Path):
    from playwright.sync_api import expect

    build_table(game("esgros", "hex:2"), tmp_path / "small.rpt")
    served = Served(Limits(), tmp_path)
    context = browser.new_context(base_url=served.address)
    try:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="small", exact=True).click()
        expect(page.locator("#progress")).to_have_text("As table small has it.")
        assert "table=small" in page.url
        page.goto("/analyse?game=esgros&board=hex:2")
        expect(page.locator("#search")).to_be_visible()
        page.select_option("#source", "small")
        assert "table=small" in page.url
        expect(page.locator("#progress")).to_have_text("As table small has it.")
        expect(page.locator("#search")).to_be_hidden()
        expect(page.locator("#seconds")).to_be_hidden()
        page.locator("#moves button").first.click()
        expect(page.locator("#line .ply")).to_have_count(2)
        expect(page.locator("#worth")).to_have_text("White loses in 2 plies.")
        page.select_option("#source", "")
        expect(page.locator("#search")).to_be_visible()
        expect(page.locator("#search")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#progress")).to_have_text("")
    finally:
        context.close()
        served.end()


def test_a_table_of_three_players_tells_the_points_of_one(shelf: tuple[TestClient, Path]):
    client, folder = shelf
    three = game("grow", "square:2x2", players=3)
    asked = {"game": "grow", "board": "square:2x2", "settings": {"players": "3"}}
    for player in three.players:
        build_table(three, folder / f"{player}.rpt", player=player)
    looked_at, own = 0, 0
    for line in ([], ["@a1"], ["@a1", "@b1"], ["@a1", "@b1", "@a2"]):
        here = Position.start(three).play(line)
        for player in three.players:
            told = client.post(f"/api/tables/{player}", json={**asked, "line": line}).json()
            assert told["player"] == player
            sign = 1 if player == here.side else -1
            for one in (told["value"], *told["moves"]):
                assert one["gain"] == sign * one["value"]
            values = [one["value"] for one in told["moves"]]
            if here.play([told["moves"][0]["move"]]).side != here.side:
                best = max(values) if player == here.side else min(values)
                assert told["value"]["value"] == best
                own += player == here.side
            looked_at += 1
    assert looked_at == 12
    assert own > 1


def test_a_page_says_whose_points_a_table_tells(browser: Browser, tmp_path: Path):
    from playwright.sync_api import expect

    build_table(game("grow", "square:2x2", players=3), tmp_path / "reds.rpt", player="red")
    served = Served(Limits(), tmp_path)
    context = browser.new_context(base_url=served.address)
    try:
        page = context.new_page()
        page.goto("/analyse?game=grow&board=square:2x2&set=players%3D3&line=@a1&table=reds")
        told = "As table reds has it, which tells the points of red."
        expect(page.locator("#progress")).to_have_text(told)
        expect(page.locator("#outcome")).to_contain_text("Blue to move")
        expect(page.locator("#worth")).to_have_text(re.compile(r"^Red is sure of \d+ points?\.$"))
    finally:
        context.close()
        served.end()
