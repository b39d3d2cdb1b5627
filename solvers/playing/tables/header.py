"""Headers of tables (`playing/tables/write.py`), and the keys of positions by them.

A header is not believed until it is known to make sense.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from ruleproof.models.compiled.letters import MOST_LAYERS, Alphabet, used_layers
from ruleproof.models.compiled.sums import Sums, other_layers, sums
from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.states import BITS, WORD, layout, pack, width_for, words_of
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import as_told
from ruleproof.solvers.work.formats import TABLE

TRAILER = struct.Struct("<QQQI32s8s")
"""The end of a file: see `playing/tables/write.py`."""
MARK = b"rpt end\n"
NAMES = frozenset((
    *("format", "version", "rules", "game", "board", "settings", "position", "party", "worth"),
    *("value", "distance", "positions", "used", "letters", "entries", "words", "per_block"),
    *("values", "plies"),
))  # fmt: skip
"""The names of a header, in any order."""
MOST_PER_BLOCK = 1 << 12
"""Entries of a block: as many as are written to one."""
MOST_WORDS = 64
_MOST_VALUES = 1 << 16
_MOST_ENTRIES = 1 << 40


class TableError(ValueError):
    """A fault of a file that should hold a table."""


class Header(NamedTuple):
    """The first line of a table, already known to make sense; `said`: all of it, with every name of
    `NAMES`.
    """

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


def header(line: bytes) -> Header:
    """Read a header; raises `TableError` where it makes no sense."""
    said = _object(line)
    if lacking := sorted(NAMES - said.keys()):
        raise TableError(f"the header lacks {', '.join(lacking)}")
    texts = [said[name] for name in ("game", "board", "position", "rules", "version")]
    settings = said["settings"]
    if not all(isinstance(text, str) for text in texts) or not _settings(settings):
        raise TableError(
            "the header's game, board, position, rules or version is no text, or its settings are "
            "no texts and numbers"
        )
    name, board, position, _, _ = texts
    try:
        game = make_game(rulebook(name), board, settings)
        start = notation.read(game, position)
    except ValueError as error:
        raise TableError(f"the header: {error}") from None
    if not as_told(settings, game.settings) or game.board.text != board:
        raise TableError("the header writes a setting or the board otherwise than the game does")
    party = said["party"]
    if party is not None and (party not in game.players or len(game.players) < 3):
        raise TableError(f"the header names a player whom the game does not have: {party!r}")
    if party is None and len(game.players) > 2:
        raise TableError(f"the header names no player, in a game for {len(game.players)}")
    width = width_for(game.board.size)
    row_words = layout(game.rulebook.rules.State).row_words(width)
    words, entries, per_block = (said[key] for key in ("words", "entries", "per_block"))
    values, used = said["values"], said["used"]
    sane = (
        _whole(words, 1, MOST_WORDS)
        and _whole(entries, 1, _MOST_ENTRIES)
        and _whole(per_block, 1, MOST_PER_BLOCK)
        and isinstance(said["plies"], bool)
        and isinstance(values, list)
        and 0 < len(values) <= _MOST_VALUES
        and all(_whole(value, 1 - (1 << 15), (1 << 15) - 1) for value in values)
        and isinstance(used, list)
        and len(used) == row_words
        and all(_whole(mask, 0, (1 << WORD) - 1) for mask in used)
    )
    if not sane:
        raise TableError(
            "the header's numbers of words, entries, values or used bits make no sense"
        )
    told = _told(game, said["letters"], used)
    cells = (
        row_words if told is None else layout(game.rulebook.rules.State).layers * (width // WORD)
    )
    bits = sum(mask.bit_count() for mask in (used if told is None else used[cells:]))
    if told:
        bits += Alphabet(told.layers, told.letters).bits * game.board.size
    wanted = max(1, -(-bits // WORD))
    if words != wanted:
        raise TableError(f"the header's keys have {bits} bits, which take {wanted} words: {words}")
    if told and told.carries and words > 1:
        raise TableError("the header's letters cannot be told in keys of several words")
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


def _object(line: bytes) -> Any:
    """The header as an object of the known format."""
    try:
        said: Any = json_value(line)
    except Misfit as misfit:
        raise TableError(f"the header is no JSON: {misfit}") from None
    if not isinstance(said, dict):
        raise TableError("the header is no JSON object")
    found: Any = said
    if found.get("format") != TABLE:
        raise TableError(f"the format known here is {TABLE!r}: {found.get('format')!r}")
    return found


def _settings(said: object) -> bool:
    """Whether it may be a game's settings: names, each with a text or a whole number."""
    if not isinstance(said, dict):
        return False
    values: Any = said.values()
    return all(isinstance(one, str | int) and not isinstance(one, bool) for one in values)


def _whole(number: object, low: int, high: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and low <= number <= high


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
            key = _key(head, game.image(state, turn, swap), changes)
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
    for name in (
        *(("seen",) if game.rulebook.repetition.fields else ()),
        *(("side",) if sideless else ()),
    ):
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
