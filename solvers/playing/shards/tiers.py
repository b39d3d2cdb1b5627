"""Tables of games with tiers: forward tier by tier, then backward by answers to what was asked.

tier       see `AdviceModule.tier`; a turn leads to a higher one
piece      of a tier: the positions of some shards
keys-T     of a piece of tier T its positions, shard by shard, each sorted
asks-T     the keys of the positions after those of a piece: by *round*, which is as many positions
           as there is memory for, by how much higher the tier is, by shard; each once in a round
values-T   the values of a piece
replies-T  of a piece the values of all its keys that were asked for, in the order asked

Every task makes one of these parts. Pieces follow from the plan and from what was found, never from
the number of workers.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ruleproof.solvers.playing.retrograde.expand_kernel import SCORED
from ruleproof.solvers.playing.shards import kernel
from ruleproof.solvers.playing.shards.bench import Bench
from ruleproof.solvers.playing.tables.phases import Part, Phase, Task, grouped
from ruleproof.solvers.playing.tables.shard import find_all

_ASKED = 128
"""Bytes of memory for each key that is asked for of a piece."""


class Span(NamedTuple):
    """Some positions of a part: the part's number, the first and the one after the last, and how
    many of each shard there are.
    """

    number: int
    first: int
    last: int
    counts: Any


class Asked(NamedTuple):
    """What a round of a piece of a tier asks for of some shards: the part, the places of the first
    key and of the one after the last, and how many of each shard there are.
    """

    tier: int
    piece: int
    part: Part
    first: int
    last: int
    counts: Any


class Tiers:
    """The tasks of a build, each by its name."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.parts = bench, bench.parts

    # Forward

    def keys(self, number: int, tier: int, first: int, last: int) -> dict[str, Any]:
        """Unites the keys that were asked for of some shards of a tier."""
        bench, words = self.bench, self.bench.words
        asked = (self._some(one) for one in self._asked(tier, first, last))
        keys, counts = bench.united(asked)
        if tier == bench.start_tier and first <= bench.start_shard < last:
            keys, counts = bench.united([bench.start_key])
        counts = counts[first:last]
        for before in range(0 if bench.tiered else tier):  # a level has what is at none before
            for span in self.spans(f"keys-{before}", first, last):
                part = self.parts.part(f"keys-{before}", span.number)
                held = part.some("keys", span.first * words, span.last * words)
                news = find_all(held, span.counts, keys, counts, words) < 0
                ends = np.cumsum(counts)
                gone = np.concatenate([[0], np.cumsum(~news)])
                counts = counts - (gone[ends] - gone[ends - counts])
                keys = keys.reshape(-1, words)[news].reshape(-1)
        said = {"shards": [first, last], "positions": keys.size // words}
        return self.parts.put(f"keys-{tier}", number, said, keys=keys, counts=counts)

    def asks(self, number: int, tier: int) -> dict[str, Any]:
        """Asks for the positions after those of a piece."""
        bench = self.bench
        held = self.parts.part(f"keys-{tier}", number).some("keys")
        many = held.size // bench.words
        table = bench.table(many)
        bench.begin(held, tier)
        rounds, asked = [], []
        while not rounds or rounds[-1] < many:
            table.clear()
            bench.run(kernel.reach, held, table)
            rounds.append(int(bench.job[kernel.AT]))
            asked.append(table.parted(bench.words, bench.shards))
        rises = max(map(len, asked))
        counts = np.zeros((len(rounds), rises, bench.shards), np.int64)
        for turn, some in enumerate(asked):
            for rise, (_, of_shards) in enumerate(some):
                counts[turn, rise] = of_shards
        said = {"edges": int(bench.job[kernel.EDGES]), "rounds": rounds}
        said["to"] = counts.sum((0, 2)).tolist()
        keys = [keys for some in asked for keys, _ in some]
        return self.parts.put(f"asks-{tier}", number, said, keys=keys, counts=counts.reshape(-1))

    # Backward

    def values(self, number: int, tier: int) -> dict[str, Any]:
        """Finds the values of a piece by the replies to what it asked."""
        bench, part = self.bench, self.parts.part(f"asks-{tier}", number)
        held = self.parts.part(f"keys-{tier}", number).some("keys")
        many = held.size // bench.words
        values, degrees = np.zeros(many, np.int16), np.zeros(many, np.uint16)
        table = bench.table(many)
        bench.begin(held, tier)
        counts = self._counts(part)
        replies = [self._replies(tier + 1 + rise) for rise in range(counts.shape[1])]
        begin = 0
        for turn, end in enumerate(part.said["rounds"]):
            size = int(counts[turn].sum())
            keys = part.some("keys", begin * bench.words, (begin + size) * bench.words)
            begin += size
            marks = [np.zeros(0, np.int16)]
            for rise, groups in enumerate(replies):
                for (first, last), begins, reply in groups if counts[turn, rise].any() else ():
                    at = begins[f"{tier}.{number}"] + int(counts[:turn, rise, first:last].sum())
                    to = at + int(counts[turn, rise, first:last].sum())
                    marks.append(reply.some("values", at, to))
            table.enter(bench.words, keys, np.concatenate(marks).astype(np.int32) + kernel.BIAS)
            bench.job[kernel.LAST] = end
            for edges, first, last in bench.edges(held, table, degrees, values):
                here = slice(first, last)
                kernel.settle(edges, degrees[here], values[here], bench.job[SCORED])
        return self.parts.put(f"values-{tier}", number, {}, values=values)

    def _replies(self, tier: int) -> list[tuple[Any, ...]]:
        """The replies of all pieces of a tier: the shards, where what a piece asked begins."""
        if not self.parts.done(f"replies-{tier}"):
            return []
        some = self.parts.marker(f"replies-{tier}")
        return [
            (said["shards"], said["begins"], self.parts.part(f"replies-{tier}", piece))
            for piece, said in enumerate(some)
        ]

    def replies(self, number: int, tier: int) -> dict[str, Any]:
        """Answers what was asked of a piece."""
        part = self.parts.part(f"keys-{tier}", number)
        held, has, (first, last) = part.some("keys"), part.some("counts"), part.said["shards"]
        values = self.parts.part(f"values-{tier}", number).some("values")
        begins: dict[str, int] = {}
        found, many = [np.zeros(0, np.int16)], 0
        for one in self._asked(tier, first, last):
            begins.setdefault(f"{one.tier}.{one.piece}", many)
            found.append(values[self.bench.found(held, has, self._some(one), one.counts)])
            many += found[-1].size
        said = {"shards": [first, last], "begins": begins}
        return self.parts.put(f"replies-{tier}", number, said, values=found)

    # What is known

    def spans(self, phase: str, first: int, last: int) -> Iterator[Span]:
        """The positions of some shards in the parts of a phase."""
        for number, said in enumerate(self.parts.marker(phase)):
            begin, end = said["shards"]
            if said["positions"] and first < end and begin < last:
                counts = self.parts.part(phase, number).some("counts")
                low, high = max(first - begin, 0), last - begin
                at, own = int(counts[:low].sum()), np.zeros(last - first, np.int64)
                own[low + begin - first :][: counts[low:high].size] = counts[low:high]
                yield Span(number, at, at + int(own.sum()), own)

    def _counts(self, part: Part) -> Any:
        """How many keys a part asks for: by round, rise and shard."""
        return part.some("counts").reshape(len(part.said["rounds"]), -1, self.bench.shards)

    def _asked(self, tier: int, first: int, last: int) -> Iterator[Asked]:
        """What was asked for of some shards of a tier: by each tier, piece and round."""
        for asking in self._asking(tier):
            for piece, said in enumerate(self.parts.marker(f"asks-{asking}")):
                if not any(said["to"][tier - asking - 1 : tier - asking]):
                    continue
                part = self.parts.part(f"asks-{asking}", piece)
                counts = self._counts(part)
                begins = np.cumsum(counts) - counts.reshape(-1)
                for turn, some in enumerate(counts[:, tier - asking - 1]):
                    at = (turn * counts.shape[1] + tier - asking - 1) * self.bench.shards + first
                    own = some[first:last]
                    begin, size = int(begins[at]), int(own.sum())
                    yield Asked(asking, piece, part, begin, begin + size, own)

    def _some(self, asked: Asked) -> Any:
        words = self.bench.words
        return asked.part.some("keys", asked.first * words, asked.last * words)

    def _asking(self, tier: int) -> Iterator[int]:
        """The tiers that ask for positions of one."""
        for asking in range(self.bench.start_tier, tier):
            if self.parts.done(phase := f"asks-{asking}"):
                to = (said["to"][tier - asking - 1 :] for said in self.parts.marker(phase))
                if any(some and some[0] for some in to):
                    yield asking

    def shards(self, first: int, last: int) -> Iterator[tuple[Any, Any, Any, None]]:
        """The positions of some shards, tier by tier: how many of each, keys and values."""
        for tier in self.tiers():
            for number, begin, end, counts in self.spans(f"keys-{tier}", first, last):
                words, keys = self.bench.words, self.parts.part(f"keys-{tier}", number)
                values = self.parts.part(f"values-{tier}", number).some("values", begin, end)
                yield counts, keys.some("keys", begin * words, end * words), values, None

    def tiers(self) -> list[int]:
        """All tiers that are known, from the lowest on."""
        found, waiting = [], {self.bench.start_tier}
        while waiting:
            found.append(tier := min(waiting))
            waiting.remove(tier)
            if self.parts.done(f"asks-{tier}"):
                for one in self.parts.marker(f"asks-{tier}"):
                    waiting |= {tier + 1 + rise for rise, many in enumerate(one["to"]) if many}
        return found

    def sizes(self) -> list[int]:
        """The number of positions of each shard."""
        sizes = np.zeros(self.bench.shards, np.int64)
        for tier in self.tiers():
            for span in self.spans(f"keys-{tier}", 0, self.bench.shards):
                sizes += span.counts
        return sizes.tolist()

    def needed(self, phase: str) -> int:
        """The bytes that the work from a phase on will add to the folder, once that is known."""
        tiers = self.tiers() if phase.startswith("values") else [-1]
        if phase != f"values-{tiers[-1]}":
            return 0
        asks = {tier: self.parts.marker(f"asks-{tier}") for tier in tiers}
        asked = dict.fromkeys(tiers, 0)
        for tier, said in asks.items():
            for rise in range(max(len(one["to"]) for one in said)):
                many = sum(sum(one["to"][rise : rise + 1]) for one in said)
                asked[tier + 1 + rise] = asked.get(tier + 1 + rise, 0) + many
        more = most = 0
        for tier in reversed(tiers):  # requests go, values and replies come
            positions = sum(one["positions"] for one in self.parts.marker(f"keys-{tier}"))
            more += 2 * (positions + asked[tier])
            most = max(most, more)
            more -= 8 * self.bench.words * sum(sum(one["to"]) for one in asks[tier])
        return most

    # The order of tasks

    def plan(self) -> Iterator[Phase]:
        """The phases one after the other, each with its tasks."""
        tier: int | None = self.bench.start_tier
        while tier is not None:
            yield self.united("keys", tier)
            yield self.of_pieces("asks", tier)
            tier = min((one for one in self.tiers() if one > tier), default=None)
        tiers = self.tiers()
        for tier in reversed(tiers):
            yield self.of_pieces("values", tier)
            self.parts.remove(f"asks-{tier}")
            for other in tiers:
                asked = any(asking < tier for asking in self._asking(other))
                if other > tier and not asked and self.parts.done(f"replies-{other}"):
                    self.parts.remove(f"replies-{other}")
            if tier > tiers[0]:
                yield self.of_pieces("replies", tier)

    def united(self, kind: str, tier: int) -> Phase:
        """The tasks that find the pieces of a tier."""
        phase = f"{kind}-{tier}"
        if self.parts.done(phase):
            return phase, []
        asked = np.zeros(self.bench.shards, np.int64)
        for one in self._asked(tier, 0, self.bench.shards):
            asked += one.counts
        groups = grouped(asked.tolist(), self.bench.memory // (_ASKED * self.bench.words))
        return phase, [Task(phase, k, kind, (tier, *group)) for k, group in enumerate(groups)]

    def of_pieces(self, kind: str, tier: int) -> Phase:
        """The tasks of a tier's pieces."""
        phase, pieces = f"{kind}-{tier}", range(len(self.parts.marker(f"keys-{tier}")))
        return phase, [Task(phase, number, kind, (tier,)) for number in pieces]
