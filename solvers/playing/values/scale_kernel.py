"""The steps of `playing/values/scale.py`, compiled for searches. All numbers have 64 bits."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false

from __future__ import annotations

from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.solvers.playing.values import scale

seen_from = kernel(types.int64(types.int64, types.int64, types.int64))(scale.seen_from)
later = kernel(types.int64(types.int64, types.int64))(scale.later)
