"""Grow: a player's choices on every board, as goals for z3, like those of `theorems.py`.

late      the time for this turn's drop has passed: a head has moved, where drops come first
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.grow import constraints
from ruleproof.models.grow.positions import chosen_is, empty_of, heads_on, some
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import is_empty, together
from ruleproof.models.symbolic.logic import FALSE, conj, disj, equal, neg, plus
from ruleproof.models.symbolic.states import fresh

# 4. A legal drop


def drop_goals(game: Game) -> list[Goal]:
    """Show that a drop is legal on a space that is empty if none was made in this turn and it is
    not too late for one; nothing else is asked.
    """
    space = z3.DeclareSort("Space")
    empty, legal = (z3.Function(name, space, z3.BoolSort()) for name in ("empty", "legal"))
    dropped, late = z3.Bools("dropped late")
    c, here = z3.Consts("c here", space)
    asked = z3.ForAll([c], legal(c) == z3.And(empty(c), z3.Not(dropped), z3.Not(late)))
    to_come = [asked, z3.Not(dropped), z3.Not(late)]
    return [
        Goal("an empty space where no drop is legal", [*to_come, empty(here), z3.Not(legal(here))]),
        Goal("a drop elsewhere", [*to_come, legal(here), z3.Not(empty(here))]),
        Goal("an empty space", [*to_come, empty(here)], "sat"),
    ]


def drop_checks(game: Game) -> list[Goal]:
    """Check that on the board a drop is legal just on the empty spaces, if it is still to come."""
    p, move = fresh(game, "p"), constraints.fresh_move(game, "m")
    known = [constraints.wellformed(game, p), neg(constraints.over(game, p))]
    spent = neg(is_empty(some(p.spent)))
    late = spent if chosen_is(game, "order", "drop-first") else FALSE
    to_come = conj(equal(p.dropped, 0), neg(late))
    legal = together(constraints.legal(game, p, move))
    goals: list[Goal] = []
    for space, name in enumerate(game.board.names):
        there = constraints.move_is(game, move, space)
        asked = conj(to_come, empty_of(p)[space])
        wrong = disj(conj(legal, neg(asked)), conj(neg(legal), asked))
        goals.append(Goal(f"a drop on {name}", [*known, there, wrong]))
    return goals


# 10. Option C


def staying_goals(game: Game) -> list[Goal]:
    """Show that as many heads are on each space when the turn is over, whether a head stays or
    moves to the space it is on: ready and spent ones are put together then.
    """
    ready, spent, ready_home, spent_home = z3.Ints("ready spent ready' spent'")
    home = [ready >= 1, spent >= 0, ready_home == ready - 1, spent_home == spent + 1]
    return [
        Goal("other heads at the end", [*home, ready + spent != ready_home + spent_home]),
        Goal("a head that is ready", home, "sat"),
    ]


def staying_checks(game: Game) -> list[Goal]:
    """Check that on the board the heads on each space at the end of a turn are the ready and the
    spent ones there, whatever else the turn was.
    """
    p, move, q = fresh(game, "p"), constraints.fresh_move(game, "m"), fresh(game, "q")
    ends = conj(
        constraints.wellformed(game, p), together(constraints.step(game, p, move, q)), move.end
    )
    ready, spent = heads_on(p.ready), heads_on(p.spent)
    after, left = heads_on(q.ready), heads_on(q.spent)
    otherwise = disj(
        *(
            neg(conj(equal(after[space], plus(ready[space], spent[space])), equal(left[space], 0)))
            for space in range(game.board.size)
        )
    )
    return [Goal("heads are otherwise at the end", [ends, otherwise])]
