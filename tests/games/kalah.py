"""Kalah (William Julius Champion Jr., 1940): houses in two rows, sown towards stores."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    add,
    covered,
    each,
    lowered,
    raised,
    rule,
    single,
    total,
)  # fmt: skip
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import number_word
from ruleproof.models.rulebooks.parts import Declared, Drawing, Mark, Setup, Text, Words
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting, Value, whole_number

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
    nothing = board.none, board.none, board.none, board.none, board.none, board.none, board.none
    return State(raised(nothing, board.full, rules.seeds), 0, 0, 0)


@rule
def houses(board: Field, side: int) -> Cells:
    """South has the lower row, North the upper one."""
    return board.areas[side]


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Choose one of your houses that holds seeds."""
    if not over(board, rules, p):
        for cell in each(houses(board, p.side) & covered(p.seeds)):
            add(found, cell)


@rule
def stop_of(board: Field, cell: int) -> int:
    """Counter-clockwise: the lower row from the left, South's store, the upper row, North's."""
    columns = board.size // 2
    return cell if cell < columns else 3 * columns - cell


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """Sow its seeds counter-clockwise one by one, also into your store but not into the other."""
    columns, stop, last = board.size // 2, stop_of(board, move), -1
    hand = total(p.seeds, single(board, move))
    seeds, south, north = lowered(p.seeds, single(board, move), hand), p.south, p.north
    while hand > 0:
        stop = (stop + 1) % (board.size + 2)
        last = -1
        if stop == columns and p.side == 0:
            south, hand = south + 1, hand - 1
        elif stop == board.size + 1 and p.side == 1:
            north, hand = north + 1, hand - 1
        elif stop != columns and stop != board.size + 1:
            last = stop if stop < columns else 3 * columns - stop
            seeds, hand = raised(seeds, single(board, last), 1), hand - 1
    if last < 0:
        return State(seeds, south, north, p.side)
    gain = capture(board, seeds, p.side, last)
    if gain:
        both = single(board, last) | single(board, opposite(board, last))
        seeds = lowered(
            lowered(seeds, single(board, last), 1), both & ~single(board, last), gain - 1
        )
        south, north = south + gain * (1 - p.side), north + gain * p.side
    return State(seeds, south, north, 1 - p.side)


@rule
def opposite(board: Field, cell: int) -> int:
    """The house across the board."""
    return (cell + board.size // 2) % board.size


@rule
def capture(board: Field, seeds: Levels, side: int, last: int) -> int:
    """A last seed in an empty house of yours takes the seeds opposite, if any, and itself."""
    facing = total(seeds, single(board, opposite(board, last)))
    own = bool(single(board, last) & houses(board, side))
    return facing + 1 if own and facing and total(seeds, single(board, last)) == 1 else 0


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """The game ends when the houses of one player are all empty."""
    left = covered(p.seeds)
    return not left & houses(board, 0) or not left & houses(board, 1)


@rule
def score(board: Field, rules: Rules, p: State, player: int) -> int:
    """The seeds in the store count; at the end also those that are left in the player's houses."""
    store = p.south if player == 0 else p.north
    return store + total(p.seeds, houses(board, player)) if over(board, rules, p) else store


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Who has more seeds wins."""
    return score(board, rules, p, p.side) - score(board, rules, p, 1 - p.side)


def _rows(board: Board, settings: Mapping[str, Value]) -> tuple[Cells, ...]:
    low = (1 << board.size // 2) - 1
    return low, board.full & ~low


def _refuse(board: Board, settings: Mapping[str, Value]) -> str:
    if len(board.rows) != 2:
        return f"Kalah has two rows of houses: {board.text!r}"
    many = board.size * int(settings["seeds"])
    return f"all seeds together are at most {2**BITS - 1}: {many}" if many >= 2**BITS else ""


def _write_cell(game: Game, p: State, cell: int) -> str:
    return str(total(p.seeds, 1 << cell) or ".")


def _read_cells(game: Game, tokens: Mapping[int, str], side: int, keys: Mapping[str, str]) -> State:
    seeds: Levels = (0,) * BITS
    for cell, token in tokens.items():
        number = 0 if token == "." else whole_number(token)
        if number is None or number >= 2**BITS:
            raise TextError(f"{game.board.names[cell]} holds a number of seeds or '.': {token!r}")
        seeds = raised(seeds, 1 << cell, number)
    south, north = (number_word(key, keys[key], 0, 2**BITS - 1) for key in ("south", "north"))
    return State(seeds, south, north, side)


def _faults(game: Game, p: State) -> list[str]:
    there, all_seeds = (
        total(p.seeds, game.board.full) + p.south + p.north,
        start(game.field, game.rules),
    )
    wanted = total(all_seeds.seeds, game.board.full)
    return [] if there == wanted else [f"the seeds are {wanted}, not {there}"]


def _half_turn(game: Game) -> list[tuple[tuple[int, ...], bool]]:
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
    text=Text(
        write_cell=_write_cell,
        read_cells=_read_cells,
        write_keys=lambda game, p: {"south": str(p.south), "north": str(p.north)},
    ),
    declared=Declared(
        symmetries=_half_turn, exchange=(("south", "north"),), acyclic=lambda game: True
    ),
    words=Words(
        invariants={"seeds": "no seed is lost"},
        faults=_faults,
        refusal=lambda game, p, move: "choose one of your houses that holds seeds",
        reason=lambda game, p: "the houses of one player are all empty",
        keys={"south": "South has {value} in the store.", "north": "North has {value}."},
    ),
    drawing=Drawing(
        marks=lambda game, p: [
            Mark(cell, "disc", "neutral", _write_cell(game, p, cell))
            for cell in each(covered(p.seeds))
        ]
    ),
)
