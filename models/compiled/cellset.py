"""Sets of cells in compiled code: one LLVM integer as wide as the board.

`CellSet(width)` is a numba type whose values are `iN` integers, N = 64, 128, 192, 256 or 384; LLVM
splits them over registers. `CellTable(width)` is a pointer to rows of 64-bit words that are read
as such integers. Importing this module gives numba the compiled halves of `models/cells.py`, but
for those that take sets one above another (`models/compiled/levels.py`).
"""
# numba's extension API is untyped; the types that matter here are LLVM's.
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_model,
    type_callable,
)
from numba.core.imputils import RefType, impl_ret_untracked, iternext_impl

from ruleproof.models import cells as vocabulary
from ruleproof.models.play.states import WORD


class CellSet(types.IterableType):
    """A set of cells as an integer of `width` bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"CellSet{width}")

    @property
    def iterator_type(self):
        """The state of a loop over the set."""
        return CellIterator(self.width)


class StepTable(types.Type):
    """Cell numbers in memory, 64 bits each."""

    def __init__(self) -> None:
        super().__init__(name="StepTable")


step_table = StepTable()


class CellIterator(types.SimpleIteratorType):
    """Walks a set from its lowest cell up."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(f"CellIterator{width}", types.int64)


class CellTable(types.Type):
    """Rows of words in memory, read as sets of `width` bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"CellTable{width}")


def integer(width: int) -> ir.IntType:
    """The LLVM type of sets of so many bits."""
    return ir.IntType(width)


@register_model(CellSet)
class _CellSetModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, integer(fe_type.width))


@register_model(CellTable)
class _CellTableModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, integer(WORD).as_pointer())


@register_model(StepTable)
class _StepTableModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, integer(WORD).as_pointer())


@register_model(CellIterator)
class _CellIteratorModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        rest = types.EphemeralPointer(CellSet(fe_type.width))
        super().__init__(dmm, fe_type, [("rest", rest)])


def _binary(symbol, build):
    @type_callable(symbol)
    def _type(context):
        def typer(left, right):
            if isinstance(left, CellSet) and left == right:
                return left
            return None

        return typer

    @lower_builtin(symbol, CellSet, CellSet)
    def _lower(context, builder, sig, args):
        return build(builder, *args)


for _symbols, _build in (
    ((operator.and_, operator.iand), lambda b, x, y: b.and_(x, y)),
    ((operator.or_, operator.ior), lambda b, x, y: b.or_(x, y)),
    ((operator.xor, operator.ixor), lambda b, x, y: b.xor(x, y)),
):
    for _symbol in _symbols:
        _binary(_symbol, _build)


def _comparison(symbol, predicate):
    @type_callable(symbol)
    def _type(context):
        def typer(left, right):
            if isinstance(left, CellSet) and left == right:
                return types.boolean
            return None

        return typer

    @lower_builtin(symbol, CellSet, CellSet)
    def _lower(context, builder, sig, args):
        return builder.icmp_unsigned(predicate, *args)


_comparison(operator.eq, "==")
_comparison(operator.ne, "!=")


@type_callable(operator.invert)
def _type_invert(context):
    return lambda value: value if isinstance(value, CellSet) else None


@lower_builtin(operator.invert, CellSet)
def _lower_invert(context, builder, sig, args):
    return builder.not_(args[0])


@type_callable(operator.truth)
def _type_truth(context):
    return lambda value: types.boolean if isinstance(value, CellSet) else None


@type_callable(bool)
def _type_bool(context):
    return lambda value: types.boolean if isinstance(value, CellSet) else None


@type_callable(operator.not_)
def _type_not(context):
    return lambda value: types.boolean if isinstance(value, CellSet) else None


@lower_builtin(operator.truth, CellSet)
@lower_builtin(bool, CellSet)
def _lower_truth(context, builder, sig, args):
    return builder.icmp_unsigned("!=", args[0], ir.Constant(args[0].type, 0))


@lower_builtin(operator.not_, CellSet)
def _lower_not(context, builder, sig, args):
    return builder.icmp_unsigned("==", args[0], ir.Constant(args[0].type, 0))


@lower_builtin("getiter", CellSet)
def _getiter(context, builder, sig, args):
    walk = context.make_helper(builder, sig.return_type)
    walk.rest = cgutils.alloca_once_value(builder, args[0])
    return impl_ret_untracked(context, builder, sig.return_type, walk._getvalue())


@lower_builtin("iternext", CellIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context, builder, sig, args, result):
    walk = context.make_helper(builder, sig.args[0], value=args[0])
    rest = builder.load(walk.rest)
    more = builder.icmp_unsigned("!=", rest, ir.Constant(rest.type, 0))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(_index(builder, rest))
        less = builder.sub(rest, ir.Constant(rest.type, 1))
        builder.store(builder.and_(rest, less), walk.rest)


def _to_int64(builder, value):
    wide = value.type.width > WORD
    return builder.trunc(value, integer(WORD)) if wide else value


def _index(builder, cells):
    return _to_int64(builder, builder.cttz(cells, ir.Constant(ir.IntType(1), 1)))


def number_of(builder, cells):
    """The number of cells in the set."""
    return _to_int64(builder, builder.ctpop(cells))


@intrinsic
def _count(typingctx, cells):
    def codegen(context, builder, sig, args):
        return number_of(builder, args[0])

    return types.int64(cells), codegen


@intrinsic
def _lowest(typingctx, cells):
    def codegen(context, builder, sig, args):
        return _index(builder, args[0])

    return types.int64(cells), codegen


def bit_of(builder, width, cell):
    """The set of one cell."""
    kind = integer(width)
    cell = builder.zext(cell, kind) if width > WORD else cell
    return builder.shl(ir.Constant(kind, 1), cell)


@intrinsic
def _single(typingctx, sample, cell):
    """The set of one cell, as wide as `sample`."""

    def codegen(context, builder, sig, args):
        return bit_of(builder, sample.width, args[1])

    return sample(sample, types.int64), codegen


@intrinsic
def _has(typingctx, cells, cell):
    def codegen(context, builder, sig, args):
        met = builder.and_(args[0], bit_of(builder, cells.width, args[1]))
        return builder.icmp_unsigned("!=", met, ir.Constant(met.type, 0))

    return types.boolean(cells, types.int64), codegen


def load_set(builder, data, word, width):
    """The set whose words start at `data[word]`."""
    place = builder.gep(data, [word])
    return builder.load(builder.bitcast(place, integer(width).as_pointer()), align=8)


def constant(number):
    """A constant of 64 bits."""
    return ir.Constant(integer(WORD), number)


@intrinsic
def _step(typingctx, steps, index):
    def codegen(context, builder, sig, args):
        return builder.load(builder.gep(args[0], [args[1]]))

    return types.int64(steps, types.int64), codegen


@intrinsic
def _read(typingctx, rows, index):
    kind = CellSet(rows.width)
    words = rows.width // WORD

    def codegen(context, builder, sig, args):
        return load_set(builder, args[0], builder.mul(args[1], constant(words)), kind.width)

    return kind(rows, types.int64), codegen


@overload(operator.getitem)
def _getitem(rows, index):
    if isinstance(rows, CellTable):
        return lambda rows, index: _read(rows, index)
    if isinstance(rows, StepTable):
        return lambda rows, index: _step(rows, index)
    return None


@overload(vocabulary.count)
def _count_overload(cells):
    if isinstance(cells, CellSet):
        return lambda cells: _count(cells)
    return None


@overload(vocabulary.lowest)
def _lowest_overload(cells):
    if isinstance(cells, CellSet):
        return lambda cells: _lowest(cells)
    return None


@overload(vocabulary.single)
def _single_overload(board, cell):
    return lambda board, cell: _single(board.none, cell)


@overload(vocabulary.has)
def _has_overload(cells, cell):
    if isinstance(cells, CellSet):
        return lambda cells, cell: _has(cells, cell)
    return None


@overload(vocabulary.each)
def _each_overload(cells):
    if isinstance(cells, CellSet):
        return lambda cells: cells
    return None
