"""Connect Four (Howard Wexler, 1974), whose numbers of positions are published."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import Cells, Field, add, count, each, has, rule, single
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Setup, Text, Words
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting, Value

WAYS = ("E", "N", "NE", "NW")
SOUTH = 3


class Rules(NamedTuple):
    line: int


class State(NamedTuple):
    first: Cells
    second: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """The board is empty."""
    return State(board.none, board.none, 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """A disc falls to the lowest empty cell of its column."""
    if over(board, rules, p):
        return
    taken = p.first | p.second
    for cell in each(board.full & ~taken):
        below = board.step[cell * board.directions + SOUTH]
        if below < 0 or has(taken, below):
            add(found, cell)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """Turns alternate."""
    disc = single(board, move)
    if p.side == 0:
        return State(p.first | disc, p.second, 1)
    return State(p.first, p.second | disc, 0)


@rule
def lined(board: Field, rules: Rules, discs: Cells) -> bool:
    """Whether enough discs stand in an unbroken line; after the last line stands the empty set."""
    number = 0
    while board.areas[number]:
        if not board.areas[number] & ~discs:
            return True
        number += 1
    return False


@rule
def beaten(board: Field, rules: Rules, p: State) -> bool:
    """Whether the last move made a line."""
    return lined(board, rules, p.second if p.side == 0 else p.first)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """A line or a full board ends the game."""
    return beaten(board, rules, p) or not board.full & ~(p.first | p.second)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """A line wins; a full board is a draw."""
    return -1 if beaten(board, rules, p) else 0


@rule
def tier(board: Field, rules: Rules, p: State) -> int:
    """The discs: every turn adds one."""
    return count(p.first | p.second)


def _faults(game: Game, p: State) -> list[str]:
    faults: list[str] = []
    taken, floor = p.first | p.second, sum(1 << cell for cell in game.board.rows[-1])
    above = sum(1 << cell for cell in each(taken & ~floor))
    if any(not taken >> game.board.steps["S"][cell] & 1 for cell in each(above)):
        faults.append("a disc stands on the floor or on another disc")
    if p.first.bit_count() - p.second.bit_count() != p.side:
        faults.append("discs alternate, first player first")
    return faults


def _lines(board: Board, settings: Mapping[str, Value]) -> tuple[Cells, ...]:
    """The unbroken lines of the board, each a set, and the empty set."""
    lines: list[Cells] = []
    for cell, way in product(range(board.size), WAYS):
        line = [cell]
        while len(line) < int(settings["line"]) and line[-1] >= 0:
            line.append(board.steps[way][line[-1]])
        if line[-1] >= 0:
            lines.append(sum(1 << one for one in line))
    return *lines, 0


def _mirrors(game: Game) -> list[tuple[tuple[int, ...], bool]]:
    """What keeps gravity: left and right may be exchanged."""
    height = [y for _, y in game.board.spots]
    return [
        (turn, False)
        for turn in game.board.symmetries
        if all(height[turn[cell]] == height[cell] for cell in range(game.board.size))
    ]


RULEBOOK = Rulebook(
    name="connect-four",
    title="Connect Four",
    author="Howard Wexler, 1974",
    about="discs fall into columns; four in a line win",
    players=("first", "second"),
    boards=("square",),
    board="square:6x7",
    rules=sys.modules[__name__],
    advice=sys.modules[__name__],
    settings=(
        Setting("line", "option", range(2, 8), 4, "Be the first to form a line of four discs."),
    ),
    setup=Setup(areas=_lines),
    text=Text(tokens={"x": "first", "o": "second"}),
    declared=Declared(symmetries=_mirrors, acyclic=lambda game: True),
    words=Words(
        invariants={"gravity": "discs stand on discs", "turn": "discs alternate"},
        faults=_faults,
        reason=lambda game, p: (
            "a line" if beaten(game.field, game.rules, p) else "the board is full"
        ),
    ),
)
