"""The form of keys: the bits of a position, or the letters of its cells.

See `playing/keys/keys.py` for the words.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.dice import dice
from ruleproof.models.compiled.kernels import MOVES, PLAY, engine
from ruleproof.models.compiled.letters import MOST_LAYERS, Alphabet, note, used_layers
from ruleproof.models.compiled.rows import copy_row
from ruleproof.models.compiled.sums import Sums, other_layers, sums
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import WORD, layout, width_for
from ruleproof.solvers.playing.keys.packing import left_out, pieces, symmetric_turns

LEAST_CODE_BITS = 9
"""Room for wins and losses within 254 plies."""
MOST_CODE_BITS = 17
"""Room for every value."""
_GAMES, _PLIES = 1000, 200
"""Games and plies of random play, which shows most letters."""


class Form(NamedTuple):
    """The content of a key: the used bits of each word of a row, in `key_bits` bits above
    `code_bits`; the addend of each of them, code included; where letters tell the cells, these, the
    bit of a key where they begin, and the radix of their sums, 0 if these take some bits each.
    """

    used: tuple[int, ...]
    code_bits: int
    key_bits: int
    adds: dict[int, int]
    told: Sums | None = None
    letters_at: int = 0
    radix: int = 0

    @property
    def words(self) -> int:
        """The words of a key with its code."""
        return max(1, -(-(self.code_bits + self.key_bits) // WORD))


def form_of(
    game: Game, used: tuple[int, ...], code_bits: int | None, letters: tuple[int, ...] | None
) -> Form:
    """The form of a game's keys: with letters, if that saves a word. See `keys`."""
    state, width = layout(game.rulebook.rules.State), width_for(game.board.size)
    marked = [
        WORD * word + bit
        for word, mask in enumerate(used)
        for bit in range(WORD)
        if mask >> bit & 1
    ]
    bits = LEAST_CODE_BITS if code_bits is None else code_bits
    raw = Form(used, bits, len(marked), {bit: 1 << bits + n for n, bit in enumerate(marked)})
    layers = used_layers(used, state, width)
    if raw.words == 1 or letters is None or not 1 < len(layers) <= MOST_LAYERS:
        return raw
    told = sums(layers, letters or met(game, layers), other_layers(game))
    others = [bit for bit in marked if bit >= state.layers * width]
    for form in (_fields(game, raw, told, others), _digits(game, raw, told, others)):
        safe = form.words == 1 or not (form.radix or told.carries)
        if safe and form.words < raw.words:
            return form
    return raw


def _fields(game: Game, raw: Form, told: Sums, others: list[int]) -> Form:
    """Every cell in some bits, and the other bits above them."""
    field, size = (len(told.letters) - 1).bit_length(), game.board.size
    many = field * size + len(others)
    at = raw.code_bits
    adds = {bit: 1 << at + field * size + n for n, bit in enumerate(others)}
    adds |= _cells(game, told, [1 << at + field * cell for cell in range(size)])
    return Form(raw.used, at, many, adds, told, at)


def _digits(game: Game, raw: Form, told: Sums, others: list[int]) -> Form:
    """Above the other bits the cells as the digits of one number."""
    radix, size = len(told.letters), game.board.size
    many = (radix**size - 1).bit_length() + len(others)
    at = raw.code_bits
    adds = {bit: 1 << at + n for n, bit in enumerate(others)}
    at_letters = at + len(others)
    adds |= _cells(game, told, [radix**cell << at_letters for cell in range(size)])
    return Form(raw.used, at, many, adds, told, at_letters, radix)


def _cells(game: Game, told: Sums, ones: list[int]) -> dict[int, int]:
    """The addends of the bits of layers, if a sum of 1 on each cell adds so much."""
    width = width_for(game.board.size)
    return {
        layer * width + cell: weight * one
        for layer, weight in zip(told.layers, told.weights, strict=True)
        for cell, one in enumerate(ones)
    }


@lru_cache(maxsize=64)
def met(game: Game, layers: tuple[int, ...]) -> frozenset[int]:
    """The letters of the layers that random play from the start shows; none if there are too many
    layers.
    """
    return met_from(game, layers, engine(game).row(game.start()))


def met_from(game: Game, layers: tuple[int, ...], row: Any) -> frozenset[int]:
    """The letters of the layers that random play from a row shows; none if there are too many
    layers.
    """
    if not 1 < len(layers) <= MOST_LAYERS:
        return frozenset()
    compiled = engine(game)
    seen = np.zeros(1 << MOST_LAYERS, np.bool_)
    spelling = Alphabet(layers, (0,)).spelling(compiled.width, game.board.size)
    _random_play(
        *(compiled.kernels.moves, compiled.kernels.play, compiled.masks, compiled.numbers),
        *(spelling, row, compiled.move_list(), seen, _GAMES, _PLIES),
    )
    return frozenset(map(int, np.flatnonzero(seen)))


def shown(game: Game, layers: tuple[int, ...], row: Any) -> set[int]:
    """The letters of the layers that a row shows; none if there are too many layers."""
    if not 1 < len(layers) <= MOST_LAYERS:
        return set()
    seen = np.zeros(1 << MOST_LAYERS, np.bool_)
    spelling = Alphabet(layers, (0,)).spelling(width_for(game.board.size), game.board.size)
    note(spelling, row, seen)
    return {int(letter) for letter in np.flatnonzero(seen)}


_PLAYOUT = types.void(
    *(MOVES, PLAY, types.uint64[::1], types.int64[::1], types.int64[::1], types.uint64[::1]),
    *(types.int64[::1], types.boolean[::1], types.int64, types.int64),
)


@kernel(_PLAYOUT, allocates=True)
def _random_play(moves, play, masks, numbers, spelling, start, found, seen, games, plies):
    """Marks the letters that some random games from the start show."""
    row, after = np.empty(start.size, np.uint64), np.empty(start.size, np.uint64)
    count = np.uint64(0)
    for _ in range(games):
        copy_row(start, row)
        for _ in range(plies):
            note(spelling, row, seen)
            moves(masks, numbers, row, found)
            if found[0] == 0:
                break
            count += np.uint64(1)
            pick = np.int64(dice(count) % np.uint64(found[0]))
            play(masks, numbers, row, found[1 + pick], after)
            copy_row(after, row)


def kept(game: Game, used: tuple[int, ...]) -> tuple[int, ...]:
    """The used bits that keys do not leave out."""
    return tuple(mask & ~gone for mask, gone in zip(used, _away(game), strict=True))


def _away(game: Game) -> list[int]:
    """The bits of each word of a row that keys leave out: how often a position has occurred, and
    whose turn it is where a change of colours makes it the first side's.
    """
    return left_out(game, ("side",) if symmetric_turns(game)[1] else ())


def pieces_of(game: Game, form: Form) -> Any:
    """The pieces of a row that no letter tells, and the bits that may be set."""
    if not form.told:
        return pieces(form.used, _away(game), form.code_bits)
    size, width = game.board.size, width_for(game.board.size)
    cells = layout(game.rulebook.rules.State).layers * (width // WORD)
    numbers = [0] * cells + list(form.used[cells:])
    allowed = [mask | more for mask, more in zip(form.used, _away(game), strict=True)]
    field = 0 if form.radix else (len(form.told.letters) - 1).bit_length()
    return pieces(numbers, allowed, form.code_bits + field * size)
