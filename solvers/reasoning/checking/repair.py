"""Repair: finds settings that make a refuted claim true, or settle a problem that a verdict shows.

Single changes come first: of settings that the claim's problem names, then of settings that the
claim speaks of, then of all others. Changes of two settings follow. Once a change *repairs* the
claim, only the rest of its kind is tried. A change repairs the claim where the verdict is then
proved or witnessed. It settles a problem where the verdict is another one that shows none.

>>> from ruleproof.models.play.game import game
>>> [dict(one.changes) for one in repair(game("esgros", "path:3"), "6")]
[{}, {'full': 'loss'}]
>>> [dict(one.changes) for one in repair(game("esgros", "path:3"), "1")]
[{}]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.claims.meanings import problem
from ruleproof.models.compiled.failures import sound
from ruleproof.models.displays import Listing, short_form
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, must_be_game
from ruleproof.models.play.variants import changed
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.reasoning.checking.check import check, chosen_claims
from ruleproof.solvers.work.progress import Listener, Progress, silent

MOST_VALUES = 12
"""Settings with more values than these are numbers, and are left as they are."""


@dataclass(frozen=True)
class Repair:
    """The verdict on a claim's parts under changed settings, and whether that repairs the claim."""

    changes: Mapping[str, Value]
    verdicts: tuple[Verdict, ...]
    repairs: bool = False

    __repr__ = short_form


class Repairs(Listing[Repair]):
    """The answers to all changes that were tried, the unchanged claim first."""


@sound
def repair(
    game: Game,
    claim: str,
    *,
    among: Sequence[str] | str | None = None,
    known: Sequence[Verdict] = (),
    seconds: float | None = None,
    work: float | None = None,
    progress: Listener = silent,
    tell: Callable[[Repair], None] | None = None,
) -> Repairs:
    """Checks the claim as it stands, unless that is known, then under one change after another.

    It tries no change where the claim is not refuted and shows no problem. `among`: these settings
    alone, one at a time, or this one. `known`: the verdicts on the claim as it stands. `seconds`
    and `work` bound each check, as they do `check`; `tell` hears each answer as soon as it is
    found. Raises `TextError` for an unknown claim or setting.
    """
    must_be_game(game)
    these = [among] if isinstance(among, str) else among
    for name in these or ():
        game.rulebook.setting(name)
    found = Repairs()

    def note(one: Repair) -> None:
        found.append(one)
        if tell:
            tell(one)

    def verdicts_of(other: Game) -> tuple[Verdict, ...]:
        return tuple(check(other, [claim], seconds=seconds, work=work, progress=progress))

    as_it_is = tuple(known) or verdicts_of(game)
    note(Repair({}, as_it_is))
    shown = {one.id: one for one in as_it_is if problem(game, one.id, one.verdict)}
    if not shown and not any(verdict.verdict == "refuted" for verdict in as_it_is):
        return found

    def repairs(other: Game, verdict: Verdict) -> bool:
        before = shown.get(verdict.id)
        if before is None or verdict.verdict in ("undecided", "vacuous"):
            return verdict.verdict in ("proved", "witnessed")
        return before.verdict != verdict.verdict and not problem(other, verdict.id, verdict.verdict)

    for changes in _stages(game, claim, shown, these):
        for change, other in _games(game, changes, progress):
            verdicts = verdicts_of(other)
            if verdicts:
                note(Repair(change, verdicts, all(repairs(other, one) for one in verdicts)))
        if any(one.repairs for one in found[1:]):
            break
    return found


def _stages(
    game: Game, claim: str, shown: Mapping[str, Verdict], among: Sequence[str] | None
) -> Iterator[list[dict[str, Value]]]:
    """The changes to try, those that are most likely to help first."""
    if among is not None:
        yield _single_changes(game, among)
        return
    problems = (problem(game, one.id, one.verdict) for one in shown.values())
    named = [name for one in problems if one for name in one.settled_by + one.mended_by]
    spoken = [name for one in chosen_claims(game, [claim]) for name in one.settings]
    others = [setting.name for setting in game.rulebook.settings]
    tried: set[str] = set()
    for names in (named, spoken, others):
        yield _single_changes(game, [name for name in dict.fromkeys(names) if name not in tried])
        tried |= set(names)
    single = _single_changes(game, others)
    yield [{**one, **two} for one, two in combinations(single, 2) if not one.keys() & two.keys()]


def _single_changes(game: Game, names: Iterable[str]) -> list[dict[str, Value]]:
    """Each of the settings at each of its other values."""
    return [
        {name: value}
        for name in names
        for value in game.rulebook.setting(name).choices
        if len(game.rulebook.setting(name).choices) <= MOST_VALUES and value != game.settings[name]
    ]


def _games(
    game: Game, changes: Iterable[dict[str, Value]], progress: Listener
) -> Iterator[tuple[dict[str, Value], Game]]:
    """The game under each of the changes that the rulebook allows on this board."""
    for number, change in enumerate(changes):
        words = " ".join(f"{name}={value}" for name, value in change.items())
        progress(Progress("repair", number, None, words))
        try:
            yield change, changed(game, change)
        except TextError:
            continue
