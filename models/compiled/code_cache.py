"""Compiled code on disk, which is checked before it is run.

numba runs what it finds in its own cache: a file that a full disk cut short ends every command
until somebody deletes it, and one with a flipped bit may do anything. Here each compiled function
is a file of its own, behind a checksum. A damaged file is compiled again and written anew; code
that cannot be written is compiled in memory. Either causes one warning. A checksum is no seal:
whoever can write the file can have anything run, so a file that others can write is refused.

Code that is shipped, in a package of its own, is looked up first: it is only read.
"""

# numba's caches are untyped
# pyright: basic, reportPrivateImportUsage=false

from __future__ import annotations

import hashlib
import logging
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ruleproof.models.compiled.cache_folder import shipped, trust
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

    `sources` names the sources that the code comes from; `folder` is None if nothing can be kept.
    """

    def __init__(self, function: Callable[..., Any], sources: str, folder: Path | None) -> None:
        self._function = function
        self._sources = sources
        self._folder = folder

    @property
    def cache_path(self) -> str | None:
        """The folder, as numba's statistics show it."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled function of that signature, None where it must be compiled."""
        target_context.refresh()
        read = (_read(path, target_context) for path in self._places(signature, target_context))
        return next((found for found in read if found is not None), None)

    def _places(self, signature: Any, target_context: Any) -> Iterator[Path]:
        """Where the code may be: among what is shipped, then in the user's cache."""
        machine = target_context.codegen().magic_tuple()
        brought = shipped()
        if brought and self._sources:
            folder, processor = brought
            yield folder / self._sources / self._name(signature, (machine[0], processor, ""))
        if self._folder is not None:
            yield self._folder / self._name(signature, machine)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keeps a compiled function, if that can be done."""
        dynamic = result.library.has_dynamic_globals or any(not x.can_cache for x in result.lifted)
        if self._folder is None or dynamic:
            return
        content = dumps(result._reduce())
        path = self._folder / self._name(signature, result.codegen.magic_tuple())
        try:
            write_whole(path, hashlib.sha256(content).digest() + content, 0o600)
        except WriteError as error:
            warn(f"compiled code is not kept ({reason(error)}): {str(self._folder)!r}")

    def flush(self) -> None:
        """Forgets nothing: the folder is named by the sources that its code comes from."""

    def _name(self, signature: Any, machine: tuple[str, ...]) -> str:
        """The file's name tells the function, what it closes over, its types and the machine."""
        function = self._function
        closed = tuple(cell.cell_contents for cell in function.__closure__ or ())
        parts = (
            function.__module__,
            function.__qualname__,
            function.__code__.co_firstlineno,
            str(signature),
            machine,
            hashlib.sha256(function.__code__.co_code).hexdigest(),
            hashlib.sha256(dumps(closed) if closed else b"").hexdigest(),
        )
        digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
        return f"{function.__name__.strip('_')[:40]}-{digest}.code"


def _read(path: Path, target_context: Any) -> Any:
    """The compiled function of a file; None if there is none, or it is damaged."""
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
