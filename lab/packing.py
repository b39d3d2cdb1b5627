"""Packs a starter set: chooses of all that was made, the easiest puzzle first, those that are
alike apart.

    python -m lab.packing SET.jsonl… [-n 100]

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
from ruleproof.puzzles.judging.solution import length
from ruleproof.puzzles.making.choice import Choice
from ruleproof.puzzles.making.climbing import climbing
from ruleproof.puzzles.making.places import BARE
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.puzzle import Puzzle, position_of, read_set
from ruleproof.puzzles.starter import ENDING
from ruleproof.puzzles.telling.appeal import disliked
from ruleproof.puzzles.telling.worth import worth


def chosen(puzzles: Sequence[Puzzle], n: int) -> list[Puzzle]:
    """At most so many of the puzzles, each time the one that the set needs most; `Choice` says
    which fit, and for which the last places are kept. What it lacks and nobody made is given up,
    and what no reader found fair is left out.
    """
    choice = Choice(wanted(position_of(puzzles[0]).game, 1), n)
    left = {one.id: one for one in puzzles if one.id not in disliked()}
    while left and not choice.full:
        fit = [one for one in left.values() if not choice.refused(one)]
        if not fit:
            break
        best = max(fit, key=choice.places.wish)
        del left[best.id]
        choice.take(best)
        left = {name: one for name, one in left.items() if not choice.alike(one)}
    return themed(choice.puzzles)


def themed(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles without the least of those that have no theme, until few enough have none."""
    found = list(puzzles)
    bare = sorted(
        (one for one in found if not one.themes), key=lambda x: (length(x) == 1, worth(x))
    )
    for one in bare:
        if sum(not other.themes for other in found) > BARE * len(found):
            found.remove(one)
    return found


def packed(puzzles: Sequence[Puzzle]) -> bytes:
    """The file of a starter set, arranged. The same puzzles give the same bytes."""
    text = "".join(puzzle.line() + "\n" for puzzle in climbing(puzzles))
    return gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)


def main() -> None:
    """Packs sets of one game as its starter set, into the folder `sets` of the package."""
    parser = argparse.ArgumentParser(description="Pack sets of one game as its starter set.")
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET.jsonl")
    parser.add_argument("-n", type=int, default=100, help="at most so many")
    asked = parser.parse_args()
    paths: list[Path] = asked.sets
    puzzles = [
        one for path in paths for one in read_set(path.read_text(encoding="utf-8"), str(path))
    ]
    names = {puzzle.game for puzzle in puzzles}
    if len(names) != 1:
        parser.error(f"sets of one game, with a puzzle at least: {', '.join(sorted(names))!r}")
    target = Path(starter.__file__).parent / "sets" / (names.pop() + ENDING)
    taken = chosen(puzzles, asked.n)
    content = packed(taken)
    write_whole(target, content)
    told = f"{len(taken)} of {len(puzzles)} puzzles, {len(content):,} bytes"
    sys.stdout.write(f"{target.name}: {told}\n")


if __name__ == "__main__":
    main()
