"""Sow?'s claims about single sentences, decided again by a program of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from ruleproof.models.play.game import Game
from tests.again import Judge, Tokens, Turn, decided_again


class State(NamedTuple):
    stacks: Tokens
    side: str = "L"
    history: tuple[tuple[tuple[tuple[str, str], ...], str], ...] = ()


class Sow:
    """Stacks as texts on squares, bottom first; every path is walked piece by piece."""

    def __init__(self, game: Game) -> None:
        self.squares = game.board.names
        self.last = max(name[0] for name in self.squares)
        self.limit, self.height = int(game.settings["limit"]), int(game.settings["height"])

    def start(self) -> State:
        ends = {"a": "L" * self.height, self.last: "R" * self.height}
        return State({name: ends[name[0]] for name in self.squares if name[0] in ends})

    def tokens(self, state: State) -> Tokens:
        return state.stacks

    def side(self, state: State) -> str:
        return state.side

    def walk(self, side: str, square: str, step: str) -> str | None:
        column, row = ord(square[0]), int(square[1:])
        column += {"L": 1, "R": -1}[side] if step == "F" else 0
        row += {"F": 0, "U": 1, "D": -1}[step]
        name = f"{chr(column)}{row}"
        return name if name in self.squares else None

    def paths(
        self, state: State, at: str, pieces: int, steps: str = ""
    ) -> Iterator[tuple[str, str]]:
        """The steps, with `x` for an exit, and the squares' names joined by blanks."""
        here = state.side, at.split()[-1]
        if len(steps) == pieces:
            yield steps, at
            return
        if steps[-1:] in ("", "F") and self.walk(*here, "F") is None:
            yield f"{steps}x", at
        for step in ("F",) if not steps else "FUD" if steps[-1] == "F" else steps[-1]:
            there = self.walk(*here, step)
            if there and len(state.stacks.get(there, "")) < self.limit:
                yield from self.paths(state, f"{at} {there}", pieces, steps + step)

    def turns(self, state: State) -> Iterator[tuple[str, Tokens]]:
        """Each move with the stacks after it."""
        for square, stack in state.stacks.items():
            if stack[-1] != state.side:
                continue
            for steps, at in self.paths(state, square, len(stack)):
                squares, many = at.split()[1:], len(at.split()) - 1
                for order in product("LR", repeat=many):
                    left = {one: stack.count(one) - order.count(one) for one in "LR"}
                    after = {name: one for name, one in state.stacks.items() if name != square}
                    for name, piece in zip(squares, order, strict=True):
                        after[name] = after.get(name, "") + piece
                    stranded = left["R" if state.side == "L" else "L"] if steps[-1] == "x" else 0
                    place = at.split()[-1]
                    whole = after.get(place, "") + ("R" if state.side == "L" else "L") * stranded
                    if min(left.values()) < 0 or (stranded and len(whole) > self.limit):
                        continue
                    if stranded:
                        after[place] = whole
                    yield f"{square}:{steps}:{''.join(order)}", after

    def moves(self, state: State) -> set[str]:
        pattern = (tuple(sorted(state.stacks.items())), state.side)
        gone = {one for one in "LR" if not any(one in stack for stack in state.stacks.values())}
        if gone or state.history.count(pattern) >= 2:
            return set()
        return {move for move, _ in self.turns(state)}

    def play(self, state: State, move: str) -> State:
        pattern = (tuple(sorted(state.stacks.items())), state.side)
        other = "R" if state.side == "L" else "L"
        return State(dict(self.turns(state))[move], other, (*state.history, pattern))


def top_is_own(game: Game, turn: Turn) -> bool:
    return turn.before[turn.move.split(":")[0]][-1] == turn.mover != turn.following


def one_a_square(game: Game, turn: Turn) -> bool:
    square, steps, _ = turn.move.split(":")
    before = {**turn.before, square: ""}
    more = {name for name, one in turn.after.items() if len(one) > len(before.get(name, "")) + 1}
    end = "a" if turn.mover == "R" else max(name[0] for name in game.board.names)
    return all(name[0] == end for name in more) and (not more or steps.endswith("x"))


SAYS: dict[str, Judge] = {
    "the-owner-of-the-top-sows": top_is_own,
    "one-piece-a-square": one_a_square,
}


@pytest.mark.parametrize("board", ["square:2x3", "square:3x4"])
def test_claims_about_sentences_again(board: str):
    decided_again("sow", board, Sow, SAYS)
