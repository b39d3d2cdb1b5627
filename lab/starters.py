"""Counts the starter sets: `python -m lab.starters` writes `lab/results/starters.md`.

own aim         puzzles that ask to win, save or do best
one answer      some one second turn is right whatever is replied
idle            the share of pieces that play no part, the mean of the set
by constraints  of the composed ones; the ids stand in `lab/results/constraints.txt`

>>> from ruleproof.puzzles.starter import starter
>>> row("gro", starter("gro")[:1], set())["first"]
'1'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from ruleproof.models.files.writing import write_whole
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.judging.solution import length
from ruleproof.puzzles.making.places import idle, level_of, undefended
from ruleproof.puzzles.posing.asking import AIM
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.starter import starter, starters
from ruleproof.puzzles.telling.worth import worth

HERE = Path(__file__).parent / "results"
PAGE, CONSTRAINTS = HERE / "starters.md", HERE / "constraints.txt"


def row(game: str, puzzles: Sequence[Puzzle], constraints: Collection[str]) -> dict[str, str]:
    """The numbers of one set, by the heads of their columns."""
    lengths = Counter(min(4, length(one)) for one in puzzles)
    levels = Counter(map(level_of, puzzles))
    told = {
        "game": rulebook(game).title,
        "puzzles": len(puzzles),
        "levels 1–5": " ".join(str(levels[one]) for one in range(1, 6)),
        "first": level_of(puzzles[0]),
        "turns 1, 2, 3, 4+": " ".join(str(lengths[one]) for one in range(1, 5)),
        "own aim": sum(one.stipulation.name in AIM for one in puzzles),
        "one answer": sum(map(undefended, puzzles)),
        "no theme": sum(not one.themes for one in puzzles),
        "help": sum(one.tree is None for one in puzzles),
        "composed": sum(one.composed for one in puzzles),
        "by constraints": sum(one.id in constraints for one in puzzles),
        "idle": f"{sum(map(idle, puzzles)) / len(puzzles):.0%}",
        "worth": round(sum(map(worth, puzzles)) / len(puzzles)),
    }
    return {name: str(value) for name, value in told.items()}


def asked(game: str, puzzles: Sequence[Puzzle]) -> str:
    """What a set asks, and on which boards."""
    boards = Counter(one.board for one in puzzles).most_common()
    kinds = Counter(one.stipulation.name for one in puzzles).most_common()
    on = ", ".join(f"{name} {many}" for name, many in boards)
    return f"- {rulebook(game).title}, {on}: {', '.join(f'`{one}` {many}' for one, many in kinds)}."


def page() -> str:
    """The page."""
    known = set(CONSTRAINTS.read_text("utf-8").split())
    sets = {name: starter(name) for name in starters()}
    rows = [row(name, one, known) for name, one in sets.items()]
    lines = [" | ".join(rows[0]), " | ".join(["---", *["---:"] * (len(rows[0]) - 1)])]
    lines += [" | ".join(one.values()) for one in rows]
    table = "\n".join(f"| {line} |" for line in lines)
    kinds = "\n".join(asked(name, one) for name, one in sets.items())
    words = (__doc__ or "").partition(">>>")[0].strip()
    return f"# The starter sets\n\n{words}\n\n{table}\n\n{kinds}\n"


def main() -> None:
    """Writes the page."""
    write_whole(PAGE, page())


if __name__ == "__main__":
    main()
