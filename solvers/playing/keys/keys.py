"""Keys: positions told apart up to symmetry by a few words, made faster than rows can be turned.

key     of a row, above the bits of a code, its used bits (see `playing/keys/packing.py`), lowest
        first; or, where that saves a word, the letters of its cells, each as a sum
        (`models/compiled/sums.py`), the first cell lowest, and above them the used bits of its
        numbers; or, where only that saves one, these bits and above them one number whose digits
        are the letters, in a radix that need be no power of 2
code    what a table says of the position: `code_bits` bits below the key, never 0 there
entry   a key with its code; of equal keys there is one entry
least   of the keys of all images of a position the least, the last word counting most; where a
        change of colours is a symmetry, only images with the first player to move are looked at

A key is the sum of what each bit of the row adds to it; so is the key of each of its images, for
which other tables say what is added (`playing/keys/images.py`).
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ruleproof.models.compiled import sums
from ruleproof.models.compiled.letters import MOST_LAYERS, Alphabet, used_layers
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, WORD, layout, width_for
from ruleproof.solvers.playing.keys import key_kernel as k
from ruleproof.solvers.playing.keys.forms import (
    MOST_CODE_BITS,
    form_of,
    kept,
    met,
    met_from,
    pieces_of,
    shown,
)
from ruleproof.solvers.playing.keys.images import images_of
from ruleproof.solvers.playing.keys.packing import (
    more_used,
    sound_used,
    symmetric_turns,
    used_bits,
)

_SPREAD = np.uint64(0x9E37_79B9_7F4A_7C15)
_PIECE = 1 << 16
"""Entries that are rewritten at a time."""


class Keys(NamedTuple):
    """The tables from which compiled code makes the keys of one game.

    `plan` and `images`: see `playing/keys/key_kernel.py`. `pieces`: the number of pieces, the
    pieces, each as word and shift in a row, bits, word and shift in a key; for each word of a row
    the bits that may be set; then the chunks, and where there are letters the rules that they keep
    and their spelling. `used`: for each word of a row, the bits that a key keeps. `letters`: by
    their sums.
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
        """The form that a reader of keys needs."""
        return {"used": list(self.used), "letters": self.letters and list(self.letters)}


Begin: TypeAlias = Callable[[Keys], Callable[[int, Any], None]]
"""Makes room for entries in a form, and returns a function that puts a piece of them there."""


