"""Compiling: functions that numba compiles when they are first called, and where they are kept.

numba does not notice that a function called from another file has changed; therefore the folder
that holds compiled code is named by a hash of all sources it comes from. A file may have been
written again since it was imported; so the functions themselves, as imported, are hashed as well.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import hashlib
import mmap
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property, lru_cache, wraps
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import from_dtype, njit, types
from numba.core import event
from numba.core.extending import intrinsic
from numba.core.typeinfer import register_dispatcher

from ruleproof.models.cells import RULES, F
from ruleproof.models.compiled.cache_folder import make_private, trust, trusted_root
from ruleproof.models.compiled.code_cache import CodeCache, warn
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.failures import watch
from ruleproof.models.errors import SetupError
from ruleproof.models.files.writing import reason

watch()


_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)", re.M)
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([^\n]*)", re.M)
_NAME = re.compile(r"[\w.]+")


@lru_cache(maxsize=512)
def _imported(text: str) -> frozenset[str]:
    """The names of all modules that a source may import, and of some that are none."""
    found = {name for line in _IMPORT.findall(text) for name in _NAME.findall(line)}
    for package, names in _FROM.findall(text):
        found |= {package, *(f"{package}.{name}" for name in _NAME.findall(names))}
    return frozenset(found)


def sources_of(*modules: ModuleType) -> dict[str, bytes]:
    """The modules' sources and those of all modules they import, near or far: from their own
    packages, from this one, and from wherever else functions are marked `@rule`.
    """
    homes = {"ruleproof", *(module.__name__.partition(".")[0] for module in modules)}
    homes |= {function.__module__.partition(".")[0] for function in RULES}
    found: dict[str, bytes] = {}
    waiting = [*(module.__name__ for module in modules), __name__]
    while waiting:
        name = waiting.pop()
        path = getattr(sys.modules.get(name), "__file__", None)
        if name in found or path is None or name.partition(".")[0] not in homes:
            continue
        found[name] = Path(path).read_bytes()
        waiting += _imported(found[name].decode())
    return found


def source_hash(*modules: ModuleType) -> str:
    """A hash of all sources that the compiled functions of the modules can come from."""
    versions = numba.__version__, llvmlite.__version__, sys.implementation.cache_tag
    digest = hashlib.sha256(repr(versions).encode())
    sources = sources_of(*modules)
    for name, text in sorted(sources.items()):
        digest.update(name.encode() + b"\0" + text + b"\0")
    for name in sorted({function.__module__ for function in RULES} & sources.keys()):
        for told in _imported_as(sys.modules[name]):
            digest.update(told.encode() + b"\0")
    return digest.hexdigest()[:16]


def _imported_as(module: ModuleType) -> Iterator[str]:
    """The module's own functions and numbers as they are in this process, by their names."""
    for name, value in sorted(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield f"{name} {_code_told(value.__code__)}"
        elif not name.startswith("__") and _is_plain(value):
            yield f"{name} {value!r}"


def _is_plain(value: object) -> bool:
    """Whether the value is a number, a text, or a tuple of such: told alike in every process."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int | float | str)


def _code_told(code: CodeType) -> str:
    """The code and that of the functions inside it, without places in memory."""
    constants: list[str] = []
    for one in code.co_consts:
        members = sorted(map(repr, one)) if isinstance(one, frozenset) else repr(one)
        constants.append(_code_told(one) if isinstance(one, CodeType) else str(members))
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"


_KEPT = 512
"""The number of folders of compiled code that are kept, those used last: each version of the
sources of five games has about a hundred, of some 300 KB.
"""


_folder: ContextVar[tuple[str, Path | None]] = ContextVar("_folder", default=("", None))
"""The hash of the sources of functions that are being decorated, and the folder for their code."""


@contextmanager
def compiled_code_of(*modules: ModuleType) -> Iterator[None]:
    """Functions decorated inside keep their compiled code in the folder of the modules' sources."""
    token = _folder.set(_folder_of(*modules))
    try:
        yield
    finally:
        _folder.reset(token)


def _folder_of(*modules: ModuleType) -> tuple[str, Path | None]:
    """The hash of the modules' sources and its folder; None, with a warning, if there can be none.
    Raises `SetupError` if it is not to be trusted.
    """
    sources = source_hash(*modules)
    try:
        folder = trusted_root() / "code" / sources
        if not folder.is_dir():
            make_private(folder)
            _prune(folder.parent)
        trust(folder)
    except (OSError, RuntimeError) as error:  # no such folder can be made, or nobody has a home
        why = reason(error) if isinstance(error, OSError) else str(error)
        place = getattr(error, "filename", None)
        warn(f"compiled code is not kept ({why})" + (f": {place!r}" if place else ""))
        return sources, None
    with suppress(OSError):  # used now, so that it is pruned last
        os.utime(folder)
    return sources, folder


def _prune(folder: Path) -> None:
    """Removes the folders of compiled code that were not used for longest."""
    with suppress(OSError):  # another process may prune as well
        kept = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in kept[_KEPT:]:
            shutil.rmtree(old, ignore_errors=True)


_ROOM = 1 << 27
"""Bytes of memory that the system must give before anything is compiled: with less, libraries that
are loaded then may wait for ever.
"""


def _must_have_room() -> None:
    """Raises `MemoryError` where there is no room to compile anything."""
    try:
        mmap.mmap(-1, _ROOM).close()
    except OSError:
        raise MemoryError from None


def kept(signature: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function for one signature, or reads the code that an earlier process compiled."""

    def decorate(function: Callable[..., Any]) -> Any:
        _must_have_room()
        found = njit(**options)(function)
        if found is function:
            raise SetupError(
                "numba is set to compile nothing (DISABLE_JIT): rules must be compiled"
            )
        found._cache = CodeCache(function, *_folder.get())
        with register_dispatcher(found):
            found.compile(signature)
        found.disable_compile()
        return found

    return decorate


class _Told(event.Listener):
    """Runs the stopwatch while numba compiles."""

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - numba's signature
        """Begins."""
        COMPILING.begin()

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - numba's signature
        """Ends."""
        COMPILING.end()


event.register("numba:compile", _Told())


def named(*parts: object) -> Callable[[F], F]:
    """Gives a function that is about to be compiled a name of its own.

    Compiled code is found by name, counted from 1 in each process: of two functions of one name
    that two processes compiled, a third that loads both may call the wrong one.
    """

    def rename(function: F) -> F:
        function.__qualname__ = ".".join([function.__name__, *map(str, parts)])
        return function

    return rename


class Kernel:
    """A solver's function, compiled (or read from disk) when it is first called or compiled code
    that calls it is: a command pays for the solvers it uses.
    """

    def __init__(self, function: Callable[..., Any], signature: Any, options: dict[str, Any]):
        self._function = function
        self._signature = signature
        self._options = options
        self.__doc__ = function.__doc__

    @cached_property
    def compiled(self) -> Any:
        """The compiled function."""
        with compiled_code_of(sys.modules[self._function.__module__]):
            return kept(self._signature, **self._options)(self._function)

    @cached_property
    def inlined(self) -> Any:
        """The function, to be inlined in others: they take over its steps, and those of all kernels
        it calls, before anything is compiled, so that constant arguments are known.
        """
        copy = self._copied(lambda kernel: kernel.inlined)
        return njit(inline="always", _nrt=self._options["_nrt"])(copy)

    @cached_property
    def plain(self) -> Callable[..., Any]:
        """The function as plain Python, and so are all kernels that it calls."""
        copy = self._copied(lambda kernel: getattr(kernel.plain, "__wrapped__"))  # noqa: B009

        @wraps(copy)
        def run(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # hashes are taken modulo 2^64
                return copy(*arguments)

        return run

    @property
    def quick(self) -> Callable[..., Any]:
        """The function for a few calls: compiled if this process has compiled it, else plain."""
        return self.compiled if "compiled" in vars(self) else self.plain

    def _copied(self, stand_in: Callable[[Kernel], Any]) -> Callable[..., Any]:
        """A copy of the function that calls something else in place of each kernel."""
        names, code = dict(self._function.__globals__), self._function.__code__
        for name in code.co_names:
            if isinstance(names.get(name), Kernel):
                names[name] = stand_in(names[name])
        return FunctionType(code, names, code.co_name, self._function.__defaults__)

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        return self.compiled(*arguments)

    @cached_property
    def direct(self) -> Callable[..., Any]:
        """The compiled function, called without a look at its arguments' types, which must be those
        of its signature: numba takes 0.15 ms a call to learn the types of functions.
        """
        found = getattr(self.compiled, "get_compile_result", None)
        return found(self._signature).entry_point if found else self.compiled

    @property
    def _numba_type_(self) -> Any:
        """The type that numba sees where compiled code names it."""
        return types.Dispatcher(self.compiled)

    def __wrapper_address__(self) -> int:
        """The address of the compiled code, where compiled code takes it as an argument."""
        return _address(self.compiled, self._signature)


def compile_all(*modules: ModuleType) -> None:
    """Compiles all kernels of the modules now."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Kernel):
                _ = value.compiled


def kernel(
    signature: Any, *, nogil: bool = False, allocates: bool = False, inline: bool = False
) -> Callable[[Callable[..., Any]], Kernel]:
    """Makes a solver's function a `Kernel` of one explicit signature. With `nogil` threads may run
    it side by side. A function that makes arrays (`allocates`) must count their users. Others do
    not: counting costs more at every call than most calls do. An array argument costs seven words a
    call; `inline` avoids that.
    """
    options = {"nogil": nogil, "_nrt": allocates, "forceinline": inline}
    return lambda function: Kernel(function, signature, options)


def constant(array: Any) -> Any:
    """A function that gives compiled code the array, whose numbers are then known when it is
    compiled.
    """
    kind = types.Array(from_dtype(array.dtype), array.ndim, "C")

    @intrinsic
    def known(typingctx):
        return kind(), lambda context, builder, *_: context.make_constant_array(
            builder, kind, array
        )

    return known


def _address(compiled: Any, signature: Any) -> int:
    """The address of a compiled function that C could call."""
    found = compiled.get_compile_result(signature)
    return found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name)


class FirstClass(types.WrapperAddressProtocol):
    """A compiled function that solvers take as an argument.

    numba, given the function itself, makes a new type for it and looks its address up at every
    call, which takes 0.1 ms: longer than most searches of a puzzle's position.
    """

    def __init__(self, compiled: Any, kind: Any) -> None:
        self._numba_type_ = kind
        self.compiled = compiled
        self._address = _address(compiled, kind.signature)

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        return self.compiled(*arguments)

    def __wrapper_address__(self) -> int:
        """The address of the compiled code."""
        return self._address

    def signature(self) -> Any:
        """The types of its arguments and of its answer."""
        return self._numba_type_.signature
