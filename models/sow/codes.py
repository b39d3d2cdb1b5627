"""Sow?'s settings as the numbers behind their words, which `rules.py` sees."""

from __future__ import annotations

from typing import NamedTuple

ANY_TURN, SECOND_TURN = range(2)
BOUND, FREE = range(2)
OVERSHOOT, FROM_LAST = range(2)
MAY_TURN, MUST_EXIT = range(2)
DRAW, FORBIDDEN = range(2)
ANY_ORDER, TOP_FIRST = range(2)
ONCE, FLEXIBLE = range(2)
SETUP, ADVANCED = range(2)


class Rules(NamedTuple):
    """The settings, as the numbers behind their words; `limit` 0 means none."""

    turn: int
    strand: int
    exit: int
    last_column: int
    exit_needs_own: int
    repetition: int
    limit: int
    order: int
    path: int
    entry: int
    height: int
