"""In Crowd: z3's theorems about long chains.

spare   of a cell: how many stones of its own colour a stone there may have around it when it flips,
        were the mover's on all its other neighbours: n // 2 - 1 of n neighbours
later   of a cell whose stone flips: those of its neighbours that flip after it
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportOperatorIssue=false

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import z3

from ruleproof.models.boards.boards import Board
from ruleproof.models.claims.theorems import Goal
from ruleproof.models.incrowd import constraints as rules
from ruleproof.models.incrowd.claims.findings import MOST_FLIPS
from ruleproof.models.incrowd.claims.theorems import turns_it
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import around, at_least, none, together, union, without
from ruleproof.models.symbolic.logic import FALSE, TRUE, conj, disj, neg
from ruleproof.models.symbolic.states import fresh


def spare(board: Board) -> list[int]:
    """The enemies that each cell can spare; -1 where no stone ever flips."""
    return [near.bit_count() // 2 - 1 for near in board.around]


def spare_goals(game: Game) -> list[Goal]:
    """Show that a stone that flips keeps fewer than half of its neighbours for those that flip
    later: these are of its colour, and the mover's around it are more by two at least, or more than
    half of all.
    """
    counts: list[Any] = list(z3.Ints("neighbours friends enemies later"))
    neighbours, friends, enemies, later = counts
    stands = [later >= 0, later <= enemies, friends + enemies <= neighbours]
    flips = turns_it(game, friends, enemies, neighbours)
    return [
        Goal("one that flips has later ones", [*stands, flips, later >= 1], "sat"),
        Goal("more than it can spare", [*stands, flips, 2 * later + 2 > neighbours]),
    ]


def spare_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board no stone of a wave has more neighbours that flip with it
    or later than its cell can spare, whatever stands around and wherever the stone is dropped.
    """
    board, able = game.field, spare(game.board)
    p, move = fresh(game, "p"), rules.fresh_move(game, "m")
    known = [rules.wellformed(game, p), together(rules.legal(game, p, move)), neg(move.passing)]
    mine, theirs = rules.sides(p, p)
    waves = [none(board), *rules.rounds(game, union(mine, move.cell), theirs, move.cell)]
    more: list[Any] = []
    for before, after in pairwise(waves):
        later = without(waves[-1], before)
        more += [
            conj(after[c], later[c], at_least((later[o] for o in around(board, c)), able[c] + 1))
            for c in range(board.size)
        ]
    return [
        Goal("a drop flips stones", [*known, disj(*waves[-1])], "sat"),
        Goal("more than it can spare", [*known, disj(*more)]),
    ]


def flips_goals(game: Game) -> list[Goal]:
    """Show that as many stones as the table says can be flips, each with no more later neighbours
    than it can spare, and not one more.
    """
    many = MOST_FLIPS[game.board.text]
    return [
        Goal(f"{many} flips", [*_flips(game, many)], "sat"),
        Goal(f"{many + 1} flips", [*_flips(game, many + 1)]),
    ]


def _flips(game: Game, many: int) -> list[Any]:
    """States that at least so many cells flip, and that of two neighbours among them either flips
    first.
    """
    board, able = game.field, spare(game.board)
    flips = [z3.Bool(f"flips.{name}") for name in game.board.names]
    first: dict[tuple[int, int], Any] = {}
    for c in range(board.size):
        for o in around(board, c):
            if c < o:
                first[c, o] = z3.Bool(f"first.{game.board.names[c]}.{game.board.names[o]}")
                first[o, c] = neg(first[c, o])
    found: list[Any] = []
    for c in range(board.size):
        for others in combinations(around(board, c), able[c] + 1):
            later = (conj(flips[o], first[c, o]) for o in others)
            found.append(neg(conj(flips[c], *later)))
    # so many among the cells so far, from none on
    counted = [TRUE] + [FALSE] * many
    for one in flips:
        further = [disj(counted[k], conj(counted[k - 1], one)) for k in range(1, many + 1)]
        counted = [TRUE, *further]
    return [*found, counted[many]]
