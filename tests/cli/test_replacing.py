"""Files that are there: every command that replaces one says so first, and alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof import Position, build_table, game
from ruleproof.cli.telling.answers import tell_replaced
from ruleproof.models.play.records import record_of, write_record
from tests.cli.conftest import Run
from tests.reports.small_puzzles import small_puzzle

Runner = Callable[..., Run]
HEX2 = ("esgros", "--board", "hex:2")
COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "solve -c": (("solve", *HEX2, "-c", "OUT"), "proof.json"),
    "solve --html": (("solve", *HEX2, "--html", "OUT"), "proof.html"),
    "openings": (("openings", *HEX2, "-o", "OUT"), "openings.svg"),
    "show": (("show", *HEX2, "-o", "OUT"), "start.svg"),
    "play": (("play", *HEX2, "--line", "a1", "--save", "OUT"), "game.json"),
    "table build": (("table", "build", *HEX2, "-o", "OUT", "--replace"), "new.rpt"),
    "table export": (("table", "export", "TABLE", "-o", "OUT", "--replace"), "table.csv"),
    "tune": (("tune", *HEX2, "--games", "2", "-o", "OUT"), "tune.svg"),
    "annotate": (("annotate", "GAME", "--time", "1", "-o", "OUT", "--replace"), "found.jsonl"),
    "rate": (
        ("puzzles", "rate", "SET", "--attempts", "TRIED", "-o", "OUT", "--replace"),
        "rated.jsonl",
    ),
    "stats": (("puzzles", "stats", "SET", "-o", "OUT"), "stats.html"),
    "export": (("puzzles", "export", "SET", "-o", "OUT"), "set.csv"),
    "select": (
        ("puzzles", "select", "SET", "--keep", "1", "-o", "OUT", "--replace"),
        "chosen.jsonl",
    ),
    "book": (("book", "SET", "--sheet", "1", "-o", "OUT"), "book.pdf"),
    "check": (
        ("check", "esgros", "--board", "path:3", "--claim", "6", "--certificates", "FOLDER"),
        "esgros-path3-6.zip",
    ),
}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files that the commands read, by the words that stand for them."""
    folder = tmp_path_factory.mktemp("given")
    paths = {name: folder / name.lower() for name in ("SET", "TABLE", "GAME", "TRIED")}
    paths["SET"].write_text(small_puzzle("esgros").line() + "\n")
    paths["TRIED"].write_text("id,turns,seconds,solved\nesgros-0123456789,1,9,yes\n")
    hexagon = game("esgros", "hex:2")
    build_table(hexagon, paths["TABLE"])
    write_record(record_of(Position.start(hexagon), ["a1"]), paths["GAME"])
    return {name: str(path) for name, path in paths.items()}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_that_is_there_is_replaced_with_a_word(
    run: Runner, tmp_path: Path, given: dict[str, str], name: str
):
    words, file = COMMANDS[name]
    out = tmp_path / file
    places = given | {"OUT": str(out), "FOLDER": str(tmp_path)}
    asked = [places.get(word, word) for word in words]
    told = f"ruleproof: note: {str(out)!r} is there and will be replaced\n"
    assert told not in run(*asked).err
    out.write_text("another's work\n")
    answer = run(*asked)
    assert answer.status in (0, 1)
    assert told in answer.err
    assert out.read_bytes() != b"another's work\n"


@pytest.mark.parametrize(
    ("asked", "file"),
    [
        (("report", *HEX2, "--time", "1", "-o", "OUT"), "esgros.html"),
        (("site", "SET", "-o", "OUT"), "index.html"),
        (("puzzles", "export", "SET", "--to", "svg", "-o", "OUT"), "esgros-0123456789.svg"),
    ],
    ids=["report", "site", "export"],
)
def test_a_file_of_a_folder_is_replaced_with_a_word(
    run: Runner, tmp_path: Path, given: dict[str, str], asked: tuple[str, ...], file: str
):
    out = tmp_path / file
    out.write_text("another's work\n")
    places = given | {"OUT": str(tmp_path)}
    answer = run(*(places.get(word, word) for word in asked))
    assert answer.status in (0, 3)
    assert f"ruleproof: note: {str(out)!r} is there and will be replaced\n" in answer.err
    assert out.read_text() != "another's work\n"


def test_many_files_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    paths = [tmp_path / name for name in "abcde"]
    for path in paths[:-1]:
        path.write_text("something")
    tell_replaced(*paths)
    a, b, c = (repr(str(path)) for path in paths[:3])
    told = capsys.readouterr().err
    assert told == f"ruleproof: note: {a}, {b}, {c} and 1 more are there and will be replaced\n"
    tell_replaced(paths[-1], None)
    assert capsys.readouterr().err == ""


def test_bad_input_is_told_alone(run: Runner, tmp_path: Path):
    out = tmp_path / "start.svg"
    out.write_text("something")
    answer = run("show", *HEX2, "--line", "z9", "-o", str(out))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert out.read_text() == "something"


THINGS = {
    "annotate": "a set",
    "rate": "a set",
    "select": "a set",
    "table build": "a table",
    "table export": "the export",
}


@pytest.mark.parametrize("name", THINGS)
def test_no_file_is_replaced_unasked(run: Runner, tmp_path: Path, given: dict[str, str], name: str):
    words, file = COMMANDS[name]
    out = tmp_path / file
    out.write_text("another's work\n")
    asked = [(given | {"OUT": str(out)}).get(word, word) for word in words if word != "--replace"]
    answer = run(*asked)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == (
        f"ruleproof: --output: a file is there; --replace writes {THINGS[name]} in its place; or "
        f"give another name: {str(out)!r}\n"
    )
    assert out.read_text() == "another's work\n"


def test_a_set_may_be_written_over_itself(run: Runner, tmp_path: Path):
    own = tmp_path / "own.jsonl"
    own.write_text(small_puzzle("esgros").line() + "\n" + small_puzzle("gro").line() + "\n")
    assert run("puzzles", "select", str(own), "--keep", "1", "-o", str(own)).status == 0
    assert own.read_text() == small_puzzle("esgros").line() + "\n"


def test_no_file_is_named_as_a_starter_set(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    answer = run("puzzles", "select", "starter:gro", "-n", "1", "-o", "starter:gro")
    assert answer.status == 2
    assert "a file needs another name: 'starter:gro'" in answer.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("select", "SET"), ("show", "SET", "1")], ids=" ".join)
def test_a_page_of_what_has_no_counts_is_refused(
    run: Runner, tmp_path: Path, given: dict[str, str], words: tuple[str, ...]
):
    out = tmp_path / "one.html"
    answer = run("puzzles", *(given.get(word, word) for word in words), "-o", str(out))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "--output: a set is a file of puzzles, such as one.jsonl" in answer.err
    assert not out.exists()
