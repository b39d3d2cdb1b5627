"""Obligations that the rules as plain Python decide, position by position, and their parts.

They are slower than the compiled ones of `claims.py` and say more: `Plain` asks a judge, who may
play on, compare games or ask for values; `Greatest` measures positions that no game need reach;
each may stand as evidence of a `Decision`, too. `Bounded` is evidence alone: it rests on games that
are replayed and on formulas.

worth   of a game: the value of each of its positions, as the first player's margin (win, draw and
        loss are 1, 0 and -1; play without end is worth 0)
judge   a function of a position: True, False, or None where the claim does not speak of it
look    a function that counts a position looked at; it raises where the work allowed is done

>>> Plain(lambda game, worth, look: lambda p: True, "ever").shown
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
Look: TypeAlias = Callable[[], None]


class Explained(NamedTuple):
    """How a position shows a verdict: details, and the moves from it on that a game goes on with,
    where the rules allow them.
    """

    details: Mapping[str, object] = {}
    moves: Sequence[int] = ()


@dataclass(frozen=True)
class Plain:
    """Asks `judge(game, worth, look)` about every position that play reaches: whether it holds
    `always` (a game to a position where it fails refutes) or `ever` (a game to one where it holds
    witnesses).

    `settings`: settings of the game to change first. `moves(game, p)`: the moves to play, where
    these are not all. `explained(game, worth, p)`: how the position shows the verdict.
    """

    judge: Callable[[Game, Worth, Look], Judge]
    asks: Literal["always", "ever"] = "always"
    settings: Mapping[str, Value] = field(default_factory=dict[str, Value])
    moves: Callable[[Game, State], Sequence[int]] | None = None
    explained: Callable[[Game, Worth, State], Explained] | None = None

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


@dataclass(frozen=True)
class Bounded:
    """Games that reach the claim's bound, and formulas which prove that no game goes beyond it.

    `games(game, witness)`: all events that must come about; `witness` is the certificate's line.
    The lines are replayed, so their source does not matter.
    """

    games: Callable[[Game, str], Iterator[Attained]]
    beyond: Theorem | Induction
