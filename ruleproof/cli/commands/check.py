"""`ruleproof check` and `repair`: what is true of all positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import chosen_game, hired, writable, writable_folder
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    Cluster,
    GameName,
    Seconds,
    SettingTexts,
    whole,
)
from ruleproof.cli.commands import compare
from ruleproof.cli.errors import InputError, at, said_at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stopping
from ruleproof.cli.telling.sentences import tell_sentences
from ruleproof.cli.telling.verdicts import (
    extent_object,
    in_words,
    problem_object,
    tell_claims,
    tell_clauses,
    tell_extent,
    tell_findings,
    tell_problem,
    tell_unvaried,
    verdict_object,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.claims.claims import Verdict
    from ruleproof.models.play.game import Game
    from ruleproof.solvers.reasoning.checking.coverage import Covered
    from ruleproof.solvers.reasoning.checking.repair import Repair


def register(app: typer.Typer) -> None:
    """Adds the commands of this module, `compare` between them."""
    command(
        app,
        "check",
        check,
        "check esgros --board hex:3",
        "check esgros --board hex:3 --claim 6 --claim 7 --set full=loss",
        "check --all --thorough --resume checked.json",
    )
    compare.register(app)
    command(
        app,
        "repair",
        repair,
        "repair esgros --board path:4 --claim 6",
        "repair esgros --board hex:3 --claim 8",
    )


# Claims


def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or --all.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every game.")] = False,
    claim: Annotated[
        list[str] | None,
        typer.Option("--claim", metavar="ID", help="One claim; repeat it for more.  [all]"),
    ] = None,
    board: BoardText = "",
    settings: SettingTexts = None,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough",
            help="All small boards; each setting that a claim names (`settings=`) varied alone.",
        ),
    ] = False,
    text: Annotated[
        bool,
        typer.Option("--text", help="Also show the rulebook: what became of each sentence."),
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", parser=whole(1), metavar="N", help="Play N random games where undecided."
        ),
    ] = None,
    seconds: Seconds = None,
    certificates: Annotated[
        Path | None,
        typer.Option(
            "--certificates",
            metavar="DIR",
            help="Write a file for each verdict that `verify` checks.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Keep each verdict there when it is found, and go on from those that it has.",
        ),
    ] = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> Answer:
    """Check a game's claims.

    A verdict is proved, refuted, witnessed, undecided or vacuous. A refutation is a game, replayed
    by the rules: a shortest one, unless its row says that a shorter one may exist. Without --claim,
    the clauses of a legal move are looked through for dead ones, too. The exit status is 1 if a
    verdict is not the expected one, or if --all meets a game whose files have a mistake, which is
    left out. --time bounds the work for each claim on each board. More than a few claims are shared
    out among the processors, or among the workers of a cluster. Ctrl-C stops with the verdicts
    found; --resume keeps them for another time.
    """
    from ruleproof.models.claims.claims import table
    from ruleproof.models.files.writing import WriteError
    from ruleproof.models.mistakes import Mistake, told_as_the_authors
    from ruleproof.models.rulebooks.rulebook import names
    from ruleproof.solvers.reasoning.checking import inquiries
    from ruleproof.solvers.reasoning.checking.check import chosen_claims, unvaried
    from ruleproof.solvers.reasoning.checking.claim_certificate import stem_of
    from ruleproof.solvers.reasoning.checking.examination import UNWRITTEN
    from ruleproof.solvers.reasoning.checking.record import CheckRecord
    from ruleproof.solvers.reasoning.checking.withdrawal import withdrawn
    from ruleproof.solvers.work.progress import Stopped

    if every == bool(game):
        raise InputError("GAME or --all: one of the two is needed, and not both")
    chosen: list[Game] = []
    broken: dict[str, str] = {}
    for name in names() if every else [game]:
        try:
            with told_as_the_authors():
                one = chosen_game(name, board, settings)
                one.start()
                table(one)
            chosen.append(one)
        except Mistake as error:
            if not every:
                raise
            broken[name] = str(error)
            remark(f"{name}: {error}")
    if not every or claim:
        for one in chosen:
            with at("--claim" if claim else "GAME"):
                chosen_claims(one, claim)
    asked = None if every else chosen[0]
    without = [one for one in chosen if not table(one)]
    chosen = [one for one in chosen if table(one)]
    if certificates:
        writable_folder(certificates, "--certificates")
    if resume:
        writable(resume, "--resume", kept=True)
    inquired = inquiries.inquire(
        chosen,
        claim,
        thorough=thorough,
        sample=sample,
        seconds=seconds,
        certificates=certificates,
    )
    with at("--resume"):
        record = CheckRecord.of(resume, inquired.effort) if resume else None
    if certificates and not resume:
        stems = (stem_of(one, each) for one in chosen for each in chosen_claims(one, claim))
        tell_replaced(*(certificates / f"{stem}.zip" for stem in stems))
    workers = hired(cluster)
    answered: list[inquiries.Answered] = []
    unwritten: list[str] = []
    with listening() as listener, stopping(listener):
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
        except (KeyboardInterrupt, Stopped):
            listener.asked_to_stop = True
    games = {one.name: one for one in chosen}
    found: list[tuple[Game, Verdict]] = []
    living: list[tuple[Game, Verdict]] = []
    for question, verdicts in sorted(answered):
        of_game = games[question.game]
        (found if question.claim else living).extend((of_game, one) for one in verdicts)
    found = [(one, kept) for one in chosen for kept in withdrawn(of_one(found, one))]
    if listener.asked_to_stop:
        done = {(question.game, question.claim) for question, _ in answered}
        waiting: dict[str, list[str]] = {}
        for name, claim_id in dict.fromkeys((q.game, q.claim) for q in chain(*inquired.groups)):
            if claim_id and (name, claim_id) not in done:
                waiting.setdefault(name, []).append(claim_id)
        for name, left in waiting.items():
            in_game = f" in {name}" if every else ""
            remark(f"stopped: not looked at{in_game}: {', '.join(left)}")

    kept_as_is = {
        one.name: unvaried(one, chosen_claims(one, claim)) for one in (chosen if thorough else ())
    }

    read: dict[str, Sequence[Covered]] = {}
    if text:
        from ruleproof.solvers.reasoning.checking.coverage import coverage

        read = {one.name: coverage(one, of_one(found, one)) for one in chosen}

    def people(console: Console) -> None:
        for one in without:
            console.print(f"{one.name} {one.board.text}: no claims are stated of it")
        for one in chosen:
            verdicts = of_one(found, one)
            if (listener.asked_to_stop or unwritten) and not verdicts:
                console.print(f"{one.name} {one.board.text}: not looked at")
                continue
            tell_claims(console, one, verdicts)
            for each in chosen_claims(one, claim):
                if each.compares_itself(one):
                    told = f"claim {each.id} is not asked: it compares the settings with themselves"
                    console.print(told)
            tell_extent(console, one, verdicts, of_one(living, one))
            tell_clauses(console, of_one(living, one), verdicts)
            tell_findings(console, one, verdicts)
            tell_unvaried(console, kept_as_is.get(one.name, []))
            if text:
                tell_sentences(console, one, read[one.name])

    as_expected = not broken and all(one.as_expected for _, one in (*found, *living))
    status = STOPPED if listener.asked_to_stop else DONE if as_expected else FAILED
    fields = {
        "claims": [verdict_object(one, verdict) for one, verdict in found],
        "clauses": [verdict_object(one, verdict) for one, verdict in living],
        "extent": {one.name: extent_object(one, of_one(found, one)) for one in chosen},
        "unvaried": kept_as_is,
        "broken": broken,
    }
    if text:
        fields["sentences"] = [
            {**({"game": name} if every else {}), **one._asdict()}
            for name, sentences in read.items()
            for one in sentences
        ]
    return Answer(fields, people, asked, status, unwritten)


def of_one(found: Sequence[tuple[Game, Verdict]], game: Game) -> list[Verdict]:
    """The verdicts on one of the games."""
    return [verdict for other, verdict in found if other is game]


# Repairs


def repair(
    game: GameName,
    claim: Annotated[
        str | None, typer.Option("--claim", metavar="ID", help="The claim to repair.  [required]")
    ] = None,
    board: BoardText = "",
    settings: SettingTexts = None,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> Answer:
    """Find settings under which a refuted claim holds.

    It changes one setting at a time, those that the claim is about first, then two at a time. It
    prints sentences that would mend the rulebook, as a report does. --time bounds each check.
    """
    from ruleproof.reports.pages.problems import shown_by
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.reasoning.checking.check import chosen_claims
    from ruleproof.solvers.reasoning.checking.repair import repair as find
    from ruleproof.solvers.work.progress import Stopped

    chosen = chosen_game(game, board, settings)
    if claim is None:
        from ruleproof.reports.examining.investigate import of_problems

        known = ", ".join(one.id for one in chosen_claims(chosen, None))
        problems = ", ".join(of_problems(chosen))
        shows = f"`ruleproof check {game}` shows which are refuted"
        told = f"{problems} can show problems; " if problems else ""
        raise InputError(f"--claim: name the claim to repair; {told}{shows} (claims: {known})")
    with at("--claim"):
        chosen_claims(chosen, [claim])
    found: list[Repair] = []
    with listening() as listener, stopping(listener):
        try:
            find(chosen, claim, seconds=seconds, progress=listener, tell=found.append)
        except (KeyboardInterrupt, Stopped):
            listener.asked_to_stop = True
    if not found:
        raise KeyboardInterrupt
    as_it_is, *tried = found
    repairs = [one for one in tried if one.repairs]
    problems = [one for verdict in as_it_is.verdicts for one in shown_by(chosen, verdict, tried)]

    def people(console: Console) -> None:
        tell_claims(console, chosen, list(as_it_is.verdicts))
        if not tried and not problems and not listener.asked_to_stop:
            console.print("it is not refuted and shows no problem: there is nothing to repair")
        for shown in problems:
            tell_problem(console, shown)
        if problems and not tried and not listener.asked_to_stop:
            refuted = any(one.verdict == "refuted" for one in as_it_is.verdicts)
            console.print(
                "no setting was tried: none allows a change on this board"
                if refuted or not all(shown.unexpected for shown in problems)
                else "it is not refuted: nothing is to be repaired but the claim, or its `expected`"
            )
        for one in repairs:
            words = ", ".join(f"{v.id} {v.verdict} on {v.scope}" for v in one.verdicts)
            field(console, "repair", f"{in_words(one.changes)}: {words}", "green")
        many = counted(len(tried), "change")
        if listener.asked_to_stop:
            console.print(f"stopped: {many} of settings tried, and others not")
        elif tried and not repairs:
            console.print(f"no setting changes the verdict: {many} of settings tried")

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
    return Answer(fields, people, chosen, STOPPED if listener.asked_to_stop else DONE)
