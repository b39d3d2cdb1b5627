"""Extent: counts claims by where they are proved, refuted or witnessed.

named     a claim about the value of positions, or about what is so on one board: it speaks of a
          board, and nothing is asked of it on another
item      a number of a game's sheet: claims `7a` and `7b` are parts of one
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ruleproof.models.claims.claims import Claim, Decision, Most, SameValue, ValueIs, Verdict, table
from ruleproof.models.claims.evidence import Greatest
from ruleproof.models.play.game import Game
from ruleproof.solvers.reasoning.checking.check import number_of


class Extent(NamedTuple):
    """The ids of the claims that are decided for every board, on the game's own, on smaller boards
    alone, or not at all; and of those that name a board.
    """

    every_board: tuple[str, ...] = ()
    own_board: tuple[str, ...] = ()
    smaller: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    @property
    def items(self) -> tuple[str, ...]:
        """The items of the sheet with a claim that is decided for every board."""
        return tuple(dict.fromkeys(number_of(one) for one in self.every_board))

    @property
    def share(self) -> float:
        """The share of claims that are decided on the game's own board, among those that neither
        name a board nor hold on every one; 1 if there are none.
        """
        others = len(self.own_board) + len(self.smaller) + len(self.undecided)
        return len(self.own_board) / others if others else 1.0


def names_a_board(claim: Claim) -> bool:
    """Whether the claim is about values of positions, or about one board."""
    return any(isinstance(one, ValueIs | SameValue) for one in claim.obligations) or all(
        (isinstance(one, Most) and one.bound is None)
        or isinstance(one, Greatest)
        or (isinstance(one, Decision) and one.asks == "what")
        for one in claim.obligations
    )


def extent(game: Game, verdicts: Iterable[Verdict]) -> Extent:
    """Sorts the verdicts on the game, with one set of settings, by where they hold."""
    named = {claim.id for claim in table(game) if names_a_board(claim)}
    found: dict[str, list[str]] = {field: [] for field in Extent._fields}
    for verdict in verdicts:
        found[_where(game, verdict, named)].append(verdict.id)
    return Extent(**{field: tuple(ids) for field, ids in found.items()})


def _where(game: Game, verdict: Verdict, named: set[str]) -> str:
    if verdict.id in named:
        return "named"
    if verdict.verdict == "undecided":
        return "undecided"
    if verdict.scope.everywhere:
        return "every_board"
    return "own_board" if game.board.text in verdict.scope.boards else "smaller"
