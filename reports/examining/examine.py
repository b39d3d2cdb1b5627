"""Examines a game on a small board, as the tour does: solves it and checks its claims.

The report of a real board follows another plan: `investigate.py`.
"""

from __future__ import annotations

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.compiled.compiling import compile_all
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.starter import starter, starters
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.examining.stages import Work, checked, made, solved, valued
from ruleproof.solvers.playing.goals import attack_kernel, sampling, turns_kernel
from ruleproof.solvers.playing.reach import explore
from ruleproof.solvers.playing.retrograde import expand_kernel as retrograde
from ruleproof.solvers.playing.retrograde import settle_kernel
from ruleproof.solvers.playing.search import alphabeta_kernel as search_kernel
from ruleproof.solvers.reasoning.deciding import predicate_kernels as judges
from ruleproof.solvers.reasoning.lockstep import pair_kernel as pairs
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent

PUZZLES = 10
SEED = 1
BEST = 3
"""The puzzles shown of a game's starter set."""


def examine(
    game: Game,
    *,
    seconds: float,
    puzzles: int = PUZZLES,
    seed: int = SEED,
    progress: Listener = silent,
) -> Findings:
    """Examines the game for about that many seconds, counted from when the rules are compiled."""
    progress(Progress("compiling", 0))
    engine(game).kernels.compile()
    verdicts: list[Verdict] = []
    work = Work(seconds, progress, 4, timing=Deadline)
    solution = work.stage("values", lambda: solved(game, work, work.share()), None)
    first_moves = work.stage("values", lambda: valued(game, work, work.share(), solution), {})
    composed = work.stage("puzzles", lambda: made(game, work, work.share(), puzzles, seed), [])
    work.stage("claims", lambda: checked(game, work, work.share(), verdicts), None)
    return Findings(
        game,
        verdicts=tuple(verdicts),
        solution=solution,
        openings=first_moves,
        puzzles=tuple(composed),
        seconds=work.clock.elapsed,
        notes=work.notes,
    )


def compile_solvers() -> None:
    """Compiles the solvers that every examination needs, and keeps them on disk for other
    processes.
    """
    compile_all(search_kernel, retrograde, settle_kernel, explore, judges, pairs)
    compile_all(attack_kernel, turns_kernel, sampling)


def best_of_starter(name: str) -> tuple[Puzzle, ...]:
    """The first puzzles of the game's starter set, if it has one."""
    return tuple(starter(name)[:BEST]) if name in starters() else ()
