"""Games that declare what is false: Kalah, Breakthrough and Oust with one entry forgotten or wrong.

The rules are those of `docs/games`; every command must find what is declared wrong, say nothing,
or be right all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

from docs.games import breakthrough, kalah, oust
from ruleproof.models.rulebooks.parts import (
    Given,
    Repetition,
    every_turn,
    turns_and_colours,
)
from ruleproof.models.rulebooks.rulebook import Rulebook
from tests.mistakes import (
    breakthrough_essence,
    breakthrough_spread,
    kalah_essence,
    kalah_limits,
    kalah_promise,
    kalah_spread,
    oust_essence,
    oust_spread,
)


class Mistaken(NamedTuple):
    """A game with a mistake, the board and settings to try it on, and the mistake in words."""

    book: Rulebook
    board: str
    settings: dict[str, int]
    mistake: str

    @property
    def name(self) -> str:
        """The name of the game on the command line."""
        return self.book.name


def _declared(book: Rulebook, **entries: Any) -> dict[str, Any]:
    return {"declared": replace(book.declared, **entries)}


def _always(value: Any) -> Callable[[Any], Any]:
    def answer(game: Any) -> Any:
        return value

    return answer


def _advice(module: ModuleType) -> dict[str, Any]:
    return {"advice": module}


def _alike(game: Any, p: Any) -> int:
    return p.side


def _certain(game: Any, p: Any) -> list[tuple[int, int]]:
    return [(p.south, p.south), (p.north, p.north)]


_NOTHING_LEFT = Given(_alike, _certain, "no seed is won any more")

_GAMES: list[tuple[Rulebook, str, dict[str, int], dict[str, dict[str, Any]]]] = [
    (
        kalah.RULEBOOK,
        "square:2x3",
        {"seeds": 2},
        {
            "nothing": {},
            "exchange forgotten": _declared(kalah.RULEBOOK, exchange=()),
            "every turn a symmetry": _declared(kalah.RULEBOOK, symmetries=every_turn),
            "every turn and colours": _declared(kalah.RULEBOOK, symmetries=turns_and_colours),
            "acyclic forgotten": _declared(kalah.RULEBOOK, acyclic=None),
            "one move at most": _declared(kalah.RULEBOOK, most_moves=_always(1)),
            "given that is false": _declared(kalah.RULEBOOK, given=_always(_NOTHING_LEFT)),
            "repetition decides": {"repetition": Repetition(decides=_always(True))},
            "limits too narrow": _advice(kalah_limits),
            "essence without stores": _advice(kalah_essence),
            "spread without a move": _advice(kalah_spread),
            "promise upside down": _advice(kalah_promise),
        },
    ),
    (
        breakthrough.RULEBOOK,
        "square:4x2",
        {},
        {
            "nothing": {},
            "exchange forgotten": _declared(breakthrough.RULEBOOK, exchange=()),
            "every turn a symmetry": _declared(breakthrough.RULEBOOK, symmetries=every_turn),
            "every turn and colours": _declared(
                breakthrough.RULEBOOK, symmetries=turns_and_colours
            ),
            "acyclic forgotten": _declared(breakthrough.RULEBOOK, acyclic=None),
            "one move at most": _declared(breakthrough.RULEBOOK, most_moves=_always(1)),
            "repetition decides": {"repetition": Repetition(decides=_always(True))},
            "essence of one colour": _advice(breakthrough_essence),
            "spread without a move": _advice(breakthrough_spread),
        },
    ),
    (
        oust.RULEBOOK,
        "square:2x3",
        {},
        {
            "nothing": {},
            "exchange forgotten": _declared(oust.RULEBOOK, exchange=()),
            "symmetries forgotten": _declared(oust.RULEBOOK, symmetries=None),
            "acyclic forgotten": _declared(oust.RULEBOOK, acyclic=None),
            "one move at most": _declared(oust.RULEBOOK, most_moves=_always(1)),
            "repetition decides": {"repetition": Repetition(decides=_always(True))},
            "essence of one colour": _advice(oust_essence),
            "spread without a move": _advice(oust_spread),
        },
    ),
]

MISTAKEN = tuple(
    Mistaken(
        replace(
            book,
            name=f"{book.name}-{mistake.replace(' ', '-')}",
            package="tests.mistakes",
            **changed,
        ),
        board,
        settings,
        mistake,
    )
    for book, board, settings, mistakes in _GAMES
    for mistake, changed in mistakes.items()
)
BOOKS = {one.name.replace("-", "_").upper(): one.book for one in MISTAKEN}
globals().update(BOOKS)
