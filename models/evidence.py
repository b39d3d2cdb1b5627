"""Evidence: how a claim that brings its own decision along can be checked by something simpler.

A `Decision` (`models/claims.py`) may name an obligation of another kind that says the same, or one
of those here. The rules as plain Python decide `Plain` and `Greatest` by looking at every position;
`Bounded` rests on games that are replayed and on formulas.

worth   of a game: the value of each of its positions, as the first player's margin (win, draw and
        loss are 1, 0 and -1; play without end is worth 0)
judge   a function of a position: True, False, or None where the claim does not speak of it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from ruleproof.models.game import Game, State
from ruleproof.models.settings import Value
from ruleproof.models.theorems import Induction, Theorem

Worth: TypeAlias = Callable[[Game], Mapping[State, int]]
Judge: TypeAlias = Callable[[State], bool | None]


@dataclass(frozen=True)
class Plain:
    """`judge(game, worth)` is asked of every position that play reaches: whether it is so `always`
    (a game to a position where it is not refutes) or `ever` (a game to one where it is witnesses).

    `settings`: those of the game that are changed first. `moves(game, p)`: the moves that are
    played, where these are not all.
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
    play need not reach; the witness is a position at which a move is worth as much.
    """

    measure: Callable[..., Any]
    positions: Callable[[Game], Iterator[State]]


class Attained(NamedTuple):
    """What a game brings about: its name, the moves of the game from the start, none where no game
    is known, and whether the positions it ran through and its moves show it.
    """

    what: str
    line: Sequence[str]
    shows: Callable[[Sequence[State], Sequence[int]], bool]


@dataclass(frozen=True)
class Bounded:
    """Games that come as far as the claim says, and formulas by which no game comes farther.

    `games(game, witness)`: all that must come about, `witness` being the certificate's line. The
    lines are replayed, so it does not matter where they come from.
    """

    games: Callable[[Game, str], Iterator[Attained]]
    beyond: Theorem | Induction
