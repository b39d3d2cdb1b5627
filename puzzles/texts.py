"""Texts of a puzzle's file, and what is said of those that it cannot have.

>>> author_named(" Jane Doe "), author_named("")
('Jane Doe', None)
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

from pydantic import Field

from ruleproof.models.errors import TextError
from ruleproof.models.files.shown import FILE_NAME, NAMED, ONE_LINE
from ruleproof.models.files.strict import fitting

Id = Annotated[str, Field(pattern=FILE_NAME)]
"""An id names files and drawings."""
Line = Annotated[str, Field(pattern=ONE_LINE)]
"""A text that every form of a set can show."""
Author = Annotated[str, Field(pattern=NAMED, max_length=200)]
"""The name of who composed a puzzle or sent it in, as it is printed."""


def author_named(name: str) -> str | None:
    """The author with that name, nobody for an empty one. Raises `TextError` for a name that a
    puzzle cannot have.
    """
    name = name.strip()
    return fitting(Author, name) if name else None


@contextmanager
def numbered(number: int, name: str) -> Generator[None]:
    """Names the puzzle of that place in its set, and of that id, in the `TextError` about it."""
    try:
        yield
    except ValueError as error:
        raise TextError(f"puzzle {number}, {name}: {error}") from None
