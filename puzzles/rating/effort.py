"""The effort to solve a puzzle: simulated attempts, moves of a search, turns of an enumeration."""

from __future__ import annotations

from ruleproof.models.play.game import State
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.judging.solution import replies_of
from ruleproof.puzzles.puzzle import Puzzle, Tree
from ruleproof.puzzles.rating.attempts import TRIES, Attempt, Solvers, Task
from ruleproof.puzzles.stipulations import question

MOST_TURNS = 20_000
"""The most turns counted for one puzzle without a defence."""


def searched_nodes(judge: Judge, state: State, puzzle: Puzzle) -> int:
    """The moves that an exact search of the puzzle's question plays, from an empty table."""
    judge.ask(question(judge.game, state, puzzle.stipulation))
    judge.within(judge.attack.root(), puzzle.stipulation.within)
    return judge.attack.nodes


def tried(judge: Judge, state: State, puzzle: Puzzle) -> list[Attempt]:
    """Simulated attempts at a puzzle with a tree, by the solvers of the calibration."""
    if puzzle.tree is None:
        return []
    return task_of(judge, state, puzzle, puzzle.tree).attempts(Solvers(judge).picks(), TRIES, 0)


def task_of(judge: Judge, state: State, puzzle: Puzzle, tree: Tree) -> Task:
    """The task that the puzzle with that tree sets a solver; the judge is asked its question."""
    root, left = judge.pose(state, puzzle.stipulation), puzzle.stipulation.within
    return Task(judge, root, left, tree, replies_of(tree, judge.averts))


def enumerated(judge: Judge, state: State, puzzle: Puzzle) -> int:
    """The number of turns that plain enumeration looks at until it has seen all lines of a help
    puzzle, up to `MOST_TURNS`.
    """
    looked = 0
    waiting = [(judge.pose(state, puzzle.stipulation), puzzle.stipulation.within)]
    while waiting and looked < MOST_TURNS:
        here, rest = waiting.pop()
        turns = judge.turns(here)
        looked += len(turns)
        rest -= here.attacks
        if rest > 0:
            waiting += [(turn.after, rest) for turn in turns if turn.met == 0]
    return min(looked, MOST_TURNS)
