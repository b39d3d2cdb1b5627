"""Writing files whole: a reader never meets half a report, whatever interrupts the writer."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ruleproof.models.errors import TextError


def write_whole(path: Path, text: str) -> Path:
    """The path, once the text stands there: written beside it first, then renamed.

    Missing folders are made. Raises `TextError` where the place cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise TextError(f"cannot write there ({reason(error)}): {str(path)!r}") from None
    part = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except OSError as error:
        raise TextError(f"cannot write there ({reason(error)}): {str(path)!r}") from None
    finally:
        part.unlink(missing_ok=True)
    return path


def reason(error: OSError) -> str:
    """What the system says went wrong, in lower case."""
    return (error.strerror or "no reason given").lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
