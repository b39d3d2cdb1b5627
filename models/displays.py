"""Displays: how notebooks come to show positions, findings and sets.

Pictures and pages are the business of `reports`, which the layers below know nothing of. A type
that a notebook can show asks `displayed` for its markup; `import ruleproof` adds who answers.

>>> from ruleproof import Position, game
>>> displayed(Position.start(game("esgros", "hex:2")))[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, SupportsIndex, TypeVar, overload

T = TypeVar("T")

DISPLAYS: list[Callable[[object], str]] = []
"""Who makes markup of things for notebooks, the first one first."""


def displayed(thing: object) -> str | None:
    """The markup of a thing: SVG of a position, else HTML; None where nobody makes any."""
    return DISPLAYS[0](thing) if DISPLAYS else None


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
        """A plain list: what else is known here, such as a game, does not pickle."""
        return list, (list(self),)

    def _repr_html_(self) -> str | None:
        return displayed(self)
