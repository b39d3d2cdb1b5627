"""Files and streams from outside: read within limits, and shown without control characters."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleproof.cli.telling.answers import Answer, Begun, as_object, in_words
from ruleproof.cli.telling.harmless import harmless
from ruleproof.models.errors import TextError
from ruleproof.models.files import reading
from tests.cli.conftest import Run

Runner = Callable[..., Run]
EVIL = "\x1b[2J\x1b]0;title\x07 \x9b31m \u202eright \u200b\ufeff\U000e0041 \x7f\x00"


class Endless(io.RawIOBase):
    """A stream that never ends and counts what was read of it."""

    def __init__(self) -> None:
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "all of it was asked for"
        self.taken += size
        return b". " * (size // 2) + b"." * (size % 2)


def test_no_more_of_a_stream_is_read_than_its_limit():
    stream: Any = Endless()
    with pytest.raises(TextError, match="longer than 3,000,000 bytes"):
        reading.stream_within(stream, 3_000_000, "name")
    assert stream.taken == 3_000_001


def test_what_is_as_long_as_its_limit_is_read(tmp_path: Path):
    path = tmp_path / "text"
    path.write_bytes(b"x" * 999 + b"\r\n")
    assert reading.text_within(path, 1001) == "x" * 999 + "\n"
    with pytest.raises(TextError):
        reading.text_within(path, 1000)


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("show", "esgros", "--position", "@{}"), "--position"),
        (("play", "{}"), "GAME"),
    ],
)
def test_files_that_are_too_long_are_refused(
    run: Runner, tmp_path: Path, arguments: tuple[str, ...], place: str
):
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    answer = run(*(one.format(path) for one in arguments))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"ruleproof: {place}: longer than ")


def test_a_game_record_that_is_too_long_is_no_proof(run: Runner, tmp_path: Path):
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"game": "esgros", "board": "hex:2", "moves": ["a1"]}))
    with path.open("ab") as file:
        file.write(b" " * reading.LONGEST_GAME)
    answer = run("verify", str(path), "--json")
    assert answer.status == 1
    assert "longer than" in answer.object["faults"][0]


def test_standard_input_is_read_within_its_limit(run: Runner, monkeypatch: pytest.MonkeyPatch):
    class Stdin:
        buffer = Endless()

    monkeypatch.setattr(sys, "stdin", Stdin)
    answer = run("show", "esgros", "--position", "-")
    assert (answer.status, answer.out) == (2, "")
    assert Stdin.buffer.taken == reading.LONGEST_POSITION + 1


def controls(text: str) -> list[str]:
    """The characters that do more than show."""
    return [one for one in text if not one.isprintable() and one != "\n"]


def test_nothing_printed_has_control_characters():
    from ruleproof.cli.telling.pictures import field

    def people(console: Any) -> None:
        field(console, EVIL, EVIL, "bold")
        console.print(EVIL)
        console.print(EVIL, soft_wrap=True)
        console.out(EVIL)

    answer = Answer({"text": EVIL}, people)
    told = in_words(answer)
    assert controls(told) == []
    assert "\\x1b[2J" in told
    text = as_object(answer, Begun(0.0, 0.0))
    assert controls(text) == []
    assert json.loads(text)["text"] == EVIL


def test_messages_have_no_control_characters(run: Runner, tmp_path: Path):
    path = tmp_path / "evil"
    path.write_text(f". . / . . . / . . ; {EVIL}")
    for arguments in (("--position", f"@{path}"), ("--board", EVIL.replace("\0", ""))):
        answer = run("show", "esgros", "--board", "hex:2", *arguments)
        assert answer.status == 2
        assert controls(answer.err) == []


def test_plain_text_stays_as_it_is():
    assert harmless("Saïd “○●” ♟\n\tä 中") == "Saïd “○●” ♟\n\tä 中"
