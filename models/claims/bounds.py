"""Bounds on the number that an extreme asks for, as they stand among the details of a verdict.

extreme   the number in question: the plies of the `shortest` game that shows the verdict, those of
          the shortest `cycle` of play, those of the `longest` game, the `most` that a measure
          gives, or the `value` of a position
closed    of bounds: both are the same, so the extreme is proved

>>> Bounds("shortest", 9, 19).words
'a game of 19 plies shows it; none of 8 or fewer does'
>>> Bounds("shortest", at_most=19).words
'a game of 19 plies shows it; a shorter one may exist'
>>> bounds_of({"positions": 40, **Bounds("most", 3).details})
Bounds(extreme='most', at_least=3, at_most=None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

Extreme: TypeAlias = Literal["shortest", "cycle", "longest", "most", "value"]


class Bounds(NamedTuple):
    """The least and the greatest that the extreme may be; None where nothing is known."""

    extreme: Extreme
    at_least: int | None = None
    at_most: int | None = None

    @property
    def closed(self) -> bool:
        """Whether the extreme is proved."""
        return self.at_least is not None and self.at_least == self.at_most

    @property
    def details(self) -> dict[str, object]:
        """The bounds as details of a verdict; without a bound that is unknown."""
        return {name: one for name, one in self._asdict().items() if one is not None}

    @property
    def words(self) -> str:
        """The bounds in words."""
        low, high = self.at_least, self.at_most
        if self.extreme == "shortest":
            return _shortest(low, high)
        what = _OF[self.extreme]
        if low is not None and high is not None:
            return f"{what}{low}" if low == high else f"{what}between {low} and {high}"
        if low is None and high is None:
            return f"{what}not known"
        return f"{what}{low} or more" if high is None else f"{what}at most {high}"


_OF: Mapping[str, str] = {
    "cycle": "plies of the shortest cycle: ",
    "longest": "plies of the longest game: ",
    "most": "the most: ",
    "value": "the value: ",
}


def of_game(plies: int, none_within: int | None = None) -> dict[str, object]:
    """The details of a game that shows a verdict in so many plies, where none of `none_within`
    plies or fewer does (None: not known).
    """
    at_least = None if none_within is None else none_within + 1
    bounds = Bounds("shortest", at_least, plies)
    return {"plies": plies, "shortest": bounds.closed, **bounds.details}


def none_within(plies: int) -> dict[str, object]:
    """The details where no game of so many plies or fewer shows the verdict."""
    return Bounds("shortest", plies + 1).details


def bounds_of(details: Mapping[str, Any]) -> Bounds | None:
    """The bounds among the details of a verdict; None where there are none."""
    if "extreme" not in details:
        return None
    return Bounds(details["extreme"], details.get("at_least"), details.get("at_most"))


def with_bounds(details: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """The details with those of other attempts at the same claim: bounds on the same extreme are
    the narrower ones; of other details the later hold.
    """
    ours, theirs = bounds_of(details), bounds_of(others)
    merged = {**details, **others}
    if not ours or not theirs or ours.extreme != theirs.extreme:
        return merged
    low = [one for one in (ours.at_least, theirs.at_least) if one is not None]
    high = [one for one in (ours.at_most, theirs.at_most) if one is not None]
    bounds = Bounds(ours.extreme, max(low, default=None), min(high, default=None))
    if bounds.extreme == "shortest" and "shortest" in merged:
        merged["shortest"] = bounds.closed
    return merged | bounds.details


def _shortest(low: int | None, high: int | None) -> str:
    if high is None:
        return f"no game of {_plies(max(low, 1) - 1)} or fewer shows it" if low else "not known"
    if low is None or low < 2:
        return f"a game of {_plies(high)} shows it; a shorter one may exist"
    if low == high:
        return f"a game of {_plies(high)} shows it; none is shorter"
    return f"a game of {_plies(high)} shows it; none of {low - 1} or fewer does"


def _plies(many: int) -> str:
    return "1 ply" if many == 1 else f"{many} plies"


OWN_BOUNDS = "own_bounds"
"""The detail of a verdict on other boards that has the bounds known on the board asked about."""


def left_open(details: Mapping[str, Any], asked: str, verdict: str) -> list[str]:
    """Sentences on the extremes that a verdict leaves open: those of its own board, and those of
    the board asked about where it is another; on verdicts of small boards where it is undecided.

    >>> left_open({"plies": 2, **Bounds("shortest", 2, 2).details}, "hex:4", "witnessed")
    []
    """
    own, there = bounds_of(details), bounds_of(details.get(OWN_BOUNDS, {}))
    said = [own.words] if own and not own.closed else []
    said += [f"on {asked}: {there.words}"] if there else []
    if verdict == "undecided":
        small: dict[str, list[str]] = {}
        for text, word in details.get("boards", {}).items():
            small.setdefault(word, []).append(text)
        small.pop(verdict, None)
        said += [f"{word} on {', '.join(texts)}" for word, texts in small.items()]
    return said
