"""Lanes: eight words of compiled code side by side, in as few registers as there are.

Each function does the same to all of them. A loop over single words compiles differently from place
to place, at times to instructions that fetch every word by itself, far more slowly.
"""

# numba's extension API is untyped; the types that matter here are LLVM's.
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic, models, register_model

LANES = 8
_WORD = ir.IntType(64)
_INDEX = ir.IntType(32)
_SEVERAL = ir.VectorType(_WORD, LANES)


class _Lanes(types.Type):
    """Words of 64 bits."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


_lanes = _Lanes()


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, _SEVERAL)


def _place(context, builder, kind, array, index):
    """The address of the words of an array, from one place on."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _SEVERAL.as_pointer())


@intrinsic
def take(typingctx, words, at):
    """The words of an array from one place on."""

    def codegen(context, builder, signature, args):
        return builder.load(_place(context, builder, signature.args[0], *args), align=8)

    return _lanes(words, types.uint64), codegen


@intrinsic
def put(typingctx, words, at, value):
    """Writes the words to an array, from one place on."""

    def codegen(context, builder, signature, args):
        array, index, value = args
        builder.store(value, _place(context, builder, signature.args[0], array, index), align=8)
        return context.get_dummy_value()

    return types.void(words, types.uint64, _lanes), codegen


@intrinsic
def every(typingctx, word):
    """The same word in all lanes."""

    def codegen(context, builder, signature, args):
        return _spread(builder, args[0])

    return _lanes(types.uint64), codegen


@intrinsic
def plus(typingctx, one, other):
    """The sums."""
    return _lanes(one, other), lambda context, builder, signature, args: builder.add(*args)


@intrinsic
def minus(typingctx, one, other):
    """The differences."""
    return _lanes(one, other), lambda context, builder, signature, args: builder.sub(*args)


@intrinsic
def lower(typingctx, one, other):
    """The lower one of every two words."""

    def codegen(context, builder, signature, args):
        return builder.select(builder.icmp_unsigned("<", *args), *args)

    return _lanes(one, other), codegen


@intrinsic
def where(typingctx, bits, value, instead):
    """The words whose bits are set, lane 0 the lowest; those of `instead` for the others."""

    def codegen(context, builder, signature, args):
        bits, value, instead = args
        chosen = builder.trunc(bits, ir.IntType(LANES))
        mask = builder.bitcast(chosen, ir.VectorType(ir.IntType(1), LANES))
        return builder.select(mask, value, instead)

    return _lanes(types.uint64, value, instead), codegen


@intrinsic
def lowest(typingctx, value):
    """The lowest of the words."""

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(_WORD, [_SEVERAL])
        reduce = cgutils.get_or_insert_function(
            builder.module, kind, f"llvm.vector.reduce.umin.v{LANES}i64"
        )
        return builder.call(reduce, args)

    return types.uint64(value), codegen


@intrinsic
def equal(typingctx, value, word):
    """The words that equal that one, as bits, lane 0 the lowest."""

    def codegen(context, builder, signature, args):
        found = builder.icmp_unsigned("==", args[0], _spread(builder, args[1]))
        return builder.zext(builder.bitcast(found, ir.IntType(LANES)), _WORD)

    return types.uint64(value, types.uint64), codegen


@intrinsic
def differing(typingctx, row, one, other):
    """The bytes, of 64 from one place on, that differ from those at another place, as bits."""
    several = ir.VectorType(ir.IntType(8), 8 * LANES)

    def codegen(context, builder, signature, args):
        array, one, other = args
        data = context.make_array(signature.args[0])(context, builder, array).data
        left, right = (
            builder.load(builder.bitcast(builder.gep(data, [at]), several.as_pointer()), align=1)
            for at in (one, other)
        )
        return builder.bitcast(builder.icmp_unsigned("!=", left, right), _WORD)

    return types.uint64(row, types.uint64, types.uint64), codegen


@intrinsic
def first_of(typingctx, bits):
    """The lowest of the bits that are set; there is one."""

    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


def _spread(builder, word):
    value = ir.Constant(_SEVERAL, ir.Undefined)
    for k in range(LANES):
        value = builder.insert_element(value, word, ir.Constant(_INDEX, k))
    return value
