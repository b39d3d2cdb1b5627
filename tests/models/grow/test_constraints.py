"""Grow's two rules say the same: from a position the models of the step constraint are exactly the
positions that the rules to run lead to, under every setting; and both know the same positions.
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
import z3

from ruleproof import Game, Position, TextError, game
from ruleproof.models.grow import constraints
from ruleproof.models.rulebooks.parts import Words
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.states import constant, fresh, read_state

ORDERS = ("free", "drop-first", "moves-first", "simultaneous")
CHOSEN: list[dict[str, object]] = [
    {"players": players, "order": order, "drop": drop, "new_head": new_head, "stall": stall}
    for players in (2, 3, 4)
    for order in ORDERS
    for drop in ("optional", "mandatory")
    for new_head in ("rests", "moves")
    for stall in ("endless", "score")
]


def successors(chosen: Game, state: Any) -> dict[int, Any]:
    """What the step constraint leads to, by move; each move leads to one position only."""
    p, move, q = constant(chosen, state), constraints.fresh_move(chosen, "m"), fresh(chosen, "q")
    solver = z3.Solver()
    solver.add(together(constraints.step(chosen, p, move, q)))
    found: dict[int, Any] = {}
    while solver.check() == z3.sat:
        model = solver.model()
        code = constraints.read_move(chosen, model, move)
        assert code not in found
        found[code] = read_state(chosen, model, q)
        solver.add(z3.Not(z3.And(constraints.move_is(chosen, move, code), same(q, model))))
    return found


def same(q: Any, model: z3.ModelRef) -> Any:
    """That `q` is as in the model: a second position after the same move would be another model."""
    parts: list[Any] = []
    waiting = [q]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        else:
            parts.append(one == model.eval(one, model_completion=True))
    return z3.And(*parts)


def holds(formula: z3.BoolRef) -> bool:
    return z3.is_true(z3.simplify(formula))


def agree(chosen: Game, state: Any) -> None:
    """Both rules say the same of the position."""
    assert successors(chosen, state) == {
        move: chosen.play(state, move) for move in chosen.moves(state)
    }
    p = constant(chosen, state)
    assert holds(constraints.wellformed(chosen, p))
    assert holds(constraints.over(chosen, p)) == chosen.over(state)
    payoff: Any = z3.simplify(constraints.payoff(chosen, p))
    assert payoff.as_signed_long() == chosen.payoff(state)
    for player in range(len(chosen.players)):
        points: Any = z3.simplify(constraints.score(chosen, p, player))
        assert points.as_long() == chosen.score(state, player)


def walk(chosen: Game, chance: random.Random, games: int, every: float) -> None:
    """Compares a share of the positions of random games, ended ones always."""
    for _ in range(games):
        state: Any = chosen.start()
        for _ in range(3 * chosen.board.size):
            if chosen.over(state) or chance.random() < every:
                agree(chosen, state)
            if chosen.over(state):
                break
            state = chosen.play(state, chance.choice(chosen.moves(state)))


@pytest.mark.parametrize("order", ORDERS)
def test_both_rules_agree_on_random_games(order: str):
    chance = random.Random(order)
    for chosen in (chosen for chosen in CHOSEN if chosen["order"] == order):
        walk(game("grow", "square:2x3", **chosen), chance, 1, 0.1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "games", "every"),
    [("path:5", 2, 0.2), ("square:3x3", 2, 0.2), ("square:3x4", 2, 0.2), ("square:5x5", 1, 0.03)],
)
def test_both_rules_agree_on_more_random_games(board: str, games: int, every: float):
    chance = random.Random(board)
    for chosen in CHOSEN:
        walk(game("grow", board, **chosen), chance, games, every)


def test_both_know_the_start():
    for chosen in (game("grow", "square:2x2"), game("grow", "path:5", players=4)):
        p = fresh(chosen, "p")
        solver = z3.Solver()
        solver.add(constraints.starting(chosen, p))
        assert solver.check() == z3.sat
        start = read_state(chosen, solver.model(), p)
        assert start == chosen.start()
        solver.add(z3.Not(same(p, solver.model())))
        assert solver.check() == z3.unsat


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(one, marks=() if one in ("free", "simultaneous") else pytest.mark.slow)
        for one in ORDERS
    ],
)
def test_both_know_the_same_faults(order: str):
    """Random text, most of it no position: it is read exactly if the formula holds of it."""
    chance = random.Random(order)
    seen = {True: 0, False: 0}
    for chosen in (chosen for chosen in CHOSEN if chosen["order"] == order):
        for _ in range(60):
            seen[judged(game("grow", "path:4", **chosen), chance)] += 1
    assert min(seen.values()) > 10


def judged(chosen: Game, chance: random.Random) -> bool:
    """Whether a random text is a position, which both must say alike."""
    letters = "".join(name[0] for name in chosen.players)
    tokens = [
        chance.choice(
            [".", *(f"{letter}{mark}" for letter in letters for mark in ("0", "1", "1", "1'", "2"))]
        )
        for _ in range(4)
    ]
    words = [chance.choice(chosen.players)]
    words += chance.choice([[], [], ["dropped=yes"]])
    if chosen.settings["stall"] == "score":
        words += chance.choice([[], ["empty-turns=1"]])
    if chosen.settings["order"] == "simultaneous":
        words += chance.choice([[], [], ["began=a1"], ["began=a1@b1"], ["began=b1@c1"]])
    text = " ".join(tokens) + " ; " + " ".join(words)
    unjudged = Game(unjudging(chosen), chosen.board, chosen.chosen)
    try:
        state = Position.read(unjudged, text).state
    except TextError:
        return False
    formed = holds(constraints.wellformed(chosen, constant(chosen, state)))
    assert formed == (chosen.faults(state) == []), text
    return formed


def unjudging(chosen: Game) -> Any:
    """The rulebook without its faults."""
    return dataclasses.replace(chosen.rulebook, words=Words())
