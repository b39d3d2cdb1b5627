"""Proves that no turn but one can have led to a diagram, looking back so many turns.

The question is put by the game's constraints, with the diagram filled in, as clauses of our own
making; CaDiCaL answers. Where it says no, its proof is replayed step by step. Where it finds
another turn, the positions before are read from its model and played forward by the rules to run.
Nothing here knows how puzzles are found.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:3")
>>> other_turn(small, read(small, "B W . ; black"), "b1", turns=2) is None
True
"""

# z3's functions are untyped
# pyright: basic

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from ruleproof.models.play.game import Game, State
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.logic import conj, disj, equal, neg
from ruleproof.models.symbolic.states import constant, fresh, read_state
from ruleproof.solvers.formulas.blast import Cnf, cnf
from ruleproof.solvers.formulas.cadical import solved
from ruleproof.solvers.formulas.goals import constraints_of
from ruleproof.solvers.verify.attacks import Undecided
from ruleproof.solvers.verify.drat import replay

SECONDS = 120.0
"""The processor time for CaDiCaL to answer one question."""


class Line(NamedTuple):
    """A line of turns that leads to a diagram: the position that it begins with, and its turns."""

    begin: State
    turns: tuple[str, ...]


def other_turn(game: Game, diagram: State, turn: str, *, turns: int) -> Line | None:
    """A line of so many turns that leads to the diagram, or a shorter one from the start, with
    another last turn than that; None where there is proved to be none.

    Raises `LookupError` for a game without constraints, `Undecided` where CaDiCaL finds no answer
    in time, and `BadProof` where its proof fails.
    """
    rules: Any = constraints_of(game)
    states: list[Any] = [constant(game, _first(diagram))]
    moves: list[Any] = []
    starts: list[Any] = []
    formulas: list[Any] = []
    for number in range(1, turns + 1):
        before, move = fresh(game, f"p{number}"), rules.fresh_move(game, f"m{number}")
        if hasattr(rules, "before"):
            before = rules.before(game, before, states[-1])
        step = together(rules.step(game, before, move, states[-1]))
        once = [equal(before.seen, 1)] if hasattr(before, "seen") else []
        formulas.append(disj(*starts, conj(rules.wellformed(game, before), *once, step)))
        starts.append(rules.starting(game, before))
        states.append(before)
        moves.append(move)
    formulas.append(neg(rules.move_is(game, moves[0], game.read_move(turn))))
    clauses = cnf(formulas)
    answer, proof = solved(clauses, SECONDS)
    if answer == "unsat":
        replay(clauses.variables, clauses.clauses, proof)
        return None
    if answer != "sat":
        raise Undecided(f"other last turns than {turn} take too long to rule out")
    model: Any = _Model(clauses, proof)
    before = [read_state(game, model, state) for state in states[1:]]
    codes = [rules.read_move(game, model, move) for move in moves]
    return _played(game, diagram, before, codes)


def _first(state: State) -> State:
    """The state as if it occurred for the first time."""
    return state._replace(seen=1) if hasattr(state, "seen") else state


def _played(game: Game, diagram: State, before: list[State], codes: list[int]) -> Line:
    """The line that a model tells, from the start or the earliest position on; every position must
    be one, and every turn legal, by the rules to run.
    """
    start = _first(game.start())
    many = next((number for number, one in enumerate(before, 1) if one == start), len(before))
    state = before[many - 1]
    begin, texts = state, list[str]()
    for number in range(many - 1, -1, -1):
        ahead = before[number - 1] if number else _first(diagram)
        lawful = not game.faults(state) and codes[number] in game.moves(state)
        state = _first(game.play(state, codes[number])) if lawful else None
        if state != ahead:
            raise Undecided("constraints and rules disagree about a turn before the diagram")
        texts.append(game.show_move(codes[number]))
    return Line(begin, tuple(texts))


class _Model:
    """A model that CaDiCaL found, read as one of z3's."""

    def __init__(self, clauses: Cnf, text: str) -> None:
        values = {abs(int(word)): int(word) > 0 for word in text.split()}
        self._values = {name: values.get(k, False) for k, name in enumerate(clauses.names, 1)}

    def eval(self, term: Any, model_completion: bool) -> Any:
        """The value of a term; of a variable that does not matter, false or 0."""
        if term.children() or z3.is_bv_value(term) or z3.is_true(term) or z3.is_false(term):
            parts = [(one, self.eval(one, model_completion)) for one in _variables(term)]
            return z3.simplify(z3.substitute(term, *parts)) if parts else z3.simplify(term)
        name = str(term)
        if z3.is_bool(term):
            return z3.BoolVal(self._values.get(name, False))
        bits = (self._values.get(f"{name}[{k}]", False) for k in range(term.size()))
        return z3.BitVecVal(sum(bit << k for k, bit in enumerate(bits)), term.size())


def _variables(term: Any) -> list[Any]:
    """The variables of a term."""
    parts = term.children()
    if parts:
        return list({one.get_id(): one for part in parts for one in _variables(part)}.values())
    return [term] if term.decl().kind() == z3.Z3_OP_UNINTERPRETED else []
