"""Oust (Mark Steere, 2007): larger groups oust smaller ones until one player has no stones."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from ruleproof.models.cells import (
    KIND, Cells, Field, add, count, each, flood, group, lowest, neighbours, rule, single,
)  # fmt: skip
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Text, Words, turns_and_colours
from ruleproof.models.rulebooks.rulebook import Rulebook

PASS = KIND


class Rules(NamedTuple):
    """Oust leaves one thing to be said: where neither player can place a stone, nobody wins."""


class State(NamedTuple):
    red: Cells
    blue: Cells
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """The board is empty; Red begins."""
    return State(board.none, board.none, 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Place a stone of your colour; if you cannot place any, you must pass."""
    if over(board, rules, p):
        return
    mine, theirs = (p.red, p.blue) if p.side == 0 else (p.blue, p.red)
    places = open_to(board, mine, theirs)
    for cell in each(places):
        add(found, cell)
    if not places:
        add(found, PASS)


@rule
def open_to(board: Field, mine: Cells, theirs: Cells) -> Cells:
    """The cells on which a player may place a stone."""
    places = board.none
    for cell in each(board.full & ~(mine | theirs)):
        if not board.near[cell] & mine or ousted(board, mine, theirs, cell):
            places |= single(board, cell)
    return places


@rule
def ousted(board: Field, mine: Cells, theirs: Cells, cell: int) -> Cells:
    """A stone next to your own must make a group that is larger than each enemy group next to it,
    of which there must be one; all these enemy groups are removed.
    """
    made = group(board, mine | single(board, cell), cell)
    beside, gone = neighbours(board, made) & theirs, board.none
    while beside:
        enemies = flood(board, single(board, lowest(beside)), theirs)
        if count(enemies) >= count(made):
            return board.none
        beside, gone = beside & ~enemies, gone | enemies
    return gone


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """After a stone that removes enemies place another; one that is not next to your own ends the
    turn.
    """
    if move == PASS:
        return State(p.red, p.blue, 1 - p.side)
    mine, theirs, stone = p.red, p.blue, single(board, move)
    if p.side == 1:
        mine, theirs = p.blue, p.red
    again = bool(board.near[move] & mine)
    gone = ousted(board, mine, theirs, move) if again else board.none
    mine, theirs = mine | stone, theirs & ~gone
    side = p.side if again else 1 - p.side
    return State(mine, theirs, side) if p.side == 0 else State(theirs, mine, side)


@rule
def beaten(red: Cells, blue: Cells) -> bool:
    """Whether Red has lost all stones: Blue's first stone alone ousts nobody."""
    return not red and count(blue) > 1


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """The game ends when all stones of a player are removed."""
    if beaten(p.red, p.blue) or beaten(p.blue, p.red):
        return True
    return not open_to(board, p.red, p.blue) and not open_to(board, p.blue, p.red)


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Whoever has removed them wins."""
    mine, theirs = (p.red, p.blue) if p.side == 0 else (p.blue, p.red)
    return 1 if beaten(theirs, mine) else -1 if beaten(mine, theirs) else 0


def _refusal(game: Game, p: State, move: int) -> str:
    if move == PASS:
        return "who can place a stone must place one"
    return "a stone next to your own must make a group larger than each enemy group next to it"


RULEBOOK = Rulebook(
    name="oust",
    title="Oust",
    author="Mark Steere, 2007",
    about="larger groups oust smaller ones; who has no stones left loses",
    players=("red", "blue"),
    boards=("hex", "square", "path"),
    board="hex:4",
    rules=sys.modules[__name__],
    text=Text(tokens={"r": "red", "b": "blue"}, moves=("CELL", "pass")),
    declared=Declared(
        symmetries=turns_and_colours,
        exchange=(("red", "blue"),),
        acyclic=lambda game: True,
    ),
    words=Words(
        refusal=_refusal,
        reason=lambda game, p: (
            "nobody can place a stone" if p.red and p.blue else "all stones of a player are gone"
        ),
    ),
)
