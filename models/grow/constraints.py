"""Grow (Fred Chan, 2021–2024): the rules to reason about.

A step leads from a symbolic state `p` by a symbolic micro-move to a symbolic state `q`; the parts
of a position are in `positions.py`.

judged    the player's stones that a move is judged by: as they are now, or, when all moves are
          simultaneous, as they were when the turn began
passing   a micro-move after which it is the next player's turn: `end`, and any drop in setup
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from ruleproof.models.cells import first_of, last_of, pair
from ruleproof.models.grow import (
    DROP,
    EACH_HEAD,
    OPTION_A,
    OPTION_B,
    SETUP,
    STEPS,
    TAIL,
    WINNING,
)
from ruleproof.models.grow.positions import (
    chosen_is,
    colours,
    empty_of,
    heads_on,
    in_setup,
    mine_of,
    new_head_moves,
    players_of,
    shares,
    some,
    starting,
    truth_number,
    wellformed,
)
from ruleproof.models.grow.rules import END, LEAP
from ruleproof.models.play.game import Game
from ruleproof.models.symbolic.cells import (
    Cells,
    Clause,
    alike,
    at,
    common,
    complement,
    count,
    fresh_set,
    groups,
    is_empty,
    is_single,
    near,
    none,
    read_pick,
    single,
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
    greatest,
    iff,
    implies,
    ite,
    minus,
    neg,
    not_above,
    number,
    plus,
    truth,
)

__all__ = [
    "Move",
    "wellformed",
    "starting",
    "fresh_move",
    "read_move",
    "move_is",
    "legal",
    "effect",
    "step",
    "over",
    "score",
    "payoff",
]


class Move(NamedTuple):
    """A space to drop on; or where a head comes from and goes to; or the end of the turn.

    The sets that the move does not use are empty.
    """

    drop: Cells
    origin: Cells
    target: Cells
    end: Formula


# Micro-moves


def fresh_move(game: Game, prefix: str) -> Move:
    """A move of new variables."""
    parts = (fresh_set(game, f"{prefix}.{part}") for part in ("drop", "origin", "target"))
    return Move(*parts, z3.Bool(f"{prefix}.end"))


def read_move(game: Game, model: z3.ModelRef, move: Move) -> int:
    """The move that a model gives, as `rules.py` counts moves."""

    def holds(part: Formula) -> bool:
        return z3.is_true(model.eval(part, model_completion=True))

    if holds(move.end):
        return END
    if any(map(holds, move.drop)):
        return read_pick(model, move.drop)
    origin, target = read_pick(model, move.origin), read_pick(model, move.target)
    return LEAP + pair(origin, target)


def move_is(game: Game, move: Move, code: int) -> Formula:
    """Whether the move is that one."""
    drop = origin = target = none(game.field)
    if code < END:
        drop = single(game.field, code)
    elif code > END:
        origin = single(game.field, first_of(code))
        target = single(game.field, last_of(code))
    return conj(
        alike(move.drop, drop),
        alike(move.origin, origin),
        alike(move.target, target),
        iff(move.end, truth(code == END)),
    )


def is_one(move: Move) -> Formula:
    """Whether the parts make one move: a drop, a head from here to there, or the end."""
    leaps = conj(is_single(move.origin), is_single(move.target))
    still = conj(is_empty(move.origin), is_empty(move.target))
    return conj(disj(leaps, still), is_single((*move.drop, move.end, *move.origin)))


# Legal moves


def _judged(game: Game, p: Any) -> Cells:
    return p.began if chosen_is(game, "order", "simultaneous") else mine_of(game, p)


def _by_option_a(game: Game, p: Any, origin: int) -> Cells:
    """The spaces next to the origin that are empty, or were when the turn began."""
    unoccupied = empty_of(p)
    if chosen_is(game, "order", "simultaneous"):
        others = without(union(*colours(p)), mine_of(game, p))
        unoccupied = complement(union(others, p.began, p.landing))
    beside = set(near(game.field, origin))
    return tuple(part if cell in beside else FALSE for cell, part in enumerate(unoccupied))


def _by_option_b(game: Game, linked: tuple[Cells, ...], origin: int) -> Cells:
    """The spaces of all the groups that the origin is next to, save itself."""
    beside = [linked[cell] for cell in near(game.field, origin)]
    reach = union(*beside) if beside else none(game.field)
    return without(reach, single(game.field, origin))


def legal(game: Game, p: Any, move: Move) -> list[Clause]:
    """The clauses that make the micro-move legal."""
    setup = in_setup(game, p)
    drops, leaps = neg(is_empty(move.drop)), neg(is_empty(move.origin))
    dropped, spent = equal(p.dropped, 1), neg(is_empty(some(p.spent)))
    mandatory = truth(chosen_is(game, "drop", "mandatory"))
    drop_first = truth(chosen_is(game, "order", "drop-first"))
    moves_first = truth(chosen_is(game, "order", "moves-first"))
    linked = groups(game.field, _judged(game, p))
    spaces = range(game.board.size)
    by_a = at(move.origin, [_by_option_a(game, p, space) for space in spaces])
    by_b = at(move.origin, [_by_option_b(game, linked, space) for space in spaces])
    movable = common(some(p.ready), mine_of(game, p))
    return [
        Clause("play goes on", WINNING, neg(over(game, p))),
        Clause("one micro-move", STEPS, is_one(move)),
        Clause("setup", SETUP, implies(setup, drops)),
        Clause("unoccupied", DROP, within(move.drop, empty_of(p))),
        Clause("one drop", DROP, implies(drops, neg(dropped))),
        Clause("drop first", STEPS, implies(conj(drop_first, drops), neg(spent))),
        Clause("moves first", STEPS, implies(conj(moves_first, leaps), neg(dropped))),
        Clause("owed first", STEPS, implies(conj(drop_first, mandatory, leaps), dropped)),
        Clause("owed", DROP, implies(conj(mandatory, move.end), dropped)),
        Clause("own head", EACH_HEAD, within(move.origin, movable)),
        Clause("option", f"{OPTION_A} … {OPTION_B}", within(move.target, union(by_a, by_b))),
    ]


# What a micro-move does


def effect(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses that make `q` the position after the legal micro-move."""
    setup = in_setup(game, p)
    passing = disj(setup, move.end)
    was_empty = conj(move.end, equal(p.dropped, 0), is_empty(some(p.spent)))
    counts = truth(chosen_is(game, "stall", "score"))
    last = equal(p.side, players_of(game) - 1)
    side = ite(passing, ite(last, number(0), plus(p.side, 1)), p.side)
    drops = neg(is_empty(move.drop))
    dropped = ite(passing, number(0), ite(drops, number(1), p.dropped))
    return [
        Clause("heads", EACH_HEAD, _heads_after(game, p, move, q, passing)),
        Clause("stones stay", TAIL, _spaces_after(p, move, q)),
        Clause("turn order", STEPS, equal(q.side, side)),
        Clause("setup", SETUP, equal(q.turn, plus(p.turn, truth_number(setup)))),
        Clause("dropped", DROP, equal(q.dropped, dropped)),
        Clause(
            "empty turns",
            WINNING,
            equal(q.empty_turns, ite(conj(counts, was_empty), plus(p.empty_turns, 1), number(0))),
        ),
        Clause("begun", STEPS, _begun_after(game, p, move, q, passing)),
    ]


