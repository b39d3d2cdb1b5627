"""The turns behind a position as clauses: each model is a line of turns that leads to it.

before    a position that keeps the static invariants, and in which play goes on
un-move   a position before, with the legal move that leads from it to the one after

The game's constraints relate a position, a move and the position after it. Here the last position
is filled in, and a CNF solver finds the rest. Every line that it finds is played forward by the
rules to run. History is left out: no position has occurred before. Turns consist of one move: a
game with longer turns is refused.
"""

# z3's and pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import z3

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import show
from ruleproof.models.play.states import BITS
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.logic import conj, disj, equal
from ruleproof.models.symbolic.states import constant, fresh
from ruleproof.solvers.formulas.circuits import circuit
from ruleproof.solvers.formulas.sat import Copies
from ruleproof.solvers.formulas.successors import Constraints, leaves
from ruleproof.solvers.values.contradiction import Contradiction

GAMES, FIRST_MOVES = 2, 40
"""So many games, and moves of each, show whether turns take several moves."""


class Before(NamedTuple):
    """A position before another, and the move that leads from it to that one."""

    state: State
    move: int


class Unsettled(Exception):
    """A question that takes more conflicts of the solver than were allowed."""


class LookBack:
    """Lines of so many turns that lead to a position, and shorter ones from the start.

    Raises `TextError` for a game without constraints, and for one whose turns take several moves.
    """

    def __init__(self, game: Game, diagram: State, turns: int) -> None:
        check_covered(game)
        self.game, self.diagram = game, without_history(diagram)
        self._whole = whole = Constraints(game)
        rules, copies = whole.module, Copies()
        after = constant(game, self.diagram)
        led: list[Any] = []
        starts: list[Any] = []
        states: list[Any] = []
        inputs: list[Any] = []
        moves: list[list[Any]] = []
        for number in range(1, turns + 1):
            free, move = fresh(game, f"p{number}"), rules.fresh_move(game, f"m{number}")
            known = getattr(rules, "before", None)
            p = known(game, free, after) if known else free
            once = [equal(p.seen, 1)] if hasattr(p, "seen") else []
            step = together(rules.step(game, p, move, after))
            # where no position so far is the start, a turn has led to the earliest
            led.append(disj(*starts, conj(rules.wellformed(game, p), *once, step)))
            starts.append(rules.starting(game, p))
            states.append(_bits(p))
            moves.append([*leaves(move)])
            inputs += [*leaves(free), *leaves(move)]
            after = p
        moves_bits = [one for move in moves for leaf in move for one in _bits((leaf,))]
        formula = circuit([*led, *(bit for one in states for bit in one), *moves_bits], inputs)
        held = iter(copies.copy(formula, copies.fresh(formula.inputs)))
        for _ in range(turns):
            copies.solver.add_clause([next(held)])
        self.solver: Any = copies.solver
        self.states = [[next(held) for _ in one] for one in states]
        """The literals of the positions before, the last one first."""
        self.moves = [[next(held) for _ in range(whole.move_bits)] for _ in moves]
        """The literals of the moves from these positions."""

    def found(self, conflicts: int = 0) -> bool:
        """Whether there is a line. Raises `Unsettled` where that takes more than so many conflicts,
        if these are given.
        """
        if not conflicts:
            return bool(self.solver.solve())
        self.solver.conf_budget(conflicts)
        answer = self.solver.solve_limited()
        if answer is None:
            raise Unsettled
        return answer

    def strike(self, literals: Sequence[int], values: Sequence[int]) -> None:
        """Leaves out the lines in which these literals have these values."""
        pairs = zip(literals, values, strict=True)
        self.solver.add_clause([-one if value else one for one, value in pairs])

    def values(self, literals: Sequence[int]) -> list[int]:
        """The values, 0 and 1, that the last model gives the literals."""
        model = set(self.solver.get_model() or ())
        return [int(one in model if one > 0 else -one not in model) for one in literals]

    def move_bits(self, move: int) -> list[int]:
        """The values of the literals of that move."""
        return self._whole.code_bits(move).tolist()

    def line(self) -> tuple[Before, ...]:
        """The line of the last model, the last turn first, played forward."""
        whole, game = self._whole, self.game
        line: list[Before] = []
        after, start = self.diagram, without_history(game.start())
        for state, move in zip(self.states, self.moves, strict=True):
            code = whole.read_code(self.values(move))
            line.append(Before(whole.state(self.values(state)), code))
            _replay(game, line[-1], after)
            after = line[-1].state
            if after == start:
                break
        return tuple(line)


def _bits(p: Any) -> list[Any]:
    """A formula for each bit of a state, in the order of its fields."""
    found: list[Any] = []
    for leaf in leaves(p):
        if z3.is_bool(leaf):
            found.append(leaf)
        else:
            size = leaf.size()
            found += [z3.Extract(k, k, leaf) == 1 for k in range(min(size, BITS))]
    return found


@cache
def check_covered(game: Game) -> None:
    """Raises `TextError` for a game without constraints, and where a player goes on in the first
    moves of some games: turns take several moves then. That a turn ends is looked at again in every
    line that is found.
    """
    if game.rulebook.module("constraints") is None:
        raise TextError(f"no constraints tell which turns lead where: {game.name!r}")
    dice = random.Random(0)
    for _ in range(GAMES):
        state = game.start()
        for _ in range(FIRST_MOVES):
            moves = game.moves(state)
            if not moves:
                break
            after = game.play(state, dice.choice(moves))
            _check_goes_on(game, state, after)
            state = after


def _check_goes_on(game: Game, before: State, after: State) -> None:
    if game.plays_on(before, after) and not game.over(after):
        raise TextError(
            f"turns of {game.name} may take several moves, and un-moves take back one, as here: "
            f"{show(game, before)!r}"
        )


def without_history(state: State) -> State:
    """The state as if it occurred for the first time."""
    return state._replace(seen=1) if hasattr(state, "seen") else state


def _replay(game: Game, before: Before, after: State) -> None:
    """Plays an un-move forward. Raises `Contradiction` where the rules to run do not lead to the
    position after it or know no such position before, and `TextError` where the mover goes on.
    """
    state, move = before
    if not game.faults(state) and not game.over(state) and move in game.moves(state):
        reached = without_history(game.play(state, move))
        if reached == after:
            _check_goes_on(game, state, reached)
            return
    name, reached = game.show_move(move), show(game, after)
    what = f"by constraints alone {name} leads to {reached!r} from here"
    raise Contradiction(game, state, what, ("constraints",))
