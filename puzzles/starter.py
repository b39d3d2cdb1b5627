"""The starter sets: puzzles of each game that come with the package, the best first.

>>> from ruleproof.puzzles.starter import starter
>>> len(starter("esgros"))
120
"""

from __future__ import annotations

import argparse
import gzip
import sys
from importlib.resources import files
from pathlib import Path

from ruleproof.models.errors import TextError, offer
from ruleproof.models.files.writing import write_whole
from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet, read_set

STARTER = "starter:"
"""The prefix of a starter set's name, where a file could be given instead."""
_ENDING = ".jsonl.gz"


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


def packed(puzzles: list[Puzzle]) -> bytes:
    """The file of a starter set, the puzzles of the greatest worth first. The same puzzles give the
    same bytes.
    """
    ordered = sorted(puzzles, key=lambda one: -(one.worth.value if one.worth else 0))
    text = "".join(puzzle.line() + "\n" for puzzle in ordered)
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
