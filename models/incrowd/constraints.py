"""In Crowd (Chris and João Neto, 2002): the rules to reason about.

A step leads from a symbolic state `p` by a symbolic move to a symbolic state `q`.

free      an empty cell with no stone in its eight neighbours; phase 1 lasts while there is one
seed      the cell from which a chain starts: that of the dropped stone
flipped   the stones that a chain turns: the least set that holds each outnumbered stone in its
          reach, counting the others of the set as turned already
turned    whether the dropped stone itself changes colour
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from ruleproof.models.cells import Field
from ruleproof.models.incrowd import CHAIN, GOAL, PHASE_1, PHASE_2, TURNCOAT
from ruleproof.models.incrowd.rules import BLACK, PASS, WHITE
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    alike,
    around,
    at,
    at_least,
    common,
    complement,
    count,
    flood,
    fresh_set,
    is_empty,
    is_single,
    meet,
    none,
    read_pick,
    single,
    surroundings,
    touched,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import (
    FALSE,
    TRUE,
    Formula,
    Number,
    conj,
    disj,
    equal,
    iff,
    implies,
    ite,
    minus,
    neg,
    not_above,
    number,
    plus,
    truth,
)

ALTERNATION = (
    "On each turn, each player drops a stone … passes or drops a stone [Black begins, and turns "
    "alternate in both phases: the text does not say so]"
)


class Move(NamedTuple):
    """The cell of the stone that is dropped (at most one), or a pass."""

    cell: Cells
    passing: Formula


def sides(p: Any, q: Any) -> tuple[Cells, Cells]:
    """The stones in `q` of the side to move in `p`, and those of the other side."""
    black_moves = equal(p.side, BLACK)
    return ite(black_moves, q.black, q.white), ite(black_moves, q.white, q.black)


def _free(board: Field, p: Any) -> Cells:
    """The empty cells without a stone in any of their eight neighbours."""
    stones = union(p.black, p.white)
    return without(complement(stones), surroundings(board, stones))


# Positions


def wellformed(game: Game, p: Any) -> Formula:
    """Whether no cell holds two stones and the static invariants hold: stones are apart and nobody
    has passed while a cell is free; and until stones are adjacent they alternate, Black first, as
    does the side to move.
    """
    board = game.field
    stones = union(p.black, p.white)
    phase_1 = neg(is_empty(_free(board, p)))
    beside = (disj(*(stones[other] for other in around(board, c))) for c in range(board.size))
    apart = neg(meet(stones, tuple(beside)))
    black, white = count(p.black), count(p.white)
    odd = equal(black, plus(white, 1))
    in_turn = conj(
        disj(odd, equal(black, white)), iff(equal(p.side, BLACK), iff(odd, equal(p.passes, 1)))
    )
    return conj(
        is_empty(common(p.black, p.white)),
        not_above(p.side, WHITE),
        not_above(p.passes, 2),
        implies(phase_1, conj(apart, equal(p.passes, 0))),
        implies(apart, in_turn),
    )


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: an empty board, Black to move, no pass."""
    return conj(is_empty(union(p.black, p.white)), equal(p.side, BLACK), equal(p.passes, 0))


# Moves


def fresh_move(game: Game, prefix: str) -> Move:
    """A move of new variables."""
    return Move(fresh_set(game, f"{prefix}.cell"), z3.Bool(f"{prefix}.pass"))


def read_move(game: Game, model: z3.ModelRef, move: Move) -> int:
    """The move that a model gives: a cell's number or `PASS`."""
    if z3.is_true(model.eval(move.passing, model_completion=True)):
        return PASS
    return read_pick(model, move.cell)


def move_is(game: Game, move: Move, code: int) -> Formula:
    """Whether the move is that one."""
    passing = code == PASS
    cell = none(game.field) if passing else single(game.field, code)
    return conj(alike(move.cell, cell), iff(move.passing, truth(passing)))


def legal(game: Game, p: Any, move: Move) -> list[Clause]:
    """The clauses that make the move legal."""
    free = _free(game.field, p)
    phase_2 = is_empty(free)
    stones = union(p.black, p.white)
    return [
        Clause("play goes on", GOAL, neg(over(game, p))),
        Clause("one action", ALTERNATION, is_single((*move.cell, move.passing))),
        Clause("empty cell", PHASE_2, neg(meet(move.cell, stones))),
        Clause("apart", PHASE_1, disj(phase_2, within(move.cell, free))),
        Clause("no pass in phase 1", PHASE_1, implies(move.passing, phase_2)),
    ]


# What a move does


