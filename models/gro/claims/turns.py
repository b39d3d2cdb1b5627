"""GRO (Greg Turner, 1999): the effect of a turn on tokens and germs on every board, for z3.

Like `theorems.py`: points are an uninterpreted sort, the effect of a turn is an abstraction, and
the `checks` hold it against the constraints on a board.
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.gro import constraints
from ruleproof.models.gro.actions import Germs, arrival_of, blue, is_set, mine, red, theirs, tokens
from ruleproof.models.gro.claims.theorems import CELL, FREE, NEAR
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    alike,
    common,
    is_empty,
    is_single,
    meet,
    together,
    touched,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import (
    FALSE,
    Formula,
    conj,
    disj,
    equal,
    iff,
    implies,
    ite,
    neg,
    not_above,
    number,
    plus,
    truth,
)
from ruleproof.models.symbolic.states import fresh

TRUTH = z3.BoolSort()


def _sets(names: str) -> list[Any]:
    return [z3.Function(name, CELL, TRUTH) for name in names.split()]


def _numbers(names: str) -> list[Any]:
    return list(z3.Ints(names))


def _step(game: Game) -> tuple[Any, Any, Any, Formula]:
    """A well-formed position, a move, the position after it, and the clauses that they are
    these.
    """
    p, q, move = fresh(game, "p"), fresh(game, "q"), constraints.fresh_move(game, "m")
    step = together(constraints.step(game, p, move, q))
    return p, move, q, conj(constraints.wellformed(game, p), step)


def _apart(germs: Germs) -> Formula:
    """Whether no point bears germs of two sizes."""
    small, medium, large = germs
    return conj(
        is_empty(common(small, medium)),
        is_empty(common(small, large)),
        is_empty(common(medium, large)),
    )


# 1. Tokens


def tokens_goals(game: Game) -> list[Goal]:
    """Show that a turn changes what stands on two points, the origin and the target: the germ of
    size s goes to the target, or half of it, or it doubles where it is, or a small one is placed.
    So the mover's tokens in the dish grow by those that a growth or a placing adds, which the
    reserve holds, and by nothing else; lost tokens go back.
    """
    all_, dish, size, lost = _numbers("all dish size lost")
    kind, at_origin, at_target = _numbers("kind origin target")
    added = z3.If(kind == 0, 1, z3.If(kind == 1, size, 0))
    points = {
        0: z3.And(at_origin == 0, at_target == 1),
        1: z3.And(at_origin == 2 * size, at_target == 0),
        2: z3.And(at_origin == 0, at_target == size),
        3: z3.And(2 * at_origin == size, 2 * at_target == size),
        4: z3.And(at_origin == 0, at_target == 0),
    }
    before = z3.If(z3.Or(kind == 0, kind == 4), 0, size)
    turn = [
        z3.Or(*(z3.And(kind == one, then) for one, then in points.items())),
        dish >= before,
        z3.Or(size == 1, size == 2, size == 4),
        lost >= 0,
        lost <= dish - before,
        dish + added <= all_,
    ]
    dish_after = dish - before + at_origin + at_target - lost
    reserve_after = (all_ - dish) - added + lost
    return [
        Goal("tokens come or go", [*turn, dish_after + reserve_after != all_]),
        Goal("fewer than none", [*turn, z3.Or(dish_after < 0, reserve_after < 0)]),
        Goal("a token added", [*turn, z3.Not(added == 0)], "sat"),
    ]


def tokens_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board new tokens of the mover's come only to the origin and the
    target, as the abstraction has it, and only if the reserve holds them; sizes never mix.
    """
    p, move, q, step = _step(game)
    own, then = mine(p), theirs(q)
    acted = union(move.origin, move.target)
    sizes = tuple(meet(move.origin, cells) for cells in own)
    smaller = (*sizes[1:], FALSE)
    larger = (FALSE, *sizes[:-1])
    held: list[Formula] = [_apart(red(q)), _apart(blue(q)), neg(conj(move.grow, sizes[2]))]
    for k, (before, after) in enumerate(zip(own, then, strict=True)):
        others, kept = without(before, acted), without(after, acted)
        taken = is_set(game, "captures", "both")
        held.append(within(kept, others) if taken else alike(kept, others))
        stays = disj(conj(move.divide, smaller[k]), conj(move.grow, larger[k]))
        placed = conj(move.place, truth(k == 0))
        arrives = disj(conj(move.divide, smaller[k]), conj(move.move, sizes[k]), placed)
        held.append(_is_at(after, move.origin, stays))
        held.append(_is_at(after, move.target, arrives))
    held += [within(a, b) for a, b in zip(mine(q), theirs(p), strict=True)]
    if is_set(game, "reserve", "limited"):
        added = ite(sizes[0], number(1), number(2))
        enough = not_above(plus(tokens(own), added), int(game.settings["tokens"]))
        held.append(implies(move.grow, enough))
        held.append(implies(move.place, is_empty(own.all)))
    return [Goal("tokens change otherwise", [step, neg(conj(*held))])]


