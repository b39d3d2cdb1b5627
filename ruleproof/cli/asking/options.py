"""The arguments and options that many commands share, and how their texts are read.

>>> size("2G"), seconds("1.5"), whole(0, 9)("7")
(2147483648, 1.5, 7)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer

_SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)([KMGT]?)(?:i?B)?", re.ASCII | re.IGNORECASE)
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)


def whole(lowest: int, highest: int = 10**9) -> Callable[[str | int], int]:
    """A reader of whole numbers within the bounds; typer shows it defaults as well as texts."""

    def read(text: str | int) -> int:
        digits = str(text).strip()
        if digits.isascii() and digits.isdigit() and lowest <= int(digits[:12]) <= highest:
            return int(digits[:12])
        bounds = f"from {lowest}" + (f" to {highest}" if highest < 10**9 else "")
        raise typer.BadParameter(f"takes a whole number {bounds}: {text!r}")

    return read


def size(text: str) -> int:
    """The number of bytes in a text such as `2G` or `500M`."""
    match = _SIZE.fullmatch(text.strip())
    many = int(float(match[1]) * _UNITS[match[2].upper()]) if match else 0
    if many < 1:
        raise typer.BadParameter(f"takes a size above nothing, such as 500M or 2G: {text!r}")
    return many


def seconds(text: str) -> float:
    """The number of seconds, above zero."""
    if not _NUMBER.fullmatch(text.strip()) or float(text) <= 0:
        raise typer.BadParameter(f"takes a number of seconds above 0, such as 60: {text!r}")
    return float(text)


def option(
    names: str,
    metavar: str,
    about: str,
    default: Any = None,
    *,
    reader: Callable[..., Any] | None = None,
    hidden: bool = False,
) -> Any:
    """An option with a value, such as `-b --board`; its default is shown in the help."""
    shown = not isinstance(default, tuple)
    return typer.Option(
        *(default, *names.split()),
        metavar=metavar,
        help=about,
        parser=reader,
        hidden=hidden,
        show_default=shown,
    )


def flag(names: str, about: str, *, hidden: bool = False) -> Any:
    """An option without a value."""
    return typer.Option(False, *names.split(), help=about, hidden=hidden)


def argument(
    metavar: str, about: str, default: Any = ..., *, reader: Callable[..., Any] | None = None
) -> Any:
    """An argument, which may be left out if it has a default."""
    return typer.Argument(default, metavar=metavar, help=about, parser=reader)


GAME: Any = argument("GAME", "A game's name; `ruleproof games` lists them.")
BOARD: Any = option(
    "-b --board", "B", "square:RxC, hex:S, dish:T,W or path:N  [the game's own]", ""
)
SETTINGS: Any = option("-s --set", "K=V", "One setting; repeat it for more.")
POSITION: Any = option(
    "-p --position",
    "TEXT|@FILE",
    "The position: 'ROWS ; SIDE key=value' or a drawing as show prints it; "
    "@FILE, or - for standard input  [the start]",
)
LINE: Any = option("-l --line", '"M1 M2 …"', "Moves played from there; they count as history.")
MEMORY: Any = option(
    "-m --memory",
    "SIZE",
    "Memory for the work, besides the program itself, as 500M or 2G  [1G]",
    reader=size,
)
TIME: Any = option(
    "-t --time", "SECONDS", "Stop after this time, compiling left out.", reader=seconds
)
CLUSTER: Any = option(
    "--cluster",
    "ADDRESS",
    "Share the work among the workers of a dask.distributed scheduler, as tcp://HOST:8786, or "
    "among local:N of this machine.",
)
REPLACE: Any = flag("--replace", "Replace the file that -o names, if one is there.")
AS_JSON: Any = flag("--json", "Print one JSON object instead.")
SET_FILE: Any = argument("FILE", "A set: a file, or starter:GAME.")
TABLE_FILE: Any = argument("FILE", "A file that `table build` wrote.")
