"""Ratings against successes: the tenths, and the file that tells them."""

from __future__ import annotations

import json

import pytest

from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle, Rating
from ruleproof.puzzles.rating.tenths import rank_correlation, read_agreement, tenths
from ruleproof.puzzles.telling.counts import counted, in_order, successes
from tests.reports.small_puzzles import by_people, help_puzzle, small_puzzle


def rated(value: int, solved: float | None, number: int = 0) -> Puzzle:
    """A puzzle with that rating."""
    rating = Rating(value=value, error=50, level=3, solved=solved, by="simulated")
    return small_puzzle("esgros").model_copy(update={"id": f"one-{number}", "rating": rating})


@pytest.mark.parametrize("many", [0, 1, 2, 9, 10, 11, 95])
def test_each_puzzle_is_in_one_tenth_and_tenths_are_of_one_size(many: int):
    found = tenths([(1000 + 10 * k, 0.5) for k in reversed(range(many))])
    sizes = [one.puzzles for one in found]
    assert sum(sizes) == many
    assert len(sizes) == min(10, many)
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert [one.rating for one in found] == sorted(one.rating for one in found)


def test_a_tenth_tells_the_mean_with_its_interval():
    (found,) = tenths([(1400.0, 0.25)])
    assert (found.rating, found.solved, found.low, found.high) == (1400.0, 0.25, 0.0, 1.0)
    found = tenths([(1400.0 + k, share) for k in range(10) for share in (0.4, 0.6)])[0]
    assert found.solved == 0.5
    assert found.low == 0.0, "two puzzles tell little"
    even = tenths([(1400.0, 0.5)] * 20)[0]
    assert (even.low, even.high) == (0.5, 0.5)


def test_ranks_say_whether_one_falls_as_the_other_rises():
    assert rank_correlation([(1, 0.9), (2, 0.5), (3, 0.4)]) == pytest.approx(-1)
    assert rank_correlation([(1, 0.5), (2, 0.5)]) == 0
    assert rank_correlation([]) == 0


def test_successes_leave_out_puzzles_that_nobody_tried():
    puzzles = [rated(1500, 0.25, 1), rated(1300, 0.75, 2), rated(1400, None), help_puzzle()]
    untried = puzzles[-1].model_copy(update={"rating": None})
    told = [(one.rating, one.solved) for one in successes([*puzzles[:3], untried])]
    assert told == [(1300, 0.75), (1500, 0.25)]
    assert successes([untried]) == []


def test_successes_of_people_are_those_of_the_puzzles_that_they_rated():
    puzzles = [rated(1500, 0.25, 1), by_people(rated(1300, 0.75, 2), 0.1)]
    assert [(one.rating, one.solved) for one in successes(puzzles)] == [(1500, 0.25)]
    assert [(one.rating, one.solved) for one in successes(puzzles, "people")] == [(1600, 0.1)]


def test_a_rating_beyond_all_measure_is_named():
    with pytest.raises(TextError, match=r"^puzzle 1, one-7: a rating is nearer to 0 "):
        successes([rated(10**400, 0.5, 7)])


def test_numbers_are_told_in_their_order_and_every_level_is_among_them():
    puzzles = [rated(1950, 0.1), rated(-50, 0.9), rated(950, 0.9), rated(955, 0.9)]
    found = in_order(counted(puzzles))
    assert found["rating"] == [("-100--1", 1), ("900-999", 2), ("1900-1999", 1)]
    assert found["level"] == [("1", 0), ("2", 0), ("3", 4), ("4", 0), ("5", 0)]
    assert in_order({"turns": {"to the end": 5, "3": 1, "2": 2}})["turns"] == [
        ("2", 2), ("3", 1), ("to the end", 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "the file: "),
        ("[]", "the file: "),
        ('{"games": [{"game": "gro"}]}', "games.0.puzzles: "),
        ('{"format": "ruleproof-ratings/9", "games": []}', "format: "),
        ('{"games": [], "more": 1}', "more: "),
    ],
)
def test_another_file_is_refused_with_its_place(text: str, place: str):
    with pytest.raises(TextError, match=rf"^r\.json: {place}.*`calibrate --table` is accepted$"):
        read_agreement(text, "r.json")


def test_no_share_is_beyond_all_and_none():
    one = {"puzzles": 1, "rating": 1.0, "solved": 0.5, "low": 0.0, "high": 1.0}
    game = {"game": "gro", "puzzles": 1, "over_puzzles": 0, "over_tenths": 0}
    for wrong in ({"solved": 1.5}, {"low": -1}, {"puzzles": 0}):
        told = {"games": [game | {"tenths": [one | wrong]}]}
        with pytest.raises(TextError, match=r"tenths\.0\."):
            read_agreement(json.dumps(told), "r.json")
