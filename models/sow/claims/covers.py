"""Sow?: that every turn on a board is one that `stages.py` speaks of, as goals for z3.

They are about every well-formed position of the game's board, whether a game reaches it or not. The
squares of the ways are counted out in `paths.py`; what is put down on them is counted here anew.
"""

# z3 ships no complete types
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.play.game import Game
from ruleproof.models.sow.constraints import (
    Move,
    controls_far_column,
    fresh_move,
    has_move,
    starting,
    step,
    wellformed,
)
from ruleproof.models.sow.paths import Way, tallest, ways
from ruleproof.models.sow.stacks import TALLEST
from ruleproof.models.sow.ways import LEFT, RIGHT
from ruleproof.models.symbolic.cells import count, together
from ruleproof.models.symbolic.logic import (
    Formula,
    Number,
    conj,
    disj,
    equal,
    iff,
    less,
    minus,
    neg,
    not_above,
    number,
    plus,
    truth,
)
from ruleproof.models.symbolic.states import fresh


@lru_cache(maxsize=1)
def _turn(game: Game) -> tuple[Any, Move, Any, Formula]:
    """A well-formed position, a legal move, the position after it, and the clauses that they are
    these.
    """
    p, q, move = fresh(game, "p"), fresh(game, "q"), fresh_move(game, "m")
    return p, move, q, conj(wellformed(game, p), together(step(game, p, move, q)))


def _pieces(p: Any, side: int, square: int) -> Number:
    """The player's pieces on the square."""
    levels = p.left if side == LEFT else p.right
    return count(levels[k][square] for k in range(TALLEST))


def _waiting(p: Any, side: int) -> Number:
    return p.left_home if side == LEFT else p.right_home


def _sown(way: Way, move: Move, side: int) -> Number:
    """The number of the player's pieces sown along the way."""
    lefts = move.lefts[: len(way.steps)]
    return count(lefts if side == LEFT else [neg(part) for part in lefts])


def _stays(p: Any, way: Way, side: int, square: int) -> Sequence[Formula]:
    """The player's levels of the square once the stack of the way is lifted."""
    levels = p.left if side == LEFT else p.right
    return [truth(False) if square == way.start else level[square] for level in levels]


def _piled(
    game: Game, stays: Sequence[Sequence[Formula]], put: Sequence[Formula], behind: Sequence[Number]
) -> list[Formula]:
    """Both players' levels of a square: the pieces that stay, the piece put down on them, if any,
    and above it so many pieces of each player's left behind.
    """
    high = tallest(game)
    height = count(disj(one, other) for one, other in zip(*stays, strict=True))
    top = plus(height, 1) if put else height
    return [
        disj(
            level,
            conj(put[side], equal(height, k)) if put else truth(False),
            conj(not_above(top, k), less(k, plus(top, behind[side]))),
        )
        for side in (LEFT, RIGHT)
        for k, level in enumerate(stays[side][:high])
    ]


def _amounts(game: Game, p: Any, move: Move, q: Any, way: Way, mover: int) -> Formula:
    """Whether each square then has the pieces that stood there (none, where the stack was lifted),
    those put down on it, and on the last square of an exit the rest of the other player's pieces.
    The player who lifts the stack has a piece in it, and without an exit nothing is left of it.
    """
    squares, other, high = way.squares[mover], 1 - mover, tallest(game)
    if len(set(squares)) < len(squares):
        return truth(False)
    left = minus(_pieces(p, other, way.start), _sown(way, move, other))
    parts = [less(0, _pieces(p, mover, way.start))]
    for side in (LEFT, RIGHT):
        held, sown = _pieces(p, side, way.start), _sown(way, move, side)
        parts.append(not_above(sown, held) if way.leaves else equal(sown, held))
        parts.append(equal(_waiting(q, side), _waiting(p, side)))
    for square in range(game.board.size):
        stays = [_stays(p, way, side, square) for side in (LEFT, RIGHT)]
        put: list[Formula] = []
        if square in squares[1:]:
            piece = move.lefts[squares.index(square) - 1]
            put = [piece, neg(piece)]
        ends = way.leaves and square == squares[-1]
        behind = [left if ends and side == other else number(0) for side in (LEFT, RIGHT)]
        after = [level[square] for level in (*q.left[:high], *q.right[:high])]
        piled = _piled(game, stays, put, behind)
        parts += [iff(one, level) for one, level in zip(after, piled, strict=True)]
    return conj(*parts)


