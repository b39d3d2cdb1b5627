"""Answers: what a command found, printed for people or as one JSON object."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli import DONE
from ruleproof.cli.harmless import harmless, hook

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.game import Game, Result

PIPED_WIDTH = 120
"""The width of tables where there is no terminal to ask."""


class Answer(NamedTuple):
    """What a command found: the JSON fields besides the common ones, how to print it for people,
    the game it is about (None: none, or many), and the exit status.
    """

    fields: dict[str, Any]
    people: Callable[[Console], None]
    game: Game | None = None
    status: int = DONE


def give(answer: Answer, as_json: bool, begun: float) -> None:
    """Prints the answer on standard output; a reader who has gone away is no error."""
    try:
        if as_json:
            print(as_object(answer, time.monotonic() - begun), flush=True)
        else:
            print(in_words(answer), end="", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_object(answer: Answer, seconds: float) -> str:
    """The answer as the text of one JSON object, the common fields first."""
    from ruleproof.models.sources import sources_hash

    game = answer.game
    common = {
        "game": game.name if game else None,
        "board": game.board.text if game else None,
        "settings": game.settings if game else {},
        "seconds": round(seconds, 3),
        "version": version(),
        "rules": sources_hash(),
    }
    readable = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(common | answer.fields, ensure_ascii=not readable)
    return harmless(text, as_json=True)


def version() -> str:
    """The version of the installed package."""
    from importlib.metadata import version as installed

    return installed("ruleproof")


def remark(message: str) -> None:
    """Says something beside the answer, on standard error."""
    from ruleproof.cli.errors import one_line

    print("ruleproof: " + harmless(one_line(message)), file=sys.stderr)


def in_words(answer: Answer) -> str:
    """The answer as people read it: coloured for terminals only, no blanks at the ends of lines."""
    from rich.console import Console

    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    console = Console(
        markup=False, emoji=False, highlight=False, width=None if known else PIPED_WIDTH
    )
    console.push_render_hook(hook())
    with console.capture() as caught:
        answer.people(console)
    return "\n".join(line.rstrip(" ") for line in caught.get().split("\n"))


def result_object(result: Result | None) -> dict[str, Any] | None:
    """A result as JSON has it; None while play goes on."""
    return None if result is None else result._asdict()
