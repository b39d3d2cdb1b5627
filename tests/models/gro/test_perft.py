"""GRO's perft data (`perft.jsonl`, see `make_perft.py`) by compiled rules, by plain ones and by the
constraints.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.kernels import engine
from ruleproof.models.rulebook import rulebook
from ruleproof.solvers.perft import perft, plain_perft

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


def read(line: dict[str, Any]) -> Position:
    return Position.read(game("gro", line["board"], **line["settings"]), line["position"])


def counts(line: dict[str, Any], most: int) -> list[int]:
    """The leading counts that are small enough."""
    return [count for count in line["counts"] if count <= most]


def test_the_data_is_large_enough_and_covers_every_value_of_every_setting():
    assert len(LINES) == 2690
    assert sum(len(line["counts"]) for line in LINES) == 13751
    assert sum("seen" in line["position"] for line in LINES) == 691
    assert {engine(read(line).game).width for line in LINES[::5] + LINES[-60:]} == {
        64,
        128,
        192,
        256,
    }
    for setting in rulebook("gro").settings:
        if setting.name != "tokens":
            seen = {line["settings"].get(setting.name, setting.default) for line in LINES}
            assert seen == set(setting.choices)


def test_a_sample_by_compiled_rules():
    for line in LINES[::6]:
        position = read(line)
        for depth, count in enumerate(counts(line, 40_000), 1):
            assert perft(position.game, (position.state,), depth) == count, line
            if count <= 2_000:
                assert perft(position.game, (position.state,), depth, bulk=False) == count, line


@pytest.mark.slow
def test_the_whole_by_compiled_rules():
    for line in LINES:
        position = read(line)
        for depth, count in enumerate(line["counts"], 1):
            for bulk in (True, False):
                assert perft(position.game, (position.state,), depth, bulk=bulk) == count, line


def plainly_held(lines: list[dict[str, Any]], most: int) -> None:
    for line in lines:
        position = read(line)
        for depth, count in enumerate(counts(line, most), 1):
            assert plain_perft(position.game, (position.state,), depth) == count, line


def test_a_sample_by_plain_rules():
    plainly_held(LINES[3::12], 1_000)


@pytest.mark.slow
def test_the_whole_by_plain_rules():
    plainly_held(LINES, 3_000)
