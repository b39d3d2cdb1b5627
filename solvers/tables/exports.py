"""Exports of tables: CSV, Parquet and pandas frames, one row a position.

position   its text
side       whose turn it is
value      as `Worth` has it; empty where a rule of repetition may decide
distance   plies to the end of a win or loss; empty for draws and points

A row stands for one position of each class of symmetric ones. Parquet's metadata and a frame's
`attrs` say so, whose the values are, and of which game, board, settings and start.

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
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import make_folder, replacing

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


def write_csv(lines: Iterable[Line], path: Path) -> None:
    """Writes the lines behind a line of the columns' names. Raises `WriteError`."""
    make_folder(path.parent)
    with replacing(path) as file:
        file.write(_as_text([Line._fields]))
        for part in _parts(lines):
            file.write(_as_text(part))


def write_parquet(
    lines: Iterable[Line], path: Path, *, points: bool, told: Mapping[str, str]
) -> None:
    """Writes the lines as Parquet. `points`: whether values are numbers. `told`: what the file says
    of itself. Raises `MissingExtra` and `WriteError`.
    """
    need("Parquet", "pyarrow")
    from pyarrow.parquet import ParquetWriter

    schema = _schema(points).with_metadata(dict(told))
    make_folder(path.parent)
    with replacing(path) as file, ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in _batches(lines, schema):
            writer.write_batch(batch)


def frame(lines: Iterable[Line], *, points: bool, told: Mapping[str, str]) -> pandas.DataFrame:
    """The lines as a frame, whose `attrs` are `told`. Win, draw and loss are ordered categories.
    Raises `MissingExtra`.
    """
    need("a frame", "pandas", "pyarrow")
    import pandas as pd
    import pyarrow as pa

    schema = _schema(points)
    columns = pa.Table.from_batches(_batches(lines, schema), schema)
    kinds = {pa.string(): pd.StringDtype("pyarrow"), pa.int32(): pd.Int32Dtype()}
    found = columns.to_pandas(types_mapper=kinds.get)
    found["side"] = found["side"].astype("category")
    if not points:
        found["value"] = found["value"].astype(pd.CategoricalDtype(_OUTCOMES, ordered=True))
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


def _schema(points: bool) -> pyarrow.Schema:
    """The columns and their types."""
    import pyarrow as pa

    kinds = (pa.string(), pa.string(), pa.int32() if points else pa.string(), pa.int32())
    return pa.schema(zip(Line._fields, kinds, strict=True))


def _batches(lines: Iterable[Line], schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """The lines by columns, part by part."""
    import pyarrow as pa

    for part in _parts(lines):
        columns = zip(*part, strict=True)
        arrays = [pa.array(one, kind) for one, kind in zip(columns, schema.types, strict=True)]
        yield pa.record_batch(arrays, schema=schema)


def _parts(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines, as many at a time as are written together."""
    left = iter(lines)
    while part := list(islice(left, AT_ONCE)):
        yield part
