"""Grow: a drop among the moves of a turn can come before them, on every board, as goals for z3.

A turn under `order=free` that has a drop becomes one under `order=drop-first` by exchanging the
drop with the head's move before it until no move is before it. Each exchange leaves the same spaces
and the same heads, unless the drop alone fills the board: then the game is over at once, and the
same spaces have the same owners, but the move is not made. Where the drop is mandatory, a turn that
fills the board before its drop becomes one that drops on the last space instead of moving there.
So both orders lead to the same ends of turns, but for where heads lie on a full board; there they
no longer count, and so the game is worth the same under both.

here, there   the spaces that a head moves from and to
spot          the space of the drop
region        a set of spaces; a group is the least that holds a space and is closed under stepping
              to own stones
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.grow import constraints
from ruleproof.models.grow.positions import (
    colours,
    empty_of,
    heads_on,
    in_setup,
    mine_of,
    new_head_moves,
    some,
)
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.symbolic.cells import (
    Cells,
    alike,
    common,
    flood,
    fresh_set,
    is_empty,
    near,
    single,
    together,
    union,
    without,
)
from ruleproof.models.symbolic.logic import conj, disj, equal, iff, implies, neg, plus, truth
from ruleproof.models.symbolic.states import fresh, same

SPACE = z3.DeclareSort("Space")
_next = z3.Function("next", SPACE, SPACE, z3.BoolSort())
_region = z3.Function("region", SPACE, z3.BoolSort())
_c, _d, _here, _there, _spot = (
    z3.Const(name, SPACE) for name in ("c", "d", "here", "there", "spot")
)

OfSpace = Callable[[Any], Any]


class Stage(NamedTuple):
    """A board amid a turn: the mover's spaces, the others', and the mover's ready and spent heads
    on each space.
    """

    own: OfSpace
    others: OfSpace
    ready: OfSpace
    spent: OfSpace


_FIRST = Stage(
    z3.Function("own", SPACE, z3.BoolSort()),
    z3.Function("others", SPACE, z3.BoolSort()),
    z3.Function("ready", SPACE, z3.IntSort()),
    z3.Function("spent", SPACE, z3.IntSort()),
)


def _empty(stage: Stage, space: Any) -> Any:
    return z3.Not(z3.Or(stage.own(space), stage.others(space)))


def _full(stage: Stage) -> Any:
    return z3.ForAll([_c], z3.Not(_empty(stage, _c)))


def _one_at(space: Any, at: Any) -> Any:
    return z3.If(space == at, 1, 0)


def _leapt(stage: Stage) -> Stage:
    """The stage after the head's move from here to there."""
    return Stage(
        lambda c: z3.Or(stage.own(c), c == _there),
        stage.others,
        lambda c: stage.ready(c) - _one_at(c, _here),
        lambda c: stage.spent(c) + _one_at(c, _there),
    )


def _dropped(stage: Stage, rests: Any) -> Stage:
    """The stage after a drop on the spot; the new head rests, or is ready."""
    return Stage(
        lambda c: z3.Or(stage.own(c), c == _spot),
        stage.others,
        lambda c: stage.ready(c) + z3.If(rests, 0, _one_at(c, _spot)),
        lambda c: stage.spent(c) + z3.If(rests, _one_at(c, _spot), 0),
    )


def _has_head(stage: Stage) -> Any:
    """Whether a ready head is `here`, on an own space, and `there` is another one."""
    return z3.And(stage.own(_here), stage.ready(_here) >= 1, _here != _there)


def _by_a(stage: Stage) -> Any:
    return z3.And(_next(_here, _there), _empty(stage, _there))


def _in_group(stage: Stage) -> Any:
    """Whether `there` is in the region if `here` is and the region is closed under stepping to own
    stones.
    """
    closed = z3.ForAll(
        [_c, _d], z3.Implies(z3.And(_region(_c), _next(_c, _d), stage.own(_d)), _region(_d))
    )
    return z3.Implies(z3.And(_region(_here), closed), _region(_there))


def _alike(one: Stage, other: Stage) -> Any:
    """Whether all spaces have the same owners and heads."""
    return z3.ForAll([_c], z3.And(*(a(_c) == b(_c) for a, b in zip(one, other, strict=True))))


def _owned_alike(one: Stage, other: Stage) -> Any:
    return z3.ForAll([_c], one.own(_c) == other.own(_c))


