"""The arguments and options that many commands share, and how their texts are read.

>>> size("2G"), seconds("1.5"), whole(0, 9)("7")
(2147483648, 1.5, 7)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

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


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name; `ruleproof games` lists them.")
]
BoardText = Annotated[
    str,
    typer.Option(
        "--board", "-b", metavar="B", help="square:RxC, hex:S, dish:T,W or path:N  [the game's own]"
    ),
]
SettingTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--set", "-s", metavar="K=V", help="One setting; repeat it for more.", show_default=False
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        "-p",
        metavar="TEXT|@FILE",
        help="The position: 'ROWS ; SIDE key=value' or a drawing as show prints it; "
        "@FILE, or - for standard input  [the start]",
    ),
]
LineText = Annotated[
    str | None,
    typer.Option(
        "--line", "-l", metavar='"M1 M2 …"', help="Moves played from there; they count as history."
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        "-m",
        parser=size,
        metavar="SIZE",
        help="Memory for the work, besides the program itself, as 500M or 2G  [1G]",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option("--time", "-t", parser=seconds, metavar="SECONDS", help="Stop after this time."),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the work among the workers of a dask.distributed scheduler, as tcp://HOST:8786.",
    ),
]
Replace = Annotated[
    bool, typer.Option("--replace", help="Replace the file that -o names, if one is there.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
