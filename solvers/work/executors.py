"""Executors that do one task after another: in this process, or in a worker process of its own.

Both are `concurrent.futures.Executor`; so is the one for a cluster (`solvers/work/cluster.py`).

step      how far the task at work has come, as its worker told last
silent    a worker without even a heartbeat: it hangs, and is ended like one that died
again     a task whose worker died or hung is given to a new one, `TRIES` times in all
hurry     under a limit of time a worker that hangs is ended sooner, and its task is lost
endless   a rule that never returns as Python is raised as `NoReturn`

>>> with Here() as here:
...     here.submit(pow, 2, 10).result()
1024
"""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from ruleproof.models import systems
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.failures import sound
from ruleproof.models.endless import Watch
from ruleproof.models.mistakes import told_as_the_authors
from ruleproof.solvers.work.progress import Listener, Progress, silent

TRIES = 3
"""The number of times that a task is begun before it is given up."""
PATIENCE = 120.0
"""Seconds without a heartbeat after which a worker is taken to hang. Compiled code may keep the
interpreter, and with it the heartbeat, for some seconds at a time.
"""
OVERRUN = 30.0
"""Seconds that a step may always take, whatever the limit of time."""
ORPHANED = 2 * PATIENCE
"""Seconds without a heartbeat after which a worker ends itself, if nobody is left to end it."""
_BEAT = 1.0
"""Seconds between two heartbeats."""
_STARTING = 10.0
"""Seconds that a process may take to begin."""
_PAUSE = 0.1
"""Seconds between two steps that a worker tells."""


_hurry: float | None = None
"""The seconds without a heartbeat under a limit of time, None where there is none."""


def hurry(seconds: float) -> None:
    """Limits the patience with workers that hang from now on: work should end after so many
    seconds.
    """
    global _hurry
    _hurry = min(PATIENCE, 2 * seconds + OVERRUN)


class Lost(ChildProcessError):
    """A task whose worker died or hung each time; `hung`: the last one hung."""

    hung = False


class Gone(Lost):
    """A task whose cluster has lost its scheduler, and with it all tasks."""


class Worker(Protocol):
    """An executor that does one task at a time and tells how far it has come."""

    @property
    def step(self) -> Progress | None:
        """The progress of the task, None before the first report."""
        ...

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call; the worker before must have finished."""
        ...

    def close(self) -> None:
        """Ends the worker at once, whatever it does."""
        ...


_listener: Listener = silent
"""The listener of the task at work in this process."""


def listener() -> Listener:
    """The listener of the task at work in this process."""
    return _listener


def tell_to(hears: Listener) -> Listener:
    """Passes steps of tasks in this process to another listener; returns the one before."""
    global _listener
    before, _listener = _listener, hears
    return before


def now_and_then(hears: Listener) -> Listener:
    """A listener that passes on no more than a few steps a second."""
    told = 0.0

    def hear(step: Progress) -> None:
        nonlocal told
        if time.monotonic() - told >= _PAUSE:
            told = time.monotonic()
            hears(step)

    return hear


class Here(Executor):
    """Does tasks in this process, each when it is submitted. `hears` is told every step and may
    raise an exception to end the task.
    """

    step: Progress | None = None

    def __init__(self, hears: Listener = silent) -> None:
        self._hears = hears

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The finished result of a call. Raises anything that the call raises."""
        future: Future[Any] = Future()
        before = tell_to(self._hears)
        try:
            future.set_result(fn(*args, **kwargs))
        finally:
            tell_to(before)
        return future

    def close(self) -> None:
        """Does nothing: no task is at work."""


@dataclass
class _Task:
    """A call and who waits for its result, and how often it may still be begun."""

    future: Future[Any]
    call: tuple[Any, ...]
    tries: int
    begun: int = 0


