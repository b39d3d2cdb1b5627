"""Checkpoints of tables whose values are all known, but not yet sorted and written.

They replace the checkpoints of the work before, which also hold the moves and are several times as
large. Entries may be in any order: a frame holds the keys of some, word by word, then their values,
then, where there are, their plies.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError

from ruleproof.models.files.misfits import place_and_fault
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.keys.keys import remade
from ruleproof.solvers.playing.tables.filing import Entries
from ruleproof.solvers.work.checkpoints import Checkpoint, CheckpointError, kind_of
from ruleproof.solvers.work.memory import numbers

KIND = "solved"
_ENTRIES = b"SOLV"
_PIECE = 1 << 16
"""Entries in one frame."""


class Solved(BaseModel):
    """The summary of a table before it is written.

    `entries`: their number. `worth`: the value of the first position. `positions`: the number that
    the entries stand for, if known. Finding them took `seconds` on the clock, `work` seconds of all
    cores, and `memory` bytes.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    entries: PositiveInt
    worth: Annotated[int, Field(ge=-0x7FFF, le=0x7FFF)]
    positions: PositiveInt | None
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    work: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    memory: Annotated[int, Field(ge=0)]


class Keep:
    """The file that holds solved tables of one position."""

    def __init__(self, path: Path, game: Game, state: State, party: int) -> None:
        self._game = game
        self._file = Checkpoint(path, KIND, game, state, party)

    @property
    def begun(self) -> bool:
        """Whether there is a checkpoint of any kind."""
        return self._file.path.exists()

    @property
    def there(self) -> bool:
        """Whether a solved table is there."""
        return kind_of(self._file.path) == KIND

    def put(self, solved: Solved, rows: Entries) -> None:
        """Writes a new file in place of any checkpoint that was there. Where there is no room for
        it, the old file stays.
        """
        said = {"keys": rows.form, "words": rows.many, "plies": rows.plies is not None}
        with suppress(OSError):
            self._file.begin(solved.model_dump() | said, _frames(rows))
            self._file.close()

    def remove(self) -> None:
        """Removes the file, of whatever kind; the work is done."""
        self._file.remove()

    def take(self, memory: int, look: Callable[[int], None]) -> tuple[Solved, Entries]:
        """Reads back the arguments of `put`. `look` is told how many entries are known.

        Raises `CheckpointError` where the file is of other work or damaged, and `MemoryError` where
        the entries take more than so much memory.
        """
        said, frames = self._file.read()
        try:
            solved = Solved(**{name: said[name] for name in Solved.model_fields})
            form, many = said["keys"], int(said["words"])
            known = remade(self._game, form, 0)
            if known.form != form or many != max(1, -(-known.key_bits // 64)):
                raise ValueError("its keys contradict their description")
            count, plies = solved.entries, 2 * bool(said["plies"])
            each = 8 * many + 2 + plies
            if count * each > self._file.path.stat().st_size:
                raise ValueError(f"it has fewer than {count} entries")
            if count * each > memory:
                raise MemoryError
            rows = Entries(
                *(form, numbers(count * many, np.uint64), many, many, numbers(count, np.int16)),
                numbers(count, np.uint16) if plies else None,
            )
            at = 0
            for tag, content in frames:
                some = len(content) // each
                if tag != _ENTRIES or len(content) != some * each or at + some > count:
                    raise ValueError("it has a part that does not belong there")
                _know(rows, at, some, content)
                at += some
                look(at)
            if at != count:
                raise ValueError(f"it has {at} of {count} entries")
        except ValidationError as error:
            place, what = place_and_fault(error.errors(include_url=False))
            raise CheckpointError(f"the checkpoint makes no sense: {place}: {what}") from None
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            if isinstance(error, CheckpointError):
                raise
            raise CheckpointError(f"the checkpoint makes no sense: {error}") from None
        finally:
            self._file.close()
        return solved, rows


def _frames(rows: Entries) -> Iterator[tuple[bytes, list[Any]]]:
    for first in range(0, rows.values.size, _PIECE):
        some = slice(first, first + _PIECE)
        parts = [np.ascontiguousarray(word[some]) for word in rows.words]
        parts += [array[some] for array in (rows.values, rows.plies) if array is not None]
        yield _ENTRIES, parts


def _know(rows: Entries, at: int, some: int, content: Any) -> None:
    """Takes over so many entries from a place on."""
    begin = 0
    for array in (*rows.words, rows.values, rows.plies):
        if array is not None:
            array[at : at + some] = np.frombuffer(content, array.dtype, some, begin)
            begin += some * array.itemsize