def pile_checks(game: Game) -> Sequence[Goal]:
    """Check that a piece put down on a stack makes one more of its colour and none of the other,
    and pieces left behind as many more as there are, whatever the height.
    """
    levels = tallest(game)
    owners = z3.Bools(" ".join(f"owner{k}" for k in range(levels)))
    piece = z3.Bool("piece")
    wrong: list[Formula] = []
    for high in range(levels):
        stays = [[*owners[:high]], [neg(one) for one in owners[:high]]]
        for stack in stays:
            stack += [truth(False)] * (levels - high)
        for put in ([], [piece, neg(piece)]):
            for behind in range(levels - high - bool(put) + 1):
                piled = _piled(game, stays, put, [number(0), number(behind)])
                for side, more in ((LEFT, 0), (RIGHT, behind)):
                    was, now = stays[side], piled[side * levels : (side + 1) * levels]
                    come = plus(count(put[side : side + 1]), more)
                    wrong.append(neg(equal(count(now), plus(count(was), come))))
    return [Goal("a stack piled higher has other numbers", [disj(*wrong)])]


LOW = 4
"""Above this height each way has a goal of its own, which is quicker."""


def _ways(
    game: Game, p: Any, move: Move, says: Callable[[Way, int], Formula], one_by_one: bool = False
) -> list[Formula]:
    """Whether some way is taken of which the formula does not hold: in one, or `one_by_one`."""
    wrong = [
        conj(part, equal(p.side, mover), neg(says(way, mover)))
        for way, part in zip(ways(game), move.ways, strict=True)
        for mover in (LEFT, RIGHT)
        if way.squares[mover]
    ]
    return wrong if one_by_one else [disj(*wrong)]


def _no_way(game: Game, p: Any, move: Move) -> Formula:
    """Whether a way is taken that the mover cannot go."""
    return disj(
        *(
            conj(part, equal(p.side, mover))
            for way, part in zip(ways(game), move.ways, strict=True)
            for mover in (LEFT, RIGHT)
            if not way.squares[mover]
        )
    )


def _entrances(game: Game, p: Any, move: Move, q: Any) -> Formula:
    """Whether a piece is entered otherwise than by one that waited coming to stand on a square of
    its owner's home column.
    """
    wrong: list[Formula] = []
    high = tallest(game)
    for entered, part in enumerate(move.enter):
        for mover in (LEFT, RIGHT):
            parts = [truth(game.field.areas[mover] >> entered & 1), less(0, _waiting(p, mover))]
            for side in (LEFT, RIGHT):
                parts.append(equal(_waiting(p, side), plus(_waiting(q, side), int(side == mover))))
            for square in range(game.board.size):
                stays = [[level[square] for level in levels] for levels in (p.left, p.right)]
                put = [truth(side == mover) for side in (LEFT, RIGHT)]
                piled = _piled(game, stays, put if square == entered else [], [number(0)] * 2)
                after = [level[square] for level in (*q.left[:high], *q.right[:high])]
                parts += [iff(one, level) for one, level in zip(after, piled, strict=True)]
            wrong.append(conj(part, equal(p.side, mover), neg(conj(*parts))))
    return disj(*wrong)


@lru_cache(maxsize=1)
def turn_checks(game: Game) -> Sequence[Goal]:
    """Check that every turn lifts a stack that its owner controls, puts its pieces down on the
    squares of a way and resolves the rest at an exit, or enters a piece.

    Stacks are compared level by level. `pile_checks` shows of one stack that their numbers follow,
    as no solver likes sums of many bits.
    """
    p, move, q, turn = _turn(game)
    otherwise = _ways(
        game,
        p,
        move,
        lambda way, mover: _amounts(game, p, move, q, way, mover),
        one_by_one=tallest(game) > LOW,
    )
    return [
        *pile_checks(game),
        *(Goal("a sowing is otherwise", [turn, one]) for one in otherwise),
        Goal("a way that the mover cannot go", [turn, _no_way(game, p, move)]),
        Goal("an entrance is otherwise", [turn, _entrances(game, p, move, q)]),
        Goal("a turn at all", [turn], "sat"),
    ]


