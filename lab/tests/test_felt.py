"""Weights of felt difficulty follow readers, as far as there are many."""

from __future__ import annotations

import random

from lab.felt import Feeling, by_others, fifths, fitted, interval
from ruleproof.puzzles.puzzle import Rating
from ruleproof.puzzles.rating.rating import terms

BEFORE = {"value": 1.0, "matter": 0.5, "forced": 0.5}


def felt_by(name: str, many: int) -> list[Feeling]:
    """So many readings of puzzles whose difficulty is one of their parts."""
    dice = random.Random(1)
    found: list[Feeling] = []
    for number in range(many):
        parts = {one: dice.randrange(1, 30) for one in ("matter", "forced", "candidates")}
        rated = Rating(
            value=dice.randrange(1200, 1800), error=60, level=3, by="search", parts=parts
        )
        difficulty = terms(rated.value, parts)[name]
        found.append(Feeling("a", str(number), "x", difficulty, rated))
    return found


def test_weights_follow_the_readers():
    few, many = (fitted(felt_by("forced", n), BEFORE).weights for n in (3, 300))
    assert many["forced"] > 5 * abs(many["matter"])
    assert few["forced"] < many["forced"]


def test_what_readers_of_other_puzzles_felt_tells_of_the_rest():
    feelings = felt_by("forced", 100)
    whole, low, high = interval(feelings, by_others(feelings))
    assert 0.9 < low <= whole <= high


def test_fifths_count_games_alike():
    values = [("a", float(n)) for n in range(100)] + [("b", float(n)) for n in range(100, 110)]
    assert [round(one) // 2 for one in fifths(values)] == [20, 40, 51, 53]
