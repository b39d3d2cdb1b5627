"""What GRO's perft data (`perft.jsonl`, see `make_perft.py`) covers; `test_perft.py` holds it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ruleproof import Position, game
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.rulebooks.rulebook import rulebook

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


def read(line: dict[str, Any]) -> Position:
    return Position.read(game("gro", line["board"], **line["settings"]), line["position"])


def test_the_data_is_large_enough_and_covers_every_value_of_every_setting():
    assert len(LINES) == 2690
    assert sum(len(line["counts"]) for line in LINES) == 13751
    assert sum("seen" in line["position"] for line in LINES) == 691
    boards = {line["board"]: line for line in LINES}
    assert {engine(read(line).game).width for line in boards.values()} == {64, 128, 192, 256}
    for setting in rulebook("gro").settings:
        if setting.name != "tokens":
            seen = {line["settings"].get(setting.name, setting.default) for line in LINES}
            assert seen == set(setting.choices)
