"""Forced wins within n plies by the constraints and a SAT solver alone: an independent check of
search, with which it shares neither rules nor algorithm.

There is a move such that for all replies there is a move …: solved by refinement. A formula asks
for a first move that wins at once, or after which every reply known so far leaves a move. Each
answer is put to the test, one reply after the other; the reply that refutes it joins those known,
with the position after it and the move that must follow, and the move is struck out. When the
formula has no answer left, there is no win; it only ever asked for less.

Players must take turns: a game in which one moves twice is refused.
"""

# z3's and pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pysat.solvers import Solver

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import State
from ruleproof.models.play.states import BITS
from ruleproof.solvers.reasoning.formulas.circuits import FALSE, TRUE, Circuit
from ruleproof.solvers.reasoning.formulas.sat import SOLVER
from ruleproof.solvers.reasoning.formulas.successors import Constraints

_TRUE = 1
"""The variable of `Copies` that is true; no literal of it is ever free."""


class Copies:
    """A CNF solver that holds copies of circuits, joined by their inputs and outputs.

    A literal is a variable, negative where it is negated.
    """

    def __init__(self) -> None:
        self.true = _TRUE
        self.solver = Solver(name=SOLVER, bootstrap_with=[[_TRUE]])
        self._last = _TRUE

    def fresh(self, many: int) -> list[int]:
        """New variables."""
        self._last += many
        return list(range(self._last - many + 1, self._last + 1))

    def constant(self, bits: Any) -> list[int]:
        """Literals with those values."""
        return [_TRUE if bit else -_TRUE for bit in bits]

    def copy(self, formula: Circuit, inputs: Sequence[int]) -> list[int]:
        """The literals of the circuit's outputs, for these inputs."""
        names = np.array([0, *inputs, *self.fresh(len(formula.gates))], np.int64)
        gates = np.asarray(formula.gates, np.int64).reshape(-1, 2)
        one, other = (names[gates >> 1] * (1 - 2 * (gates & 1))).T
        node = names[1 + formula.inputs :]
        self.solver.append_formula(np.stack([-node, one], axis=1).tolist())
        self.solver.append_formula(np.stack([-node, other], axis=1).tolist())
        self.solver.append_formula(np.stack([node, -one, -other], axis=1).tolist())
        found: list[int] = []
        for output in formula.outputs:
            if output in (FALSE, TRUE):
                found.append(_TRUE if output == TRUE else -_TRUE)
            else:
                name = int(names[output >> 1])
                found.append(-name if output & 1 else name)
        return found


class _Formula:
    """Clauses made of copies of a game's circuits."""

    def __init__(self, constraints: Constraints) -> None:
        self.constraints = constraints
        self.copies = Copies()
        self.solver = self.copies.solver
        self.fresh, self.constant = self.copies.fresh, self.copies.constant
        self.copy = self.copies.copy

    def step(self, when: int, p: list[int]) -> tuple[list[int], list[int]]:
        """A move from the position, legal where `when` holds, and the position it leads to."""
        whole = self.constraints
        move, after = self.fresh(whole.move_bits), self.fresh(len(whole.columns))
        self.solver.add_clause([-when, *self.copy(whole.legal, [*p, *move])])
        self.solver.add_clause([-when, *self.copy(whole.effect, [*p, *move, *after])])
        return move, after

    def ends(self, p: list[int]) -> tuple[int, int, int]:
        """Whether the position is over, and whether its payoff is above and below 0."""
        _, over, *number = self.copy(self.constraints.facts, p)
        payoff = number[:BITS]
        (some,) = self.fresh(1)
        for bit in payoff:
            self.solver.add_clause([-bit, some])
        self.solver.add_clause([-some, *payoff])
        (above,) = self.fresh(1)
        self.solver.add_clause([-above, some])
        self.solver.add_clause([-above, -payoff[-1]])
        self.solver.add_clause([above, -some, payoff[-1]])
        return over, above, payoff[-1]

    def attack(self, when: int, p: list[int], plies: int) -> tuple[list[int], list[int], int]:
        """The attacker's move where `when` holds, the position after it, and whether that is over:
        if it is he has won, and it must be if no ply is left.
        """
        move, after = self.step(when, p)
        over, _, below = self.ends(after)
        self.solver.add_clause([-when, -over, below])
        if plies < 2:
            self.solver.add_clause([-when, over])
        return move, after, over

    def answer(self, after: list[int], over: int, reply: Any, plies: int) -> None:
        """Adds that the attacker has a move after the reply, or has won by it, if the reply is
        legal in the position after his move.
        """
        whole, code = self.constraints, self.constant(reply)
        (legal,) = self.copy(whole.legal, [*after, *code])
        (met,) = self.fresh(1)
        self.solver.add_clause([over, -legal, met])
        then = self.fresh(len(whole.columns))
        self.solver.add_clause([-met, *self.copy(whole.effect, [*after, *code, *then])])
        ended, above, _ = self.ends(then)
        self.solver.add_clause([-met, -ended, above])
        (goes_on,) = self.fresh(1)
        self.solver.add_clause([-met, ended, goes_on])
        if plies < 3:
            self.solver.add_clause([-goes_on])
        else:
            self.attack(goes_on, then, plies - 2)


class ForcedWins:
    """Forced wins of the side to move, by a game's constraints alone."""

    def __init__(self, constraints: Constraints) -> None:
        if len(constraints.game.players) != 2:
            raise TextError(f"forced wins are of two players: {constraints.game.name!r}")
        self.constraints = constraints
        self.rounds = 0
        self._known: dict[tuple[State, int], bool] = {}

    def wins(self, state: State, plies: int) -> bool:
        """Whether the side to move, in a position that is not over, forces a win within so many
        plies; in scored games, an end with more points than the other side.
        """
        if plies < 1:
            return False
        asked = state, plies
        if asked not in self._known:
            self._known[asked] = self._refine(state, plies)
        return self._known[asked]

    def _refine(self, state: State, plies: int) -> bool:
        whole = self.constraints
        for after in (one for many in whole.successors(state).values() for one in many):
            if after.side == state.side:
                raise TextError(f"players of {whole.game.name} do not take turns: {state}")
        formula = _Formula(whole)
        here = formula.constant(whole.bits([state])[0])
        move, after, over = formula.attack(formula.copies.true, here, plies)
        with formula.solver as solver:
            while solver.solve():
                self.rounds += 1
                model = set(solver.get_model() or ())
                reached = whole.state(np.array([bit in model for bit in after], np.uint8))
                reply = None if over in model else self._refuting(reached, plies - 1)
                if over in model or reply is None:
                    return True
                solver.add_clause([-bit if bit in model else bit for bit in move])
                formula.answer(after, over, whole.code_bits(reply), plies)
        return False

    def _refuting(self, state: State, plies: int) -> int | None:
        """A reply after which there is no forced win within the plies that are then left."""
        for code, states in sorted(self.constraints.successors(state).items()):
            for after in states:
                (facts,) = self.constraints.facts_of([after])
                lost = facts.payoff <= 0 if facts.over else not self.wins(after, plies - 1)
                if lost:
                    return code
        return None
