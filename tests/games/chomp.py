"""Chomp (Fred Schuh, 1952; David Gale, 1974): C(R + C, R) bars are left of R rows by C columns."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import Cells, Field, add, each, rule
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Setup, Text, Words
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting, Value

LOSES, WINS = 0, 1


class Rules(NamedTuple):
    poison: int


class State(NamedTuple):
    left: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """The bar is whole."""
    return State(board.full, 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Choose a square that is left."""
    for cell in each(p.left):
        add(found, cell)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """Eat it, with all squares above it and to its right."""
    return State(p.left & ~board.areas[move], 1 - p.side)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """The game ends when nothing is left."""
    return not p.left


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The square in the corner is poisoned: whoever eats it loses."""
    return 1 if rules.poison == LOSES else -1


def _bites(board: Board, settings: Mapping[str, Value]) -> tuple[Cells, ...]:
    """For each square what is eaten with it."""
    return tuple(
        sum(1 << other for other, (u, v) in enumerate(board.spots) if u >= x and v >= y)
        for x, y in board.spots
    )


def _faults(game: Game, p: State) -> list[str]:
    ours = (game.field.areas[cell] for cell in each(game.board.full & ~p.left))
    return ["what is eaten is eaten to the edges"] if any(p.left & bite for bite in ours) else []


RULEBOOK = Rulebook(
    name="chomp",
    title="Chomp",
    author="Fred Schuh, 1952; David Gale, 1974",
    about="players eat from a bar of chocolate whose corner is poisoned",
    players=("first", "second"),
    boards=("square",),
    board="square:4x7",
    rules=sys.modules[__name__],
    settings=(
        Setting(
            "poison",
            "variant",
            {"loses": "who eats the corner loses", "wins": "who eats the corner wins"},
            "loses",
            "The square in the corner is poisoned.",
        ),
    ),
    setup=Setup(areas=_bites),
    text=Text(tokens={"x": "left"}),
    declared=Declared(acyclic=lambda game: True),
    words=Words(
        invariants={"edges": "what is eaten is eaten up to the upper and the right edge"},
        faults=_faults,
        refusal=lambda game, p, move: "this square has been eaten",
        reason=lambda game, p: f"{game.players[1 - p.side]} ate the corner",
    ),
)
