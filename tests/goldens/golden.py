"""The goldens: for each the name of its file, and how its text is made."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

import typer

from ruleproof.cli.app import app
from tests.goldens import pages
from tests.goldens.sessions import ran, session, sessions
from tests.plainly import plain

FILES = Path(__file__).with_name("files")
GAMES = ("esgros", "gro", "grow", "incrowd", "sow")
REFUSED = "refused"


class Golden(NamedTuple):
    """A text that users meet: its name, and how it is made."""

    name: str
    make: Callable[[], str]

    @property
    def path(self) -> Path:
        """The file that keeps it."""
        return FILES / f"{self.name}.txt"

    @property
    def kept(self) -> str:
        """The text as it was kept; empty if there is none."""
        return self.path.read_text("utf-8") if self.path.exists() else ""

    def diff(self, text: str) -> str:
        """The lines in which the text differs from the one kept; empty if in none."""
        old, new = (one.splitlines(keepends=True) for one in (self.kept, text))
        return "".join(difflib.unified_diff(old, new, f"{self.name}, kept", f"{self.name}, now"))

    def keep(self, text: str) -> None:
        """Keeps the text."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text, "utf-8")


def goldens() -> list[Golden]:
    """All goldens, by name."""
    return sorted([*_helps(), *_answers(), *_of_games(), *_displays()])


def strays() -> list[Path]:
    """Files that belong to no golden any more."""
    return sorted({*FILES.rglob("*.*")} - {one.path for one in goldens()})


def _commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for name, one in getattr(command, "commands", {}).items():
        if not one.hidden:
            yield from _commands(one, (*words, name))


def _helps() -> Iterator[Golden]:
    for words in _commands(typer.main.get_command(app)):
        line = " ".join([*words, "--help"])
        yield Golden(f"help/{'-'.join(words) or 'ruleproof'}", partial(_help, line))


def _help(line: str) -> str:
    """The help; some versions of typer write a backslash before `[required]`."""
    return ran(line).out.replace("\\[", "[")


def _answers() -> Iterator[Golden]:
    for name, lines in sessions().items():
        if name == REFUSED:
            yield Golden(name, partial(session, lines))
        else:
            yield Golden(f"text/{name}", partial(session, lines))
            yield Golden(f"json/{name}", partial(session, lines, " --json"))


def _of_games() -> Iterator[Golden]:
    for kind, make in pages.OF_GAMES.items():
        for game in GAMES:
            yield Golden(f"{kind}/{game}", partial(_plainly, partial(make, game)))


def _plainly(make: Callable[[], str]) -> str:
    with plain():
        return make()


def _displays() -> Iterator[Golden]:
    for name, make in pages.DISPLAYS.items():
        yield Golden(f"display/{name}", partial(_plainly, make))
    yield from starmap(Golden, pages.OTHERS.items())
