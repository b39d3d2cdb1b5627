"""Standard input, output and error of the command, which may be closed, full or cut.

A reader of the answer may go away, which is no error. An answer that finds no room is one. A stream
that was closed before the command began is a null device: otherwise the next file that is opened
would take its place.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from typing import Any

PLAINER = "ruleproof.plainer"
"""The name of what writes signs that a terminal lacks."""
_PLAIN = dict(zip("“”‘’–—×·─", "\"\"''--x.-", strict=True))
_MORE = {"…": "...", "±": "+-", "→": "->", "≥": ">=", "≤": "<=", "½": "1/2"}


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Plainer signs for those that a terminal lacks, letters without their accents, else `?`."""
    from unicodedata import normalize

    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    plain = (_PLAIN.get(sign) or _MORE.get(sign) or normalize("NFKD", sign)[0] for sign in signs)
    return "".join(sign if sign.isascii() else "?" for sign in plain), error.end


codecs.register_error(PLAINER, _plainer)


class OutputLost(Exception):
    """Standard output takes no more. `cut`: its reader has gone away."""

    def __init__(self, error: OSError) -> None:
        from ruleproof.models.files.writing import reason

        self.cut = error.errno == errno.EPIPE
        super().__init__(f"cannot write to standard output ({reason(error)})")


def _output(kind: Any) -> Any:
    """Standard output: it tells its own errors from those of other files, and fails once. `kind`:
    the class of raw streams to it, which Windows has another for its consoles.
    """

    class Output(kind):
        def write(self, content: Any, /) -> int | None:
            try:
                return super().write(content)
            except OSError as error:
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
                raise OutputLost(error) from None

    return Output(1, "wb", closefd=False)


def take_over() -> None:
    """Makes all three streams usable, whatever they are."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which gets the lowest free number: this one
    out, told = sys.stdout, sys.stderr
    encoding = str(getattr(out, "encoding", None) or "utf-8")
    raw: Any = getattr(getattr(out, "buffer", None), "raw", None)
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_output(type(raw) if isinstance(raw, io.RawIOBase) else io.FileIO)),
        encoding,
        errors=PLAINER,
        line_buffering=os.isatty(1),
    )
    if told is None:  # pyright: ignore[reportUnnecessaryComparison] - it is when it was closed
        sys.stderr = open(2, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115 - it is open all the time
    elif isinstance(told, io.TextIOWrapper):
        told.reconfigure(errors=PLAINER)
