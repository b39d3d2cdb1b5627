"""Esgros (Saïd Galdseid, 2024): the rules to reason about.

A step leads from a symbolic state `p` by a symbolic move to a symbolic state `q`.

s(c)      the size of the group that a stone of the mover on the empty cell c would form
L, M      the size of the mover's largest group before placing (0 if none), and of the enemy's
fitting   the cells where s(c) does not exceed L
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from ruleproof.models.cells import Field
from ruleproof.models.esgros import END, ENEMY_CLAUSE, OWN_CLAUSE, PIE, REMOVE, SECOND_EDITION
from ruleproof.models.esgros.rules import BLACK, SWAP, WHITE
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    alike,
    at,
    at_least,
    common,
    complement,
    fresh_set,
    groups,
    is_empty,
    is_single,
    near,
    read_pick,
    single,
    sizes,
    touched,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import (
    FALSE,
    Formula,
    Number,
    conj,
    disj,
    equal,
    greatest,
    iff,
    implies,
    ite,
    least,
    less,
    minus,
    neg,
    not_above,
    number,
    plus,
    total,
    truth,
)

TURNS = "Black plays first, then turns alternate."
PLACE = "Place a stone of your color on an empty cell."


class Move(NamedTuple):
    """The cell of the stone that is placed (at most one), or the answer `swap`."""

    cell: Cells
    swap: Formula


class Sight(NamedTuple):
    """The sets and sizes that the clauses of a turn look at, before the stone is placed.

    `empty`: the empty cells; `own`, `enemy`: per cell its group of that colour; `sizes`: of the
    enemy's groups, per cell; `formed`: s(c) per cell; `largest`, `enemy_largest`: L and M.
    """

    mine: Cells
    theirs: Cells
    empty: Cells
    own: tuple[Cells, ...]
    enemy: tuple[Cells, ...]
    own_sizes: tuple[Number, ...]
    enemy_sizes: tuple[Number, ...]
    formed: tuple[Number, ...]
    largest: Number
    enemy_largest: Number


def _mine(p: Any) -> Cells:
    return ite(equal(p.side, BLACK), p.black, p.white)


def _theirs(p: Any) -> Cells:
    return ite(equal(p.side, BLACK), p.white, p.black)


def _empty(p: Any) -> Cells:
    return complement(union(p.black, p.white))


def _formed(board: Field, cell: int, own: tuple[Cells, ...], sizes_: tuple[Number, ...]) -> Number:
    """s(c): one, and the sizes of the different groups beside the cell."""
    beside = near(board, cell)
    parts = [number(1)]
    for index, one in enumerate(beside):
        counted_before = disj(*(own[one][other] for other in beside[:index]))
        parts.append(ite(counted_before, number(0), sizes_[one]))
    return total(parts, board.size)


def _look(game: Game, p: Any) -> Sight:
    """The mover's view of the board."""
    board = game.field
    mine, theirs = _mine(p), _theirs(p)
    own, enemy = groups(board, mine), groups(board, theirs)
    own_sizes, enemy_sizes = sizes(own), sizes(enemy)
    return Sight(
        mine=mine,
        theirs=theirs,
        empty=_empty(p),
        own=own,
        enemy=enemy,
        own_sizes=own_sizes,
        enemy_sizes=enemy_sizes,
        formed=tuple(_formed(board, cell, own, own_sizes) for cell in range(board.size)),
        largest=greatest(own_sizes),
        enemy_largest=greatest(enemy_sizes),
    )


# Positions


