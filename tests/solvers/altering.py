"""Tables that say something else than they did, and are well-formed all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.playing.tables.write import write_table


def altered(path: Path, new: Path, change: Callable[[Any], Any]) -> None:
    """Writes the table anew: `change` may change the values, and says which entries stay."""
    with TableFile(path) as file:
        head, blocks = file.head, [file.block(number) for number in range(file.blocks)]
    words = [np.concatenate([one.words[k] for one in blocks]) for k in range(head.words)]
    values = np.concatenate([one.values for one in blocks]).astype(np.int16)
    ranks = [one.plies for one in blocks if one.plies is not None]
    plies = np.concatenate(ranks).astype(np.uint16) if ranks else None
    kept = change(values)
    write_table(
        new,
        head.said,
        tuple(word[kept] for word in words),
        values[kept],
        None if plies is None else plies[kept],
    )
