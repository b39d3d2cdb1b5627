"""The values of a circuit's inputs that follow from given ones, so far as they follow gate by gate.

A state put into the constraints' effect mostly settles the next state this way, without a solver.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.reasoning.formulas.circuits import LANES, Circuit

_WORDS = types.uint64[:, ::1]


def implied(whole: Circuit, given: Any) -> tuple[Any, Any]:
    """The values of the inputs after the given first ones where all outputs hold, and whether that
    much follows, case by case: not, where some input stays open or the outputs cannot hold.

    `given`: `uint8[cases, given inputs]`, 0 and 1. The values: `uint8[cases, other inputs]`;
    whether they follow: `bool[cases]`.
    """
    cases, first = given.shape
    words = -(-cases // LANES)
    padded = np.zeros((words * LANES, first), np.uint8)
    padded[:cases] = given
    packed = np.ascontiguousarray(np.packbits(padded.T, axis=1, bitorder="little"))
    found = np.zeros((whole.inputs - first, words), np.uint64)
    settled = np.zeros((1, words), np.uint64)
    outputs = np.array(whole.outputs, np.int64)
    _imply(whole.gates, outputs, packed.view(np.uint64).reshape(first, words), found, settled)
    values, certain = (
        np.unpackbits(one.view(np.uint8), axis=1, bitorder="little")[:, :cases].T
        for one in (found, settled)
    )
    return values, certain[:, 0].astype(bool)


@kernel(types.void(types.int64[:, ::1], types.int64[::1], _WORDS, _WORDS, _WORDS), allocates=True)
def _imply(gates, outputs, packed, found, settled):
    """Sets `found` to the values of the inputs after the given ones, and `settled` to the cases
    in which all of them follow; `packed` holds a row of words per given input.
    """
    given, others = packed.shape[0], found.shape[0]
    first = 1 + given + others
    yes = np.zeros(first + gates.shape[0], np.uint64)
    no = np.zeros(first + gates.shape[0], np.uint64)
    every, none = np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64(0)
    for word in range(packed.shape[1]):
        yes[:] = none
        no[:] = none
        no[0] = every
        for k in range(given):
            yes[1 + k] = packed[k, word]
            no[1 + k] = ~packed[k, word]
        for k in range(outputs.shape[0]):
            if outputs[k] & 1:
                no[outputs[k] >> 1] = every
            else:
                yes[outputs[k] >> 1] = every
        wrong, again = none, True
        while again:
            again = False
            for k in range(gates.shape[0]):
                a, b = gates[k, 0], gates[k, 1]
                yes_a, no_a = yes[a >> 1], no[a >> 1]
                if a & 1:
                    yes_a, no_a = no_a, yes_a
                yes_b, no_b = yes[b >> 1], no[b >> 1]
                if b & 1:
                    yes_b, no_b = no_b, yes_b
                yes[first + k] |= yes_a & yes_b
                no[first + k] |= no_a | no_b
            for k in range(gates.shape[0] - 1, -1, -1):
                a, b = gates[k, 0], gates[k, 1]
                whole, not_whole = yes[first + k], no[first + k]
                wrong |= whole & not_whole
                yes_a, no_a = yes[a >> 1], no[a >> 1]
                if a & 1:
                    yes_a, no_a = no_a, yes_a
                yes_b, no_b = yes[b >> 1], no[b >> 1]
                if b & 1:
                    yes_b, no_b = no_b, yes_b
                new_a, new_not_a = whole & ~yes_a, not_whole & yes_b & ~no_a
                new_b, new_not_b = whole & ~yes_b, not_whole & yes_a & ~no_b
                if new_a | new_not_a | new_b | new_not_b:
                    again = True
                    if a & 1:
                        new_a, new_not_a = new_not_a, new_a
                    if b & 1:
                        new_b, new_not_b = new_not_b, new_b
                    yes[a >> 1] |= new_a
                    no[a >> 1] |= new_not_a
                    yes[b >> 1] |= new_b
                    no[b >> 1] |= new_not_b
        for k in range(1 + given + others):
            wrong |= yes[k] & no[k]
        certain = ~wrong
        for k in range(others):
            found[k, word] = yes[1 + given + k]
            certain &= yes[1 + given + k] | no[1 + given + k]
        settled[0, word] = certain
