"""Displays: lets notebooks show positions, findings and sets.

Pictures and pages are the business of `reports`, which the layers below know nothing of. A type
that a notebook can show asks `displayed` for its markup; `import ruleproof` adds the makers of
markup.

>>> from ruleproof import Position, game
>>> drawn(Position.start(game("esgros", "hex:2")))[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Self, SupportsIndex, TypeVar, overload

T = TypeVar("T")
_WIDE = 360
"""Characters of a short form: five lines of a terminal hold them, with the name of what it is of.
"""

DISPLAYS: list[Callable[[object], str]] = []
"""The makers of markup for notebooks, tried in order."""
DRAWINGS: list[Callable[[object], str]] = []
"""The makers of drawings alone, as SVG."""
PICTURES: list[Callable[[object], str]] = []
"""The makers of drawings in text."""
EXPORTS: list[Callable[[object, Path], Path]] = []
"""The writers of things in the form that a file's name asks for by its ending."""


def displayed(thing: object) -> str | None:
    """The markup of a thing as HTML; None where no maker has any."""
    return DISPLAYS[0](thing) if DISPLAYS else None


def drawn(thing: object) -> str | None:
    """The drawing of a position as SVG; None where no maker has any."""
    return DRAWINGS[0](thing) if DRAWINGS else None


def in_short(words: str) -> str:
    """The text, without what lies beyond its first few lines.

    >>> in_short("a" * 1000)[-3:], len(in_short("a" * 1000))
    ('aa…', 360)
    """
    return words if len(words) <= _WIDE else words[: _WIDE - 1] + "…"


def short_form(self: Any) -> str:
    """The form in which Python shows a record, with those of its fields that say something.

    >>> from ruleproof import Result
    >>> short_form(Result(winner="black", player=1, score=None, reason="the board is full"))
    "Result(winner='black', player=1, reason='the board is full')"
    """
    shown: Any = (
        [one.name for one in fields(self) if one.repr] if is_dataclass(self) else self._fields
    )
    told = [
        f"{name}={value!r}"
        for name in shown
        if (value := getattr(self, name)) or type(value) in (int, float)
    ]
    return in_short(f"{type(self).__name__}({', '.join(told)}")[: _WIDE - 1] + ")"


def pictured(thing: object) -> str | None:
    """The drawing of a position in text, with signs that standard output can show; None where no
    maker has any.
    """
    return PICTURES[0](thing) if PICTURES else None


class Listing(list[T]):
    """A list that notebooks show as a whole; so are its slices. Pickled, it is a plain list."""

    def __repr__(self) -> str:
        return in_short(super().__repr__())

    @overload
    def __getitem__(self, place: SupportsIndex) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice) -> T | Self:
        """An element, or a listing of several."""
        if not isinstance(place, slice):
            return super().__getitem__(place)
        part = type(self).__new__(type(self))
        part.__dict__.update(self.__dict__)
        part.extend(super().__getitem__(place))
        return part

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        """Pickles as a plain list: games of no installed package do not pickle."""
        return list, (list(self),)

    def _repr_html_(self) -> str | None:
        return displayed(self)
