"""Problems of a rulebook for a report: each with its sentence and wordings that mend it.

A problem comes from a verdict that shows one (`models/claims/claims.py`), from an unexpected
verdict, or from a sentence with several readings under which play differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ruleproof.models.claims.claims import Problem, Verdict
from ruleproof.models.claims.meanings import left_open, problem, wording
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.settings import Setting, Value
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.examining.general import PROBLEMS
from ruleproof.reports.wording.rules_told import sentence
from ruleproof.reports.wording.words import counted
from ruleproof.solvers.reasoning.checking.repair import Repair
from ruleproof.solvers.reasoning.lockstep.compare import Difference


class Wording(NamedTuple):
    """A sentence to add to the rulebook. `setting`: the setting and value that it states, empty
    where there is none; `here`: whether the report assumes it; `then`: its effect on the claim;
    `untried`: whether it may mend the problem and was not tried.
    """

    text: str
    setting: str = ""
    here: bool = False
    then: str = ""
    untried: bool = False


class Shown(NamedTuple):
    """A problem, its sentence, its remedies, and its evidence: the verdict on a claim, or the
    difference between two readings. `about`: the settings that it turns on. `replaces`: whether
    the wordings stand in place of others. `unexpected`: whether it is no known problem, but a claim
    that came out otherwise than expected, be it for the rules or for the expectation.
    """

    text: str
    sentence: str
    wordings: tuple[Wording, ...]
    about: tuple[str, ...]
    verdict: Verdict | None = None
    difference: Difference | None = None
    replaces: bool = False
    unexpected: bool = False


def shown_problems(findings: Findings) -> list[Shown]:
    """The known problems, those shown by claims first, and then the claims not as expected."""
    found: dict[str, Shown] = {}
    for one in _of_verdicts(findings):
        found.setdefault(one.text, one)
    told = {name for one in found.values() for name in one.about}
    every = [*found.values(), *_of_readings(findings, told)]
    return sorted(every, key=lambda one: one.unexpected)


def _of_verdicts(findings: Findings) -> Iterator[Shown]:
    for verdict in findings.verdicts:
        tried = findings.repairs.get(verdict.id, ())
        yield from shown_by(findings.game, verdict, tried)


def shown_by(game: Game, verdict: Verdict, tried: Sequence[Repair]) -> Iterator[Shown]:
    """Yields the problem that the verdict shows, if it shows one; `tried`: the changes that were
    tried on its claim.
    """
    known = problem(game, verdict.id, verdict.verdict) or PROBLEMS.get(
        (verdict.id, verdict.verdict)
    )
    if known:
        about = known.settled_by + known.mended_by
        text = verdict.finding or known.text
        mends = _wordings(game, known, tried)
        yield Shown(text, verdict.sentence, mends, about, verdict, replaces=known.replaces)
    elif not verdict.as_expected and verdict.verdict != "undecided":
        mends = tuple(_mending(game, tried))
        yield Shown(_unexpected(verdict), verdict.sentence, mends, (), verdict, unexpected=True)


def _unexpected(verdict: Verdict) -> str:
    """The text about an unexpected verdict."""
    said = f"“{verdict.statement.rstrip('.')}”"
    if verdict.verdict == "refuted":
        return f"{said} does not hold."
    if verdict.verdict == "vacuous":
        return f"{said} says nothing: what it speaks of never happens."
    return f"{said} holds, against expectation."


def _wordings(game: Game, known: Problem, tried: Sequence[Repair]) -> tuple[Wording, ...]:
    """The problem's own wording, and one for each value of a setting that settles or mends it."""
    found = [Wording(known.wording)] if known.wording else []
    then = {pair: _then(one) for one in tried if one.repairs for pair in one.changes.items()}
    for name in known.settled_by:
        values = game.rulebook.setting(name).choices
        for value in sorted(values, key=lambda value: value != game.settings[name]):
            found.append(_choice(game, name, value, then.get((name, value), "")))
    found += _mending(game, tried, known.mended_by) or _untried(game, tried, known.mended_by)
    return tuple(one for one in found if one.text)


def _untried(game: Game, tried: Sequence[Repair], among: Sequence[str]) -> list[Wording]:
    """A wording for each other value of these settings that nobody tried on the claim."""
    done = {pair for one in tried for pair in one.changes.items()}
    return [
        _choice(game, name, value, "")._replace(untried=True)
        for name in among
        for value in game.rulebook.setting(name).choices
        if value != game.settings[name] and (name, value) not in done
    ]


def _mending(
    game: Game, tried: Sequence[Repair], among: Sequence[str] | None = None
) -> list[Wording]:
    """A wording for each change that repairs the claim, of these settings where they are
    named.
    """
    return [
        _choice(game, name, value, _then(one))
        for one in tried
        if one.repairs and (among is None or set(one.changes) <= set(among))
        for name, value in one.changes.items()
    ]


def _choice(game: Game, name: str, value: Value, then: str) -> Wording:
    """The wording that states a value of a setting."""
    said = wording(game, name, value)
    here = value == game.settings[name]
    return Wording(sentence(said) if said else "", f"{name}={value}", here, then)


def _then(one: Repair) -> str:
    """The effect on the claim of a change that repairs it."""
    return "; ".join(
        f"{_BECOMES[verdict.verdict]}: claim {verdict.id}, on {verdict.scope}"
        for verdict in one.verdicts
    )


_BECOMES: dict[str, str] = {
    "proved": "it holds",
    "refuted": "it cannot happen",
    "witnessed": "it can happen",
}


def _of_readings(findings: Findings, told: set[str]) -> Iterator[Shown]:
    """Yields a problem for each reading that makes a difference and appears in no other problem."""
    game = findings.game
    for setting in game.rulebook.settings:
        if setting.kind != "reading" or setting.name in told:
            continue
        differences = [
            one
            for (name, _), one in findings.consequences.items()
            if name == setting.name and one.same is False and one.reachable
        ]
        if differences:
            yield _reading(game, setting, differences)


def _reading(game: Game, setting: Setting, differences: Sequence[Difference]) -> Shown:
    first = min(differences, key=lambda one: len(one.line or ()))
    many = len(differences) + 1
    when = f"after {counted(len(first.line), 'move')}" if first.line else "from the first move on"
    ways = "two ways" if many == 2 else f"{many} ways"
    text = f"This can be read in {ways}, `{setting.name}`. Play can differ {when}."
    if silent := left_open(game, setting.name):
        text = f"It is not said {silent}. Play can differ {when}."
    chosen = game.settings[setting.name]
    values = [chosen, *(value for value in setting.choices if value != chosen)]
    wordings = tuple(_choice(game, setting.name, value, "") for value in values)
    return Shown(text, setting.quoted(chosen), wordings, (setting.name,), difference=first)
