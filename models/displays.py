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
from typing import Any, Self, SupportsIndex, TypeVar, overload

T = TypeVar("T")

DISPLAYS: list[Callable[[object], str]] = []
"""The makers of markup for notebooks, tried in order."""
DRAWINGS: list[Callable[[object], str]] = []
"""The makers of drawings alone, as SVG."""


def displayed(thing: object) -> str | None:
    """The markup of a thing as HTML; None where no maker has any."""
    return DISPLAYS[0](thing) if DISPLAYS else None


def drawn(thing: object) -> str | None:
    """The drawing of a position as SVG; None where no maker has any."""
    return DRAWINGS[0](thing) if DRAWINGS else None


class Listing(list[T]):
    """A list that notebooks show as a whole; so are its slices. Pickled, it is a plain list."""

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
