"""Bad input on the command line: one line that says where it stands, what it is, and what would
be accepted.

>>> one_line("a text")
'a text'
"""

from __future__ import annotations

import errno
import mmap
from collections.abc import Generator
from contextlib import contextmanager

LONGEST = 600
"""The characters of an error line; the middle of longer ones is left out."""


_NO_MEMORY = (
    "out of memory",
    "cannot allocate memory",
    "can't start new thread",
    "failed to map segment",
)
_SCARCE = 1 << 28
"""Bytes that any process gets from the system unless its memory is limited and nearly used up."""


class InputError(Exception):
    """Something on the command line, or in a file named there, that cannot be worked with."""


class StopError(Exception):
    """Work that was stopped before it had anything to say."""


@contextmanager
def at(place: str) -> Generator[None]:
    """Makes errors of the input inside name `place`, an argument or an option; an error that a
    game's rules raise is its author's.
    """
    try:
        yield
    except ValueError as error:
        from ruleproof.models.mistakes import came_up_in_rules

        if came_up_in_rules(error):
            raise
        raise InputError(said_at(place, error)) from error
    except OSError as error:
        raise InputError(f"{place}: {in_words(error)}") from error


def said_at(place: str, error: Exception) -> str:
    """The error in words, behind the argument or the option that it is about. A full disk is the
    fault of none.
    """
    return str(error) if getattr(error, "of_the_disk", False) else f"{place}: {error}"


def in_words(error: OSError) -> str:
    """The system's reason for the error, with the file if it names one."""
    what = (error.strerror or str(error) or type(error).__name__).lower()
    return what if error.filename is None else f"{what}: {str(error.filename)!r}"


@contextmanager
def enough() -> Generator[None]:
    """Names the memory that would suffice where work inside needs more than it may take."""
    from ruleproof.solvers.work.memory import TooLittle

    try:
        yield
    except TooLittle as error:
        raise InputError(f"--memory: {error}") from error


def out_of_memory(error: BaseException | None) -> bool:
    """Whether an error, or one that it came from, is that the system gives no more memory.
    Libraries say so in words of their own, and may fail in any way when there is none.
    """
    seen = set[int]()
    while error is not None and id(error) not in seen:  # errors may name one another in a circle
        seen.add(id(error))
        said = str(error).lower()
        if (
            isinstance(error, MemoryError)
            or getattr(error, "errno", None) == errno.ENOMEM
            or any(words in said for words in _NO_MEMORY)
        ):
            return True
        error = error.__cause__ or error.__context__
    try:
        mmap.mmap(-1, _SCARCE).close()
    except (OSError, MemoryError):
        return True
    return False


def one_line(message: str) -> str:
    """The message in one line of bearable length."""
    line = " ".join(message.splitlines())
    if len(line) > LONGEST:
        half = LONGEST // 2
        line = f"{line[:half]} … {line[-half:]}"
    return line
