"""`ruleproof check`, `compare` and `repair`: what is true of all positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import chosen_game, hired, pairs, writable, writable_folder
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
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stopping
from ruleproof.cli.telling.verdicts import (
    extent_object,
    in_words,
    tell_claims,
    tell_clauses,
    tell_extent,
    tell_findings,
    verdict_object,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.claims.claims import Verdict
    from ruleproof.models.play.game import Game
    from ruleproof.solvers.checking.repair import Repair
    from ruleproof.solvers.lockstep.compare import Difference


def register(app: typer.Typer) -> None:
    """Adds the commands of this module."""
    command(
        app,
        "check",
        check,
        "check esgros --board hex:3",
        "check esgros --board hex:3 --claim 6 --claim 7 --set full=loss",
        "check --all --thorough --resume checked.json",
    )
    command(
        app,
        "compare",
        compare,
        "compare esgros --board hex:3 --with exceed=void",
        "compare esgros --board path:4 --all-pairs",
    )
    command(app, "repair", repair, "repair esgros --board hex:2 --claim 6")


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
        bool, typer.Option("--thorough", help="All small boards, and every reading varied alone.")
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

    A verdict is proved, refuted, witnessed, undecided or vacuous. A refutation is a shortest game,
    replayed by the rules. Without --claim, the clauses of a legal move are looked through for dead
    ones, too. The exit status is 1 if a verdict is not the expected one. --time bounds the work for
    each claim on each board. More than a few claims are shared out among the processors, or among
    the workers of a cluster. Ctrl-C stops with the verdicts found; --resume keeps them for another
    time.
    """
    from ruleproof.models.claims.claims import table
    from ruleproof.models.files.writing import WriteError
    from ruleproof.models.rulebooks.rulebook import names
    from ruleproof.solvers.checking import inquiries
    from ruleproof.solvers.checking.check import UNWRITTEN, chosen_claims
    from ruleproof.solvers.checking.record import CheckRecord
    from ruleproof.solvers.work.progress import Stopped

    if every == bool(game):
        raise InputError("GAME or --all: one of the two is needed, and not both")
    chosen = [chosen_game(one, board, settings) for one in (names() if every else [game])]
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
            unwritten.append(f"--resume: {error}")
        except (KeyboardInterrupt, Stopped):
            listener.asked_to_stop = True
    games = {one.name: one for one in chosen}
    found: list[tuple[Game, Verdict]] = []
    living: list[tuple[Game, Verdict]] = []
    for question, verdicts in sorted(answered):
        of_game = games[question.game]
        (found if question.claim else living).extend((of_game, one) for one in verdicts)

    def people(console: Console) -> None:
        for one in without:
            console.print(f"{one.name} {one.board.text}: no claims are stated of it")
        for one in chosen:
            verdicts = [verdict for game, verdict in found if game is one]
            if (listener.asked_to_stop or unwritten) and not verdicts:
                console.print(f"{one.name} {one.board.text}: not looked at")
                continue
            tell_claims(console, one, verdicts)
            tell_extent(console, one, verdicts)
            tell_clauses(console, [verdict for game, verdict in living if game is one])
            tell_findings(console, verdicts)

    as_expected = all(verdict.as_expected for _, verdict in (*found, *living))
    status = STOPPED if listener.asked_to_stop else DONE if as_expected else FAILED
    fields = {
        "claims": [verdict_object(one, verdict) for one, verdict in found],
        "clauses": [verdict_object(one, verdict) for one, verdict in living],
        "extent": {
            one.name: extent_object(one, [verdict for game, verdict in found if game is one])
            for one in chosen
        },
    }
    return Answer(fields, people, asked, status, unwritten)


# Readings


