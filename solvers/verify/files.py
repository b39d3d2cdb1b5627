"""The one door for all files that `verify` reads.

Tables are checked in this process, which counts the memory of their entries; each other file in a
process of its own, within limits of memory and time (`solvers/work/bounded.py`).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ruleproof.models.files.reading import must_not_be_wide, rereadable
from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.play.records import read_record, replay
from ruleproof.models.rulebooks.assumed import Assumed
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.playing.values.words import subject, table_value
from ruleproof.solvers.verify.report import Report
from ruleproof.solvers.work.archives import Damaged, opened
from ruleproof.solvers.work.bounded import Unfinished, bounded
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.formats import HEADER, TABLE
from ruleproof.solvers.work.limits import LONGEST_GAME, short
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

if TYPE_CHECKING:
    from ruleproof.solvers.playing.tables.header import Header

Kind: TypeAlias = Literal["claim", "strategies", "game", "table"]
MEMORY = 2 << 30
SECONDS = 600.0
HEAD = 1 << 20
"""The bytes within which a certificate's first line ends."""


def kind_of(path: Path) -> Kind:
    """The kind of file that its beginning shows. Raises `OSError` when it cannot be read, and
    `TextError` for a text in UTF-16.
    """
    if path.is_dir() and (path / HEADER).is_file():
        path /= HEADER
    with path.open("rb") as file:
        begins = file.read(4)
    must_not_be_wide(begins, str(path))
    if begins == b"PK\x03\x04":
        return "claim"
    head = first_value(path)
    if head.get("format") == TABLE:
        return "table"
    first, line_end, _ = begins.partition(b"\n")
    over_lines = line_end and first.strip() == b"{"  # other kinds have a whole first line
    return "game" if "moves" in head or over_lines else "strategies"


def report_on(
    path: Path, memory: int | None = None, seconds: float | None = None, progress: Listener = silent
) -> Report:
    """Check a file of any kind, which may be a pipe. A table may take all memory and all time that
    there is, where no limit is given. Raises `OSError` when it cannot be read, `TextError` where a
    pipe gives nothing or too much, `Stopped` where the listener does.
    """
    with rereadable(path) as file:
        kind = kind_of(file)
        if kind == "table":
            return table_report(file, memory, seconds, progress)
        limit = SECONDS if seconds is None else seconds
        return checked(file, kind, MEMORY if memory is None else memory, limit, progress)


def checked(
    path: Path,
    kind: Kind,
    memory: int = MEMORY,
    seconds: float = SECONDS,
    progress: Listener = silent,
) -> Report:
    """Check a file that is no table; `unchecked` says so where memory or time did not suffice.

    Raises `OSError` when it cannot be read.
    """
    with path.open("rb"):
        pass  # so that the caller hears of it
    found: Any = bounded(
        partial(_found, path, kind), memory, seconds, partial(_prepare, path, kind), progress
    )
    if not isinstance(found, Unfinished):
        faults, unchecked, notes, told, about, assumes = found
        game = make_game(rulebook(about[0]), about[1], about[2]) if about else None
        return Report(faults, unchecked, notes, told, game, tuple(Assumed(*one) for one in assumes))
    last = found.last
    total = f" of {last.total:,}" if last and last.total is not None else ""
    done = f", after {last.done:,}{total} {last.stage} without a fault" if last else ""
    more = "; --memory and --time allow for more" if found.at_limit else ""
    return Report([], [f"not checked to the end: {found.why}{done}{more}"], [], [])


def _found(path: Path, kind: Kind, listen: Listener) -> list[Any]:
    return _plain(_report(path, kind, listen))


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
    return [*report[:4], about, report.assumes]


def _prepare(path: Path, kind: Kind) -> None:
    """Loads and compiles what a certificate of formulas needs, outside its limit of memory."""
    if kind == "claim" and _has_formulas(path):
        from ruleproof.models.compiled.compiling import compile_all
        from ruleproof.solvers.reasoning.formulas import circuits
        from ruleproof.solvers.reasoning.formulas import cvc5 as second
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


def table_report(
    path: Path,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Listener = silent,
    hire: Callable[[], Sequence[Worker]] | None = None,
) -> Report:
    """Check a table; `unchecked` says so where the memory or the time did not suffice. One that is
    a folder is checked shard by shard, by the workers, by default one for each processor. Raises
    `OSError` when it cannot be read, `Stopped` where the listener does.
    """
    from ruleproof.models.systems import cores, memory_installed
    from ruleproof.solvers.playing.tables.folder import opened as open_table
    from ruleproof.solvers.playing.tables.header import TableError
    from ruleproof.solvers.playing.tables.read import TableFile
    from ruleproof.solvers.verify.tables import shards
    from ruleproof.solvers.verify.tables.check import TooLarge, faults_of
    from ruleproof.solvers.verify.tables.forms import on_trust
    from ruleproof.solvers.verify.tables.ranks import Unshown
    from ruleproof.solvers.work.side_by_side import local_workers

    deadline = Deadline(seconds)
    last: Progress | None = None

    def in_time(step: Progress) -> None:
        nonlocal last
        last = step
        progress(step)
        if deadline.passed:
            raise Stopped

    game: Game | None = None
    try:
        with open_table(path) as table:
            head = table.head
            game = head.game
            if isinstance(table, TableFile):
                memory = memory_installed() if memory is None else memory
                faults = faults_of(table, progress=in_time, threads=cores(), memory=memory)
            else:
                folder = path.absolute().with_name(f"{path.absolute().name}.check")
                hire = hire or partial(local_workers, cores())
                memory = memory or 1 << 30
                faults = shards.faults_of(path.absolute(), folder, hire, memory, in_time)
    except TableError as error:
        return Report.refused(str(error), game)
    except (TooLarge, Unshown) as error:
        return Report([], [str(error)], [], [], game)
    except Stopped:
        if not deadline.passed:
            raise
        return Report([], [f"the time is over{so_far(last)}"], [], [], game)
    if faults:
        return Report([short(fault) for fault in faults], [], [], [], game)
    return Report([], [], [*_other_rules(head), *on_trust(head)], [_claimed(head)], game)


def so_far(last: Progress | None) -> str:
    """The words for the progress of a table's check, behind the reason why it ended."""
    done = f" after {last.done:,} of {last.total:,} {last.stage}" if last else ""
    return f"{done}, without a fault so far"


def first_value(path: Path) -> dict[str, Any]:
    """The JSON object that the file is, or that its first line is; empty if neither."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else path.open("rb") as file:
            line = file.readline(HEAD)
            text = line if line.rstrip().endswith(b"}") else line + file.read(HEAD)
        found = json_value(text)
    except (Misfit, EOFError, gzip.BadGzipFile, zlib.error):
        return {}
    return found if isinstance(found, dict) else {}


def table_game(path: Path) -> Game | None:
    """The game of a table, None where its header cannot be read."""
    from ruleproof.solvers.playing.tables.folder import opened as open_table
    from ruleproof.solvers.playing.tables.header import TableError

    try:
        with open_table(path) as table:
            return table.head.game
    except TableError:
        return None


def _other_rules(head: Header) -> list[str]:
    """A note on a table that holds though other sources of the rules made it."""
    if head.said["rules"] == head.game.rulebook.sources:
        return []
    return ["it was made with other sources of the rules, and holds by today's"]


def _claimed(head: Header) -> str:
    """The claim in a table's header, in words; the check has held every number against it."""
    here = Position(head.game, head.start)
    value = table_value(here, head.said["value"], head.party, head.said["distance"])
    return f"{subject(here)}: {head.entries:,} positions; {value}"