def outnumbered(game: Game, cell: int, these: Cells, those: Cells) -> Formula:
    """Whether a stone on the cell, of the colour of `those`, has the majority around it against
    it: `these`, which are of the opposite color.

    Under `majority=cells` they take more than half of the cells, its own among them. Under
    `majority=stones` they are more than `those` and the stone itself. That is counted as one sum,
    these and the cells that are not those, so that a cell about which enough is known drops out
    while the term is built.
    """
    beside = around(game.field, cell)
    if game.settings["majority"] == "cells":
        return at_least((these[other] for other in beside), (len(beside) + 1) // 2 + 1)
    counted = [these[other] for other in beside] + [neg(those[other]) for other in beside]
    return at_least(counted, len(beside) + 2)


def _pattern(cells: Cells) -> list[int]:
    """The knowledge of each cell: out, in, or open."""
    return [0 if part is FALSE else 1 if part is TRUE else 2 for part in cells]


def rounds(game: Game, friends: Cells, enemies: Cells, seed: Cells) -> list[Cells]:
    """The enemies that have flipped after each wave, once a friendly stone stands on the seed (none
    if there is no seed).

    No wave follows one in which none flips, so there are at most as many waves as cells that can
    flip: at most the cells of the board, and no more than are open once a wave opens no further
    one.
    """
    board = game.field
    everywhere = disj(*seed) if game.settings["chain"] == "global" else FALSE
    flipped = none(board)
    found: list[Cells] = []
    while True:
        changed = union(seed, flipped)
        turned = union(friends, flipped)
        left = without(enemies, flipped)
        wider = tuple(
            conj(
                enemy,
                disj(everywhere, *(changed[other] for other in around(board, cell))),
                outnumbered(game, cell, turned, left),
            )
            if enemy is not FALSE
            else FALSE
            for cell, enemy in enumerate(enemies)
        )
        settled = _pattern(wider) == _pattern(flipped)
        flipped = wider
        found.append(flipped)
        if settled and len(found) >= sum(part is not FALSE for part in flipped):
            return found


def _chain(game: Game, friends: Cells, enemies: Cells, seed: Cells) -> Cells:
    """The enemies that flip once a friendly stone stands on the seed."""
    return rounds(game, friends, enemies, seed)[-1]


def _turned(game: Game, p: Any, move: Move, flipped: Cells) -> Formula:
    """Whether the dropped stone changes colour: it flips none and is outnumbered itself."""
    mine, theirs = sides(p, p)
    against = tuple(outnumbered(game, cell, theirs, mine) for cell in range(game.board.size))
    return conj(is_empty(flipped), at(move.cell, against))


def effect(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses that make `q` the position after the legal move."""
    mine, theirs = sides(p, p)
    flipped = _chain(game, union(mine, move.cell), theirs, move.cell)
    turned = _turned(game, p, move, flipped)
    lost = none(game.field)
    if game.settings["turncoat-chain"] == "on":
        turncoat = tuple(conj(cell, turned) for cell in move.cell)
        lost = _chain(game, union(theirs, turncoat), mine, turncoat)
    own_after, other_after = sides(p, q)

    def becomes(cells: Cells, other: Cells) -> Formula:
        """States that the cells in `other` hold an enemy of the mover, the rest of the cells a
        friend.
        """
        return conj(
            *(
                implies(one, conj(iff(theirs_then, out), iff(mine_then, neg(out))))
                for one, out, mine_then, theirs_then in zip(
                    cells, other, own_after, other_after, strict=True
                )
            )
        )

    rest = complement(union(p.black, p.white, move.cell))
    return [
        Clause("alternation", ALTERNATION, equal(q.side, minus(1, p.side))),
        Clause("passes", GOAL, equal(q.passes, ite(move.passing, plus(p.passes, 1), number(0)))),
        Clause("enemy stones", f"{PHASE_2} {CHAIN}", becomes(theirs, complement(flipped))),
        Clause("dropped stone", TURNCOAT, becomes(move.cell, (turned,) * len(move.cell))),
        Clause("own stones", TURNCOAT, becomes(mine, lost)),
        Clause("empty cells", PHASE_2, neg(meet(rest, union(q.black, q.white)))),
    ]


def step(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses of a turn: the move is legal and leads to `q`."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


# End of the game


def over(game: Game, p: Any) -> Formula:
    """Whether the game has ended: both players have passed, one after the other."""
    return equal(p.passes, 2)


def reached(game: Game, stones: Cells, empty: Cells) -> Cells:
    """The empty cells whose regions touch the stones."""
    all8 = game.settings["territory"] == "all8"
    beside = surroundings(game.field, stones) if all8 else touched(game.field, stones)
    return flood(game.field, beside, empty, diagonal=all8)


def area(game: Game, p: Any) -> tuple[Number, Number]:
    """Black's and White's area: stones, and empty regions that touch one colour only."""
    empty = complement(union(p.black, p.white))
    black, white = reached(game, p.black, empty), reached(game, p.white, empty)
    return (
        count(union(p.black, without(black, white))),
        count(union(p.white, without(white, black))),
    )


def score(game: Game, p: Any, player: int) -> Number:
    """The player's area."""
    return area(game, p)[player]


def payoff(game: Game, p: Any) -> Number:
    """The margin of the side to move, in two's complement: its area less the other's."""
    black, white = area(game, p)
    return ite(equal(p.side, BLACK), minus(black, white), minus(white, black))
