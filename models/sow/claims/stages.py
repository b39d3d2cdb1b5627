"""Sow?: theorems about every turn on every board, as goals for z3.

A turn is taken apart into stages: a stack is lifted, its pieces are put down one by one on the
squares of a path, and at an exit those still in hand are resolved. Squares are an uninterpreted
sort: there may be any number of them, and any may lie beside each other. The *abstraction* keeps a
part of a turn; the `checks` hold it against the constraints on a concrete board.

hand      the pieces of each player that are lifted and not yet put down
weight    a number for each square that a piece there counts for, another for each player
total     what the pieces of a player on the board weigh together
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportOperatorIssue=false, reportIndexIssue=false, reportOptionalMemberAccess=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.play.game import Game

SQUARE = z3.DeclareSort("Square")
_weight_mine, _weight_theirs, _height = (
    z3.Function(name, SQUARE, z3.IntSort()) for name in ("weight", "weight'", "height")
)
_stack_mine, _stack_theirs = (
    z3.Function(name, SQUARE, z3.IntSort()) for name in ("stack", "stack'")
)


class Stage(NamedTuple):
    """The stage of a turn: the square reached, whether anything was put down, the pieces in hand,
    the totals, and the mover's pieces that have left the board.
    """

    at: Any
    moved: Any
    mine: Any
    theirs: Any
    total_mine: Any
    total_theirs: Any
    gone: Any


def _stage(name: str) -> Stage:
    """A stage of new variables."""
    words = "mine theirs total_mine total_theirs gone"
    numbers = z3.Ints(" ".join(f"{name}.{word}" for word in words.split()))
    return Stage(z3.Const(f"{name}.at", SQUARE), z3.Bool(f"{name}.moved"), *numbers)


BEFORE = z3.Ints("total_mine total_theirs")
"""The totals before the turn."""


def _lifted(s: Stage) -> Any:
    """Whether the mover lifts a stack whose top piece is his."""
    mine, theirs = BEFORE
    return z3.And(
        z3.Not(s.moved),
        s.mine == _stack_mine(s.at),
        s.theirs == _stack_theirs(s.at),
        s.mine >= 1,
        s.theirs >= 0,
        s.total_mine == mine - s.mine * _weight_mine(s.at),
        s.total_theirs == theirs - s.theirs * _weight_theirs(s.at),
        s.gone == 0,
    )


def _put_down(s: Stage, t: Stage) -> Any:
    """Whether one piece goes from the hand to the next square."""
    mine = z3.And(
        s.mine >= 1,
        t.mine == s.mine - 1,
        t.theirs == s.theirs,
        t.total_mine == s.total_mine + _weight_mine(t.at),
        t.total_theirs == s.total_theirs,
    )
    theirs = z3.And(
        s.theirs >= 1,
        t.theirs == s.theirs - 1,
        t.mine == s.mine,
        t.total_theirs == s.total_theirs + _weight_theirs(t.at),
        t.total_mine == s.total_mine,
    )
    return z3.And(t.moved, t.gone == s.gone, z3.Or(mine, theirs))


def _exited(s: Stage, t: Stage) -> Any:
    """Whether the mover's pieces in hand leave the board, the other's stay on the square
    reached.
    """
    return z3.And(
        t.at == s.at,
        t.mine == 0,
        t.theirs == 0,
        t.gone == s.mine,
        t.total_mine == s.total_mine,
        t.total_theirs == s.total_theirs + s.theirs * _weight_theirs(s.at),
    )


Kept = Callable[[Stage], Any]
"""A formula on a stage."""


def _goals(kept: Kept, comes_to: Kept, ahead: Callable[[Stage, Stage], Any]) -> list[Goal]:
    """Show that `kept` holds from the lifting on, while pieces are put down on squares `ahead`, and
    leads to `comes_to` when nothing is left in hand, at an exit or without one.
    """
    s, t = _stage("s"), _stage("t")
    held = [s.mine >= 0, s.theirs >= 0, kept(s)]
    put = [_put_down(s, t), ahead(s, t)]
    return [
        Goal("a stack is lifted", [_lifted(s), z3.Not(kept(s))]),
        Goal("a piece is put down", [*held, *put, z3.Not(kept(t))]),
        Goal("the hand is empty", [*held, s.moved, s.mine + s.theirs == 0, z3.Not(comes_to(s))]),
        Goal("an exit", [*held, _exited(s, t), z3.Not(comes_to(t))]),
        Goal("a piece is put down at all", [_lifted(s), *put], "sat"),
    ]


def _anywhere(s: Stage, t: Stage) -> Any:
    return z3.BoolVal(True)


def _ones() -> Any:
    """Weighs every piece 1, so that totals are numbers of pieces."""
    c = z3.Const("c", SQUARE)
    return z3.ForAll([c], z3.And(_weight_mine(c) == 1, _weight_theirs(c) == 1))


def _under(assumption: Any, goals: Sequence[Goal]) -> list[Goal]:
    return [goal._replace(formulas=[assumption, *goal.formulas]) for goal in goals]


# 1. Pieces


def pieces_goals(game: Game) -> Sequence[Goal]:
    """Show that the mover's pieces in hand at an exit are gone, none of the other's is; and
    entering a piece leaves as many on the board and waiting together.
    """
    mine, theirs = BEFORE
    waiting = z3.Int("waiting")
    turn = _goals(
        lambda s: z3.And(
            s.total_mine + s.mine == mine, s.total_theirs + s.theirs == theirs, s.gone == 0
        ),
        lambda s: z3.And(s.total_mine == mine - s.gone, s.total_theirs == theirs),
        _anywhere,
    )
    entered = z3.Not(mine + 1 + (waiting - 1) == mine + waiting)
    return [*_under(_ones(), turn), Goal("a piece is entered", [waiting >= 1, entered])]


def others_goals(game: Game) -> Sequence[Goal]:
    """Show that the other player has as many pieces on the board as before."""
    _, theirs = BEFORE
    return _under(
        _ones(),
        _goals(
            lambda s: s.total_theirs + s.theirs == theirs,
            lambda s: s.total_theirs == theirs,
            _anywhere,
        ),
    )


def mover_goals(game: Game) -> Sequence[Goal]:
    """Show that whoever is to move after a turn has a piece, as he had one before it."""
    _, theirs = BEFORE
    waiting = z3.Int("waiting")
    return _under(
        z3.And(_ones(), theirs + waiting > 0, waiting >= 0),
        _goals(
            lambda s: s.total_theirs + s.theirs + waiting > 0,
            lambda s: s.total_theirs + waiting > 0,
            _anywhere,
        ),
    )


# 3. Steps to go


def _onward(weight: Any, falls: bool) -> Callable[[Stage, Stage], Any]:
    """Whether the first square lies further than the start and none lies back, so that the weight
    falls, or rises, at first, and never turns.
    """

    def ahead(s: Stage, t: Stage) -> Any:
        here, there = (weight(s.at), weight(t.at)) if falls else (weight(t.at), weight(s.at))
        return z3.And(here >= there, z3.Implies(z3.Not(s.moved), here > there))

    return ahead


def advance_goals(game: Game) -> Sequence[Goal]:
    """Show that the mover's pieces have less to go after a turn than before it, as every square is
    some steps from the end. To enter a piece is one step.
    """
    mine, _ = BEFORE
    c = z3.Const("c", SQUARE)
    far = z3.ForAll([c], _weight_mine(c) >= 1)

    def kept(s: Stage) -> Any:
        weighed = s.total_mine + s.mine * _weight_mine(s.at)
        return z3.If(s.moved, weighed < mine, z3.And(weighed <= mine, s.mine >= 1))

    turn = _goals(kept, lambda s: s.total_mine < mine, _onward(_weight_mine, falls=True))
    return _under(far, turn)


def never_back_goals(game: Game) -> Sequence[Goal]:
    """Show that the other player's pieces have no less to go after a turn than before it."""
    _, theirs = BEFORE
    return _goals(
        lambda s: s.total_theirs + s.theirs * _weight_theirs(s.at) >= theirs,
        lambda s: s.total_theirs >= theirs,
        _onward(_weight_theirs, falls=False),
    )


