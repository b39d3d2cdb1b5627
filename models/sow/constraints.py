"""Sow? (Richard Hutnik, 2011): the rules to reason about.

A step leads from a symbolic state `p` by a symbolic move to a symbolic state `q`.

way       a path as a list of squares, the stack's own first, with or without an exit behind it;
          the ways of a board are counted out once, without a position
pick      a move holds one way or one entrance, and for each step whether the piece is Left's
stranded  the enemy pieces in hand at an exit, left behind on the last square
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import z3

from ruleproof.models.game import Game
from ruleproof.models.logic import (
    FALSE,
    TRUE,
    Formula,
    Number,
    conj,
    disj,
    equal,
    iff,
    implies,
    ite,
    less,
    minus,
    neg,
    not_above,
    number,
    plus,
    truth,
)
from ruleproof.models.sow import sentences
from ruleproof.models.sow import ways as codes
from ruleproof.models.sow.stacks import TALLEST
from ruleproof.models.sow.ways import LEFT, RIGHT
from ruleproof.models.symbolic import (
    Cells,
    Clause,
    at,
    cells_of,
    count,
    fresh_set,
    is_empty,
    is_single,
    read_pick,
    union,
)


class Way(NamedTuple):
    """The steps of a path from a square, `FUD`, its squares for Left and for Right (empty where
    that player cannot go so), and whether it ends in an exit.
    """

    start: int
    steps: str
    squares: tuple[tuple[int, ...], tuple[int, ...]]
    leaves: bool


class Move(NamedTuple):
    """One way (or none), one square to enter a piece on (or none), and per step whether the piece
    sown there is Left's.
    """

    ways: tuple[Formula, ...]
    enter: Cells
    lefts: tuple[Formula, ...]


# The ways of a board


def tallest(game: Game) -> int:
    """The most pieces that can stand on a square."""
    pieces = 2 * len(game.board.rows) * int(game.settings["height"])
    bounded = game.settings["strand"] == "bound" and game.rules.limit
    return min(pieces, game.rules.limit) if bounded else min(pieces, TALLEST)


def _goes_on(game: Game, steps: str, step: str) -> bool:
    """Whether the path may go on so, by its directions alone."""
    if not steps:
        return step == "F"
    if game.settings["path"] == "flexible":
        return True
    if steps[-1] != "F":
        return step == steps[-1]
    return step == "F" or game.settings["turn"] == "any" or len(steps) == 1


def _walk(game: Game, side: int, squares: tuple[int, ...], step: str) -> tuple[int, ...]:
    """The squares with the one a step on, or none off the board or on a square passed before."""
    ahead = "E" if side == LEFT else "W"
    direction = {"F": ahead, "U": "N", "D": "S"}[step]
    target = game.board.steps[direction][squares[-1]] if squares else -1
    return (*squares, target) if target >= 0 and target not in squares else ()


def _last_column(game: Game, side: int, square: int) -> bool:
    return bool(game.field.areas[1 - side] >> square & 1)


def _exits(game: Game, side: int, squares: tuple[int, ...], steps: str) -> bool:
    """Whether the next step forward leaves the board and the path may take it."""
    if not squares or not _last_column(game, side, squares[-1]):
        return False
    if steps and game.settings["exit"] == "from-last":
        return False
    return not steps or game.settings["path"] == "flexible" or steps[-1] == "F"


def _from(
    game: Game, start: int, steps: str, squares: tuple[tuple[int, ...], tuple[int, ...]]
) -> Iterator[Way]:
    """The ways that begin with the steps."""
    if steps:
        yield Way(start, steps, squares, leaves=False)
    leaving = tuple(
        line if _exits(game, side, line, steps) else () for side, line in enumerate(squares)
    )
    if any(leaving):
        yield Way(start, steps, (leaving[0], leaving[1]), leaves=True)
    if len(steps) == tallest(game):
        return
    for step in "FUD":
        left, right = (_walk(game, side, squares[side], step) for side in (LEFT, RIGHT))
        if _goes_on(game, steps, step) and (left or right):
            yield from _from(game, start, steps + step, (left, right))


@lru_cache(maxsize=32)
def ways(game: Game) -> tuple[Way, ...]:
    """Every way on the board, for either player."""
    squares = range(game.board.size)
    return tuple(way for start in squares for way in _from(game, start, "", ((start,), (start,))))


def _longest(game: Game) -> int:
    return max(len(way.steps) for way in ways(game))


# Positions


def _mine(p: Any) -> tuple[Cells, ...]:
    return ite(equal(p.side, LEFT), p.left, p.right)


def _theirs(p: Any) -> tuple[Cells, ...]:
    return ite(equal(p.side, LEFT), p.right, p.left)


def _occupied(game: Game, p: Any) -> list[Cells]:
    """Level by level, the squares with a piece there; one level more than there can be pieces."""
    levels = [union(p.left[k], p.right[k]) for k in range(tallest(game))]
    return [*levels, tuple(FALSE for _ in range(game.board.size))]


def _is_high(occupied: Sequence[Cells], square: int, pieces: int) -> Formula:
    """Whether exactly that many pieces stand on the square."""
    if pieces >= len(occupied):
        return FALSE
    below = occupied[pieces - 1][square] if pieces else TRUE
    return conj(below, neg(occupied[pieces][square]))


def _pieces(levels: Sequence[Cells]) -> list[Formula]:
    return [part for level in levels for part in level]


def _all_of(game: Game, p: Any) -> list[tuple[Number, Number]]:
    """Each player's pieces on the board, and not yet entered."""
    high = tallest(game)
    return [
        (count(_pieces(p.left[:high])), p.left_home),
        (count(_pieces(p.right[:high])), p.right_home),
    ]


