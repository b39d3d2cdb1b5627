"""Sets of cells in compiled code: one LLVM integer as wide as the board.

`CellSet(width)` is a numba type whose values are `iN` integers, N = 64, 128, 192 or 256; LLVM
splits them over registers. `CellTable(width)` is a pointer to rows of 64-bit words that are read
as such integers. Importing this module gives numba the compiled halves of `models/cells.py`, but
for those that take sets one above another (`models/wide_levels.py`).
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
from ruleproof.models.states import BITS, WORD, layout


class CellSet(types.IterableType):
    """A set of cells as an integer of `width` bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"CellSet{width}")

    @property
    def iterator_type(self):
        """What a loop over the set walks with."""
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


@intrinsic
def _count(typingctx, cells):
    def codegen(context, builder, sig, args):
        return _to_int64(builder, builder.ctpop(args[0]))

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


def _words(context, builder, array_type, array):
    return context.make_array(array_type)(context, builder, array).data


def _load_set(builder, data, word, width):
    """The set whose words start at `data[word]`."""
    place = builder.gep(data, [word])
    return builder.load(builder.bitcast(place, integer(width).as_pointer()), align=8)


def constant(number):
    """A constant of 64 bits."""
    return ir.Constant(integer(WORD), number)


@intrinsic(prefer_literal=True)
def load_field(typingctx, masks, numbers, width):
    """The `Field` that `masks` and `numbers` hold (see `models/kernels.py`) at a literal width."""
    bits = width.literal_value
    words = bits // WORD
    cells, rows = CellSet(bits), CellTable(bits)
    kind = types.NamedTuple(
        [types.int64, types.int64, cells, cells, rows, rows, rows, step_table], vocabulary.Field
    )

    def codegen(context, builder, sig, args):
        mask_data = _words(context, builder, sig.args[0], args[0])
        number_data = _words(context, builder, sig.args[1], args[1])
        size, directions, settings = (
            builder.load(builder.gep(number_data, [constant(k)])) for k in range(3)
        )
        near = builder.gep(mask_data, [constant(2 * words)])
        table_words = builder.mul(size, constant(words))
        around = builder.gep(near, [table_words])
        areas = builder.gep(around, [table_words])
        step = builder.gep(number_data, [builder.add(settings, constant(3))])
        full = _load_set(builder, mask_data, constant(0), bits)
        none = ir.Constant(integer(bits), 0)
        values = [size, directions, full, none, near, around, areas, step]
        return context.make_tuple(builder, sig.return_type, values)

    return kind(masks, numbers, width), codegen


@intrinsic
def load_rules(typingctx, numbers, rules):
    """The `Rules` of a game, from the fourth number on."""
    many = len(rules.instance_class._fields)
    kind = types.NamedUniTuple(types.int64, many, rules.instance_class)

    def codegen(context, builder, sig, args):
        data = _words(context, builder, sig.args[0], args[0])
        values = [builder.load(builder.gep(data, [constant(3 + k)])) for k in range(many)]
        return context.make_tuple(builder, sig.return_type, values)

    return kind(numbers, rules), codegen


def _state_type(state_class, bits):
    plan = layout(state_class)
    many = dict(plan.sets)
    kinds = [
        types.int64
        if name not in many
        else types.UniTuple(CellSet(bits), many[name])
        if many[name]
        else CellSet(bits)
        for name in state_class._fields
    ]
    uniform = all(kind == kinds[0] for kind in kinds)
    if uniform:
        return types.NamedUniTuple(kinds[0], len(kinds), state_class)
    return types.NamedTuple(kinds, state_class)


@intrinsic(prefer_literal=True)
def load_state(typingctx, row, state, width):
    """The `State` that a row holds, at a literal width."""
    state_class, bits = state.instance_class, width.literal_value
    plan = layout(state_class)
    kind = _state_type(state_class, bits)
    many = dict(plan.sets)

    def codegen(context, builder, sig, args):
        data = _words(context, builder, sig.args[0], args[0])
        words = bits // WORD
        values = []
        for name, field_type in zip(state_class._fields, kind.types, strict=True):
            if name in many:
                first = plan.layer_of(name)
                sets = [
                    _load_set(builder, data, constant((first + k) * words), bits)
                    for k in range(max(many[name], 1))
                ]
                whole = context.make_tuple(builder, field_type, sets) if many[name] else sets[0]
                values.append(whole)
                continue
            word, shift = plan.number_place(name, bits)
            number = builder.load(builder.gep(data, [constant(word)]))
            number = builder.lshr(number, constant(shift))
            values.append(builder.and_(number, constant((1 << BITS) - 1)))
        return context.make_tuple(builder, sig.return_type, values)

    return kind(row, state, width), codegen


@intrinsic
def store_state(typingctx, row, state):
    """Writes a `State` to a row."""
    state_class = state.instance_class
    plan = layout(state_class)
    many = dict(plan.sets)

    def codegen(context, builder, sig, args):
        data = _words(context, builder, sig.args[0], args[0])
        fields = cgutils.unpack_tuple(builder, args[1], len(state_class._fields))
        tail = {}
        bits = 0
        for name, value in zip(state_class._fields, fields, strict=True):
            if name in many:
                sets = cgutils.unpack_tuple(builder, value, many[name]) if many[name] else [value]
                bits = sets[0].type.width
                for k, cells in enumerate(sets):
                    place = builder.gep(
                        data, [constant((plan.layer_of(name) + k) * (bits // WORD))]
                    )
                    builder.store(cells, builder.bitcast(place, cells.type.as_pointer()), align=8)
        for name, value in zip(state_class._fields, fields, strict=True):
            if name not in many:
                word, shift = plan.number_place(name, bits)
                if value.type.width < WORD:
                    value = builder.zext(value, integer(WORD))
                part = builder.shl(value, constant(shift))
                tail[word] = builder.or_(tail[word], part) if word in tail else part
        for word, value in tail.items():
            builder.store(value, builder.gep(data, [constant(word)]))
        return context.get_dummy_value()

    return types.void(row, state), codegen


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
        return _load_set(builder, args[0], builder.mul(args[1], constant(words)), kind.width)

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
