"""Puts a set in order: the easiest puzzle first, those that are alike apart.

>>> from ruleproof.puzzles.starter import starter
>>> puzzles = climbing(starter("esgros"))
>>> level_of(puzzles[0]), level_of(puzzles[-1])
(1, 5)
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.puzzles.making.places import level_of
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.worth import apart, likeness, worth

LAST, ALIKE, EASIER = 10, 10, 0.2
"""Each of so many puzzles before takes up to so many points from one of its level that is like it;
so many points come to a puzzle for each point of rating that it is easier than others.
"""


def climbing(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles level by level; within a level the easier and the better come first, but not next
    to one that is alike: readers tire of one idea soon.
    """
    parts = [likeness(one) for one in puzzles]

    def wish(one: int, before: Sequence[int]) -> float:
        rating = puzzles[one].rating
        easy = -EASIER * rating.value if rating else 0.0
        alike = sum(1 - apart(parts[one], parts[other]) for other in before)
        return easy + worth(puzzles[one]) - ALIKE * alike

    found: list[int] = []
    for level in sorted({level_of(one) for one in puzzles}):
        left = [one for one, puzzle in enumerate(puzzles) if level_of(puzzle) == level]
        while left:
            best = max(left, key=lambda one: wish(one, found[-LAST:]))
            left.remove(best)
            found.append(best)
    return [puzzles[one] for one in found]
