"""Game records are written by `play --save`, replayed by `play`, and believed only then."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof import Position
from ruleproof.models.play.records import read_record, record_of, replay
from tests.cli.conftest import Run
from tests.strategies import games

Runner = Callable[..., Run]
LINE = "a1 c2 b3"


@pytest.fixture
def saved(run: Runner, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    told = run("play", "esgros", "--board", "hex:2", "--line", LINE, "--save", str(path))
    assert told.status == 0
    return path


def test_a_record_holds_the_game(saved: Path):
    record = json.loads(saved.read_text())
    assert set(record) == {"game", "board", "settings", "start", "moves", "result", "version"}
    assert (record["game"], record["board"]) == ("esgros", "hex:2")
    assert record["settings"]["exceed"] == "minimal"
    assert record["start"] is None
    assert record["moves"] == LINE.split()


@pytest.mark.parametrize("how", [["--record"], []], ids=["option", "name"])
def test_a_record_is_replayed(run: Runner, saved: Path, how: list[str]):
    direct = run("play", "esgros", "--board", "hex:2", "--line", LINE, "--json").object
    again = run("play", *how, str(saved), "--json").object
    for part in ("game", "board", "settings", "position", "over", "result"):
        assert again[part] == direct[part]


def test_a_line_goes_on_from_the_record(run: Runner, saved: Path):
    move = Position.start(replay(read_record(saved.read_text()))[0].game).play(LINE).moves()[0]
    direct = run("play", "esgros", "--board", "hex:2", "--line", f"{LINE} {move}", "--json")
    again = run("play", str(saved), "--line", move, "--json")
    assert again.object["position"] == direct.object["position"]


def with_changes(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda record: record | changes


def without_game(record: dict[str, Any]) -> Any:
    return {"board": record["board"]}


def in_a_list(record: dict[str, Any]) -> Any:
    return [record]


CHANGES = {
    "another game": (with_changes(game="chess"), "'chess'"),
    "another board": (with_changes(board="cube:2"), "'cube:2'"),
    "another setting": (with_changes(settings={"pie": "maybe"}), "'maybe'"),
    "an illegal move": (with_changes(moves=["a1", "a1"]), "moves, number 2"),
    "no move": (with_changes(moves=["a1", "qq"]), "moves, number 2"),
    "a number for moves": (with_changes(moves=3), "moves: takes a list: 3"),
    "a result it does not have": (
        with_changes(result={"winner": "black", "score": None, "reason": ""}),
        "result",
    ),
    "a start that is none": (with_changes(start="x"), "start"),
    "a start against the rules": (
        with_changes(start=". . / . . . / . . ; white", moves=[]),
        "Black is to move",
    ),
    "an unknown field": (with_changes(winner="black"), "winner: there is no such field"),
    "a missing field": (without_game, "game: it is missing"),
    "a list": (in_a_list, "no game record: takes an object"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_record_that_is_none(run: Runner, saved: Path, case: str):
    change, told = CHANGES[case]
    saved.write_text(json.dumps(change(json.loads(saved.read_text()))))
    answer = run("play", "--record", str(saved))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert told in answer.err
    assert "GAME" in answer.err


def test_a_truncated_record(run: Runner, saved: Path):
    saved.write_text(saved.read_text()[:-9])
    answer = run("play", "--record", str(saved))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_every_game_is_replayed_as_it_was_played(data: st.DataObject):
    first = Position.start(data.draw(games(own_board=False)))
    here, line = first, list[str]()
    while len(line) < 20 and not here.over:
        line.append(data.draw(st.sampled_from(here.moves())))
        here = here.play([line[-1]])
    record = record_of(first, line)
    again = replay(read_record(json.dumps(record.model_dump(mode="json"))))
    assert again[-1] == here
    middle = len(line) // 2
    later = record_of(again[middle], ())
    assert replay(later)[0].text == again[middle].text
