"""Tables of games whose play may come back: positions level by level, then values round by round.

level    as a tier (`playing/shards/tiers.py`): the positions that some line of that many moves
         reaches and no shorter one
piece    some shards; its positions are numbered, shard by shard in the order of their keys
held     the positions of a piece
asked    the keys of the positions after those of a piece, each once, shard by shard
edges    of each key asked for the positions that have a move to it, its highest bit set if the same
         side moves again; the moves of each position, and the values of ends
places   the numbers of the positions that each piece asked for, in the order asked
round-N  the values, the moves left open, in scored games the plies; and the *news*: the positions
         settled last. Rounds settle what the queue of `retrograde/settle_kernel.py` does, a layer
         each
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ruleproof.models.errors import TextError
from ruleproof.solvers.playing.retrograde.expand_kernel import SCORED, UNKNOWN
from ruleproof.solvers.playing.shards import kernel
from ruleproof.solvers.playing.shards.bench import Bench
from ruleproof.solvers.playing.shards.tiers import Tiers
from ruleproof.solvers.playing.tables.phases import Phase, Task, grouped

_EACH = 512
"""Bytes of a position while its moves are noted, about."""
_EDGES = 1 << 20
"""Edges that are noted at a time."""


class Cycles:
    """The tasks of a build, each by its name."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.parts = bench, bench.parts
        self.levels = Tiers(bench)
        self.keys, self.asks = self.levels.keys, self.levels.asks

    def held(self, number: int, first: int, last: int) -> dict[str, Any]:
        """Puts the positions of all levels together."""
        counts, found = [], []
        for shard in range(first, last):
            some = []
            for level in range(len(self.parts.marker("levels"))):
                begin, end = self.levels.starts(level)[shard : shard + 2]
                some.append(self.levels.column(level).some(begin, end))
            found.append(self.bench.united(some, ()))
            counts.append(found[-1].size // self.bench.words)
        said = {"shards": [first, last], "counts": counts}
        return self.parts.put("held", number, said, keys=np.concatenate(found))

    def edges(self, number: int, first: int, last: int) -> dict[str, Any]:
        """Notes the moves of a piece, the other way round."""
        bench = self.bench
        held = self.parts.part("held", number).some("keys")
        many = held.size // bench.words
        table = bench.table(many)
        bench.begin(held, 0)
        table.clear()
        bench.run(kernel.reach, held, table)
        if bench.job[kernel.WHY] == kernel.FULL:
            raise TextError(
                f"shards {first} to {last - 1} have more moves than a worker's memory holds; "
                f"more --memory or more --shards make room"
            )
        keys, counts = table.parted(bench.words, bench.shards)
        asked = keys.size // bench.words
        table.clear()
        numbered = np.arange(asked, dtype=np.int32)
        kernel.enter(keys, np.uint64(bench.words), numbered, table.keys, table.marks)
        bench.begin(held, 0)
        degrees, values = np.zeros(many, np.uint16), np.zeros(many, np.int16)
        room = np.zeros(_EDGES + bench.most_moves, np.uint32)
        found = []
        while bench.job[kernel.AT] < many:
            bench.run(kernel.number, held, table, degrees, values, room)
            found.append(room[: bench.job[kernel.MANY]].copy())
        begins = np.zeros(asked + 2, np.uint32)
        back = np.zeros(sum(one.size for one in found), np.uint32)
        kernel.turn_round(np.concatenate(found), degrees, begins, back)
        self.parts.put("asked", number, {}, keys=keys, counts=counts)
        ends = np.unique(np.abs(values[degrees == 0].astype(np.int32))).tolist()
        said = {"ends": ends, "asked": counts.tolist()}
        arrays = {"begins": begins[:-1], "back": back, "degrees": degrees, "values": values}
        return self.parts.put("edges", number, said, **arrays)

    def places(self, number: int, first: int, last: int) -> dict[str, Any]:
        """Finds the numbers of the positions that pieces asked for."""
        words, held = self.bench.words, self.parts.part("held", number)
        starts = np.cumsum([0, *held.said["counts"]])
        own = [held.some("keys", words * begin, words * end) for begin, end in pairwise(starts)]
        found, begins = [np.zeros(0, np.uint32)], [0]
        for piece, said in enumerate(self.parts.marker("edges")):
            part, ends = self.parts.part("asked", piece), np.cumsum([0, *said["asked"]])
            for shard in range(first, last):
                wanted = part.some("keys", words * ends[shard], words * ends[shard + 1])
                place = self.bench.found(own[shard - first], wanted)
                found.append((place + starts[shard - first]).astype(np.uint32))
            begins.append(sum(one.size for one in found[-(last - first) :]) + begins[-1])
        return self.parts.put("places", number, {"begins": begins}, places=np.concatenate(found))

    def round(self, number: int, turn: int, size: int) -> dict[str, Any]:
        """Settles what the news of the round before lead to; with a size, nothing: the news are
        then the ends of that size.
        """
        edges = self.parts.part("edges", number)
        at = self.parts.marker(f"round-{turn - 1}")[number]["at"] if turn else -1
        names = ("values", "left", "plies")
        if turn:
            before = self.parts.part(f"round-{at}", number)
            values, left, plies = (before.some(name) for name in names)
        else:
            values, left = edges.some("values"), edges.some("degrees")
            plies = np.zeros(values.size if self.bench.job[SCORED] else 1, np.uint16)
        if size:
            news = np.flatnonzero((edges.some("degrees") == 0) & (abs(values) == size))
        else:
            news = self._settle(turn, number, edges, values, left, plies)
        news = news.astype(np.uint32)
        told = plies[news] if plies.size == values.size else np.zeros(0, np.uint16)
        arrays = {"news": news, "worths": values[news], "when": told}
        if not turn or (not size and self._changed):
            at = turn
            arrays |= dict(zip(names, (values, left, plies), strict=True))
        said = {"at": at, "news": news.size}
        return self.parts.put(f"round-{turn}", number, said, **arrays)

    def _settle(self, turn: int, number: int, edges: Any, *state: Any) -> Any:
        """The places settled by the news of the round before."""
        asked, worths, when, first = [np.zeros(0, np.uint32)], [], [], 0
        for piece, said in enumerate(self.parts.marker(f"round-{turn - 1}")):
            begin, end = self.parts.marker("places")[piece]["begins"][number : number + 2]
            if said["news"] and end > begin:
                part = self.parts.part(f"round-{turn - 1}", piece)
                news = part.some("news")
                places = self.parts.part("places", piece).some("places", begin, end)
                at = np.minimum(np.searchsorted(places, news), places.size - 1)
                met = places[at] == news
                asked.append((at[met] + first).astype(np.uint32))
                worths.append(part.some("worths")[met])
                when.append(part.some("when")[met] if state[2].size > 1 else worths[-1])
            first += end - begin
        self._changed = sum(one.size for one in asked) > 0
        if not self._changed:
            return asked[0]
        settled = np.zeros(state[0].size, np.uint32)
        many = kernel.propagate(
            *(edges.some("begins"), edges.some("back"), np.concatenate(asked)),
            *(np.concatenate(worths), np.concatenate(when).astype(np.uint16)),
            *(*state, settled, self.bench.job),
        )
        return np.sort(settled[:many])

    # What is known in the end

    def shard(self, shard: int) -> tuple[Any, Any, Any]:
        """The keys, values and plies of a shard."""
        for number, said in enumerate(self.parts.marker("held")):
            first, last = said["shards"]
            if first <= shard < last:
                starts = np.cumsum([0, *said["counts"]])[shard - first : shard - first + 2]
                held, words = self.parts.part("held", number), self.bench.words
                state = self.parts.part(*self._last(number))
                values = state.some("values", *starts)
                values[values == UNKNOWN] = 0
                scored = self.bench.job[SCORED] and not self.bench.game.acyclic
                plies = state.some("plies", *starts) if scored else None
                return held.some("keys", *(words * starts)), values, plies
        raise ValueError(shard)

    def _last(self, number: int) -> tuple[str, int]:
        """The part with a piece's last values."""
        rounds = self.parts.marker("rounds")[0]["rounds"]
        return f"round-{self.parts.marker(f'round-{rounds - 1}')[number]['at']}", number

    def worth(self) -> int:
        """The value of the first position."""
        keys, values, _ = self.shard(self.bench.start_shard)
        return int(values[self.bench.found(keys, self.bench.start_key)[0]])

    def sizes(self) -> list[int]:
        """The number of positions of each shard."""
        return [many for said in self.parts.marker("held") for many in said["counts"]]

    def needed(self, phase: str) -> int:
        """The bytes that the work from a phase on will add to the folder, once that is known."""
        if phase != "edges":
            return 0
        levels = range(len(self.parts.marker("levels")))
        asks = (one for level in levels for one in self.parts.marker(f"asks-{level}"))
        return 12 * sum(one["edges"] for one in asks) + 20 * sum(self.sizes())

    # The order of tasks

    def plan(self) -> Iterator[Phase]:
        """The phases one after the other, each with its tasks."""
        bench, parts, level = self.bench, self.parts, 0
        while not parts.done("levels"):
            yield self.levels.tasks_of_shards("keys", level)
            if level:
                parts.remove(f"asks-{level - 1}")
            if not self.levels.starts(level)[-1]:
                parts.mark("levels", [{} for _ in range(level)])
                break
            yield self.levels.tasks_of_pieces("asks", level)
            level += 1
        levels = range(len(parts.marker("levels")))
        sizes = sum(np.diff(self.levels.starts(level)) for level in levels).tolist()
        pieces = list(grouped(sizes, bench.memory // _EACH))

        def phase(kind: str) -> Phase:
            return kind, [Task(kind, number, kind, piece) for number, piece in enumerate(pieces)]

        yield phase("held")
        for level in levels:
            parts.remove(f"keys-{level}")
        yield phase("edges")
        yield phase("places")
        if not parts.done("asked"):
            parts.mark("asked", [{}] * len(pieces))
        parts.remove("asked")
        yield from self._rounds(len(pieces))

    def _rounds(self, pieces: int) -> Iterator[Phase]:
        """The rounds: ends of each size, the largest first, then what follows from them."""
        if self.parts.done("rounds"):
            return
        ends = {end for said in self.parts.marker("edges") for end in said["ends"]} - {0}
        turn = 0
        for size in sorted(ends, reverse=True) or [-1]:
            begins = size
            while True:
                phase = f"round-{turn}"
                yield phase, [Task(phase, k, "round", (turn, begins)) for k in range(pieces)]
                news = any(said["news"] for said in self.parts.marker(phase))
                self._sweep(turn)
                turn, begins = turn + 1, 0
                if not news:
                    break
        self.parts.mark("rounds", [{"rounds": turn}])

    def _sweep(self, turn: int) -> None:
        """Removes the parts of rounds before that are of no more use."""
        if turn:
            now, before = (self.parts.marker(f"round-{one}") for one in (turn, turn - 1))
            for number, (said, old) in enumerate(zip(now, before, strict=True)):
                for one in {turn - 1, old["at"]} - {said["at"]}:
                    self.parts.path(f"round-{one}", number).unlink(missing_ok=True)
