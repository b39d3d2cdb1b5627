"""One walking thread: its stacks, its scratch arrays and the log of what it finds.

See `playing/retrograde/depth_first_kernel.py` for the words.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import Engine
from ruleproof.solvers.playing.keys.keys import Keys
from ruleproof.solvers.playing.retrograde import depth_first_kernel as kernel
from ruleproof.solvers.playing.retrograde.entry_table import mixed
from ruleproof.solvers.playing.retrograde.expand_kernel import UNKNOWN
from ruleproof.solvers.playing.retrograde.recent import new_recent
from ruleproof.solvers.work.memory import taken

_FIRST_LEVELS = 64


class WalkingThread:
    """The arrays of one walking thread; its log holds what it finds, if it has room for words."""

    def __init__(self, compiled: Engine, forms: Keys, number: int, log: int) -> None:
        most_moves = compiled.game.most_moves
        self.number = number
        self.levels, self.room = _FIRST_LEVELS, _FIRST_LEVELS * (most_moves + 1)
        self.waiting, self.mixes = (np.zeros((kernel.STACKS, 0), np.uint64) for _ in range(2))
        self.again = np.zeros((kernel.STACKS, 0), np.uint8)
        self.frames = np.zeros((kernel.STACKS, 0), np.int64)
        self.depths = np.zeros((kernel.STACKS, kernel.DEPTH), np.int64)
        self.row = np.zeros(compiled.row_words, np.uint64)
        self.rows = np.zeros(compiled.row_words * most_moves, np.uint64)
        self.recent = new_recent(forms.words)
        self.images = np.zeros(forms.room, np.uint64)
        self.found = compiled.move_list()
        self.log = np.zeros(log, np.uint64)
        self.state = np.zeros(kernel.STATE, np.int64)
        self.state[kernel.NUMBER] = number
        self.deepen(forms.words, 1)

    @property
    def bytes(self) -> int:
        """The memory that this takes."""
        stacks = self.waiting, self.mixes, self.again, self.frames
        return taken(*stacks, self.rows, self.recent, self.images, self.found, self.log)

    def deepen(self, words: int, times: int) -> None:
        """Makes the stack so many times as large."""
        self.levels *= times
        self.room *= times
        for name, size in (
            ("waiting", self.room * words),
            ("mixes", self.room),
            ("again", self.room),
            ("frames", self.levels * kernel.FRAME),
        ):
            old = getattr(self, name)
            new = np.zeros((kernel.STACKS, size), old.dtype)
            new[:, : old.shape[1]] = old
            setattr(self, name, new)

    def lines(self, words: int) -> Iterator[Any]:
        """The keys of the positions on the line of play of each stack."""
        for stack in range(kernel.STACKS):
            level = int(self.depths[stack, kernel.LEVEL])
            first = self.frames[stack, kernel.FIRST :: kernel.FRAME][1 : level + 1]
            if level:
                yield self.waiting[stack].reshape(-1, words)[first - 1]

    def begin(self, key: Any) -> None:
        """Puts the root on the stack."""
        self.waiting[:, : key.size] = key
        self.mixes[:, 0] = mixed(np.uint64(key.size), key, np.uint64(0))
        self.frames[:, : kernel.FRAME] = 0, UNKNOWN
        self.depths[:] = 0, 1
