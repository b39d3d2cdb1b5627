"""Sets of cells one above another in compiled code: the halves of `models/cells.py` that take them.

A tuple of sets stays in registers: loops over its levels are unrolled. With this module numba has
all of the vocabulary; `register_rules` adds what is written in it.
"""
# numba's extension API is untyped; the types that matter here are LLVM's.
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic, overload, register_jitable

from ruleproof.models import cells as vocabulary
from ruleproof.models.compiled.cellset import CellSet, bit_of, constant, integer, number_of
from ruleproof.models.play.states import WORD


def _is_levels(kind):
    return isinstance(kind, types.UniTuple) and isinstance(kind.dtype, CellSet)


@intrinsic
def _erased(typingctx, levels, cells):
    def codegen(context, builder, sig, args):
        kept = builder.not_(args[1])
        sets = cgutils.unpack_tuple(builder, args[0], levels.count)
        rest = [builder.and_(level, kept) for level in sets]
        return context.make_tuple(builder, levels, rest)

    return levels(levels, cells), codegen


@overload(vocabulary.erased)
def _erased_overload(levels, cells):
    if _is_levels(levels) and levels.dtype == cells:
        return lambda levels, cells: _erased(levels, cells)
    return None


@intrinsic
def _tally(typingctx, levels, cell):
    def codegen(context, builder, sig, args):
        bit = bit_of(builder, levels.dtype.width, args[1])
        found = constant(0)
        for level in cgutils.unpack_tuple(builder, args[0], levels.count):
            met = builder.icmp_unsigned("!=", builder.and_(level, bit), ir.Constant(bit.type, 0))
            found = builder.add(found, builder.zext(met, integer(WORD)))
        return found

    return types.int64(levels, types.int64), codegen


@overload(vocabulary.tally)
def _tally_overload(levels, cell):
    if _is_levels(levels):
        return lambda levels, cell: _tally(levels, cell)
    return None


def _both(builder, sig, args):
    """Level by level, the sets of the two tuples."""
    levels, others = (cgutils.unpack_tuple(builder, one, sig.args[0].count) for one in args[:2])
    return zip(levels, others, strict=True)


@intrinsic
def _topmost(typingctx, levels, others):
    def codegen(context, builder, sig, args):
        found = ir.Constant(integer(levels.dtype.width), 0)
        for level, other in _both(builder, sig, args):
            found = builder.or_(builder.and_(found, builder.not_(other)), level)
        return found

    return levels.dtype(levels, others), codegen


@overload(vocabulary.topmost)
def _topmost_overload(levels, others):
    if _is_levels(levels) and levels == others:
        return lambda levels, others: _topmost(levels, others)
    return None


@intrinsic
def _piled(typingctx, levels, others, cells):
    def codegen(context, builder, sig, args):
        rest, higher = args[2], []
        for level, other in _both(builder, sig, args):
            higher.append(builder.or_(level, builder.and_(rest, builder.not_(other))))
            rest = builder.and_(rest, builder.or_(level, other))
        return context.make_tuple(builder, sig.return_type, higher)

    return levels(levels, others, cells), codegen


@overload(vocabulary.piled)
def _piled_overload(levels, others, cells):
    if _is_levels(levels) and levels == others and levels.dtype == cells:
        return lambda levels, others, cells: _piled(levels, others, cells)
    return None


@intrinsic
def _raised(typingctx, levels, cells, more):
    def codegen(context, builder, sig, args):
        carry = ir.Constant(args[1].type, 0)
        higher = []
        for level, added in _with_bits(builder, sig, args[0], args[2]):
            bit = builder.and_(args[1], added)
            either = builder.xor(level, bit)
            higher.append(builder.xor(either, carry))
            carry = builder.or_(builder.and_(level, bit), builder.and_(carry, either))
        return context.make_tuple(builder, sig.return_type, higher)

    return levels(levels, cells, types.int64), codegen


def _with_bits(builder, sig, levels, number):
    """Level by level the set, and the bit of the number there: all cells or none."""
    for k, level in enumerate(cgutils.unpack_tuple(builder, levels, sig.args[0].count)):
        bit = builder.trunc(builder.lshr(number, constant(k)), ir.IntType(1))
        yield level, builder.sext(bit, level.type)


@overload(vocabulary.raised)
def _raised_overload(levels, cells, more):
    if _is_levels(levels) and levels.dtype == cells:
        return lambda levels, cells, more: _raised(levels, cells, more)
    return None


