"""Whose ratings a set has, in words: none is said of those who did not give them."""

from __future__ import annotations

from ruleproof.puzzles.puzzle import Rating
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.typesetting import pdf
from ruleproof.reports.wording.ratings_told import share_told
from tests.reports.small_puzzles import by_people, help_puzzle, small_puzzle

SIMULATED = small_puzzle("esgros")
PEOPLE = by_people(SIMULATED, 0.067)
SEARCH = help_puzzle().model_copy(
    update={"rating": Rating(value=1700, error=200, level=4, by="search")}
)


def test_a_share_is_that_of_those_whose_rating_it_is():
    assert PEOPLE.rating
    assert SIMULATED.rating
    assert SEARCH.rating
    assert share_told(PEOPLE.rating) == "people, solved by 7%"
    one = PEOPLE.rating.model_copy(update={"people": 1.0, "tried": 1})
    assert share_told(one) == "people, solved by 100% of 1 attempt"
    assert share_told(SIMULATED.rating) == "simulated, solved by 50%"
    assert share_told(SEARCH.rating) == "search"


def test_a_book_prints_whose_the_ratings_are():
    work = book([PEOPLE])
    assert pdf(work) != pdf(work._replace(told=work.told | {"rated": ""}))
