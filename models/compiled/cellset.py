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

_INT = types.int64


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


def _held_as(kind, held):
    """Has numba hold values of a type as LLVM's `held(kind)`."""

    @register_model(kind)
    class _Model(models.PrimitiveModel):
        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, held(fe_type))


_held_as(CellSet, lambda kind: integer(kind.width))
_held_as(CellTable, lambda kind: integer(WORD).as_pointer())
_held_as(StepTable, lambda kind: integer(WORD).as_pointer())


@register_model(CellIterator)
class _CellIteratorModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        rest = types.EphemeralPointer(CellSet(fe_type.width))
        super().__init__(dmm, fe_type, [("rest", rest)])


def compiled(function, typed, *kinds):
    """Has numba compile a function, or an operator for arguments of those kinds. `typed(*types)`
    returns its signature, or None for arguments that it does not take; decorates its code.
    """

    def decorate(build):
        type_callable(function)(lambda context: typed)
        return lower_builtin(function, *(kinds or [types.VarArg(types.Any)]))(build)

    return decorate


def _operator(symbol, many, answer, build):
    """Has numba compile an operator on so many sets of one width; answer None: such a set, too."""

    def typed(*sets):
        alike = isinstance(sets[0], CellSet) and all(one == sets[0] for one in sets)
        return (answer or sets[0]) if alike else None

    arity = {1: lambda one: typed(one), 2: lambda one, other: typed(one, other)}

    @compiled(symbol, arity[many], *[CellSet] * many)
    def _build(context, builder, sig, args):
        return build(builder, *args)


def _is_not_empty(builder, cells):
    return builder.icmp_unsigned("!=", cells, ir.Constant(cells.type, 0))


for _symbols, _many, _answer, _build in (
    ((operator.and_, operator.iand), 2, None, lambda b, x, y: b.and_(x, y)),
    ((operator.or_, operator.ior), 2, None, lambda b, x, y: b.or_(x, y)),
    ((operator.xor, operator.ixor), 2, None, lambda b, x, y: b.xor(x, y)),
    ((operator.invert,), 1, None, lambda b, x: b.not_(x)),
    ((operator.eq,), 2, types.boolean, lambda b, x, y: b.icmp_unsigned("==", x, y)),
    ((operator.ne,), 2, types.boolean, lambda b, x, y: b.icmp_unsigned("!=", x, y)),
    ((operator.truth, bool), 1, types.boolean, _is_not_empty),
    ((operator.not_,), 1, types.boolean, lambda b, x: b.not_(_is_not_empty(b, x))),
):
    for _symbol in _symbols:
        _operator(_symbol, _many, _answer, _build)


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


def bit_of(builder, width, cell):
    """The set of one cell."""
    kind = integer(width)
    cell = builder.zext(cell, kind) if width > WORD else cell
    return builder.shl(ir.Constant(kind, 1), cell)


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


@compiled(
    vocabulary.count, lambda cells: types.int64(cells) if isinstance(cells, CellSet) else None
)
def _count(context, builder, sig, args):
    return number_of(builder, args[0])


@compiled(
    vocabulary.lowest, lambda cells: types.int64(cells) if isinstance(cells, CellSet) else None
)
def _lowest(context, builder, sig, args):
    return _index(builder, args[0])


@compiled(vocabulary.single, lambda board, cell: board[board.fields.index("none")](board, _INT))
def _single(context, builder, sig, args):
    return bit_of(builder, sig.return_type.width, args[1])


@compiled(
    vocabulary.has,
    lambda cells, cell: types.boolean(cells, _INT) if isinstance(cells, CellSet) else None,
)
def _has(context, builder, sig, args):
    bit = bit_of(builder, sig.args[0].width, args[1])
    return _is_not_empty(builder, builder.and_(args[0], bit))


@compiled(vocabulary.each, lambda cells: cells if isinstance(cells, CellSet) else None)
def _each(context, builder, sig, args):
    return args[0]
