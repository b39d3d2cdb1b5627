"""Finds puzzles that cannot be played by today's rules: those of another package may have changed
since a set was made. `check.py` proves everything; this looks at what is quick to see.

>>> from ruleproof.puzzles.starter import starter
>>> outdated(starter("esgros")[:2])
[]
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.puzzles.checking.told import check_origin
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.stipulations import AGAINST, sentence

_OWN = "ruleproof."
"""The beginning of the names of this package's own games' packages."""


def outdated(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles whose diagram, game, question or first turns are not those of today's rules. The
    rules of this package's own games are those of the version that a puzzle names. Puzzles of games
    that are not installed are left out.
    """
    now = version("ruleproof")
    asked = {puzzle.game for puzzle in puzzles}
    packages = {name: rulebook(name).package for name in names() if name in asked}
    return [
        puzzle
        for puzzle in puzzles
        if puzzle.game in packages
        if puzzle.version != now or not packages[puzzle.game].startswith(_OWN)
        if not _playable(puzzle)
    ]


def _playable(puzzle: Puzzle) -> bool:
    """Whether the position reads back, its game leads there, and the turns of the tree's first node
    are legal; no move is legal that begins none of them, where turns have one move.
    """
    try:
        position = position_of(puzzle)
        asked = sentence(position.game, position.state.side, puzzle.stipulation)
        if (position.text, position.side, asked) != (puzzle.position, puzzle.side, puzzle.sentence):
            return False
        check_origin(puzzle)
        if puzzle.tree is None or puzzle.stipulation.aim not in AGAINST:
            return True
        turns = [text.split() for text, _, _, _ in puzzle.tree.nodes[0].turns]
        for turn in turns:
            position.play(turn)
    except (TextError, PositionError, MoveError):
        return False
    single = all(len(turn) == 1 for turn in turns)
    return not single or {turn[0] for turn in turns} == set(position.moves())