def exchange_goals(game: Game) -> list[Goal]:
    """Show that the drop after a head's move is legal before it, the move after the drop unless the
    board is full, and both orders lead to the same.
    """
    rests = z3.Bool("rests")
    apart = z3.ForAll([_c], z3.Not(z3.And(_FIRST.own(_c), _FIRST.others(_c))))
    leapt, drop_first = _leapt(_FIRST), _dropped(_FIRST, rests)
    last = _dropped(leapt, rests)
    by_b = z3.And(_in_group(_FIRST), _FIRST.own(_there))
    move = z3.And(apart, _has_head(_FIRST), z3.Or(_by_a(_FIRST), by_b))
    pair = [move, _empty(leapt, _spot)]
    still_b = z3.And(_in_group(drop_first), drop_first.own(_there))
    drop_instead = z3.substitute(_full(drop_first), (_spot, _there))
    return [
        Goal("no drop before the move", [*pair, z3.Not(_empty(_FIRST, _spot))]),
        Goal("no head after the drop", [*pair, z3.Not(_has_head(drop_first))]),
        Goal("no option A after the drop", [*pair, _by_a(_FIRST), z3.Not(_by_a(drop_first))]),
        Goal("no option B after the drop", [*pair, by_b, z3.Not(still_b)]),
        Goal("other spaces or heads", [*pair, z3.Not(_alike(last, _leapt(drop_first)))]),
        Goal(
            "a board filled by the drop with other owners",
            [*pair, _full(drop_first), z3.Not(_owned_alike(last, drop_first))],
        ),
        Goal(
            "a last space that cannot be dropped on",
            [
                move,
                z3.Not(_full(_FIRST)),
                _full(leapt),
                z3.Not(z3.And(_empty(_FIRST, _there), drop_instead)),
            ],
        ),
        Goal("a drop after a move", pair, "sat"),
        Goal("a board filled by the drop", [*pair, _full(drop_first)], "sat"),
    ]


def _beside(game: Game, space: int) -> Cells:
    cells = set(near(game.field, space))
    return tuple(truth(cell in cells) for cell in range(game.board.size))


def _abstractly_legal(game: Game, p: Any, origin: int, closed: Cells) -> Cells:
    """The spaces that a head on the origin may move to, if `closed` is its group."""
    by_a = common(_beside(game, origin), empty_of(p))
    return without(union(by_a, closed), single(game.field, origin))


def exchange_checks(game: Game) -> list[Goal]:
    """Check that on the board a head's move and a drop are legal just where they are abstractly,
    and have their abstract effects. Under `drop-first` it is only asked that no head has moved
    before a drop, and, where it is mandatory, that none moves before it.
    """
    free = make_game(game.rulebook, game.board.text, game.settings | {"order": "free"})
    first = make_game(game.rulebook, game.board.text, game.settings | {"order": "drop-first"})
    p, move, q = fresh(free, "p"), constraints.fresh_move(free, "m"), fresh(free, "q")
    known = [
        constraints.wellformed(free, p),
        neg(constraints.over(free, p)),
        neg(in_setup(free, p)),
    ]
    legal = together(constraints.legal(free, p, move))
    drops, leaps = neg(is_empty(move.drop)), neg(is_empty(move.origin))
    return [
        *_leap_checks(free, p, move, [*known, leaps], legal),
        *_drop_checks(free, p, move, known, legal),
        Goal("another effect", [*known, together(constraints.step(free, p, move, q)),
             neg(_abstract_effect(free, p, move, q))]),
        *_order_checks(free, first, p, move, known, drops, leaps),
    ]  # fmt: skip


def _leap_checks(game: Game, p: Any, move: Any, known: Sequence[Any], legal: Any) -> list[Goal]:
    """Check that a legal move of a head is one by option A, or leads into every closed set; and
    that all moves of the abstraction are legal. The group itself is one such set.
    """
    mine, region = mine_of(game, p), fresh_set(game, "region")
    size = range(game.board.size)
    closed = conj(
        *(implies(conj(region[a], mine[b]), region[b]) for a in size for b in near(game.field, a))
    )
    goals: list[Goal] = []
    for origin, name in enumerate(game.board.names):
        here = alike(move.origin, single(game.field, origin))
        target = union(move.target)
        own_head = conj(mine[origin], some(p.ready)[origin])
        group = flood(game.field, common(single(game.field, origin), mine), mine)
        within = _abstractly_legal(game, p, origin, group)
        inside = neg(is_empty(common(target, within)))
        beside = neg(is_empty(common(target, common(_beside(game, origin), empty_of(p)))))
        reached = neg(is_empty(common(target, common(region, mine))))
        goals += [
            Goal(f"another move from {name}", [*known, here, legal, neg(conj(own_head, inside))]),
            Goal(
                f"a move from {name} out of a closed set",
                [*known, here, legal, closed, region[origin], neg(disj(beside, reached))],
            ),
            Goal(
                f"no move from {name}", [*known, here, _whole(move), own_head, inside, neg(legal)]
            ),
        ]
    return goals


