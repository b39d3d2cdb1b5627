"""Inquiries: claims of several games are decided side by side, and the verdicts kept in a file.

question  one claim of a game under its settings, or all clauses of a legal move
group     the questions about one game under the same settings, which share what is explored of it
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ruleproof.models.claims.claims import Claim, Scope, Verdict, idle_clauses, table
from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import WriteError
from ruleproof.models.mistakes import files_of, mistake
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.reasoning.checking.agreement import of_clauses
from ruleproof.solvers.reasoning.checking.check import chosen_claims, effort_of, variants
from ruleproof.solvers.reasoning.checking.examination import UNWRITTEN, Examination
from ruleproof.solvers.reasoning.checking.mistaken import faulty
from ruleproof.solvers.reasoning.checking.record import CheckRecord
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.work.executors import Here, Local, Worker
from ruleproof.solvers.work.progress import Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import side_by_side

CLAUSES = "clause:all"
"""The name of the verdict on all clauses, where a mistake leaves them undecided."""
FEW = 5
"""At most so many questions are answered in this process: starting others takes longer."""


class Question(NamedTuple):
    """One claim of a game under its settings; without a claim, all clauses of a legal move.

    `number` is its place among all that are asked.
    """

    number: int
    game: str
    board: str
    settings: tuple[tuple[str, Value], ...]
    claim: str


class Answered(NamedTuple):
    """A question and the verdicts on it: one on a claim, one on each clause."""

    question: Question
    verdicts: list[Verdict]


class Inquired(NamedTuple):
    """An inquiry: the questions of each group, and the effort allowed for each."""

    groups: list[list[Question]]
    effort: Effort


def inquire(
    games: Iterable[Game],
    ids: Iterable[str] | None = None,
    *,
    thorough: bool = False,
    sample: int | None = None,
    seconds: float | None = None,
    certificates: Path | None = None,
) -> Inquired:
    """The questions about the games: the claims of those ids, or all of them and the clauses of a
    legal move. The other arguments, and errors, are those of `check`.
    """
    effort = effort_of(seconds, thorough=thorough, sample=sample, certificates=certificates)
    wanted = None if ids is None else list(ids)
    groups: list[list[Question]] = []
    number = 0
    for game in games:
        asked = list(variants(game, chosen_claims(game, wanted), thorough=thorough))
        about = [(one, [claim.id for claim in of_it]) for one, of_it in asked]
        if wanted is None and game.rulebook.module("constraints"):
            about.insert(1, (game, [""]))
        for one, names in about:
            group = [
                Question(number + place, one.name, one.board.text, one.chosen, name)
                for place, name in enumerate(names)
            ]
            number += len(group)
            groups.append(group)
    return Inquired(groups, effort)


class Desk:
    """Answers questions. Keeps what it explored of a game until asked about another."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self._about: tuple[object, Examination] | None = None

    def __call__(self, question: Question, progress: Listener) -> list[Verdict]:
        """The verdicts on a question; the listener must be the same for all."""
        if not question.claim:
            from ruleproof.solvers.reasoning.checking.dead_rules import clauses

            game = _game(question)
            try:
                return of_clauses(game, clauses(game, progress=progress))
            except (Stopped, MemoryError):
                raise
            except Exception as error:
                found = mistake(error, files_of(game.rulebook))
                if found is None:
                    raise
                about = Claim(CLAUSES, "Every clause of a legal move decides something.", "", ())
                return [faulty(game, about, found, 0.0)]
        about = question._replace(number=0, claim="")
        if self._about is None or self._about[0] != about:
            self._about = None  # before anything new is explored
            effort = self.effort._replace(progress=progress)
            self._about = about, Examination(_game(question), effort)
        examination = self._about[1]
        (claim,) = (one for one in table(examination.game) if one.id == question.claim)
        return [examination.verdict(claim)]


def _named(question: Question) -> tuple[str, str, dict[str, Value], str]:
    """The words that tell the question from others in records."""
    return question.game, question.board, dict(question.settings), question.claim


def _game(question: Question) -> Game:
    return make_game(rulebook(question.game), question.board, dict(question.settings))