def wellformed(game: Game, p: Any) -> Formula:
    """Whether the position keeps the static invariants of the rulebook."""
    high = tallest(game)
    occupied = _occupied(game, p)
    total = len(game.board.rows) * int(game.settings["height"])
    parts = [not_above(p.side, RIGHT), less(0, p.seen)]
    for k in range(TALLEST):
        for square in range(game.board.size):
            left, right = p.left[k][square], p.right[k][square]
            if k >= high:
                parts += [neg(left), neg(right)]
                continue
            parts.append(neg(conj(left, right)))
            if k:
                parts.append(implies(disj(left, right), occupied[k - 1][square]))
    for there, home in _all_of(game, p):
        parts += [not_above(home, total), not_above(plus(there, home), total)]
        if game.settings["entry"] == "setup":
            parts.append(equal(home, 0))
    own = _has_none(p, _mine(p)[:high], ite(equal(p.side, LEFT), p.left_home, p.right_home))
    return conj(*parts, neg(own))


def _has_none(p: Any, levels: Sequence[Cells], home: Number) -> Formula:
    return conj(equal(home, 0), *(is_empty(level) for level in levels))


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: stacks on the home columns, or all pieces still to enter."""
    height = int(game.settings["height"])
    stacked = height if game.settings["entry"] == "setup" else 0
    waiting = 0 if stacked else height * len(game.board.rows)
    parts = [equal(p.side, LEFT), equal(p.seen, 1)]
    parts += [equal(p.left_home, waiting), equal(p.right_home, waiting)]
    for side, levels in ((LEFT, p.left), (RIGHT, p.right)):
        for k, level in enumerate(levels):
            home = cells_of(game.field, game.field.areas[side] if k < stacked else 0)
            parts += [iff(one, other) for one, other in zip(level, home, strict=True)]
    return conj(*parts)


# Moves


def fresh_move(game: Game, prefix: str) -> Move:
    """A move of new variables."""
    return Move(
        tuple(z3.Bool(f"{prefix}.way{k}") for k in range(len(ways(game)))),
        fresh_set(game, f"{prefix}.enter"),
        tuple(z3.Bool(f"{prefix}.left{k}") for k in range(_longest(game))),
    )


def _code(game: Game, way: Way, lefts: int) -> int:
    route = sum("FUD".index(step) << 2 * k for k, step in enumerate(way.steps))
    path = codes.as_way(len(way.steps), way.leaves, route)
    return codes.encoded(LEFT, way.start, path, lefts)


def read_move(game: Game, model: z3.ModelRef, move: Move) -> int:
    """The move that a model gives, as its code."""

    def holds(part: Formula) -> bool:
        return z3.is_true(model.eval(part, model_completion=True))

    for way, part in zip(ways(game), move.ways, strict=True):
        if holds(part):
            lefts = sum(1 << k for k in range(len(way.steps)) if holds(move.lefts[k]))
            return _code(game, way, lefts)
    return codes.ENTER | read_pick(model, move.enter)


def move_is(game: Game, move: Move, code: int) -> Formula:
    """Whether the move is that one."""
    enters = bool(code & codes.ENTER)
    lefts = 0 if enters else code >> codes.PIECES
    wanted = code & ((1 << codes.PIECES) - 1)
    parts = [iff(part, truth(lefts >> k & 1)) for k, part in enumerate(move.lefts)]
    for way, part in zip(ways(game), move.ways, strict=True):
        parts.append(iff(part, truth(not enters and _code(game, way, 0) == wanted)))
    for square, part in enumerate(move.enter):
        parts.append(iff(part, truth(enters and code & 255 == square)))
    return conj(*parts)


# Legal moves


def _blocked(game: Game, occupied: Sequence[Cells], square: int) -> Formula:
    """Whether the square holds as many pieces as the limit; there may be too few for that."""
    limit = game.rules.limit
    return occupied[limit - 1][square] if 0 < limit < len(occupied) else FALSE


def _lands(game: Game, occupied: Sequence[Cells], squares: tuple[int, ...]) -> Formula:
    """Whether every square of a path holds fewer pieces than the limit."""
    return conj(*(neg(_blocked(game, occupied, square)) for square in squares[1:]))


def _controls(game: Game, p: Any, occupied: Sequence[Cells], square: int) -> Formula:
    """Whether the top piece of the square is the mover's."""
    own = _mine(p)
    return disj(
        *(conj(own[k][square], neg(occupied[k + 1][square])) for k in range(len(occupied) - 1))
    )


