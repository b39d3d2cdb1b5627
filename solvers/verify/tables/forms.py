"""Lookup tables for compiled code that checks a table: they relate its keys, rows and images.

They come from the table's header and from the game, which itself maps positions under its
symmetries. `solvers/verify/tables/keys.py` explains the parts. A bit of a row is named by its
number, counted through all words.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled import sums
from ruleproof.models.compiled.kernels import Engine
from ruleproof.models.compiled.lanes import LANES
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, WORD, layout, unpack
from ruleproof.solvers.playing.tables.header import Header, TableError
from ruleproof.solvers.verify.tables import keys as keys
from ruleproof.solvers.verify.tables.ranks import Orbits, orbits

_BYTE = 8
_LINE = 8
"""Words of a line."""
_ALL = (1 << WORD) - 1
_ALL_IMAGES = 1 << 20
"""All images of all entries are played from up to so many."""
_MANY = 12
"""Above this many key bytes, images are updated incrementally."""


class Forms(NamedTuple):
    """See `solvers/verify/tables/keys.py`; `orbits`: see `solvers/verify/tables/ranks.py`."""

    facts: Any
    plan: Any
    allowed: Any
    images: Any
    orbits: Orbits

    @property
    def room(self) -> int:
        """The words of keys under all turns of both kinds, plus those of the larger kind again."""
        plain, changed = int(self.facts[keys.PLAIN]), int(self.facts[keys.CHANGED])
        return int(self.facts[keys.WORDS]) * (plain + changed + max(plain, changed))


def forms(head: Header, compiled: Engine) -> Forms:
    """The forms of a table's keys; `TableError` where the game's symmetries do not keep them."""
    game = head.game
    two = len(game.players) == 2
    still = tuple(range(game.board.size))
    declared = sorted({turn for turn, swap in game.symmetries if not swap}, key=still.__ne__)
    plain = [still, *(turn for turn in declared if turn != still)]
    changed = sorted({turn for turn, swap in game.symmetries if swap and two})
    if max(len(plain), len(changed)) > keys.MOST_TURNS:
        raise TableError(f"the game has more than {keys.MOST_TURNS} symmetries")
    state = layout(game.rulebook.rules.State)
    ignored = [0] * compiled.row_words
    left_out = (
        *(("seen",) if game.rulebook.repetition.fields else ()),
        *(("side",) if changed else ()),
    )
    for name in left_out:
        word, shift = state.number_place(name, compiled.width)
        ignored[word] |= (1 << BITS) - 1 << shift
    if any(mask & away for mask, away in zip(head.used, ignored, strict=True)):
        raise TableError("keys hold bits that they should leave out")
    adds, runs = _adds(head, compiled)
    sizes = _sizes(head.used)
    moved = [
        [_moved(head, compiled, ignored, adds, turn, swap) for turn in turns]
        for swap, turns in enumerate((plain, changed))
    ]
    _must_be_group(game, moved)
    images = [
        _images(sizes, [{bit: adds[to] for bit, to in one.items()} for one in some], head)
        for some in moved
    ]
    told_by = _bytes(sizes, images)
    begins = np.cumsum([len(runs), *map(len, told_by)]).tolist()
    numbers = [*runs, *(number for some in told_by for number in some)]
    place, spelling, rules = len(numbers), 0, 0
    numbers += begins
    if head.told and head.alphabet:
        spelling = len(numbers)
        numbers += [*head.alphabet.spelling(compiled.width, game.board.size)]
        rules = len(numbers)
        numbers += [*sums.plan(head.told, compiled.width // WORD)]
    pieces, told = 0, len(numbers)
    if sum(map(len, told_by)) // 2 > _MANY:
        pieces = -(-_BYTE * compiled.row_words // keys.PIECE)
        numbers += _told(told_by, pieces)
    facts = (
        head.words, *state.number_place("side", compiled.width), head.party, game.rulebook.scored,
        game.rulebook.scored and not game.acyclic, len(plain), len(changed),
        images_tested(head).some, images_tested(head).one_in, *(one.shape[2] for one in images),
        images[0].size, len(runs) // keys.RUN, place, spelling, rules, *_line(head), pieces, told,
    )  # fmt: skip
    return Forms(
        np.array(facts, np.int64),
        np.array(numbers, np.int64),
        np.array(ignored, np.uint64) | np.array(head.used, np.uint64),
        np.concatenate([one.reshape(-1) for one in images]),
        orbits([*moved[0], *moved[1]]),
    )


class Tested(NamedTuple):
    """The number of images that entries are held against, of how many besides themselves; and one
    in how many entries is.
    """

    some: int
    others: int
    one_in: int


def images_tested(head: Header) -> Tested:
    """The images that entries are held against: all of all, or in larger tables as many as take
    about half as long as the check does besides.
    """
    two = len(head.game.players) == 2
    others = len({one for one in head.game.symmetries if two or not one[1]}) - 1
    if head.entries * others <= _ALL_IMAGES:
        return Tested(others, others, 1)
    return Tested(1, others, 2)


def on_trust(head: Header) -> list[str]:
    """The facts that a table which holds still takes from its game on trust, a line each."""
    found: list[str] = []
    some, others, one_in = images_tested(head)
    if some < others:
        found.append(
            f"on trust: one in {one_in} entries, chosen at random, was held against {some} of its "
            f"{others} images under the game's symmetries, the others against none"
        )
    if head.game.rulebook.repetition.fields and not head.game.repetition_decides:
        found.append("on trust: that repeating a position can neither lose nor be illegal")
    return found


def image_bytes(head: Header) -> int:
    """The memory that the images of a table's keys take while they are made."""
    turns = [many + -many % LANES for many in _turns(head)]
    rows = sum(1 << bits for bits in _sizes(head.used).values())
    return 2 * 8 * head.words * rows * sum(turns)


