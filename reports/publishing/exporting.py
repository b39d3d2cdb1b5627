"""A set in the form that the ending of a file's name asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ruleproof.models.errors import TextError, listed
from ruleproof.models.files.writing import try_out, write_whole
from ruleproof.puzzles.puzzle import PuzzleSet
from ruleproof.reports.pages.solving import as_page
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.plain_forms import as_csv, as_text
from ruleproof.reports.publishing.typesetting import pdf

FORMS: dict[str, Callable[[PuzzleSet], str | bytes]] = {
    ".html": as_page,
    ".pdf": lambda puzzles: pdf(book(puzzles)),
    ".csv": as_csv,
    ".txt": as_text,
}
"""The forms by their endings."""


def export(puzzles: PuzzleSet, path: Path) -> Path:
    """Writes the set; errors as `PuzzleSet.export`."""
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise TextError(f"a file's name ends in {listed(list(FORMS), 'or')}: {str(path)!r}")
    try_out(path)
    return write_whole(path, form(puzzles))
