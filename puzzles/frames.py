"""Sets as pandas frames, a puzzle a row, in the set's order.

id, game, board, settings, position, side, sentence    as the set has them; settings as `k=v k=v`
goal, cells, amount, turns    the name for `--goal`, the cells and the number that the goal speaks
                              of, and the number of turns; empty where there is none
key, solution                 the first turn, and the moves of the line
unique, loose, composed       as `Puzzle` has them
author                        who composed it or sent it in, where somebody is named
themes                        their names, with blanks between
level, rating, error, by, solved    the rating; `solved` is the share of those whose rating it is
worth, worth_…                the worth and each of its parts that a puzzle of the set has

Needs the extra `frames`, which is pandas and pyarrow.
"""

# pandas is partly untyped
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ruleproof.solvers.playing.tables.exports import need

if TYPE_CHECKING:
    import pandas

_COLUMNS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "id": ("", lambda one: one.id),
    "game": ("", lambda one: one.game),
    "board": ("", lambda one: one.board),
    "settings": ("", lambda one: " ".join(f"{k}={value}" for k, value in one.settings.items())),
    "position": ("", lambda one: one.position),
    "side": ("", lambda one: one.side),
    "sentence": ("", lambda one: one.sentence),
    "goal": ("", lambda one: one.stipulation.name),
    "cells": ("", lambda one: ",".join(one.stipulation.goal.cells) or None),
    "amount": ("Int64", lambda one: one.stipulation.goal.amount or None),
    "turns": ("Int64", lambda one: one.stipulation.turns),
    "key": ("", lambda one: one.key),
    "solution": ("", lambda one: " ".join(one.solution)),
    "unique": ("", lambda one: one.unique),
    "loose": ("bool", lambda one: one.loose),
    "composed": ("bool", lambda one: one.composed),
    "author": ("", lambda one: one.author),
    "themes": ("", lambda one: " ".join(one.themes)),
    "level": ("Int64", lambda one: one.rating and one.rating.level),
    "rating": ("Int64", lambda one: one.rating and one.rating.value),
    "error": ("Int64", lambda one: one.rating and one.rating.error),
    "by": ("", lambda one: one.rating and one.rating.by),
    "solved": ("Float64", lambda one: one.rating and one.rating.share),
    "worth": ("Int64", lambda one: one.worth and one.worth.value),
}
"""The columns in their order, those of the parts of worth apart, which come last: the type of each,
empty for texts, and its entry for a puzzle.
"""
COLUMNS = tuple(_COLUMNS)


def frame(puzzles: Sequence[Any]) -> pandas.DataFrame:
    """The puzzles as a frame. Raises `MissingExtra` without the extra."""
    need("a frame", "pandas", "pyarrow")
    import pandas as pd

    text = pd.StringDtype("pyarrow")
    found = {
        name: pd.array([entry(one) for one in puzzles], dtype=kind or text)
        for name, (kind, entry) in _COLUMNS.items()
    }
    worths = [one.worth.parts if one.worth else {} for one in puzzles]
    for name in dict.fromkeys(name for parts in worths for name in parts):
        found[f"worth_{name}"] = pd.array([parts.get(name) for parts in worths], dtype="Float64")
    return pd.DataFrame(found)
