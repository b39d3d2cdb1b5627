"""Claims that test sentences of a rulebook: a few lines for each, written from the sentence.

A predicate says what its sentences say, without the rules' own functions; its docstring is the
claim's statement, and its name the claim's id. It is asked of every turn, of every position, or of
the game as it is set up::

    text = Sentences("path:3", "path:4")

    @text.turn("Black plays first, then turns alternate.")
    def turns_alternate(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
        '''After each turn the other side is to move.'''
        return q.side != p.side

    CLAIMS = (Claim(...), *text.claims)

>>> text = Sentences("path:3")
>>> @text.game("It is played on cells.", "Black begins.")
... def has_cells(game: Game) -> bool:
...     '''The board has a cell.'''
...     return game.board.size > 0
>>> text.claims[0].id, text.claims[0].statement, text.claims[0].sentence
('has-cells', 'The board has a cell.', 'It is played on cells. … Black begins.')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ruleproof.models.cells import rule
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    EveryTurn,
    Obligation,
    Outcome,
    Sometimes,
    SomeTurn,
)
from ruleproof.models.play.game import Game

F = TypeVar("F", bound=Callable[..., Any])

SET_UP = "the board and the start, looked at"


class Sentences:
    """A table of such claims, in the order in which they are written down. The small boards are
    those of claims that name no others; further fields are those of a `Claim`.
    """

    def __init__(self, *boards: str) -> None:
        self.boards = boards
        self._claims: list[Claim] = []

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims so far."""
        return tuple(self._claims)

    def turn(
        self, *sentences: str, when: Callable[..., Any] | None = None, **fields: Any
    ) -> Callable[[F], F]:
        """Marks a predicate that holds at every legal move (where the premise holds)."""
        return self._marked(sentences, fields, lambda one: EveryTurn(rule(one), when))

    def position(
        self, *sentences: str, when: Callable[..., Any] | None = None, **fields: Any
    ) -> Callable[[F], F]:
        """Marks a predicate that holds in every position (where the premise holds)."""
        return self._marked(sentences, fields, lambda one: Always(rule(one), when))

    def can(self, *sentences: str, turn: bool = True, **fields: Any) -> Callable[[F], F]:
        """Marks a predicate that holds at some legal move, or in some position."""
        kind = SomeTurn if turn else Sometimes
        fields = {"expected": "witnessed", **fields}
        return self._marked(sentences, fields, lambda one: kind(rule(one)))

    def game(self, *sentences: str, **fields: Any) -> Callable[[F], F]:
        """Marks a function of a game, plain Python, that is true of it as it is set up."""

        def decided(holds: Callable[[Game], bool]) -> Decision:
            def decide(game: Game, seconds: float) -> Outcome:
                return Outcome("proved" if holds(game) else "refuted", method=SET_UP)

            return Decision(decide, SET_UP, "what")

        return self._marked(sentences, {"boards": (), **fields}, decided)

    def _marked(
        self, sentences: tuple[str, ...], fields: Any, asked: Callable[[Any], Obligation]
    ) -> Callable[[F], F]:
        def mark(function: F) -> F:
            statement = " ".join((function.__doc__ or "").split())
            name = function.__name__.replace("_", "-")
            given: dict[str, Any] = {"boards": self.boards, **fields}
            claim = Claim(name, statement, " … ".join(sentences), (asked(function),), **given)
            self._claims.append(claim)
            return function

        return mark
