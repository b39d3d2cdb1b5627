"""The parts of a puzzle's difficulty that people see: they look at captures and threats first, and
where pieces touch.

candidates  wrong turns that look at least as good as the key: they take as much, nearly work as it
            does, and come as near the other side's pieces or the goal
matter      pieces that stand on or beside what the line, the refutations and the goal change
forced      the solver's turns in a row, from the first, each the only right one, by the longest way
hidden      of a hundred candidates, of all wrong turns if there are none, those whose refutation
            neither takes anything nor touches what the turn or the goal is about

>>> from ruleproof.puzzles.judging.solution import solution_of
>>> from ruleproof.puzzles.starter import starter
>>> puzzle = starter("esgros")[0]
>>> sorted(seen(puzzle, solution_of(puzzle), 1))
['candidates', 'forced', 'hidden', 'matter']
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import Cells, count, each
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.solutions import Fork, Solution, Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.puzzle import Puzzle

MOST = 2
"""So many pieces taken look as good as more."""


def seen(puzzle: Puzzle, shown: Solution, threats: int) -> dict[str, int]:
    """The numbers, as parts of a rating; `threats`: the turns that would be right if the other side
    passed after the key. Of a puzzle without a defence only `matter` is known.
    """
    told = {"matter": _matter(shown)}
    if shown.root is None:
        return told
    nearly = {turn for turn, _ in puzzle.tries} | _late(puzzle)
    key = _looks(shown, shown.key, threats > 0)
    alike = [x for x in shown.wrong if _looks(shown, x.step, _text(shown, x.step) in nearly) >= key]
    refuted = [(x.step, x.refutation) for x in alike or shown.wrong if x.refutation]
    hidden = sum(not _visible(shown, step, reply) for step, reply in refuted)
    return told | {
        "candidates": len(alike),
        "forced": _forced(shown.root),
        "hidden": round(100 * hidden / max(1, len(refuted))),
    }


def _text(shown: Solution, step: Step) -> str:
    return " ".join(map(shown.game.show_move, step.moves))


def _late(puzzle: Puzzle) -> set[str]:
    """The turns that reach the goal too late."""
    turns = puzzle.tree.nodes[0].turns if puzzle.tree else []
    return {text for text, kind, _, _ in turns if kind == "late"}


def _taken(shown: Solution, step: Step) -> int:
    """The number of cells that the turn takes from the other side."""
    module: Any = shown.game.rulebook.module("themes")
    stones: Any = getattr(module, "stones", None)
    other = 1 - step.before.side
    return count(stones(step.before, other) & ~stones(step.after, other)) if stones else 0


def _beside(game: Game, cells: Cells) -> Cells:
    """The cells and those around them."""
    for cell in each(cells):
        cells |= game.field.around[cell]
    return cells


def _standing(game: Game, state: State) -> Cells:
    """The cells that are not empty."""
    named = range(game.board.size)
    return sum(1 << cell for cell in named if notation.cell_text(game, state, cell) != ".")


def _looks(shown: Solution, step: Step, nearly: bool) -> int:
    """How good a turn looks: what it takes, what it threatens, what it touches."""
    changed = differing(step.before, step.after)
    near = _beside(shown.game, changed)
    touches = bool(near & ~changed & _standing(shown.game, step.before))
    return 2 * min(MOST, _taken(shown, step)) + 2 * nearly + touches + bool(near & shown.cells)


def _visible(shown: Solution, step: Step, reply: Step) -> bool:
    about = differing(step.before, step.after) | shown.cells
    return bool(_taken(shown, reply)) or bool(
        _beside(shown.game, about) & differing(reply.before, reply.after)
    )


def _matter(shown: Solution) -> int:
    cells = shown.cells
    for step in (*shown.line, *(one.refutation for one in shown.wrong if one.refutation)):
        cells |= differing(step.before, step.after)
    return count(_beside(shown.game, cells) & _standing(shown.game, shown.diagram))


def _forced(fork: Fork) -> int:
    below = [_forced(one) for _, one in fork.answers if one and one.alone]
    return 1 + max(below, default=0)