def keys(
    game: Game,
    used: tuple[int, ...] | None = None,
    code_bits: int | None = None,
    letters: tuple[int, ...] | None = (),
) -> Keys:
    """The keys of a game that keep the used bits (by default: those that random play sets), above
    so many bits for a code (by default `LEAST_CODE_BITS`). Where a position is told by letters,
    these are among them, by default those that random play shows; with None no letters are used.
    """
    wanted = kept(game, used_bits(game) if used is None else used)
    known = letters and tuple(letter for letter in letters if letter >= 0)
    form = form_of(game, wanted, code_bits, known)
    turns = symmetric_turns(game)
    plain, changed = map(len, turns)
    if max(plain, changed) > k.MOST_TURNS:
        raise ValueError(f"a board has at most {k.MOST_TURNS} symmetries: {max(plain, changed)}")
    width, state = width_for(game.board.size), layout(game.rulebook.rules.State)
    chunks, images = images_of(game, form.adds, turns, form.words)
    parts = [pieces_of(game, form), chunks]
    plan = np.zeros(k.PLAN, np.int64)
    plan[k.SIDE_WORD], plan[k.SIDE_SHIFT] = state.number_place("side", width)
    plan[k.WORDS], plan[k.CODE_BITS] = form.words, form.code_bits
    plan[k.PLAIN], plan[k.CHANGED], plan[k.CHANGED_AT] = plain, changed, images[0].size
    plan[k.CHUNKS_AT], plan[k.CHUNKS] = parts[0].size, len(chunks) // k.CHUNK
    plan[k.ROWS] = images[0].shape[1]
    if form.told:
        spelling = Alphabet(form.told.layers, form.told.letters)
        parts.append(sums.plan(form.told, width // WORD))
        parts.append(spelling.spelling(width, game.board.size))
        plan[k.RULES], plan[k.SPELLING] = (sum(map(len, parts[:n])) for n in (2, 3))
        plan[k.LETTERS_AT], plan[k.RADIX] = form.letters_at, form.radix
    flat = np.concatenate([image.reshape(-1) for image in images])
    told = form.told and form.told.letters
    return Keys(game, plan, np.concatenate(parts), flat, form.used, told, form.key_bits)


def remade(game: Game, form: Any, code_bits: Any) -> Keys:
    """The keys of a form that stands in a file, with so many bits for codes. Raises `ValueError`
    where no keys of the game have it.
    """
    used, letters = sound_used(game, form["used"]), form["letters"]
    if type(code_bits) is not int or not 0 <= code_bits <= MOST_CODE_BITS:
        raise ValueError(f"codes have up to {MOST_CODE_BITS} bits: {code_bits!r}")
    if letters is not None:
        most = 1 << len(used_layers(used, layout(game.rulebook.rules.State), _width(game)))
        if not isinstance(letters, list) or not all(
            type(letter) is int and -1 <= letter < min(most, 1 << MOST_LAYERS) for letter in letters
        ):
            raise ValueError("letters are sets of layers")
    found = keys(game, used, code_bits, None if letters is None else tuple(letters))
    if found.form != {"used": form["used"], "letters": letters} or found.code_bits != code_bits:
        raise ValueError("no keys of the game have this form")
    return found


def look_through(forms: Keys, entries: Any, most_code: int = 0) -> None:
    """Checks that entries of a file, `uint64[n * words]`, are such as a table holds: least keys of
    rows, with codes from 1 to `most_code` where keys have any. Raises `ValueError` for the first
    that is not.
    """
    at = k.misfit(
        *(forms.plan, forms.pieces, forms.images, entries, np.uint64(most_code)),
        *(np.zeros(forms.words, np.uint64), np.zeros(len(forms.used), np.uint64)),
        np.zeros(forms.room, np.uint64),
    )
    if at >= 0:
        raise ValueError(f"entry {at} of a part is none that a table holds")


def images_in(forms: Keys, rows: Any, *, all_turns: bool) -> Any:
    """Hashes, `uint64[rows, turns]`, of the keys of the images of rows under the turns that make
    the first player the one to move, or the first of these; before anything is compiled.
    """
    plan, many = forms.plan, len(rows)
    side = rows[:, plan[k.SIDE_WORD]] >> np.uint64(plan[k.SIDE_SHIFT]) & np.uint64((1 << BITS) - 1)
    swapped = (side == 1) & (plan[k.CHANGED] > 0)
    lanes = [-(-int(plan[at]) // k.LANES) * k.LANES for at in (k.PLAIN, k.CHANGED)]
    at, count = plan[k.CHUNKS_AT], plan[k.CHUNKS]
    chunks = forms.pieces[at : at + k.CHUNK * count].reshape(-1, k.CHUNK)
    found = np.zeros((many, max(lanes) if all_turns else 1), np.uint64)
    for swap, width in enumerate(lanes):
        some = rows[swapped == swap]
        if not len(some):
            continue
        first, shape = swap * plan[k.CHANGED_AT], (forms.words, int(plan[k.ROWS]), width)
        images = forms.images[first : first + shape[0] * shape[1] * width].reshape(shape)
        images = images[:, :, : width if all_turns else 1]
        total = np.zeros((forms.words, len(some), images.shape[2]), np.uint64)
        for place, shift, mask, base in chunks:
            value = some[:, place] >> np.uint64(shift) & np.uint64(mask)
            total += images[:, base + value.astype(np.int64)]
        told = np.zeros(total.shape[1:], np.uint64)
        for word in total:
            told = (told ^ word) * _SPREAD
        found[swapped == swap] = np.pad(told, ((0, 0), (0, found.shape[1] - told.shape[1])), "edge")
    return found


def _width(game: Game) -> int:
    return width_for(game.board.size)


def wider(old: Keys, row: Any, *, legal: bool = True) -> Keys:
    """The keys with room for the row, `uint64[words]`, too. If it is known to be a `legal`
    position, play goes on from it, to see which letters it leads to.
    """
    used = kept(old.game, more_used(old.game, old.used, row))
    state, width = layout(old.game.rulebook.rules.State), width_for(old.game.board.size)
    layers, before = (used_layers(one, state, width) for one in (used, old.used))
    known = {_carried(one, before, layers) for one in old.letters or () if one >= 0}
    more = met_from(old.game, layers, row) if legal else shown(old.game, layers, row)
    letters = tuple(sorted(known | met(old.game, layers) | more))
    return keys(old.game, used, old.code_bits, letters)


def filed(old: Keys) -> Keys:
    """The keys as files hold them: with a whole number of bits for every letter, or no letters.
    Those that were not so before are without codes.
    """
    for letters in (old.letters, None):
        if old.letters is None or (not old.plan[k.RADIX] and min(old.letters) >= 0):
            break
        old = keys(old.game, old.used, 0, letters)
    return old


def roomier(old: Keys) -> Keys:
    """The keys with room for every code."""
    return keys(old.game, old.used, MOST_CODE_BITS, old.letters or ())


def rewritten(
    old: Keys, many: int, some: Callable[[int, int], Any], forms: Keys, begin: Begin
) -> Keys:
    """Writes entries in the form of other keys, piece by piece, and returns those keys, which are
    made wider where they do not suffice. `some(first, last)`: those words of the old entries,
    `uint64[last - first]`. `begin` is told the form, again where it changes, and returns a function
    that takes the pieces, each with the number of its first entry.
    """
    code_mask = np.uint64((1 << old.code_bits) - 1)
    row, first = np.zeros(len(old.used), np.uint64), 0
    take = begin(forms)
    while first < many:
        last = min(many, first + _PIECE)
        entries = some(first * old.words, last * old.words)
        new, key = (np.zeros(size * forms.words, np.uint64) for size in (last - first, 1))
        done = k.rewrite(
            *(old.plan, old.pieces, entries, code_mask, forms.plan, forms.pieces, forms.images),
            *(new, key, row, np.zeros(forms.room, np.uint64)),
        )
        if done < last - first:
            forms, first = wider(forms, row, legal=False), 0  # entries may come from a file
            take = begin(forms)
            continue
        take(first, new)
        first = last
    return forms


def _carried(letter: int, before: tuple[int, ...], layers: tuple[int, ...]) -> int:
    """A letter of some layers as one of more layers."""
    return sum(1 << layers.index(one) for k, one in enumerate(before) if letter >> k & 1)
