"""`ruleproof verify`: whether a file still proves what it claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import (
    CLUSTER,
    MEMORY,
    TABLE_FILE,
    argument,
    option,
    seconds,
    size,
)
from ruleproof.cli.asking.workers import hired
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, picked
from ruleproof.cli.telling.progress import listening, stoppable

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.solvers.verify.report import Report


OTHERS: list[tuple[Callable[[Path], bool], Callable[[Path, float | None], Answer]]] = []
"""Other kinds of files: whether one is of the kind, and the answer on it within so many seconds."""


@command("verify")
def verify(
    path: Path = argument("FILE", "A certificate, a table, a game record or a set of puzzles."),
    memory: int | None = option(
        "-m --memory", "SIZE", "Memory, as 500M or 4G  [2G; for a table all there is]", reader=size
    ),
    time: float | None = option(
        "-t --time", "SECONDS", "Stop after this time.  [600; for a table never]", reader=seconds
    ),
) -> Answer:
    """Check a certificate, a table, a game record or a set of puzzles.

    Games, strategies and claims about all positions are checked by the rules alone, with no code of
    the solvers; facts that a strategy takes as given besides the rules are named. Clauses are made
    again, DRAT proofs are replayed, and cvc5 is asked to confirm formulas with quantifiers. The
    first step that does not hold is named; the exit status is then 1. It is 3 where nothing is
    wrong but something was not checked, or memory or time did not suffice; the file's claim is then
    left out. A table is checked entry by entry; its entries lie in memory, with some 20 bytes each.
    One that is a folder is checked shard by shard: --memory is then that of each worker [1G], and
    its work lies beside it, in FILE.check, from where a check that was stopped goes on.

    Examples:
      ruleproof solve esgros --board hex:3 --certificate hex3.proof && ruleproof verify hex3.proof
      ruleproof verify game.json --json
      ruleproof check esgros --claim 5 --certificates all && ruleproof verify all/esgros-hex4-5.zip
      ruleproof verify all/esgros-hex4-5.zip --memory 500M --time 60
    """
    with at("FILE"):
        for is_one, answer in OTHERS:
            if is_one(path):
                return answer(path, time)
    from ruleproof.models.files.reading import rereadable
    from ruleproof.solvers.verify.files import kind_of

    with at("FILE"), rereadable(path) as file:
        kind = kind_of(file)
        report = (table_found if kind == "table" else found)(file, memory, time)
    return answer_on(path, kind, report)


def found(path: Path, memory: int | None, seconds: float | None) -> Report:
    """The report on a file that is no table, also where Ctrl-C ended the check."""
    from ruleproof.solvers.verify.files import report_on
    from ruleproof.solvers.verify.report import Report

    with listening() as listener:
        try:
            return report_on(path, memory, seconds, listener)
        except KeyboardInterrupt:
            told = listener.last
            done = f" after {told.done:,} {told.stage}" if told else ""
            return Report([], [f"stopped by Ctrl-C{done}, without a fault so far"], [], [])


def table_found(
    path: Path, memory: int | None, seconds: float | None = None, cluster: str | None = None
) -> Report:
    """The report on a table, also where Ctrl-C ended the check."""
    from ruleproof.solvers.verify.files import so_far, table_game, table_report
    from ruleproof.solvers.verify.report import Report

    with stoppable() as listener:
        hire = partial(hired, cluster) if cluster else None
        return table_report(path, memory, seconds, listener, hire)
    why = f"stopped by Ctrl-C{so_far(listener.last)}"
    return Report([], [why], [], [], table_game(path))


def answer_on(path: Path, kind: str, report: Report) -> Answer:
    """The answer that tells a report."""

    def people(console: Console) -> None:
        tell_faults(console, str(path), report.faults, report.unchecked)
        for line in report.told + report.notes:
            console.print(line, soft_wrap=True)

    fields = {
        **picked(report, "ok", "faults", "unchecked", "notes"),
        "file": path,
        "kind": kind,
        "proved": report.told,  # empty where a fault was found or something was not checked
        "assumes": report.assumes,
    }
    status = FAILED if report.faults else STOPPED if report.unchecked else DONE
    return Answer(fields, people, report.game, status)


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


@command("table check")
def _table_check(
    path: Path = TABLE_FILE, memory: int | None = MEMORY, cluster: str | None = CLUSTER
) -> Answer:
    """Check every entry of a table by the rules: what `verify FILE` does, on a cluster too."""
    from ruleproof.models.files.reading import rereadable
    from ruleproof.solvers.playing.tables.read import is_table

    with at("FILE"), rereadable(path) as file:
        if not is_table(file):
            what = "no table; what `ruleproof table build` writes is accepted"
            raise InputError(f"FILE: {what}: {str(path)!r}")
        report = table_found(file, memory, None, cluster)
    return answer_on(path, "table", report)
