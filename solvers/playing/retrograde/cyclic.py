"""Backward induction over all positions of a game with cycles: positions are found, then values.

See `playing/retrograde/expand_kernel.py` for the words. The edges of a place and the value of an
end wait in a file (`playing/retrograde/edges.py`) until all places are known
(`playing/retrograde/places.py`); then values are found (`playing/retrograde/settling.py`).
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import show
from ruleproof.solvers.playing.keys.keys import Keys
from ruleproof.solvers.playing.retrograde import expand_kernel as kernel
from ruleproof.solvers.playing.retrograde.edges import Edges
from ruleproof.solvers.playing.retrograde.places import FEWEST, FIRST_SLOTS, Places
from ruleproof.solvers.playing.retrograde.scouts import Scout, Scouts
from ruleproof.solvers.playing.retrograde.settling import EACH, Settling, Where
from ruleproof.solvers.playing.retrograde.vouching import look_at, vouch
from ruleproof.solvers.playing.values.contradiction import raise_stuck
from ruleproof.solvers.work.memory import Ledger, ledger_of, taken

_CHUNK, _CHUNK_SECONDS = 1 << 15, 0.5
"""Positions, and seconds, after which `explore` returns."""
_EDGES, _LEAST_EDGES, _SHARE = 1 << 17, 1 << 12, 1 << 10
"""Edges of a chunk, and at most as many places: at most and at least, and how many bytes of all
memory there must be for one.
"""
_NEWS = 1 << 20
"""Edges that are saved at a time."""
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
        self.job = kernel.new_job(game, self.engine, party)
        self.ledger = ledger_of(memory)
        self.places = Places(self.engine, self.job, self.ledger, folder)
        self._threads = threads
        self._scouts: Scouts | None = None
        edges = min(_EDGES, max(_LEAST_EDGES, self.ledger.limit // _SHARE))
        batch = kernel.BATCH + self.engine.move_list().size
        self._buffer = np.zeros(edges + 2 * batch, np.uint32)
        self._values, self._degrees = np.zeros(edges, np.int16), np.zeros(edges, np.uint16)
        self.edges = Edges(folder)
        self._settling = Settling(self.edges, self.job)
        self._saved_chunks = 0
        self.all_kept = True
        self._looking = self._look_at_least()
        self.ledger.begin(looking=self._looking, positions=self.places.finding(FEWEST, FIRST_SLOTS))

    def _look_at_least(self) -> int:
        """The bytes that looking at positions takes, besides those that are kept."""
        scouts = Scouts(self.engine, self.keys, self._threads, self.ledger.limit)
        # a chunk is copied when it is put down, and again when it is saved
        return scouts.bytes + 4 * taken(self._buffer, self._values, self._degrees)

    @property
    def nodes(self) -> int:
        """The number of positions found so far."""
        return self.places.count

    @property
    def keys(self) -> Keys:
        """The form of the positions' keys."""
        return self.places.keys

    @property
    def bytes(self) -> int:
        """The most memory that the positions take."""
        return max(self.places.bytes, self._settling.bytes)

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

    def key(self, state: State) -> Any:
        """The key of a position; keys are made wide enough for it."""
        while (key := self.places.key(state)) is None:
            self._widen(self.engine.row(state))
        return key

    def place(self, state: State) -> int:
        """The place of a position, -1 if it has none."""
        return self.places.place(self.key(state))

    def state(self, place: int) -> State:
        """The position at a place."""
        return self.places.state(place)

    def orbits(self) -> int:
        """The number of positions that those found stand for."""
        return self.places.orbits()

    def begin(self, state: State) -> None:
        """Makes a position the first one."""
        self.places.begin(self.key(state))

    def explore(self, pool: ThreadPoolExecutor) -> bool:
        """Finds more positions; returns whether all are found."""
        job, places = self.job, self.places
        if not places.noted:
            places.note()
        scouts = self._scouts
        if scouts is None:
            scouts = Scouts(self.engine, self.keys, self._threads, self.ledger.limit)
            self._scouts = scouts
            scouts.recall(int(job[kernel.NEXT]))
        last, due = int(job[kernel.NEXT]) + _CHUNK, monotonic() + _CHUNK_SECONDS
        while job[kernel.NEXT] < last and monotonic() < due and not self.explored:
            if self._short_of(scouts, pool, places.room):
                places.enlarge(scouts.many * scouts.room(self.nodes))
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
        """Sends out positions to be looked at; returns whether that takes more than so many places.
        Keeps no array that is about to be replaced: both would take memory.
        """
        arrays = self.places.held, self.places.slots
        return scouts.send(pool, self.nodes, places, arrays, self.job) and scouts.idle

    def _join(self, scout: Scout) -> None:
        """Joins a scout's finds with the rest."""
        job, state, places = self.job, scout.state, self.places
        if (
            job[kernel.EDGES] + state[kernel.DONE_EDGES] > self._buffer.size
            or state[kernel.AT] - job[kernel.FIRST] > self._values.size
        ):
            self._flush()
        kernel.join(
            *(places.held, np.uint64(places.keys.words), places.slots, *scout.finds),
            *(self._values, self._degrees, self._buffer, job, state),
        )

    @property
    def form(self) -> dict[str, Any]:
        """The form that a reader of keys needs."""
        return self.keys.form

    def take(self, form: dict[str, Any]) -> None:
        """Takes over the form of keys found earlier, before any is known."""
        self.places.take(form)

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
        for part in self.places.news(where):
            yield KEYS, [part]
        while self._saved_chunks < self.edges.many:
            last = min(self.edges.many, self._saved_chunks + _NEWS // _EDGES)
            sizes, content = self.edges.some(self._saved_chunks, last)
            yield MOVES, [np.array([len(sizes)], np.int64), sizes.reshape(-1), content]
            source, at = where()
            self.edges.moved(self._saved_chunks, last, source, at + 8 + sizes.nbytes)
            self._saved_chunks = last
        yield from self._settling.news(where)

    def everything(self, where: Where) -> Iterator[tuple[bytes, list[Any]]]:
        """All finds so far, as `news` tells them."""
        self.places.unsave()
        self._saved_chunks = 0
        self._settling.lost()
        yield from self.news(where)

    def know(self, tag: bytes, content: Any, where: Where) -> None:
        """Takes over news of earlier work; `where` tells where they stand. Raises `ValueError`
        where they make no sense.
        """
        job, finding = self.job, not self.places.waiting
        if tag == KEYS and finding:
            self.places.know(content, where)
        elif tag == MOVES and finding:
            chunks = int(np.frombuffer(content, np.int64, 1)[0])
            if not 0 <= chunks <= len(content) // 16:
                raise ValueError("it has another length than its numbers say")
            sizes = np.frombuffer(content, np.int64, 2 * chunks, 8).reshape(-1, 2)
            moves = len(content) - 8 - sizes.nbytes
            if chunks and not 0 <= sizes.min() <= sizes.max() <= len(content):
                raise ValueError("it has a number of moves below 0, or above those that it holds")
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
        """Checks that earlier work is whole, begins with that position, and goes on by the rules;
        tells every so often how many places were looked through. Raises `ValueError` where it does
        not.
        """
        if not self.nodes:
            return
        places = self.places
        key = places.key(state)
        if key is None or any(key != places.some(0, 1)):
            raise ValueError("it does not begin with the position that it says")
        self._settling.all_known()
        kept = yield from vouch(
            self.engine, places.keys, places.held, self.edges, self.nodes, self.job
        )
        if kept < self.nodes:
            places.keep(kept)
            self.all_kept = False

    def _flush(self) -> None:
        """Puts the edges found last with the others."""
        first, done = self.edges.places, int(self.job[kernel.NEXT])
        if done > first:
            self._must_go_on(done - first)
            edges = self._buffer[: int(self.job[kernel.EDGES])]
            self.edges.append(edges, self._degrees[: done - first], self._values[: done - first])
            self.job[kernel.EDGES] = 0
            self.job[kernel.FIRST] = done

    def _must_go_on(self, many: int) -> None:
        """Raises where one of the positions looked at last is not over and has no move."""
        stuck = (self._degrees[:many] == 0) & (self._values[:many] == kernel.UNKNOWN)
        if stuck.any():
            place = int(self.job[kernel.FIRST]) + int(stuck.argmax())
            raise_stuck(self.game, self.state(place))

    def _widen(self, row: Any) -> None:
        """Makes keys wide enough for the row."""
        if self._scouts:
            self._scouts.recall(int(self.job[kernel.NEXT]))
            self._scouts = None
        self.places.widen(row)

    def settle(self) -> Iterator[tuple[str, int, int]]:
        """Finds the values, from the ends of the game back; tells every so often how far it is."""
        self._put_aside()
        room = self.ledger.left_for("positions") + self._looking // 2
        yield from self._settling.run(min(room, max(EACH * self.nodes, self.places.bytes)))

    def done(self) -> None:
        """Makes the values ready to be asked for, once all finds have been saved."""
        self._settling.draws()
        self.edges.drop()
        self.places.take_back()
        self.ledger.hold("looking", 0)
        self.ledger.hold("positions", self.places.ending(self.nodes))

    def _put_aside(self) -> None:
        """Moves the keys to a file: the checkpoint, if they are there."""
        if not self.places.waiting:
            self._scouts = None
            self.places.put_aside()

    def surrender(self) -> tuple[Any, Any, Any]:
        """The keys, one after the other, in the order of the places, the values and the plies. They
        lie where they were, and this is of no more use afterwards.
        """
        return self.places.surrender(), self.values, self.plies
