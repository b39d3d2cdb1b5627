"""Circuits: formulas over finite domains as and-gates, to be evaluated in bulk or solved as CNF.

literal     a whole number: twice the number of a node, plus 1 where it is negated
node        node 0 is the constant false, then come the inputs, then the gates in order
gate        the conjunction of two literals of earlier nodes
lane        one assignment of the inputs; 64 of them are evaluated at once, a bit each

>>> a, b = z3.Bools("a b")
>>> whole = circuit([z3.And(a, b)], [a, b])
>>> whole.evaluate(np.array([[1, 1], [1, 0]], np.uint8)).tolist()
[[True], [False]]
"""

# numba's and z3's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import z3
from numba import types

from ruleproof.models.compiled.compiling import kernel

FALSE, TRUE = 0, 1
"""The literals of the constants."""
LANES = 64


@dataclass(frozen=True)
class Circuit:
    """Formulas as and-gates: `gates`, `int64[n, 2]`, holds in row k the two literals of node `1 +
    inputs + k`; `outputs` are the literals of the formulas, in their order.
    """

    inputs: int
    gates: Any
    outputs: tuple[int, ...]

    def evaluate(self, lanes: Any) -> Any:
        """The value of each formula in each lane.

        `lanes`: `uint8[lanes, inputs]`, 0 and 1. The answer: `bool[lanes, formulas]`.
        """
        many = len(lanes)
        words = -(-many // LANES)
        padded = np.zeros((words * LANES, self.inputs), np.uint8)
        padded[:many] = lanes
        by_input = np.packbits(padded.T, axis=1, bitorder="little")
        packed = np.ascontiguousarray(by_input).view(np.uint64).reshape(self.inputs, words)
        found = np.zeros((len(self.outputs), words), np.uint64)
        _evaluate(self.gates, np.array(self.outputs, np.int64), packed, found)
        bits = np.unpackbits(found.view(np.uint8), axis=1, bitorder="little")
        return bits.reshape(len(self.outputs), words * LANES)[:, :many].T.astype(bool)

    def clauses(self, chosen: Any = None) -> Iterator[list[int]]:
        """The gates, all or those whose numbers are `chosen` (`int64[n]`), in conjunctive normal
        form: variable k is node k, 1 is the first input.

        Node 0 has no variable: the conversion leaves no gate with a constant literal.
        """
        gates = np.arange(len(self.gates)) if chosen is None else chosen
        for index, (left, right) in zip(gates.tolist(), self.gates[gates].tolist(), strict=True):
            node = 1 + self.inputs + index
            a, b = signed(left), signed(right)
            yield [-node, a]
            yield [-node, b]
            yield [node, -a, -b]


def signed(literal: int) -> int:
    """The literal as a solver writes it: the variable, negative where it is negated."""
    return -(literal >> 1) if literal & 1 else literal >> 1


@kernel(
    types.void(types.int64[:, ::1], types.int64[::1], types.uint64[:, ::1], types.uint64[:, ::1]),
    allocates=True,
)
def _evaluate(gates, outputs, packed, found):
    """Sets `found` to the outputs' values; `packed` holds a row of words per input."""
    inputs = packed.shape[0]
    values = np.zeros(1 + inputs + gates.shape[0], np.uint64)
    flip = np.array([0, 0xFFFFFFFFFFFFFFFF], np.uint64)
    for word in range(packed.shape[1]):
        for k in range(inputs):
            values[1 + k] = packed[k, word]
        node = 1 + inputs
        for k in range(gates.shape[0]):
            a, b = gates[k, 0], gates[k, 1]
            values[node] = (values[a >> 1] ^ flip[a & 1]) & (values[b >> 1] ^ flip[b & 1])
            node += 1
        for k in range(outputs.shape[0]):
            literal = outputs[k]
            found[k, word] = values[literal >> 1] ^ flip[literal & 1]


class Builder:
    """Gates under construction; the same conjunction is built only once."""

    def __init__(self, inputs: int) -> None:
        self.next = 1 + inputs
        self.gates: list[tuple[int, int]] = []
        self.known: dict[tuple[int, int], int] = {}

    def both(self, a: int, b: int) -> int:
        """The literal of the conjunction."""
        if a > b:
            a, b = b, a
        if a in (FALSE, b ^ 1):
            return FALSE
        if a in (TRUE, b):
            return b
        if (a, b) not in self.known:
            self.known[a, b] = 2 * self.next
            self.next += 1
            self.gates.append((a, b))
        return self.known[a, b]

    def every(self, literals: list[int]) -> int:
        """The literal of the conjunction of any number, as a balanced tree."""
        row = sorted(set(literals))
        while len(row) > 1:
            pairs = zip(row[::2], row[1::2], strict=False)
            row = [self.both(a, b) for a, b in pairs] + row[len(row) & ~1 :]
        return row[0] if row else TRUE

    def some(self, literals: list[int]) -> int:
        """The literal of the disjunction."""
        return self.every([one ^ 1 for one in literals]) ^ 1

    def choice(self, condition: int, then: int, otherwise: int) -> int:
        """The literal of if-then-else."""
        return self.some([self.both(condition, then), self.both(condition ^ 1, otherwise)])

    def node(self, kind: int, parts: list[int]) -> int:
        """The literal of a z3 application of that kind."""
        if kind == z3.Z3_OP_AND:
            return self.every(parts)
        if kind == z3.Z3_OP_OR:
            return self.some(parts)
        if kind == z3.Z3_OP_NOT:
            return parts[0] ^ 1
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_IFF):
            return self.choice(parts[0], parts[1], parts[1] ^ 1)
        if kind in (z3.Z3_OP_XOR, z3.Z3_OP_DISTINCT) and len(parts) == 2:
            return self.choice(parts[0], parts[1] ^ 1, parts[1])
        if kind == z3.Z3_OP_ITE:
            return self.choice(*parts)
        if kind == z3.Z3_OP_IMPLIES:
            return self.some([parts[0] ^ 1, parts[1]])
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return TRUE if kind == z3.Z3_OP_TRUE else FALSE
        raise ValueError(f"no gates for the z3 operation {kind!r}")


