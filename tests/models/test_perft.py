"""The perft data of every game, held against compiled rules, plain rules and constraints.

`tests/models/GAME/perft.jsonl` is plain data: a position a line with the numbers of its move
sequences of length 1, 2, ….
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.game import make_game
from ruleproof.models.position import Position
from ruleproof.models.rulebook import rulebook
from ruleproof.solvers.perft import perft, plain_perft

FILES = sorted(Path(__file__).parent.glob("*/perft.jsonl"))


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def position(file: Path, line: dict[str, Any]) -> Position:
    game = make_game(rulebook(file.parent.name), line["board"], line["settings"])
    return Position.read(game, line["position"])


def test_the_data_is_as_large_as_promised() -> None:
    assert [file.parent.name for file in FILES] == ["esgros", "gro", "grow", "incrowd", "sow"]
    everything = [line for file in FILES for line in lines(file)]
    assert len(everything) >= 10_000
    assert sum(len(line["counts"]) for line in everything) >= 50_000


def held(file: Path, chosen: list[dict[str, Any]], most: int, plainly: int) -> None:
    for line in chosen:
        start = position(file, line)
        history = (start.state,)
        for depth, count in enumerate(line["counts"], 1):
            if count <= most:
                assert perft(start.game, history, depth) == count, line
                assert perft(start.game, history, depth, bulk=False) == count, line
            if count <= plainly:
                assert plain_perft(start.game, history, depth) == count, line


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_a_sample(file: Path) -> None:
    held(file, lines(file)[::15], 20_000, 300)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_whole(file: Path) -> None:
    held(file, lines(file), 10**9, 3_000)
