"""Limits of the files that `verify` accepts, all in one place, and the kinds of text that they may
hold.

Everything is held against these limits before it is unpacked or kept. They are far above the needs
of any file written here, and far below what would hurt; `--memory` and `--time` apply as well.

>>> short("line 3" + chr(7)).isprintable()
True
"""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from ruleproof.models.files.shown import HASH, ONE_LINE

LONGEST_LINE = 1 << 16
"""The bytes of a line of a strategy."""
MOST_LINES = 50_000_000
"""The lines of a file of strategies."""
CELL, LONGEST_MOVE = 32, 256
"""The characters of a position for each of its cells, and of a move."""
MOST_MOVES = 1 << 18
"""The moves that a game may have at a time."""
LONGEST_FAULT = 1000
"""The characters of a message."""

MOST_FILES = 20_000
"""The files of an archive."""
LONGEST_INDEX = MOST_FILES * 128
"""The bytes of an archive's list of its files."""
LONGEST_ARCHIVE = 1 << 30
"""The bytes of an archive as it lies on the disk."""
LONGEST_HEAD = 1 << 18
"""The bytes of an archive's head, unpacked; a witness may be long."""
LONGEST_GAME = 1 << 22
"""The bytes of a game record."""
LONGEST_PROOF = 1 << 30
"""The bytes of a file of clauses, of a proof or of a model, unpacked."""
LONGEST_STRATEGIES = 1 << 32
"""The bytes of a file of strategies in an archive, unpacked."""


def short(message: object) -> str:
    """A message in one printable line, no longer than can be read."""
    text = "".join(one if one.isprintable() else repr(one)[1:-1] for one in str(message))
    return text if len(text) <= LONGEST_FAULT else f"{text[:LONGEST_FAULT]}…"


Word = Annotated[str, StringConstraints(max_length=64, pattern=ONE_LINE)]
"""A name, a version, the text of a board."""
Line = Annotated[str, StringConstraints(max_length=1 << 12, pattern=ONE_LINE)]
"""A sentence."""
Moves = Annotated[str, StringConstraints(max_length=1 << 17, pattern=ONE_LINE)]
"""The moves of a game, or a position."""
Hash = Annotated[str, StringConstraints(pattern=HASH)]
"""The hash of the sources of a game's rules, see `models/files/sources.py`."""
