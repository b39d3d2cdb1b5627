"""Parts: files of arrays in the folder of a build, each written whole by one task.

part     a line of JSON, then arrays, each from a multiple of 64 bytes on
phase    tasks that do not wait for each other, with a part each; once all are done, its *marker*
         keeps the words of every part, which may then be removed

A task does the same each time. Its part appears by renaming, so a task that was killed, or done
twice, changes nothing.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import remove_leftovers, replacing, write_whole

_LINE = 64
"""Bytes of which arrays begin at a multiple."""


class Part:
    """A part that is there; `said` are its words."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            line = file.readline()
        self.said: dict[str, Any] = json_value(line)
        self._at: dict[str, tuple[str, int, int]] = {}
        at = len(line)
        for name, kind, many in self.said["arrays"]:
            self._at[name] = kind, at, many
            at += -(-many * np.dtype(kind).itemsize // _LINE) * _LINE
        if path.stat().st_size != at:
            raise ValueError(f"a part of the build is damaged; begin anew: {str(path)!r}")

    def some(self, name: str, first: int = 0, last: int | None = None) -> Any:
        """The numbers of an array from one place to another."""
        kind, at, many = self._at[name]
        last = many if last is None else last
        return np.fromfile(
            self._path, kind, last - first, offset=at + first * np.dtype(kind).itemsize
        )


class Parts:
    """The parts and markers of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._marker = lru_cache(maxsize=256)(self._read)

    def path(self, phase: str, number: int) -> Path:
        """The path of a part."""
        return self.folder / f"{phase}.{number}"

    def part(self, phase: str, number: int) -> Part:
        """A part."""
        return Part(self.path(phase, number))

    def there(self, phase: str, number: int) -> dict[str, Any] | None:
        """The words of a part, None where it is not there."""
        return self.part(phase, number).said if self.path(phase, number).exists() else None

    def put(self, phase: str, number: int, said: dict[str, Any], **arrays: Any) -> dict[str, Any]:
        """Writes a part; returns its words."""
        shapes = [[name, one.dtype.str, one.size] for name, one in arrays.items()]
        said = {**said, "arrays": shapes}
        with replacing(self.path(phase, number)) as file:
            line = json.dumps(said).encode()
            file.write(line + b" " * (-(len(line) + 1) % _LINE) + b"\n")
            for one in arrays.values():
                file.write(one.tobytes())
                file.write(bytes(-one.nbytes % _LINE))
        return said

    def mark(self, phase: str, said: list[dict[str, Any]]) -> None:
        """Marks a phase as done."""
        write_whole(self.folder / f"{phase}.json", json.dumps(said))

    def done(self, phase: str) -> bool:
        """Whether a phase is done."""
        return (self.folder / f"{phase}.json").exists()

    def marker(self, phase: str) -> list[dict[str, Any]]:
        """The words of all parts of a phase that is done."""
        return self._marker(phase)

    def _read(self, phase: str) -> list[dict[str, Any]]:
        return json_value((self.folder / f"{phase}.json").read_text())

    def remove(self, phase: str) -> None:
        """Removes the parts of a phase that is done, and what killed tasks left of them."""
        for number in range(len(self.marker(phase))):
            path = self.path(phase, number)
            if path.exists():
                remove_leftovers(path)
                path.unlink(missing_ok=True)


class Column:
    """An array of all positions of a phase, one part behind the other: `starts` of its parts, in
    `each` numbers a position.
    """

    def __init__(self, parts: Parts, phase: str, name: str, sizes: list[int], each: int = 1):
        self._parts, self._phase, self._name, self._each = parts, phase, name, each
        self.starts = np.cumsum([0, *sizes])

    def some(self, first: int, last: int) -> Any:
        """The numbers of the positions from `first` on and before `last`."""
        found = []
        number = int(np.searchsorted(self.starts, first, "right")) - 1
        while first < last:
            begin, end = (int(at) for at in self.starts[number : number + 2])
            stop = min(last, end)
            if stop > first:
                places = self._each * (first - begin), self._each * (stop - begin)
                found.append(self._parts.part(self._phase, number).some(self._name, *places))
                first = stop
            number += 1
        if len(found) == 1:
            return found[0]
        kind = np.uint64 if self._name == "keys" else np.int16
        return np.concatenate([np.zeros(0, kind), *found])
