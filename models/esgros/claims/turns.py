"""Esgros (Saïd Galdseid, 2024): the effect of a placement on every board, as goals for z3.

Like `theorems.py`, on stones and groups: which stones stand before and after, and how large the
group of each is. `joined` is the relation of standing in one group.
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportOptionalMemberAccess=false

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.esgros import constraints
from ruleproof.models.esgros.claims.theorems import CELL, Where
from ruleproof.models.esgros.rules import BLACK
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    common,
    fresh_set,
    groups,
    is_single,
    sizes,
    together,
    without,
)
from ruleproof.models.symbolic.logic import conj, disj, equal, iff, ite, neg
from ruleproof.models.symbolic.states import fresh

# 3. and 4. Stones and groups after a placement


class Turn(NamedTuple):
    """A placement on any board: whether a cell holds a stone before and after, the size of the
    group each stone stands in, and the mover's and the enemy's largest group.
    """

    mine: Any
    theirs: Any
    mine_after: Any
    theirs_after: Any
    size: Any
    size_after: Any
    enemy_size: Any
    enemy_size_after: Any
    largest: Any
    largest_after: Any
    enemy: Any
    enemy_after: Any


def _turn() -> tuple[Turn, list[Any]]:
    """An abstract placement: one stone is added, none of the mover's is taken, none is given to the
    enemy, a group only takes on stones, and where no enemy stone goes the enemy's groups stay.
    """
    boolean, number = z3.BoolSort(), z3.IntSort()
    sets = [z3.Function(name, CELL, boolean) for name in ("mine", "theirs", "mine1", "theirs1")]
    of = [z3.Function(name, CELL, number) for name in ("size", "size1", "esize", "esize1")]
    turn = Turn(*sets, *of, *z3.Ints("L L1 M M1"))
    c, placed = z3.Consts("c placed", CELL)

    def greatest(stones: Any, size: Any, top: Any) -> list[Any]:
        return [
            top >= 0,
            z3.ForAll([c], z3.Implies(stones(c), z3.And(size(c) >= 1, size(c) <= top))),
            z3.Or(top == 0, z3.Exists([c], z3.And(stones(c), size(c) == top))),
        ]

    facts = [
        z3.ForAll([c], z3.Not(z3.And(turn.mine(c), turn.theirs(c)))),
        z3.Not(turn.mine(placed)),
        z3.Not(turn.theirs(placed)),
        z3.ForAll([c], turn.mine_after(c) == z3.Or(turn.mine(c), c == placed)),
        z3.ForAll([c], z3.Implies(turn.theirs_after(c), turn.theirs(c))),
        z3.ForAll([c], z3.Implies(turn.mine(c), turn.size_after(c) >= turn.size(c))),
        z3.Or(
            z3.Exists([c], z3.And(turn.theirs(c), z3.Not(turn.theirs_after(c)))),
            z3.ForAll([c], turn.enemy_size(c) == turn.enemy_size_after(c)),
        ),
        *greatest(turn.mine, turn.size, turn.largest),
        *greatest(turn.mine_after, turn.size_after, turn.largest_after),
        *greatest(turn.theirs, turn.enemy_size, turn.enemy),
        *greatest(turn.theirs_after, turn.enemy_size_after, turn.enemy_after),
    ]
    return turn, facts


def stones_goals(game: Game) -> list[Goal]:
    """Show that after a placement the colours are disjoint and the mover has a stone: he is not
    eliminated, so nobody but him can have won, and never are both colours gone.
    """
    turn, facts = _turn()
    c = z3.Const("d", CELL)
    both = z3.Exists([c], z3.And(turn.mine_after(c), turn.theirs_after(c)))
    none = z3.ForAll([c], z3.Not(turn.mine_after(c)))
    return [
        Goal("a cell with two stones", [*facts, both]),
        Goal("a mover without a stone", [*facts, none]),
        Goal("a placement at all", facts, "sat"),
    ]


def largest_goals(game: Game) -> list[Goal]:
    """Show that the mover's largest group does not shrink; the enemy's does only where a stone is
    taken.
    """
    turn, facts = _turn()
    c = z3.Const("d", CELL)
    kept = z3.ForAll([c], turn.theirs(c) == turn.theirs_after(c))
    taken = [*facts, turn.enemy_after < turn.enemy]
    return [
        Goal("the mover's largest group shrinks", [*facts, turn.largest_after < turn.largest]),
        Goal("the enemy's shrinks though nothing is taken", [*taken, kept]),
        Goal("the enemy's shrinks at all", taken, "sat"),
    ]


def turn_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board every placement is one of those that `_turn` describes."""
    board = game.field
    p, q = fresh(game, "p"), fresh(game, "q")
    move = constraints.fresh_move(game, "m")
    black = equal(p.side, BLACK)
    mine, theirs = ite(black, p.black, p.white), ite(black, p.white, p.black)
    mine_after, theirs_after = ite(black, q.black, q.white), ite(black, q.white, q.black)
    own = sizes(groups(board, mine)), sizes(groups(board, mine_after))
    enemy = sizes(groups(board, theirs)), sizes(groups(board, theirs_after))
    cells = range(board.size)
    no_loss = conj(*(neg(conj(theirs[c], neg(theirs_after[c]))) for c in cells))
    described = conj(
        *(neg(conj(mine[c], theirs[c])) for c in cells),
        *(neg(conj(move.cell[c], disj(mine[c], theirs[c]))) for c in cells),
        *(iff(mine_after[c], disj(mine[c], move.cell[c])) for c in cells),
        *(disj(theirs[c], neg(theirs_after[c])) for c in cells),
        *(disj(neg(mine[c]), z3.ULE(own[0][c], own[1][c])) for c in cells),
        disj(neg(no_loss), conj(*map(equal, *enemy))),
    )
    known = [
        constraints.wellformed(game, p),
        together(constraints.step(game, p, move, q)),
        neg(move.swap),
    ]
    return [Goal("a placement", [*known, neg(described)])]


