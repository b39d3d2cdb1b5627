"""Writes `perft.jsonl`: numbers of move sequences from random positions under every reading.

Each line is one position: `board`, `settings` (`majority` left out where it is `stones`, as before
there was that setting), `position`, `counts` (the sequences of exactly 1, 2, … moves) and `margins`
(for the sequences of 1 and 2 moves, the sum over their ends of Black's area less White's). Run it
again to get the same file:

    python -m lab.make_perft_incrowd
"""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

from ruleproof import Game, Position, game
from ruleproof.models.incrowd.rules import PASS
from ruleproof.solvers.playing.reach.perft import perft

FILE = Path(__file__).parents[1] / "tests" / "models" / "incrowd" / "perft.jsonl"
BOARDS = {
    "square:1x1": 4, "square:1x2": 8, "square:2x2": 16, "square:1x7": 16, "square:2x5": 24,
    "square:3x3": 32, "square:3x4": 40, "square:4x4": 60, "square:4x5": 60, "square:5x5": 60,
    "square:6x6": 30, "square:7x9": 20, "square:9x9": 20, "square:13x13": 8, "square:16x16": 4,
}  # fmt: skip
"""Positions per board and reading; with `majority=cells` an eighth of them."""
USUAL = ("majority", "stones")
LARGEST = 200_000
"""The longest sequences counted are those of which there are no more than this."""
LONGEST = 8
MARGINS = 400
"""The margins of at most this many sequences are added up."""


def random_state(chosen: Game, rng: random.Random) -> Any:
    """A state that random play with few passes reaches."""
    p = chosen.start()
    for _ in range(rng.randrange(chosen.board.size + chosen.board.size // 3 + 1)):
        moves = chosen.moves(p)
        if not moves:
            break
        drops = [move for move in moves if move != PASS]
        q = chosen.play(p, rng.choice(drops if drops and rng.random() < 0.9 else moves))
        if chosen.over(q):
            break
        p = q
    return p


def sum_of_margins(chosen: Game, p: Any, depth: int) -> int:
    """Black's area less White's, added up over the ends of all sequences of that length."""
    if depth == 0:
        return chosen.score(p, 0) - chosen.score(p, 1)
    return sum(sum_of_margins(chosen, chosen.play(p, m), depth - 1) for m in chosen.moves(p))


def line(chosen: Game, p: Any) -> dict[str, Any]:
    """The position with its counts and margins."""
    counts: list[int] = []
    while len(counts) < LONGEST and (not counts or counts[-1]):
        sequences = perft(chosen, (p,), len(counts) + 1)
        if sequences > LARGEST:
            break
        counts.append(sequences)
    margins = [
        sum_of_margins(chosen, p, depth)
        for depth in (1, 2)
        if depth <= len(counts) and counts[depth - 1] <= MARGINS
    ]
    return {
        "board": chosen.board.text,
        "settings": {
            name: value for name, value in chosen.settings.items() if (name, value) != USUAL
        },
        "position": Position(chosen, p).text,
        "counts": counts,
        "margins": margins,
    }


def lines() -> list[dict[str, Any]]:
    """All lines, without positions that stand there already."""
    found: dict[str, dict[str, Any]] = {}
    for majority, seed, share in (("stones", 2002, 1), ("cells", 2003, 8)):
        rng = random.Random(seed)
        for board, many in BOARDS.items():
            readings = product(("local", "global"), ("off", "on"), ("orthogonal", "all8"))
            for chain, turncoat, territory in readings:
                chosen = game(
                    "incrowd",
                    board,
                    majority=majority,
                    chain=chain,
                    turncoat_chain=turncoat,
                    territory=territory,
                )
                for _ in range(many // share):
                    one = line(chosen, random_state(chosen, rng))
                    key = json.dumps([one["board"], one["settings"], one["position"]])
                    found.setdefault(key, one)
    return list(found.values())


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(one) + "\n" for one in lines()))
