"""Rows of words in compiled code: boards, settings and states read from them and written to them.

See `models/play/states.py` for how a state lies in a row.
"""
# numba's extension API is untyped; the types that matter here are LLVM's.
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic, overload

from ruleproof.models import cells as vocabulary
from ruleproof.models.compiled.cellset import (
    CellSet,
    CellTable,
    constant,
    integer,
    load_set,
    step_table,
)
from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.play.states import BITS, WORD, layout

_ROW = types.uint64[::1]


@kernel(types.void(_ROW, _ROW), inline=True)
def copy_row(row, out):
    """Writes a row over another. numba would compile `out[:] = row` together with the text of an
    error about shapes, which takes longer than most solvers do.
    """
    for k in range(row.size):
        out[k] = row[k]


def _words(context, builder, array_type, array):
    return context.make_array(array_type)(context, builder, array).data


@intrinsic(prefer_literal=True)
def load_field(typingctx, masks, numbers, width):
    """The `Field` that `masks` and `numbers` hold (see `models/compiled/kernels.py`) at a literal
    width.
    """
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
        full = load_set(builder, mask_data, constant(0), bits)
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
                    load_set(builder, data, constant((first + k) * words), bits)
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
def store_state(typingctx, rows, at, state):
    """Writes a `State` to the row that begins at a place."""
    state_class = state.instance_class
    plan = layout(state_class)
    many = dict(plan.sets)

    def codegen(context, builder, sig, args):
        data = builder.gep(_words(context, builder, sig.args[0], args[0]), [args[1]])
        fields = cgutils.unpack_tuple(builder, args[2], len(state_class._fields))
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

    return types.void(rows, types.int64, state), codegen


@overload(vocabulary.tell, inline="always")
def _tell(states, state):
    """`states` are the numbers whose first says how many there are, and the words of the rows."""
    if not isinstance(state, types.BaseNamedTuple):
        return None
    plan = layout(state.instance_class)
    first = state.types[state.fields.index(plan.sets[0][0])]
    wide = plan.row_words((first.dtype if plan.sets[0][1] else first).width)

    def told(states, state):
        if states[0][0] + 1 >= states[0].size:
            raise IndexError("there are more moves than `Declared.most_moves` says")
        store_state(states[1], states[0][0] * wide, state)
        states[0][0] += 1

    return told
