"""Sow?: the sowings that two readings of a rule allow, on every board, for z3.

A way is legal by its steps, by the squares it meets and by its pieces. The readings differ in one
of these, and that one is looked at by itself; the constraints of both readings on a concrete board
confirm that nothing else differs.
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportOperatorIssue=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.settings import Value
from ruleproof.models.sow.constraints import Move, fresh_move, legal, wellformed
from ruleproof.models.sow.paths import ways
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.logic import FALSE, neg
from ruleproof.models.symbolic.states import fresh

FORWARD, UP, DOWN = range(3)
_first, _there = z3.Bools("first there")
_before, _last = z3.Ints("before last")
"""A step of a path, and the one before. `first`: the path has one step before it; `there`: it has
reached the last column.
"""


def _goes_on(reading: Mapping[str, Value]) -> Any:
    """Whether the last step may follow the one before it, as the sheet has it: after a step to the
    side the path keeps it; it turns at any piece, or at the second or never; or it is flexible; on
    the last column it may turn, or must leave.
    """
    parts = [z3.BoolVal(True)]
    if reading["last-column"] == "exit":
        parts.append(z3.Implies(_there, _last == FORWARD))
    if reading["path"] != "flexible":
        parts.append(z3.Implies(_before != FORWARD, _last == _before))
        if reading["turn"] == "second":
            parts.append(z3.Implies(_before == FORWARD, z3.Or(_last == FORWARD, _first)))
    return z3.And(*parts)


def inclusion_goals(game: Game, changed: Mapping[str, Value]) -> Sequence[Goal]:
    """Show that every path of the narrower reading, the changed one, is a path of the game's own; a
    path that keeps its direction meets no square twice, which flexible ones must see to themselves;
    an order of pieces that is asked for is one of all orders.
    """
    steps = [z3.And(step >= FORWARD, step <= DOWN) for step in (_before, _last)]
    narrow, wide = _goes_on({**game.settings, **changed}), _goes_on(game.settings)
    ahead, aside, ahead_after, aside_after = z3.Ints("ahead aside ahead' aside'")
    straight = [
        aside >= 0,
        z3.If(
            _last == FORWARD,
            z3.And(ahead_after == ahead + 1, aside_after == aside),
            z3.And(ahead_after == ahead, aside_after == aside + 1),
        ),
    ]
    some_order, asked_order = z3.Bools("some_order asked_order")
    asked = z3.And(some_order, asked_order)
    return [
        Goal("a step of the narrower reading alone", [*steps, narrow, z3.Not(wide)]),
        Goal("a step of both", [*steps, narrow, wide], "sat"),
        Goal(
            "coming back without turning back",
            [*straight, ahead_after + aside_after <= ahead + aside],
        ),
        Goal("an order of the narrower reading alone", [asked, z3.Not(some_order)]),
    ]


def inclusion_checks(game: Game, changed: Mapping[str, Value]) -> Sequence[Goal]:
    """Check that on the board, in every well-formed position, what is legal under the narrower
    reading is legal under the game's own.
    """
    narrower = make_game(game.rulebook, game.board.text, game.settings | dict(changed))
    p, move = fresh(game, "p"), fresh_move(game, "m")
    own = {
        (way.start, way.steps, way.leaves): part
        for way, part in zip(ways(game), move.ways, strict=True)
    }
    theirs = [(way.start, way.steps, way.leaves) for way in ways(narrower)]
    strangers = [way for way in theirs if way not in own]
    lacking = [neg(part) for way, part in own.items() if way not in theirs]
    narrow = Move(tuple(own.get(way, FALSE) for way in theirs), move.enter, move.lefts)
    known = [wellformed(game, p), together(legal(narrower, p, narrow)), *lacking]
    return [
        Goal("ways of the narrower reading alone", [z3.BoolVal(bool(strangers))]),
        Goal(
            "legal under the narrower reading alone", [*known, neg(together(legal(game, p, move)))]
        ),
        Goal("legal under both", known, "sat"),
    ]
