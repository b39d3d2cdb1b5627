"""What systems differ in: how processes begin and end, their limits, signals, owners of files, and
memory. No other module uses a name that only some systems have.

Windows  has no fork, and its signals reach no other process: a child begins anew, the command has
         no guard, and limits of work and memory hold nobody
macOS    has both, and ends no process by a signal when its parent ends: a thread of it waits

>>> cores() > 0
True
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

ENDED = 1
"""The exit status of a process that ends with its parent: nobody reads it."""
KILLED = int(getattr(signal, "SIGKILL", 9))
"""The signal that ends a process at once, also when memory runs out."""
OVERWORKED = int(getattr(signal, "SIGXCPU", 24))
"""The signal that ends a process beyond its limit of work."""
ENDING = (signal.SIGTERM, getattr(signal, "SIGBREAK", signal.SIGTERM))
"""The signals that ask a process to end; Windows sends the second from the keyboard."""
_BLOCK = 1 << 16


# Processes


def fork() -> int | None:
    """The number of a copy of this process, which gets 0; None where none can be made."""
    try:
        return os.fork()
    except (OSError, AttributeError):
        return None


def exit_status(child: int, *, wait: bool = False) -> int | None:
    """The status of a forked child that has ended, -n after a signal n; None while it has not."""
    gone, status = os.waitpid(child, 0 if wait else os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if gone else None


def kill(process: int) -> None:
    """Ends a process at once; one that has ended stays as it is."""
    with suppress(OSError):
        os.kill(process, KILLED if hasattr(signal, "SIGKILL") else signal.SIGTERM)


def kill_group(process: int) -> None:
    """Ends at once a process that began a session, and all that it began, where the system knows
    of them.
    """
    if not hasattr(os, "killpg"):
        kill(process)
        return
    with suppress(OSError):
        os.killpg(process, signal.SIGKILL)


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# Ties and limits


def end_with(pipe: int) -> None:
    """Ends this process when the other end of a pipe is closed, as it is when its holder ends.
    Nothing may come or go through the pipe any more.

    Linux does that itself, also while compiled code keeps the interpreter. Elsewhere a thread
    waits, which hears of it when the interpreter is free.
    """
    if not _by_signal(pipe):
        end_when_closed(pipe)


def end_when_closed(pipe: int) -> None:
    """The same by a thread, on every system; what comes through the pipe is thrown away."""
    threading.Thread(target=_wait, args=(pipe,), daemon=True).start()


def _by_signal(pipe: int) -> bool:
    """Makes the system kill this process when the other end is closed, if it can."""
    try:
        import fcntl
        import select

        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)  # pyright: ignore[reportAttributeAccessIssue] - of Linux
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        poll = select.poll()
        poll.register(pipe, 0)
        if poll.poll(0):  # it was closed before
            os._exit(ENDED)
    except (ImportError, AttributeError, OSError):
        return False
    return True


def _wait(pipe: int) -> None:
    try:
        while os.read(pipe, _BLOCK):
            pass
    except OSError:  # an end to write to, which nothing can be heard from
        return
    os._exit(ENDED)


def end_with_parent() -> None:
    """Ends this process, which `multiprocessing` began, with the one that began it."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is None or _by_signal(parent.sentinel):
        return
    sentinel = parent.sentinel

    def waits() -> None:
        wait([sentinel])
        os._exit(ENDED)

    threading.Thread(target=waits, daemon=True).start()


def limit_work(seconds: float) -> None:
    """Makes the system end this process after so many seconds of work from now on, where it can."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def limit_memory(size: int | None) -> None:
    """Makes the system refuse this process, and those that it begins, more than so many bytes of
    memory of their own, where it can. None lifts the limit.
    """
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard if size is None else size, hard))


def memory_taken() -> int | None:
    """The bytes of memory that this process may write to and has asked for, if the system says."""
    with suppress(OSError), Path("/proc/self/status").open("rb") as file:
        for line in file:
            if line.startswith(b"VmData:"):
                return int(line.split()[1]) << 10
    return None


# Signals


def hold(*numbers: int) -> Any:
    """Holds signals back from this thread, where the system can; returns what `let` takes."""
    if not hasattr(signal, "pthread_sigmask"):
        return None
    return signal.pthread_sigmask(signal.SIG_BLOCK, numbers)


def hold_from_children(number: int) -> Any:
    """Holds a signal back, as `hold` does, also from processes that `multiprocessing` begins before
    `let`.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return None
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which lets the signal through when it begins
    return hold(number)


