"""Kalah (William Julius Champion Jr., 1940): houses in two rows, sown towards stores."""

from __future__ import annotations

import sys
from typing import Annotated, Any, NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import (
    Cells, Field, Levels, add, covered, each, lowered, raised, rule, single, total,
)  # fmt: skip
from ruleproof.models.rulebooks.parts import Declared, Setup, Symmetry, Text, Words
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting

BITS = 7
"""A house holds fewer than 2^7 seeds."""


class Rules(NamedTuple):
    seeds: int


class State(NamedTuple):
    seeds: Annotated[Levels, BITS]
    south: int
    north: int
    side: int


@rule
def start(board: Field, rules: Rules) -> State:
    """Each house holds as many seeds; the stores are empty."""
    return State(raised((0,) * BITS, board.full, rules.seeds), 0, 0, 0)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Choose one of your houses that holds seeds: South has the lower row, North the upper one."""
    if not over(board, rules, p):
        for cell in each(board.areas[p.side] & covered(p.seeds)):
            add(found, cell)


@rule
def house(board: Field, side: int, stop: int) -> int:
    """The house at a stop on a player's way: the own houses, the own store, the enemy's houses,
    counter-clockwise from the own first house, which is stop 0.
    """
    columns = board.size // 2
    place = (stop - (1 if stop > columns else 0) + side * columns) % board.size
    return place if place < columns else 3 * columns - 1 - place


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """Sow its seeds counter-clockwise one by one, also into your store but not into the other. Who
    sows the last one into the store moves again; one in an empty house of your own takes the seeds
    opposite, if there are any, and itself.
    """
    store = board.size // 2
    stop = move if p.side == 0 else board.size - 1 - move
    hand, won = total(p.seeds, single(board, move)), 0
    seeds = lowered(p.seeds, single(board, move), hand)
    for _ in range(hand):
        stop = (stop + 1) % (board.size + 1)
        if stop == store:
            won += 1
        else:
            seeds = raised(seeds, single(board, house(board, p.side, stop)), 1)
    if stop < store:
        last = house(board, p.side, stop)
        facing = single(board, (last + store) % board.size)
        gain = total(seeds, facing)
        if gain and total(seeds, single(board, last)) == 1:
            seeds, won = lowered(seeds, facing, gain), won + gain + 1
            seeds = lowered(seeds, single(board, last), 1)
    side = p.side if stop == store else 1 - p.side
    return State(seeds, p.south + won * (1 - p.side), p.north + won * p.side, side)


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """The game ends when the houses of one player are all empty."""
    left = covered(p.seeds)
    return not left & board.areas[0] or not left & board.areas[1]


@rule
def score(board: Field, rules: Rules, p: State, player: int) -> int:
    """The seeds in the store count; at the end also those that are left in the player's houses."""
    store = p.south if player == 0 else p.north
    return store + total(p.seeds, board.areas[player]) if over(board, rules, p) else store


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Who has more seeds wins."""
    return score(board, rules, p, p.side) - score(board, rules, p, 1 - p.side)


def _rows(board: Board, settings: Any) -> tuple[Cells, ...]:
    low = (1 << board.size // 2) - 1
    return low, board.full & ~low


def _refuse(board: Board, settings: Any) -> str:
    many = board.size * int(settings["seeds"])
    if len(board.rows) == 2 and many < 2**BITS:
        return ""
    return f"Kalah has two rows of houses and at most {2**BITS - 1} seeds: {board.text}, {many}"


def _faults(game: Any, p: State) -> list[str]:
    there = total(p.seeds, game.board.full) + p.south + p.north
    return [] if there == game.board.size * game.rules.seeds else [f"seeds in all: {there}"]


def _turns(game: Any) -> list[Symmetry]:
    cells = tuple(range(game.board.size))
    return [(cells, False), (cells[::-1], True)]


RULEBOOK = Rulebook(
    name="kalah",
    title="Kalah",
    author="William Julius Champion Jr., 1940",
    about="seeds are sown counter-clockwise; who has more in the store wins",
    players=("south", "north"),
    boards=("square",),
    board="square:2x6",
    tiny=("square:2x2", "square:2x3"),
    rules=sys.modules[__name__],
    settings=(Setting("seeds", "option", range(1, 7), 4, "Each house holds as many seeds."),),
    scored=True,
    setup=Setup(areas=_rows, refuse=_refuse),
    text=Text(counts={"": "seeds"}, keys={"south": None, "north": None}),
    declared=Declared(symmetries=_turns, exchange=(("south", "north"),), acyclic=lambda game: True),
    words=Words(
        invariants={"seeds": "no seed is lost"},
        faults=_faults,
        refusal=lambda game, p, move: "choose one of your houses that holds seeds",
        reason=lambda game, p: "the houses of one player are all empty",
        keys={"south": "South has {value} in the store.", "north": "North has {value}."},
    ),
)
