"""Finds how far exact answers reach: near the ends of games, and from there towards the beginning.

    python -m lab.reach [--time 60] [--page lab/results/reach.md] [ROW …]

`--time` are CPU seconds for each position, of certificates seconds on the clock. ROW is the
beginning of rows' names; rows of the page that are not asked for stay as they were.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ruleproof import game
from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.searching import compile_for
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.verify.certificates import verify
from ruleproof.solvers.work.progress import Stopped
from tests.endgames import KINDS, Endgame, positions, stones, value, win_in_7


class Row(NamedTuple):
    """A kind of position, the question about it, and in series how far they are from the series'
    last one, in stones or cells.
    """

    find: Callable[[], list[Position]]
    answer: Callable[[Position, float | None], int]
    away: int | None = None


class Series(NamedTuple):
    """Rows that go on towards a position that is out of reach: what one step adds, and the last;
    how far a longer search of that one came.
    """

    step: str
    last: str
    rows: dict[str, Row]
    longest: str = ""


def endgame(kind: Endgame) -> Callable[[], list[Position]]:
    """Positions of a kind."""
    return lambda: positions(kind)


def empty_board(name: str, board: str) -> Callable[[], list[Position]]:
    """The start of a game."""
    return lambda: [Position.start(game(name, board))]


HEX_4 = {
    f"Esgros hex:4, {many} stones": Row(
        endgame(Endgame("esgros", "hex:4", {}, stones(many))), value, many
    )
    for many in (22, 21, 20, 19, 18)
}
SQUARES = {
    f"In Crowd {text}, empty": Row(empty_board("incrowd", f"square:{text}"), value, 25 - cells)
    for text, cells in (("3x4", 12), ("3x5", 15), ("4x4", 16), ("3x6", 18), ("4x5", 20))
}
ENDS = {name: Row(endgame(kind), answer) for name, (kind, answer) in KINDS.items()}
SERIES = {
    "Esgros, towards the empty hex:4": Series("stone less", "Esgros hex:4, empty", HEX_4),
    "In Crowd, towards the empty 5x5": Series(
        "cell more",
        "In Crowd 5x5, empty",
        SQUARES,
        "It took `ruleproof solve incrowd --board square:5x5 --memory 11G` 287,584,854 positions "
        "and over half an hour of a core: Black wins by 7, with c3 in the middle.",
    ),
}
PROOFS = {
    f"Proof: {name}": (kind, answer is win_in_7)
    for name, (kind, answer) in KINDS.items()
    if name != "Esgros hex:4, 18 stones"
}
"""Kinds whose answers are certified, and whether the question is for a forced win within 7 plies.
Certificates of others take hours.
"""
ROWS = {**ENDS, **{name: row for one in SERIES.values() for name, row in one.rows.items()}}

HEAD = """# How far exact answers reach

`python -m lab.reach --page lab/results/reach.md` wrote this page. Each row is of 20 positions from
random play with a fixed seed, or of one empty board. The question is the exact value: the margin,
or who wins and how soon. Games of GRO do not come near an end by themselves; there the question is
whether the side to move forces a win within 7 plies. Seconds are CPU seconds of one core, without
compiling.

## Near the end

"""
COLUMNS = """| | solved | median s | slowest s | positions searched, median |
| --- | ---: | ---: | ---: | ---: |
"""

PROOF_HEAD = """
## Certificates of the same

Seconds are those of `solve --certificate`, and then of `ruleproof verify`, by the rules as plain
Python; of Grow's endgames with what its module `given` says. Every certificate written is accepted.

