"""Sow? (Richard Hutnik, 2011): the rules to reason about.

A step leads from a symbolic state `p` by a symbolic move to a symbolic state `q`.

way       a path with or without an exit behind it (`paths.py`)
move      one way or one entrance, and what it does (`sowing.py`)
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from ruleproof.models.play.game import Game
from ruleproof.models.sow import sentences
from ruleproof.models.sow import ways as codes
from ruleproof.models.sow.paths import Way, last_column, longest, tallest, ways
from ruleproof.models.sow.sowing import Move, effect, mine, occupied_of, pieces_on, theirs
from ruleproof.models.sow.stacks import TALLEST
from ruleproof.models.sow.ways import LEFT, RIGHT
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    cells_of,
    count,
    fresh_set,
    is_empty,
    is_single,
    read_pick,
)
from ruleproof.models.symbolic.logic import (
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

# Positions


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
    occupied = occupied_of(game, p)
    total = len(game.board.rows) * int(game.settings["height"])
    most = 3 if game.settings["repetition"] == "draw" else 2
    parts = [not_above(p.side, RIGHT), less(0, p.seen), not_above(p.seen, most)]
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
    own = _has_none(p, mine(p)[:high], ite(equal(p.side, LEFT), p.left_home, p.right_home))
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
        tuple(z3.Bool(f"{prefix}.left{k}") for k in range(longest(game))),
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
        parts.append(iff(part, truth(enters and codes.square_of(code) == square)))
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
    own = mine(p)
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
    """Whether the pieces in hand at the end of the way can be resolved."""
    if not way.leaves:
        return TRUE
    high = tallest(game)
    own, enemies = pieces_on(mine(p), way.start, high), pieces_on(theirs(p), way.start, high)
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
        not_above(lefts, pieces_on(p.left, way.start, high)),
        not_above(rights, pieces_on(p.right, way.start, high)),
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
    occupied = occupied_of(game, p)
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
        Clause("path", f"{sentences.SOW} {sentences.TURN} … {sentences.HEIGHT}", goes),
        Clause("pieces", f"{sentences.ORDER} … {sentences.EXIT}", held),
        Clause("entering", sentences.ADVANCED, enters),
    ]


# What a move does: `sowing.py`


def step(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses of a turn: the move is legal and leads to `q`."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


# Ending the game


def _gone(game: Game, p: Any) -> Formula:
    """Whether the player who has just moved has advanced all his pieces off the board."""
    home = ite(equal(p.side, LEFT), p.right_home, p.left_home)
    return _has_none(p, theirs(p)[: tallest(game)], home)


def _repeated(game: Game, p: Any) -> Formula:
    return not_above(3, p.seen) if game.settings["repetition"] == "draw" else FALSE


def _sown_enemies(game: Game, p: Any, occupied: Sequence[Cells], way: Way) -> Number:
    """The most enemy pieces that can be sown along the way; from the top down, as many as lie
    there.
    """
    many = len(way.steps)
    enemies = pieces_on(theirs(p), way.start, tallest(game))
    if game.settings["order"] == "any":
        return ite(less(enemies, many), enemies, number(many))
    left = [_top_first(p.left, occupied, way, k) for k in range(many)]
    return count(ite(equal(p.side, LEFT), neg(part), part) for part in left)


def controls_far_column(game: Game, p: Any) -> Formula:
    """Whether the side to move controls a stack on the column where it leaves the board."""
    occupied = occupied_of(game, p)
    return disj(
        *(
            conj(equal(p.side, side), _controls(game, p, occupied, square))
            for side in (LEFT, RIGHT)
            for square in range(game.board.size)
            if last_column(game, side, square)
        )
    )


def has_move(game: Game, p: Any) -> Formula:
    """Whether the side to move can act: enter a piece, or send a stack along a way that sows as
    many enemy pieces as it can, which leaves the fewest behind.
    """
    occupied = occupied_of(game, p)
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
    """The worth of the ended game for the side to move, in two's complement: 0 drawn, -1 lost."""
    drawn = conj(_repeated(game, p), neg(_gone(game, p)))
    return ite(drawn, number(0), minus(0, 1))
