"""The kinds of claims that Grow has several of, and the boards they are decided on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ruleproof.models.claims.claims import Claim, SameValue
from ruleproof.models.claims.theorems import everywhere
from ruleproof.models.grow import STEPS
from ruleproof.models.grow.claims import judges
from ruleproof.models.grow.claims.expectations import orders_alike
from ruleproof.models.play.game import Game

SMALL = ("path:3", "path:4", "square:2x2", "path:5", "square:2x3")
TINY = ("path:3", "path:4", "square:2x2", "path:5")
READINGS = ("order", "drop", "new-head")
ENDS_APART = (
    "Under `order={under}` a turn can end as `{turn}` does here, under `order={against}` none can."
)


proved = partial(everywhere, __package__ or "")
claim = partial(Claim, settings=READINGS, boards=SMALL)
HANDS = "a micro-move makes empty spaces the mover's and changes no other"


def having(name: str, *values: str) -> Callable[[Game], bool]:
    """Whether the setting has one of the values."""
    return lambda game: game.settings[name] in values


EXCHANGE = "a drop and a head's move beside each other, exchanged"


def _drop_first() -> tuple[Claim, Claim, Claim]:
    """The claims that `drop-first` and `free` differ in where heads lie on a full board alone."""
    return (
        claim(
            "9b",
            "A turn can end in the same positions under `order=free` and under `order=drop-first`, "
            "but for where heads lie on a full board.",
            STEPS,
            (
                proved("exchange.exchange", EXCHANGE),
                judges.compared("free", "drop-first", owned=True),
            ),
            settings=("drop", "new-head", "players"),
            applies=having("order", "free"),
            seen=ENDS_APART,
        ),
        Claim(
            "9e",
            "The start is worth the same under `order=free` and under `order=drop-first`.",
            STEPS,
            (
                proved("exchange.exchange", EXCHANGE, "exchange.worth"),
                SameValue({"order": "drop-first"}),
            ),
            settings=("drop", "new-head", "players"),
            boards=TINY,
            applies=having("order", "free"),
        ),
        claim(
            "9h",
            "On a full board, heads can lie in the same places under `order=free` and under "
            "`order=drop-first`.",
            STEPS,
            (judges.compared("free", "drop-first"),),
            expected=orders_alike("drop-first"),
            settings=("drop", "new-head"),
            applies=having("order", "free"),
            seen=ENDS_APART,
        ),
    )


def orders() -> tuple[Claim, ...]:
    """A claim for each pair of orders that turns can end alike under both, and one for each other
    order that the game is worth the same.
    """
    pairs = (("c", "free", "moves-first"), ("d", "drop-first", "moves-first"))
    table = list(_drop_first())
    table += [
        claim(
            f"9{letter}",
            f"A turn can end in the same positions under `order={one}` and under `order={other}`.",
            STEPS,
            (judges.compared(one, other),),
            expected=orders_alike("drop-first" if "drop-first" in (one, other) else one),
            settings=("drop", "new-head"),
            applies=having("order", "free"),
            seen=ENDS_APART,
        )
        for letter, one, other in pairs
    ]
    for letter, other in zip("fg", ("moves-first", "simultaneous"), strict=True):
        table.append(
            Claim(
                f"9{letter}",
                f"The start is worth the same under `order=free` and under `order={other}`.",
                STEPS,
                (SameValue({"order": other}),),
                expected=lambda game: "proved" if game.board.size <= 5 else None,
                settings=("drop", "new-head"),
                boards=TINY,
                applies=having("order", "free"),
            )
        )
    return tuple(sorted(table, key=lambda one: one.id))