| | written | median s | slowest s | verify, median s | slowest s | entries, median |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def certify(name: str, seconds: float) -> str:
    """The row of that name, about certificates. Raises `AssertionError` if one is refused."""
    kind, only_wins = PROOFS[name]
    waiting = positions(kind)
    compile_for(waiting[0])
    spent: list[float] = []
    checked: list[float] = []
    entries: list[int] = []
    with TemporaryDirectory() as folder:
        path = Path(folder, "proof.json")
        for position in waiting:
            begun = time.process_time()
            found = (
                solve(position, goal="win", within=7, time=seconds, certificate=path, replace=True)
                if only_wins
                else solve(position, time=seconds, certificate=path, replace=True)
            )
            written = time.process_time()
            if found.certificate is None:
                spent.append(float("inf"))
                continue
            assert not verify(path), (name, position.text)
            spent.append(written - begun)
            checked.append(time.process_time() - written)
            entries.append(_entries(path))
    times = [*_times(spent, seconds), *(_times(checked, seconds) if checked else "??")]
    many = f"{statistics.median_high(entries):,}" if entries else "?"
    return f"| {name} | {len(checked)} of {len(spent)} | {' | '.join(times)} | {many} |"


def _entries(path: Path) -> int:
    """The number of entries of a certificate."""
    raw = path.read_bytes()
    text = gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw
    return sum(line.startswith(b"[") for line in text.splitlines())


def _times(spent: list[float], seconds: float) -> list[str]:
    """The median and the most, or that there was no answer in time."""
    both = statistics.median_high(spent), max(spent)
    return [f"{one:.2f}" if one < float("inf") else f"> {seconds:.0f}" for one in both]


def measure(name: str, seconds: float) -> str:
    """The row of that name."""
    row = ROWS[name]
    waiting = row.find()
    with suppress(Stopped):
        row.answer(waiting[-1], 0.0)  # compiled by now
    spent: list[float] = []
    searched: list[int] = []
    for position in waiting:
        begun = time.process_time()
        try:
            searched.append(row.answer(position, seconds))
            spent.append(time.process_time() - begun)
        except Stopped:
            searched.append(sys.maxsize)
            spent.append(float("inf"))
    solved = sum(one < float("inf") for one in spent)
    times = _times(spent, seconds)
    middle = statistics.median_high(searched)
    many = f"{middle:,}" if middle < sys.maxsize else "?"
    return f"| {name} | {solved} of {len(spent)} | {times[0]} | {times[1]} | {many} |"


def growth(series: Series, rows: dict[str, str]) -> str:
    """How positions grow from row to row, and what that makes of the last."""
    known: list[tuple[int, int]] = []
    for name, row in series.rows.items():
        many = rows[name].split("|")[5].strip().replace(",", "") if name in rows else "?"
        if many.isdigit() and row.away is not None:
            known.append((row.away, int(many)))
    if len(known) < 2:
        return ""
    (first, few), (last, many) = known[0], known[-1]
    rate = (many / few) ** (1 / (first - last))
    return (
        f"\nFrom the first to the last of these that is known the positions searched grow "
        f"{rate:.2f} times with each {series.step}. At that rate “{series.last}” takes "
        f"{many * rate**last:.0e}.{' ' * bool(series.longest)}{series.longest}\n"
    )


def page(rows: dict[str, str]) -> str:
    """The whole page."""
    parts = [HEAD, COLUMNS, *(f"{rows[name]}\n" for name in ENDS if name in rows)]
    parts += [PROOF_HEAD, *(f"{rows[name]}\n" for name in PROOFS if name in rows)]
    for title, series in SERIES.items():
        mine = [f"{rows[name]}\n" for name in series.rows if name in rows]
        parts += [f"\n## {title}\n\n", COLUMNS, *mine, growth(series, rows)]
    return "".join(parts)


def main() -> None:
    """Prints the rows, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--time", type=float, default=60.0)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    names = [*ROWS, *PROOFS]
    wanted = [name for name in names if not options.rows or name.startswith(tuple(options.rows))]
    if not wanted:
        parser.error(f"no row begins so: {options.rows[0]!r} (rows: {', '.join(names)})")
    rows: dict[str, str] = {}
    if options.page and options.page.exists():
        lines = [one for one in options.page.read_text().splitlines() if one.startswith("| ")]
        rows = {one.split("|")[1].strip(): one for one in lines}
    for name in wanted:
        rows[name] = (certify if name in PROOFS else measure)(name, options.time)
        sys.stdout.write(f"{rows[name]}\n")
        sys.stdout.flush()
        if options.page:
            write_whole(options.page, page(rows).encode())


if __name__ == "__main__":
    main()
