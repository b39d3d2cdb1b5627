"""Sets of cells one above another in compiled code: the halves of `models/cells.py` that take them.

A tuple of sets stays in registers: loops over its levels are unrolled. With this module numba has
all of the vocabulary; `register_rules` adds what is written in it.
"""
# numba's extension API is untyped; the types that matter here are LLVM's.
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from inspect import signature

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import register_jitable

from ruleproof.models import cells as vocabulary
from ruleproof.models.compiled.cellset import (
    CellSet,
    bit_of,
    compiled,
    constant,
    integer,
    number_of,
)
from ruleproof.models.play.states import WORD


def _of_levels(function, takes, gives):
    """Has numba compile a function of the vocabulary, whose arguments and answer are each `levels`,
    `cells` of the same width, or a `number`. Decorates its code.
    """

    def typed(*given):
        levels = given[0]
        if not isinstance(levels, types.UniTuple) or not isinstance(levels.dtype, CellSet):
            return None
        kinds = {"levels": levels, "cells": levels.dtype, "number": types.int64}
        return kinds[gives](*(kinds[one] for one in takes.split()))

    typed.__signature__ = signature(function)
    return compiled(function, typed)


def _sets(builder, sig, levels):
    return cgutils.unpack_tuple(builder, levels, sig.args[0].count)


def _none(sig):
    return ir.Constant(integer(sig.args[0].dtype.width), 0)


def _both(builder, sig, args):
    """Level by level, the sets of the two tuples."""
    return zip(_sets(builder, sig, args[0]), _sets(builder, sig, args[1]), strict=True)


def _with_bits(builder, sig, levels, number):
    """Level by level the set, and the bit of the number there: all cells or none."""
    for k, level in enumerate(_sets(builder, sig, levels)):
        bit = builder.trunc(builder.lshr(number, constant(k)), ir.IntType(1))
        yield level, builder.sext(bit, level.type)


@_of_levels(vocabulary.erased, "levels cells", "levels")
def _erased(context, builder, sig, args):
    kept = builder.not_(args[1])
    rest = [builder.and_(level, kept) for level in _sets(builder, sig, args[0])]
    return context.make_tuple(builder, sig.return_type, rest)


@_of_levels(vocabulary.tally, "levels number", "number")
def _tally(context, builder, sig, args):
    bit = bit_of(builder, sig.args[0].dtype.width, args[1])
    found = constant(0)
    for level in _sets(builder, sig, args[0]):
        met = builder.icmp_unsigned("!=", builder.and_(level, bit), _none(sig))
        found = builder.add(found, builder.zext(met, integer(WORD)))
    return found


@_of_levels(vocabulary.topmost, "levels levels", "cells")
def _topmost(context, builder, sig, args):
    found = _none(sig)
    for level, other in _both(builder, sig, args):
        found = builder.or_(builder.and_(found, builder.not_(other)), level)
    return found


@_of_levels(vocabulary.piled, "levels levels cells", "levels")
def _piled(context, builder, sig, args):
    rest, higher = args[2], []
    for level, other in _both(builder, sig, args):
        higher.append(builder.or_(level, builder.and_(rest, builder.not_(other))))
        rest = builder.and_(rest, builder.or_(level, other))
    return context.make_tuple(builder, sig.return_type, higher)


@_of_levels(vocabulary.raised, "levels cells number", "levels")
def _raised(context, builder, sig, args):
    carry, higher = _none(sig), []
    for level, added in _with_bits(builder, sig, args[0], args[2]):
        bit = builder.and_(args[1], added)
        either = builder.xor(level, bit)
        higher.append(builder.xor(either, carry))
        carry = builder.or_(builder.and_(level, bit), builder.and_(carry, either))
    return context.make_tuple(builder, sig.return_type, higher)


@_of_levels(vocabulary.lowered, "levels cells number", "levels")
def _lowered(context, builder, sig, args):
    borrow, lower = _none(sig), []
    for level, taken in _with_bits(builder, sig, args[0], args[2]):
        bit = builder.and_(args[1], taken)
        either = builder.xor(bit, borrow)
        lower.append(builder.xor(level, either))
        lacking = builder.and_(builder.not_(level), builder.or_(bit, borrow))
        borrow = builder.or_(lacking, builder.and_(bit, borrow))
    return context.make_tuple(builder, sig.return_type, lower)


@_of_levels(vocabulary.added, "levels levels", "levels")
def _added(context, builder, sig, args):
    carry, sums = _none(sig), []
    for level, other in _both(builder, sig, args):
        either = builder.xor(level, other)
        sums.append(builder.xor(either, carry))
        carry = builder.or_(builder.and_(level, other), builder.and_(carry, either))
    return context.make_tuple(builder, sig.return_type, sums)


@_of_levels(vocabulary.total, "levels cells", "number")
def _total(context, builder, sig, args):
    found = constant(0)
    for k, level in enumerate(_sets(builder, sig, args[0])):
        many = number_of(builder, builder.and_(level, args[1]))
        found = builder.add(found, builder.shl(many, constant(k)))
    return found


@_of_levels(vocabulary.covered, "levels", "cells")
def _covered(context, builder, sig, args):
    found = _none(sig)
    for level in _sets(builder, sig, args[0]):
        found = builder.or_(found, level)
    return found


@_of_levels(vocabulary.up_to, "levels cells number", "cells")
def _up_to(context, builder, sig, args):
    less, equal = _none(sig), args[1]
    for level, bit in reversed(list(_with_bits(builder, sig, args[0], args[2]))):
        lower = builder.and_(equal, builder.not_(level))
        less = builder.or_(less, builder.and_(lower, bit))
        equal = builder.and_(equal, builder.not_(builder.xor(level, bit)))
    return builder.or_(less, equal)


@_of_levels(vocabulary.smallest, "levels cells", "cells")
def _smallest(context, builder, sig, args):
    found = args[1]
    for level in reversed(_sets(builder, sig, args[0])):
        lower = builder.and_(found, builder.not_(level))
        some = builder.icmp_unsigned("!=", lower, _none(sig))
        found = builder.select(some, lower, found)
    return found


_registered: set[object] = set()


def register_rules() -> None:
    """Lets compiled code call every function marked `@rule` so far; may be called again."""
    for function in vocabulary.RULES:
        if function not in _registered:
            # LLVM deems a function that takes a state too big to inline, and a call copies it;
            # only compiled code calls these
            register_jitable(forceinline=True, no_cfunc_wrapper=True)(function)
            _registered.add(function)
