"""The calibration that attempts give."""

from __future__ import annotations

import random

import pytest

from lab.fitting import Successes, abilities, trend
from ruleproof.models.errors import TextError
from ruleproof.puzzles.rating.rating import chance


def test_abilities_come_back_from_the_attempts_that_they_make():
    dice = random.Random(7)
    truth = {"games 0": -1.5, "games 1": 0.0, "games 4": 2.0}
    rows: list[tuple[int, ...]] = []
    for _ in range(400):
        difficulty = dice.gauss(0, 1.2)
        rows.append(
            tuple(
                sum(dice.random() < chance(ability, difficulty) for _ in range(4))
                for ability in truth.values()
            )
        )
    found = abilities(Successes(tuple(truth), tuple(rows), 4))
    assert all(abs(found[one] - truth[one]) < 0.3 for one in truth)


def test_a_calibration_needs_puzzles():
    with pytest.raises(TextError, match="none"):
        abilities(Successes(("games 0", "games 1"), (), 4))


def test_more_nodes_are_never_easier():
    assert trend([10, 100, 1000], [1400.0, 1500.0, 1600.0]).slope == pytest.approx(100)
    assert trend([10, 100, 1000], [1600.0, 1500.0, 1400.0]).slope == 0
