"""Judges an author's own diagram: whether it is a puzzle, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.judging.judge import Judge, count_answers
from ruleproof.puzzles.judging.solution import joined, turns_of_line
from ruleproof.puzzles.judging.tries import set_play, tries
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.posing.editing import without
from ruleproof.puzzles.posing.helping import helped, sooner
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle, new_puzzle
from ruleproof.puzzles.stipulations import (
    Stipulation,
    check_diagram,
    check_game,
    check_open,
    sentence,
)
from ruleproof.puzzles.telling.derived import dressed
from ruleproof.solvers.playing.goals.attack import TooWide
from ruleproof.solvers.work.progress import (
    TIME_IS_UP,
    Deadline,
    Listener,
    Progress,
    Stopped,
    silent,
)


@dataclass(frozen=True)
class Report:
    """A report on a diagram for its editor; `sound` is None where it is undecided.

    `solutions`: the turns that are right, one for each answer; with help, whole lines, at most
    `_LINES` of them. `sooner`: the turns within which the
    goal is already reached, if fewer than asked. `wrong`: the other turns, each with the reply that
    refutes it, or nothing where no reply exists. `spare`: cells whose piece can be taken away
    without changing the solution. `objection`: why a sound diagram is still no puzzle for a set.
    `duals`: the number of replies after which the solver has more than one right turn.
    """

    sentence: str
    sound: bool | None
    unique: bool | None
    reason: str = ""
    unfinished: str = ""
    solutions: list[str] = field(default_factory=list[str])
    sooner: int | None = None
    duals: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    tries: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    set_play: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    spare: list[str] = field(default_factory=list[str])
    objection: str = ""
    puzzle: Puzzle | None = None

    @property
    def line(self) -> list[str]:
        """The turns of the puzzle's main line, both sides' ones; empty where the solutions show it
        already.
        """
        turns = turns_of_line(self.puzzle) if self.puzzle and self.puzzle.tree else []
        return turns if joined(turns) not in self.solutions else []

    def fields(self) -> dict[str, Any]:
        """The report as JSON."""
        told = dict(vars(self)) | {"line": self.line}
        told["puzzle"] = self.puzzle.model_dump(mode="json") if self.puzzle else None
        return told


def examined(
    game: Game,
    state: State,
    stipulation: Stipulation,
    *,
    time: float | None = None,
    progress: Listener = silent,
) -> Report:
    """Examines a diagram under a stipulation, for so many seconds at most; a listener may end it by
    `Stopped`. Raises `TextError` where the stipulation cannot be asked of the game or the diagram.
    """
    check_game(game)
    check_diagram(game, state)
    check_open(game, state, stipulation)
    deadline = Deadline(time)

    def listen(step: Progress) -> None:
        if deadline.passed:
            raise Stopped(TIME_IS_UP)
        progress(step)

    composer = Composer(game, progress=listen)
    report, why = Report(sentence(game, state.side, stipulation), None, None), ""
    reports = (_helped if stipulation.aim == "help" else _reports)(
        composer, state, stipulation, report
    )
    try:
        for fuller in reports:
            report = fuller
    except TooWide:
        why = f"it takes more than {composer.judge.limit:,} moves"
    except Stopped as stopped:
        why = str(stopped) or "it was stopped"
    if report.sound is None and why:
        return replace(report, reason=f"undecided: {why}")
    return replace(report, unfinished=why)


def _reports(
    composer: Composer, state: State, stipulation: Stipulation, report: Report
) -> Iterator[Report]:
    """Yields the report anew with each part of it, the verdict first, the costliest part last."""
    judge = composer.judge
    root = judge.pose(state, stipulation)
    left = stipulation.within
    judged = judge.judged(root, left)
    right = [one for one in judged if one.right]
    if not right:
        reason = "no turn does it" if judged else "play is over"
        yield replace(report, sound=False, unique=False, reason=reason)
        return
    seen: set[bytes] = set()
    solutions = [
        judge.text(one.turn) for one in right if not (one.effect in seen or seen.add(one.effect))
    ]
    sooner, reason = None, ""
    if stipulation.aim == "reach" and stipulation.turns:
        sooner = next((n for n in range(1, left) if judge.within(root, n)), None)
    if sooner:
        reason = f"the goal is reached within {sooner} turn{'s' * (sooner > 1)} already"
    report = replace(
        report,
        sound=sooner is None,
        unique=count_answers(judged) == 1,
        reason=reason,
        solutions=solutions,
        sooner=sooner,
    )
    yield report
    wrong = [
        (judge.text(one.turn), next(map(judge.text, judge.refutations(one.turn, left)), ""))
        for one in judged
        if not one.right
    ]
    report = replace(report, wrong=wrong)
    yield report
    report = replace(report, tries=tries(judge, judged, left))
    yield report
    report = replace(report, set_play=set_play(judge, state, stipulation))
    yield report
    if not (report.unique and report.sound):
        return
    try:
        puzzle = composer.puzzle(state, stipulation, [], composed=True).puzzle
        assert puzzle.tree
        duals, why = (
            puzzle.tree.replies - puzzle.tree.only,
            composer.unwanted(stipulation, puzzle.tree),
        )
        report = replace(report, puzzle=puzzle, duals=duals, objection=why)
    except Rejected as no:
        report = replace(report, objection=str(no))
    yield report
    yield replace(report, spare=_spare(judge, state, stipulation, solutions))


_LINES = 10
"""The most lines with help that a report lists."""


def _helped(
    composer: Composer, state: State, stipulation: Stipulation, report: Report
) -> Iterator[Report]:
    """Yields the report on a diagram in which both sides work towards the goal."""
    judge = composer.judge
    node = judge.pose(state, stipulation)
    short = sooner(judge, node, stipulation.within)
    lines = list(islice(helped(judge, node, stipulation.within), _LINES))
    unique = len(lines) == 1
    if not lines:
        yield replace(report, sound=False, unique=False, reason="no line does it")
        return
    report = replace(
        report,
        sound=short is None,
        unique=unique,
        reason="" if short is None else f"help reaches the goal sooner: {joined(short)}",
        solutions=[joined(line) for line in lines],
        sooner=(len(short) + 1) // 2 if short else None,
    )
    yield report
    if report.unique and report.sound:
        moves = [move for turn in lines[0] for move in turn.split()]
        puzzle = new_puzzle(judge.game, state, stipulation, moves, [], composed=True)
        yield replace(report, puzzle=dressed(judge, state, puzzle))


def _spare(judge: Judge, state: State, stipulation: Stipulation, solutions: list[str]) -> list[str]:
    """The cells whose piece can go: without it, the same turn alone is right."""
    game = judge.game
    cells = {cell: notation.cell_text(game, state, cell) for cell in range(game.board.size)}
    named = stipulation.goal.cells
    found: list[str] = []
    for cell, token in cells.items():
        name = game.board.names[cell]
        if token == "." or name in named:
            continue
        try:
            other = without(game, state, cell)
            root = judge.pose(other, stipulation)
            judged = judge.judged(root, stipulation.within)
        except (TextError, PositionError, TooWide):
            continue
        right = [judge.text(one.turn) for one in judged if one.right]
        same = right[:1] == solutions and count_answers(judged) == 1
        turns = stipulation.turns
        if same and not (turns and stipulation.aim == "reach" and judge.within(root, turns - 1)):
            found.append(name)
    return found
