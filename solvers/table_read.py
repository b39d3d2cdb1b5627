"""Reading tables (`solvers/table_write.py` says what is where): header, index, one block at a time.

A table file comes from outside. What is wrong with it is told by a `TableError`; nothing that it
says is believed but what its checksums confirm, and no file may take memory without end.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models import notation
from ruleproof.models.game import Game, State, make_game
from ruleproof.models.letters import MOST_LAYERS, Alphabet, used_layers
from ruleproof.models.rulebook import rulebook
from ruleproof.models.states import BITS, WORD, layout, pack, width_for, words_of
from ruleproof.models.sums import Sums, other_layers, sums

FORMAT = "ruleproof table 3"
TRAILER = struct.Struct("<QQQI32s8s")
MARK = b"rpt end\n"
LONGEST_HEADER = 1 << 22
MOST_PER_BLOCK = 1 << 16
_BEGINNING = 64
MOST_WORDS = 64
MOST_BLOCKS = 1 << 28
SHORTEST_BLOCK = 8
"""Bytes, as zlib writes them: a file that claims more blocks than it has room for is refused."""


def is_table(path: Path | str) -> bool:
    """Whether a file begins like a table, of this format or another, whatever is wrong with it."""
    with Path(path).open("rb") as file:
        return file.read(_BEGINNING).startswith(b'{"format": "ruleproof table ')


class TableError(ValueError):
    """What is wrong with a file that should hold a table."""


class Header(NamedTuple):
    """What the first line of a table says, once it is known to make sense."""

    game: Game
    start: State
    party: int
    words: int
    used: tuple[int, ...]
    told: Sums | None
    entries: int
    per_block: int
    values: tuple[int, ...]
    plies: bool
    said: dict[str, Any]

    @property
    def alphabet(self) -> Alphabet | None:
        """The letters that tell the cells, if they do."""
        return Alphabet(self.told.layers, self.told.letters) if self.told else None


class Block(NamedTuple):
    """Consecutive entries: their keys, word by word, the lowest first; their values; the plies."""

    words: list[Any]
    values: Any
    plies: Any | None


class Entry(NamedTuple):
    """What a table says of a position: the value for the side to move, and the plies."""

    value: int
    plies: int


class TableFile:
    """A table on disk; `look_up` reads the one block where a position must be.

    Raises `TableError` for a file that is none, is truncated or altered in what is read here;
    `OSError` when it cannot be read. Use it in a `with` block.
    """

    def __init__(self, path: Path | str) -> None:
        self._file = Path(path).open("rb")  # noqa: SIM115 - closed by `close`
        try:
            line, self._first = self._open()
            self.size = self._end + TRAILER.size
            self.head = _header(line)
            self._check_index()
        except BaseException:
            self._file.close()
            raise
        self._last: tuple[int, Block] | None = None

    def __enter__(self) -> TableFile:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _open(self) -> tuple[bytes, int]:
        """The header's line, and where the blocks begin; reads the index."""
        file = self._file
        line = file.readline(LONGEST_HEADER)
        if not line.startswith(b"{") or not line.endswith(b"\n") or FORMAT.encode() not in line:
            raise TableError(f"the first line is no header of a {FORMAT!r}: {line[:_BEGINNING]!r}")
        self._end = file.seek(0, 2) - TRAILER.size
        if self._end < len(line):
            raise TableError("the file is cut short: it has no trailer")
        file.seek(self._end)
        place, length, self.blocks, check, self._digest, mark = TRAILER.unpack(
            file.read(TRAILER.size)
        )
        if mark != MARK:
            raise TableError("the file is cut short, or goes on after its trailer")
        short = place - len(line) < SHORTEST_BLOCK * self.blocks
        if short or place + length != self._end or self.blocks > MOST_BLOCKS:
            raise TableError("the trailer does not fit the file")
        file.seek(place)
        packed = file.read(length)
        if zlib.crc32(packed, zlib.crc32(line)) != check:
            raise TableError("the header or the index is altered: their checksum is another")
        self._index_at = place
        self._packed = packed
        return line, len(line)

    def _check_index(self) -> None:
        head = self.head
        if self.blocks != -(-head.entries // head.per_block):
            raise TableError("the index has not as many blocks as the entries need")
        row = np.dtype(
            [("key", "<u8", (head.words,)), ("at", "<u8"), ("size", "<u4"), ("crc", "<u4")]
        )
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(self._packed, self.blocks * row.itemsize + 1)
        del self._packed
        if len(raw) != self.blocks * row.itemsize:
            raise TableError("the index has another size than its number of blocks says")
        self._index = np.frombuffer(raw, row)
        at = self._index["at"].astype(object)
        ends = [*at[1:], self._index_at]
        if self.blocks and (
            at[0] != self._first
            or any(a + int(n) != b for a, n, b in zip(at, self._index["size"], ends, strict=True))
        ):
            raise TableError("the blocks of the index do not lie one behind the other")

    def block(self, number: int) -> Block:
        """The entries of one block."""
        if not self._last or self._last[0] != number:
            self._last = number, self.unpacked(number, self.packed(number))
        return self._last[1]

    def packed(self, number: int) -> bytes:
        """One block as it lies in the file; `TableError` where its checksum is another."""
        place = self._index[number]
        self._file.seek(int(place["at"]))
        packed = self._file.read(int(place["size"]))
        if len(packed) != place["size"] or zlib.crc32(packed) != place["crc"]:
            raise TableError(f"block {number} is altered: its checksum is another")
        return packed

    def unpacked(self, number: int, packed: bytes) -> Block:
        """The entries of one block; of several at a time, if wanted, by several threads."""
        key = self._index[number]["key"]
        head = self.head
        many = min(head.per_block, head.entries - number * head.per_block)
        planes = _Planes(packed, many, head.words)
        words: list[Any] = []
        for k in reversed(range(head.words)):
            steps = planes.take()
            if steps[0]:
                raise TableError(f"block {number} begins with a difference that is not 0")
            steps[0] = key[k]
            words.insert(0, np.cumsum(steps, dtype=np.uint64))
        codes = planes.take()
        if int(codes.max()) >= len(head.values):
            raise TableError(f"block {number} has a value that the header does not list")
        values = np.array(head.values, np.int64)[codes.astype(np.int64)]
        return Block(words, values, planes.take().astype(np.int64) if head.plies else None)

    def look_up(self, state: State) -> Entry | None:
        """What the table says of a position, None if it does not hold it."""
        key = least_key(self.head, state)
        if key is None or not self.blocks:
            return None
        number = self._block_of(key)
        if number < 0:
            return None
        block = self.block(number)
        low, high = 0, len(block.values)
        for k in reversed(range(self.head.words)):
            word = np.uint64(key >> WORD * k & (1 << WORD) - 1)
            part = block.words[k][low:high]
            low, high = (low + int(np.searchsorted(part, word, side)) for side in ("left", "right"))
        if low == high:
            return None
        plies = int(block.plies[low]) if block.plies is not None else 0
        return Entry(int(block.values[low]), plies)

    def _block_of(self, key: int) -> int:
        """The number of the block where a key must be, -1 if it comes before all of them."""
        keys = self._index["key"]

        def first(number: int) -> int:
            return sum(int(word) << WORD * k for k, word in enumerate(keys[number]))

        return bisect_right(range(self.blocks), key, key=first) - 1

    def altered(self) -> Iterator[int]:
        """Reads the whole file, tells how far it has come, and raises `TableError` at the end if
        the checksum is another.
        """
        digest = hashlib.sha256()
        self._file.seek(0)
        left = self._end
        while left:
            part = self._file.read(min(left, 1 << 22))
            if not part:
                break
            digest.update(part)
            left -= len(part)
            yield self._end - left
        if left or digest.digest() != self._digest:
            raise TableError("the file is altered: its checksum is another")


class _Planes:
    """The numbers of a block, taken out one column after the other."""

    def __init__(self, packed: bytes, many: int, words: int) -> None:
        longest = (words + 2) * (1 + 8 * many)
        unpacker = zlib.decompressobj()
        try:
            self._raw = unpacker.decompress(packed, longest + 1)
        except zlib.error as error:
            raise TableError(f"a block is damaged: {error}") from None
        self._many = many
        self._at = 0

    def take(self) -> Any:
        """The next column of numbers."""
        planes = self._raw[self._at] if self._at < len(self._raw) else 255
        start, self._at = self._at + 1, self._at + 1 + planes * self._many
        if planes > 8 or self._at > len(self._raw):
            raise TableError("a block is shorter than its entries need")
        numbers = np.zeros((self._many, 8), np.uint8)
        rows = np.frombuffer(self._raw, np.uint8, planes * self._many, start)
        numbers[:, :planes] = rows.reshape(planes, self._many).T
        return numbers.view("<u8").reshape(-1).astype(np.uint64)


def least_key(head: Header, state: State) -> int | None:
    """The key under which a position stands in the table, as one number; None if no key has room
    for it.
    """
    game = head.game
    two = len(game.players) == 2
    changes = two and any(swap for _, swap in game.symmetries)
    wanted = changes and state.side == 1
    least: int | None = None
    for turn, swap in game.symmetries if two else [one for one in game.symmetries if not one[1]]:
        if swap == wanted:
            key = _key(head, game.kept_by(state, turn, swap), changes)
            if key is None:
                return None
            least = key if least is None else min(least, key)
    if least is None:
        least = _key(head, state, changes)
    return least


def _key(head: Header, state: State, sideless: bool) -> int | None:
    game = head.game
    width = width_for(game.board.size)
    row = pack(state, width)
    plan = layout(game.rulebook.rules.State)
    for name in (*(("seen",) if game.rulebook.repeats else ()), *(("side",) if sideless else ())):
        word, shift = plan.number_place(name, width)
        row[word] &= ~((1 << BITS) - 1 << shift)
    key = at = 0
    alphabet = head.alphabet
    if alphabet:
        for cell in range(game.board.size):
            try:
                key |= alphabet.number(row, cell, width) << at
            except ValueError:
                return None
            at += alphabet.bits
    cells = plan.layers * (width // WORD)
    for place, (word, mask) in enumerate(zip(row, head.used, strict=True)):
        if word & ~mask:
            return None
        if alphabet and place < cells:
            continue
        for k in range(WORD):
            if mask >> k & 1:
                key |= (word >> k & 1) << at
                at += 1
    return key


def _header(line: bytes) -> Header:
    """What the header says; `TableError` where it makes no sense."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise TableError("the header is no JSON") from None
    texts = [said.get(name) for name in ("game", "board", "position", "rules", "version")]
    settings = said.get("settings")
    if not all(isinstance(text, str) for text in texts) or not isinstance(settings, dict):
        raise TableError("the header lacks game, board, settings, position, rules or version")
    name, board, position, _, _ = texts
    try:
        game = make_game(rulebook(name), board, settings)
        start = notation.read(game, position)
    except ValueError as error:
        raise TableError(f"the header: {error}") from None
    if game.settings != settings or game.board.text != board:
        raise TableError("the header does not tell every setting")
    party = said.get("party")
    if party is not None and (party not in game.players or len(game.players) < 3):
        raise TableError(f"the header names a player whom the game does not have: {party!r}")
    width = width_for(game.board.size)
    row_words = layout(game.rulebook.rules.State).row_words(width)
    words, entries, per_block = (said.get(key) for key in ("words", "entries", "per_block"))
    values, used = said.get("values"), said.get("used")
    sane = (
        _whole(words, 1, MOST_WORDS)
        and _whole(entries, 1, 1 << 40)
        and _whole(per_block, 1, MOST_PER_BLOCK)
        and isinstance(said.get("plies"), bool)
        and isinstance(values, list)
        and all(_whole(value, 1 - (1 << 15), (1 << 15) - 1) for value in values)
        and isinstance(used, list)
        and len(used) == row_words
        and all(_whole(mask, 0, (1 << WORD) - 1) for mask in used)
    )
    if not sane:
        raise TableError(
            "the header's numbers of words, entries, values or used bits make no sense"
        )
    told = _told(game, said.get("letters"), used)
    cells = (
        row_words if told is None else layout(game.rulebook.rules.State).layers * (width // WORD)
    )
    bits = sum(mask.bit_count() for mask in (used if told is None else used[cells:]))
    if told:
        bits += Alphabet(told.layers, told.letters).bits * game.board.size
    if bits > WORD * words or (told and told.carries and words > 1):
        raise TableError("the header's keys have too few words for their bits")
    full = words_of(game.board.full, width) * layout(game.rulebook.rules.State).layers
    if any(mask & ~cells for mask, cells in zip(used, full, strict=False)):
        raise TableError("the used bits lie beyond the board")
    return Header(
        game=game,
        start=start,
        party=-1 if party is None else game.players.index(party),
        words=words,
        used=tuple(used),
        told=told,
        entries=entries,
        per_block=per_block,
        values=tuple(values),
        plies=said["plies"],
        said=said,
    )


def _told(game: Game, letters: Any, used: list[int]) -> Sums | None:
    """The letters of the header, if there are any; `TableError` where they make no sense."""
    if letters is None:
        return None
    layers = used_layers(used, layout(game.rulebook.rules.State), width_for(game.board.size))
    if (
        1 < len(layers) <= MOST_LAYERS
        and isinstance(letters, list)
        and 1 < len(letters) <= 1 << len(layers)
        and all(_whole(letter, 0, (1 << len(layers)) - 1) for letter in letters)
    ):
        try:
            found = sums(layers, letters, other_layers(game))
        except ValueError:
            raise TableError("the used bits are not closed under a change of colours") from None
        if found.letters == tuple(letters):
            return found
    raise TableError("the header's letters make no sense")


def _whole(number: object, low: int, high: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and low <= number <= high
