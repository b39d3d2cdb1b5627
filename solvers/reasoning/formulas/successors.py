"""Successors by the constraints alone: the steps that `constraints.py` allows in a concrete
position.

The step constraint, symbolic in the position `p`, the move and the next position `q`, becomes a
circuit once for each game; a concrete position is then a set of assumptions for a CNF solver.

code    the number of a move, as the rules to run give it
"""

# z3's and pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import z3
from pysat.solvers import Solver

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import BITS, WORD, layout, unpack, width_for
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.logic import truth
from ruleproof.models.symbolic.states import fresh, same
from ruleproof.solvers.reasoning.formulas.blast import circuit
from ruleproof.solvers.reasoning.formulas.circuits import Circuit
from ruleproof.solvers.reasoning.formulas.sat import choices, cnf_solver, model_of, unsatisfiable
from ruleproof.solvers.reasoning.formulas.specialise import specialised
from ruleproof.solvers.reasoning.formulas.stepping import rows_of

_BYTES = 1 << 26
"""The most inputs laid out at once."""


def leaves(term: Any) -> list[z3.ExprRef]:
    """The variables of a state or move of new variables, in the order of its fields."""
    if isinstance(term, tuple):
        return [leaf for part in term for leaf in leaves(part)]
    return [term]


class Facts(NamedTuple):
    """The constraints' answers about a position: whether it is well-formed, whether it is over, its
    payoff, which counts if it is over, and in scored games every player's score.
    """

    wellformed: bool
    over: bool
    payoff: int
    score: list[int]


class _Values:
    """Reads a model of a move's variables without a solver."""

    def __init__(self, values: dict[int, z3.ExprRef]) -> None:
        self.values = values

    def eval(self, term: z3.ExprRef, model_completion: bool) -> z3.ExprRef:  # noqa: ARG002 - as z3 asks
        """The value of a variable of the move."""
        return self.values[term.get_id()]


