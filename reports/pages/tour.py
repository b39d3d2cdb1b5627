"""The tour: examines every registered game on its small board, and writes one page about all.

Nothing is compiled when this module is imported: on a machine that has never run the games,
compiling is a large part of the work, and is done side by side.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.offered import offered
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.systems import cores
from ruleproof.reports.pages.page import Chapter, chapter, page
from ruleproof.reports.wording.words import capital, counted
from ruleproof.solvers.work.progress import Listener, Progress, silent
from ruleproof.solvers.work.side_by_side import local_workers, side_by_side

SECONDS = 50.0
"""The seconds of a tour by default, compiling included."""

"""The number of puzzles shown of each starter set."""
LEAST = 5.0
"""The least seconds of a tour where nothing is compiled: processes start, rules are loaded."""

_SHARE = 0.65
"""The share of each game in the seconds left: few need it, and the others get the rest."""


def tour_game(name: str) -> Game:
    """The small game that the tour takes of the rulebook of that name."""
    book = rulebook(name)
    return make_game(book, book.tour.board, book.tour.settings)


class _Stop(NamedTuple):
    """One game of the tour: the time when the tour ends, the number of processes, and the number of
    games not yet begun when this one was planned.
    """

    name: str
    end: float
    many: int
    to_go: int


def tour(
    out_dir: Path | str,
    progress: Listener = silent,
    *,
    seconds: float = SECONDS,
    workers: int | None = None,
) -> Path:
    """Writes the tour's page, `tour.html`, into the folder; returns its path.

    `seconds` is about the time for all of it, without compiling and the `LEAST` seconds that it
    takes in any case. The page marks questions left undecided. `workers` is the number of processes
    at once (default: one for each core). Ctrl-C leaves a page with the games that are finished.
    Raises `TextError` where the folder cannot be written to.
    """
    path = Path(out_dir) / "tour.html"
    if not path.exists():
        write_whole(path, page("A tour of the games", "Still on its way.", []))
    books, broken = offered()
    stops = [book.name for book in books]
    many = min(workers or cores(), len(stops))
    end = time.monotonic() + seconds
    work = [_Stop(name, end, many, len(stops) - done) for done, name in enumerate(stops)]
    found: dict[str, Chapter] = {}
    try:
        if many == 1:
            for stop in work:
                found[stop.name] = _visit(stop, told_of(stop.name, progress))
        else:
            _around(work, many, progress, found)
    except KeyboardInterrupt:
        chapters = [found[name] for name in stops if name in found]
        write_whole(path, page("A tour of the games", "Stopped on its way.", chapters))
        raise
    chapters = [found[name] for name in stops if name in found]
    lead = (
        f"{capital(counted(len(chapters), 'game'))}, each on a board small enough to search to the "
        "end: what is true of it, how it is best played, and puzzles from it."
    )
    if lost := [name for name in stops if name not in found]:
        lead += f" Left out, since a process died over each: {', '.join(lost)}."
    if broken:
        lead += " " + " ".join(f"{name} is left out: {error}." for name, error in broken.items())
    return write_whole(path, page("A tour of the games", lead, chapters))


def told_of(name: str, progress: Listener) -> Listener:
    """The listener, with the game's name in every stage."""
    return lambda step: progress(step._replace(stage=f"{name}: {step.stage}"))


def _visit(stop: _Stop, progress: Listener) -> Chapter:
    """The chapter of one game, written in its share of the time that is left."""
    from ruleproof.reports.examining.examine import best_of_starter, examine

    left = max(0.0, stop.end - time.monotonic())
    share = left if stop.to_go <= stop.many else _SHARE * left
    found = examine(tour_game(stop.name), seconds=share, progress=progress)
    return chapter(replace(found, best=best_of_starter(stop.name)))


def _compile(stop: _Stop | None, progress: Listener) -> None:
    """Compiles the game's rules and keeps them on disk, or the solvers where no game is given."""
    progress(Progress("compiling", 0))
    if stop is None:
        from ruleproof.reports.examining.examine import compile_solvers

        compile_solvers()
    else:
        from ruleproof.models.compiled.kernels import engine

        engine(tour_game(stop.name)).kernels.compile()


def _around(
    work: Sequence[_Stop], many: int, progress: Listener, chapters: dict[str, Chapter]
) -> None:
    """Adds the chapters, written by so many processes. Rules and solvers are compiled first:
    compiling one game takes no time from the visits of another.
    """
    compiling: list[_Stop | None] = [None, *work]
    to_compile = list(compiling)
    to_visit = list(work)

    def take(worker: int) -> tuple[bool, _Stop | None] | None:
        if to_compile:
            return True, to_compile.pop(0)
        return (False, to_visit.pop(0)) if to_visit and not compiling else None

    def told(at_work: Sequence[tuple[tuple[bool, _Stop | None], Progress | None]]) -> None:
        notes = (
            f"{stop.name if stop else 'solvers'}: {step.stage}"
            for (_, stop), step in at_work
            if step
        )
        progress(Progress("tour", len(chapters), len(work), ", ".join(notes)))

    workers = local_workers(many)
    for (to_compile_first, stop), found in side_by_side(_step, take, workers, told, lost=_lost):
        if to_compile_first:
            compiling.remove(stop)
        elif stop and found:
            chapters[stop.name] = found


def _lost(task: tuple[bool, _Stop | None]) -> None:
    """Does nothing for a task over which a worker process died each time."""


def _step(task: tuple[bool, _Stop | None], progress: Listener) -> Chapter | None:
    """Writes the chapter of a stop, or compiles its game or the solvers and returns None."""
    compiling, stop = task
    if compiling or stop is None:
        return _compile(stop, progress)
    return _visit(stop, progress)
