"""The tables of the studio: files of one folder, known by their names.

Requests name a table, never a file. Each request reads the folder anew, so new tables appear at
once.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ruleproof.models.errors import TextError, offer

if TYPE_CHECKING:
    from ruleproof.solvers.tables.table import Table

SUFFIX = ".rpt"


class Shelf:
    """The tables of a folder, none without one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @property
    def _files(self) -> dict[str, Path]:
        if self._folder is None:
            return {}
        found = sorted(self._folder.glob(f"*{SUFFIX}"))
        return {path.stem: path for path in found if path.is_file()}

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        return list(self._files)

    @contextmanager
    def open(self, name: str) -> Generator[Table]:
        """Opens the table of that name for the block. Raises `TextError` where there is none, or
        where what the block reads of it is damaged.
        """
        from ruleproof.solvers.tables.header import TableError
        from ruleproof.solvers.tables.table import Table

        files = self._files
        if name not in files:
            raise TextError(f"no such table (tables: {offer(files) or 'none'}): {name!r}")
        unreadable = f"the table cannot be read: {name!r}"
        try:
            table = Table(files[name])
        except (OSError, ValueError) as error:
            raise TextError(unreadable) from error
        with table:
            try:
                yield table
            except (OSError, TableError) as error:
                raise TextError(unreadable) from error
