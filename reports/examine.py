"""Examining a game: everything this system can say of it, found out in a given time.

examine  claims checked, the start solved, every opening valued, ten puzzles; on demand also what
         follows from each other reading
report   the page that tells it
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from ruleproof.models.claims import Verdict, table
from ruleproof.models.compiled.compiling import compile_all
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.errors import TextError
from ruleproof.models.files import write_whole
from ruleproof.models.game import Game
from ruleproof.models.position import Position
from ruleproof.models.settings import Value
from ruleproof.models.variants import changed
from ruleproof.puzzles.make import Choice, Maker, wanted
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.findings import Findings
from ruleproof.reports.page import byline, chapter, page
from ruleproof.reports.words import counted
from ruleproof.solvers.checking.check import check
from ruleproof.solvers.checking.inquiries import answers, inquire
from ruleproof.solvers.deciding import predicate_kernels as judges
from ruleproof.solvers.exact.openings import openings
from ruleproof.solvers.exact.solve import Solution, solve
from ruleproof.solvers.goals import attack_kernel, sampling, turns_kernel
from ruleproof.solvers.lockstep import pair_kernel as pairs
from ruleproof.solvers.lockstep.compare import Difference, compare
from ruleproof.solvers.reach import explore
from ruleproof.solvers.retrograde import expand_kernel as retrograde
from ruleproof.solvers.retrograde import settle_kernel
from ruleproof.solvers.search import alphabeta_kernel as search_kernel
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import cores, local_workers

Found = TypeVar("Found")
PUZZLES = 10
SEED = 1


def report(
    game: Game, out_dir: Path | str, progress: Listener = silent, *, seconds: float = 120.0
) -> Path:
    """The path of the game's page, named after it in that folder.

    It holds what the tour tells and, of every setting, what changes under its other values.
    `seconds` is what all of it may take. Raises `TextError` where the folder cannot be written to.
    """
    path = Path(out_dir) / f"{game.name}.html"
    write_whole(path, page(game.rulebook.title, "Still on its way.", []))
    found = examine(game, seconds=seconds, progress=progress, consequences=True)
    text = page(game.rulebook.title, byline(game.rulebook), [chapter(found, alone=True)])
    return write_whole(path, text)


_INSTANT = 0.05
"""The seconds that a stage has where no time is left: it says what is known without any."""


@dataclass
class _Work:
    """One game's share of time, spent stage by stage, and what was left undone and why."""

    seconds: float
    stages: int
    progress: Listener
    clock: Deadline = field(default_factory=Deadline)
    notes: list[str] = field(default_factory=list[str])

    @property
    def over(self) -> bool:
        """Whether no time is left."""
        return self.clock.elapsed >= self.seconds

    def share(self, weight: int = 1) -> float:
        """The seconds that the next stage may take, which counts for so many; what one stage leaves
        goes to the others.
        """
        left = max(_INSTANT, self.seconds - self.clock.elapsed)
        share = left * weight / max(weight, self.stages)
        self.stages -= weight
        return share

    def stage(self, what: str, find: Callable[[], Found], otherwise: Found) -> Found:
        """What the stage finds, or what there is otherwise, with a note, where it is stopped."""
        try:
            return find()
        except (Stopped, KeyboardInterrupt):
            self.notes.append(f"{what}: stopped before the end.")
            return otherwise


def examine(
    game: Game,
    *,
    seconds: float,
    consequences: bool = False,
    puzzles: int = PUZZLES,
    seed: int = SEED,
    progress: Listener = silent,
) -> Findings:
    """What can be found out about the game in about that many seconds.

    The clock starts once the rules are compiled. With `consequences` each reading is also compared
    with every other value of its setting, and the claims come first, as far as `check` goes into
    them, by all cores.
    """
    others = rival_readings(game) if consequences else []
    progress(Progress("compiling", 0))
    engine(game).kernels.compile()
    verdicts: list[Verdict] = []
    work = _Work(seconds, 3 + (CLAIMS + bool(others) if consequences else 1), progress)
    if consequences:
        work.stage("Claims", lambda: checked_in_full(game, work, verdicts), None)
    solution = work.stage("The start", lambda: solved(game, work), None)
    first_moves = work.stage("The first moves", lambda: valued(game, work), {})
    composed = work.stage("Puzzles", lambda: made(game, work, puzzles, seed), [])
    differences = (
        work.stage("Other readings", lambda: compared(game, others, work), {}) if others else {}
    )
    if not consequences:
        work.stage("Claims", lambda: checked(game, work, verdicts), None)
    return Findings(
        game,
        verdicts=tuple(verdicts),
        solution=solution,
        openings=first_moves,
        puzzles=tuple(composed),
        consequences=differences,
        seconds=work.clock.elapsed,
        notes=tuple(work.notes),
    )


