"""Keys: positions told apart up to symmetry by a few words, made faster than rows can be turned.

key     of a row, above the bits of a code, its used bits (see `solvers/symmetry.py`), lowest first;
        or, where that saves a word, the letters of its cells (see `models/letters.py`), the first
        cell lowest, and above them the used bits of its numbers
code    what a table says of the position: `code_bits` bits below the key, never 0 there
entry   a key with its code; of equal keys there is one entry
least   of the keys of all images of a position the least, the last word counting most; where a
        change of colours is a symmetry, only images with the first player to move are looked at
chunk   some bits of a key, and always whole letters

An image of a key is made by looking up its chunks, and all images at once: those of one chunk lie
side by side in memory.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiling import kernel
from ruleproof.models.game import Game
from ruleproof.models.kernels import MOVES, PLAY, engine
from ruleproof.models.letters import MOST_LAYERS, Alphabet, note, used_layers
from ruleproof.models.states import WORD, layout, width_for
from ruleproof.solvers import key_kernel as k
from ruleproof.solvers.dice import dice
from ruleproof.solvers.memory import reserved
from ruleproof.solvers.packing import exchanged, left_out, more_used, pieces, used_bits
from ruleproof.solvers.symmetry import symmetric_turns

LEAST_CODE_BITS = 9
"""Room for wins and losses within 254 plies."""
MOST_CODE_BITS = 17
"""Room for every value."""
_WIDE_CHUNKS = 1 << 20
"""Bytes of images up to which chunks have up to 8 bits, not 4."""
_GAMES, _PLIES = 1000, 200
"""Of random play, which shows most letters."""


class Keys(NamedTuple):
    """What compiled code must know to make the keys of one game.

    `plan` and `images`: see `solvers/key_kernel.py`. `pieces`: the number of pieces, the pieces,
    each as word and shift in a row, bits, word and shift in a key; then for each word of a row the
    bits that may be set; then the spelling, if there is one. `used`: for each word of a row, the
    bits that a key keeps. `letters`: those of the alphabet, if there is one.
    """

    game: Game
    plan: np.ndarray[Any, np.dtype[np.int64]]
    pieces: np.ndarray[Any, np.dtype[np.int64]]
    images: np.ndarray[Any, np.dtype[np.uint64]]
    used: tuple[int, ...]
    letters: tuple[int, ...] | None
    key_bits: int

    @property
    def words(self) -> int:
        """The words of an entry."""
        return int(self.plan[k.WORDS])

    @property
    def code_bits(self) -> int:
        """The bits of an entry below its key."""
        return int(self.plan[k.CODE_BITS])

    @property
    def room(self) -> int:
        """The words that must be at hand to make a key."""
        many = int(max(self.plan[k.PLAIN], self.plan[k.CHANGED]))
        return many + k.LANES + int(self.plan[k.CHUNKS])

    @property
    def form(self) -> dict[str, Any]:
        """What must be known to read keys."""
        return {"used": list(self.used), "letters": self.letters and list(self.letters)}


class _Form(NamedTuple):
    """What a key keeps: see `Keys`; and where in a key each used bit of a row stands that no letter
    tells.
    """

    used: tuple[int, ...]
    alphabet: Alphabet | None
    code_bits: int
    places: dict[int, int]
    key_bits: int


def keys(
    game: Game,
    used: tuple[int, ...] | None = None,
    code_bits: int | None = None,
    letters: tuple[int, ...] = (),
) -> Keys:
    """The keys of a game that keep the used bits (by default: those that random play sets), above
    so many bits for a code (by default: what is left of the last word, `LEAST_CODE_BITS` at least).
    Where a position is told by letters, these have numbers, and those that random play shows.
    """
    kept = _kept(game, used_bits(game) if used is None else used)
    form = _form(game, kept, code_bits, letters)
    plain, changed = symmetric_turns(game)
    if max(len(plain), len(changed)) > k.MOST_TURNS:
        raise ValueError(f"a board has at most {k.MOST_TURNS} symmetries: {len(plain)}")
    width = width_for(game.board.size)
    total = form.code_bits + form.key_bits
    size = max(1, -(-total // WORD))
    unit = form.alphabet.bits if form.alphabet else 1
    step = 8 // unit * unit
    if (len(plain) + len(changed)) * 8 * size * 256 * -(-form.key_bits // step) > _WIDE_CHUNKS:
        step = max(1, 4 // unit) * unit
    plan = np.zeros(k.PLAN, np.int64)
    plan[k.SIDE_WORD], plan[k.SIDE_SHIFT] = layout(game.rulebook.rules.State).number_place(
        "side", width
    )
    plan[k.WORDS], plan[k.CODE_BITS], plan[k.CHUNK_BITS] = size, form.code_bits, step
    plan[k.CHUNKS] = max(1, -(-form.key_bits // step))
    plan[k.PLAIN], plan[k.CHANGED] = len(plain), len(changed)
    sets = [_images(game, form, turns, swap, plan) for turns, swap in ((plain, 0), (changed, 1))]
    plan[k.CHANGED_AT] = sets[0].size
    flat = _pieces(game, form)
    if form.alphabet:
        plan[k.SPELLING] = flat.size
        flat = np.concatenate([flat, form.alphabet.spelling(width, game.board.size)])
    letters_kept = form.alphabet.letters if form.alphabet else None
    return Keys(game, plan, flat, np.concatenate(sets), form.used, letters_kept, form.key_bits)


def wider(old: Keys, row: Any) -> Keys:
    """The keys with room for the row, too. New letters come after those that are known, so that
    keys stay what they are (see `extends`), unless they take more bits.
    """
    used = _kept(old.game, more_used(old.game, old.used, row))
    state, width = layout(old.game.rulebook.rules.State), width_for(old.game.board.size)
    layers, before = (used_layers(one, state, width) for one in (used, old.used))
    known = [_carried(letter, before, layers) for letter in old.letters or ()]
    met = (_met(old.game, layers) | _met(old.game, layers, row)) - set(known)
    letters = _closed_alphabet(old.game, layers, [*known, *sorted(met)]).letters
    if used != old.used or (len(letters) - 1).bit_length() != (len(known) - 1).bit_length():
        letters = tuple(sorted(letters))
    forms = keys(old.game, used, None if old.code_bits else 0, letters)
    if forms.code_bits < old.code_bits:  # codes that are known must fit
        return keys(old.game, used, old.code_bits, letters)
    return forms


def extends(forms: Keys, old: Keys) -> bool:
    """Whether all keys of the old form are the same in the other one."""
    many = len(old.letters or ())
    return bool(
        many
        and forms.letters
        and forms.letters[:many] == old.letters
        and (forms.used, forms.code_bits, forms.key_bits) == (old.used, old.code_bits, old.key_bits)
    )


def in_order(old: Keys) -> Keys:
    """The keys with their letters in increasing order, whatever was met first."""
    if not old.letters or list(old.letters) == sorted(old.letters):
        return old
    return keys(old.game, old.used, old.code_bits, tuple(sorted(old.letters)))


def roomier(old: Keys) -> Keys:
    """The keys with room for every code."""
    return keys(old.game, old.used, MOST_CODE_BITS, old.letters or ())


def rewritten(old: Keys, entries: Any, forms: Keys, places: int) -> tuple[Keys, Any]:
    """Entries in the form of other keys, with room for so many, and those keys, which are made
    wider where they do not suffice.
    """
    code_mask = np.uint64((1 << old.code_bits) - 1)
    many = entries.size // old.words
    row = np.zeros(len(old.used), np.uint64)
    while True:
        new = reserved(places * forms.words, np.uint64)
        key = np.zeros(forms.words, np.uint64)
        done = k.rewrite(
            *(old.plan, old.pieces, entries, code_mask, forms.plan, forms.pieces, forms.images),
            *(new, key, row, np.zeros(forms.room, np.uint64)),
        )
        if done == many:
            return forms, new
        forms = wider(forms, row)


def _carried(letter: int, before: tuple[int, ...], layers: tuple[int, ...]) -> int:
    """A letter of some layers as one of more layers."""
    return sum(1 << layers.index(one) for k, one in enumerate(before) if letter >> k & 1)


def _form(
    game: Game, used: tuple[int, ...], code_bits: int | None, letters: tuple[int, ...]
) -> _Form:
    """What keys keep: letters, if that saves a word."""
    state, width = layout(game.rulebook.rules.State), width_for(game.board.size)
    marked = [
        WORD * word + bit
        for word, mask in enumerate(used)
        for bit in range(WORD)
        if mask >> bit & 1
    ]
    least = LEAST_CODE_BITS if code_bits is None else code_bits
    layers = used_layers(used, state, width)
    raw = _Form(used, None, _code_bits(len(marked), code_bits), {}, len(marked))
    raw = raw._replace(places={bit: raw.code_bits + n for n, bit in enumerate(marked)})
    if len(marked) + least <= WORD or not 1 < len(layers) <= MOST_LAYERS:
        return raw
    alphabet = _closed_alphabet(game, layers, letters or sorted(_met(game, layers)))
    cells = alphabet.bits * game.board.size
    others = [bit for bit in marked if bit >= state.layers * width]
    many = cells + len(others)
    if -(-(many + least) // WORD) >= -(-(len(marked) + least) // WORD):
        return raw
    bits = _code_bits(many, code_bits)
    places = {bit: bits + cells + n for n, bit in enumerate(others)}
    return _Form(used, alphabet, bits, places, many)


def _code_bits(key_bits: int, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    spare = -key_bits % WORD
    return min(spare, MOST_CODE_BITS) if spare >= LEAST_CODE_BITS else MOST_CODE_BITS


def _met(game: Game, layers: tuple[int, ...], row: Any | None = None) -> set[int]:
    """The letters of the layers that random play from a row, by default the start, shows; none if
    there are too many layers.
    """
    if not 1 < len(layers) <= MOST_LAYERS:
        return set()
    compiled = engine(game)
    seen = np.zeros(1 << MOST_LAYERS, np.bool_)
    spelling = Alphabet(layers, (0,)).spelling(compiled.width, game.board.size)
    _random_play(
        *(compiled.kernels.moves, compiled.kernels.play, compiled.masks, compiled.numbers),
        *(spelling, compiled.row(game.start()) if row is None else row),
        *(compiled.move_list(), seen, _GAMES, _PLIES),
    )
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
        row[:] = start
        for _ in range(plies):
            note(spelling, row, seen)
            moves(masks, numbers, row, found)
            if found[0] == 0:
                break
            count += np.uint64(1)
            pick = np.int64(dice(count) % np.uint64(found[0]))
            play(masks, numbers, row, found[1 + pick], after)
            row[:] = after


def _closed_alphabet(game: Game, layers: tuple[int, ...], letters: Sequence[int]) -> Alphabet:
    """The alphabet of the empty letter, the given ones, and those that they become when colours
    change.
    """
    other = _other_layers(game)
    to = [1 << layers.index(other[layer]) for layer in layers]
    both = [0, *letters]
    both += [sum(bit for n, bit in enumerate(to) if letter >> n & 1) for letter in letters]
    return Alphabet(layers, tuple(dict.fromkeys(both)))


def _other_layers(game: Game) -> list[int]:
    """For each layer the one that it becomes when colours change."""
    state = layout(game.rulebook.rules.State)
    many = dict(state.sets)
    other = list(range(state.layers))
    if symmetric_turns(game)[1]:
        for pair in game.rulebook.exchange:
            for one, two in (pair, pair[::-1]):
                for n in range(max(many.get(one, -1), 1) if one in many else 0):
                    other[state.layer_of(one) + n] = state.layer_of(two) + n
    return other


def _images(game: Game, form: _Form, turns: Any, swap: int, plan: Any) -> Any:
    """The images of all chunks under the turns, as they lie in `Keys.images`."""
    width, size = width_for(game.board.size), game.board.size
    layers = layout(game.rulebook.rules.State).layers
    other = {a: b for pair in exchanged(game) for a, b in (pair, pair[::-1])} if swap else {}
    many, step, chunks = int(plan[k.WORDS]), int(plan[k.CHUNK_BITS]), int(plan[k.CHUNKS])
    turns = [*turns, *(turns[:1] * (-len(turns) % k.LANES))]
    images = np.zeros((many, chunks, 1 << step, len(turns)), np.uint64)
    values = np.arange(1 << step)

    def carry(t: int, source: int, field: int, place: int, to: Any) -> None:
        """Images of the bits of a field, wherever they stand, are numbers at another place."""
        chunk, shift = divmod(source - form.code_bits, step)
        numbers = to[values >> shift & (1 << field) - 1]
        word, shift = divmod(place, WORD)
        images[word, chunk, :, t] |= numbers << np.uint64(shift)
        if shift + field > WORD:
            images[word + 1, chunk, :, t] |= numbers >> np.uint64(WORD - shift)

    for t, turn in enumerate(turns):
        if form.alphabet:
            bits = form.alphabet.bits
            plain = tuple(range(len(form.alphabet.letters)))
            letters = np.zeros(1 << bits, np.uint64)
            letters[: len(plain)] = form.alphabet.exchanged(_other_layers(game)) if swap else plain
            for cell in range(size):
                begin = form.code_bits
                carry(t, begin + cell * bits, bits, begin + turn[cell] * bits, letters)
        for bit, place in form.places.items():
            to = other.get(bit, bit)
            layer, cell = divmod(to, width)
            if layer < layers and cell < size:
                to = layer * width + turn[cell]
            carry(t, place, 1, form.places[to], np.array([0, 1], np.uint64))
    return images.reshape(-1)


def _away(game: Game) -> list[int]:
    """The bits of each word of a row that keys leave out: how often a position has occurred, and
    whose turn it is where a change of colours makes it the first side's.
    """
    return left_out(game, ("side",) if symmetric_turns(game)[1] else ())


def _kept(game: Game, used: tuple[int, ...]) -> tuple[int, ...]:
    """The used bits that are not left out."""
    return tuple(mask & ~gone for mask, gone in zip(used, _away(game), strict=True))


def _pieces(game: Game, form: _Form) -> Any:
    """The pieces of a row that no letter tells, and the bits that may be set."""
    if not form.alphabet:
        return pieces(form.used, _away(game), form.code_bits)
    width = width_for(game.board.size)
    cells = layout(game.rulebook.rules.State).layers * (width // WORD)
    numbers = [0] * cells + list(form.used[cells:])
    allowed = [mask | more for mask, more in zip(form.used, _away(game), strict=True)]
    return pieces(numbers, allowed, form.code_bits + form.alphabet.bits * game.board.size)
