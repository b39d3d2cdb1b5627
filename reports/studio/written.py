"""Reports that were written since the studio began: the last ones are kept, in memory alone."""

from __future__ import annotations

import time
from typing import NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.reports.wording.words import changed_settings

MOST = 32
"""Reports that are kept at once."""
MOST_BYTES = 1 << 26
"""The bytes of all of them."""


class WrittenReport(NamedTuple):
    """A report: its number, the game, board and settings that it is about, when it was there, and
    its page.
    """

    number: int
    game: str
    title: str
    board: str
    changed: dict[str, str]
    made: float
    page: bytes

    @property
    def link(self) -> str:
        """The path of its page."""
        return f"/reports/{self.number}"

    @property
    def hour(self) -> str:
        """When it was there, by the clock of this machine."""
        return time.strftime("%H:%M", time.localtime(self.made))


class Reports:
    """The reports that are kept; the oldest make room for new ones."""

    def __init__(self) -> None:
        self._kept: dict[int, WrittenReport] = {}
        self._last = 0

    def keep(self, game: Game, page: bytes) -> WrittenReport:
        """Keeps a report of the game."""
        self._last += 1
        changed = {name: str(value) for name, value in changed_settings(game).items()}
        book = game.rulebook
        one = WrittenReport(
            self._last, book.name, book.title, game.board.text, changed, time.time(), page
        )
        self._kept[one.number] = one
        while len(self._kept) > 1 and (len(self._kept) > MOST or self._bytes() > MOST_BYTES):
            del self._kept[next(iter(self._kept))]
        return one

    def of(self, number: int) -> WrittenReport | None:
        """The report of that number; None where it is not kept."""
        return self._kept.get(number)

    def about(self, game: str) -> list[WrittenReport]:
        """The reports of that game, the last one first. Another thread may keep one meanwhile."""
        return [one for one in reversed(tuple(self._kept.values())) if one.game == game]

    def _bytes(self) -> int:
        return sum(len(one.page) for one in self._kept.values())
