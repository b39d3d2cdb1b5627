"""Circuits with some inputs fixed: one output for each way to fix them, shared parts built once;
and the values of inputs that the outputs imply, 64 cases at a time.

A game's legality is a circuit of position and move. From it this makes a circuit of the position
alone, with an output for each move. A move fixes nearly all gates that it touches, so all moves of
a position together cost little more than one did.

Constraints that fix each part of the next position determine it gate by gate: the known ends of a
gate may give its value, and its value that of an end. Values that this leaves open take a solver.

known   a value, true or false, that follows; in a word for `yes` and one for `no`, a bit per case
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.typed import Dict

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.reasoning.formulas.circuits import Circuit

_GATES = types.int64[:, ::1]
_LITERALS = types.int64[::1]
_WORDS = types.uint64[:, ::1]


def specialised(whole: Circuit, rows: Any) -> Circuit:
    """The circuit of the first inputs that has, for each row, the output of `whole` with the row as
    its last inputs.

    `whole` has one output. `rows`: `uint8[outputs, fixed inputs]`, 0 and 1.
    """
    (output,) = whole.outputs
    fixed = np.ascontiguousarray(rows, np.uint8)
    inputs = whole.inputs - fixed.shape[1]
    gates, outputs = _specialise(whole.gates, output, inputs, fixed)
    return Circuit(inputs, gates, tuple(outputs.tolist()))


def behind(whole: Circuit, first: int) -> Circuit:
    """The part of the circuit that depends on an input from number `first` on; these come first
    among its inputs, and then all that it takes from the rest, each as an input of its own.
    """
    moving = _depends(whole.gates, whole.inputs, first)
    numbers = np.flatnonzero(moving[1 + whole.inputs :])
    ends, outputs = whole.gates[numbers], np.array(whole.outputs, np.int64)
    used = np.unique(np.concatenate([ends.ravel(), outputs]) >> 1)
    taken = used[~moving[used] & (used > 0)]
    inputs = whole.inputs - first + len(taken)
    name = np.zeros(len(moving), np.int64)
    name[1 + first : 1 + whole.inputs] = 1 + np.arange(whole.inputs - first)
    name[taken] = 1 + whole.inputs - first + np.arange(len(taken))
    name[1 + whole.inputs + numbers] = 1 + inputs + np.arange(len(numbers))
    renamed = 2 * name[outputs >> 1] | outputs & 1
    return Circuit(inputs, 2 * name[ends >> 1] | ends & 1, tuple(renamed.tolist()))


def depends(whole: Circuit, first: int) -> Any:
    """For each gate, whether it depends on an input from number `first` on: `bool[gates]`."""
    return _depends(whole.gates, whole.inputs, first)[1 + whole.inputs :]


def depths(whole: Circuit) -> Any:
    """For each gate, the number of gates on the longest way from an input to it, less 1:
    `int64[gates]`.
    """
    return _depths(whole.gates, whole.inputs)[1 + whole.inputs :]


@kernel(_LITERALS(_GATES, types.int64), allocates=True)
def _depths(gates, inputs):
    """For each node its depth; -1 for an input."""
    found = np.full(1 + inputs + gates.shape[0], -1)
    for k in range(gates.shape[0]):
        found[1 + inputs + k] = 1 + max(found[gates[k, 0] >> 1], found[gates[k, 1] >> 1])
    return found


@kernel(types.boolean[::1](_GATES, types.int64, types.int64), allocates=True)
def _depends(gates, inputs, first):
    """For each node, whether it depends on an input from number `first` on."""
    found = np.zeros(1 + inputs + gates.shape[0], np.bool_)
    found[1 + first : 1 + inputs] = True
    for k in range(gates.shape[0]):
        found[1 + inputs + k] = found[gates[k, 0] >> 1] or found[gates[k, 1] >> 1]
    return found


@kernel(types.Tuple((_GATES, _LITERALS))(_GATES, types.int64, _LITERALS), allocates=True)
def _needed(gates, inputs, outputs):
    """The gates that an output needs, and the outputs, numbered anew."""
    first = 1 + inputs
    wanted = np.zeros(first + gates.shape[0], np.bool_)
    for k in range(outputs.shape[0]):
        wanted[outputs[k] >> 1] = True
    for k in range(gates.shape[0] - 1, -1, -1):
        if wanted[first + k]:
            wanted[gates[k, 0] >> 1] = True
            wanted[gates[k, 1] >> 1] = True
    node = np.arange(first + gates.shape[0])
    many = 0
    kept = np.empty_like(gates)
    for k in range(gates.shape[0]):
        if wanted[first + k]:
            for side in range(2):
                literal = gates[k, side]
                kept[many, side] = 2 * node[literal >> 1] | (literal & 1)
            node[first + k] = first + many
            many += 1
    found = np.empty_like(outputs)
    for k in range(outputs.shape[0]):
        found[k] = 2 * node[outputs[k] >> 1] | (outputs[k] & 1)
    return kept[:many].copy(), found


@kernel(
    types.Tuple((_GATES, _LITERALS))(_GATES, types.int64, types.int64, types.uint8[:, ::1]),
    allocates=True,
)
def _specialise(gates, output, inputs, rows):
    """The gates and outputs of `specialised`, only those gates that an output needs."""
    before = inputs + rows.shape[1]
    moving = np.zeros(1 + before + gates.shape[0], np.bool_)
    literal = np.zeros(1 + before + gates.shape[0], np.int64)
    for k in range(1, 1 + inputs):
        literal[k] = 2 * k
    moving[1 + inputs : 1 + before] = True
    made = np.empty((1024, 2), np.int64)
    many = 0
    known = Dict.empty(types.int64, types.int64)
    outputs = np.empty(rows.shape[0], np.int64)
    for k in range(gates.shape[0]):
        moving[1 + before + k] = moving[gates[k, 0] >> 1] or moving[gates[k, 1] >> 1]
    still = np.flatnonzero(~moving[1 + before :])
    moved = np.flatnonzero(moving[1 + before :])
    for row in range(-1, rows.shape[0]):
        if row >= 0:
            for k in range(rows.shape[1]):
                literal[1 + inputs + k] = rows[row, k]
        for k in still if row < 0 else moved:
            node = 1 + before + k
            left, right = gates[k, 0], gates[k, 1]
            a = literal[left >> 1] ^ (left & 1)
            b = literal[right >> 1] ^ (right & 1)
            if a > b:
                a, b = b, a
            if a == 0 or a == b ^ 1:
                literal[node] = 0
            elif a == 1 or a == b:
                literal[node] = b
            else:
                key = a << 32 | b
                if key not in known:
                    if many == made.shape[0]:
                        wider = np.empty((2 * many, 2), np.int64)
                        wider[:many] = made
                        made = wider
                    made[many, 0], made[many, 1] = a, b
                    known[key] = 2 * (1 + inputs + many)
                    many += 1
                literal[node] = known[key]
        if row >= 0:
            outputs[row] = literal[output >> 1] ^ (output & 1)
    return _needed(made[:many].copy(), inputs, outputs)
