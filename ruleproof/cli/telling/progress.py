"""Progress of long work on standard error: a bar on terminals, nothing elsewhere."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from ruleproof.solvers.work.progress import Progress, Stopped

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


@dataclass
class Heard:
    """A listener that remembers what it heard last and shows it on the bars, if there are any."""

    bars: Bars | None = None
    task: TaskID | None = None
    last: Progress | None = None
    asked_to_stop: bool = False

    def __call__(self, progress: Progress) -> None:
        """Remembers the progress and shows it; raises `Stopped` when that was asked for."""
        if self.asked_to_stop:
            raise Stopped
        before, self.last = self.last, progress
        if self.bars is None:
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
    """Makes the first Ctrl-C inside stop the work at its next report, and a second interrupt it.

    Where Ctrl-C is ignored it stays so, and SIGTERM asks; elsewhere SIGTERM comes as Ctrl-C.
    """

    def ask(number: int, frame: FrameType | None) -> None:
        listener.asked_to_stop = True
        signal.signal(number, before)

    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    heard = signal.SIGTERM if ignored else signal.SIGINT
    before = signal.signal(heard, ask)
    try:
        yield
    finally:
        signal.signal(heard, before)


@contextmanager
def listening() -> Generator[Heard]:
    """A listener for solvers, whose bars are gone when the work is done."""
    if not sys.stderr.isatty():
        yield Heard()
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
        yield Heard(bars)
