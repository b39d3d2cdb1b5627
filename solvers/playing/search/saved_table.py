"""Findings of a search, kept in a file from which another goes on (`solvers/work/checkpoints.py`).

A frame holds entries of the search's table, a row of words each; the form says what their keys are
made of. The file is written whole each time and takes the place of the one before, so whoever is
killed at any moment leaves one that is whole.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.keys.canonical import Canon, of_form
from ruleproof.solvers.work.checkpoints import Checkpoint, CheckpointError

_LOG = logging.getLogger("ruleproof")
_TABLE = b"TABL"
_MANY = 1 << 15
"""Entries in one frame: so few that a copy of them takes next to no memory."""


class Saving:
    """The checkpoint of one search: that of the question at a root."""

    def __init__(self, path: Path, kind: str, game: Game, state: State, party: int) -> None:
        self._file = Checkpoint(path, kind, game, state, party)
        self._game = game
        self.unwritten: WriteError | None = None
        """The reason why the file could not be written at the last attempt, None if it was."""

    @property
    def due(self) -> bool:
        """Whether it is time to save."""
        return self._file.due

    def read(self, use: Callable[[Canon], None], know: Callable[[Any], None]) -> None:
        """Tells what the file holds, if there is one: the canonical forms, then entries, as words
        that cannot be written to; `know` raises `ValueError` for those that make no sense.

        Raises `CheckpointError` if the file is that of another search, or makes no sense.
        """
        if not self._file.path.exists():
            return
        form, frames = self._file.read()
        try:
            use(of_form(self._game, form))
            for tag, content in frames:
                if tag != _TABLE:
                    raise ValueError(f"it has a part that does not belong there: {tag!r}")
                know(np.frombuffer(content, np.uint64))
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise CheckpointError(f"the checkpoint makes no sense: {error}") from None
        self._file.close()

    def write(self, forms: Canon, table: Any, in_use: Callable[[Any], Any]) -> None:
        """Saves a table, `uint64[entries, words]`; `in_use` picks from some of its entries those to
        be kept.

        The search goes on where that fails, and saves again later; the log has it at once.
        """
        parts = (table[first : first + _MANY] for first in range(0, table.shape[0], _MANY))
        try:
            self._file.begin(forms.form, ((_TABLE, [in_use(part)]) for part in parts))
        except OSError as error:
            self.unwritten = WriteError(error.errno, error.strerror, str(self._file.path))
            _LOG.warning("the search is not saved: %s", self.unwritten)
            self._file.wait()
        else:
            self.unwritten = None
        self._file.close()
