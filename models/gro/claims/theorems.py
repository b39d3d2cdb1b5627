"""GRO (Greg Turner, 1999): theorems for every board or any well-formed position, for z3.

Cells are an uninterpreted sort with a symmetric relation `near`; a *two-coloured* graph has no two
near cells of one colour. A dish is one: its points have a column and a row, and near points differ
by one in one of them. The `checks` hold what is assumed against the constraints on a board.
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.gro import constraints
from ruleproof.models.gro.actions import action, arrival_of, blue, empty, is_set, mine, red
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import show
from ruleproof.models.symbolic.cells import (
    Clause,
    cells_of,
    meet,
    near,
    neighbours,
    together,
    touched,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import TRUE, Formula, conj, disj, equal, neg
from ruleproof.models.symbolic.states import fresh, read_state

CELL = z3.DeclareSort("Point")
NEAR = z3.Function("near", CELL, CELL, z3.BoolSort())
DARK = z3.Function("dark", CELL, z3.BoolSort())
FREE = z3.Function("free", CELL, z3.BoolSort())


def _graph() -> list[Any]:
    """States that near is symmetric and no point is near itself."""
    a, b = z3.Consts("a b", CELL)
    symmetric = z3.ForAll([a, b], NEAR(a, b) == NEAR(b, a))
    return [symmetric, z3.ForAll([a], z3.Not(NEAR(a, a)))]


def _two_coloured() -> list[Any]:
    """States that near points have different colours."""
    a, b = z3.Consts("a b", CELL)
    return [*_graph(), z3.ForAll([a, b], z3.Implies(NEAR(a, b), DARK(a) != DARK(b)))]


# 2. After every legal turn every germ has an open point

ENEMY, OTHER = (z3.Function(name, CELL, z3.BoolSort()) for name in ("enemy", "other"))


def life_goals(game: Game) -> list[Goal]:
    """Show that after an arrival, enemy kills first, the germs that are left have an open point:
    the other's that were not killed, the mover's that were not lost, and the one that arrived.
    """
    target, germ = z3.Consts("target germ", CELL)

    def after_kills(cell: Any) -> Any:
        return z3.Or(FREE(cell), z3.And(ENEMY(cell), _dies(cell, FREE)))

    def lost(cell: Any) -> Any:
        return z3.And(OTHER(cell), _dies(cell, after_kills))

    def after(cell: Any) -> Any:
        return z3.Or(after_kills(cell), lost(cell))

    free = after if is_set(game, "captures", "both") else after_kills
    left = z3.Or(
        z3.And(ENEMY(germ), z3.Not(_dies(germ, FREE))),
        z3.And(OTHER(germ), z3.Not(lost(germ))),
        germ == target,
    )
    fits = z3.Not(_dies(target, free))
    return [
        Goal("a germ left without an open point", [*_graph(), fits, left, _dies(germ, free)]),
        Goal("an arrival at all", [*_graph(), fits, left], "sat"),
    ]


def life_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board a turn from a well-formed position leaves no germ dead:
    one that is no arrival takes no open point but the first turns', and an arrival is as above.
    """
    p, q, move = fresh(game, "p"), fresh(game, "q"), constraints.fresh_move(game, "m")
    step = together(constraints.step(game, p, move, q))
    return [
        Goal("a dead germ at the start", [constraints.starting(game, p), neg(all_alive(game, p))]),
        Goal("a dead germ", [constraints.wellformed(game, p), step, neg(all_alive(game, q))]),
    ]


# 4. Two germs next to the same point are never next to each other


