"""Runs of the command line inside this process, as a user would have started them.

What a command prints is taken from the file descriptors themselves, so that nothing escapes.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer.main

from lab.attack.targets import Run

MOST_READ = 1 << 22
"""The bytes of output that are looked at."""


class Children:
    """The most bytes that a child of this process had, of those that have ended."""

    def __init__(self) -> None:
        self.most = 0
        os.waitpid = self._waitpid

    def _waitpid(self, pid: int, options: int, /) -> tuple[int, int]:
        found, status, used = os.wait4(pid, options)
        self.most = max(self.most, used.ru_maxrss * 1024)
        return found, status


def ready(path: Path) -> None:
    """Loads and compiles in this process what `verify` has children do with such a file."""
    from ruleproof.solvers.verify import files
    from ruleproof.solvers.verify.files import kind_of

    kind = kind_of(path)
    if kind != "table":
        files._prepare(path, kind)  # pyright: ignore[reportPrivateUsage]
        files._report(path, kind, lambda progress: None)  # pyright: ignore[reportPrivateUsage]


class Shell:
    """Runs commands in this process, whose standard streams it takes over for good."""

    def __init__(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self._streams = [os.memfd_create(name) for name in ("out", "err")]
        for number, stream in zip((1, 2), self._streams, strict=True):
            os.dup2(stream, number)
        self.children = Children()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        # what the commands are is found out once: it takes longer than most files
        build: Callable[..., Any] = typer.main.get_command
        typer.main.get_command = functools.cache(build)

    def run(self, arguments: Sequence[str]) -> Run:
        """What the command leaves behind."""
        from lab.attack import displaying
        from ruleproof import cli

        main = displaying.main if arguments[0] == displaying.COMMAND else cli.main
        for stream in self._streams:
            os.ftruncate(stream, 0)
            os.lseek(stream, 0, os.SEEK_SET)
        try:
            status = main(arguments)
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 1
        except BaseException:
            import traceback

            status = -1
            traceback.print_exc()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        out, err = (os.pread(one, MOST_READ, 0).decode("utf-8", "replace") for one in self._streams)
        return Run(status, out, err)

    def piped(self, arguments: Sequence[str], file: str, content: bytes) -> Run:
        """What the command leaves behind where the content of the file comes from a pipe."""
        read, write = os.pipe()
        name = f"/dev/fd/{read}"

        def give() -> None:
            with suppress(BrokenPipeError), os.fdopen(write, "wb") as pipe:
                pipe.write(content)

        giver = threading.Thread(target=give)
        giver.start()
        try:
            found = self.run([name if one == file else one for one in arguments])
        finally:
            os.close(read)
            giver.join()
        return Run(found.status, *(text.replace(name, file) for text in found[1:]))
