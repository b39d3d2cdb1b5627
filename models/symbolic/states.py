"""Symbolic states: a game's own `State`, with a symbolic set or number in each field.

Made of new variables, from a concrete state, or by a symmetry; read back from a model of z3.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> fresh(small, "p").black
(p.black.a1, p.black.b1, p.black.c1)
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, layout
from ruleproof.models.symbolic.cells import Cells, cells_of, read_set
from ruleproof.models.symbolic.logic import Formula, Number, conj, equal, iff, minus, number


def fresh(game: Game, prefix: str) -> Any:
    """A state of new variables, named by the prefix, the field and the cell."""
    names = game.board.names
    plan = layout(game.rulebook.rules.State)

    def new_set(label: str) -> Cells:
        return tuple(z3.Bool(f"{prefix}.{label}.{name}") for name in names)

    values: dict[str, Any] = {
        name: tuple(new_set(f"{name}{layer}") for layer in range(many)) if many else new_set(name)
        for name, many in plan.sets
    }
    values |= {name: z3.BitVec(f"{prefix}.{name}", BITS) for name in plan.numbers}
    return game.rulebook.rules.State(**values)


def constant(game: Game, state: Any) -> Any:
    """The symbolic state that is exactly the concrete one."""
    board, plan = game.field, layout(game.rulebook.rules.State)
    values: dict[str, Any] = {name: number(int(getattr(state, name))) for name in plan.numbers}
    for name, many in plan.sets:
        value = getattr(state, name)
        values[name] = (
            tuple(cells_of(board, cells) for cells in value) if many else cells_of(board, value)
        )
    return game.rulebook.rules.State(**values)


def same(p: Any, q: Any) -> Formula:
    """Whether two states, sets, numbers or tuples of these are the same."""
    if isinstance(p, tuple):
        return conj(*(same(a, b) for a, b in zip(p, q, strict=True)))
    return equal(p, q) if z3.is_bv(p) else iff(p, q)


def image_of(game: Game, p: Any, turn: Sequence[int], swap: bool) -> Any:
    """The symbolic state after a symmetry, as `Game.image` gives the concrete one."""
    plan = layout(game.rulebook.rules.State)
    source = sorted(range(len(turn)), key=lambda cell: turn[cell])

    def image(cells: Cells) -> Cells:
        return tuple(cells[cell] for cell in source)

    values = p._asdict()
    for name, many in plan.sets:
        values[name] = tuple(map(image, values[name])) if many else image(values[name])
    if swap:
        for one, other in game.rulebook.declared.exchange:
            values[one], values[other] = values[other], values[one]
        values["side"] = minus(1, values["side"])
    return type(p)(**values)


def read_state(game: Game, model: z3.ModelRef, p: Any) -> Any:
    """The concrete state that a model gives a symbolic one."""
    plan = layout(game.rulebook.rules.State)
    values: dict[str, Any] = {name: read_number(model, getattr(p, name)) for name in plan.numbers}
    for name, many in plan.sets:
        value = getattr(p, name)
        values[name] = (
            tuple(read_set(model, cells) for cells in value) if many else read_set(model, value)
        )
    return game.rulebook.rules.State(**values)


def read_number(model: z3.ModelRef, value: Number) -> int:
    """The value that a model gives a number."""
    return model.eval(value, model_completion=True).as_long()
