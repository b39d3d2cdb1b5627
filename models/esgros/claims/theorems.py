"""Esgros (Saïd Galdseid, 2024): theorems for every board, as goals for z3.

Cells are an uninterpreted sort; of groups, only the parts that the goal needs are kept. They are
the *abstraction*; the `checks` hold it against the constraints on a concrete board.

s(c)      the size of the group that a stone of the mover on the empty cell c would form
L, M      the size of the mover's largest group before placing (0 if none), and of the enemy's
apart     a cell that is next to no largest group of the mover
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportOptionalMemberAccess=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.esgros import constraints
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import count, groups, is_single, sizes, together, touched
from ruleproof.models.symbolic.logic import conj, disj, equal, iff, neg
from ruleproof.models.symbolic.states import fresh, image_of


class Sizes(NamedTuple):
    """The terms of the clauses of placement, abstractly or on a board.

    `empty`, `apart`: whether a cell is; `s`: s(c); `own`, `enemy`: L and M; `some(f)`, `every(f)`:
    whether f holds of some cell, of every cell.
    """

    empty: Callable[[Any], Any]
    apart: Callable[[Any], Any]
    s: Callable[[Any], Any]
    own: Any
    enemy: Any
    some: Callable[[Callable[[Any], Any]], Any]
    every: Callable[[Callable[[Any], Any]], Any]


Where = Callable[[Any], Any]
"""A set of cells, as the formula that says whether a cell is in it."""


def _above(one: Any, other: Any) -> Any:
    return z3.If(one > other, one, other)


def _least(seen: Sizes, among: Where) -> Where:
    """The cells of the set with the least s."""
    return lambda c: z3.And(
        among(c), seen.every(lambda d: z3.Implies(among(d), seen.s(c) <= seen.s(d)))
    )


def _up_to(seen: Sizes, among: Where, limit: Any) -> Where:
    """The cells of the set with s up to the limit, or if there are none those with the least s."""
    fitting: Where = lambda c: z3.And(among(c), seen.s(c) <= limit)  # noqa: E731
    least = _least(seen, among)
    return lambda c: z3.Or(fitting(c), z3.And(z3.Not(seen.some(fitting)), least(c)))


def allowed(game: Game, seen: Sizes) -> tuple[Where, list[Where]]:
    """The cells where a stone may be placed under the game's settings, from the sheet, and the sets
    of which the clauses take the least members.
    """
    s, own, enemy = seen.s, seen.own, seen.enemy
    if game.settings["edition"] == "second":
        others: Where = lambda c: z3.And(seen.empty(c), seen.apart(c))  # noqa: E731
        beyond: Where = lambda c: z3.And(others(c), s(c) > own)  # noqa: E731
        forced, surpassing = _least(seen, seen.empty), _least(seen, beyond)
        return (
            lambda c: z3.If(
                seen.some(others), z3.Or(z3.And(others(c), s(c) <= own), surpassing(c)), forced(c)
            ),
            [seen.empty, beyond],
        )
    candidates = _up_to(seen, seen.empty, own)
    exceed = game.settings["exceed"]
    if exceed == "void":
        return candidates, [seen.empty]
    if exceed == "minimal":
        large: Where = lambda c: z3.And(candidates(c), s(c) > enemy)  # noqa: E731
        fewest = _least(seen, large)
        return (
            lambda c: z3.Or(z3.And(candidates(c), s(c) <= enemy), fewest(c)),
            [seen.empty, large],
        )
    if exceed == "by-one":
        return _up_to(seen, candidates, enemy + 1), [seen.empty, candidates]
    if exceed == "permit-least":
        over: Where = lambda c: z3.And(seen.empty(c), s(c) > _above(own, enemy))  # noqa: E731
        least_over = _least(seen, over)
        return lambda c: z3.Or(candidates(c), least_over(c)), [seen.empty, over]
    if exceed == "permit-by-one":
        return (
            lambda c: z3.Or(
                candidates(c), z3.And(seen.empty(c), s(c) == enemy + 1, enemy + 1 > own)
            ),
            [seen.empty],
        )
    return _up_to(seen, seen.empty, _above(own, enemy + 1)), [seen.empty]


CELL = z3.DeclareSort("Cell")


def _quantified(name: str) -> tuple[Any, Any]:
    cell = z3.Const(name, CELL)
    return (lambda f: z3.Exists([cell], f(cell)), lambda f: z3.ForAll([cell], f(cell)))


def _abstract(prefix: str = "") -> Sizes:
    """The cells of any board: a size is some function of the cell."""
    boolean = z3.BoolSort()
    depth = iter(range(1000))

    def some(f: Where) -> Any:
        return _quantified(f"c{next(depth)}")[0](f)

    def every(f: Where) -> Any:
        return _quantified(f"c{next(depth)}")[1](f)

    return Sizes(
        empty=z3.Function(f"{prefix}empty", CELL, boolean),
        apart=z3.Function(f"{prefix}apart", CELL, boolean),
        s=z3.Function(f"{prefix}s", CELL, z3.IntSort()),
        own=z3.Int(f"{prefix}L"),
        enemy=z3.Int(f"{prefix}M"),
        some=some,
        every=every,
    )


def _on_board(game: Game, p: Any) -> Sizes:
    """The cells of the game's board in a symbolic position, as the constraints see them."""
    board = game.field
    mine, empty = constraints._mine(p), constraints._empty(p)
    own = sizes(groups(board, mine))
    seen = constraints._look(game, p)
    top = tuple(conj(one, equal(size, seen.largest)) for one, size in zip(mine, own, strict=True))
    apart = [neg(part) for part in touched(board, top)]
    cells = range(board.size)
    return Sizes(
        empty=lambda c: empty[c],
        apart=lambda c: apart[c],
        s=lambda c: seen.formed[c],
        own=seen.largest,
        enemy=seen.enemy_largest,
        some=lambda f: z3.Or(*(f(c) for c in cells)),
        every=lambda f: z3.And(*(f(c) for c in cells)),
    )


