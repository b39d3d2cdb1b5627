"""The indexes of a book: by question and by theme, game by game.

>>> spans([7, 1, 2, 3, 9, 10])
'1–3, 7, 9, 10'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.themes import meaning_of
from ruleproof.reports.publishing.typesetting import Told
from ruleproof.reports.wording.asked import entry

_SHORTEST = 3
"""At least so many numbers in a row are told as a span."""

Chapters = Mapping[str, Sequence[tuple[int, Puzzle]]]
"""The puzzles of each game, by its title, with their numbers."""


def by_question(chapters: Chapters) -> list[Told]:
    """The questions in general words."""
    return _index(chapters, lambda puzzle: [entry(puzzle)], lambda puzzle, name: "")


def by_theme(chapters: Chapters) -> list[Told]:
    """The themes, each with its meaning."""
    return _index(
        chapters,
        lambda puzzle: puzzle.themes,
        lambda puzzle, name: meaning_of(puzzle.ready(), name),
    )


def _index(
    chapters: Chapters,
    names: Callable[[Puzzle], Iterable[str]],
    means: Callable[[Puzzle, str], str],
) -> list[Told]:
    """Names in alphabetical order, each with the numbers of its puzzles, for every game that has
    any.
    """
    found: list[Told] = []
    for title, puzzles in chapters.items():
        numbers: dict[str, list[int]] = {}
        meanings: dict[str, str] = {}
        for number, puzzle in puzzles:
            for name in names(puzzle):
                numbers.setdefault(name, []).append(number)
                meanings.setdefault(name, means(puzzle, name))
        rows = [
            {"name": plain(name), "means": meanings[name], "numbers": spans(numbers[name])}
            for name in sorted(numbers)
        ]
        if rows:
            found.append({"title": title, "rows": rows})
    return found


def plain(name: str) -> str:
    """The name of a theme as words."""
    return name.replace("-", " ")


def spans(numbers: Iterable[int]) -> str:
    """The numbers in order; three or more in a row as a span."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]}–{run[-1]}"] if len(run) >= _SHORTEST else map(str, run)
    return ", ".join(told)
