"""Dice for compiled code: the same throws on every machine, told by a count alone."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel


@kernel(types.uint64(types.uint64))
def dice(count):
    """The random number of that count: SplitMix64 (Steele, Lea, Flood 2014)."""
    value = count * np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))