def _enough(way: Way, occupied: Sequence[Cells]) -> Formula:
    """Whether the stack has a piece for each step, and some in hand just when the way exits."""
    many = len(way.steps)
    if way.leaves:
        return occupied[many][way.start] if many < len(occupied) else FALSE
    return _is_high(occupied, way.start, many)


def _stranded_fits(
    game: Game, occupied: Sequence[Cells], last: int, way: Way, left: Number
) -> Formula:
    """Whether the pieces left behind at an exit respect the limit."""
    if game.settings["strand"] == "free" or not game.rules.limit:
        return TRUE
    below = number(0)
    if way.steps:
        below = plus(count(level[last] for level in occupied), 1)
    return disj(equal(left, 0), not_above(plus(below, left), game.rules.limit))


def _stack(levels: Sequence[Cells], square: int, high: int) -> Number:
    """How many pieces of a colour stand on the square."""
    return count(levels[k][square] for k in range(high))


def _top_first(p_left: Sequence[Cells], occupied: Sequence[Cells], way: Way, k: int) -> Formula:
    """Whether the piece sown at step k, taken from the top of the stack, is Left's."""
    heights = range(k + 1, len(occupied))
    return disj(
        *(
            conj(_is_high(occupied, way.start, high), p_left[high - 1 - k][way.start])
            for high in heights
        )
    )


def _goes(game: Game, p: Any, occupied: Sequence[Cells], way: Way) -> Formula:
    """Whether the side to move may send its stack along the way, whatever the order of pieces."""
    parts = [_controls(game, p, occupied, way.start), _enough(way, occupied)]
    for side, squares in enumerate(way.squares):
        free = _lands(game, occupied, squares) if squares else FALSE
        parts.append(implies(equal(p.side, side), free))
    return conj(*parts)


def _resolved(
    game: Game, p: Any, occupied: Sequence[Cells], way: Way, enemies_sown: Number
) -> Formula:
    """Whether what is in hand at the end of the way can be resolved."""
    if not way.leaves:
        return TRUE
    high = tallest(game)
    own, enemies = _stack(_mine(p), way.start, high), _stack(_theirs(p), way.start, high)
    left = minus(enemies, enemies_sown)
    parts: list[Formula] = []
    if game.settings["exit-needs-own"] == "yes":
        parts.append(less(minus(number(len(way.steps)), enemies_sown), own))
    for side, squares in enumerate(way.squares):
        if squares:
            fits = _stranded_fits(game, occupied, squares[-1], way, left)
            parts.append(implies(equal(p.side, side), fits))
    return conj(*parts)


