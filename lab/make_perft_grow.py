"""Writes `perft.jsonl`: numbers of micro-move sequences from random positions, many of them amid a
turn, under every setting.

Each line is one position: `board`, `settings` (`edition` apart, which only sets the order),
`position`, `counts` (the sequences of exactly 1, 2, … micro-moves, up to the first 0) and `spaces`
(for the first of these lengths, as long as they are few, the sum over their ends of each player's
spaces).
Run it again to get the same file:

    python -m lab.make_perft_grow
"""

from __future__ import annotations

import json
import random
from itertools import product, takewhile
from pathlib import Path
from typing import Any

from ruleproof import Game, Position, game
from ruleproof.models.grow.rules import END
from ruleproof.solvers.playing.reach.perft import perft

FILE = Path(__file__).parents[1] / "tests" / "models" / "grow" / "perft.jsonl"
BOARDS = {
    "path:4": 2, "square:2x2": 2, "square:5x1": 2, "square:2x3": 3, "square:3x3": 4,
    "square:2x5": 3, "square:3x4": 4, "square:4x4": 4, "square:5x5": 2, "square:3x7": 2,
    "square:7x7": 1, "square:9x9": 1, "square:15x15": 1,
}  # fmt: skip
"""Positions per board and combination of settings."""
SETTINGS: list[dict[str, Any]] = [
    dict(zip(("players", "order", "drop", "new-head", "stall"), values, strict=True))
    for values in product(
        (2, 3, 4),
        ("free", "drop-first", "moves-first", "simultaneous"),
        ("optional", "mandatory"),
        ("rests", "moves"),
        ("endless", "score"),
    )
]
LARGEST = 50_000
"""The longest sequences counted are those of which there are no more than this."""
LONGEST = 7
CROWDS = [
    crowd
    for power in (2**place for place in range(2, 8))
    for crowd in [
        (power, 0, 0),
        (1, 0, power - 1),
        (0, power, 0),
        (0, 0, power),
        (0, power // 2, power // 2),
        (0, power - 1, 1),
        (0, 1, power - 1),
    ]
]
"""Heads on two spaces beside each other: on the first, on the second, and spent on the second. What
is one more, one less or both together needs every digit but the last of a number in binary here.
"""
FEW = 100
"""The spaces are added up over the ends of at most this many sequences."""


def random_state(chosen: Game, rng: random.Random) -> Any:
    """A state, not an ended one, that random play with long turns reaches."""
    p = chosen.start()
    for _ in range(rng.randrange(2 * chosen.board.size + 1)):
        moves = chosen.moves(p)
        if END in moves and len(moves) > 1 and rng.random() < 0.6:
            moves.remove(END)
        q = chosen.play(p, rng.choice(moves))
        if chosen.over(q):
            break
        p = q
    return p


def crowded(first: int, second: int, spent: int) -> tuple[str, str]:
    """Return the board and the position of such a crowd, at the end of a row of its tails."""
    tails = max(0, first + second + spent - 2)
    row = [f"r{first}", f"r{second + spent}" + "'" * spent, *["r0"] * tails, ".", "b1"]
    return f"path:{len(row)}", f"{' '.join(row)} ; red"


def spaces(chosen: Game, p: Any, depth: int) -> list[int]:
    """Each player's spaces, added up over the ends of all sequences of that length."""
    if depth == 0:
        return [chosen.score(p, player) for player in range(len(chosen.players))]
    ends = [spaces(chosen, chosen.play(p, move), depth - 1) for move in chosen.moves(p)]
    return (
        [sum(column) for column in zip(*ends, strict=True)] if ends else [0] * len(chosen.players)
    )


def line(chosen: Game, settings: dict[str, Any], p: Any) -> dict[str, Any]:
    """The position with its counts and spaces."""
    counts: list[int] = []
    while len(counts) < LONGEST and (not counts or counts[-1]):
        sequences = perft(chosen, (p,), len(counts) + 1)
        if sequences > LARGEST and counts:
            break
        counts.append(sequences)
    return {
        "board": chosen.board.text,
        "settings": settings,
        "position": Position(chosen, p).text,
        "counts": counts,
        "spaces": [
            spaces(chosen, p, depth) for depth, _ in enumerate(takewhile(FEW.__ge__, counts), 1)
        ],
    }


def lines() -> list[dict[str, Any]]:
    """All lines, without positions that stand there already."""
    rng = random.Random(2024)
    found: dict[str, dict[str, Any]] = {}
    for settings, (board, many) in product(SETTINGS, BOARDS.items()):
        named = {name.replace("-", "_"): value for name, value in settings.items()}
        chosen = game("grow", board, **named)
        for _ in range(many):
            one = line(chosen, settings, random_state(chosen, rng))
            found.setdefault(json.dumps([board, settings, one["position"]]), one)
    for crowd in CROWDS:
        board, text = crowded(*crowd)
        position = Position.read(game("grow", board), text)
        one = line(position.game, SETTINGS[0], position.state)
        found.setdefault(json.dumps([board, SETTINGS[0], one["position"]]), one)
    return list(found.values())


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(one) + "\n" for one in lines()))