def compile_solvers() -> None:
    """Has what every examination needs compiled, and kept on disk for other processes."""
    compile_all(search_kernel, retrograde, settle_kernel, explore, judges, pairs)
    compile_all(attack_kernel, turns_kernel, sampling)


def solved(game: Game, work: _Work) -> Solution:
    """The solution of the start, or what the time sufficed for."""
    work.progress(Progress("solving", 0))
    return solve(Position.start(game), time=work.share(), progress=work.progress)


def valued(game: Game, work: _Work) -> dict[str, object]:
    """The value of every opening, None where time ran out; empty where it did for all."""
    work.progress(Progress("openings", 0))
    share = work.share()
    found: dict[str, object] = dict(openings(game, time=share, progress=work.progress))
    unknown = sum(value is None for value in found.values())
    if unknown:
        what = counted(unknown, "first move")
        work.notes.append(f"The value of {what} was not found in {share:.0f} s.")
    return found if unknown < len(found) else {}


def made(game: Game, work: _Work, many: int, seed: int) -> list[Puzzle]:
    """So many puzzles, or as many as turned up, with a note."""
    if len(game.players) != 2:
        return []
    limit = Deadline(work.share())

    def listen(step: Progress) -> None:
        work.progress(step)
        if limit.passed:
            raise Stopped

    choice = Choice(wanted(game, seed), many)
    maker = Maker(choice.wanted)
    try:
        while not (choice.full or choice.hopeless):
            choice.add(maker(choice.batches, listen))
    except Stopped:
        pass
    if not choice.full:
        work.notes.append(f"{counted(len(choice.puzzles), 'puzzle')} of {many} turned up.")
    return choice.puzzles


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


def compared(
    game: Game, others: list[tuple[str, Value, Game]], work: _Work
) -> dict[tuple[str, Value], Difference]:
    """How play differs under each other value."""
    share = Deadline(work.share())
    found: dict[tuple[str, Value], Difference] = {}
    for done, (name, value, other) in enumerate(others):
        work.progress(Progress("readings", done, len(others), f"{name}={value}"))
        left = max(0.5, (share.seconds or 0) - share.elapsed) / (len(others) - done)
        found[name, value] = compare(game, [other], seconds=left, progress=work.progress)[0]
    return found


CLAIMS = 5
"""What the claims count for among the stages of a report: each other stage counts for one."""


def checked_in_full(game: Game, work: _Work, found: list[Verdict]) -> None:
    """Adds a verdict on each claim, as `check` finds it, in the order of the sheet."""
    names = [claim.id for claim in table(game)]
    share = Deadline(work.share(CLAIMS))

    def listen(step: Progress) -> None:
        work.progress(step)
        if share.passed:
            raise Stopped

    asked = inquire([game], names)
    waiting = [question.claim for group in asked.groups for question in group]
    try:
        for _, verdicts in answers(asked, workers=local_workers(cores()), progress=listen):
            found += verdicts
    except Stopped:
        work.progress(Progress("claims", len(found), len(waiting)))  # raises if asked to stop
    finally:
        found.sort(key=lambda verdict: names.index(verdict.id))
        told = {verdict.id for verdict in found}
        left_out(work, [name for name in waiting if name not in told], len(waiting))


def left_out(work: _Work, waiting: list[str], many: int) -> None:
    """Notes the claims, of so many, that there was no time for."""
    if waiting:
        work.notes.append(
            f"{counted(len(waiting), 'claim')} of {many} not looked at for lack of time: "
            f"{', '.join(waiting)}."
        )


LEAST = 1.0
"""No claim is given less than that many seconds, unless all of them have less; when those are gone
the others are left out.
"""


def checked(game: Game, work: _Work, found: list[Verdict]) -> None:
    """Adds a verdict on each claim. The time left is shared out among those that remain; a claim
    that outlasts it is left out, and where there is none no claim is begun.
    """
    waiting = [claim.id for claim in table(game)]
    share = Deadline(0.0 if work.over else work.share())
    many = len(waiting)

    def listen(step: Progress) -> None:
        work.progress(step)
        if share.passed:
            raise Stopped

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