def wellformed(game: Game, p: Any) -> Formula:
    """Whether no cell holds two stones, Black is to move on an empty board, on any other the side
    that is not to move has a stone, and the swap is open only under `pie=on`, before White's first
    move; there it is on an empty board.
    """
    stones = union(p.black, p.white)
    pie = truth(game.settings["pie"] == "on")
    opening = conj(
        pie,
        is_empty(p.white),
        disj(
            conj(is_empty(p.black), equal(p.side, BLACK)),
            conj(is_single(p.black), equal(p.side, WHITE)),
        ),
    )
    return conj(
        is_empty(common(p.black, p.white)),
        not_above(p.side, WHITE),
        not_above(p.swap, 1),
        implies(is_empty(stones), equal(p.side, BLACK)),
        implies(is_empty(_theirs(p)), is_empty(stones)),
        implies(equal(p.swap, 1), opening),
        implies(conj(pie, is_empty(stones)), equal(p.swap, 1)),
    )


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: an empty board, Black to move, the swap open under `pie=on`."""
    return conj(
        is_empty(union(p.black, p.white)),
        equal(p.side, BLACK),
        equal(p.swap, int(game.settings["pie"] == "on")),
    )


# Moves


def fresh_move(game: Game, prefix: str) -> Move:
    """A move of new variables."""
    return Move(fresh_set(game, f"{prefix}.cell"), z3.Bool(f"{prefix}.swap"))


def read_move(game: Game, model: z3.ModelRef, move: Move) -> int:
    """The move that a model gives: a cell's number or `SWAP`."""
    if z3.is_true(model.eval(move.swap, model_completion=True)):
        return SWAP
    return read_pick(model, move.cell)


def move_is(game: Game, move: Move, code: int) -> Formula:
    """Whether the move is that one."""
    swap = code == SWAP
    cell = (FALSE,) * game.board.size if swap else single(game.field, code)
    return conj(alike(move.cell, cell), iff(move.swap, truth(swap)))


# Legal moves


def _among(cells: Cells, formed: tuple[Number, ...], largest: int) -> Cells:
    """The cells of the set that form the least group among them."""
    beyond = number(largest + 1)
    low = least(ite(one, size, beyond) for one, size in zip(cells, formed, strict=True))
    return tuple(conj(one, equal(size, low)) for one, size in zip(cells, formed, strict=True))


def _up_to(cells: Cells, formed: tuple[Number, ...], limit: Number) -> Cells:
    """The cells of the set that form a group of at most that size."""
    return tuple(conj(one, not_above(size, limit)) for one, size in zip(cells, formed, strict=True))


def _up_to_else_least(
    cells: Cells, formed: tuple[Number, ...], limit: Number, largest: int
) -> Cells:
    """The cells of the set that form a group of at most that size; if there are none, the cells
    that form the least.
    """
    fitting = _up_to(cells, formed, limit)
    return ite(is_empty(fitting), _among(cells, formed, largest), fitting)


def _first_edition(game: Game, seen: Sight) -> list[tuple[str, str, Cells]]:
    """The clauses of the first edition with the cells that each allows, under each `exceed`."""
    size = game.board.size
    empty, formed = seen.empty, seen.formed
    own, enemy = seen.largest, seen.enemy_largest
    candidates = _up_to_else_least(empty, formed, own, size)

    def minimal() -> Cells:
        small = _up_to(candidates, formed, enemy)
        return union(small, _among(without(candidates, small), formed, size))

    def by_one() -> Cells:
        return _up_to_else_least(candidates, formed, plus(enemy, 1), size)

    def permit_least() -> Cells:
        above = without(empty, _up_to(empty, formed, greatest([own, enemy])))
        return union(candidates, _among(above, formed, size))

    def permit_by_one() -> Cells:
        one_more = plus(enemy, 1)
        exact = tuple(
            conj(cell, equal(formed_size, one_more), less(own, one_more))
            for cell, formed_size in zip(empty, formed, strict=True)
        )
        return union(candidates, exact)

    def either() -> Cells:
        return _up_to_else_least(empty, formed, greatest([own, plus(enemy, 1)]), size)

    exceed = str(game.settings["exceed"])
    adding = {"permit-least": permit_least, "permit-by-one": permit_by_one, "either": either}
    if exceed in adding:
        return [("own and enemy", f"{OWN_CLAUSE} {ENEMY_CLAUSE}", adding[exceed]())]
    clauses = [("own", OWN_CLAUSE, candidates)]
    narrowing = {"minimal": minimal, "by-one": by_one}
    if exceed in narrowing:
        clauses.append(("enemy", ENEMY_CLAUSE, narrowing[exceed]()))
    return clauses