# 2, 4. Heights


def _height_goals(name: str, comes_to: Callable[[Any, Any], Any]) -> list[Goal]:
    """Show that heights respect the limit after each stage: a piece is put down on squares
    that the path has not met before and that held fewer before the turn, and pieces left behind at
    an exit fit on the last square.
    """
    limit, left = z3.Ints("limit left")
    start, there, c = z3.Consts("start there c", SQUARE)
    heights = z3.ArraySort(SQUARE, z3.IntSort())
    squares = z3.ArraySort(SQUARE, z3.BoolSort())
    now, then = (z3.Const(word, heights) for word in ("now", "then"))
    passed = z3.Const("passed", squares)

    def kept(high: Any, met: Any) -> Any:
        return z3.And(
            met[start],
            z3.ForAll([c], high[c] <= limit),
            z3.ForAll([c], z3.Or(met[c], high[c] == _height(c))),
        )

    known = z3.And(limit >= 1, z3.ForAll([c], z3.And(_height(c) >= 0, _height(c) <= limit)))
    lifted = z3.ForAll([c], now[c] == z3.If(c == start, 0, _height(c)))
    only_start = z3.ForAll([c], passed[c] == (c == start))
    lands = z3.And(z3.Not(passed[there]), _height(there) < limit)
    put = then == z3.Store(now, there, now[there] + 1)
    behind = then == z3.Store(now, there, now[there] + left)
    fits = z3.And(left >= 0, now[there] + left <= limit)
    held = [known, kept(now, passed)]
    after = z3.Store(passed, there, True)
    return [
        Goal("a stack is lifted", [known, lifted, only_start, z3.Not(kept(now, passed))]),
        Goal("a piece is put down", [*held, lands, put, z3.Not(kept(then, after))]),
        Goal("pieces are left behind", [*held, fits, behind, z3.Not(comes_to(then, limit))]),
        Goal(name, [*held, z3.Not(comes_to(now, limit))]),
        Goal("a piece is put down at all", [known, lifted, only_start, lands, put], "sat"),
    ]


