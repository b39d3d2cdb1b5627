"""Packs a starter set: the easiest puzzle first, those that are alike apart.

    python -m lab.packing SET.jsonl…

>>> from ruleproof.puzzles.starter import starter
>>> [puzzle.id for puzzle in climbing(starter("esgros"))][:1] == [starter("esgros")[0].id]
True
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Sequence
from pathlib import Path

from ruleproof.models.files.writing import write_whole
from ruleproof.puzzles import starter
from ruleproof.puzzles.making.climbing import climbing
from ruleproof.puzzles.puzzle import Puzzle, read_set
from ruleproof.puzzles.starter import ENDING


def packed(puzzles: Sequence[Puzzle]) -> bytes:
    """The file of a starter set, arranged. The same puzzles give the same bytes."""
    text = "".join(puzzle.line() + "\n" for puzzle in climbing(puzzles))
    return gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)


def main() -> None:
    """Packs sets of one game as its starter set, into the folder `sets` of the package."""
    parser = argparse.ArgumentParser(description="Pack sets of one game as its starter set.")
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET.jsonl")
    paths: list[Path] = parser.parse_args().sets
    puzzles = [
        one for path in paths for one in read_set(path.read_text(encoding="utf-8"), str(path))
    ]
    names = {puzzle.game for puzzle in puzzles}
    if len(names) != 1:
        parser.error(f"sets of one game, with a puzzle at least: {', '.join(sorted(names))!r}")
    target = Path(starter.__file__).parent / "sets" / (names.pop() + ENDING)
    content = packed(puzzles)
    write_whole(target, content)
    sys.stdout.write(f"{target.name}: {len(puzzles)} puzzles, {len(content):,} bytes\n")


if __name__ == "__main__":
    main()
