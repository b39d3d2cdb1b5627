"""Ranks: a number of each position that falls with every move, so that play never comes back.

A table of a scored game without cycles tells no plies, and its values may only be believed if play
ends. That the game declares it (`acyclic`) is not enough. So the check looks for a rank: a sum of a
weight for each bit of a row, the same for bits that symmetries carry to each other, so that images
have one rank. The weights come from some moves, and every move of every entry is held against them
(`solvers/verify/tables/law.py`).
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled.kernels import Engine
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import WORD

_BYTE = 8
_MOVES = 1000
"""Moves of random games from which weights are found."""
_ROUNDS = 20_000
"""Corrections of the weights before they are given up."""


class Unshown(Exception):
    """Something that a table rests on is neither shown nor wrong; the message says what."""


class Broken(Exception):
    """The game breaks a law that its tables rest on; the message says which, and where."""


Turn = tuple[State, State]
"""A position and one after it."""


def random_turns(game: Game, start: State, many: int = _MOVES) -> Iterator[Turn]:
    """Moves of random games from a position, always the same ones. Raises `Broken` where one of the
    games comes back to a position.
    """
    dice, done = Random(0), 0
    if game.over(start):
        return
    while done < many:
        state, met = start, {start}
        while moves := game.moves(state):
            after = game.play(state, dice.choice(moves))
            if after in met:
                raise Broken(
                    f"{game.name} breaks the law “acyclic”, which the table rests on: play comes "
                    f"back to a position: {notation.show(game, after)!r}"
                )
            yield state, after
            met.add(after)
            state, done = after, done + 1


class Orbits(NamedTuple):
    """The bits of a row that keys keep, each with the number of its orbit under all symmetries."""

    of: Mapping[int, int]
    many: int


def orbits(moved: Iterable[Mapping[int, int]]) -> Orbits:
    """The orbits of bits under symmetries that say what each bit becomes; they are a group."""
    some = [*moved]
    found: dict[int, int] = {}
    many = 0
    for bit in some[0]:
        if bit not in found:
            found |= dict.fromkeys((one[bit] for one in some), many)
            many += 1
    return Orbits(found, many)


def ranks(compiled: Engine, bits: Orbits, turns: Sequence[Turn]) -> Any:
    """The weights as `law.hold` reads them, such that the moves fall: the number of bytes of
    a row that count; for each of these which one it is and where its ranks begin; the ranks of all
    values of all bytes. Raises `Unshown` where no such weights are found.
    """
    before, after = (_counts(compiled, bits, [turn[k] for turn in turns]) for k in (0, 1))
    falls = np.unique(before - after, axis=0)
    weights = falls.sum(axis=0)
    for _ in range(_ROUNDS):
        short = falls[falls @ weights <= 0]
        if not len(short):
            return _laid_out(compiled, bits, weights)
        weights += short[0] if len(short) < 3 else short.sum(axis=0)
    raise Unshown(
        f"{compiled.game.name} declares that play never comes back to a position, and no number is "
        "found that falls with every move; so the values are not shown"
    )


def _counts(compiled: Engine, bits: Orbits, states: Sequence[State]) -> Any:
    """The number of bits of each orbit that are set in each of the states."""
    rows = np.array([compiled.row(state) for state in states])
    found = np.zeros((len(rows), bits.many), np.int64)
    for bit, orbit in bits.of.items():
        found[:, orbit] += (rows[:, bit // WORD] >> np.uint64(bit % WORD) & np.uint64(1)).astype(
            int
        )
    return found


def _laid_out(compiled: Engine, bits: Orbits, weights: Any) -> Any:
    heads: list[int] = []
    values: list[int] = []
    used = sorted({bit // _BYTE for bit in bits.of})
    for byte in used:
        heads += [byte, 1 + 2 * len(used) + len(values)]
        each = [
            int(weights[bits.of[bit]]) if (bit := _BYTE * byte + k) in bits.of else 0
            for k in range(_BYTE)
        ]
        values += [sum(w for k, w in enumerate(each) if v >> k & 1) for v in range(1 << _BYTE)]
    return np.array([len(used), *heads, *values], np.int64)
