"""`ruleproof check` and `repair`: what is true of all positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.arguments import chosen_game, writable, writable_folder
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.workers import hired
from ruleproof.cli.errors import InputError, at, said_at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import stoppable
from ruleproof.cli.telling.sentences import rules_object, tell_rules, tell_sentences
from ruleproof.cli.telling.verdicts import (
    extent_object,
    in_words,
    problem_object,
    tell_claims,
    tell_clauses,
    tell_extent,
    tell_findings,
    tell_next,
    tell_others,
    tell_problem,
    tell_unvaried,
    verdict_object,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.claims.claims import Verdict
    from ruleproof.models.play.game import Game
    from ruleproof.reports.pages.problems import Shown
    from ruleproof.solvers.reasoning.checking.another import Other
    from ruleproof.solvers.reasoning.checking.coverage import Covered
    from ruleproof.solvers.reasoning.checking.repair import Repair
    from ruleproof.solvers.reasoning.laws.branches import RulesCoverage
    from ruleproof.solvers.work.executors import Worker


@command("check")
def check(
    game: str = ask.argument("GAME", "A game's name, or --all.", ""),
    every: bool = ask.flag("--all", "Every game."),
    claim: list[str] | None = ask.option("--claim", "ID", "One claim; repeat it for more.  [all]"),
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    thorough: bool = ask.flag(
        "--thorough",
        "All small boards; each setting that a claim names (`settings=`) varied alone.",
    ),
    text: bool = ask.flag("--text", "Also show the rulebook: what became of each sentence."),
    another: bool = ask.flag("--another", "Also show other games that decide a claim."),
    sample: int | None = ask.option(
        "--sample", "N", "Play N random games where undecided.", reader=ask.whole(1)
    ),
    time: float | None = ask.TIME,
    certificates: Path | None = ask.option(
        "--certificates", "DIR", "Write a file for each verdict that `verify` checks."
    ),
    resume: Path | None = ask.option(
        "--resume", "FILE", "Save each verdict there, and go on from those that it has."
    ),
    cluster: str | None = ask.CLUSTER,
) -> Answer:
    """Check a game's claims.

    A verdict is proved, refuted, witnessed, undecided or vacuous. A refutation is a game, replayed
    by the rules: a shortest one, unless its row says that a shorter one may exist. Without --claim
    it also looks for clauses of the move rule that never matter. The exit status is 1 if a verdict
    is not the expected one, or if --all has to skip a game with broken files.

    Each claim has the same limit of work on any machine; --time or Ctrl-C stops with the verdicts
    found, and names the claims that were not looked at. More than a few claims are shared out among
    the processors, or among the workers of a cluster.

    Examples:
      ruleproof check esgros --board hex:3
      ruleproof check esgros --board hex:3 --claim 6 --claim 7 --set full=loss
      ruleproof check --all --thorough --resume checked.json
    """
    if every == bool(game):
        raise InputError("GAME or --all: one of the two is needed, and not both")
    asked = _asked(game, every, claim, board, settings)
    if certificates:
        writable_folder(certificates, "--certificates")
    if resume:
        writable(resume, "--resume", kept=True)
    found = _answered(asked, thorough, sample, certificates, resume, hired(cluster), time)
    for name, left in found.left.items():
        in_game, why = f" in {name}" if every else "", found.why and f" ({found.why})"
        remark(f"stopped{why}: not looked at{in_game}: {', '.join(left)}")
    unvaried = _unvaried(asked) if thorough else {}
    as_expected = not asked.broken and all(one.as_expected for _, one in found.verdicts)
    as_expected &= all(one.as_expected for _, one in found.clauses)
    status = STOPPED if found.stopped else DONE if as_expected else FAILED
    more = _others(found, time) if another else {}
    claims = [verdict_object(one, verdict) for one, verdict in found.verdicts]
    for place, games in more.items():
        claims[place]["others"] = games and [one._asdict() for one in games]
    fields: dict[str, Any] = {
        "claims": claims,
        "clauses": [verdict_object(one, verdict) for one, verdict in found.clauses],
        "extent": {
            one.name: extent_object(one, of_one(found.verdicts, one)) for one in asked.games
        },
        "unvaried": unvaried,
        "broken": asked.broken,
    }
    read = _read(asked, found) if text else {}
    ran = _ran(asked, found, time) if text else {}
    if text:
        fields["coverage"] = {name: rules_object(one) for name, one in ran.items()}
        fields["sentences"] = [
            {**({"game": name} if every else {}), **one._asdict()}
            for name, sentences in read.items()
            for one in sentences
        ]
    people = partial(
        _tell_checked, asked=asked, found=found, unvaried=unvaried, read=read, ran=ran, others=more
    )
    return Answer(fields, people, None if every else asked.one, status, found.unwritten)


class _Asked(NamedTuple):
    """The games to check: those with claims and those without, the claims asked for (None: all),
    and the games that are broken, with the reason. `one`: the first game.
    """

    games: list[Game]
    without: list[Game]
    claims: list[str] | None
    broken: dict[str, str]

    @property
    def one(self) -> Game:
        """The game, if one is asked about."""
        return (*self.games, *self.without)[0]


class _Found(NamedTuple):
    """The verdicts on claims and clauses; the claims that were not looked at, by game; whether the
    work was stopped, and why if not by Ctrl-C; the files that could not be written.
    """

    verdicts: list[tuple[Game, Verdict]]
    clauses: list[tuple[Game, Verdict]]
    left: dict[str, list[str]]
    stopped: bool
    why: str
    unwritten: list[str]


def _asked(
    game: str, every: bool, claims: list[str] | None, board: str, settings: list[str] | None
) -> _Asked:
    """The games to check. Raises `InputError` for an unknown claim."""
    from ruleproof.models.claims.claims import table
    from ruleproof.models.mistakes import Mistake, told_as_the_authors
    from ruleproof.models.rulebooks.rulebook import names
    from ruleproof.solvers.reasoning.checking.check import chosen_claims

    asked = _Asked([], [], claims, {})
    for name in names() if every else [game]:
        try:
            with told_as_the_authors():
                one = chosen_game(name, board, settings)
                one.start()
                (asked.games if table(one) else asked.without).append(one)
        except Mistake as error:
            if not every:
                raise
            asked.broken[name] = str(error)
            remark(f"{name}: {error}")
    if not every or claims:
        for one in (*asked.games, *asked.without):
            with at("--claim" if claims else "GAME"):
                chosen_claims(one, claims)
    return asked


def _answered(
    asked: _Asked,
    thorough: bool,
    sample: int | None,
    certificates: Path | None,
    resume: Path | None,
    workers: list[Worker],
    time: float | None,
) -> _Found:
    """The verdicts found until the time is up, or Ctrl-C."""
    from ruleproof.models.files.writing import WriteError
    from ruleproof.solvers.reasoning.checking import inquiries
    from ruleproof.solvers.reasoning.checking.check import chosen_claims
    from ruleproof.solvers.reasoning.checking.claim_certificate import stem_of
    from ruleproof.solvers.reasoning.checking.examination import UNWRITTEN
    from ruleproof.solvers.reasoning.checking.record import CheckRecord
    from ruleproof.solvers.reasoning.checking.withdrawal import withdrawn

    inquired = inquiries.inquire(
        asked.games, asked.claims, thorough=thorough, sample=sample, certificates=certificates
    )
    with at("--resume"):
        record = CheckRecord.of(resume, inquired.effort) if resume else None
    if certificates and not resume:
        every = ((one, each) for one in asked.games for each in chosen_claims(one, asked.claims))
        tell_replaced(*(certificates / f"{stem_of(one, each)}.zip" for one, each in every))
    answered: list[inquiries.Answered] = []
    unwritten: list[str] = []
    with stoppable(time) as listener:
        try:
            for one in inquiries.answers(
                inquired, workers=workers, record=record, progress=listener
            ):
                answered.append(one)
                lost = [verdict.details.get(UNWRITTEN) for verdict in one.verdicts]
                unwritten += [f"--certificates: {why}" for why in lost if why]
                if unwritten:  # the next one would be lost as well
                    break
        except WriteError as error:
            unwritten.append(said_at("--resume", error))
    games = {one.name: one for one in asked.games}
    found: list[tuple[Game, Verdict]] = []
    clauses: list[tuple[Game, Verdict]] = []
    for question, verdicts in sorted(answered):
        of_game = games[question.game]
        (found if question.claim else clauses).extend((of_game, one) for one in verdicts)
    found = [(one, kept) for one in asked.games for kept in withdrawn(of_one(found, one))]
    left: dict[str, list[str]] = {}
    if listener.asked_to_stop:
        done = {(question.game, question.claim) for question, _ in answered}
        for name, claim in dict.fromkeys((q.game, q.claim) for q in chain(*inquired.groups)):
            if claim and (name, claim) not in done:
                left.setdefault(name, []).append(claim)
    return _Found(found, clauses, left, listener.asked_to_stop, listener.why, unwritten)


def _unvaried(asked: _Asked) -> dict[str, list[str]]:
    """The settings that a thorough check does not vary, by game."""
    from ruleproof.solvers.reasoning.checking.check import chosen_claims, unvaried

    return {one.name: unvaried(one, chosen_claims(one, asked.claims)) for one in asked.games}


def _others(found: _Found, time: float | None) -> dict[int, list[Other] | None]:
    """The other games that decide a claim that a game decides, by the place of its verdict."""
    from ruleproof.models.claims.claims import table
    from ruleproof.solvers.reasoning.checking.another import others

    told: dict[int, list[Other] | None] = {}
    shown = [place for place, (_, one) in enumerate(found.verdicts) if one.witness]
    with stoppable(time) as listener:
        for place in shown:
            game, verdict = found.verdicts[place]
            claim = next(one for one in table(game) if one.id == verdict.id)
            told[place] = others(game.rulebook, claim, verdict, listener)
    if listener.asked_to_stop:
        remark("stopped: not all other games were looked for")
    return told


def _read(asked: _Asked, found: _Found) -> dict[str, Sequence[Covered]]:
    """What became of each sentence of the rulebooks, by game."""
    from ruleproof.solvers.reasoning.checking.coverage import coverage

    return {one.name: coverage(one, of_one(found.verdicts, one)) for one in asked.games}


def _ran(asked: _Asked, found: _Found, time: float | None) -> dict[str, RulesCoverage | None]:
    """The coverage of the rules by play, by game; of none that Ctrl-C or the time left out."""
    from ruleproof.solvers.reasoning.laws.branches import rules_coverage

    told: dict[str, RulesCoverage | None] = {}
    with stoppable(time) as listener:
        for one in asked.games:
            told[one.name] = rules_coverage(one, of_one(found.verdicts, one), listener)
    if listener.asked_to_stop:
        remark("stopped: not all rules were looked at in play")
    return told


def _tell_checked(
    console: Console,
    asked: _Asked,
    found: _Found,
    unvaried: dict[str, list[str]],
    read: dict[str, Sequence[Covered]],
    ran: dict[str, RulesCoverage | None],
    others: dict[int, list[Other] | None],
) -> None:
    """Prints the verdicts, game by game."""
    from ruleproof.solvers.reasoning.checking.check import chosen_claims

    for one in asked.without:
        console.print(f"{one.name} {one.board.text}: no claims are stated of it")
    for one in asked.games:
        verdicts, clauses = of_one(found.verdicts, one), of_one(found.clauses, one)
        if (found.stopped or found.unwritten) and not verdicts:
            console.print(f"{one.name} {one.board.text}: not looked at")
            continue
        tell_claims(console, one, verdicts)
        for each in chosen_claims(one, asked.claims):
            if each.compares_itself(one):
                told = f"claim {each.id} is not asked: it compares the settings with themselves"
                console.print(told)
        tell_extent(console, one, verdicts, clauses)
        tell_clauses(console, clauses, verdicts)
        tell_findings(console, one, verdicts)
        tell_unvaried(console, unvaried.get(one.name, []))
        if read:
            tell_sentences(console, one, read[one.name])
        if one.name in ran:
            tell_rules(console, ran[one.name])
    for place, games in others.items():
        tell_others(console, found.verdicts[place][1].id, games)
    tell_next(console, found.verdicts)


def of_one(found: Sequence[tuple[Game, Verdict]], game: Game) -> list[Verdict]:
    """The verdicts on one of the games."""
    return [verdict for other, verdict in found if other is game]


@command("repair", earlier={"--claim": "{}"})
def repair(
    game: str = ask.GAME,
    claim: str = ask.argument("CLAIM", "The claim to repair.", ""),
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    time: float | None = ask.TIME,
) -> Answer:
    """Find settings under which a refuted claim holds.

    It changes one setting at a time, those that the claim is about first, then two at a time. It
    prints sentences that would mend the rulebook, as a report does.

    Examples:
      ruleproof repair esgros 6 --board path:4
      ruleproof repair esgros 8 --board hex:3
    """
    from ruleproof.reports.pages.problems import shown_by
    from ruleproof.solvers.reasoning.checking.check import chosen_claims
    from ruleproof.solvers.reasoning.checking.repair import repair as find
    from ruleproof.solvers.work.progress import Stopped

    chosen = chosen_game(game, board, settings)
    if not claim:
        from ruleproof.reports.examining.investigate import of_problems

        known = ", ".join(one.id for one in chosen_claims(chosen, None))
        problems = ", ".join(of_problems(chosen))
        shows = f"`ruleproof check {game}` shows which are refuted"
        told = f"{problems} can show problems; " if problems else ""
        raise InputError(f"CLAIM: name the claim to repair; {told}{shows} (claims: {known})")
    with at("CLAIM"):
        chosen_claims(chosen, [claim])
    found: list[Repair] = []
    with stoppable(time) as listener:
        find(chosen, claim, progress=listener, tell=found.append)
    if not found:
        raise Stopped(listener.why)
    as_it_is, *tried = found
    repairs = [one for one in tried if one.repairs]
    problems = [one for verdict in as_it_is.verdicts for one in shown_by(chosen, verdict, tried)]
    fields = {
        "claims": [verdict_object(chosen, verdict) for verdict in as_it_is.verdicts],
        "repairs": [
            {
                "settings": dict(one.changes),
                "claims": [verdict_object(chosen, verdict) for verdict in one.verdicts],
            }
            for one in repairs
        ],
        "tried": [dict(one.changes) for one in tried],
        "problems": [problem_object(one) for one in problems],
    }
    people = partial(
        _tell_repairs, game=chosen, found=found, problems=problems, stopped=listener.asked_to_stop
    )
    return Answer(fields, people, chosen, STOPPED if listener.asked_to_stop else DONE)


def _tell_repairs(
    console: Console, game: Game, found: list[Repair], problems: list[Shown], stopped: bool
) -> None:
    """Prints what was tried, and the settings that repair the claim."""
    from ruleproof.reports.wording.words import counted

    as_it_is, *tried = found
    tell_claims(console, game, list(as_it_is.verdicts))
    if not tried and not problems and not stopped:
        console.print("it is not refuted and shows no problem: there is nothing to repair")
    for shown in problems:
        tell_problem(console, shown)
    if problems and not tried and not stopped:
        refuted = any(one.verdict == "refuted" for one in as_it_is.verdicts)
        console.print(
            "no setting was tried: none allows a change on this board"
            if refuted or not all(shown.unexpected for shown in problems)
            else "it is not refuted: nothing is to be repaired but the claim, or its `expected`"
        )
    repairs = [one for one in tried if one.repairs]
    for one in repairs:
        words = ", ".join(f"{v.id} {v.verdict} on {v.scope}" for v in one.verdicts)
        field(console, "repair", f"{in_words(one.changes)}: {words}", "green")
    many = counted(len(tried), "change")
    if stopped:
        console.print(f"stopped: {many} of settings tried, and others not")
    elif tried and not repairs:
        console.print(f"no setting changes the verdict: {many} of settings tried")
