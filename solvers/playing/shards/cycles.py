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
         settled last. A round settles a layer of the queue of `retrograde/settle_kernel.py`, for
         which keys that were asked for are numbered behind the positions of the piece
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.models.errors import TextError
from ruleproof.solvers.playing.retrograde import settle_kernel
from ruleproof.solvers.playing.retrograde.expand_kernel import BUDGET, HEAD, SCORED, TAIL, UNKNOWN
from ruleproof.solvers.playing.shards import kernel
from ruleproof.solvers.playing.shards.bench import Bench
from ruleproof.solvers.playing.shards.tiers import Tiers
from ruleproof.solvers.playing.tables.phases import Phase, Task, grouped

_EACH = 512
"""Bytes of a position while its moves are noted, about."""
_LAP = np.uint64(1 << 32)
"""More than a piece has edges."""


class Cycles:
    """The tasks of a build, each by its name."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.parts = bench, bench.parts
        self.levels = Tiers(bench)
        self.keys, self.asks = self.levels.keys, self.levels.asks

    def held(self, number: int, first: int, last: int) -> dict[str, Any]:
        """Puts the positions of all levels together."""
        words, some = self.bench.words, []
        for level in range(len(self.parts.marker("levels"))):
            for one in self.levels.spans(f"keys-{level}", first, last):
                part = self.parts.part(f"keys-{level}", one.number)
                some.append(part.some("keys", one.first * words, one.last * words))
        keys, counts = self.bench.united(some)
        said = {"shards": [first, last], "positions": keys.size // words}
        return self.parts.put("held", number, said, keys=keys, counts=counts[first:last])

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
                f"begin anew with more --memory"
            )
        ((keys, counts),) = table.parted(bench.words, bench.shards)
        asked = keys.size // bench.words
        table.enter(bench.words, keys, np.arange(many, many + asked, dtype=np.int32))
        bench.begin(held, 0)
        degrees, values = np.zeros(many, np.uint16), np.zeros(many, np.int16)
        some = [one.copy() for one, _, _ in bench.edges(held, table, degrees, values)]
        edges = np.concatenate([np.zeros(0, np.uint32), *some])
        begins = np.zeros(many + asked + 2, np.uint32)
        back = np.zeros(edges.size, np.uint32)
        settle_kernel.count_in(edges, begins)
        begins = np.cumsum(begins, dtype=np.uint32)
        span, room = (0, 0, many + asked, 0, _LAP), np.zeros(edges.size + 1, np.uint64)
        settle_kernel.turn_round(edges, degrees, *span, begins, back, room)
        self.parts.put("asked", number, {}, keys=keys, counts=counts)
        ends = np.unique(np.abs(values[degrees == 0].astype(np.int32))).tolist()
        arrays = {"begins": begins, "back": back, "degrees": degrees, "values": values}
        return self.parts.put("edges", number, {"ends": ends}, **arrays)

    def places(self, number: int, first: int, last: int) -> dict[str, Any]:
        """Finds the numbers of the positions that pieces asked for."""
        words, own = self.bench.words, self.parts.part("held", number)
        held, has = own.some("keys"), own.some("counts")
        found, begins = [np.zeros(0, np.uint32)], [0]
        for piece in range(len(self.parts.marker("edges"))):
            part = self.parts.part("asked", piece)
            counts = part.some("counts")
            at, size = int(counts[:first].sum()), int(counts[first:last].sum())
            wanted = part.some("keys", words * at, words * (at + size))
            found.append(self.bench.found(held, has, wanted, counts[first:last]).astype(np.uint32))
            begins.append(begins[-1] + size)
        return self.parts.put("places", number, {"begins": begins}, places=found)

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
        values, left, plies = state
        some = [(np.zeros(0, np.uint32), np.zeros(0, np.int16), np.zeros(0, np.uint16))]
        first = values.size
        for piece, said in enumerate(self.parts.marker(f"round-{turn - 1}")):
            begin, end = self.parts.marker("places")[piece]["begins"][number : number + 2]
            if said["news"] and end > begin:
                part = self.parts.part(f"round-{turn - 1}", piece)
                news, worths, when = (part.some(name) for name in ("news", "worths", "when"))
                places = self.parts.part("places", piece).some("places", begin, end)
                at = np.minimum(np.searchsorted(places, news), places.size - 1)
                met = places[at] == news
                when = when[met] if when.size else np.zeros(met.sum(), np.uint16)
                some.append(((at[met] + first).astype(np.uint32), worths[met], when))
            first += end - begin
        news, worths, when = map(np.concatenate, zip(*some, strict=True))
        self._changed = news.size > 0
        if not self._changed:
            return news
        all_values, all_plies = np.zeros(first, np.int16), np.zeros(first, np.uint16)
        all_values[: values.size], all_plies[: plies.size] = values, plies
        all_values[news], all_plies[news] = worths, when
        news = news[np.argsort(when, kind="stable")]  # the order of `Settling`
        queue = np.concatenate([news, np.zeros(values.size, np.uint32)])
        job = self.bench.job
        job[HEAD], job[TAIL], job[BUDGET] = 0, news.size, news.size
        span = np.uint64(0), np.uint64(0), np.uint64(first)
        settle_kernel.settle(
            *(edges.some("begins"), _LAP, edges.some("back"), *span),
            *(left, all_values, all_plies, queue, job),
        )
        values[:], plies[:] = all_values[: values.size], all_plies[: plies.size]
        return np.sort(queue[news.size : job[TAIL]])

    # What is known in the end

    def shards(self, first: int, last: int) -> Iterator[tuple[Any, ...]]:
        """The positions of some shards: how many of each, keys, values and plies."""
        turn, words = self.parts.marker("rounds")[0]["rounds"] - 1, self.bench.words
        for number, begin, end, counts in self.levels.spans("held", first, last):
            at = self.parts.marker(f"round-{turn}")[number]["at"]
            state = self.parts.part(f"round-{at}", number)
            values = state.some("values", begin, end)
            values[values == UNKNOWN] = 0
            scored = self.bench.job[SCORED] and not self.bench.game.acyclic
            plies = state.some("plies", begin, end) if scored else None
            keys = self.parts.part("held", number).some("keys", begin * words, end * words)
            yield counts, keys, values, plies

    def sizes(self) -> list[int]:
        """The number of positions of each shard."""
        spans = self.levels.spans("held", 0, self.bench.shards)
        return sum(span.counts for span in spans).tolist()

    def needed(self, phase: str) -> int:
        """The bytes that the work from a phase on will add to the folder, once that is known."""
        if phase != "edges":
            return 0
        levels = range(len(self.parts.marker("levels")))
        asks = (one for level in levels for one in self.parts.marker(f"asks-{level}"))
        positions = int(self.parts.total("positions", "keys-"))
        return 12 * sum(one["edges"] for one in asks) + 20 * positions

    # The order of tasks

    def plan(self) -> Iterator[Phase]:
        """The phases one after the other, each with its tasks."""
        bench, parts, level = self.bench, self.parts, 0
        while not parts.done("levels"):
            yield self.levels.united("keys", level)
            if level:
                parts.remove(f"asks-{level - 1}")
            if not any(said["positions"] for said in parts.marker(f"keys-{level}")):
                parts.mark("levels", [{} for _ in range(level)])
                break
            yield self.levels.of_pieces("asks", level)
            level += 1
        levels = range(len(parts.marker("levels")))
        if parts.done("held"):
            pieces = [said["shards"] for said in parts.marker("held")]
        else:
            sizes = np.zeros(bench.shards, np.int64)
            for level in levels:
                for span in self.levels.spans(f"keys-{level}", 0, bench.shards):
                    sizes += span.counts
            pieces = list(grouped(sizes.tolist(), bench.memory // _EACH))

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