def _held(game: Game, p: Any, occupied: Sequence[Cells], way: Way, move: Move) -> Formula:
    """Whether the stack holds the pieces that the move sows, in the order the variant asks for, and
    the rest can be resolved.
    """
    many, high = len(way.steps), tallest(game)
    lefts = count(move.lefts[:many])
    rights = minus(number(many), lefts)
    parts = [
        not_above(lefts, _stack(p.left, way.start, high)),
        not_above(rights, _stack(p.right, way.start, high)),
    ]
    parts += [neg(part) for part in move.lefts[many:]]
    if game.settings["order"] == "top-first":
        for k in range(many):
            parts.append(iff(move.lefts[k], _top_first(p.left, occupied, way, k)))
    enemies = ite(equal(p.side, LEFT), rights, lefts)
    return conj(*parts, _resolved(game, p, occupied, way, enemies))


def _entrance(game: Game, p: Any, occupied: Sequence[Cells], square: int) -> Formula:
    """Whether the side to move may enter a piece on the square."""
    free = neg(_blocked(game, occupied, square))
    homes = [
        conj(equal(p.side, side), less(0, home), truth(game.field.areas[side] >> square & 1))
        for side, home in ((LEFT, p.left_home), (RIGHT, p.right_home))
    ]
    return conj(free, disj(*homes))


def legal(game: Game, p: Any, move: Move) -> list[Clause]:
    """The clauses that make the move legal."""
    occupied = _occupied(game, p)
    goes = conj(
        *(
            implies(part, _goes(game, p, occupied, way))
            for way, part in zip(ways(game), move.ways, strict=True)
        )
    )
    held = conj(
        *(
            implies(part, _held(game, p, occupied, way, move))
            for way, part in zip(ways(game), move.ways, strict=True)
        )
    )
    enters = conj(
        *(
            implies(part, conj(_entrance(game, p, occupied, square), neg(disj(*move.lefts))))
            for square, part in enumerate(move.enter)
        )
    )
    return [
        Clause("play goes on", sentences.END, neg(over(game, p))),
        Clause("one action", sentences.CONTROL, is_single([*move.ways, *move.enter])),
        Clause("path", f"{sentences.SOW} {sentences.TURN} {sentences.HEIGHT}", goes),
        Clause("pieces", f"{sentences.ORDER} {sentences.EXIT}", held),
        Clause("entering", sentences.ADVANCED, enters),
    ]


# What a move does


def _landing(game: Game, p: Any, move: Move) -> tuple[list[Formula], list[Formula], list[Formula]]:
    """Per square, whether a piece lands there, whether it is Left's, and whether it is the last
    square of a way that exits.
    """
    lands: list[list[Formula]] = [[] for _ in range(game.board.size)]
    lefts: list[list[Formula]] = [[] for _ in range(game.board.size)]
    last: list[list[Formula]] = [[] for _ in range(game.board.size)]
    for way, part in zip(ways(game), move.ways, strict=True):
        for side, squares in enumerate(way.squares):
            if not squares:
                continue
            taken = conj(part, equal(p.side, side))
            for k, square in enumerate(squares[1:]):
                lands[square].append(taken)
                lefts[square].append(conj(taken, move.lefts[k]))
            if way.leaves:
                last[squares[-1]].append(taken)
    for square, part in enumerate(move.enter):
        lands[square].append(part)
        lefts[square].append(conj(part, equal(p.side, LEFT)))
    return _any_of(lands), _any_of(lefts), _any_of(last)


def _any_of(kind: list[list[Formula]]) -> list[Formula]:
    return [disj(*parts) for parts in kind]


