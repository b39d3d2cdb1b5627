"""What a proof takes as given besides the rules of its game: part of every verdict that rests on
it, and printed wherever the verdict is.

>>> grounds(())
'by the rules alone'
>>> grounds([Assumed("given", "a space keeps its owner")])
'by the rules, and by what it takes as given: a space keeps its owner'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["given", "formulas", "cvc5"]
"""Facts that the game states besides its rules (`Given`); formulas of the game's constraints and of
the claim, which are held against the rules on small boards only; answers of cvc5, which leaves no
proof to replay.
"""
_WORDS: dict[Kind, str] = {
    "given": "facts of the game besides its rules",
    "formulas": "the formulas say what the rules and the claim say",
    "cvc5": "cvc5 is right about formulas with quantifiers",
}


class Assumed(NamedTuple):
    """One thing that a proof takes as given, in words."""

    kind: Kind
    words: str


def assumed(kind: Kind) -> Assumed:
    """The assumption of that kind, in the same words for every game."""
    return Assumed(kind, _WORDS[kind])


def taken_as_given(all_of_it: Iterable[Assumed]) -> list[str]:
    """A line for each assumption."""
    return [f"taken as given: {one.words}" for one in all_of_it]


def grounds(all_of_it: Sequence[Assumed]) -> str:
    """What the proof was checked by, for the end of a sentence."""
    given = "; ".join(one.words for one in all_of_it)
    return (
        f"by the rules, and by what it takes as given: {given}" if given else "by the rules alone"
    )


def objects(all_of_it: Iterable[Assumed]) -> list[dict[str, str]]:
    """The assumptions as JSON has them."""
    return [one._asdict() for one in all_of_it]
