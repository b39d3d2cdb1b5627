"""`ruleproof verify`: whether a file still proves what it claims."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, seconds, size
from ruleproof.cli.errors import StopError, at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game

Kind: TypeAlias = Literal["claim", "table", "game", "strategies"]
HEAD = 1 << 20
"""The bytes within which a certificate's first line ends."""


def register(app: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        app,
        "verify",
        verify,
        "solve esgros --board hex:3 --certificate hex3.proof && ruleproof verify hex3.proof",
        "verify game.json --json",
        "check esgros --claim 5 --certificates proofs && ruleproof verify proofs/esgros-hex4-5.zip",
        "verify proofs/esgros-hex4-5.zip --memory 500M --time 60",
    )


def verify(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate, a table or a game record.")
    ],
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory",
            "-m",
            parser=size,
            metavar="SIZE",
            help="Memory, as 500M or 4G  [2G]",
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time", "-t", parser=seconds, metavar="SECONDS", help="Stop after this time.  [600]"
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Check a certificate, a table or a game record.

    Games, strategies and claims about all positions are checked by the rules alone, with no code of
    the solvers; facts that a strategy takes as given besides the rules are named. Clauses are made
    again, DRAT proofs are replayed, and cvc5 is asked to confirm formulas with quantifiers. The
    first step that does not hold is named; the exit status is then 1. It is 3 where nothing is
    wrong but something was not checked, or memory or time did not suffice; the file's claim is then
    left out.
    """
    with at("FILE"):
        kind = kind_of(path)
        if kind == "table":
            return of_table(path, memory, time)
        from ruleproof.solvers.verify.files import MEMORY, SECONDS, checked
        from ruleproof.solvers.verify.report import Report

        with listening() as listener:
            try:
                report = checked(path, kind, memory or MEMORY, time or SECONDS, listener)
            except KeyboardInterrupt:
                told = listener.last
                done = f" after {told.done:,} {told.stage}" if told else ""
                why = f"stopped by Ctrl-C{done}, without a fault so far"
                if not as_json:
                    raise StopError(why) from None
                report = Report([], [why], [], [])

    def people(console: Console) -> None:
        tell_faults(console, str(path), report.faults, report.unchecked)
        for line in report.told + report.notes:
            console.print(line, soft_wrap=True)

    fields = {
        "ok": report.ok,
        "faults": report.faults,
        "unchecked": report.unchecked,
        "notes": report.notes,
        **verified(path, kind, report.told),
    }
    status = FAILED if report.faults else STOPPED if report.unchecked else DONE
    return Answer(fields, people, report.game, status)


def kind_of(path: Path) -> Kind:
    """The kind of file that its beginning shows."""
    with path.open("rb") as file:
        if file.read(4) == b"PK\x03\x04":
            return "claim"
    from ruleproof.solvers.verify.report import unknown_format

    head = first_value(path)
    named = str(head.get("format", ""))
    if named.startswith("ruleproof table") and not unknown_format(json.dumps({"format": named})):
        return "table"
    return "game" if "moves" in head else "strategies"


def of_table(path: Path, memory: int | None, seconds: float | None) -> Answer:
    """The answer on a table."""
    head = first_value(path)
    faults: list[str] = []
    unchecked: list[str] = []
    try:
        faults = table_faults(path, memory, seconds)
    except StopError as error:
        unchecked = [str(error)]
    game = header_game(head)

    notes = [] if faults or unchecked else other_sources(head)
    told = [claimed(head, game)] if game and not faults and not unchecked else []

    def people(console: Console) -> None:
        tell_faults(console, str(path), faults, unchecked)
        for line in told + notes:
            console.print(line, soft_wrap=True)

    ok = False if faults else None if unchecked else True
    fields = {"ok": ok, "faults": faults, "unchecked": unchecked, "notes": notes}
    fields |= verified(path, "table", told)
    status = FAILED if faults else STOPPED if unchecked else DONE
    return Answer(fields, people, game, status)


def verified(path: Path, kind: str, told: Sequence[str]) -> dict[str, Any]:
    """The JSON fields that say what was verified: the file, its kind, and what it proves in words,
    which is empty where a fault was found or something was not checked.
    """
    return {"file": str(path), "kind": kind, "proved": list(told)}


def other_sources(head: dict[str, Any]) -> list[str]:
    """A note on a table that holds though other sources of the rules made it."""
    game = header_game(head)
    if game is None or head.get("rules") == game.rulebook.sources:
        return []
    return ["it was made with other sources of the rules, and holds by today's"]


def tell_faults(
    console: Console, name: str, faults: Sequence[str], unchecked: Sequence[str] = ()
) -> None:
    """Prints that all is well with a file, or everything that is wrong with it or left open."""
    if not faults and not unchecked:
        console.print(f"ok: {name}", style="green", soft_wrap=True)
    for one in unchecked:
        console.print(f"not checked: {name}: {one}", style="yellow", soft_wrap=True)
    for fault in faults:
        console.print(f"refused: {name}: {fault}", style="red", soft_wrap=True)


def table_faults(path: Path, memory: int | None = None, seconds: float | None = None) -> list[str]:
    """The faults of a table. Raises `StopError` when Ctrl-C or the end of the time comes first, or
    when its entries take more memory than they may, or than there is.
    """
    from ruleproof.solvers.verify.tables import TooLarge, check
    from ruleproof.solvers.work.limits import short
    from ruleproof.solvers.work.memory import installed
    from ruleproof.solvers.work.progress import Deadline, Progress, Stopped
    from ruleproof.solvers.work.side_by_side import cores

    most = memory or installed()
    deadline = Deadline(seconds)
    with listening() as listener:

        def in_time(progress: Progress) -> None:
            listener(progress)
            if deadline.passed:
                raise Stopped

        try:
            with stopping(listener):
                found = check(path, progress=in_time, threads=cores(), memory=most)
                return [short(fault) for fault in found]
        except TooLarge as error:
            raise StopError(f"not checked: {str(path)!r}: {error}") from None
        except (Stopped, KeyboardInterrupt):
            told = listener.last
            done = f" after {told.done:,} of {told.total:,} {told.stage}" if told else ""
            why = "the time is over" if deadline.passed else "stopped by Ctrl-C"
            raise StopError(f"{why}{done}, without a fault so far") from None


def first_value(path: Path) -> dict[str, Any]:
    """The JSON object that the file is, or that its first line is; empty if neither."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else path.open("rb") as file:
            line = file.readline(HEAD)
            text = line if line.rstrip().endswith(b"}") else line + file.read(HEAD)
        found = json.loads(text)
    except (ValueError, RecursionError, EOFError, gzip.BadGzipFile, zlib.error):
        return {}
    return found if isinstance(found, dict) else {}


def header_game(head: dict[str, Any]) -> Game | None:
    """The game that a file's header names, None if it names none."""
    from ruleproof.models.play.game import make_game
    from ruleproof.models.rulebooks.rulebook import rulebook

    name, board, settings = (head.get(key) for key in ("game", "board", "settings"))
    if not isinstance(name, str) or not isinstance(board, str) or not isinstance(settings, dict):
        return None
    try:
        return make_game(rulebook(name), board, settings)
    except ValueError:
        return None


def claimed(head: dict[str, Any], game: Game) -> str:
    """The claim in a table's header, in words; the check has held every number against it."""
    from ruleproof.models.play.position import Position
    from ruleproof.solvers.values.words import subject, table_value

    here, player = Position.read(game, head["position"]), head["party"]
    party = -1 if player is None else game.players.index(player)
    value = table_value(here, head["value"], party, head["distance"])
    return f"{subject(here)}: {head['entries']:,} positions; {value}"
