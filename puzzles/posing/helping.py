"""Help: both sides play towards a goal, in exactly so many turns of the side to move, and one line
alone does it. That is decided by plain enumeration of turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleproof.models.cells import each
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.goal_tables import aims_of
from ruleproof.models.play.solutions import Step, steps
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.posing.candidates import FEWEST_TURNS
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle, new_puzzle
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation, asked_of, goals_of
from ruleproof.puzzles.telling.derived import dressed
from ruleproof.solvers.playing.goals.attack import Node, TooWide
from ruleproof.solvers.playing.goals.turns import Turn

HELP = "help-"
"""The beginning of the names of help stipulations."""
MOST_LINES = 20_000
"""The most turns looked at for one help puzzle."""
HELP_TURNS = 2
"""The turns of the side to move within which help reaches a goal."""
SAMPLE = 4
"""After so many first turns, the number of turns to look at is estimated."""


def helped(judge: Judge, node: Node, left: int) -> Iterator[list[str]]:
    """Yields the lines in which both sides together reach the goal with the last of exactly `left`
    turns of the side that is to reach it, and not before. Raises `TooWide` beyond `MOST_LINES`
    turns.
    """
    return (line for line, last in _reaching(judge, node, left) if last)


def sooner(judge: Judge, node: Node, left: int) -> list[str] | None:
    """A line that reaches the goal before the last of so many turns, be it by a turn of the other
    side; None if there is none. Raises `TooWide` like `helped`.
    """
    return next((line for line, last in _reaching(judge, node, left) if not last), None)


def linked(game: Game, line: Sequence[Step]) -> bool:
    """Whether each turn of the line but the last comes beside what a later turn changes: else the
    sides merely add up turns that have nothing to do with each other.
    """
    changed = [differing(step.before, step.after) for step in line]
    beside = list(changed)
    for number, one in enumerate(changed):
        for cell in each(one):
            beside[number] |= game.field.near[cell]
    return all(
        any(beside[number] & later for later in changed[number + 1 :])
        for number in range(len(line) - 1)
    )


def _reaching(judge: Judge, node: Node, left: int) -> Iterator[tuple[list[str], bool]]:
    """Yields the lines that reach the goal, and whether they do with the last of `left` turns."""
    looked = 0

    def lines(here: Node, left: int, line: tuple[Turn, ...]) -> Iterator[tuple[list[str], bool]]:
        nonlocal looked
        turns = judge.turns(here)
        looked += len(turns)
        if looked > MOST_LINES:
            raise TooWide
        rest = left - here.attacks
        for turn in turns:
            if turn.met == 1:
                yield [judge.text(one) for one in (*line, turn)], here.attacks and rest == 0
            elif turn.met == 0 and rest > 0:
                yield from lines(turn.after, rest, (*line, turn))

    if left > 1 and _estimated(judge, node) > MOST_LINES:
        raise TooWide
    yield from lines(node, left, ())


def _estimated(judge: Judge, node: Node) -> float:
    """Estimates the number of turns on the way to the second turn of the side to move, from the
    replies to some first turns and what can follow some of these.
    """
    first = judge.turns(node)
    found = float(len(first))
    here = first
    for _ in range(2):
        step = max(1, len(here) // SAMPLE)
        after = [judge.turns(turn.after) for turn in here[::step] if turn.met == 0]
        if not after:
            break
        found *= sum(map(len, after)) / len(after)
        here = after[0]
    return found


def help_puzzle(
    judge: Judge, name: str, state: State, proof_game: Sequence[str], composed: bool = False
) -> Puzzle:
    """The help puzzle of the goal of that name. Raises `Rejected` where there is none, and
    `TooWide` where that is not decided.
    """
    game = judge.game
    asked = [Asked(name=WIN)]
    if name != WIN:
        goal = goals_of(game)[name]
        asked = [asked_of(game, goal, aim) for aim in aims_of(game, goal, state, state.side)][:4]
    why = "nothing to ask for"
    for one in asked:
        stipulation = Stipulation(aim="help", goal=one, turns=HELP_TURNS)
        node = judge.pose(state, stipulation)
        if len(judge.told(node)) < FEWEST_TURNS:
            why = "too few turns"
            continue
        if any(turn.met == 1 for turn in judge.turns(node)):
            why = "reached at once"
            continue
        found: list[list[str]] = []
        why = "no line"
        for line, last in _reaching(judge, node, HELP_TURNS):
            why = "" if last else "reached sooner"
            found.append(line)
            if len(found) > 1 or not last:
                why = why or "several lines"
                break
        if why:
            continue
        moves = [move for turn in found[0] for move in turn.split()]
        if not linked(game, steps(game, state, moves)):
            why = "turns that do not depend on each other"
            continue
        puzzle = new_puzzle(game, state, stipulation, moves, proof_game, composed=composed)
        return dressed(judge, state, puzzle)
    raise Rejected(why)
