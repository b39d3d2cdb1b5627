"""Writes `perft.jsonl`: numbers of move sequences from random positions under random settings.

Each line is one position: `board`, `settings` (those that are not the default ones), `position`,
and `counts`, the sequences of exactly 1, 2, … moves. Random play turns back every now and then, so
that positions recur and claims and losses by repetition are among them. Run it again to get the
same file:

    python -m lab.make_perft_gro
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from ruleproof import Game, Position, game
from ruleproof.models.cells import first_of, last_of, pair
from ruleproof.models.gro.codes import DIVIDE, MOVE, PASS
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.playing.reach.perft import perft

FILE = Path(__file__).parents[1] / "tests" / "models" / "gro" / "perft.jsonl"
BOARDS = {
    "dish:1,1": 900, "dish:1,2": 600, "dish:2,1": 440, "dish:1,3": 200, "dish:2,2": 200,
    "dish:3,1": 100, "dish:3,2": 200, "dish:3,3": 40, "dish:4,2": 30, "dish:5,4": 20,
    "dish:6,4": 10,
}  # fmt: skip
"""Positions per board; the last three need wider sets of cells than a word."""
LARGEST = 150_000
"""The longest sequences counted are those of which there are no more than this."""
LONGEST = 8
TOKENS = (1, 2, 3, 4, 6, 8, 12)


def random_settings(rng: random.Random) -> dict[str, Any]:
    """An edition or none, and any other setting now and then at any value."""
    chosen: dict[str, Any] = {}
    for setting in rulebook("gro").settings:
        if rng.random() < 0.3:
            chosen[setting.name] = rng.choice(setting.choices)
    if "tokens" in chosen:
        chosen["tokens"] = rng.choice(TOKENS)
    return {name: v for name, v in chosen.items() if v != rulebook("gro").setting(name).default}


def back(before: int) -> int:
    """The move that takes a move back."""
    return MOVE + pair(last_of(before), first_of(before))


def random_position(chosen: Game, rng: random.Random) -> Position:
    """A position, not yet over, that random play with few passes and some turning back reaches."""
    position = Position.start(chosen)
    played: list[int] = []
    turning = rng.choice([0.1, 0.9])
    for _ in range(rng.choice([rng.randrange(3), rng.randrange(40), rng.randrange(120)])):
        moves = chosen.moves(position.state)
        acting = [move for move in moves if move < PASS]
        move = rng.choice(acting if acting and rng.random() < 0.9 else moves)
        if len(played) > 1 and MOVE <= played[-2] < DIVIDE and back(played[-2]) in moves:
            move = back(played[-2]) if rng.random() < turning else move
        after = position.after(move)
        if after.over:
            break
        position = after
        played.append(move)
    return position


def line(position: Position, chosen: dict[str, Any]) -> dict[str, Any]:
    """The position with its counts."""
    counts: list[int] = []
    while len(counts) < LONGEST and (not counts or counts[-1]):
        sequences = perft(position.game, (position.state,), len(counts) + 1)
        if sequences > LARGEST:
            break
        counts.append(sequences)
    return {
        "board": position.game.board.text,
        "settings": chosen,
        "position": position.text,
        "counts": counts,
    }


def lines() -> list[dict[str, Any]]:
    """All lines, without positions that stand there already."""
    rng = random.Random(1999)
    found: dict[str, dict[str, Any]] = {}
    for board, many in BOARDS.items():
        for _ in range(many):
            chosen = random_settings(rng)
            position = random_position(game("gro", board, **chosen), rng)
            one = line(position, chosen)
            key = json.dumps([one["board"], one["settings"], one["position"]])
            found.setdefault(key, one)
    return list(found.values())


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(one) + "\n" for one in lines()))
