"""Positions, moves and records, as programs ask for them."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.play.records import read_record, replay
from tests.studio.served import GAMES, TestClient

ALL = [pytest.param(asked, id=name) for name, asked in GAMES.items()]


def position(asked: dict[str, Any]) -> Position:
    """The start of the game that a request names."""
    return Position.start(game(asked["game"], asked["board"], **asked.get("settings", {})))


@pytest.mark.parametrize("asked", ALL)
def test_a_position_is_told_as_the_rules_have_it(client: TestClient, asked: dict[str, Any]):
    here, line = position(asked), list[str]()
    for _ in range(6):
        told = client.post("/api/position", json={**asked, "line": line}).json()
        assert told["text"] == here.text
        assert [move["text"] for move in told["moves"]] == here.moves()
        assert told["side"] == here.side
        assert len(told["line"]) == len(line)
        if here.over:
            assert told["result"] == here.result._asdict()  # pyright: ignore[reportOptionalMemberAccess]
            break
        line.append(here.moves()[len(line) % len(here.moves())])
        here = here.play(line[-1:])


@pytest.mark.parametrize("asked", ALL)
def test_every_cell_lies_within_the_drawing_whichever_way_it_is_turned(
    client: TestClient, asked: dict[str, Any]
):
    def middles(flip: bool) -> dict[str, tuple[float, float]]:
        told = client.post("/api/position", json={**asked, "flip": flip}).json()["drawing"]
        assert {name for row in told["rows"] for name in row if name} == {
            cell["name"] for cell in told["cells"]
        }
        return {cell["name"]: (cell["x"], cell["y"]) for cell in told["cells"]}

    here, turned = middles(False), middles(True)
    assert all(0 < x < 100 and 0 < y < 100 for x, y in [*here.values(), *turned.values()])
    leftmost, rightmost = min(here, key=lambda c: here[c][0]), max(here, key=lambda c: here[c][0])
    assert turned[leftmost][0] > turned[rightmost][0]


def test_clicks_that_are_no_move_are_explained_by_the_clause(client: TestClient):
    asked = {**GAMES["esgros"], "line": ["a1"], "cells": ["a1"]}
    found = client.post("/api/why", json=asked).json()
    assert found == [{"move": "a1", "why": "a stone is placed on an empty cell"}]
    legal = client.post("/api/why", json={**asked, "cells": ["c1"]}).json()
    assert legal == [{"move": "c1", "why": ""}]


def test_clicks_on_two_cells_are_tried_in_every_form_of_a_move(client: TestClient):
    asked = {"game": "gro", "line": ["c1", "d8"], "cells": ["c1", "h8"]}
    assert client.post("/api/why", json=asked).json()["kind"] == "text"  # h8 is cut off the dish
    found = client.post("/api/why", json={**asked, "cells": ["c1", "f8"]}).json()
    assert {one["move"] for one in found} == {"c1-f8", "f8/c1", "c1/f8"} & {
        one["move"] for one in found
    }
    assert len(found) >= 2
    assert all(one["why"] for one in found)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"game": "sow", "cells": ["h4"]}, "h4"),
        ({"game": "sow", "cells": ["d1"]}, "d1"),
        ({"game": "gro", "line": ["c1", "d8"], "cells": ["d8", "d7"]}, "d8, d7"),
    ],
)
def test_a_clause_that_all_moves_there_break_is_told_once_without_a_move(
    client: TestClient, asked: dict[str, Any], told: str
):
    found = client.post("/api/why", json=asked).json()
    assert [one["move"] for one in found] == [told]
    assert found[0]["why"]


def test_moves_that_the_settings_never_allow_explain_no_click(client: TestClient):
    asked = {"game": "sow", "cells": ["a3"]}
    found = client.post("/api/why", json=asked).json()
    assert not [one for one in found if one["move"].startswith("@")]
    advanced = client.post("/api/why", json={**asked, "settings": {"entry": "advanced"}}).json()
    assert [one for one in advanced if one["move"].startswith("@")]


def test_the_error_of_an_illegal_move_says_which_it_is_and_why(client: TestClient):
    asked = {**GAMES["esgros"], "line": ["a1", "a1"]}
    answer = client.post("/api/position", json=asked)
    assert answer.status_code == 400
    assert answer.json()["kind"] == "move"
    assert answer.json()["place"] == "line, move 2"
    assert "empty cell" in answer.json()["message"]


def test_a_picture_that_is_no_position_is_drawn_with_all_its_faults(client: TestClient):
    asked = {"game": "incrowd", "board": "square:3x3", "start": "W W . / . . . / . . B ; black"}
    answer = client.post("/api/position", json=asked)
    assert answer.status_code == 400
    told = client.post("/api/setup", json=asked).json()
    assert told["faults"] == answer.json()["faults"]
    assert len(told["faults"]) >= 1
    assert "<svg" in told["drawing"]["svg"]
    assert {cell["name"]: cell["token"] for cell in told["drawing"]["cells"]}["a3"] == "W"


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "esgros", "board": "hex:99"}, "board"),
        ({"game": "esgros", "board": "dish:1,1"}, "board"),
        ({"game": "esgros", "settings": {"full": "moon"}}, "settings"),
        ({"game": "esgros", "start": "no picture"}, "start"),
        ({"game": "grow", "board": "square:19x19"}, "board"),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_stands(
    client: TestClient, asked: dict[str, Any], place: str
):
    answer = client.post("/api/position", json=asked)
    assert answer.status_code == 400
    assert answer.json()["place"] == place
    assert answer.json()["message"]


def test_a_game_becomes_a_record_that_is_replayed_and_opens_again(client: TestClient):
    asked = {**GAMES["esgros"], "line": ["a1", "b2", "b3"]}
    written = client.post("/api/record", json=asked)
    record = read_record(written.text)
    assert [one.text for one in replay(record)][-1] == (
        client.post("/api/position", json=asked).json()["text"]
    )
    opened = client.post("/api/record/open", json=written.json()).json()
    assert opened["line"] == asked["line"]
    wrong = written.json() | {"moves": ["a1", "a1"]}
    assert client.post("/api/record/open", json=wrong).status_code == 400
    assert client.post("/api/record/open", json={"game": 1}).status_code == 400


def test_a_drawing_stands_alone(client: TestClient):
    answer = client.post("/api/drawing", json={**GAMES["esgros"], "flip": True})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "<style>" in answer.text


def test_the_way_that_pieces_travel_is_told_and_turns_with_the_board(client: TestClient):
    told = client.post("/api/position", json=GAMES["sow"]).json()
    assert told["headings"] == {"left": 0, "right": 180}
    flipped = client.post("/api/position", json=GAMES["sow"] | {"flip": True}).json()
    assert flipped["headings"] == {"left": 180, "right": 0}
    assert client.post("/api/position", json=GAMES["esgros"]).json()["headings"] == {}


def test_what_must_be_known_besides_the_drawing_is_told(client: TestClient):
    asked = {"game": "gro", "board": "dish:1,1", "settings": {"tokens": 2}, "line": ["a1"]}
    told = client.post("/api/position", json=asked).json()
    here = Position.start(game("gro", "dish:1,1", tokens=2)).play("a1")
    assert told["beside"] == here.beside != ""
    page = client.get("/analyse?game=gro&board=dish:1,1&set.tokens=2&line=a1").text
    assert f'id="beside">{here.beside}</p>' in page
    assert client.post("/api/position", json={"game": "esgros"}).json()["beside"] == ""
