"""A file has one reading: one spelling of boards and settings, one value of a key, and the same
content however it comes.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleproof import solve
from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import rereadable
from ruleproof.models.play.game import game, game_in_file
from ruleproof.models.play.position import Position
from ruleproof.models.play.records import record_of, write_record
from ruleproof.puzzles.starter import starter
from tests.cli.conftest import Run

Runner = Callable[..., Run]

SMALL = game("esgros", "hex:2")
COMMANDS = {
    "proof": ("verify",),
    "game": ("verify",),
    "record": ("play", "--record"),
    "set": ("puzzles", "check"),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file of each kind, whose first line holds all that names a game."""
    folder = tmp_path_factory.mktemp("files")
    found = {kind: folder / kind for kind in COMMANDS}
    solve(Position.start(SMALL), certificate=found["proof"])
    write_record(record_of(Position.start(SMALL), ["b2", "a1"]), found["game"])
    found["record"].write_bytes(found["game"].read_bytes())
    found["set"].write_text(starter("esgros")[0].line() + "\n")
    return found


def refused(run: Runner, kind: str, path: Path) -> str:
    """The fault for which a command refuses a file; empty where it accepts it."""
    answer = run(*COMMANDS[kind], str(path))
    assert answer.status in (0, 1, 2)
    assert (answer.status == 0) is not ("refused" in answer.out or bool(answer.err))
    return answer.err + answer.out if answer.status else ""


@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hex:{}", "hex:0{}", "files write esgros hex:{}: 'esgros hex:0{}'"),
        ('"game":', '"game": "gro", "game":', "a key stands twice: 'game'"),
        ('"game":', '"x": NaN, "game":', "no number of JSON: NaN"),
        ('"game":', '"x": -1e999, "game":', "no number of JSON: -1e999"),
        ('"esgros"', '"esgros\\u202e"', "takes one line of characters that show"),
    ],
)
def test_another_spelling_is_refused_by_all(
    run: Runner, files: dict[str, Path], tmp_path: Path, kind: str, old: str, new: str, told: str
):
    size = "4" if kind == "set" else "2"
    text = files[kind].read_text()
    old, new, told = (one.replace("{}", size) for one in (old, new, told))
    assert refused(run, kind, files[kind]) == ""
    path = tmp_path / "altered"
    path.write_text(text.replace(old, new, 1))
    assert path.read_text() != text
    assert told in refused(run, kind, path)


def test_settings_of_files_have_one_spelling():
    assert game_in_file("grow", "square:2x2", {"players": 2}).settings["players"] == 2
    assert game_in_file("esgros", "hex:2", {}) == SMALL
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("square:2x2", {"players": "2"}, "files write players as 2: '2'"),
        ("square:02x2", {}, "files write grow square:2x2: 'grow square:02x2'"),
        ("", {}, "files write grow square:"),
    ]
    for board, settings, told in wrong:
        with pytest.raises(TextError, match=told):
            game_in_file("grow", board, settings)


def piped(content: bytes, run: Callable[[str], Run]) -> Run:
    """What a command answers to the content when it comes from a pipe."""
    read, write = os.pipe()

    def give() -> None:
        with os.fdopen(write, "wb") as file, contextlib.suppress(BrokenPipeError):
            file.write(content)

    giver = threading.Thread(target=give)
    giver.start()
    try:
        return run(f"/dev/fd/{read}")
    finally:
        os.close(read)
        giver.join()


@pytest.mark.parametrize("kind", [*COMMANDS, "packed", "table", "annotated"])
def test_a_pipe_is_read_as_the_file_is(
    run: Runner, files: dict[str, Path], tmp_path: Path, kind: str
):
    path, command = files.get(kind, tmp_path / "file"), COMMANDS.get(kind, ("verify",))
    if kind == "packed":
        path.write_bytes(gzip.compress(files["proof"].read_bytes()))
    elif kind == "annotated":
        path, command = files["game"], ("annotate",)
    elif kind == "table":
        run("table", "build", "esgros", "--board", "path:3", "-o", str(path))
        command = ("table", "check")
    plain = run(*command, str(path))
    answer = piped(path.read_bytes(), lambda name: run(*command, name))
    assert (plain.status, answer.status, answer.err) == (0, 0, plain.err)
    assert [line for line in answer.out.splitlines() if "/dev/fd" not in line] == [
        line for line in plain.out.splitlines() if str(path) not in line
    ]


def test_what_cannot_be_read_is_bad_input_and_no_false_proof(run: Runner, tmp_path: Path):
    asked = ["verify", "puzzles check", "play --record", "table check", "annotate"]
    for command in asked:
        empty = piped(b"", lambda name, words=command: run(*words.split(), name))
        gone = run(*command.split(), str(tmp_path / "gone"))
        folder = run(*command.split(), str(tmp_path))
        for answer in (empty, gone, folder):
            assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1), command


def test_no_more_is_copied_of_a_pipe_than_its_limit():
    with subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE) as endless:
        assert endless.stdout
        name = Path(f"/dev/fd/{endless.stdout.fileno()}")
        with (
            pytest.raises(TextError, match="longer than 3,000,000 bytes"),
            rereadable(name, 3_000_000),
        ):
            pass
        endless.kill()


def test_a_copy_is_gone_after_its_use(files: dict[str, Path]):
    with subprocess.Popen(["cat", str(files["proof"])], stdout=subprocess.PIPE) as whole:
        assert whole.stdout
        with rereadable(Path(f"/dev/fd/{whole.stdout.fileno()}")) as path:
            assert path.read_bytes() == path.read_bytes() == files["proof"].read_bytes()
    assert not path.exists()
    with rereadable(files["proof"]) as path:
        assert path == files["proof"]
