"""The CPU's prefetch instruction, for numba."""

# numba's functions are untyped; the types that matter here are LLVM's
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic


def element(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The address of an element of an array, the first two arguments."""
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.gep(data, [args[1]])


@intrinsic
def prefetch(typingctx, array, index):
    """Asks for the memory at a place before it is needed.

    The processor goes on once it has translated the address, which takes some 50 ns in a large
    array; it translates the addresses of several requests in a row side by side.
    """

    def codegen(context, builder, signature, args):
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        place = builder.bitcast(element(context, builder, signature, args), byte)
        builder.call(fetch, [place, *(ir.Constant(number, k) for k in (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(array, types.uint64), codegen
