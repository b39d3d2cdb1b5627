"""The one door for all files that `verify` reads, except tables: each is checked in a process of
its own, within limits of memory and time (`solvers/work/bounded.py`).
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ruleproof.models.play.game import make_game
from ruleproof.models.play.position import Position
from ruleproof.models.play.records import read_record, replay
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.values.words import subject
from ruleproof.solvers.verify.report import Report
from ruleproof.solvers.work.archives import Damaged, opened
from ruleproof.solvers.work.bounded import Lost, bounded
from ruleproof.solvers.work.limits import LONGEST_GAME
from ruleproof.solvers.work.progress import Listener, silent

Kind: TypeAlias = Literal["claim", "strategies", "game"]
MEMORY = 2 << 30
SECONDS = 600.0


def checked(
    path: Path,
    kind: Kind,
    memory: int = MEMORY,
    seconds: float = SECONDS,
    progress: Listener = silent,
) -> Report:
    """Check a file; `unchecked` says so where the memory or the time did not suffice.

    Raises `OSError` when it cannot be read.
    """
    with path.open("rb"):
        pass  # so that the caller hears of it
    found: Any = bounded(
        lambda listen: _plain(_report(path, kind, listen)),
        memory,
        seconds,
        prepare=lambda: _prepare(path, kind),
        progress=progress,
    )
    if not isinstance(found, Lost):
        faults, unchecked, notes, told, about = found
        game = make_game(rulebook(about[0]), about[1], about[2]) if about else None
        return Report(faults, unchecked, notes, told, game)
    last = found.last
    total = f" of {last.total:,}" if last and last.total is not None else ""
    done = f", after {last.done:,}{total} {last.stage} without a fault" if last else ""
    more = "; --memory and --time allow for more" if found.why.startswith("the ") else ""
    return Report([], [f"not checked to the end: {found.why}{done}{more}"], [], [])


def _report(path: Path, kind: Kind, listen: Listener) -> Report:
    if kind == "claim":
        from ruleproof.solvers.verify.claims import verify_claim

        return verify_claim(path, listen)
    if kind == "strategies":
        from ruleproof.solvers.verify.certificates import report

        return report(path, listen)
    return _game(path)


def _game(path: Path) -> Report:
    """Check a game record."""
    with path.open("rb") as file:
        content = file.read(LONGEST_GAME + 1)
    if len(content) > LONGEST_GAME:
        return Report.refused(f"no game record is longer than {LONGEST_GAME} bytes")
    try:
        record = read_record(content.decode())
        replay(record)
    except ValueError as error:
        return Report.refused(str(error))
    game = make_game(rulebook(record.game), record.board, record.settings)
    told = f"{subject(Position.start(game))}: a game of {len(record.moves)} moves"
    return Report([], [], [], [told], game)


def _plain(report: Report) -> list[Any]:
    """The report as JSON values."""
    game = report.game
    about = (game.name, game.board.text, dict(game.chosen)) if game else None
    return [*report[:4], about]


def _prepare(path: Path, kind: Kind) -> None:
    """Loads and compiles what a certificate of formulas needs, outside its limit of memory."""
    if kind == "claim" and _has_formulas(path):
        from ruleproof.models.compiled.compiling import compile_all
        from ruleproof.solvers.formulas import circuits
        from ruleproof.solvers.formulas import cvc5 as second
        from ruleproof.solvers.verify import drat
        from ruleproof.solvers.verify import formulas as verify_formulas

        compile_all(circuits, drat, verify_formulas)
        if second.installed():
            import_module("cvc5")


def _has_formulas(path: Path) -> bool:
    try:
        with opened(path) as files:
            return any(name.endswith((".cnf", ".smt2")) for name in files.names)
    except Damaged:
        return False
