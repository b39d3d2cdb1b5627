"""Compiles what a report needs later in a process of its own, while its first stages are at work.

Compiled code is kept on disk, so one process finds what another has compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import Any

from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.compiling import compile_all
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.reports.statistics.play_statistics import compile_play
from ruleproof.solvers.work.executors import Local
from ruleproof.solvers.work.progress import Deadline, Listener, Progress

_TICK = 0.2
"""Seconds between two reports to the listener while it waits."""


class Ahead:
    """A process that compiles players, then the search for puzzles."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._worker = Local(timed=False)
        self._players, self._puzzles = Future[None](), Future[None]()
        self._begin(_players).add_done_callback(lambda _: self._go_on())

    def _begin(self, compiled: Callable[[Game], None]) -> Future[Any]:
        game = self._game
        return self._worker.submit(_compile, compiled, game.name, game.board.text, game.settings)

    def _go_on(self) -> None:
        """Begins the second part, once the first is done."""
        self._players.set_result(None)
        with suppress(RuntimeError):  # closed
            self._begin(_puzzles).add_done_callback(lambda _: self._puzzles.set_result(None))

    def wait_for_players(self, progress: Listener, end: Deadline) -> None:
        """Waits until players are compiled, or until the end."""
        _waited(self._players, progress, end)

    def wait_for_puzzles(self, progress: Listener, end: Deadline) -> None:
        """Waits until the search for puzzles is compiled, or until the end."""
        _waited(self._puzzles, progress, end)

    def close(self) -> None:
        """Ends the process."""
        self._worker.close()


def _waited(done: Future[None], progress: Listener, end: Deadline) -> None:
    """Waits, which counts as compiling. Where the process failed, the next stage meets the same
    mistake, or compiles for itself.
    """
    if done.done():
        return
    COMPILING.begin()
    try:
        while wait([done], _TICK).not_done and not end.passed:
            progress(Progress("compiling", 0))
    finally:
        COMPILING.end()


# In the process


def _compile(what: Callable[[Game], None], name: str, board: str, chosen: dict[str, Value]) -> None:
    what(make_game(rulebook(name), board, chosen))


def _players(game: Game) -> None:
    compile_play(game)


def _puzzles(game: Game) -> None:
    from ruleproof.solvers.playing.goals import attack_kernel, sampling, turns_kernel

    if len(game.players) == 2:
        compile_all(attack_kernel, turns_kernel, sampling)
