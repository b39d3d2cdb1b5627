"""The start of the command: it loads nothing from the folder where it is called, numba loads no
scipy, and Ctrl-C and SIGTERM end it with one line, before `main` as after.

The package imports this first. Nothing happens where a program merely imports the package.
"""

import sys


def _is_module() -> bool:
    """Whether this process is `python -m ruleproof`, whose package is being looked for."""
    given = list(sys.orig_argv)
    named = given[given.index("-m") + 1 :] if "-m" in given else []
    return sys.argv[:1] == ["-m"] and named[:1] == ["ruleproof"]


def is_command() -> bool:
    """Whether this process is the command `ruleproof`, or `python -m ruleproof`."""
    script = sys.orig_argv[1] if len(sys.orig_argv) > 1 else ""
    name = os.path.splitext(os.path.basename(script))[0]  # noqa: PTH119, PTH122 - pathlib takes as long to import as all of this
    return name == "ruleproof" or _is_module()


if _is_module() and not sys.flags.safe_path:
    del sys.path[0]  # that folder, before a file in it is taken for a module

# ruff: noqa: E402
import os
import signal
from contextlib import suppress

_STOPPED = 3


def _end(number: int, _: object) -> None:
    """Ends the process at once: nothing was begun."""
    name = b"SIGTERM" if number == signal.SIGTERM else b"Ctrl-C"
    with suppress(OSError):
        os.write(2, b"ruleproof: stopped by " + name + b"\n")
    os._exit(_STOPPED)


def listen() -> None:
    """Makes both signals end the command, unless its parent has them ignored."""
    if not is_command():
        return
    os.environ["PYTHONSAFEPATH"] = "1"  # worker processes load nothing from there, either
    with suppress(ValueError):  # another thread than the main one imports the package
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _end)
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _end)


class _Finder:
    """Finds no scipy for numba, which loads it for products of matrices: no rule has any, and the
    search for one move would take a fifth longer.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:  # noqa: ARG004 - the import system's signature
        """Raises `ModuleNotFoundError` where numba asks for scipy; leaves all else to others."""
        if name != "scipy":
            return
        frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage] - who imports it
        while frame.f_back and frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        if frame.f_globals.get("__name__", "").partition(".")[0] == "numba":
            raise ModuleNotFoundError(name=name)


listen()
if is_command():
    sys.meta_path.insert(0, _Finder())
