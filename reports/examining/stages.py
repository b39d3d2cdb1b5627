"""The stages of an examination, each with its share of time, and notes on what was left undone.

share   the seconds that a stage may take; the others get the rest of it
end     the moment by which all must be done
note    a quiet line, kept under the name of the part of the page that it belongs to
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.errors import TextError
from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import changed
from ruleproof.models.rulebooks.settings import Value
from ruleproof.puzzles.making.choice import Choice
from ruleproof.puzzles.making.choice import made as grown
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.wording.words import counted
from ruleproof.solvers.playing.exact.openings import openings
from ruleproof.solvers.playing.exact.solution import Solution
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.work.executors import Here
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped

Found = TypeVar("Found")
FREE_COMPILING = 15.0
"""The seconds of compiling that leave the time for the work as it is; more of it shortens that."""
_INSTANT = 0.05
"""The seconds of a stage where no time is left; it then reports what is known at once."""


_LATE = "The time was up before this was done."


def lost_to_compiling(seconds: float) -> str:
    """A sentence on the time that so many seconds of compiling take from the work; empty where they
    take none to speak of.
    """
    if seconds < FREE_COMPILING + 1:
        return ""
    return (
        f"Compiling these rules for the first time took {seconds - FREE_COMPILING:.0f} s from the "
        "work on this report. A second report has that time."
    )


@dataclass
class Work:
    """One game's time, spent stage by stage, and notes on what was left undone and why. `timing`
    makes the clock that counts the `seconds`, by default of the processor; `end` is on the wall.
    """

    seconds: float
    progress: Listener
    weights: float
    end: Deadline = field(default_factory=Deadline)
    timing: Callable[[float | None], Deadline] = Deadline.of_work
    notes: dict[str, str] = field(default_factory=dict[str, str])
    compiled: float = field(default_factory=lambda: COMPILING.seconds)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begins the time again."""
        self.clock = self.timing(None)

    @property
    def compiled_for(self) -> str:
        """A sentence on the time that compiling has taken from the work; empty where it took none
        to speak of.
        """
        return lost_to_compiling(COMPILING.seconds - self.compiled)

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return self.clock.elapsed >= self.seconds or self.end.passed

    def until(self, seconds: float) -> Deadline:
        """A deadline so many seconds from now, or at the end of all if that is sooner."""
        worked = self.timing(None)

        def clock() -> float:
            left = self.end.left
            return max(worked.elapsed, -math.inf if left is None else seconds - left)

        return Deadline(seconds, 0.0, clock)

    def elsewhere(self, seconds: float) -> None:
        """Counts so many seconds that other processes have worked."""
        self.seconds -= seconds

    def listening(self, limit: Deadline) -> Listener:
        """A listener that hears every step, and raises `Stopped` once the limit has passed."""

        def listen(step: Progress) -> None:
            self.progress(step)
            if limit.passed:
                raise Stopped

        return listen

    def share(self, weight: float = 1.0) -> float:
        """The seconds for the next stage, which has that weight among those to come."""
        left = max(_INSTANT, self.seconds - self.clock.elapsed)
        if self.end.left is not None:
            left = min(left, max(_INSTANT, self.end.left))
        share = left * weight / max(weight, self.weights)
        self.weights -= weight
        return share

    def stage(self, part: str, find: Callable[[], Found], otherwise: Found) -> Found:
        """Runs a stage and returns what it finds; where it is stopped, returns `otherwise` and adds
        a note.
        """
        try:
            return find()
        except (Stopped, KeyboardInterrupt):
            self.note(part, _LATE if self.end.passed else "Stopped before the end.")
            return otherwise

    def wait(self, wait: Callable[[], None]) -> None:
        """Waits. Where that is stopped, the next stage is stopped too, and notes it."""
        with suppress(Stopped, KeyboardInterrupt):
            wait()

    def note(self, part: str, words: str) -> None:
        """Adds a quiet line to a part of the page."""
        self.notes[part] = f"{self.notes[part]} {words}" if part in self.notes else words


def solved(game: Game, work: Work, seconds: float) -> Solution:
    """The solution of the start, as far as the time sufficed."""
    work.progress(Progress("solving", 0, None, game.board.text))
    return solve(Position.start(game), progress=work.listening(work.until(seconds)))


def valued(
    game: Game, work: Work, seconds: float, start: Solution | None = None
) -> dict[str, object]:
    """The value of every opening, None where time ran out; empty where it ran out for all. They
    follow in part from the solution of the start, if there is one.
    """
    work.progress(Progress("openings", 0))
    listen = work.listening(work.until(seconds))
    value = start.value if start else None
    found: dict[str, object] = dict(openings(game, progress=listen, value=value))
    unknown = sum(value is None for value in found.values())
    if unknown:
        none = " None of them wins, since the start is a draw." if value == "draw" else ""
        work.note("values", f"The value of {counted(unknown, 'first move')} was not found.{none}")
    return found if unknown < len(found) else {}


def made(game: Game, work: Work, seconds: float, many: int, seed: int) -> list[Puzzle]:
    """So many puzzles, or as many as turned up, with a note; none where a mistake in the game's
    files comes up, which the note tells.
    """
    if len(game.players) != 2:
        return []
    listen = work.listening(work.until(seconds))
    choice = Choice(wanted(game, seed), many)
    try:
        with suppress(Stopped):
            for _ in grown(choice, [Here(listen)]):
                pass
    except Mistake as error:
        work.note("puzzles", f"No puzzle: {error}.")
        return []
    if not choice.full:
        found = len(choice.puzzles)
        work.note("puzzles", f"{found} of {many} puzzles found." if found else "No puzzle found.")
    return choice.ordered


def rival_readings(game: Game) -> list[tuple[str, Value, Game]]:
    """Every other value of every setting that is a word and that the rulebook allows here."""
    found: list[tuple[str, Value, Game]] = []
    for setting in game.rulebook.settings:
        if isinstance(setting.values, range):
            continue
        for value in setting.values:
            if value != game.settings[setting.name]:
                try:
                    found.append((setting.name, value, changed(game, {setting.name: value})))
                except TextError:
                    continue
    return found


def left_out(work: Work, waiting: Sequence[str], many: int) -> None:
    """Notes which of the claims there was no time for, and how many."""
    if waiting:
        work.note(
            "claims",
            f"{counted(len(waiting), 'claim')} of {many} not looked at for lack of time: "
            f"{', '.join(waiting)}.",
        )


LEAST = 1.0
"""The least seconds for a claim, unless all claims have less. When the time is gone, the others are
left out.
"""


def checked(game: Game, work: Work, seconds: float, found: list[Verdict]) -> None:
    """Adds a verdict on each claim. The remaining claims share the time left. A claim that outlasts
    it is left out; no claim is begun without time.
    """
    waiting = [claim.id for claim in table(game)]
    share = work.until(0.0 if work.over else seconds)
    listen = work.listening(share)
    many = len(waiting)
    try:
        while waiting and not share.passed:
            work.progress(Progress("claims", many - len(waiting), many, waiting[0]))
            left = share.left or 0.0
            fair = max(min(LEAST, left), left / len(waiting))
            # a number stands for all its parts, so several verdicts may answer one question
            found += check(game, [waiting[0]], seconds=fair, progress=listen)
            told = {verdict.id for verdict in found} | {waiting[0]}
            waiting = [name for name in waiting if name not in told]
    except Stopped:
        work.progress(Progress("claims", many - len(waiting), many))  # raises if asked to stop
    left_out(work, waiting, many)
