"""A set in the form that the ending of a file's name asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ruleproof.models.errors import TextError, listed
from ruleproof.models.files.writing import try_out, write_whole
from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet
from ruleproof.reports.pages.solving import as_page
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.plain_forms import as_csv, as_text
from ruleproof.reports.publishing.typesetting import PLAIN, PrintLayout, pdf

FORMS: dict[str, Callable[[Sequence[Puzzle], PrintLayout], str | bytes]] = {
    ".html": lambda puzzles, layout: as_page(puzzles, layout.title),
    ".pdf": lambda puzzles, layout: pdf(book(puzzles, layout)),
    ".csv": lambda puzzles, layout: as_csv(puzzles),
    ".txt": lambda puzzles, layout: as_text(puzzles),
}
"""The forms of one file by their endings."""


def export(puzzles: PuzzleSet, path: Path) -> Path:
    """Writes the set; errors as `PuzzleSet.export`."""
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise TextError(f"a file's name ends in {listed(list(FORMS), 'or')}: {str(path)!r}")
    try_out(path)
    return write_whole(path, form(puzzles, PLAIN))
