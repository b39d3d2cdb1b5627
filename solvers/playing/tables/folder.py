"""Tables of several files, one a shard, in a folder: read like one file.

`table.json` is the header of all: as that of a file, with the number of entries of each shard. The
file of a shard that holds any is named by its number, `0012.rpt`, and names it in its own header.
A position is in the shard that the hash of its key says (`playing/tables/shard.py`).
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeAlias

from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import State
from ruleproof.solvers.playing.tables.header import TableError, header, least_key
from ruleproof.solvers.playing.tables.read import LONGEST_HEADER, Block, Entry, TableFile
from ruleproof.solvers.playing.tables.shard import shard_of_key
from ruleproof.solvers.work.formats import HEADER, TABLE

MOST_SHARDS = 4096
_OPEN = 64
"""Files that are open at a time."""
_SAME = (
    *("version", "rules", "game", "board", "settings", "position", "party", "worth", "value"),
    *("distance", "used", "letters", "words", "per_block", "plies"),
)
"""The words that the headers of all files have in common."""


def shard_path(folder: Path, shard: int) -> Path:
    """The path of a shard's file."""
    return folder / f"{shard:04}.rpt"


def opened(path: Path | str) -> TableFile | TableFolder:
    """The table at a path, a file or a folder. Raises `TableError` and `OSError` as they do."""
    return TableFolder(path) if Path(path).is_dir() else TableFile(path)


def write_folder(folder: Path, head: dict[str, Any], shards: list[dict[str, Any]]) -> int:
    """Writes the header of shards that are written, and returns the bytes of all. `shards`: of each
    the number of entries, the bytes of its file, and its values.
    """
    with TableFile(
        shard_path(folder, next(k for k, s in enumerate(shards) if s["entries"]))
    ) as one:
        said = {name: one.head.said[name] for name in _SAME}
    said |= head | {"entries": sum(one["entries"] for one in shards)}
    said["values"] = sorted({value for one in shards for value in one["values"]})
    said["shards"] = [one["entries"] for one in shards]
    text = json.dumps({"format": TABLE, **said}, ensure_ascii=False) + "\n"
    write_whole(folder / HEADER, text)
    return len(text.encode()) + sum(one["size"] for one in shards)


AnyTable: TypeAlias = "TableFile | TableFolder"


class TableFolder:
    """A table in a folder, with the uses of a `TableFile`. Raises the same errors."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        with (self.path / HEADER).open("rb") as file:
            line = file.readline(LONGEST_HEADER)
        self.head = header(line)
        shards = self.head.said.get("shards")
        if (
            not isinstance(shards, list)
            or not 0 < len(shards) <= MOST_SHARDS
            or not all(type(many) is int and many >= 0 for many in shards)
            or sum(shards) != self.head.entries
        ):
            raise TableError("the header's shards make no sense")
        self.shards: list[int] = shards
        each = self.head.per_block
        self._firsts = [0, *accumulate(-(-many // each) for many in shards)]
        self.blocks = self._firsts[-1]
        self._files: dict[int, TableFile] = {}
        self.closed = False

    def __enter__(self) -> TableFolder:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes all files."""
        self.closed = True
        for file in self._files.values():
            file.close()

    def file(self, shard: int) -> TableFile:
        """The file of a shard that holds entries; `TableError` where it is not that."""
        if shard not in self._files:
            if len(self._files) >= _OPEN:
                self._files.pop(next(iter(self._files))).close()
            try:
                with self.naming(shard):
                    file = TableFile(shard_path(self.path, shard))
            except FileNotFoundError:
                raise TableError(f"the file of shard {shard} is missing") from None
            said, whole = file.head.said, self.head.said
            other = [name for name in _SAME if said[name] != whole[name]]
            if said.get("shard") != [shard, len(self.shards)]:
                other.append("shard")
            if other or file.head.entries != self.shards[shard]:
                what = ", ".join(other) or "the number of entries"
                raise TableError(f"the header of shard {shard} contradicts {HEADER}: {what}")
            self._files[shard] = file
        return self._files[shard]

    @contextmanager
    def naming(self, shard: int) -> Iterator[None]:
        """Names the file of a shard in what is wrong with it."""
        try:
            yield
        except TableError as error:
            raise TableError(f"{shard_path(self.path, shard).name}: {error}") from None

    def _of(self, number: int, name: str, *given: Any) -> Any:
        """What a method of the file that has a block returns."""
        shard = bisect_right(self._firsts, number) - 1
        file = self.file(shard)
        with self.naming(shard):
            return getattr(file, name)(number - self._firsts[shard], *given)

    def block(self, number: int) -> Block:
        """The entries of one block."""
        return self._of(number, "block")

    def packed(self, number: int) -> bytes:
        """One block as it lies in its file; `TableError` where its checksum is another."""
        return self._of(number, "packed")

    def unpacked(self, number: int, packed: bytes) -> Block:
        """The entries of one block."""
        return self._of(number, "unpacked", packed)

    @property
    def _held(self) -> list[int]:
        return [shard for shard, many in enumerate(self.shards) if many]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(path.stat().st_size for path in self.path.iterdir())

    @property
    def entries_checksum(self) -> str:
        """A checksum of the blocks of all files, see `TableFile`."""
        told = [self.file(shard).entries_checksum for shard in self._held]
        return hashlib.sha256(repr(told).encode()).hexdigest()

    def look_up(self, state: State) -> Entry | None:
        """The table's entry for a position, None if it does not hold it; see `TableFile`."""
        key = least_key(self.head, state)
        if key is None:
            return None
        shard = shard_of_key(key, self.head.words, len(self.shards))
        if not self.shards[shard]:
            return None
        file = self.file(shard)
        with self.naming(shard):
            return file.look_up(state)

    def altered(self) -> Iterator[int]:
        """Reads all files, as `TableFile.altered` does."""
        done = 0
        for shard in self._held:
            file = self.file(shard)
            with self.naming(shard):
                for here in file.altered():
                    yield done + here
            done += file.size
