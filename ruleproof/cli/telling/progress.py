"""Progress of long work on standard error: a bar on terminals; elsewhere nothing, or its steps; for
programs, where `RULEPROOF_PROGRESS=json` asks for it, a line of JSON a few times a second:
`{"progress": {"stage": …, "done": …, "total": …}}` or `{"compiling": true}`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any

from ruleproof.cli.signals import moved
from ruleproof.cli.telling.answers import remark
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.solvers.work.executors import now_and_then
from ruleproof.solvers.work.progress import TIME_IS_UP, Deadline, Listener, Progress, Stopped

FOR_PROGRAMS = "RULEPROOF_PROGRESS"
"""The variable of the environment that asks for progress in lines of JSON."""
SOON = 5.0
"""Seconds after which work that was asked to stop, and goes on with a step, is told of."""

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


@dataclass
class Heard:
    """A listener that remembers what it heard last and shows it on the bars, if there are any. It
    stops the work at the deadline.
    Without bars it tells each stage that has words in `steps` once, when it begins. `lines` hears
    everything.
    """

    bars: Bars | None = None
    steps: dict[str, str] = field(default_factory=dict[str, str])
    lines: Listener | None = None
    task: TaskID | None = None
    last: Progress | None = None
    asked_to_stop: bool = False
    stopping: bool = False
    deadline: Deadline = field(default_factory=Deadline)

    @property
    def why(self) -> str:
        """Why the work stops, if that is not Ctrl-C."""
        return TIME_IS_UP if self.deadline.passed else ""

    def __call__(self, progress: Progress) -> None:
        """Remembers the progress and shows it; raises `Stopped` when that was asked for."""
        moved()
        self.asked_to_stop |= self.deadline.passed
        if self.asked_to_stop:
            self.stopping = True
            raise Stopped(self.why)
        before, self.last = self.last, progress
        if self.lines:
            self.lines(progress)
        if self.bars is None:
            if words := self.steps.pop(progress.stage, ""):
                remark(words)
            return
        if self.task is None or before is None or before.stage != progress.stage:
            if self.task is not None:
                self.bars.remove_task(self.task)
            self.task = self.bars.add_task(progress.stage, total=progress.total, note="")
        self.bars.update(
            self.task,
            completed=progress.done,
            total=progress.total,
            note=progress.note or f"{progress.done:,}",
        )


@contextmanager
def stopping(listener: Heard) -> Generator[None]:
    """Makes the first Ctrl-C inside stop the work at its next report, and a second interrupt it,
    which is said where the report does not come soon.

    Where Ctrl-C is ignored it stays so, and SIGTERM asks; elsewhere SIGTERM comes as Ctrl-C.
    """
    later = threading.Timer(SOON, tell_of_force, (listener,))
    later.daemon = True

    def ask(number: int, frame: FrameType | None) -> None:
        listener.asked_to_stop = True
        signal.signal(number, before)
        later.start()

    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    heard = signal.SIGTERM if ignored else signal.SIGINT
    before = signal.signal(heard, ask)
    try:
        yield
    finally:
        later.cancel()
        signal.signal(heard, before)


@contextmanager
def stoppable(time: float | None = None) -> Generator[Heard]:
    """A listener, as of `listening`, for work that Ctrl-C or the time ends with what is known;
    `asked_to_stop` then says so.
    """
    with listening(time=time) as listener, stopping(listener):
        try:
            yield listener
        except (KeyboardInterrupt, Stopped):
            listener.asked_to_stop = True


def tell_of_force(listener: Heard) -> None:
    """Says how to interrupt work that has not told of its progress since it was asked to stop."""
    if not listener.stopping:
        remark("it stops after the step that it is in; Ctrl-C once more ends that step, too")


@contextmanager
def listening(
    steps: Mapping[str, str] | None = None, *, time: float | None = None
) -> Generator[Heard]:
    """A listener for solvers, whose bars are gone when the work is done, and which stops it after
    so many seconds. Without a terminal it says only the words of `steps`, each when the stage of
    that name begins.
    """
    deadline = Deadline(time)
    if os.environ.get(FOR_PROGRAMS) == "json":
        with COMPILING.telling(lambda begins: _tell_line({"compiling": begins})):
            yield Heard(lines=now_and_then(_tell_progress), deadline=deadline)
        return
    if not sys.stderr.isatty():
        yield Heard(steps=dict(steps or {}), deadline=deadline)
        return
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[note]}", markup=False),
        TimeElapsedColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        waits = bars.add_task("compiling the rules", total=None, note="", visible=False)
        with COMPILING.telling(lambda begins: bars.update(waits, visible=begins)):
            yield Heard(bars, deadline=deadline)


def _tell_progress(step: Progress) -> None:
    """Tells a step to programs."""
    _tell_line({"progress": {"stage": step.stage, "done": step.done, "total": step.total}})


def _tell_line(what: dict[str, Any]) -> None:
    with suppress(OSError):
        print(json.dumps(what), file=sys.stderr, flush=True)