class Constraints:
    """A game's constraints as circuits, and questions about single positions.

    Raises `LookupError` for a game that has no constraints.
    """

    def __init__(self, game: Game) -> None:
        module = game.rulebook.module("constraints")
        if module is None:
            raise LookupError(f"{game.name} has no constraints")
        self.game = game
        self.module: Any = module
        self.p, self.q = fresh(game, "p"), fresh(game, "q")
        self.move = module.fresh_move(game, "m")
        self.move_leaves = leaves(self.move)
        self._codes: dict[int, np.ndarray[Any, Any]] = {}

    @cached_property
    def columns(self) -> np.ndarray[Any, Any]:
        """The places in a row (`models/play/states.py`) of the bits that a state's inputs take."""
        plan, width = layout(self.game.rulebook.rules.State), self.width
        order: list[int] = []
        many = dict(plan.sets)
        for name in self.game.rulebook.rules.State._fields:
            if name in many:
                for layer in range(max(many[name], 1)):
                    first = (plan.layer_of(name) + layer) * width
                    order += range(first, first + self.game.board.size)
            else:
                word, shift = plan.number_place(name, width)
                order += range(word * WORD + shift, word * WORD + shift + BITS)
        return np.array(order)

    @property
    def width(self) -> int:
        """The width of a set in a row, in bits."""
        return width_for(self.game.board.size)

    def row_bits(self, rows: Any) -> np.ndarray[Any, Any]:
        """The inputs of the rows' states: `uint8[rows, inputs]`, 0 and 1; `rows`: `uint64[rows,
        words]`.
        """
        return np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")[:, self.columns]

    def bits(self, states: Sequence[State]) -> np.ndarray[Any, Any]:
        """The inputs of the states: `uint8[states, inputs]`, 0 and 1."""
        place: dict[State, int] = {}
        lines = [place.setdefault(state, len(place)) for state in states]
        return self.row_bits(rows_of(self.game, list(place)))[lines]

    def state(self, bits: Any) -> State:
        """The state whose inputs those are; `bits`: `uint8[inputs]` or as many numbers."""
        words = layout(self.game.rulebook.rules.State).row_words(self.width)
        every = np.zeros(words * WORD, np.uint8)
        every[self.columns] = bits
        row = np.packbits(every, bitorder="little").view(np.uint64)
        return unpack(self.game.rulebook.rules.State, [int(word) for word in row], self.width)

    @cached_property
    def legal(self) -> Circuit:
        """Whether the move is legal, of `p` and the move."""
        parts = together(self.module.legal(self.game, self.p, self.move))
        return circuit([parts], [*leaves(self.p), *self.move_leaves])

    @cached_property
    def effect(self) -> Circuit:
        """Whether the move, if it is legal, leads to `q`, of `p`, the move and `q`."""
        parts = together(self.module.effect(self.game, self.p, self.move, self.q))
        return circuit([parts], [*leaves(self.p), *self.move_leaves, *leaves(self.q)])

    @cached_property
    def step(self) -> Circuit:
        """Whether the move leads to `q`, of `p`, the move and `q`."""
        parts = together(self.module.step(self.game, self.p, self.move, self.q))
        return circuit([parts], [*leaves(self.p), *self.move_leaves, *leaves(self.q)])

    @cached_property
    def facts(self) -> Circuit:
        """Whether `p` is well-formed and whether it is over, then the bits of the payoff and, in
        scored games, of each player's score, lowest first.
        """
        formulas = [self.module.wellformed(self.game, self.p), self.module.over(self.game, self.p)]
        numbers = [self.module.payoff(self.game, self.p)]
        if self.game.rulebook.scored:
            players = range(len(self.game.players))
            numbers += [self.module.score(self.game, self.p, player) for player in players]
        for number in numbers:
            formulas += [z3.Extract(k, k, number) == 1 for k in range(BITS)]
        return circuit(formulas, leaves(self.p))

    def facts_of(self, states: Sequence[State]) -> list[Facts]:
        """The constraints' answers about each position itself."""
        whole = self.facts.evaluate(self.bits(states))
        bits = whole[:, 2:].reshape(len(states), -1, BITS).astype(np.int64)
        numbers = bits @ (1 << np.arange(BITS, dtype=np.int64))
        payoffs = numbers[:, 0] - (bits[:, 0, -1] << BITS)
        return [
            Facts(bool(wellformed), bool(over), int(payoff), score)
            for (wellformed, over), payoff, score in zip(
                whole[:, :2], payoffs, numbers[:, 1:].tolist(), strict=True
            )
        ]

    # Moves

    @property
    def move_bits(self) -> int:
        """The number of inputs of a move."""
        return sum(1 if z3.is_bool(leaf) else leaf.size() for leaf in self.move_leaves)

    def _bits_of(self, model: z3.ModelRef) -> np.ndarray[Any, Any]:
        found: list[int] = []
        for leaf in self.move_leaves:
            value = model.eval(leaf, model_completion=True)
            if z3.is_bool(leaf):
                found.append(int(z3.is_true(value)))
            else:
                found += [value.as_long() >> k & 1 for k in range(leaf.size())]
        return np.array(found, np.uint8)

    def code_bits(self, code: int) -> np.ndarray[Any, Any]:
        """The inputs of the move with that code: `uint8[inputs]`."""
        if code not in self._codes:
            solver = z3.Solver()
            solver.add(self.module.move_is(self.game, self.move, code))
            if solver.check() != z3.sat:
                raise ValueError(f"no symbolic move of {self.game.name} has the code {code!r}")
            self._codes[code] = self._bits_of(solver.model())
        return self._codes[code]

    def read_code(self, bits: Any) -> int:
        """The code of the move whose inputs those are; `bits`: `uint8[inputs]`."""
        place = 0
        values: dict[int, z3.ExprRef] = {}
        for leaf in self.move_leaves:
            many = 1 if z3.is_bool(leaf) else leaf.size()
            value = sum(int(bit) << k for k, bit in enumerate(bits[place : place + many]))
            constant = truth(value) if z3.is_bool(leaf) else z3.BitVecVal(value, many)
            values[leaf.get_id()] = constant
            place += many
        return self.module.read_move(self.game, _Values(values), self.move)

    # Solving

    @cached_property
    def _stepper(self) -> Solver:
        return cnf_solver(self.step)

    @cached_property
    def _guard(self) -> Iterator[int]:
        """Variables that switch clauses on, one after the other."""
        return iter(range(1 + self.step.inputs + len(self.step.gates), 1 << 31))

    def successors(self, state: State) -> dict[int, list[State]]:
        """All that the step constraint allows in the position: the next states of each move."""
        solver, guard = self._stepper, next(self._guard)
        here = [1 + k if bit else -(1 + k) for k, bit in enumerate(self.bits([state])[0].tolist())]
        found: dict[int, list[State]] = {}
        while solver.solve([*here, guard]):
            model = model_of(solver)[len(here) : self.step.inputs]
            solver.add_clause([-guard, *(-one for one in model)])
            bits = [int(one > 0) for one in model]
            code = self.read_code(bits[: self.move_bits])
            found.setdefault(code, []).append(self.state(bits[self.move_bits :]))
        solver.add_clause([-guard])
        return found

    # What holds of all positions at once

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """Every move that is legal in some position, in the order of their codes; others may be
        among them, as the constraints on the position alone are left open.
        """
        found: set[int] = set()
        for bits in choices(self.legal, len(self.columns)):
            code = self.read_code(bits)
            if code in found:
                raise ValueError(f"{self.game.name} has two symbolic moves for the code {code!r}")
            self._codes[code] = bits
            found.add(code)
        return tuple(sorted(found))

    @cached_property
    def legality(self) -> Circuit:
        """Whether each of `codes` is legal, of `p` alone."""
        return specialised(self.legal, np.array([self.code_bits(code) for code in self.codes]))

    @cached_property
    def is_function(self) -> bool:
        """Whether no position and move have two successors; proved for all of them at once."""
        other = fresh(self.game, "r")
        legal: Any = together(self.module.legal(self.game, self.p, self.move))
        leads: list[Any] = [
            together(self.module.effect(self.game, self.p, self.move, q)) for q in (self.q, other)
        ]
        differs: Any = z3.Not(same(self.q, other))
        inputs = [self.p, self.move, self.q, other]
        whole = circuit(
            [legal, *leads, differs], [leaf for part in inputs for leaf in leaves(part)]
        )
        return unsatisfiable(whole, len(self.columns) + self.move_bits)

    def positions(self) -> Iterator[State]:
        """Every position that the constraints call well-formed."""
        whole = circuit([self.module.wellformed(self.game, self.p)], leaves(self.p))
        with cnf_solver(whole) as solver:
            while solver.solve():
                model = model_of(solver)[: whole.inputs]
                solver.add_clause([-one for one in model])
                yield self.state([int(one > 0) for one in model])

    def allowed(self, rows: Any) -> np.ndarray[Any, Any]:
        """Whether each of `codes` is legal in each position: `bool[rows, codes]`; `rows`:
        `uint64[rows, words]`.
        """
        return self.legality.evaluate(self.row_bits(rows))

    def leads(self, rows: Any, codes: Any, after: Any) -> np.ndarray[Any, Any]:
        """Whether each move, if it is legal in its position, leads to the successor: `bool[steps]`,
        from `rows` and `after`, `uint64[steps, words]`, and `codes`, `int64[steps]`.
        """
        found = np.zeros(len(codes), bool)
        many = max(1, _BYTES // self.effect.inputs)
        for first in range(0, len(codes), many):
            part = slice(first, first + many)
            different, lines = np.unique(np.asarray(codes[part], np.int64), return_inverse=True)
            moves = np.array([self.code_bits(code) for code in different.tolist()], np.uint8)
            states = [self.row_bits(one[part]) for one in (rows, after)]
            lanes = np.concatenate([states[0], moves[lines], states[1]], axis=1)
            found[part] = self.effect.evaluate(lanes)[:, 0]
        return found
