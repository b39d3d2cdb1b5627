"""The guard of the command: the process that was called. A child of it does the work.

Python hears neither Ctrl-C nor a limit of time while compiled code runs, and a rule may loop there
for ever; a library that gets no memory ends its process with a status of its own. The guard waits
for its child, passes signals on, and reads from a pipe how the child is doing:

a number        a signal that the child has heard
alive           the child runs Python now and then; compiled code may keep it from that
moved           its main thread has gone on, it reports progress, or it compiles
{"limit": …}    the seconds of `--time`, and how the command is to answer if it is stopped
{"stopped": …}  it has no memory left to say itself why it stops
{"status": …}   it has ended as it should

Work is ended, with status 3 and one line, by a second Ctrl-C while it is not alive or has stood
still for `DEAD` seconds since the first, by a third one anyhow, by SIGTERM where it stays dead for
`DEAD` seconds or stands still for `OVERRUN`, and where it stands still for `OVERRUN` and twice the
limit. So it is where the child ends in any other way than as it should. Its worker processes end
with it (`solvers/work/ties.py`). Files stay whole: they are written beside their places and moved
there.

Systems without fork have no guard: there Ctrl-C is heard when a step of compiled code returns.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn, TypeAlias

from ruleproof.cli.status import STOPPED
from ruleproof.models.files.strict import json_value
from ruleproof.models.systems import exit_status, fork, kill, let, never_wait

TICK = 0.25
SILENT = 3.0
"""Seconds without a sign of life after which the command is not alive."""
DEAD = 10.0
"""Seconds that the command may stay dead after SIGTERM, or stand still after Ctrl-C: compiled code
that gives the interpreter free leaves it alive.
"""
OVERRUN = 30.0
"""Seconds that a step may always take, whatever the limit of time."""
APART = 1.0
"""Seconds between the second and the third Ctrl-C: a key that is held down ends nothing."""
ALIVE, MOVED = b"a", b"m"
TIED = "RULEPROOF_TIED"
"""The variable of the environment with which the command ends when its standard input does."""
_BOTH = 0.2
"""Seconds in which a signal that a terminal sends reaches guard and child; one that only the guard
hears is passed on then.
"""
_NOISE = 1 << 16
"""Bytes that libraries write on standard error of which the guard keeps so many for a while."""
_LACK = "perhaps memory ran out"
BOTH = (signal.SIGINT, signal.SIGTERM)
"""The signals that stop a command."""


Answer: TypeAlias = Callable[[str, dict[str, Any], float], int]
"""Answers as an object why work was stopped, with the names of the game and the board and the
moment it began; returns the exit status.
"""


class _Heard:
    """All that the guard has heard of its child, and the moments when it did."""

    def __init__(self, answer: Answer, child: int, told: int, signals: int, noise: int) -> None:
        now = time.monotonic()
        self.answer = answer
        self.child, self.told, self.signals, self.noise = child, told, signals, noise
        self.begun = self.alive = self.moved = self.since = self.looked = now
        self.words: dict[str, Any] = {}
        self.pressed: list[float] = []
        self.terminated = 0.0
        self.ended: int | None = None
        self._heard: dict[int, float] = {}
        self._due: dict[int, float] = {}
        self._rest = b""
        self._noise, self._beats = b"", 0
        tied = os.environ.get(TIED) is not None
        self._sources = [told, signals, noise, *([0] if tied else [])]

    def look(self) -> bool:
        """Waits a moment for what comes; returns whether the child is still there."""
        soon = TICK if not self._due else _BOTH / 4
        for source in select.select(self._sources, [], [], soon)[0]:
            some = os.read(source, 1 << 16)
            if source == self.told:
                if not some:
                    return False
                self._hear(some)
            elif source == self.signals:
                for number in some:
                    self._signalled(number)
            elif source == self.noise:
                self._noise, self._beats = (self._noise + some)[-_NOISE:], 0
                if not some:
                    self._sources.remove(source)
            elif some:  # the studio asks it to stop
                self._pass_on(signal.SIGTERM)
            else:
                kill(self.child)
                os._exit(STOPPED)
        now = time.monotonic()
        if now - self.looked > SILENT:  # both were stopped, or the machine was
            self.since = now
        self.looked = now
        for number in [one for one, due in self._due.items() if due < now]:
            del self._due[number]
            self._pass_on(number)
        if self._beats > 1:  # it goes on, so what was said is not how it ends
            self.relay()
        return not self.has_ended()

    def has_ended(self) -> bool:
        """Whether the child has ended; then `ended` is its status."""
        if self.ended is None:
            self.ended = exit_status(self.child)
        return self.ended is not None

    def relay(self) -> None:
        """Writes what libraries have said on standard error."""
        with suppress(OSError):
            while self._noise:
                self._noise = self._noise[os.write(2, self._noise) :]

    def _hear(self, some: bytes) -> None:
        now, left = time.monotonic(), self._rest + some
        while left:
            if left[:1] == b"{":
                line, end, rest = left.partition(b"\n")
                if not end:
                    break
                words, left = json_value(line), rest
                self.words |= words
                self.begun = now if "limit" in words else self.begun
                continue
            one, left = left[:1], left[1:]
            if one in (ALIVE, MOVED):
                self.alive = now
                self._beats += 1
                self.moved = now if one == MOVED else self.moved
            else:
                self._heard[one[0]] = now
                self._due.pop(one[0], None)
                if one[0] == signal.SIGTERM:
                    self._terminate(now)
        self._rest = left

    def _signalled(self, number: int) -> None:
        """Notes a signal to the guard; passes it on a little later unless the child hears it, too,
        as it does of a terminal.
        """
        now = time.monotonic()
        if number == signal.SIGINT:
            self.pressed.append(now)
        if now - self._heard.get(number, 0.0) > _BOTH:
            self._due[number] = now + _BOTH

    def _terminate(self, now: float) -> None:
        """Interrupts the child, which has heard SIGTERM: z3 and other libraries listen for SIGINT,
        and stop their own work.
        """
        self.terminated = self.terminated or now
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            self._pass_on(signal.SIGINT)

    def _pass_on(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.child, number)


def stand(answer: Answer, held: Any) -> tuple[int, int] | None:
    """Begins the command's own process and guards it, with the signals that were `held` back
    meanwhile let through: there, returns a pipe to tell the guard
    through, and one that is closed when the guard ends. The process that called never returns; it
    ends with the command's status, or with that of `answer` if work is stopped. None where no
    process can be begun: then there is no guard.
    """
    pipes = [os.pipe() for _ in range(4)]
    (told, tells), (tie, holds), (signals, wakes), (noise, noisy) = pipes
    child = fork()
    if child is None:
        for number in (number for pipe in pipes for number in pipe):
            os.close(number)
        return None
    if child:
        for number in (tells, tie, noisy):
            os.close(number)
        _guard(answer, child, told, signals, wakes, noise, held)
    for number in (told, holds, signals, wakes, noise):
        os.close(number)
    if not os.environ.get("RULEPROOF_DEBUG"):
        told = os.fdopen(os.dup(2), "w", 1, sys.stderr.encoding, sys.stderr.errors)
        sys.stderr = told  # and what libraries write goes to the guard
        os.dup2(noisy, 2)
    os.close(noisy)
    never_wait(tells)
    return tells, tie


def _guard(
    answer: Answer, child: int, told: int, signals: int, wakes: int, noise: int, held: Any
) -> NoReturn:
    """Waits for the child, and ends with its status or as work that was stopped."""
    status = STOPPED
    try:
        never_wait(wakes)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        for number in BOTH:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _hears)
        let(held, *BOTH)
        status = _watched(_Heard(answer, child, told, signals, noise))
    except Exception as error:  # without a guard the work ends, too
        _say(f"stopped: its guard failed ({type(error).__name__}: {error})")
    finally:
        os._exit(status)


def _hears(*_: object) -> None:
    """Does nothing: the number is in the pipe."""


def _watched(heard: _Heard) -> int:
    """The exit status for a child that has ended, or was ended."""
    why = ""
    while not why and heard.look():
        why = _reason(heard)
    if why:
        kill(heard.child)
    end = time.monotonic() + DEAD
    while not heard.has_ended():
        if time.monotonic() > end:
            kill(heard.child)
        time.sleep(0.005)
    status = heard.words.get("status")
    if not why and status is not None:
        heard.look()
        heard.relay()
        return status
    return _stopped(why or heard.words.get("stopped") or _broken(heard.ended or 0), heard)


def _broken(ended: int) -> str:
    """The reason why a child has ended otherwise than as it should."""
    if ended < 0:
        return f"stopped: its process was ended by signal {-ended}; {_LACK}"
    return f"stopped: a library has ended its process; {_LACK}"


def _reason(heard: _Heard) -> str:
    """The reason to end the command now, in words; empty if there is none."""
    now, pressed = time.monotonic(), heard.pressed
    dead, still = (now - max(heard.since, at) for at in (heard.alive, heard.moved))
    stuck = bool(pressed) and (dead > SILENT or min(still, now - pressed[0]) > DEAD)
    if len(pressed) > 1 and stuck:
        return "stopped by Ctrl-C in a step that does not return" + _remedy(heard)
    if len(pressed) > 2 and pressed[-1] - pressed[1] > APART:
        return "stopped by Ctrl-C at once" + _remedy(heard)
    at = heard.terminated
    if at and (min(dead, now - at) > DEAD or min(still, now - at) > OVERRUN):
        return "stopped by SIGTERM in a step that does not return" + _remedy(heard)
    if stuck and now - pressed[0] > SILENT and not heard.words.get("said"):
        heard.words["said"] = True
        _say("the step that it is in does not return; Ctrl-C once more ends it at once")
    limit = heard.words.get("limit")
    if limit and min(still, now - heard.begun) > 2 * limit + OVERRUN:
        over = f"stopped in a step that has not returned for {still:.0f} s, long after its time"
        return over + _remedy(heard)
    return ""


def _remedy(heard: _Heard) -> str:
    """The command that finds endless rules, for the end of a line."""
    game = heard.words.get("named", {}).get("game")
    return f"; `ruleproof conform {game}` shows whether a rule loops for ever" if game else ""


def _stopped(why: str, heard: _Heard) -> int:
    """Says why the command was stopped, for programs as an object, too; returns its status."""
    as_json = heard.words.get("as_json", "--json" in sys.argv)
    if not as_json or heard.words.get("answered"):
        _say(why)
        return STOPPED
    if sys.stderr.isatty():
        os.write(2, _SHOWN)
    return heard.answer(why, heard.words.get("named", {}), heard.begun)


_SHOWN = b"\r\x1b[K\x1b[?25h"
"""Clears the line and shows the cursor, which bars hide."""


def _say(message: str) -> None:
    """Writes one line on standard error."""
    with suppress(OSError):
        shown = _SHOWN if os.isatty(2) else b""
        os.write(2, shown + f"ruleproof: {message}\n".encode())
