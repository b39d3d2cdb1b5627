"""The starter sets: puzzles of each game that come with the package, the best first, those that
are alike apart.

>>> from ruleproof.puzzles.starter import starter
>>> len(starter("esgros"))
120
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from ruleproof.models.errors import TextError, offer
from ruleproof.models.files.writing import write_whole
from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet, read_set
from ruleproof.puzzles.telling.worth import distance, worth

STARTER = "starter:"
"""The prefix of a starter set's name, where a file could be given instead."""
_ENDING = ".jsonl.gz"
LAST, ALIKE = 10, 5
"""Points of worth that each of so many puzzles before takes from one that is like it."""


def starters() -> list[str]:
    """The games that have a starter set, in alphabetical order."""
    names = (entry.name for entry in files("ruleproof.puzzles").joinpath("sets").iterdir())
    return sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))


def starter_text(game: str) -> str:
    """The starter set of that game, a puzzle a line; `TextError` where there is none."""
    if game not in starters():
        raise TextError(
            f"no starter set of that game (there are: {offer(starters(), 20)}): {game!r}"
        )
    packed = files("ruleproof.puzzles").joinpath("sets", game + _ENDING).read_bytes()
    return gzip.decompress(packed).decode("utf-8")


def starter(game: str) -> PuzzleSet:
    """The puzzles of the starter set of that game; `TextError` where there is none."""
    return read_set(starter_text(game), STARTER + game)


def arranged(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles by their worth, less up to `ALIKE` for each of the `LAST` before that is alike:
    readers tire of one idea soon.
    """
    left, found = list(puzzles), list[Puzzle]()
    while left:
        before = found[-LAST:]
        best = max(
            left,
            key=lambda one: worth(one) - ALIKE * sum(1 - distance(one, other) for other in before),
        )
        left.remove(best)
        found.append(best)
    return found


def packed(puzzles: Sequence[Puzzle]) -> bytes:
    """The file of a starter set, arranged. The same puzzles give the same bytes."""
    text = "".join(puzzle.line() + "\n" for puzzle in arranged(puzzles))
    return gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)


def main() -> None:
    """Packs sets of one game as its starter set, into the folder `sets` beside this module."""
    parser = argparse.ArgumentParser(description="Pack sets of one game as its starter set.")
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET.jsonl")
    paths: list[Path] = parser.parse_args().sets
    puzzles = [
        one for path in paths for one in read_set(path.read_text(encoding="utf-8"), str(path))
    ]
    names = {puzzle.game for puzzle in puzzles}
    if len(names) != 1:
        parser.error(f"sets of one game, with a puzzle at least: {', '.join(sorted(names))!r}")
    target = Path(__file__).parent / "sets" / (names.pop() + _ENDING)
    content = packed(puzzles)
    write_whole(target, content)
    sys.stdout.write(f"{target.name}: {len(puzzles)} puzzles, {len(content):,} bytes\n")


if __name__ == "__main__":
    main()
