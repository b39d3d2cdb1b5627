"""Compares what a puzzle tells with its own tree and game, as far as that is quick to see.

What is printed of a puzzle is looked at here before; `check.py` proves the rest: the tree itself,
hints, themes and ratings.

>>> from ruleproof.puzzles.starter import starter
>>> check_told(starter("esgros")[0])
"""

from __future__ import annotations

from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play.position import Position
from ruleproof.puzzles.judging.solution import line_of
from ruleproof.puzzles.puzzle import Puzzle, position_of

WRONG = ("late", "fails")
"""The classes of wrong turns."""


def check_told(puzzle: Puzzle) -> None:
    """Raises `TextError` where the puzzle contradicts itself: a try is no wrong turn of its tree or
    not followed by a legal reply, the line is unique otherwise than it says, or its game does not
    lead to the diagram.
    """
    check_origin(puzzle)
    if puzzle.tree is None:
        return
    unique = "line" if line_of(puzzle.tree).unique else "first"
    if puzzle.unique != unique:
        raise TextError(f"by the tree it is unique as {unique!r}: {puzzle.unique!r}")
    for turn, reply in puzzle.tries:
        _check_try(puzzle, turn, reply)


def _check_try(puzzle: Puzzle, turn: str, reply: str) -> None:
    """Raises `TextError` unless the turn is wrong by the tree, and the reply is the one that the
    tree has, or a legal one: two that differ may come to the same for the goal.
    """
    assert puzzle.tree is not None
    known = {text: (kind, replies) for text, kind, _, replies in puzzle.tree.nodes[0].turns}
    kind, replies = known.get(turn, ("", []))
    if kind not in WRONG or not replies:
        raise TextError(f"by the tree the try is no wrong turn that a reply refutes: {turn!r}")
    if reply == replies[0][0]:
        return
    try:
        position_of(puzzle).play(turn.split()).play(reply.split())
    except (TextError, MoveError) as error:
        raise TextError(f"the try {turn!r} cannot fail to its reply: {error}") from None


def check_origin(puzzle: Puzzle) -> None:
    """Raises `TextError` unless the puzzle's game leads to its diagram, or it says `composed`."""
    if puzzle.composed:
        return
    try:
        reached = Position.start(puzzle.ready()).play(puzzle.proof_game)
    except (TextError, MoveError) as error:
        raise TextError(f"the proof game cannot be played: {error}") from None
    if reached.text != puzzle.position:
        raise TextError(f"the proof game does not lead to the diagram: {reached.text!r}")
