"""The predicate that a claim asks of positions or of turns, whichever obligation asks it.

>>> from ruleproof.models.claims.claims import EveryTurn
>>> asking(EveryTurn(print)).shown
'refuted'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ruleproof.models.claims.answers import answer
from ruleproof.models.claims.claims import Always, EveryTurn, Most, Sometimes, SomeTurn, Word
from ruleproof.models.play.game import Game


class Asking(NamedTuple):
    """A predicate, of positions or `of_turns`, with its premise, if it has one. `shown`: the
    verdict that one game can show. `symmetric`, `toward`: as in the obligation.
    """

    predicate: Callable[..., Any]
    when: Callable[..., Any] | None
    of_turns: bool
    shown: Word
    symmetric: bool
    toward: Callable[..., Any] | None

    @property
    def wanted(self) -> bool:
        """The answer that shows the verdict."""
        return self.shown == "witnessed"

    def shows(self, game: Game, p: Any, move: int, q: Any) -> bool:
        """Whether the move, or the position `q` after it, shows the verdict by plain Python."""
        seen = game.field, game.rules, *((p, move, q) if self.of_turns else (q,))
        met = self.when is None or bool(answer(self.when, *seen))
        return met and bool(answer(self.predicate, *seen)) == self.wanted


def asking(one: object) -> Asking | None:
    """The predicate that the obligation asks; None for one that asks none."""
    if isinstance(one, Always | EveryTurn):
        of_turns = isinstance(one, EveryTurn)
        return Asking(one.holds, one.when, of_turns, "refuted", one.symmetric, one.toward)
    if isinstance(one, Sometimes | SomeTurn):
        of_turns = isinstance(one, SomeTurn)
        return Asking(one.shows, None, of_turns, "witnessed", one.symmetric, one.toward)
    return None


def judging(one: object) -> Asking | None:
    """The predicate that the obligation asks, or a `Most`'s measure; None for one without."""
    if isinstance(one, Most):
        return Asking(one.measure, None, one.turns, "witnessed", one.symmetric, None)
    return asking(one)