@intrinsic
def _lowered(typingctx, levels, cells, less):
    def codegen(context, builder, sig, args):
        borrow = ir.Constant(args[1].type, 0)
        lower = []
        for level, taken in _with_bits(builder, sig, args[0], args[2]):
            bit = builder.and_(args[1], taken)
            either = builder.xor(bit, borrow)
            lower.append(builder.xor(level, either))
            lacking = builder.and_(builder.not_(level), builder.or_(bit, borrow))
            borrow = builder.or_(lacking, builder.and_(bit, borrow))
        return context.make_tuple(builder, sig.return_type, lower)

    return levels(levels, cells, types.int64), codegen


@overload(vocabulary.lowered)
def _lowered_overload(levels, cells, less):
    if _is_levels(levels) and levels.dtype == cells:
        return lambda levels, cells, less: _lowered(levels, cells, less)
    return None


@intrinsic
def _added(typingctx, levels, others):
    def codegen(context, builder, sig, args):
        carry = ir.Constant(integer(levels.dtype.width), 0)
        sums = []
        for level, other in _both(builder, sig, args):
            either = builder.xor(level, other)
            sums.append(builder.xor(either, carry))
            carry = builder.or_(builder.and_(level, other), builder.and_(carry, either))
        return context.make_tuple(builder, sig.return_type, sums)

    return levels(levels, others), codegen


@overload(vocabulary.added)
def _added_overload(levels, others):
    if _is_levels(levels) and levels == others:
        return lambda levels, others: _added(levels, others)
    return None


@intrinsic
def _total(typingctx, levels, cells):
    def codegen(context, builder, sig, args):
        found = constant(0)
        for k, level in enumerate(cgutils.unpack_tuple(builder, args[0], levels.count)):
            many = number_of(builder, builder.and_(level, args[1]))
            found = builder.add(found, builder.shl(many, constant(k)))
        return found

    return types.int64(levels, cells), codegen


@overload(vocabulary.total)
def _total_overload(levels, cells):
    if _is_levels(levels) and levels.dtype == cells:
        return lambda levels, cells: _total(levels, cells)
    return None


@intrinsic
def _covered(typingctx, levels):
    def codegen(context, builder, sig, args):
        found = ir.Constant(integer(levels.dtype.width), 0)
        for level in cgutils.unpack_tuple(builder, args[0], levels.count):
            found = builder.or_(found, level)
        return found

    return levels.dtype(levels), codegen


@overload(vocabulary.covered)
def _covered_overload(levels):
    if _is_levels(levels):
        return lambda levels: _covered(levels)
    return None


@intrinsic
def _up_to(typingctx, levels, cells, limit):
    def codegen(context, builder, sig, args):
        less, equal = ir.Constant(args[1].type, 0), args[1]
        for level, bit in reversed(list(_with_bits(builder, sig, args[0], args[2]))):
            lower = builder.and_(equal, builder.not_(level))
            less = builder.or_(less, builder.and_(lower, bit))
            equal = builder.and_(equal, builder.not_(builder.xor(level, bit)))
        return builder.or_(less, equal)

    return cells(levels, cells, types.int64), codegen


@overload(vocabulary.up_to)
def _up_to_overload(levels, cells, limit):
    if _is_levels(levels) and levels.dtype == cells:
        return lambda levels, cells, limit: _up_to(levels, cells, limit)
    return None


@intrinsic
def _smallest(typingctx, levels, cells):
    def codegen(context, builder, sig, args):
        found = args[1]
        for level in reversed(cgutils.unpack_tuple(builder, args[0], levels.count)):
            lower = builder.and_(found, builder.not_(level))
            some = builder.icmp_unsigned("!=", lower, ir.Constant(lower.type, 0))
            found = builder.select(some, lower, found)
        return found

    return cells(levels, cells), codegen


@overload(vocabulary.smallest)
def _smallest_overload(levels, cells):
    if _is_levels(levels) and levels.dtype == cells:
        return lambda levels, cells: _smallest(levels, cells)
    return None


_registered: set[object] = set()


def register_rules() -> None:
    """Lets compiled code call every function marked `@rule` so far; may be called again."""
    for function in vocabulary.RULES:
        if function not in _registered:
            # LLVM deems a function that takes a state too big to inline, and a call copies it;
            # only compiled code calls these
            register_jitable(forceinline=True, no_cfunc_wrapper=True)(function)
            _registered.add(function)
