"""What In Crowd's perft data (`perft.jsonl`, see `make_perft.py`) covers, and the margins at the
end of all sequences together; `test_perft.py` holds the counts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof import Game, Position, game
from ruleproof.models.compiled.kernels import engine

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


def read(line: dict[str, Any]) -> Position:
    chosen = {name.replace("-", "_"): value for name, value in line["settings"].items()}
    return Position.read(game("incrowd", line["board"], **chosen), line["position"])


def margins(chosen: Game, p: Any, depth: int) -> int:
    if depth == 0:
        return chosen.score(p, 0) - chosen.score(p, 1)
    return sum(margins(chosen, chosen.play(p, move), depth - 1) for move in chosen.moves(p))


def compiled_margins(chosen: Game, p: Any, depth: int) -> int:
    compiled = engine(chosen)
    kernels, masks, numbers = compiled.kernels, compiled.masks, compiled.numbers

    def total(row: Any, left: int) -> int:
        if left == 0:
            return kernels.score(masks, numbers, row, 0) - kernels.score(masks, numbers, row, 1)
        found = compiled.move_list()
        kernels.moves(masks, numbers, row, found)
        after = np.zeros_like(row)
        margin = 0
        for move in found[1 : found[0] + 1]:
            assert kernels.play(masks, numbers, row, move, after) == -1
            margin += total(after, left - 1)
        return margin

    return total(compiled.row(p), depth)


def test_the_data_is_large_enough_and_covers_every_reading():
    assert len(LINES) == 3277
    assert sum(len(line["counts"]) for line in LINES) == 16150
    assert len({json.dumps(line["settings"]) for line in LINES}) == 16
    keys = {json.dumps([line[k] for k in ("board", "settings", "position")]) for line in LINES}
    assert len(keys) == len(LINES)


def held(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        position = read(line)
        for depth, margin in enumerate(line["margins"], 1):
            assert margins(position.game, position.state, depth) == margin, line
            assert compiled_margins(position.game, position.state, depth) == margin, line


@pytest.mark.slow
def test_a_sample_of_the_margins():
    held(LINES[7::41])


@pytest.mark.slow
def test_all_margins():
    held(LINES)
