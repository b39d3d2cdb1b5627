"""Decides claims again by a plain program of the game, apart from the project's rules.

A `Plain` game is written anew from the rulebook with tokens on named cells. Every claim is asked of
each turn that play by it reaches; that both programs play the same game is checked on the way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from ruleproof import Position, game
from ruleproof.models.claims.claims import table
from ruleproof.models.play.game import Game

Tokens = Mapping[str, str]


class Turn(NamedTuple):
    """A turn: tokens by cell before and after, the move, the mover and who moves next, all moves
    that were legal, and whether none is legal after it.
    """

    before: Tokens
    move: str
    after: Tokens
    mover: Any
    following: Any
    legal: frozenset[str]
    over: bool


Judge: TypeAlias = Callable[[Game, Turn], bool | None]
"""Whether a turn is as a claim says; None where the claim does not speak of it."""


class Plain(Protocol):
    """A game by a plain program."""

    def __init__(self, game: Game) -> None: ...

    def start(self) -> Any: ...

    def tokens(self, state: Any) -> Tokens: ...

    def side(self, state: Any) -> Any: ...

    def moves(self, state: Any) -> set[str]: ...

    def play(self, state: Any, move: str) -> Any: ...


def turns(plain: Plain, most: int, asked: Game) -> Iterator[Turn]:
    """All turns from at most so many states of random games. Raises `AssertionError` where the
    project's rules allow other moves or show other cells.
    """
    dice = random.Random(asked.board.text)
    state, position = plain.start(), Position.start(asked)
    for _ in range(most):
        legal = frozenset(plain.moves(state))
        assert legal == set(position.moves()), position.text
        cells = {name: position[name] for name in asked.board.names if position[name] != "."}
        assert dict(plain.tokens(state)) == cells, position.text
        for move in sorted(legal):
            after = plain.play(state, move)
            mover, following, over = plain.side(state), plain.side(after), not plain.moves(after)
            tokens = plain.tokens(state), plain.tokens(after)
            yield Turn(tokens[0], move, tokens[1], mover, following, legal, over)
        if legal:
            move = dice.choice(sorted(legal))
            state, position = plain.play(state, move), position.play(move)
        else:
            state, position = plain.start(), Position.start(asked)


def decided_again(
    name: str,
    board: str,
    plain: Callable[[Game], Plain],
    says: Mapping[str, Judge],
    *,
    most: int = 400,
    **settings: Any,
) -> None:
    """Checks the claims' expected verdicts; one that nobody knows beforehand is a witness."""
    asked = game(name, board, **settings)
    expected = {claim.id: claim.expects(asked) for claim in table(asked)}
    answers: dict[str, set[bool | None]] = {one: set() for one in says}
    for turn in turns(plain(asked), most, asked):
        for one, judge in says.items():
            answers[one].add(judge(asked, turn))
    for one, found in answers.items():
        if expected[one] in ("witnessed", None):
            assert True in found, one
        else:
            assert (expected[one], found - {None}) == ("proved", {True}), one
