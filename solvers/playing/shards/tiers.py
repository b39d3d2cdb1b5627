"""Tables of games with tiers: forward tier by tier, then backward by answers to what was asked.

tier     see `AdviceModule.tier`; a turn leads to a higher one
keys-T   the positions of a tier, one shard behind the other, each sorted
asks-T   for each piece of a tier the keys of the positions after its moves, each once: by *round*,
         which is as many positions as there is memory for, by how much higher the tier is, by shard
values-T the values of a piece
replies-T  for some shards of a tier the values of all keys that were asked for, in the order asked

Every task is one of these parts. The sizes of pieces follow from the plan and from what was found,
never from the number of workers.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.solvers.playing.shards import kernel
from ruleproof.solvers.playing.shards.bench import Bench
from ruleproof.solvers.playing.tables.parts import Column
from ruleproof.solvers.playing.tables.phases import Phase, Task, grouped
from ruleproof.solvers.playing.tables.shard import find_all

_PIECES, _LEAST, _MOST = 16, 1 << 16, 1 << 22
"""The pieces of a tier, and the positions of a piece, at least and at most."""


class Tiers:
    """The tasks of a build, each by its name."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.parts = bench.parts

    # Forward

    def keys(self, number: int, tier: int, first: int, last: int) -> dict[str, Any]:
        """Unites the keys that were asked for of some shards of a tier."""
        bench = self.bench
        counts, found = [], []
        for shard in range(first, last):
            asked = (keys for _, _, keys in self._asked(tier, shard, shard + 1))
            own = bench.start_key if tier == bench.start_tier and shard == bench.start_shard else []
            found.append(self._new(bench.united([np.array(own, np.uint64)], asked), tier, shard))
            counts.append(found[-1].size // bench.words)
        return self.parts.put(
            f"keys-{tier}", number, {"counts": counts}, keys=np.concatenate(found)
        )

    def _new(self, keys: Any, level: int, shard: int) -> Any:
        """The keys that are at no level before; in games with tiers all."""
        bench = self.bench
        for before in range(0 if bench.tiered else level):
            first, last = self.starts(before)[shard : shard + 2]
            held = self.column(before).some(first, last)
            places = find_all(held, keys, bench.words)
            keys = keys.reshape(-1, bench.words)[places < 0].reshape(-1)
        return keys

    def _asked(self, tier: int, first: int, last: int) -> Iterator[tuple[int, int, Any]]:
        """The keys of some shards of a tier that were asked for: of each tier, piece and round."""
        for asking, said in self._asking(tier):
            for number, one in enumerate(said):
                if str(tier) not in one["to"]:
                    continue
                part = self.parts.part(f"asks-{asking}", number)
                for begin, end in _places(part, one, self.bench.shards, tier - asking, first, last):
                    yield (
                        asking,
                        number,
                        part.some("keys", begin * self.bench.words, end * self.bench.words),
                    )

    def _asking(self, tier: int) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """The tiers that ask for positions of one, with what their pieces say."""
        for asking in range(self.bench.start_tier, tier):
            if self.parts.done(f"asks-{asking}"):
                said = self.parts.marker(f"asks-{asking}")
                if any(str(tier) in one["to"] for one in said):
                    yield asking, said

    def asks(self, number: int, tier: int, first: int, last: int) -> dict[str, Any]:
        """Asks for the positions after those of a piece."""
        bench = self.bench
        held = self.column(tier).some(first, last)
        table = bench.table(held.size // bench.words)
        bench.begin(held, tier)
        rounds, keys, counts = [], [], []
        while not rounds or rounds[-1] < last - first:
            table.clear()
            bench.run(kernel.reach, held, table)
            rounds.append(int(bench.job[kernel.AT]))
            some, many = table.parted(bench.words, bench.shards)
            keys.append(some)
            counts.append(many)
        rises = max(len(one) for one in counts) // bench.shards
        told = np.zeros((len(rounds), rises, bench.shards), np.int64)
        for one, many in zip(told, counts, strict=True):
            one.reshape(-1)[: many.size] = many
        to = {str(tier + 1 + k): told[:, k].sum(0).tolist() for k in range(rises)}
        said = {
            "edges": int(bench.job[kernel.EDGES]),
            "rounds": rounds,
            "rises": rises,
            "to": {k: v for k, v in to.items() if any(v)},
        }
        return self.parts.put(
            f"asks-{tier}", number, said, keys=np.concatenate(keys), counts=told.reshape(-1)
        )

    # Backward

    def values(self, number: int, tier: int, first: int, last: int) -> dict[str, Any]:
        """Finds the values of a piece by the replies to what it asked."""
        bench = self.bench
        part, said = (
            self.parts.part(f"asks-{tier}", number),
            self.parts.marker(f"asks-{tier}")[number],
        )
        held = self.column(tier).some(first, last)
        values = np.zeros(last - first, np.int16)
        table = bench.table(held.size // bench.words)
        bench.begin(held, tier)
        counts = part.some("counts").reshape(-1, said["rises"], bench.shards)
        begin = 0
        for turn, end in enumerate(said["rounds"]):
            size = int(counts[turn].sum())
            keys = part.some("keys", begin * bench.words, (begin + size) * bench.words)
            marks = [
                self._replied(tier, number, turn, tier + 1 + rise, counts[:, rise])
                for rise in range(said["rises"])
            ]
            begin += size
            table.clear()
            kernel.enter(
                keys, np.uint64(bench.words), np.concatenate(marks), table.keys, table.marks
            )
            bench.job[kernel.LAST] = end
            bench.run(kernel.settle, held, table, values)
        return self.parts.put(f"values-{tier}", number, {"positions": values.size}, values=values)

    def _replied(self, tier: int, number: int, turn: int, to: int, counts: Any) -> Any:
        """The replies of a tier to what one round of a piece asked."""
        found = [np.zeros(0, np.int32)]
        if not counts[turn].any():
            return found[0]
        for group, said in enumerate(self.parts.marker(f"replies-{to}")):
            first, last = said["shards"]
            begin = said["begins"][f"{tier}.{number}"] + int(counts[:turn, first:last].sum())
            end = begin + int(counts[turn, first:last].sum())
            some = self.parts.part(f"replies-{to}", group).some("values", begin, end)
            found.append(some.astype(np.int32))
        return np.concatenate(found)

    def replies(self, number: int, tier: int, first: int, last: int) -> dict[str, Any]:
        """Answers what was asked of some shards of a tier."""
        bench = self.bench
        starts = self.starts(tier)
        held = self.column(tier)
        values = self.value_column(tier)
        known = [
            (
                held.some(starts[k], starts[k + 1]),
                values.some(starts[k], starts[k + 1]),
            )
            for k in range(first, last)
        ]
        begins: dict[str, int] = {}
        found, many = [np.zeros(0, np.int16)], 0
        for asking, said in self._asking(tier):
            for piece, one in enumerate(said):
                begins[f"{asking}.{piece}"] = many
                if str(tier) not in one["to"]:
                    continue
                part = self.parts.part(f"asks-{asking}", piece)
                counts = part.some("counts").reshape(-1, one["rises"], bench.shards)
                spans = _places(part, one, bench.shards, tier - asking, first, last)
                for turn, (begin, end) in enumerate(spans):
                    keys = part.some("keys", begin * bench.words, end * bench.words)
                    at = 0
                    for (own, worth), size in zip(
                        known, counts[turn, tier - asking - 1, first:last].tolist(), strict=True
                    ):
                        wanted = keys[at * bench.words : (at + size) * bench.words]
                        found.append(worth[bench.found(own, wanted)])
                        at += size
                    many += end - begin
        said = {"shards": [first, last], "begins": begins}
        return self.parts.put(f"replies-{tier}", number, said, values=np.concatenate(found))

    # What is known of a tier

    def starts(self, tier: int) -> Any:
        """The first position of each shard of a tier, and behind all of them their number."""
        said = self.parts.marker(f"keys-{tier}")
        return np.cumsum([0, *(many for one in said for many in one["counts"])])

    def column(self, tier: int) -> Column:
        """The keys of a tier."""
        sizes = [sum(one["counts"]) for one in self.parts.marker(f"keys-{tier}")]
        return Column(self.parts, f"keys-{tier}", "keys", sizes, self.bench.words)

    def value_column(self, tier: int) -> Column:
        """The values of a tier."""
        sizes = [one["positions"] for one in self.parts.marker(f"values-{tier}")]
        return Column(self.parts, f"values-{tier}", "values", sizes)

    def shard(self, shard: int) -> tuple[Any, Any, None]:
        """The keys and values of a shard, of all tiers one after another."""
        keys, values = [], []
        for tier in self.tiers():
            first, last = self.starts(tier)[shard : shard + 2]
            keys.append(self.column(tier).some(first, last))
            values.append(self.value_column(tier).some(first, last))
        return np.concatenate(keys), np.concatenate(values), None

    def tiers(self) -> list[int]:
        """All tiers, from the lowest on."""
        found, waiting = [], {self.bench.start_tier}
        while waiting:
            tier = min(waiting)
            waiting.remove(tier)
            found.append(tier)
            for one in self.parts.marker(f"asks-{tier}"):
                waiting |= {int(to) for to in one["to"]}
        return found

    def worth(self) -> int:
        """The value of the first position."""
        bench, tier = self.bench, self.bench.start_tier
        first, last = self.starts(tier)[bench.start_shard : bench.start_shard + 2]
        held = self.column(tier).some(first, last)
        place = bench.found(held, bench.start_key)[0]
        return int(self.value_column(tier).some(first + place, first + place + 1)[0])

    def sizes(self) -> list[int]:
        """The number of positions of each shard."""
        return sum(np.diff(self.starts(tier)) for tier in self.tiers()).tolist()

    def needed(self, phase: str) -> int:
        """The bytes that the work from a phase on will add to the folder, once that is known."""
        tiers = self.tiers() if phase.startswith("values") else [-1]
        if phase != f"values-{tiers[-1]}":
            return 0
        asked = [
            sum(sum(map(sum, one["to"].values())) for one in self.parts.marker(f"asks-{tier}"))
            for tier in tiers
        ]
        most = max(a + b for a, b in zip([0, *asked], [*asked, 0], strict=True))
        return 5 * sum(self.sizes()) + 2 * most

    # The order of tasks

    def plan(self) -> Iterator[Phase]:
        """The phases one after the other, each with its tasks."""
        bench, tier = self.bench, self.bench.start_tier
        waiting = {tier}
        while waiting:
            tier = min(waiting)
            waiting.remove(tier)
            yield self.tasks_of_shards("keys", tier)
            yield self.tasks_of_pieces("asks", tier)
            for one in self.parts.marker(f"asks-{tier}"):
                waiting |= {int(to) for to in one["to"]}
        all_tiers = self.tiers()
        for tier in reversed(all_tiers):
            yield self.tasks_of_pieces("values", tier)
            self.parts.remove(f"asks-{tier}")
            for other in all_tiers:
                asked = any(asking < tier for asking, _ in self._asking(other))
                if other > tier and not asked and self.parts.done(f"replies-{other}"):
                    self.parts.remove(f"replies-{other}")
            if tier > bench.start_tier:
                yield self.tasks_of_shards("replies", tier)

    def tasks_of_shards(self, kind: str, tier: int) -> Phase:
        """The tasks of a tier's shards."""
        asked = np.zeros(self.bench.shards, np.int64)
        for _, said in self._asking(tier):
            for one in said:
                asked += np.array(one["to"].get(str(tier), 0), np.int64)
        groups = grouped(asked.tolist(), self.bench.memory // (64 * self.bench.words))
        phase = f"{kind}-{tier}"
        return phase, [Task(phase, k, kind, (tier, *group)) for k, group in enumerate(groups)]

    def tasks_of_pieces(self, kind: str, tier: int) -> Phase:
        """The tasks of a tier's pieces."""
        many = int(self.starts(tier)[-1])
        most = min(_MOST, self.bench.memory // (64 * self.bench.words))
        size = max(_LEAST, min(most, -(-many // _PIECES)))
        phase = f"{kind}-{tier}"
        return phase, [
            Task(phase, number, kind, (tier, first, min(many, first + size)))
            for number, first in enumerate(range(0, many, size))
        ]


def _places(
    part: Any, said: dict[str, Any], shards: int, rise: int, first: int, last: int
) -> Iterator[tuple[int, int]]:
    """Where the keys of some shards stand that a piece asked for, round by round."""
    counts = part.some("counts")
    begins = np.concatenate([[0], np.cumsum(counts)])
    for turn in range(len(said["rounds"])):
        at = (turn * said["rises"] + rise - 1) * shards
        yield int(begins[at + first]), int(begins[at + last])
