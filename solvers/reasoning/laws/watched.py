"""Conforming in a process of its own, so that rules that loop for ever hold nobody up.

tick    the process looks, every second, at which functions of the author's are running
loop    a call of the author's that works for `RETURNS`, or only waits for `ALIVE`: told as a
        mistake in the function that runs all that time and calls none that does
hang    compiled code cannot be looked into, and keeps the process from telling that it is alive;
        after `ALIVE` seconds it is ended, and the compiled function that was called is told

Constraints are left out: formulas of a large board may take long to build.
"""

from __future__ import annotations

import mmap
import time
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from ruleproof.models.endless import Calls, NoReturn, mistake_in, stack_of
from ruleproof.models.files.folders import own_folder
from ruleproof.models.mistakes import authored, files_of, is_within
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import Rulebook, rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.models.systems import ticking
from ruleproof.solvers.reasoning.laws.conform import Broken, Told, conform
from ruleproof.solvers.reasoning.laws.laws import named
from ruleproof.solvers.work.executors import Local, Lost, listener
from ruleproof.solvers.work.progress import Listener, Progress, Stopped, silent

RETURNS = 10.0
"""Seconds of work in which a call of a rule returns."""
ALIVE = 60.0
"""Seconds on the clock in which compiled code returns, and a call of a rule that waits."""
_NAME = 64
_BEHIND = {
    "ended": ("over", "payoff"),
    "goal": ("reached", "follow"),
    "likeness": ("alike",),
    "spread": ("moves", "play"),
}
"""The author's functions behind compiled ones of other names."""

Chosen = tuple[str, dict[str, Value]]
"""A board and settings."""
Bounds = tuple[float, float]
"""Seconds of work in which a call of a rule returns, and seconds on the clock."""


def conform_watched(
    asked: Game | Rulebook,
    *,
    only: Sequence[str] | None = None,
    seconds: float | None = None,
    seed: int = 1,
    progress: Listener = silent,
    returns: float | None = None,
    alive: float = ALIVE,
) -> list[Told]:
    """The answer of `conform` on an installed game, on its board or on those of `trials`. A rule
    that does not return breaks the law under test, and others are stopped.
    """
    book = asked if isinstance(asked, Rulebook) else asked.rulebook
    chosen = None if isinstance(asked, Rulebook) else (asked.board.text, asked.settings)
    worker = Local(alive, tries=1)
    with own_folder() as folder:
        called, stop = folder / "called", folder / "stop"
        called.write_bytes(bytes(_NAME))
        future = worker.submit(
            _tested,
            book.name,
            chosen,
            only,
            seconds,
            seed,
            (RETURNS if returns is None else returns, alive),
            str(called),
            str(stop),
        )
        try:
            found = _result(future, worker, stop, progress)
        except Lost as lost:
            if not lost.hung:
                raise
            return _hung(book, chosen, only, called, worker.step, alive)
        finally:
            worker.close()
    return [_with_game(book, told) for told in found]


def _result(future: Future[Any], worker: Local, stop: Path, progress: Listener) -> list[Told]:
    """The worker's answer, waited for; a listener that raises `Stopped` has it end its work."""
    while wait([future], 0.2).not_done:
        if stop.exists():
            continue
        try:
            progress(worker.step or Progress("laws", 0))
        except Stopped:
            stop.touch()
    return future.result()


def _with_game(book: Rulebook, told: Told) -> Told:
    """The answer, with the game of its breach, which no process can send."""
    if told.broken is None:
        return told
    board, settings = told.broken.game  # pyright: ignore[reportGeneralTypeIssues]
    broken = told.broken._replace(game=make_game(book, board, settings))
    return replace(told, broken=broken)


def _hung(
    book: Rulebook,
    chosen: Chosen | None,
    only: Iterable[str] | None,
    called: Path,
    step: Progress | None,
    alive: float,
) -> list[Told]:
    """The answer where compiled code did not return: the first law is broken, others stopped."""
    name = called.read_bytes().rstrip(b"\0").decode()
    names = _BEHIND.get(name, (name,)) if name else ()
    homes = (book.rules, book.advice, book.module("goals"))
    functions = [getattr(home, one) for one in names for home in homes if hasattr(home, one)]
    whose = " or ".join(f"`{one}`" for one in names) or "a rule"
    where = f", in {step.note}" if step and step.note else ""
    what = f"{whose}, compiled, did not return within {alive:.0f} s"
    game = make_game(book, *chosen) if chosen else make_game(book, "", {})
    broken = Broken(game, "", None, what + where, authored(next(iter(functions), None), book))
    first, *rest = named(only)
    told = Told(first.name, first.says, "broken", 0, broken)
    return [told, *(Told(law.name, law.says, "stopped") for law in rest)]


# In the process


def _tested(
    name: str,
    chosen: Chosen | None,
    only: Sequence[str] | None,
    seconds: float | None,
    seed: int,
    bounds: Bounds,
    called: str,
    stop: str,
) -> list[Any]:
    """The answer of `conform`, each breach with its board and settings in place of its game."""
    book, hears, end = rulebook(name), listener(), Path(stop)

    def listen(step: Progress) -> None:
        hears(step)
        if end.exists():
            raise Stopped

    with noting_calls(Path(called)), watching(book, bounds, end):
        games = [make_game(book, *chosen)] if chosen else book
        found = conform(games, only=only, seconds=seconds, seed=seed, progress=listen)
    return [told if told.broken is None else _without_game(told) for told in found]


def _without_game(told: Told) -> Told:
    assert told.broken is not None
    game: Any = (told.broken.game.board.text, told.broken.game.settings)
    broken = told.broken._replace(game=game)
    return replace(told, broken=broken)


@contextmanager
def noting_calls(path: Path) -> Generator[None]:
    """Has the file tell which compiled function of a game is being called."""
    from ruleproof.models.compiled.compiling import FirstClass

    plain = FirstClass.__call__
    with path.open("r+b") as file, mmap.mmap(file.fileno(), _NAME) as told:

        def noted(self: Any, *arguments: Any) -> Any:
            name = getattr(self.compiled, "__name__", "")[:_NAME]
            told[:_NAME] = name.encode().ljust(_NAME, b"\0")
            try:
                return plain(self, *arguments)
            finally:
                told[:_NAME] = bytes(_NAME)

        FirstClass.__call__ = noted
        try:
            yield
        finally:
            FirstClass.__call__ = plain


@contextmanager
def watching(book: Rulebook, bounds: Bounds, stop: Path) -> Generator[None]:
    """Raises `NoReturn` in a call of the author's that outlasts the bounds, and `Stopped` in one
    that runs when the file `stop` appears. For the main thread.
    """
    homes = [path.resolve().parent for path in files_of(book)]
    spared = getattr(book.module("constraints"), "__file__", None)
    known: dict[str, bool] = {}
    calls = Calls()

    def owns(file: str) -> bool:
        if file not in known:
            known[file] = is_within(file, homes)
        return known[file]

    def tick(number: int, frame: FrameType | None) -> None:
        stack = [one for one in stack_of(frame) if owns(one.f_code.co_filename)]
        if stack and stack[0].f_code.co_filename == spared:
            stack.clear()
        if stack and stop.exists():
            raise Stopped
        found = calls.lasting(stack, (time.process_time(), time.monotonic()), bounds)
        if found:
            raise NoReturn(mistake_in(*found))

    with ticking(tick):
        yield
