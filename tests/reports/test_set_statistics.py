"""The page of a set's statistics."""

from __future__ import annotations

import re

import pytest

from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.relatives import relatives
from ruleproof.reports.pages.set_statistics import SEEN, statistics_page
from tests.pages import Elements
from tests.reports.small_puzzles import by_people, help_puzzle, small_puzzle

GAMES = ["esgros", "gro", "grow", "incrowd", "sow"]


def page_of(puzzles: list[Puzzle]) -> str:
    """The page of these puzzles."""
    return statistics_page(puzzles, relatives(puzzles))


def test_a_page_stands_alone_and_its_links_stay_on_it():
    page = page_of([small_puzzle(name) for name in GAMES])
    found = Elements(page)
    links, ids = [*found.values("href"), *found.values("src")], found.values("id")
    assert "script" not in found.tags
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert "prefers-color-scheme: dark" in page
    assert "Puzzles of Esgros, GRO: Battle for the Petri Dish" in page


def test_the_same_set_gives_the_same_bytes():
    puzzles = [small_puzzle(name) for name in GAMES]
    assert page_of(puzzles) == page_of(puzzles)


def test_relatives_are_drawn_side_by_side_and_many_are_folded():
    twins = [small_puzzle("esgros").model_copy(update={"id": f"twin-{k}"}) for k in range(SEEN + 2)]
    page = page_of([small_puzzle("sow"), *twins])
    assert page.count('class="rp"') == SEEN + 2
    assert "<summary>2 more</summary>" in page
    assert all(f"<b>{k + 2}</b>" in page and f"<code>twin-{k}</code>" in page for k in range(9))
    assert 'class="rp-mark"' in page, "the cells of the fight are framed"


@pytest.mark.parametrize(
    "puzzles",
    [
        [small_puzzle("esgros")],
        [help_puzzle().model_copy(update={"rating": None, "themes": []})],
    ],
)
def test_one_puzzle_with_and_without_a_rating_has_a_page(puzzles: list[Puzzle]):
    page = page_of(puzzles)
    assert "No two puzzles of this set are alike." in page
    assert ("attempts that solve it" in page) == (puzzles[0].rating is not None)


def test_successes_are_of_those_whose_ratings_they_are():
    simulated, people = small_puzzle("esgros"), by_people(small_puzzle("sow"), 0.25)
    page = page_of([simulated, people])
    assert "How often simulated solvers solve a puzzle" in page
    assert "How often people solve a puzzle" in page
    assert "1 puzzle: rated 1500, 50% solved" in page
    assert "1 puzzle: rated 1800, 25% solved" in page
    alone = page_of([people])
    assert "Simulated solvers tried" not in alone
    assert "How often simulated solvers" not in alone
    assert "People tried these puzzles." in alone
    assert 'href="#successes"' in alone


def test_text_of_a_set_is_shown_and_never_run():
    hostile = "<script>alert(1)</script>"
    one = small_puzzle("esgros").model_copy(update={"themes": [hostile, '"><img src=x onerror=y>']})
    page = page_of([one, one.model_copy(update={"id": "again"})])
    found = Elements(page)
    assert {"script", "img"}.isdisjoint(found.tags)
    assert not re.search(r"<[^>]*\sonerror", page)
    assert "&lt;script&gt;alert" in page