def let(held: Any, *numbers: int) -> None:
    """Lets signals through as they were before `hold`; the `numbers` in any case."""
    if held is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, set(held) - set(numbers))


def interrupt() -> None:
    """Interrupts this process, from any of its threads, as Ctrl-C does."""
    if hasattr(os, "fork"):
        os.kill(os.getpid(), signal.SIGINT)
    else:  # Windows would end it
        signal.raise_signal(signal.SIGINT)


def never_wait(pipe: int) -> None:
    """Makes a pipe refuse what finds no room in it, where the system can."""
    if hasattr(os, "set_blocking"):
        with suppress(OSError):
            os.set_blocking(pipe, False)


@contextmanager
def ticking(tick: Callable[[int, FrameType | None], object]) -> Generator[None]:
    """Calls `tick` in the main thread every second, with the frame that it interrupts. Without
    timers of the system, a call that waits is interrupted only when it returns.
    """
    number = getattr(signal, "SIGALRM", signal.SIGTERM)  # nobody sends this one on Windows
    before = signal.signal(number, tick)
    over = threading.Event()
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 1.0, 1.0)
    else:
        threading.Thread(target=_tick, args=(number, over), daemon=True).start()
    try:
        yield
    finally:
        over.set()
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(number, before)


def _tick(number: signal.Signals, over: threading.Event) -> None:
    import _thread

    while not over.wait(1.0):
        _thread.interrupt_main(signal.Signals(number))


# Files


HAVE_OWNERS = hasattr(os, "getuid")
"""Whether files have owners, and modes that say who may write to them."""


def owned_by(found: os.stat_result, *others: int) -> bool:
    """Whether a file belongs to this user, or to one of the others by number. Without owners it
    does.
    """
    return not HAVE_OWNERS or found.st_uid in (os.getuid(), *others)


def give_to(path: Path, owner: os.stat_result) -> None:
    """Gives a file to the owner of another one, where this user may."""
    with suppress(OSError, AttributeError):
        os.chown(path, owner.st_uid, owner.st_gid)


def read_at(number: int, room: memoryview, at: int) -> int:
    """Fills a room from an open file, from a byte on; returns how many bytes there were."""
    if hasattr(os, "preadv"):
        return os.preadv(number, [room], at)
    with _SEEKING:
        before = os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, at, os.SEEK_SET)
        block = os.read(number, len(room))
        os.lseek(number, before, os.SEEK_SET)
    room[: len(block)] = block
    return len(block)


_SEEKING = threading.Lock()
"""The place in an open file is common to all that read it."""


def read_ahead(number: int, at: int, size: int) -> None:
    """Asks the system to read so many bytes of an open file meanwhile, if it can."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(number, at, size, os.POSIX_FADV_WILLNEED)


# Memory

_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)


def pages(size: int, *, reserve: bool = True) -> mmap.mmap | None:
    """So many bytes of memory in pages of their own, large ones where the system has some. Without
    `reserve`, no swap is set aside. None where the system cannot take pages back. Raises `OSError`
    where it has no room.
    """
    if not hasattr(mmap, "MAP_PRIVATE"):
        return None
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    mapping = mmap.mmap(-1, size, flags=private if reserve else private | _NO_RESERVE)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        mapping.madvise(mmap.MADV_HUGEPAGE)
    return mapping


def give_back(mapping: mmap.mmap, begin: int, size: int) -> None:
    """Gives pages back to the system, if it takes them; they then hold 0."""
    if hasattr(mmap, "MADV_DONTNEED"):
        mapping.madvise(mmap.MADV_DONTNEED, begin, size)


def memory_installed() -> int | None:
    """The bytes of memory that this machine has, if it says."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