# 5. Captured groups removed one by one


def order_goals(game: Game) -> list[Goal]:
    """Show that once one captured group is off, exactly the other captured groups are still to be
    removed: by induction any order leads to the same position.

    Groups are the classes of an equivalence on the enemy stones; taking a whole class away leaves
    the other classes. Whether a stone's group is small depends on that group alone.
    """
    boolean = z3.BoolSort()
    enemy, beside, gone = (z3.Function(n, CELL, boolean) for n in ("enemy", "beside", "gone"))
    joined = z3.Function("joined", CELL, CELL, boolean)
    joined_after = z3.Function("joined1", CELL, CELL, boolean)
    small, small_after = (z3.Function(name, CELL, boolean) for name in ("small", "small1"))
    x, y, z, victim, stone = z3.Consts("x y z victim stone", CELL)

    def left(c: Any) -> Any:
        return z3.And(enemy(c), z3.Not(gone(c)))

    def captured(c: Any, stones: Where, relation: Any, is_small: Any) -> Any:
        met = z3.Exists([y], z3.And(stones(y), relation(c, y), beside(y)))
        return z3.And(stones(c), is_small(c), met)

    facts = [
        z3.ForAll([x], z3.Implies(enemy(x), joined(x, x))),
        z3.ForAll([x, y], z3.Implies(joined(x, y), z3.And(joined(y, x), enemy(x), enemy(y)))),
        z3.ForAll([x, y, z], z3.Implies(z3.And(joined(x, y), joined(y, z)), joined(x, z))),
        z3.ForAll([x], gone(x) == joined(victim, x)),
        captured(victim, enemy, joined, small),
        z3.ForAll([x, y], joined_after(x, y) == z3.And(joined(x, y), left(x), left(y))),
        z3.ForAll(
            [x],
            z3.Implies(
                z3.ForAll([y], joined(x, y) == joined_after(x, y)), small(x) == small_after(x)
            ),
        ),
    ]
    at_first = captured(stone, enemy, joined, small)
    later = captured(stone, left, joined_after, small_after)
    differs = later != z3.And(at_first, z3.Not(gone(stone)))
    return [
        Goal("another group to remove", [*facts, differs]),
        Goal("two groups to remove at all", [*facts, at_first, z3.Not(gone(stone))], "sat"),
    ]


def order_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board, taking a group away leaves the other groups as they
    are.
    """
    board = game.field
    stones, pick = fresh_set(game, "stones"), fresh_set(game, "pick")
    before = groups(board, stones)
    cells = range(board.size)
    gone = tuple(disj(*(conj(pick[c], before[c][d]) for c in cells)) for d in cells)
    left = without(stones, gone)
    after = groups(board, left)
    same = conj(
        *(iff(after[c][d], conj(before[c][d], left[c], left[d])) for c in cells for d in cells)
    )
    return [
        Goal("a group taken away", [is_single(pick), is_single(common(pick, stones)), neg(same)])
    ]


# 6. The end of a game


def winner_goals(game: Game) -> list[Goal]:
    """Show that no game ends without a winner where who cannot move on a full board loses."""
    eliminated, full = z3.Bools("eliminated full")
    ended = z3.Or(eliminated, full)
    drawn = z3.Not(eliminated) if game.settings["full"] == "draw" else z3.BoolVal(False)
    return [Goal("an end without a winner", [ended, drawn]), Goal("an end at all", [ended], "sat")]


def winner_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board no ended game is worth a draw."""
    p = fresh(game, "p")
    ended = [constraints.wellformed(game, p), constraints.over(game, p)]
    return [Goal("a drawn end", [*ended, equal(constraints.payoff(game, p), 0)])]