def circuit(formulas: Sequence[z3.BoolRef], inputs: Sequence[z3.ExprRef]) -> Circuit:
    """The formulas as one circuit over the inputs: variables of Bool or bit-vector sort.

    A bit-vector takes one input of the circuit per bit, lowest first. The same formulas give the
    same circuit, whatever was built before. Raises `ValueError` for a formula with other variables
    or beyond Bools and bit-vectors (pseudo-Boolean ones are beyond).
    """
    swaps, bits = [], []
    for variable in inputs:
        if z3.is_bool(variable):
            bits.append(variable)
            continue
        row = [z3.Bool(f"{variable}[{k}]") for k in range(variable.size())]
        one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
        parts = [z3.If(bit, one, zero) for bit in reversed(row)]
        swaps.append((variable, z3.Concat(*parts) if len(parts) > 1 else parts[0]))
        bits += row
    builder = Builder(len(bits))
    # One goal for all formulas, each behind a name: z3 rewrites what they share only once and the
    # same way, where one goal after the other can leave two forms of it.
    names = [z3.Bool(f"output!{k}") for k in range(len(formulas))]
    goal = z3.Goal()
    for name, formula in zip(names, formulas, strict=True):
        goal.add(name == (z3.substitute(formula, *swaps) if swaps else formula))
    # z3 orders the ends of terms by the age of the terms. In a context of their own, terms are only
    # as old as this formula makes them.
    own_context = z3.Context()
    named = z3.Then("simplify", "bit-blast", ctx=own_context)(goal.translate(own_context))[0]
    own = [one.translate(own_context) for one in (*names, *bits)]  # alive while their ids are used
    literals = [TRUE] * len(names) + [2 * (1 + k) for k in range(len(bits))]
    literal_of = {one.get_id(): literal for one, literal in zip(own, literals, strict=True)}
    outputs = [_build(named[k], literal_of, builder) for k in range(len(formulas))]
    gates = np.array(builder.gates, np.int64).reshape(-1, 2)
    return Circuit(len(bits), gates, tuple(outputs))


def _unchecked(wrapper: Any) -> Any:
    """The library's function without z3's wrapper; the wrapper where it is made otherwise. After
    each call the wrapper looks for an error, which takes longer than these calls, and they raise
    none.
    """
    return getattr((wrapper.__defaults__ or (None,))[-1], "f", wrapper)


_ID = _unchecked(z3.Z3_get_ast_id)
_ENDS, _END = _unchecked(z3.Z3_get_app_num_args), _unchecked(z3.Z3_get_app_arg)
_FUNCTION, _KIND = _unchecked(z3.Z3_get_app_decl), _unchecked(z3.Z3_get_decl_kind)


def _build(formula: z3.ExprRef, literal_of: dict[int, int], builder: Builder) -> int:
    """The literal of a formula of Bools; `literal_of` is by the id of z3's terms and grows."""
    context = formula.ctx.ref()
    waiting: list[tuple[Any, int, list[int] | None]] = [
        (formula.as_ast(), _ID(context, formula.as_ast()), None)
    ]
    while waiting:
        term, name, parts = waiting.pop()
        if name in literal_of:
            continue
        if parts is None:
            ends = [_END(context, term, k) for k in range(_ENDS(context, term))]
            parts = [_ID(context, end) for end in ends]
            if parts:
                waiting.append((term, name, parts))
                waiting += [
                    (end, part, None)
                    for end, part in zip(ends, parts, strict=True)
                    if part not in literal_of
                ]
                continue
        kind = _KIND(context, _FUNCTION(context, term))
        if kind == z3.Z3_OP_UNINTERPRETED:
            raise ValueError(f"a variable that is no input: {z3.Z3_ast_to_string(context, term)!r}")
        literal_of[name] = builder.node(kind, [literal_of[part] for part in parts])
    return literal_of[formula.get_id()]
