"""`ruleproof verify`: whether a file still proves what it claims."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.answers import Answer
from ruleproof.cli.commands import command
from ruleproof.cli.errors import StopError, at
from ruleproof.cli.options import AsJson
from ruleproof.cli.progress import listening, stopping
from ruleproof.cli.status import DONE, FAILED, STOPPED

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
        "check esgros --claim 5 --certificates proofs && ruleproof verify proofs/esgros-hex4-5.zip",
    )


def verify(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate, a table or a game record.")
    ],
    as_json: AsJson = False,
) -> Answer:
    """Check a certificate, a table or a game record.

    Games and strategies are checked by the rules alone, with no code of the solvers, and what a
    strategy takes as given besides them is told. Of a claim's certificate, clauses are made again
    and DRAT proofs replayed, and cvc5 is asked to confirm what has quantifiers. The first step that
    does not hold is named; the exit status is then 1. It is 3 where nothing is wrong but something
    could not be confirmed.
    """
    with at("FILE"):
        if is_archive(path):
            return of_claim(path)
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
            if head.get("given") and game.given:
                console.print(f"given besides the rules: {game.given.words}", soft_wrap=True)

    fields = {"ok": not faults, "faults": faults}
    return Answer(fields, people, game, FAILED if faults else DONE)


def is_archive(path: Path) -> bool:
    """Whether the file is an archive, as the certificates of claims are."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def of_claim(path: Path) -> Answer:
    """The answer on the certificate of a claim."""
    from ruleproof.solvers.verify.claims import verify_claim

    report = verify_claim(path)
    head, faults, left_open = report.head, report.faults, report.left_open
    game = header_game(head.model_dump()) if head else None

    def people(console: Console) -> None:
        tell_faults(console, str(path), faults, left_open)
        if head and game and not faults:
            console.print(f"{game.name} {game.board.text}, claim {head.id}: {head.statement}")
            console.print(f"{head.verdict} on {head.scope}  ({report.how})")

    ok = False if faults else None if left_open else True
    status = FAILED if faults else STOPPED if left_open else DONE
    return Answer({"ok": ok, "faults": faults + left_open}, people, game, status)


def tell_faults(
    console: Console, name: str, faults: list[str], left_open: Sequence[str] = ()
) -> None:
    """Prints that all is well with a file, or everything that is wrong with it or left open."""
    if not faults and not left_open:
        console.print(f"ok: {name}", style="green")
    for one in left_open:
        console.print(f"not confirmed: {name}: {one}", style="yellow", soft_wrap=True)
    for fault in faults:
        console.print(f"refused: {name}: {fault}", style="red", soft_wrap=True)


def certificate_faults(path: Path) -> list[str]:
    """What is wrong with a certificate."""
    from ruleproof.solvers.verify.certificates import verify as check

    return check(path)


def table_faults(path: Path, memory: int | None = None) -> list[str]:
    """What is wrong with a table; `StopError` when Ctrl-C comes before that is known, or its
    entries take more memory than that, or than there is.
    """
    from ruleproof.solvers.verify.tables import TooLarge, check
    from ruleproof.solvers.work.memory import installed
    from ruleproof.solvers.work.progress import Stopped
    from ruleproof.solvers.work.side_by_side import cores

    most = memory or installed()
    with listening() as listener:
        try:
            with stopping(listener):
                return check(path, progress=listener, threads=cores(), memory=most)
        except TooLarge as error:
            raise StopError(f"not checked: {str(path)!r}: {error}") from None
        except (Stopped, KeyboardInterrupt):
            told = listener.last
            done = f" after {told.done:,} of {told.total:,} {told.stage}" if told else ""
            raise StopError(f"stopped by Ctrl-C{done}, without a fault so far") from None


def record_faults(path: Path) -> list[str]:
    """What is wrong with a game record."""
    from ruleproof.models.reading import LONGEST_GAME, text_within
    from ruleproof.models.records import read_record, replay

    try:
        replay(read_record(text_within(path, LONGEST_GAME)))
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
    except (ValueError, RecursionError, EOFError, gzip.BadGzipFile, zlib.error):
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
    if isinstance(head.get("entries"), int):
        worth = {"value": head.get("value"), "distance": head.get("distance")}
        return f"{head['entries']:,} positions; {claimed({'claim': worth})}"
    claim = head.get("claim")
    if isinstance(claim, dict):
        within = claim.get("distance")
        if claim.get("value") is None and isinstance(claim.get("bounds"), list):
            low, high = (["?", *claim["bounds"], "?"])[1:3]
            held = claim.get("no_win_within")
            so_far = "" if held is None else f", no win within {held} plies"
            return f"{'?' if low is None else low} to {'?' if high is None else high}{so_far}"
        return f"{claim.get('value')}" + (f" within {within} plies" if within is not None else "")
    return f"a game of {len(head.get('moves', ()))} moves"
