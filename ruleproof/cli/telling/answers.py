"""Answers: the findings of a command, printed for people or as one JSON object."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ruleproof.cli.signals import tell
from ruleproof.cli.status import BAD_INPUT, DONE, STOPPED
from ruleproof.cli.telling.harmless import harmless, hook
from ruleproof.cli.telling.streams import OutputLost
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.errors import listed

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.models.play.position import Position

PIPED_WIDTH = 120
"""The width of tables where there is no terminal to ask."""
LEAST_WIDTH = 40
"""In fewer columns nothing could be read."""
_NAMED = 3
"""So many files that will be replaced are named."""


class Answer(NamedTuple):
    """The answer of a command: the JSON fields besides the common ones (`plain` makes them JSON),
    how to print it for people, the game it is about (None: none, or many), the exit status, and the
    files that could not be written besides, each in one line.
    """

    fields: dict[str, Any]
    people: Callable[[Console], None]
    game: Game | None = None
    status: int = DONE
    unwritten: Sequence[str] = ()


def stopped(why: str, named: dict[str, Any]) -> Answer:
    """The answer of a command that was stopped before it had any: nothing for people, and for
    programs the reason beside the game and the board as they were named. Says the reason.
    """
    remark(why)
    fields = named | {"stopped": True, "reason": why}
    return Answer(fields, _in_no_words, status=STOPPED)


def _in_no_words(console: Console) -> None:
    """Prints nothing: the reason was said on standard error."""


class Begun(NamedTuple):
    """The moment when a command began: the clock, and the seconds that this process had compiled
    before.
    """

    clock: float
    compiling: float

    @classmethod
    def now(cls) -> Begun:
        """The moment."""
        return cls(time.monotonic(), COMPILING.seconds)


def give(answer: Answer, as_json: bool, begun: Begun) -> int:
    """Prints the answer on standard output and returns the exit status: that of bad input where
    something could not be written. A reader who has gone away is no error.
    """
    now = Begun.now()
    spent = Begun(now.clock - begun.clock, now.compiling - begun.compiling)
    if spent.compiling:
        remark(f"compiled in {spent.compiling:.1f} s")
    tell(answered=True)
    try:
        if as_json:
            print(as_object(answer, spent), flush=True)
        else:
            print(in_words(answer), end="", flush=True)
    except OutputLost as error:
        if not error.cut:
            raise
    for message in answer.unwritten:
        remark(message)
    return BAD_INPUT if answer.unwritten else answer.status


def as_object(answer: Answer, spent: Begun) -> str:
    """The answer as the text of one JSON object, the common fields first."""
    from ruleproof.models.files.sources import sources_hash

    game = answer.game
    common = {
        "game": game.name if game else None,
        "board": game.board.text if game else None,
        "settings": game.settings if game else {},
        "seconds": round(spent.clock, 3),
        "compiling": round(spent.compiling, 3),
        "version": version(),
        "rules": game.rulebook.sources if game else sources_hash(),
    }
    readable = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(plain(common | answer.fields), ensure_ascii=not readable)
    return harmless(text, as_json=True)


def plain(value: Any) -> Any:
    """The value in the types that JSON has: tuples with named fields, models and mappings as
    objects, other sequences as lists, and texts for all that JSON does not know.
    """
    if hasattr(value, "_asdict"):
        value = value._asdict()
    elif hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in cast("Sequence[Any]", value)]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def picked(thing: object, *names: str) -> dict[str, Any]:
    """The attributes of these names, as JSON fields; `?` behind a name: null if empty."""
    return {
        name.rstrip("?"): getattr(thing, name.rstrip("?")) or None
        if name.endswith("?")
        else getattr(thing, name)
        for name in names
    }


def version() -> str:
    """The version of the installed package."""
    from importlib.metadata import version as installed

    return installed("ruleproof")


def remark(message: str) -> None:
    """Says something beside the answer, on standard error, if anybody can hear it there."""
    from ruleproof.cli.errors import one_line

    with suppress(OSError):
        print("ruleproof: " + harmless(one_line(message)), file=sys.stderr)


def holds(path: Path) -> bool:
    """Whether a file is there that holds anything."""
    return path.is_file() and path.stat().st_size > 0


def tell_replaced(*paths: Path | None) -> None:
    """Says which of the files that a command writes are there already, and will be replaced."""
    there = [repr(str(path)) for path in paths if path is not None and holds(path)]
    if not there:
        return
    more = [f"{len(there) - _NAMED} more"] if len(there) > _NAMED else []
    are = "are" if len(there) > 1 else "is"
    remark(f"note: {listed(there[:_NAMED] + more)} {are} there and will be replaced")


def in_words(answer: Answer) -> str:
    """The answer as people read it: coloured for terminals only, no blanks at the ends of lines."""
    from rich.console import Console

    console = Console(markup=False, emoji=False, highlight=False, width=width())
    console.push_render_hook(hook())
    with console.capture() as caught:
        answer.people(console)
    return "\n".join(line.rstrip(" ") for line in caught.get().split("\n"))


def width() -> int:
    """The columns that an answer may take: those of the terminal, or as COLUMNS says."""
    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "0").strip("0 ") != ""
    columns = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns if known else PIPED_WIDTH
    return max(LEAST_WIDTH, columns)


def asked_about(position: Position, line: str | None) -> dict[str, Any]:
    """The JSON fields that repeat what was asked about: the position, and the one that the moves of
    --line, `played`, began with. The history of a position may be longer than its text tells.
    """
    first = replace(position, state=(*position.before, position.state)[0], before=())
    return {"start": first.text, "played": (line or "").split(), "position": position.text}