def _second_edition(game: Game, seen: Sight) -> list[tuple[str, str, Cells]]:
    """The clause of the second edition with the cells that it allows.

    A cell makes the largest own group grow when it is next to a group of that size.
    """
    board, size = game.field, game.board.size
    in_largest = tuple(
        conj(one, equal(own, seen.largest))
        for one, own in zip(seen.mine, seen.own_sizes, strict=True)
    )
    others = without(seen.empty, touched(board, in_largest))
    fitting = _up_to(others, seen.formed, seen.largest)
    surpassing = _among(without(others, fitting), seen.formed, size)
    forced = _among(seen.empty, seen.formed, size)
    allowed = ite(is_empty(others), forced, union(fitting, surpassing))
    return [("growth", SECOND_EDITION, allowed)]


def _legal(game: Game, p: Any, move: Move, seen: Sight) -> list[Clause]:
    editions = {"first": _first_edition, "second": _second_edition}
    clauses = editions[str(game.settings["edition"])](game, seen)
    may_swap = conj(truth(game.settings["pie"] == "on"), equal(p.swap, 1), equal(p.side, WHITE))
    return [
        Clause("play goes on", END, neg(over(game, p))),
        Clause("one action", TURNS, is_single((*move.cell, move.swap))),
        Clause("swap", PIE, implies(move.swap, may_swap)),
        Clause("empty cell", PLACE, within(move.cell, seen.empty)),
        *(
            Clause(name, sentence, disj(move.swap, at(move.cell, allowed)))
            for name, sentence, allowed in clauses
        ),
    ]


def legal(game: Game, p: Any, move: Move) -> list[Clause]:
    """The clauses that make the move legal."""
    return _legal(game, p, move, _look(game, p))


# What a move does


def _grown(board: Field, seen: Sight, cell: Cells) -> Cells:
    """The group of the placed stone."""
    beside = common(touched(board, cell), seen.mine)
    joined = (
        disj(cell[one], *(conj(beside[other], seen.own[other][one]) for other in range(board.size)))
        for one in range(board.size)
    )
    return tuple(joined)


def _removed(board: Field, seen: Sight, cell: Cells) -> Cells:
    """The enemy stones in groups next to the group of the placed stone and smaller than it."""
    size = at(cell, seen.formed)
    beside = common(touched(board, _grown(board, seen, cell)), seen.theirs)
    smaller = (less(enemy, size) for enemy in seen.enemy_sizes)
    return tuple(
        conj(
            stone,
            small,
            disj(*(conj(beside[other], seen.enemy[other][one]) for other in range(board.size))),
        )
        for one, (stone, small) in enumerate(zip(seen.theirs, smaller, strict=True))
    )


def _effect(game: Game, p: Any, move: Move, q: Any, seen: Sight) -> list[Clause]:
    left = without(seen.theirs, _removed(game.field, seen, move.cell))
    black_moves = equal(p.side, BLACK)
    after = union(seen.mine, move.cell)
    first_stone = conj(truth(game.settings["pie"] == "on"), is_empty(union(p.black, p.white)))
    return [
        Clause("alternation", TURNS, equal(q.side, ite(move.swap, p.side, minus(1, p.side)))),
        Clause("placement", PLACE, alike(ite(black_moves, q.black, q.white), after)),
        Clause("removal", REMOVE, alike(ite(black_moves, q.white, q.black), left)),
        Clause(
            "pie", PIE, equal(q.swap, ite(conj(first_stone, neg(move.swap)), number(1), number(0)))
        ),
    ]


def effect(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses that make `q` the position after the legal move."""
    return _effect(game, p, move, q, _look(game, p))


def step(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses of a turn: the move is legal and leads to `q`."""
    seen = _look(game, p)
    return [*_legal(game, p, move, seen), *_effect(game, p, move, q, seen)]


# End of the game


def _eliminated(p: Any) -> Formula:
    """Whether the side to move has no stone while the other has two or more: it has lost."""
    return conj(is_empty(_mine(p)), at_least(_theirs(p), 2))


def over(game: Game, p: Any) -> Formula:
    """Whether the game has ended: a side is eliminated, or no cell is empty."""
    return disj(_eliminated(p), is_empty(_empty(p)))


def payoff(game: Game, p: Any) -> Number:
    """The worth of the ended game for the side to move, in two's complement: -1 lost, 0 drawn."""
    full_is_lost = truth(game.settings["full"] == "loss")
    return ite(disj(_eliminated(p), full_is_lost), minus(0, 1), number(0))
