"""Texts of a puzzle's file, and what is said of those that it cannot have.

>>> author_named(" Jane Doe "), author_named("")
('Jane Doe', None)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, TypeAdapter, ValidationError

from ruleproof.models.errors import TextError
from ruleproof.models.files.misfits import fault, instead

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

NAME = r"^[A-Za-z0-9_-]{1,100}$"
"""An id names files, so nothing in it leads to another folder."""
_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
_TAKES = {
    NAME: "takes at most 100 letters, digits, hyphens and underscores",
    _LINE: "takes one line, without control characters",
}
Line = Annotated[str, Field(pattern=_LINE)]
"""A text that every form of a set can show."""
Author = Annotated[Line, Field(min_length=1, max_length=200)]
"""The name of who composed a puzzle or sent it in, as it is printed."""


def fault_of(error: ErrorDetails) -> str:
    """The reason for refusing a value, with the value."""
    pattern = str(error.get("ctx", {}).get("pattern"))
    return f"{_TAKES[pattern]}{instead(error)}" if pattern in _TAKES else fault(error)


def author_named(name: str) -> str | None:
    """The author with that name, nobody for an empty one. Raises `TextError` for a name that a
    puzzle cannot have.
    """
    name = name.strip()
    try:
        return TypeAdapter[str](Author).validate_python(name) if name else None
    except ValidationError as error:
        raise TextError(fault_of(error.errors()[0])) from None