def parity_goals(game: Game) -> list[Goal]:
    """Show that a dish is two-coloured, on a two-coloured graph no two neighbours of a point are
    neighbours, and on a graph with a triangle they can be.
    """
    numbers: list[Any] = list(z3.Ints("x y u v"))
    x, y, u, v = numbers
    beside = z3.Or(z3.And(x == u, (y - v) * (y - v) == 1), z3.And(y == v, (x - u) * (x - u) == 1))
    steps = [z3.And(u == x + dx, v == y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    one, other, middle = z3.Consts("one other middle", CELL)
    triangle = z3.And(NEAR(middle, one), NEAR(middle, other), NEAR(one, other))
    even = (x + y) % 2 == (u + v) % 2
    return [
        Goal("near points of one colour in a grid", [z3.Or(steps), even]),
        Goal("near points of a grid at all", [z3.Or(steps), beside], "sat"),
        Goal("a triangle in a two-coloured graph", [*_two_coloured(), triangle]),
        Goal("a triangle in some graph", [*_graph(), triangle], "sat"),
    ]


def parity_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board near points are those a step apart, in columns and
    rows.
    """
    board = game.board
    wrong = [
        (cell, other)
        for cell, (x, y) in enumerate(board.spots)
        for other, (u, v) in enumerate(board.spots)
        if bool(board.near[cell] >> other & 1) != (abs(x - u) + abs(y - v) == 1)
    ]
    return [Goal("a near point that is no step away", [z3.BoolVal(bool(wrong))])]


def _dies(cell: Any, free: Any) -> Any:
    """Whether no point near the cell is open."""
    other = z3.Const("n", CELL)
    return z3.ForAll([other], z3.Implies(NEAR(cell, other), z3.Not(free(other))))


def _had_open(cell: Any, name: str, target: Any) -> list[Any]:
    """States that the germ had an open point before the arrival: it is open still, or the target.
    (A point that a germ leaves was not open before; that it is now only helps.)
    """
    before = z3.Const(name, CELL)
    return [NEAR(cell, before), z3.Or(FREE(before), before == target)]


def kill_goals(game: Game) -> list[Goal]:
    """Show that a germ that dies of an arrival stands beside it; so on a two-coloured graph the
    points of the dead are near no other germ that dies, in whatever order germs are looked at.
    """
    target, one, other = z3.Consts("target one other", CELL)
    apart = [z3.Not(FREE(target)), one != target, other != target, one != other]
    first = [*apart, _dies(one, FREE), *_had_open(one, "before", target)]
    second = [_dies(other, FREE), *_had_open(other, "earlier", target)]
    beside = NEAR(one, other)
    return [
        Goal("a germ dies away from the arrival", [*_graph(), *first, z3.Not(NEAR(one, target))]),
        Goal("one of the dead is near another", [*_two_coloured(), *first, *second, beside]),
        Goal("two germs die at all", [*_two_coloured(), *first, *second], "sat"),
        Goal("in some graph they are near each other", [*_graph(), *first, *second, beside], "sat"),
    ]


def kill_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board every germ has an open point before an arrival, and every
    other germ that dies, killed or lost, has none after it.
    """
    board = game.field
    p, move = fresh(game, "p"), constraints.fresh_move(game, "m")
    arrival = arrival_of(game, p, move)
    dead = union(arrival.killed, arrival.lost)
    before = within(union(red(p).all, blue(p).all), touched(board, empty(p)))
    arrives = disj(move.move, move.divide)
    left = tuple(conj(move.move, one) for one in move.origin)
    occupied = without(union(red(p).all, blue(p).all, move.target), left)
    after = touched(board, without(tuple(TRUE for _ in dead), occupied))
    known = [constraints.wellformed(game, p), together(constraints.legal(game, p, move)), arrives]
    return [
        Goal("a germ without an open point before", [constraints.wellformed(game, p), neg(before)]),
        Goal("a dead germ with an open point", [*known, meet(arrival.killed, after)]),
        Goal("a lost germ with an open point", [*known, meet(arrival.lost, after)]),
    ]


# 5. Redundant clauses


def _unless_suicide(clause: Clause) -> bool:
    return clause.name != "suicide"


def small_goals(game: Game) -> list[Goal]:
    """Show that on the game's own board no clause but that of suicide refuses a small germ's move
    to an open point orthogonal to it.
    """
    p, move = fresh(game, "p"), constraints.fresh_move(game, "m")
    clauses = constraints.legal(game, p, move)
    shape = next(clause for clause in clauses if clause.name == "one action")
    beside = neighbours(game.field, move.origin)
    known = [
        constraints.wellformed(game, p),
        equal(p.placed, 2),
        neg(constraints.over(game, p)),
        shape.formula,
        move.move,
        within(move.origin, mine(p).small),
        within(move.target, beside),
        within(move.target, empty(p)),
    ]
    refused = neg(conj(*(clause.formula for clause in clauses if _unless_suicide(clause))))

    def read(model: Any) -> str:
        return show(game, read_state(game, model, p))

    return [
        Goal("a small germ refused for another reason", [*known, refused], read=read),
        Goal("a small germ moves at all", known, "sat"),
    ]


def half_goals(game: Game) -> list[Goal]:
    """Show that on the game's own board the half left behind by a division has an open point after
    it.
    """
    p, move = fresh(game, "p"), constraints.fresh_move(game, "m")
    arrival = arrival_of(game, p, move)
    clauses = [clause for clause in action(game, p, move) if _unless_suicide(clause)]
    shape = next(c for c in constraints.legal(game, p, move) if c.name == "one action")
    known = [constraints.wellformed(game, p), shape.formula, move.divide, together(clauses)]
    return [
        Goal("a half left behind that dies", [*known, meet(move.origin, arrival.lost)]),
        Goal("a division at all", known, "sat"),
    ]


# 7. At most one player can win


def one_winner_goals(game: Game) -> list[Goal]:
    """Show that two players cannot both own three of four areas."""
    ours, others = z3.Bools("r1 r2 r3 r4"), z3.Bools("b1 b2 b3 b4")
    exclusive = [z3.Not(z3.And(one, other)) for one, other in zip(ours, others, strict=True)]
    three = [z3.PbGe([(one, 1) for one in areas], 3) for areas in (ours, others)]
    return [
        Goal("both have three areas", [*exclusive, *three]),
        Goal("one has three areas", [*exclusive, three[0]], "sat"),
    ]


def one_winner_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board no area is occupied by both players."""
    p = fresh(game, "p")
    both = []
    for area in game.field.areas[:4]:
        points = cells_of(game.field, area)
        held = [
            within(points, side)
            if is_set(game, "control", "all")
            else conj(meet(side, points), neg(meet(other, points)))
            for side, other in ((red(p).all, blue(p).all), (blue(p).all, red(p).all))
        ]
        both.append(conj(*held))
    return [Goal("an area with two occupants", [constraints.wellformed(game, p), disj(*both)])]


# 14. Nobody can hold all points of three areas


def never_all_goals(game: Game) -> list[Goal]:
    """Show that on the game's own board no germ lives on a point all of whose neighbours bear
    germs.
    """
    p = fresh(game, "p")
    sides = ((red(p).all, blue(p).all), (blue(p).all, red(p).all))
    won = disj(*(constraints.dominates(game, own, enemy) for own, enemy in sides))
    return [
        Goal("somebody holds three areas", [constraints.wellformed(game, p), won]),
        Goal("a position at all", [constraints.wellformed(game, p)], "sat"),
    ]


# Invariants and turns


def all_alive(game: Game, p: Any) -> Formula:
    """Whether every germ has an open point."""
    return within(union(red(p).all, blue(p).all), touched(game.field, empty(p)))


def large_stand(game: Game, p: Any) -> Formula:
    """Whether large germs stand on points with as many neighbours as growing or moving there
    takes.
    """
    board = game.field
    least = min(int(game.settings["large-move"]), int(game.settings["medium-grow"]))
    small = [cell for cell in range(board.size) if len(near(board, cell)) < least]
    return conj(*(neg(germs[cell]) for germs in (p.red4, p.blue4) for cell in small))


def large_turn(game: Game) -> list[Any]:
    """A turn after which a large germ stands where it could neither grow nor move to."""
    p, q, move = fresh(game, "p"), fresh(game, "q"), constraints.fresh_move(game, "m")
    step = together(constraints.step(game, p, move, q))
    return [constraints.wellformed(game, p), large_stand(game, p), step, neg(large_stand(game, q))]
