"""Writes `tests/models/GAME/perft.jsonl`: numbers of move sequences from random positions.

Each line is one position: `board`, `settings` (those that are not the default ones), `position`,
and `counts`, the sequences of exactly 1, 2, … moves. Run it again to get the same files:

    python -m lab.make_perft [GAME …]

With `--ends` it writes `ends.jsonl` instead, for a share of the positions of any game's perft data:
`ends`, a digest of the positions that all sequences of 1, 2, … moves lead to (`tests/ends.py`):

    python -m lab.make_perft --ends [GAME …]
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.playing.reach.perft import perft
from tests.ends import digest

HERE = Path(__file__).parents[1] / "tests" / "models"
BOARDS: dict[str, dict[str, int]] = {
    "esgros": {
        "path:2": 10, "path:3": 30, "path:5": 80, "path:8": 150, "square:2x2": 60,
        "square:2x3": 150, "square:3x3": 300, "square:3x4": 250, "hex:2": 250, "hex:3": 650,
        "hex:4": 700, "hex:5": 250, "hex:7": 80, "hex:8": 60, "square:16x16": 15,
    },
    "sow": {
        "square:1x2": 15, "square:1x5": 60, "square:2x2": 60, "square:2x3": 120,
        "square:2x4": 150, "square:3x4": 150, "square:2x6": 100, "square:4x8": 300,
        "square:5x5": 40, "square:9x9": 10,
    },
}  # fmt: skip
"""Positions per board; the large boards need wider sets of cells than a word."""
LARGEST = 30_000
"""The longest sequences counted are those of which there are no more than this."""
LONGEST = 7


def random_settings(name: str, rng: random.Random) -> dict[str, Any]:
    """Any setting now and then at any value, left out where it is the default one."""
    chosen = {
        setting.name: rng.choice(setting.choices)
        for setting in rulebook(name).settings
        if rng.random() < 0.3
    }
    return {key: v for key, v in chosen.items() if v != rulebook(name).setting(key).default}


def random_game(name: str, board: str, rng: random.Random) -> tuple[Game, dict[str, Any]]:
    """A game under random settings that the rulebook does not refuse."""
    while True:
        chosen = random_settings(name, rng)
        try:
            return make_game(rulebook(name), board, chosen), chosen
        except TextError:
            continue


def random_position(chosen: Game, rng: random.Random) -> Position:
    """A position, not yet over if the start is not, that random play reaches."""
    position = Position.start(chosen)
    if position.over:
        return position
    for _ in range(rng.choice([rng.randrange(3), rng.randrange(40), rng.randrange(100)])):
        after = position.after(rng.choice(position.legal_moves()))
        if after.over:
            break
        position = after
    return position


def line(position: Position, chosen: dict[str, Any]) -> dict[str, Any]:
    """The position with its counts."""
    counts: list[int] = []
    while len(counts) < LONGEST and (not counts or counts[-1]):
        sequences = perft(position.game, (position.state,), len(counts) + 1)
        if sequences > LARGEST:
            break
        counts.append(sequences)
    text = position.game.board.text
    return {"board": text, "settings": chosen, "position": position.text, "counts": counts}


def lines(name: str) -> list[dict[str, Any]]:
    """All lines of a game, without positions that stand there already."""
    rng = random.Random(2024)
    found: dict[str, dict[str, Any]] = {}
    for board, many in BOARDS[name].items():
        for _ in range(many):
            chosen, settings = random_game(name, board, rng)
            one = line(random_position(chosen, rng), settings)
            if one["counts"]:
                found.setdefault(json.dumps([board, settings, one["position"]]), one)
    return list(found.values())


ONE_IN = 8
"""The share of the positions whose ends are told, and the most sequences there may be of them."""
MOST_ENDS, DEEPEST_ENDS = 400, 3


def with_ends(name: str) -> list[dict[str, Any]]:
    """A share of the lines of a game's perft data, with the digests of the ends for the counts."""
    found: list[dict[str, Any]] = []
    for text in (HERE / name / "perft.jsonl").read_text().splitlines()[::ONE_IN]:
        one = json.loads(text)
        game = make_game(rulebook(name), one["board"], one["settings"])
        history = (Position.read(game, one["position"]).state,)
        depths = [d for d, many in enumerate(one["counts"], 1) if many <= MOST_ENDS]
        ends = [digest(game, history, depth) for depth in depths[:DEEPEST_ENDS]]
        kept = {key: one[key] for key in ("board", "settings", "position")}
        if ends:
            found.append({**kept, "ends": ends})
    return found


def write_ends(names: list[str]) -> None:
    """Writes the ends of these games, or of all that have perft data."""
    for name in names or sorted(file.parent.name for file in HERE.glob("*/perft.jsonl")):
        text = "".join(json.dumps(one) + "\n" for one in with_ends(name))
        (HERE / name / "ends.jsonl").write_text(text)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ends"]:
        write_ends(sys.argv[2:])
        sys.exit()
    for name in sys.argv[1:] or BOARDS:
        folder = HERE / name
        folder.mkdir(exist_ok=True)
        text = "".join(json.dumps(one) + "\n" for one in lines(name))
        (folder / "perft.jsonl").write_text(text)
