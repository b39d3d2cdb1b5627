"""Evidence: simpler ways to check a claim that has its own decision.

A `Decision` (`models/claims/claims.py`) may name an equivalent obligation of another kind, or one
of those here. The rules as plain Python decide `Plain` and `Greatest` by looking at every position;
`Bounded` rests on games that are replayed and on formulas.

worth   of a game: the value of each of its positions, as the first player's margin (win, draw and
        loss are 1, 0 and -1; play without end is worth 0)
judge   a function of a position: True, False, or None where the claim does not speak of it

>>> Plain(lambda game, worth: lambda p: True, "ever").shown
'witnessed'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from ruleproof.models.claims.theorems import Induction, Theorem
from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.settings import Value

Worth: TypeAlias = Callable[[Game], Mapping[State, int]]
Judge: TypeAlias = Callable[[State], bool | None]


@dataclass(frozen=True)
class Plain:
    """Asks `judge(game, worth)` about every position that play reaches: whether it holds `always`
    (a game to a position where it fails refutes) or `ever` (a game to one where it holds
    witnesses).

    `settings`: settings of the game to change first. `moves(game, p)`: the moves to play, where
    these are not all.
    """

    judge: Callable[[Game, Worth], Judge]
    asks: Literal["always", "ever"] = "always"
    settings: Mapping[str, Value] = field(default_factory=dict[str, Value])
    moves: Callable[[Game, State], Sequence[int]] | None = None

    @property
    def shown(self) -> Literal["refuted", "witnessed"]:
        """The verdict that one game shows."""
        return "refuted" if self.asks == "always" else "witnessed"


@dataclass(frozen=True)
class Greatest:
    """The greatest value of a measure of turns over all legal moves of `positions(game)`, which
    play need not reach. The witness is a position with a move that attains it.
    """

    measure: Callable[..., Any]
    positions: Callable[[Game], Iterator[State]]


class Attained(NamedTuple):
    """An event that a game brings about: its name, the moves of the game from the start (none where
    no game is known), and whether its positions and moves show the event.
    """

    what: str
    line: Sequence[str]
    shows: Callable[[Sequence[State], Sequence[int]], bool]


class Backwards(NamedTuple):
    """Going back from positions to those before them, and to those before these.

    `ends`: the positions to begin with. `before(p)`: every position from which a move leads to p.
    `name(p)`: the same for positions of which one is looked at, None for one that no game comes to.
    `opening(p)`: whether games come to it.
    """

    ends: Iterator[Any]
    before: Callable[[Any], Iterator[Any]]
    name: Callable[[Any], object | None]
    opening: Callable[[Any], bool]


@dataclass(frozen=True)
class Bounded:
    """Games that reach the claim's bound, and formulas which prove that no game goes beyond it.

    `games(game, witness)`: all events that must come about; `witness` is the certificate's line.
    The lines are replayed, so their source does not matter. Where formulas allow more than the
    games show, `more(game, witness)` goes back from all positions that would show more; without it,
    or where it returns None, the question is left open.
    """

    games: Callable[[Game, str], Iterator[Attained]]
    beyond: Theorem | Induction
    more: Callable[[Game, str], Backwards | None] | None = None