def compare(
    game: GameName,
    other: Annotated[
        list[str] | None,
        typer.Option("--with", "-w", metavar="K=V", help="A setting of the other reading."),
    ] = None,
    all_pairs: Annotated[
        bool, typer.Option("--all-pairs", help="Every pair of values of every setting.")
    ] = False,
    board: BoardText = "",
    settings: SettingTexts = None,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> Answer:
    """Tell two readings of the rules apart.

    The answer is the shortest game after which they part, or a proof that none does.

    The first reading is the game with --set, the second the same with all of --with changed.
    """
    from ruleproof.models.play.variants import changed
    from ruleproof.models.rulebooks.rulebook import names
    from ruleproof.models.rulebooks.settings import choose
    from ruleproof.solvers.lockstep import compare as solver

    if all_pairs == bool(other):
        raise InputError("--with or --all-pairs: one of the two is needed, and not both")
    one = chosen_game(game, board, settings)
    for text in other or ():
        if text in names():
            told = "readings of one game are compared; make the changed rule a setting of"
            raise InputError(f"--with: {told} {game}, and write NAME=VALUE: {text!r}")
    found: list[Difference] = []
    with listening() as listener, stopping(listener):
        try:
            if other:
                with at("--with"):
                    changes = pairs(other)
                    choose(one.rulebook.settings, changes)
                    two = changed(one, {**changes})
                found = solver.compare(one, [two], seconds=seconds, progress=listener)
            else:
                for setting in one.rulebook.settings:
                    if not isinstance(setting.values, range) and not listener.asked_to_stop:
                        how = {"seconds": seconds, "progress": listener}
                        found += solver.all_pairs(one, setting.name, **how).values()
        except KeyboardInterrupt:
            if not found:
                raise

    def people(console: Console) -> None:
        for number, difference in enumerate(found):
            if number:
                console.print()
            tell_difference(console, one, difference)

    objects = [difference_object(difference) for difference in found]
    fields = {"pairs": objects} if all_pairs else objects[0]
    decided = bool(found) and all(difference.same is not None for difference in found)
    return Answer(fields, people, one, DONE if decided else STOPPED)


def difference_object(difference: Difference) -> dict[str, Any]:
    """A difference as JSON has it."""
    return {
        "same": difference.same,
        "scope": difference.scope,
        "line": None if difference.line is None else list(difference.line),
        "position": difference.position,
        "only_first": list(difference.only_first),
        "only_second": list(difference.only_second),
        "sentences": dict(difference.sentences),
        "refusals": [one._asdict() for one in difference.refusals],
        "first": dict(difference.first),
        "second": dict(difference.second),
        "differs": difference.differs or None,
        "second_position": difference.second_position,
        "results": list(difference.results),
        "reachable": difference.reachable,
        "elsewhere": difference.elsewhere or None,
    }


def tell_difference(console: Console, one: Game, difference: Difference) -> None:
    """Prints how two readings compare: words, the shortest game, the position drawn, sentences."""
    first, second = in_words(difference.first), in_words(difference.second)
    if difference.same is None:
        verdict = f"undecided: no difference within {difference.plies} moves"
    elif difference.same:
        verdict = f"no game on {difference.scope} tells them apart"
    else:
        verdict = f"they part after {len(difference.line or ())} moves"
    field(console, "readings", f"{first}  against  {second}", "bold")
    field(console, "verdict", verdict)
    if difference.line is not None:
        field(console, "line", " ".join(difference.line) or "at the start")
    if difference.position is not None:
        if not difference.reachable:
            field(console, "elsewhere", "they differ only where no game leads:")
        draw(console, one, difference.position)
    if difference.second_position is not None:
        field(console, "or", f"under {second}:")
        draw(console, one, difference.second_position)
    for reading, moves in ((first, difference.only_first), (second, difference.only_second)):
        if moves:
            field(console, "only", f"{' '.join(moves)}  legal under {reading}")
    if any(difference.results):
        told = (result or "play goes on" for result in difference.results)
        field(console, "result", "  against  ".join(told))
    for name, sentence in difference.sentences.items():
        field(console, name, f"“{sentence}”", "italic")
    for refusal in difference.refusals:
        reading = first if refusal.by == "first" else second
        told = f"{refusal.move} under {reading}, by “{refusal.clause}”: “{refusal.sentence}”"
        field(console, "refused", told)


def draw(console: Console, game: Game, text: str) -> None:
    """Prints a position's picture, or its text where another reading's own marks stand in it."""
    from ruleproof.models.play.position import Position
    from ruleproof.reports.drawing.text import unicode

    try:
        picture = unicode(Position.read(game, text))
    except ValueError:
        picture = text
    console.print(picture, no_wrap=True, crop=False, overflow="ignore")
    console.print(text, style="dim", soft_wrap=True)


# Repairs


def repair(
    game: GameName,
    claim: Annotated[str, typer.Option("--claim", metavar="ID", help="The claim to repair.")],
    board: BoardText = "",
    settings: SettingTexts = None,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> Answer:
    """Find the settings that make a refuted claim true, or settle the problem that it shows.

    Settings are changed alone, those that the claim is about first; where that does not help, two
    of them. --time bounds each check.
    """
    from ruleproof.solvers.checking.check import chosen_claims
    from ruleproof.solvers.checking.repair import repair as find
    from ruleproof.solvers.work.progress import Stopped

    chosen = chosen_game(game, board, settings)
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

    def people(console: Console) -> None:
        tell_claims(console, chosen, list(as_it_is.verdicts))
        if not tried and not listener.asked_to_stop:
            console.print("it is not refuted and shows no problem: there is nothing to repair")
        for one in repairs:
            words = ", ".join(f"{v.id} {v.verdict} on {v.scope}" for v in one.verdicts)
            field(console, "repair", f"{in_words(one.changes)}: {words}", "green")
        if tried and not repairs:
            console.print(f"none of {len(tried)} changes makes it true")

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
    }
    return Answer(fields, people, chosen, STOPPED if listener.asked_to_stop else DONE)