def mover_checks(game: Game) -> Sequence[Goal]:
    """Check that every turn is as `turn_checks` say, and both players have pieces before it."""
    p, _, _, turn = _turn(game)
    everywhere = range(game.board.size)
    some = [
        disj(
            less(0, _waiting(p, side)),
            *(less(0, _pieces(p, side, square)) for square in everywhere),
        )
        for side in (LEFT, RIGHT)
    ]
    return [*turn_checks(game), Goal("a player has no piece", [turn, neg(conj(*some))])]


def to_go(game: Game, side: int, square: int) -> int:
    """The player's steps forward from the square off the board."""
    ahead = game.board.steps["E" if side == LEFT else "W"]
    found = 0
    while square >= 0:
        square, found = ahead[square], found + 1
    return found


def _goes_forward(game: Game, way: Way, mover: int) -> bool:
    """Whether the mover has one step less to go after the first step, and never more after another;
    of the other player the opposite.
    """
    mine = [to_go(game, mover, square) for square in way.squares[mover]]
    theirs = [to_go(game, 1 - mover, square) for square in way.squares[mover]]
    for steps, sign in ((mine, 1), (theirs, -1)):
        pairs = [sign * (here - there) for here, there in pairwise(steps)]
        if any(pair < 0 for pair in pairs) or (pairs and pairs[0] <= 0):
            return False
    return all(step >= 1 for step in mine)


def onward_checks(game: Game) -> Sequence[Goal]:
    """Check that every turn is as `turn_checks` say, its squares lie forward, and home columns are
    furthest from their owners' ends.
    """
    p, move, _, turn = _turn(game)
    back = _ways(game, p, move, lambda way, mover: truth(_goes_forward(game, way, mover)))
    furthest = [
        to_go(game, side, home) >= to_go(game, side, square)
        for side in (LEFT, RIGHT)
        for home in range(game.board.size)
        if game.field.areas[side] >> home & 1
        for square in range(game.board.size)
    ]
    return [
        *turn_checks(game),
        Goal("a way that leads back", [turn, *back]),
        Goal("a home column that is not the furthest", [truth(not all(furthest))]),
    ]


def _height(p: Any, square: int) -> Number:
    return plus(_pieces(p, LEFT, square), _pieces(p, RIGHT, square))


def _respects(game: Game, p: Any, move: Move, way: Way, mover: int) -> Formula:
    """Whether the way meets no square twice, puts pieces down only on squares that held fewer than
    the limit, and what it leaves behind fits on the last square, if it has to.
    """
    squares, limit = way.squares[mover], game.rules.limit
    if len(set(squares)) < len(squares):
        return truth(False)
    parts = [less(_height(p, square), limit) for square in squares[1:]]
    if way.leaves and game.settings["strand"] == "bound":
        left = minus(_pieces(p, 1 - mover, way.start), _sown(way, move, 1 - mover))
        below = plus(_height(p, squares[-1]), 1) if way.steps else number(0)
        parts.append(not_above(plus(below, left), limit))
    return conj(*parts)


def limit_checks(game: Game) -> Sequence[Goal]:
    """Check that every turn is as `turn_checks` say, and puts pieces down below the limit."""
    p, move, _, turn = _turn(game)
    otherwise = _ways(game, p, move, lambda way, mover: _respects(game, p, move, way, mover))
    high = disj(
        *(
            conj(part, not_above(game.rules.limit, _height(p, square)))
            for square, part in enumerate(move.enter)
        )
    )
    limit = game.rules.limit
    begins = [less(limit, _height(p, square)) for square in range(game.board.size)]
    return [
        *turn_checks(game),
        Goal("a piece goes beyond the limit", [turn, *otherwise]),
        Goal("a piece is entered beyond the limit", [turn, high]),
        Goal("the start is beyond the limit", [starting(game, p), disj(*begins)]),
    ]


def far_checks(game: Game) -> Sequence[Goal]:
    """Check that whoever controls a stack on the far column is not stuck, in any well-formed
    position.
    """
    p = fresh(game, "p")
    known = [wellformed(game, p), controls_far_column(game, p)]
    return (
        Goal("such a player is stuck", [*known, neg(has_move(game, p))]),
        Goal("there is such a player", known, "sat"),
    )
