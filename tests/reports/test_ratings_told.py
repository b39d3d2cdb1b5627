"""Whose ratings a set has, in words: none is said of those who did not give them."""

from __future__ import annotations

import pytest

from ruleproof.puzzles.puzzle import Puzzle, Rating
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.printed import solution
from ruleproof.reports.publishing.typesetting import pdf
from ruleproof.reports.wording.ratings_told import origin, rated_by, share_told
from tests.reports.small_puzzles import by_people, help_puzzle, small_puzzle

SIMULATED = small_puzzle("esgros")
PEOPLE = by_people(SIMULATED, 0.067)
SEARCH = help_puzzle().model_copy(
    update={"rating": Rating(value=1700, error=200, level=4, by="search")}
)
UNRATED = SIMULATED.model_copy(update={"rating": None})
SETS = pytest.mark.parametrize(
    ("puzzles", "kinds"),
    [
        ([], set[str]()),
        ([UNRATED], set[str]()),
        ([SIMULATED, UNRATED], {"simulated solvers"}),
        ([PEOPLE, PEOPLE], {"people", "before them"}),
        ([SEARCH], {"plain search"}),
        ([SIMULATED, PEOPLE], {"simulated solvers", "people", "where “by people” stands"}),
        ([SIMULATED, SEARCH], {"simulated solvers", "plain search"}),
        ([PEOPLE, SEARCH], {"people", "before them", "plain search"}),
    ],
)
WORDS = {"simulated solvers", "people", "before them", "plain search", "where “by people” stands"}


@SETS
def test_a_sentence_names_those_whose_ratings_they_are(puzzles: list[Puzzle], kinds: set[str]):
    for told in (rated_by(puzzles), origin(puzzles)):
        assert bool(told) == bool(kinds)
        found = {word for word in WORDS if word in told}
        assert found - {"simulated solvers"} == kinds - {"simulated solvers"}
        assert ("simulated solvers" in found) == bool({"simulated solvers", "before them"} & kinds)


def test_a_share_is_that_of_those_whose_rating_it_is():
    assert PEOPLE.rating
    assert SIMULATED.rating
    assert SEARCH.rating
    assert share_told(PEOPLE.rating) == "people, solved by 7%"
    one = PEOPLE.rating.model_copy(update={"people": 1.0, "tried": 1})
    assert share_told(one) == "people, solved by 100% of 1 attempt"
    assert share_told(SIMULATED.rating) == "simulated, solved by 50%"
    assert share_told(SEARCH.rating) == "search"


def test_a_book_of_people_s_ratings_says_so():
    told = book([PEOPLE, PEOPLE]).told
    assert told["rated"].startswith("Ratings rest on people's attempts")
    assert any(one.startswith("Ratings and levels come from people") for one in told["made"])
    assert solution(1, PEOPLE)["facts"].startswith("rated 1800 ± 60 by people; ")
    assert solution(1, SIMULATED)["facts"].startswith("rated 1500 ± 60; ")
    assert book([UNRATED]).told["rated"] == ""


def test_a_book_prints_whose_the_ratings_are():
    work = book([PEOPLE])
    assert pdf(work) != pdf(work._replace(told=work.told | {"rated": ""}))
