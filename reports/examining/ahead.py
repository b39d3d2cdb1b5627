"""Compiles what a report needs later in a process of its own, while its first stages are at work.

Compiled code is kept on disk, so one process finds what another has compiled.
"""

from __future__ import annotations

from concurrent.futures import wait

from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.compiling import compile_all
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.reports.statistics.play_statistics import compile_play
from ruleproof.solvers.work.executors import Local
from ruleproof.solvers.work.progress import Listener, Progress

_TICK = 0.2
"""Seconds between two reports to the listener while it waits."""


class Ahead:
    """A process that compiles players and the search for puzzles."""

    def __init__(self, game: Game) -> None:
        self._worker = Local(timed=False)
        self._done = self._worker.submit(_compile, game.name, game.board.text, game.settings)

    def wait(self, progress: Listener) -> None:
        """Waits until all is compiled, which counts as compiling. Where the process failed, the
        next stage meets the same mistake, or compiles for itself.
        """
        if self._done.done():
            return
        COMPILING.begin()
        try:
            while wait([self._done], _TICK).not_done:
                progress(Progress("compiling", 0))
        finally:
            COMPILING.end()

    def close(self) -> None:
        """Ends the process."""
        self._worker.close()


def _compile(name: str, board: str, settings: dict[str, Value]) -> None:
    """Compiles the players, then the search for puzzles."""
    from ruleproof.solvers.goals import attack_kernel, sampling, turns_kernel

    game = make_game(rulebook(name), board, settings)
    compile_play(game)
    if len(game.players) == 2:
        compile_all(attack_kernel, turns_kernel, sampling)