def _spaces_after(p: Any, move: Move, q: Any) -> Formula:
    """Whether the space that a head was dropped on or has come to is the mover's, and nothing else
    changes hands: a space that a head has left keeps a tail, now or at the end of the turn.
    """
    won = union(move.drop, move.target)
    changes = [
        alike(after, ite(equal(p.side, index), union(before, won), before))
        for index, (before, after) in enumerate(zip(colours(p), colours(q), strict=True))
    ]
    return conj(*changes)


def _heads_after(game: Game, p: Any, move: Move, q: Any, passing: Formula) -> Formula:
    """Whether there is a head less where it came from and one more where it is; all are ready once
    the turn passes.
    """
    before, spent = heads_on(p.ready), heads_on(p.spent)
    after, spent_after = heads_on(q.ready), heads_on(q.spent)
    rules: list[Formula] = []
    for space in range(game.board.size):
        drop = truth_number(move.drop[space])
        new_ready, new_spent = (drop, number(0)) if new_head_moves(game) else (number(0), drop)
        left = minus(before[space], truth_number(move.origin[space]))
        come = plus(spent[space], truth_number(move.target[space]))
        everything = plus(plus(before[space], spent[space]), drop)
        rules += [
            equal(after[space], ite(passing, everything, plus(left, new_ready))),
            equal(spent_after[space], ite(passing, number(0), plus(come, new_spent))),
        ]
    return conj(*rules)


def _begun_after(game: Game, p: Any, move: Move, q: Any, passing: Formula) -> Formula:
    """Whether simultaneous moves remember the mover's spaces at the start of his turn, and his
    drop.
    """
    nothing = none(game.field)
    if not chosen_is(game, "order", "simultaneous"):
        return conj(alike(q.began, nothing), alike(q.landing, nothing))
    return conj(
        alike(q.began, ite(passing, mine_of(game, q), p.began)),
        alike(q.landing, ite(passing, nothing, union(p.landing, move.drop))),
    )


def step(game: Game, p: Any, move: Move, q: Any) -> list[Clause]:
    """The clauses of a micro-move: it is legal and leads to `q`."""
    return [*legal(game, p, move), *effect(game, p, move, q)]


# Winning


def over(game: Game, p: Any) -> Formula:
    """Whether the game has ended: no space is unoccupied, or a full round of turns was empty."""
    stalled = not_above(players_of(game), p.empty_turns)
    return disj(is_empty(empty_of(p)), conj(truth(chosen_is(game, "stall", "score")), stalled))


def score(game: Game, p: Any, player: int) -> Number:
    """The number of spaces occupied by the player's own stones."""
    return count(colours(p)[player])


def payoff(game: Game, p: Any) -> Number:
    """The mover's spaces less those of the best of the others, in two's complement."""
    others = [
        ite(equal(p.side, index), number(0), count(spaces))
        for index, spaces in enumerate(shares(game, p))
    ]
    return minus(count(mine_of(game, p)), greatest(others))
