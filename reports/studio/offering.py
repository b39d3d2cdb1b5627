"""The games that the studio offers: each is asked once for its start, in a worker, within limits. A
game that fails or does not answer is broken, and the studio itself never runs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from math import nan
from pathlib import Path
from typing import Any

from fastapi import Request
from markupsafe import Markup

from ruleproof.models.mistakes import Mistake, Place
from ruleproof.models.play.offered import BROKEN, playable
from ruleproof.models.rulebooks.rulebook import Rulebook, entry, names
from ruleproof.models.systems import OVERWORKED
from ruleproof.reports.studio.children import SearchWorker
from ruleproof.reports.studio.gate.limits import LONGEST_SILENCE, PATIENCE, Limits

_OWN = "ruleproof"
_COVERS: dict[str, Markup] = {}
"""A picture of each game that has answered."""
_MISTAKES: dict[str, Mistake] = {}
"""The mistakes in games that can be played, and not shown."""
_STAMPS: dict[str, float] = {}
"""The last change to the files of each game that was asked; no number for one to be asked again."""


class Offer:
    """The games that packages offer, as far as they were asked."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._asking: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Asks the games that were not asked yet, or whose files have changed since; waits for
        their answers, but not long.
        """
        if self._asking is None or self._asking.done():
            waiting = [name for name in names() if _STAMPS.get(name) != _stamp(name)]
            if not waiting:
                return
            for name in waiting:
                if name not in BROKEN:
                    what = ("it has not answered yet", "ask again a little later", "")
                    BROKEN[name] = Mistake(Place(entry(name), 0), *what)
            self._asking = asyncio.ensure_future(self._ask(waiting))
        await asyncio.wait([self._asking], timeout=PATIENCE)

    async def _ask(self, waiting: list[str]) -> None:
        """Asks these games in a worker, or in several, if games end theirs; our own first."""
        waiting = sorted(waiting, key=lambda name: _package(name) != _OWN)
        while waiting:
            worker = SearchWorker(self._limits)
            worker.begin({"kind": "games", "names": waiting, "seconds": self._limits.asked})
            name, what = "game", None
            try:
                while waiting and name not in ("", "done", "lost"):
                    name, what = await worker.hear(LONGEST_SILENCE)
                    if name == "game":
                        _note(waiting.pop(0), **what)
            finally:
                worker.end()
                await worker.ended()
            if waiting:
                _note_silent(waiting.pop(0), self._limits, worker.signal, what)

    async def close(self) -> None:
        """Asks no more."""
        if self._asking:
            self._asking.cancel()
            await asyncio.wait([self._asking])

    @property
    def covers(self) -> Mapping[str, Markup]:
        """The picture of each game that can be shown."""
        return {name: _COVERS[name] for name in names() if name in _COVERS}

    @property
    def books(self) -> tuple[Rulebook, ...]:
        """The rulebooks of all games that can be played."""
        found: list[Rulebook] = []
        for name in names():
            with suppress(Mistake):
                found.append(playable(name))
        return tuple(found)

    @property
    def broken(self) -> Mapping[str, Mistake]:
        """The mistakes in games that cannot be shown."""
        known = _MISTAKES | BROKEN
        return {name: known[name] for name in names() if name in known}


def _note(name: str, cover: str, mistake: Any, plays: bool) -> None:
    """Notes the cover of a game or the mistake in it, and whether it can be played."""
    _STAMPS[name] = _stamp(name)
    for known in (_COVERS, _MISTAKES, BROKEN):
        known.pop(name, None)
    if mistake:
        (_MISTAKES if plays else BROKEN)[name] = Mistake(Place(*mistake[0]), *mistake[1:])
    else:
        _COVERS[name] = Markup(cover)


def _note_silent(name: str, limits: Limits, ended: int, what: Any) -> None:
    """Notes a game that has not answered: the worker was ended by a signal, or by the studio."""
    says = f"it does not answer within {limits.asked:.0f} s of work"
    remedy = f"`ruleproof conform {name}` shows whether a rule loops for ever"
    again = bool(what) and ended != OVERWORKED
    if again:
        says, remedy = f"it cannot be asked ({what['reason']})", ""
    _note(name, "", [[entry(name), 0, ""], says, remedy, ""], plays=False)
    if again:
        _STAMPS[name] = nan


def _stamp(name: str) -> float:
    """The moment of the last change to the files of a game, which is not loaded for that; those of
    Ruleproof itself do not change.
    """
    package = _package(name)
    files: list[Path] = []
    with suppress(ImportError, ValueError):
        found = find_spec(package) if package != _OWN else None
        if found and found.submodule_search_locations:
            files = [
                file for one in found.submodule_search_locations for file in Path(one).rglob("*.py")
            ]
        elif found and found.origin:
            files = [Path(found.origin)]
    return max((file.stat().st_mtime for file in files if file.exists()), default=0.0)


@lru_cache(maxsize=64)
def _package(name: str) -> str:
    """The package that offers the game."""
    return entry(name).partition(".")[0]


async def looked(request: Request) -> None:
    """Has every request wait until all games were asked."""
    await request.app.state.offer.look()
