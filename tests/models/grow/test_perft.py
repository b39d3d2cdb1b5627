"""What Grow's perft data (`perft.jsonl`, see `make_perft.py`) covers, and the spaces of each player
at the end of all sequences together; `test_perft.py` holds the counts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Game, Position, game

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


def read(line: dict[str, Any]) -> Position:
    chosen = {name.replace("-", "_"): value for name, value in line["settings"].items()}
    return Position.read(game("grow", line["board"], **chosen), line["position"])


def test_the_data_is_large_enough_and_covers_every_setting():
    assert len(LINES) == 3008
    assert sum(len(line["counts"]) for line in LINES) == 15383
    assert len({json.dumps(line["settings"]) for line in LINES}) == 96
    amid_a_turn = [
        line for line in LINES if "'" in line["position"] or "dropped=yes" in line["position"]
    ]
    assert len(amid_a_turn) == 1483
    keys = {json.dumps([line[k] for k in ("board", "settings", "position")]) for line in LINES}
    assert len(keys) == len(LINES)


def spaces(chosen: Game, p: Any, depth: int) -> list[int]:
    if depth == 0:
        return [chosen.score(p, player) for player in range(len(chosen.players))]
    ends = [spaces(chosen, chosen.play(p, move), depth - 1) for move in chosen.moves(p)]
    return [sum(each) for each in zip(*ends, strict=True)] or [0] * len(chosen.players)


def held(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        position = read(line)
        assert position.text == line["position"]
        for depth, expected in enumerate(line["spaces"], 1):
            assert spaces(position.game, position.state, depth) == expected, line


def test_a_sample_of_the_spaces():
    held(LINES[3::29])


@pytest.mark.slow
def test_all_spaces():
    held(LINES)