def _is_at(cells: Cells, picked: Cells, there: Formula) -> Formula:
    """Whether the picked point, if any, is in the set exactly if `there`."""
    return conj(*(implies(one, iff(cell, there)) for cell, one in zip(cells, picked, strict=True)))


# 3. Growth kills nobody


def growth_goals(game: Game) -> list[Goal]:
    """Show that a growth puts the germ among those of the next size, so the same points bear
    germs.
    """
    small, medium, large, small1, medium1, large1 = _sets(
        "small medium large small1 medium1 large1"
    )
    c, germ = z3.Consts("c germ", CELL)
    grown = [
        z3.Or(small(germ), medium(germ)),
        z3.ForAll([c], small1(c) == z3.And(small(c), c != germ)),
        z3.ForAll([c], medium1(c) == z3.If(c == germ, small(c), medium(c))),
        z3.ForAll([c], large1(c) == z3.Or(large(c), z3.And(c == germ, medium(c)))),
    ]
    before, after = (z3.Or(*(one(c) for one in sizes)) for sizes in (
        (small, medium, large), (small1, medium1, large1)
    ))  # fmt: skip
    apart = z3.Not(z3.And(small(germ), medium(germ)))
    return [
        Goal("a germ more or less", [*grown, apart, before != after]),
        Goal("a growth at all", [*grown, apart], "sat"),
    ]


def growth_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board a growth does that, and nothing to the other's germs."""
    p, move, q, step = _step(game)
    own, then = mine(p), theirs(q)
    grows = conj(
        is_single(move.origin),
        within(move.origin, union(own.small, own.medium)),
        alike(then.small, without(own.small, move.origin)),
        alike(then.medium, union(without(own.medium, move.origin), common(own.small, move.origin))),
        alike(then.large, union(own.large, common(own.medium, move.origin))),
        *(alike(one, other) for one, other in zip(theirs(p), mine(q), strict=True)),
    )
    return [Goal("a growth that does otherwise", [step, move.grow, neg(grows)])]


# 5. "1 or more"


def one_is_life_goals(game: Game) -> list[Goal]:
    """Show that a point has one open point or more near it exactly if not all points near it are
    taken.
    """
    here, other = z3.Consts("here other", CELL)
    one = z3.Exists([other], z3.And(NEAR(here, other), FREE(other)))
    dead = z3.ForAll([other], z3.Implies(NEAR(here, other), z3.Not(FREE(other))))
    return [
        Goal("open but dead, or not open but alive", [one == dead]),
        Goal("an open point", [one], "sat"),
    ]


def one_is_life_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board the clause for a small germ after moving is that it is not
    dead there, once the killed are gone.
    """
    p, move = fresh(game, "p"), constraints.fresh_move(game, "m")
    clauses = constraints.legal(game, p, move)
    clause = next(one for one in clauses if one.name == "after moving")
    arrives = conj(move.move, meet(move.origin, mine(p).small))
    alive = within(move.target, touched(game.field, arrival_of(game, p, move).free))
    known = [constraints.wellformed(game, p), is_single(move.target), is_single(move.origin)]
    return [Goal("another clause", [*known, neg(iff(clause.formula, implies(arrives, alive)))])]


# 8. A player without germs never returns


def return_goals(game: Game) -> list[Goal]:
    """Show that a player without germs still has none, if only the target of an own germ comes to
    bear one.
    """
    own, own1, enemy, enemy1 = _sets("own own1 enemy enemy1")
    c, here, origin, target = z3.Consts("c here origin target", CELL)
    arrives = z3.Bool("arrives")
    turn = [
        z3.ForAll([c], z3.Implies(own1(c), z3.Or(own(c), z3.And(arrives, c == target)))),
        z3.Implies(arrives, own(origin)),
        z3.ForAll([c], z3.Implies(enemy1(c), enemy(c))),
    ]
    none, no_enemy = z3.ForAll([c], z3.Not(own(c))), z3.ForAll([c], z3.Not(enemy(c)))
    return [
        Goal("the mover returns", [*turn, none, own1(here)]),
        Goal("the other returns", [*turn, no_enemy, enemy1(here)]),
        Goal("a germ arrives", [*turn, arrives, own1(target)], "sat"),
    ]


def return_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board every turn after the first ones is such a turn."""
    p, move, q, step = _step(game)
    arrives = disj(move.move, move.divide)
    own, own_after = mine(p).all, theirs(q).all
    held = conj(
        within(own_after, union(own, tuple(conj(arrives, one) for one in move.target))),
        implies(arrives, meet(move.origin, own)),
        within(mine(q).all, theirs(p).all),
    )
    return [Goal("germs come otherwise", [step, equal(p.placed, 2), neg(held)])]