def effect(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses that make `q` what the legal move leaves of `p`."""
    high, board = tallest(game), game.board
    lifted = [
        disj(
            *(part for way, part in zip(ways(game), move.ways, strict=True) if way.start == square)
        )
        for square in range(board.size)
    ]
    lands, lefts, last = _landing(game, p, move)
    stranded = _stranded(game, p, move, lifted, lands, lefts)
    occupied = _occupied(game, p)
    left_moves = equal(p.side, LEFT)
    sown: list[Formula] = []
    for square in range(board.size):
        stays = neg(lifted[square])
        height = count(conj(stays, occupied[k][square]) for k in range(high))
        top = ite(lands[square], plus(height, 1), height)
        above = plus(top, stranded)
        for k in range(TALLEST):
            if k >= high:
                sown += [neg(q.left[k][square]), neg(q.right[k][square])]
                continue
            here = conj(lands[square], equal(height, k))
            behind = conj(last[square], not_above(top, k), less(k, above))
            for levels, after, colour, enemy in (
                (p.left, q.left, lefts[square], neg(left_moves)),
                (p.right, q.right, neg(lefts[square]), left_moves),
            ):
                value = disj(
                    conj(stays, levels[k][square]), conj(here, colour), conj(behind, enemy)
                )
                sown.append(iff(after[k][square], value))
    entered = ite(disj(*move.enter), number(1), number(0))
    nothing = number(0)
    homes = [
        equal(q.left_home, minus(p.left_home, ite(left_moves, entered, nothing))),
        equal(q.right_home, minus(p.right_home, ite(left_moves, nothing, entered))),
    ]
    return [
        Clause("turns", sentences.CONTROL, equal(q.side, minus(1, p.side))),
        Clause("sowing", f"{sentences.ONE_A_SQUARE} {sentences.EXIT}", conj(*sown)),
        Clause("entering", sentences.ADVANCED, conj(*homes)),
        Clause("occurrence", sentences.END, equal(q.seen, 1)),
    ]


def _stranded(
    game: Game,
    p: Any,
    move: Move,
    lifted: Sequence[Formula],
    lands: Sequence[Formula],
    lefts: Sequence[Formula],
) -> Number:
    """How many enemy pieces of the lifted stack are not sown."""
    high = tallest(game)
    stacks = [_stack(_theirs(p), square, high) for square in range(game.board.size)]
    enemies = at(tuple(lifted), stacks)
    left_moves = equal(p.side, LEFT)
    sown = count(
        conj(land, ite(left_moves, neg(left), left))
        for land, left in zip(lands, lefts, strict=True)
    )
    return ite(disj(*lifted), minus(enemies, sown), number(0))


def step(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses of a turn: the move is legal and leads to `q`."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


# Ending the game


def _gone(game: Game, p: Any) -> Formula:
    """Whether the player who has just moved has advanced all his pieces off the board."""
    home = ite(equal(p.side, LEFT), p.right_home, p.left_home)
    return _has_none(p, _theirs(p)[: tallest(game)], home)


def _repeated(game: Game, p: Any) -> Formula:
    return not_above(3, p.seen) if game.settings["repetition"] == "draw" else FALSE


def _sown_enemies(game: Game, p: Any, occupied: Sequence[Cells], way: Way) -> Number:
    """The most enemy pieces that can be sown along the way; from the top down, as many as lie
    there.
    """
    many = len(way.steps)
    enemies = _stack(_theirs(p), way.start, tallest(game))
    if game.settings["order"] == "any":
        return ite(less(enemies, many), enemies, number(many))
    left = [_top_first(p.left, occupied, way, k) for k in range(many)]
    return count(ite(equal(p.side, LEFT), neg(part), part) for part in left)


def controls_far_column(game: Game, p: Any) -> Formula:
    """Whether the side to move controls a stack on the column where it leaves the board."""
    occupied = _occupied(game, p)
    return disj(
        *(
            conj(equal(p.side, side), _controls(game, p, occupied, square))
            for side in (LEFT, RIGHT)
            for square in range(game.board.size)
            if _last_column(game, side, square)
        )
    )


def has_move(game: Game, p: Any) -> Formula:
    """Whether the side to move can act: enter a piece, or send a stack along a way that sows as
    many enemy pieces as it can, which leaves the fewest behind.
    """
    occupied = _occupied(game, p)
    chances = [_entrance(game, p, occupied, square) for square in range(game.board.size)]
    for way in ways(game):
        enemies = _sown_enemies(game, p, occupied, way)
        resolved = _resolved(game, p, occupied, way, enemies)
        chances.append(conj(_goes(game, p, occupied, way), resolved))
    return disj(*chances)


def over(game: Game, p: Any) -> Formula:
    """Whether the game has ended."""
    return disj(_gone(game, p), _repeated(game, p), neg(has_move(game, p)))


def payoff(game: Game, p: Any) -> Number:
    """What the ended game is worth to the side to move, in two's complement: 0 drawn, -1 lost."""
    drawn = conj(_repeated(game, p), neg(_gone(game, p)))
    return ite(drawn, number(0), minus(0, 1))