def limit_goals(game: Game) -> Sequence[Goal]:
    """Show that no stack is higher than the limit."""
    c = z3.Const("c", SQUARE)
    return _height_goals("the turn ends", lambda high, limit: z3.ForAll([c], high[c] <= limit))


def block_goals(game: Game) -> Sequence[Goal]:
    """Show that every square of a path gets a piece, so none of them held as many as the limit: a
    block on the path contradicts the limit alone.
    """
    limit = z3.Int("limit")
    square = z3.Const("square", SQUARE)
    gets = z3.Function("gets a piece", SQUARE, z3.BoolSort())
    on_path = z3.Function("on the path", SQUARE, z3.BoolSort())
    c = z3.Const("c", SQUARE)
    sown = z3.ForAll([c], z3.Implies(on_path(c), gets(c)))
    limited = z3.ForAll([c], z3.Implies(gets(c), _height(c) < limit))
    block = z3.And(on_path(square), _height(square) >= limit)
    return [
        Goal("a block on the path", [sown, limited, block]),
        Goal("a path at all", [sown, limited, on_path(square)], "sat"),
    ]


# 5. A stack on the far column


def far_goals(game: Game) -> Sequence[Goal]:
    """Show that a stack on the far column that respects the limit can be taken off at once: its
    owner has a piece in hand, and what stays behind was there before.
    """
    limit, mine, theirs = z3.Ints("limit mine theirs")
    stack = [mine >= 1, theirs >= 0]
    fits = z3.Or(theirs == 0, theirs <= limit)
    return [
        Goal("what stays behind does not fit", [*stack, mine + theirs <= limit, z3.Not(fits)]),
        Goal("nothing of his own is in hand", [*stack, z3.Not(mine >= 1)]),
        Goal("there is such a stack", [*stack, mine + theirs <= limit], "sat"),
    ]


# 6. The mover's home column


def home_goals(game: Game) -> Sequence[Goal]:
    """Show that the home column is furthest from the end, and all that is put down lies nearer to
    it than the start; pieces that stay behind without a step were there before.
    """
    start, c, home = z3.Consts("start c home", SQUARE)
    s, t = _stage("s"), _stage("t")
    furthest = z3.ForAll([c], _weight_mine(home) >= _weight_mine(c))
    nearer = z3.Implies(s.moved, _weight_mine(s.at) < _weight_mine(start))
    begins = z3.Implies(z3.Not(s.moved), s.at == start)
    onward = _onward(_weight_mine, falls=True)
    held = [furthest, nearer, begins, t.moved, onward(s, t)]
    return [
        Goal(
            "a piece put down lies no nearer",
            [*held, z3.Not(_weight_mine(t.at) < _weight_mine(start))],
        ),
        Goal("a piece is put down at home", [*held, t.at == home]),
        Goal("pieces are left at home after a step", [*held[:3], s.moved, s.at == home]),
        Goal("a step at all", [*held, z3.Not(s.moved)], "sat"),
    ]
