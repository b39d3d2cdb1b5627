"""The front door: lines of `help(ruleproof)` and of the page of twenty tasks run as they stand."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import ruleproof
from ruleproof import MoveError, Position, PuzzleSet, TextError, build_table, game, starter, verify
from ruleproof.models.displays import short_form
from tests.strategies import positions

PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text("utf-8")
TASKS = re.findall(r"^\| ([^|]*) \| `([^|]*)` \| `([^|]*)` \|$", PAGE, re.M)
EVERY = {name: getattr(ruleproof, name) for name in ruleproof.__all__}
SMALL = game("esgros", board="path:3")


def words(code: str) -> int:
    """The number of words and signs of the code."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return sum(bool(one.string.strip()) for one in tokens)


def test_the_page_has_twenty_tasks_and_ours_are_never_longer():
    assert len(TASKS) == 20
    assert [task for task, theirs, ours in TASKS if words(ours) > words(theirs)] == []


def test_the_tasks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    small = game("esgros", board="hex:2")
    build_table(small, "small.rpt")
    names: dict[str, Any] = EVERY | {"small": small}
    for task, _, ours in TASKS:
        exec(ours, names)
        assert task not in {"is a move legal", "is it the same position"} or names["legal"]
    assert names["value"] in {"win", "draw", "loss"}
    assert names["pieces"] == {"b1": "B", "c1": "W", "d3": "B"}


@pytest.mark.slow
def test_every_line_of_the_help_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    said = str(ruleproof.__doc__)
    codes = re.findall(r"^    (\S(?:(?!   ).)*)", said[said.index("\nPositions\n") :], re.M)
    assert len(codes) > 25
    names: dict[str, Any] = dict(EVERY)
    names["small"] = game("esgros", board="hex:2", exceed="void")
    names["position"] = Position.start(names["small"]).play("a1 b2")
    for code in codes:
        exec(f"found = ({code})" if "=" not in code.partition("(")[0] else code, names)
        found = names.get("found")
        assert isinstance(found, str) or len(repr(found)) <= 400, code
    assert [path.name for path in tmp_path.glob("few.*")]


@settings(max_examples=40, deadline=None)
@given(positions(most=12, own_board=False))
def test_a_position_equals_every_position_of_its_text(position: Position):
    read = Position.read(position.game, position.text)
    assert (read, hash(read)) == (position, hash(position))
    assert read.same_history(position) == (not position.before)
    assert read != Position.start(game("esgros", board="hex:5"))
    cells = {name: position[name] for name in position.board.names}
    assert position.pieces() == {name: token for name, token in cells.items() if token != "."}


def test_moves_are_texts_and_cells_have_names():
    start = Position.start(SMALL)
    assert all(start.play(move)[move] == "B" for move in start.moves())
    with pytest.raises(TextError, match="'d9'"):
        start["d9"]
    with pytest.raises((MoveError, TextError)):
        start.play("d9")


DRAWN = [
    Position.start(game("esgros", "hex:2")).play("a1 b2"),
    Position.start(game("gro", "dish:3,2")).play("c3 d6"),
    Position.start(game("grow")),
    Position.start(game("incrowd", "square:3x3")).play("b2 a1"),
    Position.start(game("sow")),
]
"""A position of each game."""


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp932", "ascii"])
@pytest.mark.parametrize("position", DRAWN, ids=lambda position: position.game.name)
def test_a_drawing_has_letters_if_the_terminal_lacks_a_sign(
    position: Position, encoding: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding))
    drawn = str(position)
    assert drawn.encode(encoding)
    tokens = set(position.pieces().values())
    assert tokens <= set(drawn.split())
    assert Position.read(position.game, f"{drawn}\n{position.beside}").text == position.text


def test_a_set_is_filtered_saved_read_and_exported(tmp_path: Path):
    puzzles = starter("esgros")[:6]
    few = puzzles.filter(lambda puzzle: puzzle.board == puzzles[0].board)
    assert isinstance(few, PuzzleSet)
    assert few
    assert PuzzleSet.read(few.save(tmp_path / "few.jsonl")) == few
    for ending, begins in {".html": b"<!", ".csv": b"id", ".txt": b"1", ".pdf": b"%PDF"}.items():
        assert few.export(tmp_path / f"few{ending}").read_bytes().lstrip().startswith(begins)
    with pytest.raises(TextError, match=r"\.html, \.pdf, \.csv or \.txt"):
        few.export(tmp_path / "few.doc")


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_a_text_in_utf_16_is_named(tmp_path: Path, mark: bytes):
    path = tmp_path / "text"
    path.write_bytes(mark + b"x\0")
    for read in (PuzzleSet.read, verify):
        with pytest.raises(TextError, match="UTF-16"):
            read(path)


def test_forms_of_records_are_short():
    solution = ruleproof.solve(SMALL)
    assert repr(solution).startswith("Solution(value=")
    assert max(map(len, (repr(solution), short_form(solution), repr(SMALL.board)))) <= 400
