"""One trial: a mutant of a module of rules, against the checks of its game.

It is made in a fork of a process that has everything at hand, so that it costs what the checks do.
"""

# pyright: basic

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from lab.mutation.checks import Checks
from ruleproof.models import cells

LONGER = 4
"""How many times as long as the rules themselves a mutant may take; then it is held to loop."""
FIRST, LEAST = 0.5, 3.0
"""The CPU time in seconds that it has for the first part of the checks, and for all in any case."""
PATIENCE = 600
"""Seconds on the clock after which it is killed in any case."""
MEMORY = 3 << 30
"""Bytes that a trial may ask for besides what its parent has."""

SURVIVED, KILLED, LOOPED = 0, 1, 2


def rule_modules(name: str) -> list[str]:
    """The names of the modules of a game that its rules come from, each after those it imports."""
    package = f"ruleproof.models.{name}"
    found: list[str] = []

    def visit(module: str) -> None:
        spec = importlib.util.find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        for node in ast.walk(ast.parse(Path(spec.origin).read_text())):
            imported = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            if imported.startswith(f"{package}.") and imported not in found:
                visit(imported)
        if module not in found:
            found.append(module)

    visit(f"{package}.rules")
    return found


class Mutated(SourceFileLoader, importlib.abc.MetaPathFinder):
    """Loads one module from the text given instead of its file's."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        """The module's place, if it is this one."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=self.path)

    def get_code(self, fullname: str) -> Any:  # noqa: ARG002
        """The compiled text."""
        return compile(self.text, self.path, "exec", dont_inherit=True)


def strict_single(board: Any, cell: int) -> int:
    """`single` as compiled code has it, which looks at the board for the width of a set."""
    return 1 << cell if board.size else 0


def loaded(modules: Sequence[str], mutated: str, text: str) -> list[ModuleType]:
    """New copies of the modules, one of them from the text."""
    origin = importlib.util.find_spec(mutated)
    assert origin is not None
    assert origin.origin is not None
    sys.meta_path.insert(0, Mutated(mutated, origin.origin, text))
    cells.single = strict_single
    for module in modules:
        sys.modules.pop(module, None)
    return [importlib.import_module(module) for module in modules]


def trial(
    checks: Checks, modules: Sequence[str], mutated: str, text: str, usual: float = 0.0
) -> tuple[int, str]:
    """Whether the mutant survived or how it died, with what killed it; `usual` is the CPU time that
    the checks take the rules themselves.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        status, told = SURVIVED, ""
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 2)
        try:
            _bounded()
            _alarm(FIRST)
            copies = loaded(modules, mutated, text)
            checks.run(copies[-1], copies, lambda: _alarm(max(LEAST, LONGER * usual)))
        except BaseException as error:
            status, told = KILLED, f"{type(error).__name__}: {error}"
        os.write(write, told.encode()[:400])
        os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        if not select.select([pipe], [], [], PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
        told = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return LOOPED, signal.Signals(os.WTERMSIG(status)).name
    return os.WEXITSTATUS(status), told


def _alarm(seconds: float) -> None:
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _bounded() -> None:
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def timed(function: Any, *arguments: Any) -> tuple[Any, float]:
    """The function's answer and the CPU time it took, in seconds."""
    begun = time.process_time()
    return function(*arguments), time.process_time() - begun
