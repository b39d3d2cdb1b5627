"""In Crowd's two encodings say the same under every setting: positions that play reaches, and any
well-formed ones; and its perft data by the constraints alone.
"""

# pyright: basic

from __future__ import annotations

import json
import sys
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Game, Position, game
from ruleproof.solvers.conformance import compare_all, conform, long_run, random_states
from ruleproof.solvers.successors import Constraints, constraint_perft

READINGS = [
    {"chain": chain, "turncoat_chain": turncoat, "territory": territory}
    for chain, turncoat, territory in product(
        ("local", "global"), ("off", "on"), ("orthogonal", "all8")
    )
]
LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: " ".join(reading.values()))
def test_every_setting_conforms(reading: dict[str, str]):
    one = game("incrowd", "square:2x3", **reading)
    constraints = Constraints(one)
    anywhere = list(islice(constraints.positions(), 400))
    played = list(islice(random_states(one, seed=2), 200))
    assert conform(one, anywhere + played, constraints=constraints) == []
    assert conform(one, played[:20], way="search", constraints=constraints) == []


@pytest.mark.parametrize("reading", [READINGS[0], READINGS[-1]], ids=["default", "other"])
def test_random_positions_of_a_square_conform(reading: dict[str, str]):
    one = game("incrowd", "square:3x3", **reading)
    assert conform(one, islice(random_states(one, seed=3), 400)) == []


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: " ".join(reading.values()))
@pytest.mark.parametrize("board", ["square:1x7", "square:2x4", "square:3x3"])
def test_all_positions_of_small_boards_conform(board: str, reading: dict[str, str]):
    one = game("incrowd", board, **reading)
    constraints = Constraints(one)
    tally = compare_all(constraints, constraints.positions())
    sys.stdout.write(f"{board} {reading}: {tally.positions} positions, {tally.steps} steps\n")
    assert tally.disagreements == []


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: " ".join(reading.values()))
@pytest.mark.parametrize("board", ["square:4x4", "square:5x5"])
def test_random_positions_of_larger_boards_conform(board: str, reading: dict[str, str]):
    tally = long_run(game("incrowd", board, **reading), 5_000, seed=4)
    sys.stdout.write(f"{board} {reading}: {tally.positions} positions, {tally.steps} steps\n")
    assert tally.disagreements == []


def grouped(lines: list[dict[str, Any]]) -> dict[Game, list[tuple[Any, list[int]]]]:
    """Per game its positions, each with its counts."""
    found: dict[str, tuple[Game, list[tuple[Any, list[int]]]]] = {}
    for line in lines:
        chosen = {name.replace("-", "_"): value for name, value in line["settings"].items()}
        one = game("incrowd", line["board"], **chosen)
        state = Position.read(one, line["position"]).state
        key = json.dumps([line["board"], line["settings"]])
        found.setdefault(key, (one, []))[1].append((state, line["counts"]))
    return dict(found.values())


def legal_moves_hold(lines: list[dict[str, Any]]) -> int:
    """The number of positions whose moves the constraints count alike."""
    held = 0
    for one, positions in grouped(lines).items():
        codes = Constraints(one).legal_codes([state for state, _ in positions])
        assert [len(moves) for moves in codes] == [counts[0] for _, counts in positions]
        held += len(positions)
    return held


def test_a_sample_of_the_perft_data_by_the_constraints_alone():
    usual = [line for line in LINES if set(line["settings"].values()) <= {*READINGS[0].values()}]
    small = [line for line in usual if line["board"] not in {"square:13x13", "square:16x16"}]
    assert legal_moves_hold(small) == 349
    for line in [one for one in usual if one["board"] == "square:2x2"]:
        ((one, ((state, counts),)),) = grouped([line]).items()
        for depth, count in enumerate(counts[:3], 1):
            assert constraint_perft(one, state, depth) == count


@pytest.mark.slow
def test_the_whole_perft_data_by_the_constraints_alone():
    assert legal_moves_hold(LINES) == len(LINES)