# 1. While play goes on, a legal move exists exactly when an empty cell exists


def legal_move_goals(game: Game) -> list[Goal]:
    """Show that a cell is allowed exactly when there is an empty one, and is empty then. Only this
    is used of finite boards: every set of cells that is not empty has members with the least s.
    """
    seen = _abstract()
    legal, sets = allowed(game, seen)
    finite = [z3.Implies(seen.some(one), seen.some(_least(seen, one))) for one in sets]
    return [
        Goal("an empty cell, and none allowed", [*finite, seen.some(seen.empty), _no(seen, legal)]),
        Goal(
            "a cell allowed that is not empty",
            [seen.some(lambda c: z3.And(legal(c), z3.Not(seen.empty(c))))],
        ),
        Goal("an empty cell at all", [*finite, seen.some(seen.empty)], "sat"),
    ]


def _no(seen: Sizes, where: Where) -> Any:
    return seen.every(lambda c: z3.Not(where(c)))


def legal_cells(game: Game, p: Any, legal: Where) -> list[Goal]:
    """Check that in a position of the game's own board the constraints allow exactly those
    cells.
    """
    move = constraints.fresh_move(game, "m")
    exact = together(constraints.legal(game, p, move))
    there = disj(*(conj(one, legal(c)) for c, one in enumerate(move.cell)))
    abstractly = conj(neg(constraints.over(game, p)), is_single(move.cell), there)
    known = [constraints.wellformed(game, p), neg(move.swap)]
    return [Goal("the cells allowed", [*known, neg(iff(exact, abstractly))])]


