"""Compiles functions to be linked into others, and makes machine code only for what Python calls.

numba readies each function that compiled code calls as if Python called it too: wrappers, whole
optimisation, machine code. Most of a solver's functions are only ever linked into others. Here
they stay `Part`s; `executable` links a part and those that it calls, each once, optimises the whole
and makes its machine code. This leans on private parts of numba: `usable` says whether this is a
version with which it was tried. With others numba does as it always does.
"""

# numba's functions are untyped
# pyright: basic, reportPrivateImportUsage=false, reportAttributeAccessIssue=false

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

import numba
from llvmlite.binding import parse_bitcode
from numba.core import cpu
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

_TRIED = ("0.68",)
_ENVIRONMENT, _DYNAMIC = "_ZN08NumbaEnv", "numba.dynamic.globals"
"""How the names begin of what numba looks up in, and of what holds addresses of this process."""
_OPTIMISATION = 1
_open: list[None] = []


def _called(function: Callable[[], Any]) -> Any:
    return function()


in_one_chunk = FunctionType(_called.__code__.replace(co_stacksize=1 << 16), {})
"""Calls a function whose own calls share a chunk of memory. Python keeps frames in chunks of 16 KB
and gives the last one back with each return: a loop at its border would spend its time on that.
"""


def usable() -> bool:
    """Whether this version of numba was tried."""
    return numba.__version__.startswith(tuple(f"{version}." for version in _TRIED))


class Part(JITCodeLibrary):
    """Functions to be linked; they are optimised and made machine code when that is asked for."""

    def add_linking_library(self, library: Any) -> None:
        """Has the library linked when this one becomes machine code."""
        if not isinstance(library, Part):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        manager, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            manager.run(function, builder)

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager(opt=_OPTIMISATION)
        manager.run(self._final_module, builder)

    @property
    def has_dynamic_globals(self) -> bool:
        """Whether the code holds addresses that only this process knows."""
        modules = [self._final_module, *self._linked()]
        return any(v.name.startswith(_DYNAMIC) for m in modules for v in m.global_variables)

    def _linked(self) -> Iterator[Any]:
        """The modules that this one needs, each once."""
        found: set[Any] = {self}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library in found:
                continue
            found.add(library)
            self._reload_init.update(library._reload_init)
            if isinstance(library, Part) and not library._finalized:
                waiting += library._linking_libraries
                yield library._alone()
            else:
                yield library._get_module_for_linking()

    def _alone(self) -> Any:
        """The part's own module, to be linked more than once."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
        return self._shared_module

    def finalize(self) -> None:
        """Links, optimises and makes machine code; numba calls it."""
        self._raise_if_finalized()
        for module in self._linked():
            self._final_module.link_in(module, preserve=True)
        self._shared_module = None
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def whole(self) -> Any:
        """A module of the part and all that it needs."""
        module = self._final_module.clone()
        for needed in () if self._finalized else self._linked():
            module.link_in(needed, preserve=True)
        return module


def _environments(module: Any) -> list[Any]:
    """What numba looks up while the module's functions run."""
    names = (v.name for v in module.global_variables if v.name.startswith(_ENVIRONMENT))
    return [found for found in map(lookup_environment, names) if found is not None]


def _executable(context: Any, library: Any, fndesc: Any, env: Any, release_gil: bool) -> Any:
    """A library with the function's wrappers, and the function that Python calls."""
    whole = Part(context.codegen(), library.name)
    whole.enable_object_caching()
    whole.add_linking_library(library)
    make = cpu.CPUContext
    make.create_cpython_wrapper(context, whole, fndesc, env, None, release_gil)
    make.create_cfunc_wrapper(context, whole, fndesc, env, None)
    entry = make.get_executable(context, whole, fndesc, env)
    for one in _environments(whole._final_module):
        whole.codegen.set_env(one.env_name, one)
    return whole, entry


def executable(part: Callable[[], Any], release_gil: bool) -> Callable[..., CompileResult]:
    """What compiles for numba's dispatchers: a part, then the function as Python and C call it."""

    def compiled(*_: Any) -> CompileResult:
        (found,) = part().overloads.values()
        told = found.library, found.fndesc, found.environment
        library, entry = _executable(found.target_context, *told, release_gil)
        found.target_context.insert_user_function(entry, found.fndesc, [library])
        return found._replace(library=library, entry_point=entry, metadata={})

    return compiled


_CALLED = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)


def _stand_in(context: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """What numba takes for the compiled function: if Python calls it, it is made executable."""

    @cache
    def made() -> Any:
        return _executable(context, library, fndesc, env, False)[1]

    def call(_: Any, arguments: Any, named: Any) -> Any:
        more = ctypes.cast(named, ctypes.py_object).value if named else {}
        return made()(*arguments, **more)

    called = _CALLED(call)
    address = ctypes.cast(called, ctypes.c_void_p).value
    name = fndesc.qualname.split(".")[-1]
    keep = (library, called)
    return cpu._dynfunc.make_function(fndesc.lookup_module(), name, "", address, env, keep)


@contextmanager
def linking() -> Iterator[None]:
    """What numba compiles inside becomes parts."""
    context = cpu_target.target_context
    codegen = context.codegen()
    with global_compiler_lock:
        _open.append(None)
        codegen._library_class = Part
        context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *_, **__: None
        context.get_executable = lambda *asked: _stand_in(context, *asked)
        try:
            yield
        finally:
            _open.pop()
            if not _open:
                del codegen._library_class, context.get_executable
                del context.create_cpython_wrapper, context.create_cfunc_wrapper


def written(part: CompileResult) -> tuple[Any, ...]:
    """A part with all that it needs, to be pickled."""
    module = part.library.whole()
    part.fndesc.typemap = part.fndesc.calltypes = None
    environments = [one for one in _environments(module) if one.can_cache()]
    return (
        part.library.name,
        module.as_bitcode(),
        part.fndesc,
        part.environment,
        part.signature,
        part.reload_init,
        environments,
    )


def read(context: Any, *told: Any) -> CompileResult:
    """The part that was written."""
    name, bitcode, fndesc, environment, signature, reload_init, environments = told
    for load in reload_init:
        load()
    library = Part(context.codegen(), name)
    library._final_module = parse_bitcode(bitcode)
    return CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=_stand_in(context, library, fndesc, environment),
        fndesc=fndesc,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )
