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

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleproof.solvers.playing.tables.exports import need

if TYPE_CHECKING:
    import pandas

_TYPES = {
    **dict.fromkeys(("amount", "turns", "level", "rating", "error", "worth"), "Int64"),
    **dict.fromkeys(("loose", "composed"), "bool"),
    "solved": "Float64",
}
"""The types of the columns that are no texts."""
_TEXTS = (
    *("id", "game", "board", "settings", "position", "side", "sentence", "goal", "cells"),
    *("key", "solution", "unique", "author", "themes", "by"),
)
COLUMNS = (
    *("id", "game", "board", "settings", "position", "side", "sentence"),
    *("goal", "cells", "amount", "turns", "key", "solution", "unique", "loose", "composed"),
    *("author", "themes", "level", "rating", "error", "by", "solved", "worth"),
)
"""The columns in their order, those of the parts of worth apart, which come last."""


def frame(puzzles: Sequence[Any]) -> pandas.DataFrame:
    """The puzzles as a frame. Raises `MissingExtra` without the extra."""
    need("a frame", "pandas", "pyarrow")
    import pandas as pd

    types = _TYPES | dict.fromkeys(_TEXTS, pd.StringDtype("pyarrow"))
    rows = [_row(puzzle) for puzzle in puzzles]
    parts = dict.fromkeys((name for row in rows for name in row if name not in types), "Float64")
    types |= parts
    names = (*COLUMNS, *parts)
    return pd.DataFrame(
        {name: pd.array([row.get(name) for row in rows], dtype=types[name]) for name in names}
    )


def _row(puzzle: Any) -> dict[str, Any]:
    """The puzzle's entries by column; columns that it has nothing for are left out."""
    asked, rating, worth = puzzle.stipulation, puzzle.rating, puzzle.worth
    row: dict[str, Any] = {
        "id": puzzle.id,
        "game": puzzle.game,
        "board": puzzle.board,
        "settings": " ".join(f"{name}={value}" for name, value in puzzle.settings.items()),
        "position": puzzle.position,
        "side": puzzle.side,
        "sentence": puzzle.sentence,
        "goal": asked.name,
        "turns": asked.turns,
        "key": puzzle.key,
        "solution": " ".join(puzzle.solution),
        "unique": puzzle.unique,
        "loose": puzzle.loose,
        "composed": puzzle.composed,
        "author": puzzle.author,
        "themes": " ".join(puzzle.themes),
        "cells": ",".join(asked.goal.cells) or None,
        "amount": asked.goal.amount or None,
    }
    if rating:
        row |= {"level": rating.level, "rating": rating.value, "error": rating.error}
        row |= {"by": rating.by, "solved": rating.share}
    if worth:
        row |= {"worth": worth.value} | {f"worth_{k}": part for k, part in worth.parts.items()}
    return row
