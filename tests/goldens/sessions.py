"""Runs command lines in this process, in a folder of their own.

The lines of `commands.txt` stand in sessions, each headed by the name of its golden in brackets.
`< FILE` behind a line adds the file that it wrote to the golden; a line that begins with `.` only
prepares others.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from ruleproof.cli import main
from tests.conftest import GAMES
from tests.goldens.layout import laid_out, read
from tests.goldens.masks import masked, masked_fields
from tests.plainly import plain

COMMANDS = Path(__file__).with_name("commands.txt")
COLUMNS = "100"
_PROGRESS = " …\n"
"""How lines end that only say what a command is at."""


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


assert set(GAMES) <= set(sys.path)  # the games of the tests are installed for goldens, too


def sessions() -> dict[str, list[str]]:
    """The command lines of each session, by its name."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in COMMANDS.read_text("utf-8").splitlines():
        if line.startswith("["):
            lines = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def ran(line: str) -> Ran:
    """Runs `ruleproof` with these arguments."""
    texts: list[str] = []
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": COLUMNS, "NO_COLOR": "1"}))
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        stack.enter_context(plain())
        status = main(shlex.split(line))
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read())
    news = (one for one in texts[1].splitlines(keepends=True) if _is_news(one))
    return Ran(status, texts[0], "".join(news))


def _is_news(line: str) -> bool:
    return not line.endswith(_PROGRESS) and not line.startswith("ruleproof: compiled in ")


@contextlib.contextmanager
def folder() -> Generator[str]:
    """A folder to be in, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        yield os.path.realpath(name)


def session(lines: list[str], extra: str = "") -> str:
    """The commands with their answers, as on a terminal; `extra` is added to each."""
    told: list[str] = []
    with folder() as here:
        for line in lines:
            quiet, (command, _, file) = line.startswith("."), line.lstrip(". ").partition(" < ")
            done = ran(command if quiet else f"{command}{extra}")
            if quiet:
                assert not done.status, f"{command}: {done.err}"
                continue
            out = _as_lines(done.out) if extra == " --json" else done.out
            status = f"(status {done.status})\n" if done.status else ""
            told.append(f"$ ruleproof {command}{extra}\n{out}{done.err}{status}")
            if file and not extra:
                told.append(f"$ cat {file}\n{_shown(Path(file))}")
    return masked("\n".join(told), here)


def _as_lines(text: str) -> str:
    return laid_out(masked_fields(json.loads(text))) + "\n" if text else ""


def _shown(path: Path) -> str:
    """The text of a file: the words of a page, the fields of JSON."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        return read(text)
    if path.suffix in {".json", ".jsonl"}:
        return "".join(map(_as_lines, text.splitlines() if path.suffix == ".jsonl" else [text]))
    if path.suffix == ".svg":
        return text.replace("><", ">\n<")
    return text
