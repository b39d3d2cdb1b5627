"""Grow (Fred Chan, 2021–2024): theorems for every board, as goals for z3.

Spaces and players are uninterpreted sorts: there may be any number of them, and any spaces may be
next to each other. The *abstraction* keeps a part of a micro-move; the `checks` hold it against the
constraints on a concrete board.

won       the spaces that a micro-move makes the mover's
region    a set of spaces around which all spaces are somebody else's than its inmate's
allowance the spaces that the mover can still gain in his turn
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportOptionalMemberAccess=false

from __future__ import annotations

from typing import Any

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
    shares,
    total,
    truth_number,
)
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Clause,
    at,
    common,
    count,
    fresh_set,
    is_empty,
    near,
    together,
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
    implies,
    ite,
    less,
    minus,
    neg,
    number,
    plus,
)
from ruleproof.models.symbolic.states import fresh

SPACE = z3.DeclareSort("Space")
PLAYER = z3.DeclareSort("Player")
TRUTH = z3.BoolSort()

_own = z3.Function("own", PLAYER, SPACE, TRUTH)
_own_after = z3.Function("own'", PLAYER, SPACE, TRUTH)
_won = z3.Function("won", SPACE, TRUTH)
_next = z3.Function("next", SPACE, SPACE, TRUTH)
_region = z3.Function("region", SPACE, TRUTH)
_mover, _one, _two = (z3.Const(name, PLAYER) for name in ("mover", "one", "two"))
_c, _d, _here, _there = (z3.Const(name, SPACE) for name in ("c", "d", "here", "there"))


def _integers(names: str) -> list[Any]:
    """Whole numbers of those names."""
    return list(z3.Ints(names))


def _turn_of_hands() -> list[Any]:
    """The abstract micro-move: it makes empty spaces and the mover's own the mover's."""
    nobodys = z3.ForAll([_one], z3.Not(_own(_one, _c)))
    return [
        z3.ForAll([_c], z3.Implies(_won(_c), z3.Or(_own(_mover, _c), nobodys))),
        z3.ForAll(
            [_one, _c],
            _own_after(_one, _c) == z3.Or(_own(_one, _c), z3.And(_one == _mover, _won(_c))),
        ),
    ]


def _one_owner(own: Any) -> Any:
    """Whether no space has two owners."""
    return z3.ForAll(
        [_one, _two, _c], z3.Implies(z3.And(own(_one, _c), own(_two, _c)), _one == _two)
    )


def _any_step(game: Game, *, even_if_over: bool = False) -> tuple[Any, Any, Any, Formula]:
    """A well-formed position, a micro-move, the position after it, and the clauses that they are
    these.
    """
    p, move, q = fresh(game, "p"), constraints.fresh_move(game, "m"), fresh(game, "q")
    clauses: list[Clause] = [
        clause
        for clause in constraints.step(game, p, move, q)
        if not (even_if_over and clause.name == "play goes on")
    ]
    return p, move, q, conj(constraints.wellformed(game, p), together(clauses))


def _hands_keep(game: Game, p: Any, q: Any) -> Formula:
    """Whether on the board only the mover gains, and only empty spaces, and nobody loses."""
    mine, empty = mine_of(game, p), empty_of(p)
    gained = union(
        *(without(after, before) for before, after in zip(colours(p), colours(q), strict=True))
    )
    return conj(
        *(within(before, after) for before, after in zip(colours(p), colours(q), strict=True)),
        within(gained, empty),
        *(
            implies(neg(equal(p.side, index)), within(after, before))
            for index, (before, after) in enumerate(
                zip(shares(game, p), shares(game, q), strict=True)
            )
        ),
        within(mine, union(*colours(q))),
    )


# 1. Spaces stay occupied and keep their owner


def owners_goals(game: Game) -> list[Goal]:
    """Show that no space is lost, and none comes to have two owners."""
    step = _turn_of_hands()
    return [
        Goal("a space lost", [*step, _own(_one, _here), z3.Not(_own_after(_one, _here))]),
        Goal("two owners", [*step, _one_owner(_own), z3.Not(_one_owner(_own_after))]),
        Goal("a space won", [*step, _one_owner(_own), _own_after(_mover, _c), _won(_c)], "sat"),
    ]


def hands_checks(game: Game) -> list[Goal]:
    """Check that every micro-move on the board is an abstract one; the space won is its drop or its
    target.
    """
    p, move, q, step = _any_step(game)
    gained = union(
        *(without(after, before) for before, after in zip(colours(p), colours(q), strict=True))
    )
    return [
        Goal("hands change otherwise", [step, neg(_hands_keep(game, p, q))]),
        Goal("won elsewhere", [step, neg(within(gained, union(move.drop, move.target)))]),
    ]


# 2. Heads are drops


def drops_goals(game: Game) -> list[Goal]:
    """Show that heads are still as many as drops, if they were before."""
    heads, drops, dropped = _integers("heads drops dropped")
    return [
        Goal("heads and drops part", [heads == drops, heads + dropped != drops + dropped]),
        Goal("as many heads as drops", [heads == drops, drops > 0], "sat"),
    ]


def drops_checks(game: Game) -> list[Goal]:
    """Check that on the board each player's heads grow by one with his own drop, else not at
    all.
    """
    p, move, q, step = _any_step(game)
    drops = neg(is_empty(move.drop))

    def heads(state: Any, spaces: Any) -> Number:
        ready, spent = heads_on(state.ready), heads_on(state.spent)
        return plus(total(spaces, ready), total(spaces, spent))

    as_many = [
        equal(
            heads(q, after),
            plus(heads(p, before), truth_number(conj(drops, equal(p.side, player)))),
        )
        for player, (before, after) in enumerate(zip(shares(game, p), shares(game, q), strict=True))
    ]
    return [Goal("heads change otherwise", [step, neg(conj(*as_many))])]


# 3. What a turn gains


def gain_goals(game: Game) -> list[Goal]:
    """Show that if no micro-move lets spaces and allowance together grow, the turn gains at most
    the allowance at its start.
    """
    spaces, allowance, spaces_after, allowance_after, first = _integers("s a s' a' first")
    step = [spaces_after + allowance_after <= spaces + allowance, allowance_after >= 0]
    return [
        Goal(
            "the sum grows along the turn",
            [*step, spaces + allowance <= first, spaces_after + allowance_after > first],
        ),
        Goal(
            "more gained than allowed", [*step, spaces + allowance <= first, spaces_after > first]
        ),
        Goal("a space gained", [*step, spaces_after > spaces], "sat"),
    ]


def _allowance(game: Game, p: Any) -> Number:
    """The ready heads, one more while no head is dropped, and one for its own move."""
    extra = number(2) if new_head_moves(game) else number(1)
    ready = total(mine_of(game, p), heads_on(p.ready))
    return ite(equal(p.dropped, 1), ready, plus(ready, extra))


def gain_checks(game: Game) -> list[Goal]:
    """Check that on the board no micro-move within a turn lets spaces and allowance together
    grow.
    """
    p, _, q, step = _any_step(game)
    before = plus(count(mine_of(game, p)), _allowance(game, p))
    after = plus(count(mine_of(game, q)), _allowance(game, q))
    same_turn = conj(neg(in_setup(game, p)), equal(p.side, q.side))
    return [Goal("the sum grows", [step, same_turn, less(before, after)])]


# 5. With a mandatory drop no position comes again


def rank_goals(game: Game) -> list[Goal]:
    """Show that a rank that falls, and never comes below 0, does not come again."""
    one, two, three = (_integers(f"{name}1 {name}2 {name}3") for name in "abc")
    return [
        Goal("a rank below itself", [_falls(one, one)]),
        Goal(
            "falling twice is no fall",
            [_falls(one, two), _falls(two, three), z3.Not(_falls(one, three))],
        ),
        Goal("a rank that falls", [_falls(one, two)], "sat"),
    ]


def _falls(one: Any, two: Any) -> Any:
    """Whether the second rank is below the first, compared as words in a dictionary are."""
    falls = z3.BoolVal(False)
    for a, b in reversed(list(zip(one, two, strict=True))):
        falls = z3.Or(b < a, z3.And(a == b, falls))
    return falls


def rank_checks(game: Game) -> list[Goal]:
    """Check that on the board each micro-move lowers the rank: empty spaces and this turn's drop
    together, then whether the drop is still to come, then ready heads.
    """
    p, _, q, step = _any_step(game)

    def rank(state: Any) -> tuple[Number, ...]:
        ready = total(mine_of(game, state), heads_on(state.ready))
        return plus(count(empty_of(state)), state.dropped), minus(1, state.dropped), ready

    falls: Formula = FALSE
    for a, b in reversed(list(zip(rank(p), rank(q), strict=True))):
        falls = disj(less(b, a), conj(equal(a, b), falls))
    return [Goal("the rank does not fall", [step, neg(falls)])]


# 6. Encirclement


def _walled(own: Any) -> Any:
    """Whether all spaces next to the region, outside it, are somebody else's than player one's."""
    others = z3.Exists([_two], z3.And(_two != _one, own(_two, _d)))
    return z3.ForAll(
        [_c, _d], z3.Implies(z3.And(_region(_c), _next(_c, _d), z3.Not(_region(_d))), others)
    )


def region_goals(game: Game) -> list[Goal]:
    """Show that a head of player one in the region stays in it, whichever option it takes, and the
    region stays walled whatever anyone does. A group is the least set that holds the head and is
    closed under stepping to own stones; the goals use of it only the facts about this region.
    """
    others = z3.Exists([_two], z3.And(_two != _one, _own(_two, _there)))
    stepping = z3.ForAll(
        [_c, _d], z3.Implies(z3.And(_region(_c), _next(_c, _d), _own(_one, _d)), _region(_d))
    )
    by_a = z3.And(_next(_here, _there), z3.Not(others))
    by_b = z3.Implies(z3.And(_region(_here), stepping), _region(_there))
    known = [_one_owner(_own), _walled(_own), _region(_here)]
    return [
        Goal("out by option A", [*known, by_a, z3.Not(_region(_there))]),
        Goal("out by option B", [*known, by_b, z3.Not(_region(_there))]),
        Goal("a hole in the wall", [*_turn_of_hands(), _walled(_own), z3.Not(_walled(_own_after))]),
        Goal("a walled region", [*known, _next(_here, _there), z3.Not(_region(_there))], "sat"),
    ]


def region_checks(game: Game) -> list[Goal]:
    """Check that on the board a head moves to a space beside it that is no one else's, or within
    every set that holds it and is closed under stepping to own stones; and hands change as
    abstractly.
    """
    p, move, q, step = _any_step(game)
    mine = mine_of(game, p)
    region = fresh_set(game, "region")
    closed = conj(
        *(
            implies(conj(region[a], mine[b]), region[b])
            for a in range(game.board.size)
            for b in near(game.field, a)
        )
    )
    beside = at(
        move.origin,
        [
            tuple(z3.BoolVal(b in near(game.field, a)) for b in range(game.board.size))
            for a in range(game.board.size)
        ],
    )
    others = without(union(*colours(p)), mine)
    by_a = neg(is_empty(common(move.target, without(beside, others))))
    leaps = neg(is_empty(move.origin))
    outside = [leaps, within(move.origin, region), closed, neg(within(move.target, region))]
    return [
        Goal("a head moves otherwise", [step, *outside, neg(by_a)]),
        Goal("hands change otherwise", [step, neg(_hands_keep(game, p, q))]),
    ]


# 8. Highways


def highway_goals(game: Game) -> list[Goal]:
    """Show that a head that comes to an own space changes no one's spaces, and so no group."""
    own_target = z3.ForAll([_c], z3.Implies(_won(_c), _own(_mover, _c)))
    changed = _own_after(_one, _here) != _own(_one, _here)
    return [
        Goal("a group changed", [*_turn_of_hands(), own_target, changed]),
        Goal("a head on the way", [*_turn_of_hands(), own_target, _won(_c)], "sat"),
    ]


# 13. Nothing is left to gain on a full board


def full_goals(game: Game) -> list[Goal]:
    """Show that a micro-move changes no owner, once every space has one."""
    full = z3.ForAll([_c], z3.Exists([_one], _own(_one, _c)))
    step = [*_turn_of_hands(), _one_owner(_own), full]
    changed = _own_after(_two, _here) != _own(_two, _here)
    return [
        Goal("spaces change", [*step, changed]),
        Goal("a full board", [*step, _own(_one, _here)], "sat"),
    ]


def full_checks(game: Game) -> list[Goal]:
    """Check that every micro-move on the board, had the game not ended, is an abstract one."""
    p, _, q, step = _any_step(game, even_if_over=True)
    return [Goal("hands change otherwise", [step, neg(_hands_keep(game, p, q))])]
