"""Exports of tables: CSV, Parquet and pandas frames, one row a position.

position   its text
side       whose turn it is
value      as `Worth` has it; empty where a rule of repetition may decide
distance   plies to the end of a win or loss; empty for draws and points
images     the number of positions that the row stands for, see `Table.images`; play may reach some
           of them only, so that the sum may be more than the positions that can be reached

A row stands for one position of each class of symmetric ones. Parquet's metadata and a frame's
`attrs` say so, whose the values are, and of which game, board, settings and start. Sides are
categories in the order of play; win, draw and loss are ordered ones. `pandas.read_parquet` makes of
the file the frame that `frame` makes.

CSV and Parquet are written part by part, so that large tables need no more memory. Parquet and
frames need the extra `frames`, which is pandas and pyarrow.
"""

# pandas and pyarrow are partly untyped
# pyright: basic

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import replacing

if TYPE_CHECKING:
    import pandas
    import pyarrow

AT_ONCE = 1 << 15
"""Rows that are written together."""
_OUTCOMES = ["loss", "draw", "win"]


class MissingExtra(ImportError, TextError):
    """A package that only an extra of this one installs."""


class Line(NamedTuple):
    """One row of an export; its fields are the columns."""

    position: str
    side: str
    value: str | int | None
    distance: int | None
    images: int


class Kinds(NamedTuple):
    """The kinds of the columns: whether values are numbers, and the sides in the order of play."""

    points: bool
    sides: Sequence[str]


def write_csv(lines: Iterable[Line], path: Path) -> None:
    """Writes the lines behind a line of the columns' names. Raises `WriteError`."""
    with replacing(path) as file:
        file.write(_as_text([Line._fields]))
        for part in _parts(lines):
            file.write(_as_text(part))


def write_parquet(
    lines: Iterable[Line], path: Path, *, kinds: Kinds, told: Mapping[str, str]
) -> None:
    """Writes the lines as Parquet. `told`: the file's words about itself. Raises `MissingExtra` and
    `WriteError`.
    """
    need("Parquet", "pandas", "pyarrow")
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    schema = _schema(kinds)
    empty = frame([], kinds=kinds, told=told)
    pandas_form = pa.Schema.from_pandas(empty, preserve_index=False).metadata
    schema = schema.with_metadata(dict(told) | pandas_form)
    with replacing(path) as file, ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in _batches(lines, schema, kinds):
            writer.write_batch(batch)


def frame(lines: Iterable[Line], *, kinds: Kinds, told: Mapping[str, str]) -> pandas.DataFrame:
    """The lines as a frame, whose `attrs` are `told`. Raises `MissingExtra`."""
    need("a frame", "pandas", "pyarrow")
    import pandas as pd
    import pyarrow as pa

    schema = _schema(kinds)
    columns = pa.Table.from_batches(_batches(lines, schema, kinds), schema)
    types = {pa.string(): pd.StringDtype("pyarrow"), pa.int32(): pd.Int32Dtype()}
    found = columns.to_pandas(types_mapper=types.get)
    found["side"] = found["side"].cat.set_categories(kinds.sides)
    if not kinds.points:
        found["value"] = found["value"].cat.set_categories(_OUTCOMES, ordered=True)
    found.attrs |= told
    return found


def need(what: str, *packages: str) -> None:
    """Raises `MissingExtra` where one of the packages is not installed; `what` needs them."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f'{what} needs the extra `frames`: pip install "ruleproof[frames]" '
            f"(not installed: {', '.join(missing)})"
        )


def _as_text(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _schema(kinds: Kinds) -> pyarrow.Schema:
    """The columns and their types."""
    import pyarrow as pa

    side = pa.dictionary(pa.int8(), pa.string())
    value = pa.int32() if kinds.points else pa.dictionary(pa.int8(), pa.string(), ordered=True)
    types = (pa.string(), side, value, pa.int32(), pa.int32())
    return pa.schema(zip(Line._fields, types, strict=True))


def _batches(
    lines: Iterable[Line], schema: pyarrow.Schema, kinds: Kinds
) -> Iterator[pyarrow.RecordBatch]:
    """The lines by columns, part by part."""
    import pyarrow as pa

    words = {"side": kinds.sides, "value": _OUTCOMES}
    for part in _parts(lines):
        arrays = [
            _in_categories(one, words[field.name], field.type)
            if pa.types.is_dictionary(field.type)
            else pa.array(one, field.type)
            for one, field in zip(zip(*part, strict=True), schema, strict=True)
        ]
        yield pa.record_batch(arrays, schema=schema)


def _in_categories(
    texts: Sequence[Any], words: Sequence[str], kind: pyarrow.DataType
) -> pyarrow.Array:
    """The texts, each told by its place among the words."""
    import pyarrow as pa

    place = {word: number for number, word in enumerate(words)}
    numbers = pa.array([None if one is None else place[one] for one in texts], pa.int8())
    return pa.DictionaryArray.from_arrays(numbers, pa.array(words), ordered=kind.ordered)


def _parts(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines, as many at a time as are written together."""
    left = iter(lines)
    while part := list(islice(left, AT_ONCE)):
        yield part
