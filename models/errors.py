"""Errors in input: text that cannot be read, a position that breaks the rules, and a move that is
not legal are three errors; each names what broke and ends in the value.

>>> offer(["win", "draw", "loss"]), listed(["win", "draw", "loss"])
('win, draw, loss', 'win, draw and loss')
>>> str(PositionError(["no stone", "no side"], ". . ; black"))
"no stone; no side: '. . ; black'"
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class TextError(ValueError):
    """Text that cannot be read: a board, a setting, a position, a move, a file."""


class SetupError(Exception):
    """The machine is not set up for the work; the message says how it should be."""


class PositionError(ValueError):
    """A position that no rules allow; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: list[str], text: str) -> None:
        self.faults = faults
        self.text = text
        told = "; ".join(fault.removesuffix(".") for fault in faults)
        super().__init__(f"{told}: {text!r}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.faults, self.text)


class MoveError(ValueError):
    """A move that can be read but is not legal; the message names the clause it breaks."""


def meant(text: str, names: Iterable[str]) -> str:
    """A question for the name that the text is nearly, empty if it is nearly none.

    >>> meant("esgro", ["esgros", "gro"])
    "; did you mean 'esgros'?"
    """
    near = get_close_matches(text, list(names), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def listed(names: Sequence[object], last: str = "and") -> str:
    """The names in a sentence: "a", "a and b", "a, b and c"."""
    *others, end = map(str, names)
    return f"{', '.join(others)} {last} {end}" if others else end


def offer(names: object, limit: int = 12) -> str:
    """A short enumeration of what would be accepted."""
    words = [str(name) for name in names]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType, reportUnknownArgumentType]
    return ", ".join(words[:limit]) + (", …" if len(words) > limit else "")
