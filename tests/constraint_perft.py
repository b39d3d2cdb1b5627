"""Move sequences counted by a game's constraints alone, to be held against perft by its rules.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> constraint_perft(small, small.start(), 2)
6
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ruleproof.models.play.game import Game, State
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.states import constant
from ruleproof.solvers.reasoning.formulas.blast import circuit
from ruleproof.solvers.reasoning.formulas.sat import choices, cnf_solver, model_of
from ruleproof.solvers.reasoning.formulas.stepping import rows_of
from ruleproof.solvers.reasoning.formulas.successors import Constraints, leaves
from tests.implied import implied


def constraint_counts(
    constraints: Constraints, states: Sequence[State], depth: int, most: int | None = None
) -> list[list[int]]:
    """For each state, the numbers of sequences of 1, 2, … up to `depth` legal moves, by the
    constraints alone.

    The moves of the last positions are counted without being played. A state is not followed beyond
    a length of which there are more than `most` sequences. Positions that recur are not noted:
    where that matters to the rules, keep to lengths below those at which any does.
    """
    found: list[list[int]] = [[] for _ in states]
    level = list(enumerate(states))
    for _ in range(depth):
        if not level:
            break
        moves = _legal_codes(constraints, [state for _, state in level])
        here = Counter[int]()
        for (root, _), codes in zip(level, moves, strict=True):
            here[root] += len(codes)
        for root in dict(level):
            found[root].append(here[root])
        steps = [
            (root, (state, code))
            for (root, state), codes in zip(level, moves, strict=True)
            for code in codes
            if len(found[root]) < depth and (most is None or here[root] <= most)
        ]
        after = _afters(constraints, [step for _, step in steps])
        level = [(root, state) for (root, _), state in zip(steps, after, strict=True)]
    return found


def _legal_codes(constraints: Constraints, states: Sequence[State]) -> list[list[int]]:
    """The legal moves of each position, which must be well-formed."""
    codes = np.array(constraints.codes, np.int64)
    allowed = constraints.allowed(rows_of(constraints.game, states))
    return [codes[row].tolist() for row in allowed]


def _afters(constraints: Constraints, steps: Sequence[tuple[State, int]]) -> list[State]:
    """The states that the moves lead to; a solver finds those that are not fixed gate by gate."""
    if not steps:
        return []
    states, codes = zip(*steps, strict=True)
    moves = np.array([constraints.code_bits(code) for code in codes], np.uint8)
    lanes = np.concatenate([constraints.bits(states), moves], axis=1)
    values, certain = implied(constraints.effect, lanes)
    for case in np.flatnonzero(~certain).tolist():
        with cnf_solver(constraints.effect) as solver:
            given = [1 + k if bit else -(1 + k) for k, bit in enumerate(lanes[case].tolist())]
            assert solver.solve(given), codes[case]
            model = model_of(solver)[len(given) : constraints.effect.inputs]
        values[case] = [one > 0 for one in model]
    return [constraints.state(bits) for bits in values]


def constraint_perft(game: Game, state: State, depth: int) -> int:
    """The number of sequences of `depth` legal moves from the state, by the constraints alone."""
    if depth == 0:
        return 1
    (counts,) = constraint_counts(Constraints(game), [state], depth)
    return counts[depth - 1] if len(counts) == depth else 0


def concrete_perft(game: Game, state: State, depth: int) -> int:
    """The same as `constraint_perft`, position by position: each is put into the constraints as it
    is, which leaves little of them. For few positions of boards that take long to prepare.

    Raises `ValueError` where the constraints do not fix the next state gate by gate.
    """
    if depth == 0:
        return 1
    constraints = Constraints(game)
    module, move, q = constraints.module, constraints.move, constraints.q
    here = constant(game, state)
    legal = circuit([together(module.legal(game, here, move))], constraints.move_leaves)
    moves = np.array(list(choices(legal, 0)), np.uint8).reshape(-1, constraints.move_bits)
    if depth == 1 or not len(moves):
        return len(moves)
    inputs = [*constraints.move_leaves, *leaves(q)]
    after, certain = implied(circuit([together(module.effect(game, here, move, q))], inputs), moves)
    if not certain.all():
        raise ValueError(f"the constraints of {game.name} leave a next position open")
    return sum(concrete_perft(game, constraints.state(bits), depth - 1) for bits in after)
