"""The tour: every registered game on its small board, examined and told in one page.

Nothing is compiled when this module is imported: on a machine that has never run the games the
compiling is a large part of the work, and is done side by side.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.files import write_whole
from ruleproof.models.game import Game, make_game
from ruleproof.models.rulebook import names, rulebook
from ruleproof.reports.page import Chapter, chapter, page
from ruleproof.reports.words import capital, counted
from ruleproof.solvers.progress import Listener, Progress, silent

SECONDS = 50.0
"""What a tour may take, compiling included, where nothing else is asked for."""

_LEAST = 4.0
_SHARE = 0.65
"""What each game may take of the seconds left: few need it, and what they leave is for the others.
"""


def tour_game(name: str) -> Game:
    """The small game that the tour takes of the rulebook of that name."""
    book = rulebook(name)
    return make_game(book, book.tour_board, book.tour_settings)


class _Stop(NamedTuple):
    """One game on the way: the time when the tour ends, how many processes walk, and how many games
    had not been begun when this one was planned.
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
    """The path of the tour's page, `tour.html` in that folder.

    `seconds` is about what all of it may take. What is not decided by then says so; the clock of
    no game starts before its rules are compiled. Games are looked at by so many processes at once
    (default: one for each core). Ctrl-C leaves a page with the games that are finished. Raises
    `TextError` where the folder cannot be written to.
    """
    path = Path(out_dir) / "tour.html"
    write_whole(path, page("A tour of the games", "Still on its way.", []))
    stops = list(names())
    many = min(workers or os.cpu_count() or 1, len(stops))
    end = time.monotonic() + seconds
    work = [_Stop(name, end, many, len(stops) - done) for done, name in enumerate(stops)]
    chapters: list[Chapter] = []
    try:
        if many == 1:
            for stop in work:
                chapters.append(_visit(stop, told_of(stop.name, progress)))
        else:
            _side_by_side(work, many, progress, chapters)
    except KeyboardInterrupt:
        write_whole(path, page("A tour of the games", "Stopped on its way.", chapters))
        raise
    lead = (
        f"{capital(counted(len(stops), 'game'))}, each on a board small enough to search to the "
        "end: what is true of it, how it is best played, and puzzles from it."
    )
    return write_whole(path, page("A tour of the games", lead, chapters))


def told_of(name: str, progress: Listener) -> Listener:
    """The listener, told of the game in every stage."""
    return lambda step: progress(step._replace(stage=f"{name}: {step.stage}"))


def _visit(stop: _Stop, progress: Listener) -> Chapter:
    """The chapter of one game, written in its share of the time that is left."""
    from ruleproof.reports.examine import examine

    left = max(_LEAST, stop.end - time.monotonic())
    share = left if stop.to_go <= stop.many else _SHARE * left
    return chapter(examine(tour_game(stop.name), seconds=share, progress=progress))


def _compile(stop: _Stop | None, progress: Listener) -> None:
    """Has the game's rules compiled and kept on disk, or the solvers where no game is given."""
    progress(Progress("compiling", 0))
    if stop is None:
        from ruleproof.reports.examine import compile_solvers

        compile_solvers()
    else:
        from ruleproof.models.kernels import engine

        engine(tour_game(stop.name)).kernels.compile()


def _side_by_side(
    work: Sequence[_Stop], many: int, progress: Listener, chapters: list[Chapter]
) -> None:
    """Adds the chapters, written by several processes; whatever stops this one stops them too, and
    leaves the chapters that are finished.
    """
    ways = multiprocessing.get_context("spawn")
    with ways.Manager() as manager, ways.Pool(many, initializer=_ignore_interrupts) as pool:
        steps: Any = manager.Queue()

        def begun(what: Callable[..., Any], stops: Sequence[_Stop | None]) -> list[Any]:
            """The work on all the stops."""
            return [pool.apply_async(_elsewhere, (what, stop, steps)) for stop in stops]

        def finish(waiting: list[Any]) -> None:
            """Waits for all of it, and tells the steps on the way."""
            while not all(one.ready() for one in waiting):
                try:
                    name, step = steps.get(timeout=0.1)
                except queue.Empty:
                    continue
                told_of(name, progress)(Progress(*step))

        compiling = begun(_compile, [None, *work])
        finish(compiling)
        for one in compiling:
            one.get()
        visits = begun(_visit, work)
        try:
            finish(visits)
        finally:
            chapters += [Chapter(*one.get()) for one in visits if one.ready()]


def _ignore_interrupts() -> None:
    """Leaves Ctrl-C to the process that asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _elsewhere(what: Callable[..., Any], stop: _Stop | None, steps: Any) -> Any:
    """What one piece of work gives, its progress told through the queue."""
    name = stop.name if stop else "solvers"

    def listen(step: Progress) -> None:
        steps.put((name, tuple(step)))

    found = what(stop, listen)
    return found if found is None else tuple(found)
