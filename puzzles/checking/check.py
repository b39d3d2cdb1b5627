"""Checks sets: proves puzzles again, by plain play.

The proofs use nothing that makes puzzles: `solvers/verify` lists turns and decides goals by playing
everything out. Themes, hints and worth are made again and compared. A rating must agree with itself
and the puzzle (`ratings.py`); `faults` says what is believed of it.

A puzzle is faulty where its position cannot have come about, a turn is missing or wrongly classed,
a reply does not refute, the line is not the tree's, or the sentence is not that of its stipulation.

>>> from ruleproof.puzzles.starter import starter
>>> faults(starter("incrowd")[0])
[]
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.puzzles.checking.ratings import check_rating
from ruleproof.puzzles.checking.told import check_origin
from ruleproof.puzzles.checking.tree_check import TreeCheck
from ruleproof.puzzles.checking.turns import Fault
from ruleproof.puzzles.checking.twins import shape
from ruleproof.puzzles.ids import puzzle_id
from ruleproof.puzzles.judging.solution import joined
from ruleproof.puzzles.puzzle import Puzzle, check_sentence
from ruleproof.puzzles.stipulations import AGAINST, Stipulation, check_diagram, check_game, question
from ruleproof.puzzles.telling.derived import remade
from ruleproof.solvers.verify.attacks import Asked, Undecided
from ruleproof.solvers.verify.whole_turns import Lines, helped
from ruleproof.solvers.work.progress import Listener, Progress, silent


def faults(puzzle: Puzzle, ratings: bool = False) -> list[str]:
    """The claims of the puzzle that are found not to hold; empty when it is sound.

    Without `ratings` some words of a rating are believed: how many attempts succeeded (`solved`,
    which gives `value`, `error` and `level`), their `misfit`, and of its parts `plausible`, `rank`
    and `nodes`; of a puzzle without a defence, `value` within the bounds of search. With `ratings`
    the simulated solvers try the puzzle once more, and all of that is made again. Three things
    are always believed: what people's attempts made of a rating, and the `version` and the `author`
    that the puzzle names.
    """
    try:
        _check(puzzle)
        check_rating(puzzle)
        _derived(puzzle, ratings)
    except Fault as wrong:
        return [str(wrong)]
    except Undecided as error:
        return [f"not confirmed: {error}"]
    except (TextError, MoveError, PositionError) as error:
        return [str(error)]
    return []


def _check(puzzle: Puzzle) -> None:
    game = puzzle.ready()
    check_game(game)
    position = _placed(game, puzzle)
    check_diagram(game, position.state)
    check_sentence(puzzle)
    known = puzzle_id(game, position.state, puzzle.stipulation, puzzle.settings)
    if puzzle.id != known:
        raise Fault(f"the id is not that of the position and stipulation, {known!r}: {puzzle.id!r}")
    if puzzle.stipulation.aim in AGAINST:
        if puzzle.tree is None:
            raise Fault("it has no tree, which a puzzle against a defence has")
        TreeCheck(game, position.state, puzzle).check()
    else:
        _helped(game, position.state, puzzle)


def _derived(puzzle: Puzzle, ratings: bool) -> None:
    """Checks that themes, hints and worth, if any, come out as the puzzle gives them."""
    if puzzle.hints is None and puzzle.worth is None and not puzzle.themes:
        return
    for name, now in remade(puzzle, ratings).items():
        if getattr(puzzle, name) != now:
            raise Fault(f"its {name} should be {str(now)[:200]}")


def _placed(game: Game, puzzle: Puzzle) -> Position:
    """The puzzle's position. A game must lead there, or the puzzle must say that it is composed."""
    position = Position.read(game, puzzle.position)
    if position.text != puzzle.position:
        raise Fault(f"the position is written otherwise, {position.text!r}: {puzzle.position!r}")
    if position.side != puzzle.side:
        raise Fault(f"{position.side} is to move in the position: {puzzle.side!r}")
    if position.over:
        raise Fault("the game is over in the puzzle's position")
    if puzzle.composed and puzzle.proof_game:
        raise Fault("it is said to be composed, but a game stands beside it")
    check_origin(puzzle)
    return position


def _helped(game: Game, state: State, puzzle: Puzzle) -> None:
    """Checks that one line alone reaches the goal with help, and that it is the solution."""
    lines = _lines(game, state, puzzle.stipulation)
    if lines.many != 1:
        raise Fault(f"{lines.many} lines do what is asked, not one")
    moves = [move for turn in lines.line for move in turn.moves]
    if moves != puzzle.solution:
        raise Fault(f"the line that does what is asked is {' '.join(moves)}")
    if puzzle.tree is not None or puzzle.tries or puzzle.set_play or puzzle.unique != "line":
        raise Fault("a puzzle without a defence has one line, and neither tree, tries nor set play")


def _lines(game: Game, state: State, stipulation: Stipulation) -> Lines:
    """The lines that reach the goal with help, by plain enumeration."""
    turns = stipulation.turns
    if turns is None:
        raise Fault("help names no number of turns")
    asked = question(game, state, stipulation)
    numbers = Asked(asked.goal, asked.amount, asked.attacker)
    for number in range(1, 2 * turns - 1):
        if short := helped(game, state, numbers, asked.marked, turns=number).line:
            told = joined([" ".join(turn.moves) for turn in short])
            raise Fault(f"help reaches the goal sooner: {told}")
    return helped(game, state, numbers, asked.marked, turns=2 * turns - 1)


def check_set(
    puzzles: Sequence[Puzzle],
    progress: Listener = silent,
    ratings: bool = False,
    numbers: Sequence[int] | None = None,
) -> list[str]:
    """All faults of a set: each puzzle's faults, and twins, told by their `numbers` (1, 2, …).

    Every question, turn, reply and game is proved again by plain play; themes, hints and worth are
    made again and compared. A rating must agree with itself. With `ratings` simulated solvers try
    every puzzle once more, which takes longer; without, the number of their attempts that succeeded
    is believed. What people's attempts made of a rating is always believed, and so are the
    version and the author that a puzzle names.
    """
    found: list[str] = []
    seen: dict[str, str] = {}
    for done, puzzle in enumerate(puzzles):
        number = numbers[done] if numbers else done + 1
        progress(Progress("checking", done, len(puzzles), puzzle.id))
        own = faults(puzzle, ratings)
        found += [f"puzzle {number} ({puzzle.id}): {fault}" for fault in own]
        if own:
            continue
        key = f"{puzzle.game} {puzzle.board} {shape(puzzle)}"
        if key in seen:
            found.append(f"puzzle {number} ({puzzle.id}) is a twin of {seen[key]}")
        seen.setdefault(key, puzzle.id)
    return found