class Local(Executor):
    """Does tasks in one worker process, which is replaced when it dies or hangs. `patience`: the
    seconds without a heartbeat after which it hangs; `timed`: this process waits while the worker
    compiles; `tries`: how often a task is begun.
    """

    def __init__(
        self, patience: float | None = None, *, timed: bool = True, tries: int = TRIES
    ) -> None:
        self.step: Progress | None = None
        self._hurried = patience is None and _hurry is not None
        self._patience = patience or _hurry or PATIENCE
        self._timed = timed
        self._tries = tries
        self._task: _Task | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._process = 0
        self._heard = time.monotonic()
        self._closed = self._hung = False
        self._lock = threading.RLock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call that pickles. Raises `RuntimeError` while another task is at
        work. The future's exception is `Lost` where the worker died or hung each time.
        """
        with self._lock:
            if self._closed or self._task is not None:
                raise RuntimeError("the worker is closed" if self._closed else "the worker is busy")
            task = self._task = _Task(Future(), (_called, fn, args, kwargs), self._tries)
            self.step = None
            self._begin(task)
            return task.future

    def _begin(self, task: _Task) -> None:
        task.tries -= 1
        task.begun += 1
        try:
            inner = self._given(task)
        except BrokenProcessPool:  # the worker died while it had nothing to do
            self._pool, self._process = None, 0
            inner = self._given(task)
        inner.add_done_callback(lambda done: self._finished(task, done))

    def _given(self, task: _Task) -> Future[Any]:
        """The result of the worker, which begins if there is none."""
        if self._pool is None:
            self._hire()
        assert self._pool is not None
        self._heard = time.monotonic()
        # a worker never hears Ctrl-C: the process that asked for the work handles it
        held = systems.hold_from_children(signal.SIGINT)
        try:
            return self._pool.submit(*task.call)
        finally:
            systems.let(held)

    def _hire(self) -> None:
        """Begins a new process, and a thread that listens to it."""
        self._hung = False
        ways = multiprocessing.get_context("spawn")
        ours, theirs = ways.Pipe(duplex=False)
        pool = self._pool = ProcessPoolExecutor(1, ways, _start_work, (theirs,))
        threading.Thread(target=self._listen, args=(pool, ours), daemon=True).start()

    def _listen(self, pool: ProcessPoolExecutor, ours: Any) -> None:
        """Notes what the process says; ends it when it hangs."""
        process, compiling = 0, False
        with ours, ExitStack() as at_the_end:
            at_the_end.callback(lambda: _note_compiling(compiling, False))
            while self._pool is pool:
                if ours.poll(_BEAT):
                    try:
                        word, what = ours.recv()
                    except (EOFError, OSError):
                        return
                    self._heard = time.monotonic()
                    if word == "step":
                        self.step = Progress(*what)
                    elif word == "process":
                        process = self._process = what
                    elif word == "compiling" and self._timed:
                        compiling = _note_compiling(compiling, what)
                    elif word == "log":
                        logging.getLogger("ruleproof").log(*what)
                elif process and time.monotonic() - self._heard > self._patience:
                    with self._lock:
                        task = self._task
                        if task and self._hurried:
                            task.tries = 0
                    if task:
                        self._hung = True
                        systems.kill(process)
                        return

    def _finished(self, task: _Task, done: Future[Any]) -> None:
        """Passes a result on, or gives the task to a new process where this one has died."""
        with self._lock:
            error = None if done.cancelled() else done.exception()
            if self._closed or done.cancelled():
                task.future.cancel()
                return
            if isinstance(error, BrokenProcessPool):
                self._pool, self._process = None, 0
                if task.tries:
                    self._begin(task)
                    return
                error = Lost(f"a worker process died or hung {_times(task.begun)} over one task")
                error.hung = self._hung
            self._task = None
        if error is not None:
            task.future.set_exception(error)
        else:
            task.future.set_result(done.result())

    def close(self) -> None:
        """Ends the process at once."""
        with self._lock:
            self._closed, pool, begun = True, self._pool, time.monotonic()
        if pool is None:
            return
        while not self._process and time.monotonic() - begun < _STARTING:
            time.sleep(0.01)  # a process that begins has not told its number yet
        self._pool = None
        if self._process:
            systems.kill(self._process)
        pool.shutdown(wait=bool(self._process), cancel_futures=True)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Ends the process, as `close` does."""
        self.close()


def _note_compiling(before: bool, now: bool) -> bool:
    """Runs the stopwatch of this process while a worker compiles; returns whether it runs."""
    if now and not before:
        COMPILING.begin()
    elif before and not now:
        COMPILING.end()
    return now


def _times(many: int) -> str:
    return "once" if many == 1 else f"{many} times"


# In a worker process


def _start_work(channel: Any) -> None:
    """Prepares the process: listeners, heartbeat, and an end with its parent."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lock = threading.Lock()

    def say(word: str, what: object) -> None:
        with lock, suppress(OSError):
            channel.send((word, what))

    work = Watch(threading.get_ident(), worked=COMPILING.worked)
    nowhere = os.open(os.devnull, os.O_WRONLY)

    def beat() -> None:
        while True:
            faulthandler.dump_traceback_later(ORPHANED, file=nowhere, exit=True)
            say("alive", None)
            work.look()
            time.sleep(_BEAT)

    say("process", os.getpid())
    logging.getLogger("ruleproof").addHandler(_Telling(say))
    COMPILING.tell(lambda begins: say("compiling", begins))
    tell_to(now_and_then(lambda step: say("step", tuple(step))))
    threading.Thread(target=beat, daemon=True).start()
    systems.end_with_parent()


class _Telling(logging.Handler):
    """Passes log messages on to the process that asked for the work."""

    def __init__(self, say: Callable[[str, object], None]) -> None:
        super().__init__(logging.WARNING)
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        """Sends a message on."""
        self._say("log", (record.levelno, record.getMessage()))


@sound
def _called(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    with told_as_the_authors():  # an error sent to another process is without its traceback
        return fn(*args, **kwargs)
