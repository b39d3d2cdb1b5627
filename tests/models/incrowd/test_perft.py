"""In Crowd's perft data (`perft.jsonl`, see `make_perft.py`) by compiled and by plain rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof import Game, Position, game
from ruleproof.models.kernels import PLAYING, engine
from ruleproof.solvers.perft import perft, plain_perft

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


def read(line: dict[str, Any]) -> Position:
    chosen = {name.replace("-", "_"): value for name, value in line["settings"].items()}
    return Position.read(game("incrowd", line["board"], **chosen), line["position"])


def counts(line: dict[str, Any], most: int) -> list[int]:
    """The leading counts that are small enough."""
    return [count for count in line["counts"] if count <= most]


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
    assert len(LINES) == 2911
    assert sum(len(line["counts"]) for line in LINES) == 14359
    assert len({json.dumps(line["settings"]) for line in LINES}) == 8
    keys = {json.dumps([line[k] for k in ("board", "settings", "position")]) for line in LINES}
    assert len(keys) == len(LINES)


def held(lines: list[dict[str, Any]], most: int) -> None:
    for line in lines:
        position = read(line)
        for depth, count in enumerate(counts(line, most), 1):
            assert perft(position.game, (position.state,), depth) == count, line
            if count <= most // 100:
                assert perft(position.game, (position.state,), depth, bulk=False) == count, line
        for depth, margin in enumerate(line["margins"], 1):
            assert compiled_margins(position.game, position.state, depth) == margin, line


def test_a_sample_by_compiled_rules():
    held(LINES[::5], 50_000)


@pytest.mark.slow
def test_the_whole_by_compiled_rules():
    held(LINES, 200_000)


def plainly_held(lines: list[dict[str, Any]], most: int) -> None:
    for line in lines:
        position = read(line)
        for depth, count in enumerate(counts(line, most), 1):
            assert plain_perft(position.game, (position.state,), depth) == count, line
        for depth, margin in enumerate(line["margins"], 1):
            assert margins(position.game, position.state, depth) == margin, line


def test_a_sample_by_plain_rules():
    plainly_held(LINES[7::41], 1_000)


@pytest.mark.slow
def test_the_whole_by_plain_rules():
    plainly_held(LINES, 2_000)


@pytest.mark.parametrize("line", LINES[3::101], ids=lambda line: line["board"])
def test_every_turn_is_the_same_compiled_and_interpreted(line: dict[str, Any]):
    position = read(line)
    compiled = engine(position.game)
    kernels, masks, numbers = compiled.kernels, compiled.masks, compiled.numbers
    row, after = compiled.row(position.state), np.zeros(compiled.row_words, np.uint64)
    found = compiled.move_list()
    many = kernels.moves(masks, numbers, row, found)
    moves = [int(move) for move in found[1 : many + 1]]
    assert moves == position.game.moves(position.state)
    assert kernels.bulk(masks, numbers, row, found) == many
    for move in moves:
        kernels.play(masks, numbers, row, move, after)
        q = position.game.play(position.state, move)
        assert compiled.state(after) == q
        ended = kernels.ended(masks, numbers, after)
        assert ended == (position.game.payoff(q) if position.game.over(q) else PLAYING)
