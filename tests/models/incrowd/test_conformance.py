"""In Crowd's two encodings say the same under every setting: positions that play reaches, and any
well-formed ones.
"""

# pyright: basic

from __future__ import annotations

import sys
from itertools import islice, product

import pytest

from ruleproof import game
from ruleproof.solvers.reasoning.formulas.conformance import compare_all, conform, random_states
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from tests.long_run import long_run, searched

READINGS = [
    {"majority": majority, "chain": chain, "turncoat_chain": turncoat, "territory": territory}
    for majority, chain, turncoat, territory in product(
        ("stones", "cells"), ("local", "global"), ("off", "on"), ("orthogonal", "all8")
    )
]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: " ".join(reading.values()))
def test_every_setting_conforms(reading: dict[str, str]):
    one = game("incrowd", "square:2x3", **reading)
    constraints = Constraints(one)
    anywhere = list(islice(constraints.positions(), 400))
    played = list(islice(random_states(one, seed=2), 200))
    assert conform(one, anywhere + played, constraints=constraints) == []
    assert searched(constraints, played[:20]) == []


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
