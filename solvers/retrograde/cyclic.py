"""Backward induction over all positions of a game with cycles: its arrays and their limits.

See `solvers/retrograde/expand_kernel.py` for the words. What is found of a place once its key is
known, the edges and the value of an end, waits in a file (`solvers/retrograde/edges.py`) until all
places are known; then the keys wait in one while values are found
(`solvers/retrograde/settling.py`), which takes no keys.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import show
from ruleproof.solvers.keys.key_kernel import least_key, orbits, row_of
from ruleproof.solvers.keys.keys import (
    Keys,
    keys,
    look_through,
    remade,
    rewritten,
    wider,
)
from ruleproof.solvers.retrograde import expand_kernel as kernel
from ruleproof.solvers.retrograde.edges import Edges
from ruleproof.solvers.retrograde.scouts import Scout, Scouts
from ruleproof.solvers.retrograde.settling import EACH, Settling, Where
from ruleproof.solvers.retrograde.vouching import look_at, vouch
from ruleproof.solvers.work.memory import (
    Ledger,
    OutOfNumbers,
    ledger_of,
    numbers,
    reserved,
    taken,
)
from ruleproof.solvers.work.scratch import Aside, Part

_CHUNK, _CHUNK_SECONDS = 1 << 15, 0.5
"""Positions, and seconds, after which `explore` returns."""
_FIRST_SLOTS = 1 << 13
_FEWEST = 1 << 12
"""Places for which there must be room at least."""
_FULL = 0.8
"""How full slots may be."""
_SMALL = 1 << 16
"""Places up to which arrays are copied into larger ones; room for more is taken as it is used."""
_EDGES, _LEAST_EDGES, _SHARE = 1 << 17, 1 << 12, 1 << 10
"""Edges of a chunk, and at most as many places: at most and at least, and how many bytes of all
memory there must be for one.
"""
_NEWS = 1 << 20
"""Words of keys, or edges, that are saved at a time."""
MOST_PLACES = (1 << 31) - 1
KEYS, MOVES = b"KEYS", b"MOVE"


class Backward:
    """The values of all positions that can be reached from one.

    `memory`, in bytes or as a ledger, is a limit beyond which `MemoryError` is raised, `TooLittle`
    at the start. `threads` find them. `folder`: where files without a name are kept. `all_kept`:
    whether all that was taken over from earlier work is of use.
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int | Ledger,
        party: int = -1,
        threads: int = 1,
        folder: Path | None = None,
    ) -> None:
        self.game = game
        self.engine = engine(game)
        self.keys = keys(game, code_bits=0)
        self.job = kernel.new_job(game, self.engine, party)
        self.ledger = ledger_of(memory)
        self._folder = folder
        self._threads = threads
        self._scouts: Scouts | None = None
        edges = min(_EDGES, max(_LEAST_EDGES, self.ledger.limit // _SHARE))
        batch = kernel.BATCH + self.engine.move_list().size
        self._buffer = np.zeros(edges + 2 * batch, np.uint32)
        self._values, self._degrees = np.zeros(edges, np.int16), np.zeros(edges, np.uint16)
        self._held = np.zeros(0, np.uint64)
        self._aside: Aside | None = None
        self._slots = np.zeros(_FIRST_SLOTS, np.uint32)
        self._slots_once = _FIRST_SLOTS
        self.edges = Edges(folder)
        self._settling = Settling(self.edges, self.job)
        self._noted = False
        self._saved_keys = self._saved_chunks = 0
        self._key_parts: list[Part] = []
        self.all_kept = True
        self._looking = self._look_at_least()
        self.ledger.begin(looking=self._looking, positions=self._finding(_FEWEST, _FIRST_SLOTS))

    def _look_at_least(self) -> int:
        """The bytes that looking at positions takes, besides what is kept of them."""
        scouts = Scouts(self.engine, self.keys, self._threads, self.ledger.limit)
        # a chunk is copied when it is put down, and again when it is saved
        return scouts.bytes + 4 * taken(self._buffer, self._values, self._degrees)

    @property
    def nodes(self) -> int:
        """The number of positions found so far."""
        return int(self.job[kernel.COUNT])

    @property
    def bytes(self) -> int:
        """The most memory that the positions take."""
        return max(self._finding(self.nodes, self._slots_once), self._settling.bytes)

    @property
    def values(self) -> Any:
        """The values of all places, once they are known."""
        return self._settling.values

    @property
    def plies(self) -> Any:
        """In scored games the plies of all places, once they are known, else one number."""
        return self._settling.plies

    @property
    def explored(self) -> bool:
        """Whether all positions are found, and all their moves."""
        return 0 < self.nodes == int(self.job[kernel.NEXT])

    def _finding(self, places: int, slots: int) -> int:
        """The memory that so many places and slots take while positions are found."""
        return 8 * self.keys.words * places + 4 * slots

    def _ending(self, places: int) -> int:
        """The memory that so many places take at least once all are found: while values are found,
        and when they are known, with slots to ask for them.
        """
        scored = self.game.rulebook.scored
        asked = 8 * self.keys.words + (4 if scored else 2) + 5
        return max(Settling.least(places, scored), asked * places)

    def key(self, state: State) -> Any:
        """The key of a position; keys are made wide enough for it."""
        row = self.engine.row(state)
        while True:
            key, room = np.zeros(self.keys.words, np.uint64), np.zeros(self.keys.room, np.uint64)
            forms = self.keys
            if least_key(forms.plan, forms.pieces, forms.images, room, row, key):
                return key
            self._widen(row)

    def place(self, state: State) -> int:
        """The place of a position, -1 if it has none."""
        key, many = self.key(state), np.uint64(self.keys.words)
        if np.array_equal(key, self._held[: key.size]):
            return 0
        if not self._slots.size:
            self._note(max(_FIRST_SLOTS, int(self.nodes / _FULL) + 8))
        return max(-1, int(kernel.place_of(self._held, many, self._slots, key, self.job)))

    def state(self, place: int) -> State:
        """The position at a place."""
        row = np.zeros(self.engine.row_words, np.uint64)
        many = self.keys.words
        row_of(self.keys.plan, self.keys.pieces, self._held, np.uint64(place * many), row)
        return self.engine.state(row)

    def orbits(self) -> int:
        """The number of positions that those found stand for."""
        forms, key = self.keys, np.zeros(self.keys.words, np.uint64)
        room, row = np.zeros(forms.room, np.uint64), np.zeros(self.engine.row_words, np.uint64)
        held = self._held[: self.nodes * forms.words]
        return int(
            orbits(forms.plan, forms.pieces, forms.images, room, row, key, held, np.uint64(0))
        )

    def begin(self, state: State) -> None:
        """Makes a position the first one."""
        key = self.key(state)
        self._grow()
        self._held[: self.keys.words] = key
        self.job[kernel.COUNT] = 1
        self._noted = False

    def explore(self, pool: ThreadPoolExecutor) -> bool:
        """Finds more positions; returns whether all are found."""
        job = self.job
        if not self._noted:
            self._note(self._slots_for(self.nodes))
        scouts = self._scouts
        if scouts is None:
            scouts = Scouts(self.engine, self.keys, self._threads, self.ledger.limit)
            self._scouts = scouts
            scouts.recall(int(job[kernel.NEXT]))
        last, due = int(job[kernel.NEXT]) + _CHUNK, monotonic() + _CHUNK_SECONDS
        while job[kernel.NEXT] < last and monotonic() < due and not self.explored:
            places = min(int(self._slots.size * _FULL), self._held.size // self.keys.words)
            if self._short_of(scouts, pool, min(places, self._most_places())):
                self._grow(scouts.many * scouts.room(self.nodes))
                break
            scout = scouts.first()
            self._join(scout)
            if scout.status == kernel.WIDER:
                self._widen(scout.after)
                break
            if scout.status == kernel.CROWDED:
                text = show(self.game, self.engine.state(scout.row))
                raise TextError(
                    f"a table holds positions of at most {kernel.MOST_EDGES} moves each: {text!r}"
                )
            if scout.status == kernel.FULL:
                scouts.recall(int(job[kernel.NEXT]))
            scouts.free(scout)
        if self.explored:
            self._flush()
        return self.explored

    def _short_of(self, scouts: Scouts, pool: ThreadPoolExecutor, places: int) -> bool:
        """Has positions looked at; whether that takes more than so many places. Keeps no array that
        is about to be replaced: both would take memory.
        """
        arrays = self._held, self._slots
        return scouts.send(pool, self.nodes, places, arrays, self.job) and scouts.idle

    def _most_places(self) -> int:
        """The places that there may be with these slots."""
        room = self.ledger.left_for("positions")
        return min((room - 4 * self._slots.size) // (8 * self.keys.words), room // self._ending(1))

    def _join(self, scout: Scout) -> None:
        """Puts what a scout has found with the rest."""
        job, state = self.job, scout.state
        if (
            job[kernel.EDGES] + state[kernel.DONE_EDGES] > self._buffer.size
            or state[kernel.AT] - job[kernel.FIRST] > self._values.size
        ):
            self._flush()
        kernel.join(
            *(self._held, np.uint64(self.keys.words), self._slots, *scout.finds),
            *(self._values, self._degrees, self._buffer, job, state),
        )

    @property
    def form(self) -> dict[str, Any]:
        """The form that a reader of keys needs."""
        return self.keys.form

    def take(self, form: dict[str, Any]) -> None:
        """Takes over the form of keys found earlier, before any is known."""
        self.keys = remade(self.game, form, 0)

    @property
    def unsaved(self) -> int:
        """The edges found since the last call of `news`."""
        return self.edges.total - self.edges.before(self._saved_chunks)

    @property
    def fresh(self) -> bool:
        """Whether `news` has anything to tell of values, which it has now and then."""
        return self._settling.fresh

    def news(self, where: Where) -> Iterator[tuple[bytes, list[Any]]]:
        """The finds since the last call, in parts, each with a name: keys; the number of chunks,
        their sizes, the chunks; then the parts of `Settling.news`. All keys come first: an edge
        leads to a place whose key is known. `where` tells where a part stands once it is written.
        """
        self._flush()
        many = self.keys.words
        while self._saved_keys < self.nodes:
            last = min(self.nodes, self._saved_keys + _NEWS // many)
            yield KEYS, [self._some_keys(self._saved_keys, last)]
            self._key_parts.append(Part(*where(), many * self._saved_keys, many * last))
            self._saved_keys = last
        while self._saved_chunks < self.edges.many:
            last = min(self.edges.many, self._saved_chunks + _NEWS // _EDGES)
            sizes, content = self.edges.some(self._saved_chunks, last)
            yield MOVES, [np.array([len(sizes)], np.int64), sizes.reshape(-1), content]
            source, at = where()
            self.edges.moved(self._saved_chunks, last, source, at + 8 + sizes.nbytes)
            self._saved_chunks = last
        yield from self._settling.news(where)

    def _some_keys(self, first: int, last: int) -> Any:
        many = self.keys.words
        if self._aside is None:
            return self._held[first * many : last * many]
        return self._aside.some(first * many, last * many)

    def everything(self, where: Where) -> Iterator[tuple[bytes, list[Any]]]:
        """All finds so far, as `news` tells them."""
        self._saved_keys = self._saved_chunks = 0
        self._key_parts = []
        self._settling.lost()
        yield from self.news(where)

    def know(self, tag: bytes, content: Any, where: Where) -> None:
        """Takes over news of earlier work; `where` tells where they stand. Raises `ValueError`
        where they make no sense.
        """
        job, many = self.job, self.keys.words
        if tag == KEYS and self._aside is None:
            keys = np.frombuffer(content, np.uint64)
            if keys.size % many:
                raise ValueError("it ends within a key")
            needed = self.nodes + keys.size // many
            self._make_room(needed, self._slots_for(needed))  # notes are made when all are known
            fresh = self._held[self.nodes * many : self.nodes * many + keys.size]
            fresh[:] = keys
            look_through(self.keys, fresh)
            self._key_parts.append(Part(*where(), self.nodes * many, self.nodes * many + keys.size))
            job[kernel.COUNT] += keys.size // many
            self._noted = False
            self._saved_keys = self.nodes
        elif tag == MOVES and self._aside is None:
            chunks = int(np.frombuffer(content, np.int64, 1)[0])
            if not 0 <= chunks <= len(content) // 16:
                raise ValueError("it has another length than its numbers say")
            sizes = np.frombuffer(content, np.int64, 2 * chunks, 8).reshape(-1, 2)
            moves = len(content) - 8 - sizes.nbytes
            if chunks and not 0 <= sizes.min() <= sizes.max() <= len(content):
                raise ValueError("it has fewer moves than none, or more than it holds")
            if moves != 4 * sizes.sum() or self.edges.places + sizes[:, 1].sum() > self.nodes:
                raise ValueError("it has another length than its numbers say")
            source, at = where()
            self.edges.add(sizes, source, at + 8 + sizes.nbytes)
            look_at(self.edges, self._saved_chunks, self.nodes, job)
            job[kernel.NEXT] = job[kernel.FIRST] = self.edges.places
            self._saved_chunks = self.edges.many
        elif self.explored:
            self._put_aside()
            self._settling.know(tag, content, where)
        else:
            raise ValueError(f"it has a part that does not belong there: {tag!r}")

    def all_known(self, state: State) -> Iterator[int]:
        """Looks whether what was taken over is whole, begins with that position, and goes on by the
        rules; tells every so often how many places were looked through. Raises `ValueError` where
        it does not.
        """
        if not self.nodes:
            return
        forms, row = self.keys, self.engine.row(state)
        key, room = np.zeros(forms.words, np.uint64), np.zeros(forms.room, np.uint64)
        first = self._some_keys(0, 1)
        if not least_key(forms.plan, forms.pieces, forms.images, room, row, key) or any(
            key != first
        ):
            raise ValueError("it does not begin with the position that it says")
        self._settling.all_known()
        kept = yield from vouch(self.engine, forms, self._held, self.edges, self.nodes, self.job)
        if kept < self.nodes:
            self.job[kernel.COUNT] = kept
            self._key_parts = []
            self.all_kept = False

    def _flush(self) -> None:
        """Puts the edges found last with the others."""
        first, done = self.edges.places, int(self.job[kernel.NEXT])
        if done > first:
            edges = self._buffer[: int(self.job[kernel.EDGES])]
            self.edges.append(edges, self._degrees[: done - first], self._values[: done - first])
            self.job[kernel.EDGES] = 0
            self.job[kernel.FIRST] = done

    def _grow(self, more: int = 0) -> None:
        """Makes larger what is full, or too small for so many more places."""
        needed = self.nodes + max(more, 1)
        slots = self._slots_for(needed)
        self._make_room(needed, slots)
        if slots > self._slots.size:
            self._note(slots)

    def _slots_for(self, needed: int) -> int:
        """The number of slots for so many places."""
        slots = max(self._slots.size, _FIRST_SLOTS)
        while needed > slots * _FULL:
            slots = slots * 2 if slots < 1 << 16 else slots * 4 // 3
        room = self.ledger.left_for("positions")
        most = min(room // self._ending(1) / _FULL, room / (8 * self.keys.words * _FULL + 4))
        return max(min(slots, int(most)), int(needed / _FULL) + 8)

    def _make_room(self, needed: int, slots: int) -> None:
        """Makes room for so many places: for twice as many, or for as many as can ever be. Raises
        `MemoryError` where that, or so many slots, are too many.
        """
        self.ledger.hold("positions", max(self._finding(needed, slots), self._ending(needed)))
        if needed > MOST_PLACES:
            raise OutOfNumbers(
                f"there may be more than {MOST_PLACES:,} positions, the most there can be"
            )
        if needed * self.keys.words <= self._held.size:
            return
        places, many = max(2 * needed, 1 << 12), self.keys.words
        make: Any = numbers
        if places > _SMALL:
            places = max(needed, min(MOST_PLACES, self.ledger.limit // (8 * many)))
            make = reserved
        held = make(places * many, np.uint64)
        held[: self.nodes * many] = self._held[: self.nodes * many]
        self._held = held

    def _note(self, slots: int) -> None:
        """Notes all keys in new slots."""
        self._slots = np.zeros(0, np.uint32)
        self._slots = numbers(slots, np.uint32)
        self._slots_once = max(slots, self._slots_once)
        self.job[kernel.PLACE_BITS] = max(1, int(slots * _FULL)).bit_length()
        kernel.note_all(self._held, np.uint64(self.keys.words), self._slots, self.job)
        self._noted = True

    def _widen(self, row: Any) -> None:
        """Makes keys wide enough for the row."""
        if self._scouts:
            self._scouts.recall(int(self.job[kernel.NEXT]))
            self._scouts = None
        forms, many, slots = wider(self.keys, row), self.nodes, self._slots.size
        places, words = self._held.size // self.keys.words, self.keys.words
        mine = self._held[: many * words]
        self._slots, self._held = np.zeros(0, np.uint32), np.zeros(0, np.uint64)
        room = self.ledger.left_for("positions")
        apart = 8 * many * (words + forms.words) > room
        aside = Aside.written(mine, self._folder) if apart and many else None
        if aside:
            mine = mine[:0].copy()

        def some(first: int, last: int) -> Any:
            return aside.some(first, last) if aside else mine[first:last]

        def begin(new: Keys) -> Callable[[int, Any], None]:
            held = self._held = reserved(places * new.words, np.uint64)

            def take(first: int, piece: Any) -> None:
                held[first * new.words : first * new.words + piece.size] = piece

            return take

        self.keys = rewritten(self.keys, many, some, forms, begin)
        self._key_parts = []
        self._make_room(many, max(slots, self._slots_for(many)))
        self._note(max(slots, self._slots_for(many)))

    def settle(self) -> Iterator[tuple[str, int, int]]:
        """Finds the values, from the ends of the game back; tells every so often how far it is."""
        self._put_aside()
        found = self._finding(self.nodes, self._slots_once)
        room = self.ledger.left_for("positions") + self._looking // 2
        yield from self._settling.run(min(room, max(EACH * self.nodes, found)))

    def done(self) -> None:
        """Makes the values ready to be asked for, once all that was found has been saved."""
        self._settling.draws()
        self.edges.drop()
        if self._aside:
            self._held, self._aside = self._aside.again(), None
        self._key_parts = []
        self.ledger.hold("looking", 0)
        self.ledger.hold("positions", self._ending(self.nodes))

    def _put_aside(self) -> None:
        """Has the keys wait in a file: in the checkpoint, if they are there."""
        if self._aside is None:
            self._slots = np.zeros(0, np.uint32)
            self._scouts = None
            mine = self._held[: self.nodes * self.keys.words]
            saved = self._key_parts and self._saved_keys == self.nodes
            self._aside = Aside(self._key_parts) if saved else Aside.written(mine, self._folder)
            self._held = np.zeros(0, np.uint64)

    def surrender(self) -> tuple[Any, Any, Any]:
        """The keys, one after the other, in the order of the places, the values and the plies. They
        lie where they were, and this is of no more use afterwards.
        """
        self._slots = np.zeros(0, np.uint32)
        return self._held[: self.nodes * self.keys.words], self.values, self.plies
