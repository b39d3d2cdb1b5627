"""The places of positions: their keys, one after the other, and slots to find a place by its key.

See `playing/retrograde/expand_kernel.py` for the words. While values are found, which takes no
keys, these wait in a file: in the checkpoint where it holds them, else in one without a name.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import Engine
from ruleproof.models.play.game import State
from ruleproof.solvers.playing.keys.key_kernel import least_key, orbits, row_of
from ruleproof.solvers.playing.keys.keys import Keys, keys, look_through, remade, rewritten, wider
from ruleproof.solvers.playing.retrograde import expand_kernel as kernel
from ruleproof.solvers.playing.retrograde.settling import Settling, Where
from ruleproof.solvers.work.memory import Ledger, OutOfNumbers, numbers, reserved
from ruleproof.solvers.work.scratch import Aside, Part

FEWEST = 1 << 12
"""Places for which there must be room at least."""
FIRST_SLOTS = 1 << 13
_FULL = 0.8
"""The share of slots that may be taken."""
_SMALL = 1 << 16
"""Places up to which arrays are copied into larger ones; room for more is taken as it is used."""
_NEWS = 1 << 20
"""Words of keys that are saved at a time."""
MOST_PLACES = (1 << 31) - 1


class Places:
    """The keys of all positions found; `job` tells how many there are.

    `ledger` limits what they take. `folder`: where files without a name are kept. `noted`: whether
    slots lead to all of them. `saved`: how many the checkpoint holds.
    """

    def __init__(self, compiled: Engine, job: Any, ledger: Ledger, folder: Path | None) -> None:
        self.keys = keys(compiled.game, code_bits=0)
        self.held = np.zeros(0, np.uint64)
        self.slots = np.zeros(FIRST_SLOTS, np.uint32)
        self.noted = False
        self.saved = 0
        self._engine = compiled
        self._job = job
        self._ledger = ledger
        self._folder = folder
        self._slots_once = FIRST_SLOTS
        self._aside: Aside | None = None
        self._parts: list[Part] = []

    @property
    def count(self) -> int:
        """The number of places."""
        return int(self._job[kernel.COUNT])

    @property
    def waiting(self) -> bool:
        """Whether the keys wait in a file."""
        return self._aside is not None

    @property
    def bytes(self) -> int:
        """The most memory that the places take while positions are found."""
        return self.finding(self.count, self._slots_once)

    def finding(self, places: int, slots: int) -> int:
        """The memory that so many places and slots take while positions are found."""
        return 8 * self.keys.words * places + 4 * slots

    def ending(self, places: int) -> int:
        """The memory that so many places take at least once all are found: while values are found,
        and when they are known, with slots to ask for them.
        """
        scored = self._engine.game.rulebook.scored
        asked = 8 * self.keys.words + (4 if scored else 2) + 5
        return max(Settling.least(places, scored), asked * places)

    @property
    def room(self) -> int:
        """The places that there may be with these arrays, and in the memory that is left."""
        arrays = min(int(self.slots.size * _FULL), self.held.size // self.keys.words)
        left = self._ledger.left_for("positions")
        found = (left - 4 * self.slots.size) // (8 * self.keys.words)
        return min(arrays, found, left // self.ending(1))

    def key(self, state: State) -> Any:
        """The key of a position, None where keys are too narrow for it."""
        forms, row = self.keys, self._engine.row(state)
        key, room = np.zeros(forms.words, np.uint64), np.zeros(forms.room, np.uint64)
        fits = least_key(forms.plan, forms.pieces, forms.images, room, row, key)
        return key if fits else None

    def place(self, key: Any) -> int:
        """The place of a key, -1 if it has none."""
        if np.array_equal(key, self.held[: key.size]):
            return 0
        if not self.slots.size:
            self.note(max(FIRST_SLOTS, int(self.count / _FULL) + 8))
        words = np.uint64(self.keys.words)
        return max(-1, int(kernel.place_of(self.held, words, self.slots, key, self._job)))

    def state(self, place: int) -> State:
        """The position at a place."""
        row = np.zeros(self._engine.row_words, np.uint64)
        at = np.uint64(place * self.keys.words)
        row_of(self.keys.plan, self.keys.pieces, self.held, at, row)
        return self._engine.state(row)

    def orbits(self) -> int:
        """The number of positions that those found stand for."""
        forms, key = self.keys, np.zeros(self.keys.words, np.uint64)
        room, row = np.zeros(forms.room, np.uint64), np.zeros(self._engine.row_words, np.uint64)
        held = self.held[: self.count * forms.words]
        return int(
            orbits(forms.plan, forms.pieces, forms.images, room, row, key, held, np.uint64(0))
        )

    def take(self, form: dict[str, Any]) -> None:
        """Takes over the form of keys found earlier, before any is known."""
        self.keys = remade(self._engine.game, form, 0)

    def begin(self, key: Any) -> None:
        """Makes a key the first one."""
        self.enlarge()
        self.held[: key.size] = key
        self._job[kernel.COUNT] = 1
        self.noted = False

    def enlarge(self, more: int = 0) -> None:
        """Enlarges arrays that are full, or too small for so many more places."""
        needed = self.count + max(more, 1)
        slots = self._slots_for(needed)
        self._make_room(needed, slots)
        if slots > self.slots.size:
            self.note(slots)

    def _slots_for(self, needed: int) -> int:
        """The number of slots for so many places."""
        slots = max(self.slots.size, FIRST_SLOTS)
        while needed > slots * _FULL:
            slots = slots * 2 if slots < 1 << 16 else slots * 4 // 3
        room = self._ledger.left_for("positions")
        most = min(room // self.ending(1) / _FULL, room / (8 * self.keys.words * _FULL + 4))
        return max(min(slots, int(most)), int(needed / _FULL) + 8)

    def _make_room(self, needed: int, slots: int) -> None:
        """Makes room for so many places: for twice as many, or for as many as can ever be. Raises
        `MemoryError` where that, or so many slots, are too many.
        """
        self._ledger.hold("positions", max(self.finding(needed, slots), self.ending(needed)))
        if needed > MOST_PLACES:
            raise OutOfNumbers(
                f"there may be more than {MOST_PLACES:,} positions, the most there can be"
            )
        if needed * self.keys.words <= self.held.size:
            return
        places, many = max(2 * needed, 1 << 12), self.keys.words
        make: Any = numbers
        if places > _SMALL:
            places = max(needed, min(MOST_PLACES, self._ledger.limit // (8 * many)))
            make = reserved
        held = make(places * many, np.uint64)
        held[: self.count * many] = self.held[: self.count * many]
        self.held = held

    def note(self, slots: int = 0) -> None:
        """Notes all keys in new slots, so many or as many as they need."""
        slots = slots or self._slots_for(self.count)
        self.slots = np.zeros(0, np.uint32)
        self.slots = numbers(slots, np.uint32)
        self._slots_once = max(slots, self._slots_once)
        self._job[kernel.PLACE_BITS] = max(1, int(slots * _FULL)).bit_length()
        kernel.note_all(self.held, np.uint64(self.keys.words), self.slots, self._job)
        self.noted = True

    def widen(self, row: Any) -> None:
        """Makes keys wide enough for the row."""
        forms, many, slots = wider(self.keys, row), self.count, self.slots.size
        places, words = self.held.size // self.keys.words, self.keys.words
        mine = self.held[: many * words]
        self.slots, self.held = np.zeros(0, np.uint32), np.zeros(0, np.uint64)
        room = self._ledger.left_for("positions")
        apart = 8 * many * (words + forms.words) > room
        aside = Aside.written(mine, self._folder) if apart and many else None
        if aside:
            mine = mine[:0].copy()

        def some(first: int, last: int) -> Any:
            return aside.some(first, last) if aside else mine[first:last]

        def begin(new: Keys) -> Callable[[int, Any], None]:
            held = self.held = reserved(places * new.words, np.uint64)

            def take(first: int, piece: Any) -> None:
                held[first * new.words : first * new.words + piece.size] = piece

            return take

        self.keys = rewritten(self.keys, many, some, forms, begin)
        self._parts = []
        self._make_room(many, max(slots, self._slots_for(many)))
        self.note(max(slots, self._slots_for(many)))

    def some(self, first: int, last: int) -> Any:
        """The keys of some places."""
        words = self.keys.words
        if self._aside is None:
            return self.held[first * words : last * words]
        return self._aside.some(first * words, last * words)

    def news(self, where: Where) -> Iterator[Any]:
        """The keys since the last call, in parts. `where` tells where a part stands once it is
        written.
        """
        words = self.keys.words
        while self.saved < self.count:
            last = min(self.count, self.saved + _NEWS // words)
            yield self.some(self.saved, last)
            self._parts.append(Part(*where(), words * self.saved, words * last))
            self.saved = last

    def unsave(self) -> None:
        """Marks all keys unsaved."""
        self.saved = 0
        self._parts = []

    def know(self, content: Any, where: Where) -> None:
        """Takes over keys of earlier work, which are noted when all are known. Raises `ValueError`
        where they make no sense.
        """
        words, known = self.keys.words, self.count
        keys = np.frombuffer(content, np.uint64)
        if keys.size % words:
            raise ValueError("it ends within a key")
        needed = known + keys.size // words
        self._make_room(needed, self._slots_for(needed))
        fresh = self.held[known * words : known * words + keys.size]
        fresh[:] = keys
        look_through(self.keys, fresh)
        self._parts.append(Part(*where(), known * words, known * words + keys.size))
        self._job[kernel.COUNT] = needed
        self.noted = False
        self.saved = needed

    def keep(self, count: int) -> None:
        """Drops the places from that one on."""
        self._job[kernel.COUNT] = count
        self._parts = []

    def put_aside(self) -> None:
        """Moves the keys to a file: the checkpoint, if they are there."""
        if self._aside is None:
            self.slots = np.zeros(0, np.uint32)
            mine = self.held[: self.count * self.keys.words]
            saved = self._parts and self.saved == self.count
            self._aside = Aside(self._parts) if saved else Aside.written(mine, self._folder)
            self.held = np.zeros(0, np.uint64)

    def take_back(self) -> None:
        """Takes back the keys that wait in a file."""
        if self._aside:
            self.held, self._aside = self._aside.again(), None
        self._parts = []

    def surrender(self) -> Any:
        """The keys, one after the other; this is of no more use afterwards."""
        self.slots = np.zeros(0, np.uint32)
        return self.held[: self.count * self.keys.words]
