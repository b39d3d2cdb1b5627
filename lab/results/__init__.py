"""Builds strong solutions from a list one after the other, checks them, and puts them in one table.

`python -m lab.results` does it. The other files here are logs that tools of the lab wrote.

A list is a text: each line holds arguments of `ruleproof table build`, without the output; lines
that begin with `#` are remarks. Finished results are kept in `results.jsonl`, beside the tables,
and are not built again.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, NonNegativeFloat, NonNegativeInt

from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import LONGEST_LIST, bytes_within
from ruleproof.models.files.strict import Misfit, fitting, json_value
from ruleproof.models.files.writing import write_whole
from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import pair
from ruleproof.solvers.playing.tables.build import build, party_of
from ruleproof.solvers.verify.tables.check import check
from ruleproof.solvers.work.executors import Here, Worker
from ruleproof.solvers.work.limits import Line, Word
from ruleproof.solvers.work.progress import Listener, Progress, silent
from ruleproof.solvers.work.seals import sealed, unsealed
from ruleproof.solvers.work.side_by_side import side_by_side

KEPT = "results.jsonl"
_MANY = 100_000


class _Row(BaseModel):
    """One table's results, as a line of `results.jsonl` holds them; the commands print them."""

    model_config = ConfigDict(strict=True, extra="forbid")

    line: Line
    rules: Word
    game: Word
    board: Word
    positions: NonNegativeInt
    all_positions: NonNegativeInt | None
    value: Literal["win", "draw", "loss"] | int | None
    distance: NonNegativeInt | None
    player: Word | None
    seconds: NonNegativeFloat
    work: NonNegativeFloat
    rate: NonNegativeInt
    bytes: NonNegativeInt
    memory: NonNegativeInt
    reason: Line
    faults: list[Line]
    check: NonNegativeFloat | None = None


class Task(NamedTuple):
    """A line of a list, and the game that it names."""

    line: str
    game: Game


def tasks(text: str) -> list[Task]:
    """The tasks of a list; `TextError` names the line that cannot be read."""
    found: list[Task] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = shlex.split(line, comments=True)
            if words:
                found.append(Task(" ".join(words), _game(words)))
        except ValueError as error:  # quotes without an end, too
            raise TextError(f"line {number}: {error}") from None
    return found


def _game(words: list[str]) -> Game:
    name, *options = words
    board = ""
    settings: dict[str, str] = {}
    for option, value in zip(options[::2], options[1::2], strict=False):
        if option == "--board":
            board = value
        elif option == "--set":
            key, chosen = pair(value)
            settings[key] = chosen
        else:
            raise TextError(f"a line is GAME, --board B and --set K=V: {option!r}")
    if len(options) % 2:
        raise TextError(f"an option without a value: {options[-1]!r}")
    return make_game(rulebook(name), board, settings)


def run(
    wanted: Iterable[Task],
    folder: Path,
    *,
    memory: int,
    seconds: float | None = None,
    threads: int = 1,
    workers: Sequence[Worker] = (),
    progress: Listener = silent,
) -> Iterator[dict[str, Any]]:
    """Yields the results of all tasks one after another, including those kept earlier.

    Tables are built by this process, one after another, unless there are workers for it, each of
    which must see the folder under the same path.

    `memory` and `seconds` are for each table; a table that needs more counts as unfinished, and the
    next run tries it again. Raises `WriteError` where a table or the results cannot be written.
    """
    kept = {row["line"]: row for row in _kept(folder)}
    wanted = list(wanted)
    kept_in = folder / KEPT
    waiting = list(dict.fromkeys(task.line for task in wanted if task.line not in kept))
    begun: list[str] = []

    def hear(line: str, step: Progress) -> None:
        progress(step._replace(note=f"{line}: {step.stage} {step.done:,}"))

    def told(at_work: Sequence[tuple[str, Progress | None]]) -> None:
        for line, step in at_work:
            if step:
                hear(line, step)

    def take(worker: int) -> str | None:
        begun.extend(waiting[:1])
        return waiting.pop(0) if waiting else None

    hired = list(workers) or [Here(lambda step: hear(begun[-1], step))]
    do = partial(_result, folder, memory, seconds, threads)
    yield from _next(wanted, kept)
    for line, row in side_by_side(do, take, hired, told):
        if row["value"] is not None or row["faults"]:
            before = kept_in.read_bytes() if kept_in.exists() else b""
            write_whole(kept_in, before + sealed(json.dumps(row).encode()) + b"\n")
        kept[line] = row
        yield from _next(wanted, kept)


