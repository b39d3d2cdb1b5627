"""The limits of the studio's work for anybody, all in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import StringConstraints

from ruleproof.models.files.shown import LINES, ONE_LINE

LONGEST_BODY = 1 << 18
"""Bytes of a request."""
LONGEST_FILES = 1 << 23
"""The same where it may hold files, for a command."""
MOST_CONNECTIONS = 512
"""Connections at once: fewer than a system lets a process have files."""
LONGEST_SILENCE = 120.0
"""Seconds on the clock in which an installed game answers for the first time."""
PATIENCE = 30.0
"""Seconds that a request waits for games that are being asked."""
THREADS = 40
"""Threads that answer requests."""
MOST_MOVES = 1000
"""Moves of a line."""
MOST_TURNS = 4000
"""Turns that are listed in a position."""


@dataclass(frozen=True)
class Limits:
    """The most that requests may cost.

    `cells` of a board. `seconds` of one search, but only `share` while another one waits. `memory`
    of one search, in bytes. `running` searches at once; `each` client has so many, running or
    waiting; `waiting` in all. `rule`: seconds of work in which a call of a rule returns as plain
    Python; `asked`: the same in which an installed game answers for the first time.
    """

    cells: int = 256
    seconds: float = 120.0
    share: float = 10.0
    memory: int = 1 << 29
    running: int = 2
    each: int = 4
    waiting: int = 64
    rule: float = 8.0
    asked: float = 12.0


Word = Annotated[str, StringConstraints(max_length=64, pattern=ONE_LINE)]
"""A name, the text of a board, a value."""
MoveText = Annotated[str, StringConstraints(max_length=256, pattern=ONE_LINE)]
"""The text of a move, or of a turn of several."""
PositionText = Annotated[str, StringConstraints(max_length=1 << 15, pattern=LINES)]
"""The text of a position."""
