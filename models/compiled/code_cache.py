"""Compiled code on disk, which is checked before it is run.

numba runs what it finds in its own cache: a file that a full disk cut short ends every command
until somebody deletes it, and one with a flipped bit may do anything. Here each compiled function
is a file of its own, behind a checksum. A damaged file is compiled again and written anew; code
that cannot be written is compiled in memory. Either causes one warning. A checksum is no seal:
whoever can write the file can have anything run, so a file that others can write is refused.
"""

# numba's caches are untyped
# pyright: basic, reportPrivateImportUsage=false

from __future__ import annotations

import hashlib
import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ruleproof.models.compiled.cache_folder import trust
from ruleproof.models.files.writing import WriteError, reason, write_whole

_LOG = logging.getLogger("ruleproof")
_DIGEST = 32
"""Bytes of the SHA-256 that a file begins with."""
_told: set[str] = set()


def warn(message: str) -> None:
    """Logs a warning about compiled code, the first of this process."""
    if not _told:
        _told.add(message)
        _LOG.warning(message)


class CodeCache:
    """The store of one function's compiled code, with the interface of numba's caches.

    `folder` is None where nothing can be kept.
    """

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        self._function = function
        self._folder = folder

    @property
    def cache_path(self) -> str | None:
        """The folder, as numba's statistics show it."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled function of that signature, None where it must be compiled."""
        target_context.refresh()
        if self._folder is None:
            return None
        path = self._path(signature, target_context.codegen())
        try:
            with path.open("rb") as file:
                trust(file.fileno(), name=str(path))
                content = file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            warn(f"compiled code cannot be read ({reason(error)}), compiling again: {str(path)!r}")
            return None
        sealed = content[_DIGEST:]
        try:
            if hashlib.sha256(sealed).digest() != content[:_DIGEST]:
                raise ValueError("the checksum is wrong")
            return CompileResult._rebuild(target_context, *pickle.loads(sealed))
        except Exception as error:  # whatever was written there: it can be compiled again
            warn(f"compiled code is damaged ({error}), compiling again: {str(path)!r}")
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keeps a compiled function, if that can be done."""
        dynamic = result.library.has_dynamic_globals or any(not x.can_cache for x in result.lifted)
        if self._folder is None or dynamic:
            return
        content = dumps(result._reduce())
        path = self._path(signature, result.codegen)
        try:
            write_whole(path, hashlib.sha256(content).digest() + content, 0o600)
        except WriteError as error:
            warn(f"compiled code is not kept ({reason(error)}): {str(self._folder)!r}")

    def flush(self) -> None:
        """Forgets nothing: the folder is named by the sources that its code comes from."""

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file: its name tells the function, what it closes over, its types and the machine."""
        function = self._function
        closed = tuple(cell.cell_contents for cell in function.__closure__ or ())
        parts = (
            function.__module__,
            function.__qualname__,
            function.__code__.co_firstlineno,
            str(signature),
            codegen.magic_tuple(),
            hashlib.sha256(function.__code__.co_code).hexdigest(),
            hashlib.sha256(dumps(closed) if closed else b"").hexdigest(),
        )
        assert self._folder is not None
        digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
        return self._folder / f"{function.__name__.strip('_')[:40]}-{digest}.code"