def _turns(head: Header) -> tuple[int, int]:
    """The number of symmetries that keep the colours, and of those that change them."""
    swaps = [swap for _, swap in head.game.symmetries]
    changed = sum(swaps)
    return len(swaps) - changed, changed if len(head.game.players) == 2 else 0


def _line(head: Header) -> tuple[int, int]:
    """The number of words of a line of the hash table, and of its entries."""
    line = _LINE << (-(-head.words // 2) - 1).bit_length()
    return line, (8 * line - 2) // (8 * head.words + (4 if head.plies else 2))


def _adds(head: Header, compiled: Engine) -> tuple[dict[int, int], list[int]]:
    """The addend of each bit of a row; and the runs of bits that no letter tells."""
    plan = layout(head.game.rulebook.rules.State)
    size, cells, at = head.game.board.size, 0, 0
    adds: dict[int, int] = {}
    if head.told:
        cells = plan.layers * (compiled.width // WORD)
        bits = (len(head.told.letters) - 1).bit_length()
        at = bits * size
        for layer, weight in zip(head.told.layers, head.told.weights, strict=True):
            for cell in range(size):
                adds[layer * compiled.width + cell] = weight << cell * bits
    runs: list[list[int]] = []
    for bit in _bits([*[0] * cells, *head.used[cells:]]):
        word, shift = divmod(bit, WORD)
        adds[bit] = 1 << at
        if runs and runs[-1][0] == word and sum(runs[-1][1:3]) == shift and at % WORD:
            runs[-1][2] += 1
        else:
            runs.append([word, shift, 1, *divmod(at, WORD)])
        at += 1
    return adds, [number for run in runs for number in run]


def _bits(words: Iterable[int]) -> Iterator[int]:
    """The bits that are set."""
    for word, rest in enumerate(words):
        while rest:
            yield WORD * word + (rest & -rest).bit_length() - 1
            rest &= rest - 1


def _sizes(used: Sequence[int]) -> dict[int, int]:
    """The bytes of a row with used bits, and how many bits each has up to the last of these."""
    return {bit // _BYTE: bit % _BYTE + 1 for bit in _bits(used)}


def _moved(
    head: Header,
    compiled: Engine,
    ignored: Sequence[int],
    bits: Iterable[int],
    turn: Sequence[int],
    swap: int,
) -> dict[int, int]:
    """The bit of a row that each bit becomes under a turn.

    The game maps rows with those bits set whose number has a certain bit. So every bit of the
    images spells the number of the bit that it came from.
    """
    bits = [*bits]
    names = dict.fromkeys(bits, 0)
    for k in range(len(bits).bit_length()):
        row = [0] * compiled.row_words
        for bit in (bit for number, bit in enumerate(bits, 1) if number >> k & 1):
            row[bit // WORD] |= 1 << bit % WORD
        state = unpack(head.game.rulebook.rules.State, row, compiled.width)
        image = compiled.row(head.game.image(state, turn, bool(swap)))
        for bit in _bits(int(word) & ~away for word, away in zip(image, ignored, strict=True)):
            names[bit] = names.get(bit, 0) | 1 << k
    if sorted(names.values()) != [*range(1, len(bits) + 1)]:
        raise TableError("the bits of keys are not closed under the symmetries")
    return {bits[number - 1]: bit for bit, number in names.items()}


def _must_be_group(game: Game, moved: Sequence[Sequence[dict[int, int]]]) -> None:
    """Raises `TableError` where one symmetry after another is none: then images of one position
    have different least keys.
    """
    spot = {bit: n for n, bit in enumerate(moved[0][0])}
    turns = [[np.array([spot[one[bit]] for bit in spot], int) for one in some] for some in moved]
    known = [{turn.tobytes() for turn in some} for some in turns]
    for swap, some in enumerate(turns):
        for other, more in enumerate(turns):
            for one, two in product(some, more):
                if one[two].tobytes() not in known[swap ^ other]:
                    raise TableError(
                        f"{game.name} breaks the law “symmetry”, which tables rest on: one of its "
                        "symmetries after another one is none of them"
                    )


def _bytes(sizes: dict[int, int], images: Sequence[Any]) -> list[list[int]]:
    """The bytes of each word of a key that carry information, and where their images begin."""
    found: list[list[int]] = [[] for _ in range(images[0].shape[1])]
    begin = 0
    for byte, bits in sizes.items():
        end = begin + (1 << bits)
        for word, told_by in enumerate(found):
            if any(one[begin:end, word].any() for one in images):
                told_by += [byte, begin]
        begin = end
    return found


def _told(told_by: Sequence[Sequence[int]], pieces: int) -> Iterator[int]:
    """For each word of a key, the bytes of a row that it depends on, piece by piece, and where the
    images of each byte begin.
    """
    for some in told_by:
        begins = dict(zip(some[::2], some[1::2], strict=True))
        masks = np.zeros(pieces, np.uint64)
        for byte in begins:
            masks[byte // keys.PIECE] |= np.uint64(1 << byte % keys.PIECE)
        yield from masks.view(np.int64).tolist()
        yield from (begins.get(byte, 0) for byte in range(pieces * keys.PIECE))


def _images(sizes: dict[int, int], turned: Sequence[dict[int, int]], head: Header) -> Any:
    """The addends of all values of all bytes to images: by value, by word of a key, by turn."""
    turned = [*turned, *list(turned[:1]) * (-len(turned) % LANES)]
    parts: list[Any] = [np.zeros((0, head.words, len(turned)), np.uint64)]
    for byte, bits in sizes.items():
        rows = np.zeros((1, head.words, len(turned)), np.uint64)
        for bit in range(_BYTE * byte, _BYTE * byte + bits):
            adds = [turn.get(bit, 0) for turn in turned]
            more = [[add >> WORD * k & _ALL for add in adds] for k in range(head.words)]
            rows = np.concatenate([rows, rows + np.array(more, np.uint64)])
        parts.append(rows)
    return np.concatenate(parts)
