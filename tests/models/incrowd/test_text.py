"""In Crowd's claims about single sentences, decided again by the naive program."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from ruleproof.models.play.game import Game
from tests.again import Judge, Tokens, Turn, decided_again
from tests.models.incrowd.test_naive import Spot, around, naive_turn


class State(NamedTuple):
    stones: Tokens
    side: str = "B"
    passes: int = 0


class InCrowd:
    """Stones of one colour or the other on named cells, flipped one at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.spots: dict[str, Spot] = dict(zip(game.board.names, game.board.spots, strict=True))

    def start(self) -> State:
        return State({})

    def tokens(self, state: State) -> Tokens:
        return state.stones

    def side(self, state: State) -> str:
        return state.side

    def near(self, stones: Tokens, cell: str) -> list[str]:
        return [stones[one] for one in stones if self.spots[one] in around(self.spots[cell])]

    def apart(self, stones: Tokens) -> set[str]:
        empty = {cell for cell in self.spots if cell not in stones}
        return {cell for cell in empty if not self.near(stones, cell)}

    def moves(self, state: State) -> set[str]:
        if state.passes == 2:
            return set()
        rest = {cell for cell in self.spots if cell not in state.stones} | {"pass"}
        return self.apart(state.stones) or rest

    def play(self, state: State, move: str) -> State:
        other = "W" if state.side == "B" else "B"
        if move == "pass":
            return State(state.stones, other, state.passes + 1)
        stones = {self.spots[cell]: stone for cell, stone in state.stones.items()}
        after = naive_turn(stones, self.spots[move], state.side, self.game, random.Random(move))
        return State({cell: after[at] for cell, at in self.spots.items() if at in after}, other)


def follows(game: Game, turn: Turn) -> bool:
    apart = InCrowd(game).apart(turn.before)
    return len(turn.legal) == (len(apart) or game.board.size - len(turn.before) + 1)


def keeps_apart(game: Game, turn: Turn) -> bool | None:
    apart = InCrowd(game).apart(turn.before)
    return turn.move in apart if apart else None


def keeps_colour(game: Game, turn: Turn) -> bool | None:
    if turn.move == "pass":
        return None
    beside = InCrowd(game).near(turn.before, turn.move)
    friends = beside.count(turn.mover)
    enemies = len(beside) - friends
    equal = enemies and enemies - friends in (0, 1)
    return turn.after[turn.move] == turn.mover if equal else None


SAYS: dict[str, Judge] = {
    "phases-follow": follows,
    "drops-keep-apart": keeps_apart,
    "equal-numbers-keep": keeps_colour,
}


@pytest.mark.parametrize("board", ["square:2x3", "square:4x4"])
def test_claims_about_sentences_again(board: str):
    decided_again("incrowd", board, InCrowd, SAYS)
