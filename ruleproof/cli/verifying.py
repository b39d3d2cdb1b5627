"""`ruleproof verify`: whether a file still proves what it claims."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli import DONE, FAILED
from ruleproof.cli.answers import Answer
from ruleproof.cli.commands import command
from ruleproof.cli.errors import StopError, at
from ruleproof.cli.options import AsJson, cores
from ruleproof.cli.progress import listening, stopping

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.game import Game

HEAD = 1 << 20
"""The bytes within which a certificate's first line ends."""


def register(app: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        app,
        "verify",
        verify,
        "solve esgros --board hex:3 --certificate hex3.json && ruleproof verify hex3.json",
        "verify game.json --json",
    )


def verify(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate, a table or a game record.")
    ],
    as_json: AsJson = False,
) -> Answer:
    """Check a certificate, a table or a game record by the rules alone.

    It shares no code with the solvers. The first step that does not hold is named; the exit status
    is then 1.
    """
    with at("FILE"):
        head = first_value(path)
        if str(head.get("format", "")).startswith("ruleproof table"):
            faults = table_faults(path)
        else:
            faults = record_faults(path) if "moves" in head else certificate_faults(path)
    game = header_game(head)

    def people(console: Console) -> None:
        tell_faults(console, str(path), faults)
        if not faults and game:
            console.print(f"{game.name} {game.board.text}: {claimed(head)}")

    fields = {"ok": not faults, "faults": faults}
    return Answer(fields, people, game, FAILED if faults else DONE)


def tell_faults(console: Console, name: str, faults: list[str]) -> None:
    """Prints that all is well with a file, or everything that is wrong with it."""
    if not faults:
        console.print(f"ok: {name}", style="green")
    for fault in faults:
        console.print(f"refused: {name}: {fault}", style="red", soft_wrap=True)


def certificate_faults(path: Path) -> list[str]:
    """What is wrong with a certificate."""
    from ruleproof.solvers.verify import verify as check

    return check(path)


def table_faults(path: Path) -> list[str]:
    """What is wrong with a table; `StopError` when Ctrl-C comes before that is known."""
    from ruleproof.solvers.progress import Stopped
    from ruleproof.solvers.sweep import check

    with listening() as listener:
        try:
            with stopping(listener):
                return check(path, progress=listener, threads=cores())
        except (Stopped, KeyboardInterrupt):
            told = listener.last
            done = f" after {told.done:,} of {told.total:,} {told.stage}" if told else ""
            raise StopError(f"stopped by Ctrl-C{done}, without a fault so far") from None


def record_faults(path: Path) -> list[str]:
    """What is wrong with a game record."""
    from ruleproof.models.records import read_record, replay

    try:
        replay(read_record(path.read_text("utf-8")))
    except ValueError as error:
        return [str(error)]
    return []


def first_value(path: Path) -> dict[str, Any]:
    """The JSON object that the file is, or that its first line is; empty if neither."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else path.open("rb") as file:
            line = file.readline(HEAD)
            text = line if line.rstrip().endswith(b"}") else line + file.read(HEAD)
        found = json.loads(text)
    except (ValueError, RecursionError, EOFError, gzip.BadGzipFile):
        return {}
    return found if isinstance(found, dict) else {}


def header_game(head: dict[str, Any]) -> Game | None:
    """The game that a file's header names, None if it names none."""
    from ruleproof.models.game import make_game
    from ruleproof.models.rulebook import rulebook

    name, board, settings = (head.get(key) for key in ("game", "board", "settings"))
    if not isinstance(name, str) or not isinstance(board, str) or not isinstance(settings, dict):
        return None
    try:
        return make_game(rulebook(name), board, settings)
    except ValueError:
        return None


def claimed(head: dict[str, Any]) -> str:
    """What a file claims, in words."""
    if "entries" in head:
        worth = {"value": head.get("value"), "distance": head.get("distance")}
        return f"{head['entries']:,} positions; {claimed({'claim': worth})}"
    claim = head.get("claim")
    if isinstance(claim, dict):
        within = claim.get("distance")
        if claim.get("value") is None and isinstance(claim.get("bounds"), list):
            low, high = (["?", *claim["bounds"], "?"])[1:3]
            return f"{'?' if low is None else low} to {'?' if high is None else high}"
        return f"{claim.get('value')}" + (f" within {within} plies" if within is not None else "")
    return f"a game of {len(head.get('moves', ()))} moves"
