"""Repair: which settings make a refuted claim true.

Every setting's other values are tried alone; only where none of them helps, two changed settings
together. A change *repairs* the claim where its verdict is then proved or witnessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from ruleproof.models.claims import Verdict
from ruleproof.models.errors import TextError
from ruleproof.models.game import Game
from ruleproof.models.settings import Value
from ruleproof.models.variants import changed
from ruleproof.solvers.checking.check import check
from ruleproof.solvers.work.progress import Listener, Progress, silent

MOST_VALUES = 12
"""Settings with more values than these are numbers, and are left as they are."""


@dataclass(frozen=True)
class Repair:
    """The verdict on a claim's parts under changed settings."""

    changes: Mapping[str, Value]
    verdicts: tuple[Verdict, ...]

    @property
    def repairs(self) -> bool:
        """Whether every part of the claim holds now."""
        return all(verdict.verdict in ("proved", "witnessed") for verdict in self.verdicts)


def repair(
    game: Game,
    claim: str,
    *,
    seconds: float | None = None,
    progress: Listener = silent,
    tell: Callable[[Repair], None] | None = None,
) -> list[Repair]:
    """The claim as it stands, without changes, then under every change that was tried.

    Nothing is tried where the claim is not refuted. `seconds` bound each check; `tell` hears each
    answer as soon as it is found. Raises `TextError` for an unknown claim.
    """
    found: list[Repair] = []

    def note(one: Repair) -> None:
        found.append(one)
        if tell:
            tell(one)

    as_it_is = Repair({}, tuple(check(game, [claim], seconds=seconds, progress=progress)))
    note(as_it_is)
    if not any(verdict.verdict == "refuted" for verdict in as_it_is.verdicts):
        return found
    single = list(_single_changes(game))
    pairs = ({**one, **two} for one, two in combinations(single, 2) if not one.keys() & two.keys())
    for tried in (single, pairs):
        for one in _tried(game, claim, tried, seconds, progress):
            note(one)
        if any(one.repairs for one in found[1:]):
            return found
    return found


def _single_changes(game: Game) -> Iterable[dict[str, Value]]:
    """Each setting at each of its other values."""
    for setting in game.rulebook.settings:
        if len(setting.choices) <= MOST_VALUES:
            for value in setting.choices:
                if value != game.settings[setting.name]:
                    yield {setting.name: value}


def _tried(
    game: Game,
    claim: str,
    changes: Iterable[dict[str, Value]],
    seconds: float | None,
    progress: Listener,
) -> Iterable[Repair]:
    """The claim under each of the changes that the rulebook allows on this board."""
    for number, change in enumerate(changes):
        words = " ".join(f"{name}={value}" for name, value in change.items())
        progress(Progress("repair", number, None, words))
        try:
            other = changed(game, change)
        except TextError:
            continue
        verdicts = check(other, [claim], seconds=seconds, progress=progress)
        if verdicts:
            yield Repair(change, tuple(verdicts))
