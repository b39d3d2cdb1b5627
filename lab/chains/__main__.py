"""Finds the longest chains of In Crowd board by board; its claims 8a to 8d quote the page.

    python -m lab.chains [--time 40] [--page lab/results/chains.md] [BOARD …]

`--time` are CPU seconds for each number. The page holds a row for each board, those of the page
that are not asked for as they were.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from lab.chains.longest import FLIPS, WAVES, longest, longest_in_play
from ruleproof import game
from ruleproof.models.files.writing import write_whole

BOARDS = tuple(
    f"square:{text}"
    for text in ("3x3", "3x4", "3x5", "4x4", "4x5", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10")
)
SLOW = {"square:6x6": 300.0}
"""Boards that are given more seconds, because these suffice."""
COLUMNS = ((longest, FLIPS), (longest, WAVES), (longest_in_play, FLIPS), (longest_in_play, WAVES))
"""The columns in their order: of stones that stand anywhere (8c, 8d), then in play (8a, 8b)."""
HEAD = """# The longest chains of In Crowd

`python -m lab.chains --page lab/results/chains.md` wrote this page on claims 8a to 8d under the
usual settings: the most stones that one drop flips, and the most waves; among stones that may stand
anywhere, and in play. A single number is proved to be the greatest. Of two numbers the first is
reached, and the second is proved not to be exceeded. Every number reached was played by the rules.
`CPU s` is for each of the four.

| board | flips | waves | flips in play | waves in play | CPU s |
| --- | ---: | ---: | ---: | ---: | ---: |
"""


def row(board: str, seconds: float) -> str:
    """The row of a board."""
    cells: list[str] = []
    spent: list[str] = []
    for find, which in COLUMNS:
        begun = time.process_time()
        known: Any = find(game("incrowd", board), seconds, which).details
        spent.append(f"{time.process_time() - begun:.1f}")
        low, high = known["at_least"], known["at_most"]
        cells.append(str(low) if low == high else f"{low} to {high}")
    return f"| {board} | {' | '.join(cells)} | {', '.join(spent)} |"


def main() -> None:
    """Prints the rows, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=BOARDS, metavar="BOARD")
    parser.add_argument("--time", type=float, default=40.0)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    rows: dict[str, str] = {}
    if options.page and options.page.exists():
        lines = options.page.read_text().splitlines()
        rows = {line.split()[1]: line for line in lines if line.startswith("| square:")}
    for board in options.boards:
        rows[board] = row(board, max(options.time, SLOW.get(board, 0.0)))
        sys.stdout.write(f"{rows[board]}\n")
        sys.stdout.flush()
        if options.page:
            ordered = sorted(rows, key=lambda one: [int(side) for side in one[7:].split("x")])
            write_whole(
                options.page, (HEAD + "".join(f"{rows[one]}\n" for one in ordered)).encode()
            )


if __name__ == "__main__":
    main()
