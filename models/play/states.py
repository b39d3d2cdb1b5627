"""States and rows: how a game's `State` lies in memory for compiled code.

layer     a field of a `State` that holds a set of cells, or one of a tuple of such sets
number    a field that holds a whole number from 0 to 65,535
row       a state as `uint64` words: each layer in `width / 64` words, lowest first, in the order
          of the fields, then the numbers, four to a word, 16 bits each

>>> from ruleproof.models.play.game import game
>>> width_for(7), width_for(91)
(64, 128)
>>> layout(game("esgros", "path:3").rulebook.rules.State)
Layout(sets=(('black', 0), ('white', 0)), numbers=('side', 'swap'))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from ruleproof.models.cells import Cells, Levels, each

WORD = 64
BITS = 16
"""The bits that a number takes in a row."""
PER_WORD = WORD // BITS
WIDTHS = (64, 128, 192, 256, 384)


def width_for(size: int) -> int:
    """The narrowest width, in bits, that holds a board of `size` cells."""
    return next(width for width in WIDTHS if size <= width)


class Layout(NamedTuple):
    """The fields of a `State`: `sets` names each with its number of layers (0 for a bare set, n for
    a tuple of n), `numbers` the others, both in the order of the fields.
    """

    sets: tuple[tuple[str, int], ...]
    numbers: tuple[str, ...]

    @property
    def layers(self) -> int:
        """The number of sets of cells in a row."""
        return sum(max(many, 1) for _, many in self.sets)

    def row_words(self, width: int) -> int:
        """The number of words of a row."""
        return self.layers * (width // WORD) + -(-len(self.numbers) // PER_WORD)

    def number_place(self, name: str, width: int) -> tuple[int, int]:
        """The word and the shift, in bits, at which a number lies."""
        word, slot = divmod(self.numbers.index(name), PER_WORD)
        return self.layers * (width // WORD) + word, slot * BITS

    def layer_of(self, name: str) -> int:
        """The number of layers before the field's own."""
        before = 0
        for field, many in self.sets:
            if field == name:
                return before
            before += max(many, 1)
        raise KeyError(name)


class FieldError(TypeError):
    """A field of a `State` has a kind that no row holds."""

    def __init__(self, field: str, kind: object) -> None:
        super().__init__(field, kind)
        self.field = field
        self.kind = getattr(kind, "__name__", kind)

    def __str__(self) -> str:
        return f"a State holds Cells, Levels and int, not {self.field}: {self.kind}"


@lru_cache(maxsize=64)
def layout(state_type: Any) -> Layout:
    """The layout of a `State`, read from its annotations: `Cells`, `int`, and for several
    sets one above another `tuple[Cells, Cells]` or `Annotated[Levels, 24]`. Raises `FieldError`.
    """
    sets: list[tuple[str, int]] = []
    numbers: list[str] = []
    for name, hint in get_type_hints(state_type, include_extras=True).items():
        parts = get_args(hint)
        if hint is int:
            numbers.append(name)
        elif hint == Cells:
            sets.append((name, 0))
        elif get_origin(hint) is tuple and set(parts) == {Cells}:
            sets.append((name, len(parts)))
        elif len(parts) == 2 and parts[0] == Levels and isinstance(parts[1], int):
            sets.append((name, parts[1]))
        else:
            raise FieldError(name, hint)
    return Layout(tuple(sets), tuple(numbers))


class Wrong(NamedTuple):
    """A field of a state that holds no such thing, and what would be right."""

    what: str
    remedy: str


def wrong_field(state: Any, size: int, players: int) -> Wrong | None:
    """The first field of a state that holds no set of cells of a board of that size, or no number
    that a row has room for; None where there is none.
    """
    plan = layout(type(state))
    for name, many in plan.sets:
        held: Any = getattr(state, name)
        if many and not (isinstance(held, tuple) and len(held) == many):  # pyright: ignore[reportUnknownArgumentType]
            what = f"it makes {name} {held!r:.60}, and a tuple of {many} sets is wanted"
            return Wrong(what, "make it of as many sets as `State` says")
        sets: tuple[Any, ...] = held if many else (held,)
        for cells in sets:
            if not is_whole(cells) or not 0 <= cells < 1 << size:
                what = f"it makes {name} {cells!r:.60}, and a set holds cells of the board"
                return Wrong(what, "use the words of models/cells.py")
    for name in plan.numbers:
        number: Any = getattr(state, name)
        most = players if name == "side" else 1 << BITS
        if not (is_whole(number) or isinstance(number, bool)) or not 0 <= number < most:
            what = f"it makes {name} {number!r:.60}, and a whole number from 0 to {most - 1}"
            return Wrong(f"{what} is wanted", "keep the number within that")
    return None


def is_whole(value: object) -> bool:
    """Whether the value is a whole number, and neither a truth nor a fraction."""
    return isinstance(value, int) and not isinstance(value, bool)


def moved(state: Any, turn: Sequence[int]) -> Any:
    """The state with every set of cells carried along by the permutation."""

    def image(cells: int) -> int:
        return sum(1 << turn[cell] for cell in each(cells))

    values = {
        name: tuple(map(image, getattr(state, name))) if many else image(getattr(state, name))
        for name, many in layout(type(state)).sets
    }
    return state._replace(**values)


def pack(state: Any, width: int) -> list[int]:
    """The row of a state: whole numbers below 2^64, for `uint64[words]`."""
    plan = layout(type(state))
    row: list[int] = []
    for name, many in plan.sets:
        sets = getattr(state, name) if many else (getattr(state, name),)
        row += sets if width == WORD else (word for one in sets for word in words_of(one, width))
    tail = [0] * -(-len(plan.numbers) // PER_WORD)
    for index, name in enumerate(plan.numbers):
        tail[index // PER_WORD] |= int(getattr(state, name)) << index % PER_WORD * BITS
    return row + tail


def unpack(state_type: Any, row: Sequence[int], width: int) -> Any:
    """The state of a row."""
    plan = layout(state_type)
    words = width // WORD
    values: dict[str, Any] = {}
    at = 0
    for name, many in plan.sets:
        cells = []
        for _ in range(max(many, 1)):
            cells.append(sum(int(row[at + k]) << WORD * k for k in range(words)))
            at += words
        values[name] = tuple(cells) if many else cells[0]
    for name in plan.numbers:
        word, shift = plan.number_place(name, width)
        values[name] = int(row[word]) >> shift & (1 << BITS) - 1
    return state_type(**values)


def words_of(cells: int, width: int) -> list[int]:
    """The 64-bit words of a set, lowest first."""
    return [cells >> WORD * k & (1 << WORD) - 1 for k in range(width // WORD)]