def _next(wanted: list[Task], kept: Mapping[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields the rows of the first tasks that are finished, and takes these tasks off the list."""
    while wanted and wanted[0].line in kept:
        yield kept[wanted.pop(0).line]


def _kept(folder: Path) -> list[dict[str, Any]]:
    """The results of earlier runs with these sources. Raises `TextError` for altered ones."""
    path = folder / KEPT
    if not path.exists():
        return []
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(bytes_within(path, LONGEST_LIST).splitlines(), 1):
        try:
            row = json_value(unsealed(line))
            if not isinstance(row, dict):
                raise TextError("no results of a table: takes an object")
            found: dict[str, Any] = row
            if found.get("rules") == _sources(str(found.get("game"))):
                rows.append(_checked(found))
        except ValueError as error:
            what = f"line {number}: {error}; remove it, and its table is built again"
            raise TextError(f"{str(path)!r}, {what}") from None
    return rows


def _sources(name: str) -> str:
    """The hash of the sources of a game's rules; none where no such game can be loaded."""
    try:
        return rulebook(name).sources
    except (TextError, Mistake):
        return ""


def _checked(row: dict[str, Any]) -> dict[str, Any]:
    """The row, if its fields can be those of its line. Raises `TextError`."""
    try:
        told: _Row = fitting(_Row, row)
    except Misfit as misfit:
        raise TextError(f"no results of a table: {misfit}") from None
    game = _game(shlex.split(told.line))
    same = (game.name, game.board.text, _player(game)) == (told.game, told.board, told.player)
    if not same or (told.value is not None and isinstance(told.value, int) != game.rulebook.scored):
        raise TextError(f"the results of another table than its own: {told.line!r}")
    return row


def _player(game: Game) -> str | None:
    """The player whose points a table tells: the first; None where no points are counted."""
    return game.players[0] if game.rulebook.scored else None


def _result(
    folder: Path, memory: int, seconds: float | None, threads: int, line: str, progress: Listener
) -> dict[str, Any]:
    game = _game(shlex.split(line))
    path = folder / ("".join(c if c.isalnum() else "-" for c in line) + ".rpt")
    built = build(
        Position.start(game),
        path,
        memory=memory,
        time=seconds,
        progress=progress,
        party=party_of(game),
        threads=threads,
        checkpoint=path.with_name(f"{path.name}.part"),
    )
    if built.unwritten:
        raise built.unwritten
    row: dict[str, Any] = {
        "line": line,
        "rules": game.rulebook.sources,
        "game": game.name,
        "board": game.board.text,
        "positions": built.entries,
        "all_positions": built.positions,
        "value": built.value,
        "distance": built.distance,
        "player": _player(game),
        "seconds": round(built.seconds, 2),
        "work": round(built.work, 2),
        "rate": round(built.rate),
        "bytes": built.size,
        "memory": built.memory,
        "reason": built.reason,
        "faults": [],
    }
    if not built.stopped:
        begun = time.process_time()
        row["faults"] = check(path, progress=progress, threads=threads)
        row["check"] = round(time.process_time() - begun, 2)
    return row


HEAD = (
    "| game | board | settings | positions up to symmetry | value | seconds | positions/s "
    "| bytes on disk | memory |",
    "| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |",
)


def brief(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each game and board, the first table and the one with the most positions."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["game"], row["board"]), []).append(row)
    chosen = [(some[0], max(some, key=lambda row: row["positions"])) for some in found.values()]
    return [row for first, most in chosen for row in ([first] if first is most else [first, most])]


def markdown(rows: Iterable[dict[str, Any]]) -> str:
    """The results as a table in Markdown."""
    return "\n".join([*HEAD, *map(_row, rows)])


def _row(row: dict[str, Any]) -> str:
    words = row["line"].split()
    chosen = ", ".join(b for a, b in pairwise(words) if a == "--set")
    many = row["positions"]
    if row["value"] is None:
        cells = [f"more than {many:,}", row["reason"] or "undecided", f"{row['work']:.1f}"]
        cells += ["", "", ""] if row["reason"] else []
    else:
        cells = [
            f"{many:,}",
            _value(row),
            f"{row['work']:.1f}",
            f"{row['rate']:,}",
            f"{row['bytes']:,}" + _each(row["bytes"], many),
            f"{row['memory'] / 2**20:,.1f} MB" + _each(row["memory"], many),
        ]
    return "| " + " | ".join([words[0], row["board"], chosen, *cells]) + " |"


def _each(total: int, many: int) -> str:
    """The bytes a position, where there are enough positions for that to mean something."""
    return f" ({total / many:.1f} each)" if many >= _MANY else ""


def _value(row: dict[str, Any]) -> str:
    """A value in words; a table that does not hold says so."""
    if row["faults"]:
        return "refused by its check"
    if row["player"] is None:
        plies = "" if row["distance"] is None else f" in {row['distance']}"
        return f"{row['value']}{plies}"
    if row["value"] == 0 and len(_game(shlex.split(row["line"])).players) == 2:
        return "0 (even)"
    return f"{row['player']} {row['value']:+d}"