def _whole(move: Any) -> Any:
    """Whether the parts make one move of a head."""
    return constraints.is_one(move)


def _drop_checks(game: Game, p: Any, move: Any, known: Sequence[Any], legal: Any) -> list[Goal]:
    """Check that a drop is legal on every empty space, once a turn."""
    goals: list[Goal] = []
    for space, name in enumerate(game.board.names):
        there = constraints.move_is(game, move, space)
        asked = conj(empty_of(p)[space], equal(p.dropped, 0))
        goals.append(Goal(f"a drop on {name}", [*known, there, neg(iff(legal, asked))]))
    return goals


def _abstract_effect(game: Game, p: Any, move: Any, q: Any) -> Any:
    """Whether, within the turn, the mover alone gains: the space of the drop or the target. There
    is a ready head less where one left and a spent one more where it came to; a new one is ready or
    spent.
    """
    rests = not new_head_moves(game)
    mine, gained = mine_of(game, p), union(move.drop, move.target)
    ready, spent = heads_on(p.ready), heads_on(p.spent)
    ready_after, spent_after = heads_on(q.ready), heads_on(q.spent)
    parts: list[Any] = [alike(mine_of(game, q), union(mine, gained))]
    others = without(union(*colours(p)), mine)
    parts.append(alike(without(union(*colours(q)), mine_of(game, q)), others))

    def one(part: Any) -> Any:
        return z3.If(part, z3.BitVecVal(1, 16), z3.BitVecVal(0, 16))

    for space in range(game.board.size):
        drop, origin, target = (one(part[space]) for part in (move.drop, move.origin, move.target))
        nothing = z3.BitVecVal(0, 16)
        parts += [
            equal(plus(ready_after[space], origin), plus(ready[space], nothing if rests else drop)),
            equal(spent_after[space], plus(plus(spent[space], target), drop if rests else nothing)),
        ]
    return implies(neg(move.end), conj(*parts))


def _order_checks(
    free: Game, first: Game, p: Any, move: Any, known: Sequence[Any], drops: Any, leaps: Any
) -> list[Goal]:
    """Check that under `drop-first` a move is legal just if it is under `free` and comes in that
    order; it does the same under both.
    """
    spent = neg(is_empty(some(p.spent)))
    legal, ordered = (together(constraints.legal(one, p, move)) for one in (free, first))
    owed = truth(free.settings["drop"] == "mandatory")
    asked = conj(implies(drops, neg(spent)), implies(conj(leaps, owed), equal(p.dropped, 1)))
    q, r = fresh(free, "q"), fresh(free, "r")
    effects = [together(constraints.effect(free, p, move, q)),
               together(constraints.effect(first, p, move, r))]  # fmt: skip
    return [
        Goal("another order", [*known, neg(iff(ordered, conj(legal, asked)))]),
        Goal("another effect in order", [*known, ordered, *effects, neg(same(q, r))]),
    ]


def worth_checks(game: Game) -> list[Goal]:
    """Check that `exchange_checks` hold, and that on a full board the owners alone tell the
    points.
    """
    p, q = fresh(game, "p"), fresh(game, "q")
    full = [constraints.wellformed(game, p), constraints.wellformed(game, q), is_empty(empty_of(p))]
    owners = conj(*(alike(a, b) for a, b in zip(colours(p), colours(q), strict=True)))
    points = conj(
        *(
            equal(constraints.score(game, p, player), constraints.score(game, q, player))
            for player in range(len(game.players))
        )
    )
    over = conj(constraints.over(game, p), constraints.over(game, q))
    return [
        *exchange_checks(game),
        Goal("points told by heads", [*full, owners, neg(conj(points, over))]),
    ]