def _in_our_words(question: Question, noted: Sequence[Verdict]) -> list[Verdict]:
    """A record's verdicts on a question, with the claims and expectations known here; none where
    they are on anything else, or on a claim that could not be asked.
    """
    if not noted:
        return []
    game = _game(question)
    if not question.claim:
        idle = idle_clauses(game)
        return [
            replace(one, expected="refuted" if one.id in idle else "witnessed") for one in noted
        ]
    (claim,) = (one for one in table(game) if one.id == question.claim)
    (first, *others) = noted
    if others or first.id != claim.id or "mistake" in first.details:
        return []
    try:
        ground = make_game(game.rulebook, first.board or game.board.text, game.settings)
    except TextError:
        return []
    words = {"statement": claim.statement, "sentence": claim.sentence, "settings": game.settings}
    return [replace(first, expected=claim.expects(ground), **words)]


_AtWork: TypeAlias = Callable[[Sequence[tuple[Question, Progress | None]]], None]


def answers(
    asked: Inquired,
    *,
    workers: Sequence[Worker] = (),
    record: CheckRecord | None = None,
    progress: Listener = silent,
) -> Iterator[Answered]:
    """Yields the verdicts on each question as the workers find them. This process does the work
    where there are no workers, or few questions.

    Verdicts of the record come first. New ones are added to it, except those whose certificate
    could not be written. Raises `WriteError` where the record cannot be written, after the verdict
    that was to be added.
    """
    groups: list[deque[Question]] = []
    for group in asked.groups:
        groups.append(deque())
        for question in group:
            known = _in_our_words(question, record.verdicts(*_named(question))) if record else []
            if known:
                yield Answered(question, known)
            else:
                groups[-1].append(question)
    total = sum(map(len, asked.groups))
    left = sum(map(len, groups))
    several = len({group[0].game for group in asked.groups if group}) > 1

    def told(at_work: Sequence[tuple[Question, Progress | None]]) -> None:
        notes: list[str] = []
        for question, step in at_work:
            name = question.claim or "clauses"
            notes.append(f"{question.game} {name}" if several else name)
            if step and step.done:
                notes[-1] += f" ({step.stage} {step.done:,})"
        progress(Progress("claims", total - left, total, ", ".join(notes)))

    hired = [] if left <= FEW and all(isinstance(one, Local) for one in workers) else list(workers)
    at_desk: list[Question] = []
    if not hired:
        hired = [Here(lambda step: told([(at_desk[-1], step)]))]
    take = _shared_out(groups)

    def taken(worker: int) -> Question | None:
        question = take(worker)
        at_desk[:] = [question] if question else []
        return question

    desk = Desk(asked.effort)
    for question, verdicts in side_by_side(desk, taken, hired, told, lost=_unanswered):
        left -= 1
        try:
            if record and not any(UNWRITTEN in verdict.details for verdict in verdicts):
                record.add(*_named(question), verdicts)
        except WriteError:
            yield Answered(question, verdicts)
            raise
        yield Answered(question, verdicts)


def _shared_out(groups: Sequence[deque[Question]]) -> Callable[[int], Question | None]:
    """Hands questions out: a worker takes a group that nobody has begun; when there is none, it
    helps with the group that has most left, from its end.
    """
    fresh = [group for group in groups if group]
    own: dict[int, deque[Question]] = {}

    def take(worker: int) -> Question | None:
        if own.get(worker):
            return own[worker].popleft()
        if fresh:
            own[worker] = fresh.pop(0)
            return own[worker].popleft()
        longest = max(groups, key=len, default=None)
        return longest.pop() if longest else None

    return take


def _unanswered(question: Question) -> list[Verdict]:
    """The verdicts on a question whose worker died or hung each time."""
    game = _game(question)
    about = {one.id: one for one in table(game)}.get(question.claim)
    return [
        Verdict(
            id=about.id if about else "clauses",
            statement=about.statement if about else "Each clause decides something.",
            sentence=about.sentence if about else "",
            verdict="undecided",
            expected=about.expects(game) if about else None,
            scope=Scope.on(game.board.text, "undecided"),
            method="",
            seconds=0.0,
            settings=game.settings,
            details={"reason": "its worker process died or hung"},
        )
    ]
