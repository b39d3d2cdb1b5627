"""Circuits: formulas over finite domains as and-gates, to be evaluated in bulk or solved as CNF.

literal     a whole number: twice the number of a node, plus 1 where it is negated
node        node 0 is the constant false, then come the inputs, then the gates in order
gate        the conjunction of two literals of earlier nodes
lane        one assignment of the inputs; 64 of them are evaluated at once, a bit each

>>> whole = Circuit(2, np.array([[2, 4]]), (6,))
>>> whole.evaluate(np.array([[1, 1], [1, 0]], np.uint8)).tolist()
[[True], [False]]
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
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