def legal_move_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board the constraints allow exactly the cells that the
    abstraction does.
    """
    p = fresh(game, "p")
    return legal_cells(game, p, allowed(game, _on_board(game, p))[0])


# 2. No position repeats


def ranking_goals(game: Game) -> list[Goal]:
    """Show that a step makes the numbers of stones in groups of each size, largest size first, grow
    lexicographically (or, for the swap, leaves them and takes the right to swap away); and nothing
    grows back to itself.
    """
    numbers = z3.ArraySort(z3.IntSort(), z3.IntSort())
    arrays: list[Any] = [z3.Const(name, numbers) for name in ("one", "two", "three")]
    one, two, three = arrays
    rights = z3.Ints("right1 right2 right3")
    size, other = z3.Ints("size other")

    def grows(a: Any, b: Any) -> Any:
        above = z3.ForAll([other], z3.Implies(other > size, a[other] == b[other]))
        return z3.Exists([size], z3.And(b[size] > a[size], above))

    def rises(a: Any, b: Any, right_a: Any, right_b: Any) -> Any:
        return z3.Or(grows(a, b), z3.And(a == b, right_b < right_a))

    formed = z3.Int("formed")
    placed = z3.And(
        two[formed] > one[formed],
        z3.ForAll([other], z3.Implies(other > formed, one[other] == two[other])),
    )
    none = z3.K(z3.IntSort(), z3.IntVal(0))
    first_stone = [(one, none), (two, z3.Store(none, 1, 1)), (formed, z3.IntVal(1))]
    swapped = z3.And(one == two, rights[0] == 1, rights[1] == 0)
    first = rises(one, two, rights[0], rights[1])
    second = rises(two, three, rights[1], rights[2])
    return [
        Goal("a placement that does not rise", [placed, z3.Not(first)]),
        Goal("a swap that does not rise", [swapped, z3.Not(first)]),
        Goal("rising back to where it was", [rises(one, one, rights[0], rights[0])]),
        Goal(
            "two rises that are none together",
            [first, second, z3.Not(rises(one, three, rights[0], rights[2]))],
        ),
        Goal("the first stone", [z3.simplify(z3.substitute(placed, *first_stone))], "sat"),
    ]


def ranking_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board a placement leaves the numbers of stones in groups larger
    than the one formed and raises the number at its size; a swap leaves all stones and takes the
    right.
    """
    board = game.field
    p, q = fresh(game, "p"), fresh(game, "q")
    move = constraints.fresh_move(game, "m")
    seen = constraints._look(game, p)
    before = [*seen.own_sizes, *seen.enemy_sizes]
    after = [*sizes(groups(board, q.black)), *sizes(groups(board, q.white))]
    step = [constraints.wellformed(game, p), together(constraints.step(game, p, move, q))]
    goals: list[Goal] = []
    for cell in range(board.size):
        there = [*step, constraints.move_is(game, move, cell)]
        formed = seen.formed[cell]
        kept: list[Any] = []
        for size in range(1, board.size + 1):
            old = count(equal(one, size) for one in before)
            new = count(equal(one, size) for one in after)
            kept.append(z3.Implies(z3.ULT(formed, size), old == new))
            kept.append(z3.Implies(equal(formed, size), z3.ULT(old, new)))
        goals.append(Goal(f"a stone on {game.board.names[cell]}", [*there, z3.Not(z3.And(kept))]))
    if game.settings["pie"] == "on":
        same = conj(*map(iff, p.black, q.black), *map(iff, p.white, q.white))
        takes = conj(same, equal(p.swap, 1), equal(q.swap, 0))
        goals.append(Goal("a swap", [*step, move.swap, neg(takes)]))
    return goals


# 10. Symmetries


def symmetry_goals(game: Game) -> list[Goal]:
    """Show that a one-to-one map of the cells that carries along which are empty, s, L and M
    carries along which are allowed.
    """
    ours, theirs = _abstract(), _abstract("image ")
    to, back = z3.Function("to", CELL, CELL), z3.Function("back", CELL, CELL)
    c, chosen = z3.Consts("c chosen", CELL)
    inverse = z3.ForAll([c], z3.And(back(to(c)) == c, to(back(c)) == c))
    tops = z3.And(theirs.own == ours.own, theirs.enemy == ours.enemy)

    def carried(one: Sizes, other: Sizes, way: Any) -> list[Any]:
        """States that `one` holds of the cells that `way` leads to exactly where `other` holds of
        the cells.
        """
        pairs = ((one.empty, other.empty), (one.apart, other.apart), (one.s, other.s))
        return [inverse, tops, *(z3.ForAll([c], a(c) == b(way(c))) for a, b in pairs)]

    def differs(one: Sizes, other: Sizes, way: Any) -> Any:
        here, there = allowed(game, one)[0], allowed(game, other)[0]
        return z3.And(here(chosen), z3.Not(there(way(chosen))))

    return [
        Goal(
            "allowed here but not there", [*carried(theirs, ours, back), differs(ours, theirs, to)]
        ),
        Goal(
            "allowed there but not here", [*carried(ours, theirs, to), differs(theirs, ours, back)]
        ),
    ]


def symmetry_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board the symmetries keep all that the abstraction speaks of."""
    p = fresh(game, "p")
    ours = _on_board(game, p)
    goals = [Goal("legal cells", legal_move_checks(game)[0].formulas)]
    for turn, swap in game.symmetries[1:]:
        theirs = _on_board(game, image_of(game, p, turn, swap))
        differs = [
            neg(
                conj(
                    iff(ours.empty(c), theirs.empty(turn[c])),
                    iff(ours.apart(c), theirs.apart(turn[c])),
                    equal(ours.s(c), theirs.s(turn[c])),
                )
            )
            for c in range(game.board.size)
        ]
        tops = conj(equal(ours.own, theirs.own), equal(ours.enemy, theirs.enemy))
        known = [constraints.wellformed(game, p)]
        goals.append(Goal(f"symmetry {turn}, colours {swap}", [*known, disj(*differs, neg(tops))]))
    return goals
