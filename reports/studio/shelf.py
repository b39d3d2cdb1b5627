"""The tables of the studio: files of one folder, known by their names.

Requests name a table, never a file. Each request reads the folder anew, so new tables appear at
once. Files that are no tables are left out.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.errors import TextError, offer
from ruleproof.models.mistakes import Mistake
from ruleproof.solvers.work.formats import HEADER

if TYPE_CHECKING:
    from ruleproof.models.play.game import Game
    from ruleproof.solvers.playing.tables.table import Table

SUFFIX = ".rpt"


class _Kept(NamedTuple):
    """The game of a file's table, or the reason why the file is no table; and the time of its last
    change with its size, while which are the same the file is not read again.
    """

    stamp: tuple[int, int]
    game: Game | None
    why: str


class Shelf:
    """The tables of a folder, none without one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._kept: dict[str, _Kept] = {}

    @property
    def _files(self) -> dict[str, Path]:
        if self._folder is None:
            return {}
        return {
            path.name.removesuffix(SUFFIX): path
            for path in sorted(self._folder.glob("*"))
            if (path / HEADER).is_file() or (path.suffix == SUFFIX and path.is_file())
        }

    @property
    def _known(self) -> dict[str, _Kept]:
        """The files as they are now."""
        self._kept = {name: self._read(name, path) for name, path in self._files.items()}
        return self._kept

    def _read(self, name: str, path: Path) -> _Kept:
        from ruleproof.solvers.playing.tables.folder import opened

        stamp = (0, 0)
        try:
            found = (path / HEADER if path.is_dir() else path).stat()
            stamp = (found.st_mtime_ns, found.st_size)
            kept = self._kept.get(name)
            if kept and kept.stamp == stamp:
                return kept
            with opened(path) as table:
                return _Kept(stamp, table.head.game, "")
        except (OSError, ValueError, Mistake) as error:
            return _Kept(stamp, None, str(error))

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        return [name for name, kept in self._known.items() if kept.game]

    @property
    def left_out(self) -> dict[str, str]:
        """The reasons why files that are named like tables are none, by the files' names."""
        return {name + SUFFIX: kept.why for name, kept in self._known.items() if not kept.game}

    @property
    def games(self) -> dict[str, Game]:
        """The games of the tables, by the tables' names."""
        return {name: kept.game for name, kept in self._known.items() if kept.game}

    def fitting(self, game: str, board: str, settings: dict[str, str | int]) -> list[str]:
        """The names of the tables of that game on that board under these settings."""
        wanted = (game, board, settings)
        return [
            name
            for name, kept in self._known.items()
            if kept.game and (kept.game.name, kept.game.board.text, kept.game.settings) == wanted
        ]

    @contextmanager
    def open(self, name: str) -> Generator[Table]:
        """Opens the table of that name for the block. Raises `TextError` where there is none, or
        where what the block reads of it is damaged.
        """
        from ruleproof.solvers.playing.tables.header import TableError
        from ruleproof.solvers.playing.tables.table import Table

        files = self._files
        if name not in files:
            raise TextError(f"no such table (tables: {offer(self.names) or 'none'}): {name!r}")
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
