"""The starter sets: puzzles of each game that come with the package, the easiest first, those
that are alike apart.

>>> from ruleproof.puzzles.starter import starter
>>> starter("esgros")[0].rating.level
1
"""

from __future__ import annotations

import gzip
from importlib.resources import files

from ruleproof.models.errors import TextError, offer
from ruleproof.puzzles.puzzle import PuzzleSet, read_set

STARTER = "starter:"
"""The prefix of a starter set's name, where a file could be given instead."""
ENDING = ".jsonl.gz"
"""The ending of its file in the folder `sets`."""


def starters() -> list[str]:
    """The games that have a starter set, in alphabetical order."""
    names = (entry.name for entry in files("ruleproof.puzzles").joinpath("sets").iterdir())
    return sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING))


def starter_text(game: str) -> str:
    """The starter set of that game, a puzzle a line; `TextError` where there is none."""
    if game not in starters():
        raise TextError(
            f"no starter set of that game (there are: {offer(starters(), 20)}): {game!r}"
        )
    packed = files("ruleproof.puzzles").joinpath("sets", game + ENDING).read_bytes()
    return gzip.decompress(packed).decode("utf-8")


def starter(game: str) -> PuzzleSet:
    """The puzzles of the starter set of that game; `TextError` where there is none."""
    return read_set(starter_text(game), STARTER + game)
