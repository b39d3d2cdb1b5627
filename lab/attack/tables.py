"""Tables that are attacked: headers, entries and index, with all checksums right, and bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from lab.attack.edits import NUMBERS, bytes_edit, json_edit, json_text, vocabulary
from lab.attack.making import Maker
from lab.attack.sealed import TRAILER, TableParts, table, table_parts
from lab.attack.targets import Altered, Run, Seed, Target
from lab.attack.truth import game_of, graph, margin, outcome, scores
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game

BUILT = (
    *("esgros --board hex:2", "incrowd --board square:2x2", "grow --board path:3"),
    *("gro --board dish:1,1 --set tokens=1", "sow --board square:1x4 --set height=1"),
    *("grow --board path:3 --set players=3", "grow --board path:4 --set drop=mandatory"),
)


def _make(maker: Maker, commands: Sequence[str]) -> list[Seed]:
    found: list[Seed] = []
    for arguments in BUILT:
        content = maker.made(f"table build {arguments} -o t.rpt", "t.rpt")
        name = arguments.replace(" ", "-")
        for number, command in enumerate(commands):
            more = " --json" if (len(found) + number) % 3 == 0 else ""
            words = f"{command}{more}"
            found.append(
                maker.seed(command.replace("t.rpt", "").strip(), "t.rpt", content, words, name=name)
            )
    return found


@lru_cache(maxsize=64)
def _parts(content: bytes) -> TableParts:
    return table_parts(content)


def altered(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    """The table with its head, entries or index changed, or with edits of bytes."""
    contents = [one.content for one in seeds]
    if dice.random() < 0.35:
        return Altered(bytes_edit(dice, seed.content, contents), sealed=False)
    parts = _parts(seed.content)
    head, blocks, keys, mark = dict(parts.head), list(parts.blocks), list(parts.keys), parts.mark
    line = None
    for _ in range(dice.choice((1, 1, 1, 2))):
        what = dice.randrange(10)
        other = _parts(dice.choice(contents))
        if what < 3:
            words = vocabulary([_parts(one).head for one in contents])
            head = json_edit(dice, head, words)
            line = json_text(dice, head).encode("utf-8", "surrogatepass").replace(b"\n", b" ")
        elif what == 3:
            names = [*head, "value", "distance", "worth", "positions"]
            name = dice.choice(names)
            if name in other.head and isinstance(head, dict):
                head = head | {name: other.head[name]}
        elif what == 4 and isinstance(head, dict):
            name = dice.choice(("words", "entries", "per_block", "positions", "worth", "value"))
            head = head | {name: dice.choice(NUMBERS)}
        elif what < 8:
            at = dice.randrange(len(blocks)) if blocks else 0
            blocks[at] = _other_entries(dice, blocks[at], head)
        elif what == 8:
            keys = [dice.randbytes(len(key)) for key in keys]
        else:
            at = dice.randrange(len(blocks) + 1)
            blocks.insert(at, dice.choice(other.blocks))
            keys.insert(at, dice.choice(other.keys))
    content = table(TableParts(head if line is None else {}, blocks, keys, mark), line)
    if dice.random() < 0.1:
        content = _other_trailer(dice, content)
    return Altered(content, sealed=True)


def _other_entries(dice: Random, block: bytes, head: Any) -> bytes:
    """The block with a byte of one of its columns changed, so that it is as long as before."""
    found = bytearray(block)
    if not found:
        return bytes(dice.randrange(256) for _ in range(8))
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(found))
        found[at] = dice.choice((found[at] ^ 1, (found[at] + 1) % 256, 0, 255, dice.randrange(256)))
    if dice.random() < 0.1:
        del found[dice.randrange(len(found)) :]
    return bytes(found)


def _other_trailer(dice: Random, content: bytes) -> bytes:
    fields: list[Any] = list(TRAILER.unpack(content[-TRAILER.size :]))
    at = dice.randrange(4)
    fields[at] = dice.choice([one for one in NUMBERS if isinstance(one, int) and one >= 0])
    fields[at] %= 1 << (32 if at == 3 else 64)
    return content[: -TRAILER.size] + TRAILER.pack(*fields)


Entries = dict[bytes, tuple[int, int]]


@lru_cache(maxsize=256)
def entries_of(content: bytes) -> Entries:
    """The value and the plies of each key."""
    head, blocks, keys, _ = table_parts(content)
    found: Entries = {}
    left = head["entries"]
    for first, block in zip(keys, blocks, strict=True):
        many = min(left, head["per_block"])
        left -= many
        columns: list[list[int]] = []
        at = 0
        while at < len(block):
            planes = block[at]
            rows = [block[at + 1 + k * many : at + 1 + (k + 1) * many] for k in range(planes)]
            columns.append(
                [int.from_bytes(bytes(row), "little") for row in zip(*rows, strict=True)]
                or [0] * many
            )
            at += 1 + planes * many
        words = head["words"]
        numbers: list[list[int]] = []
        for k in range(words):
            total = struct.unpack_from("<Q", first, 8 * (words - 1 - k))[0]
            summed: list[int] = []
            for step in columns[k]:
                total = (total + step) % (1 << 64)
                summed.append(total)
            numbers.append(summed)
        plies = columns[words + 1] if head["plies"] else [0] * many
        for row in range(many):
            key = b"".join(numbers[k][row].to_bytes(8, "big") for k in range(words))
            found[key] = head["values"][columns[words][row]], plies[row]
    return found


def claims(content: bytes, game: Game) -> object:
    """What entries claim: the plies of scored games only show that play goes on to an end."""
    entries = entries_of(content)
    return {key: value for key, (value, _) in entries.items()} if game.rulebook.scored else entries


def _false(seed: Seed, content: bytes, run: Run) -> str:
    head: Any = json.loads(content.partition(b"\n")[0])
    ours = _parts(seed.content).head
    game = game_of(head)
    if claims(content, game) != claims(seed.content, game):
        return "its entries are others than those of the table that was built"
    if why := untrue(game, head):
        return why
    named = ("game", "board", "settings", "position", "value", "distance", "positions", "entries")
    same = all(head.get(name) == ours.get(name) for name in (*named, "rules"))  # a note is told
    if same and "--json" not in seed.command and run.out != seed.run.out:
        return f"it is told as {run.out!r}, not as {seed.run.out!r}"
    return ""


def untrue(game: Game, head: Any) -> str:
    """Why the head of a table is false of the game, empty if it is true."""
    state = notation.read(game, head["position"])
    party, value = head.get("party"), head["value"]
    if party is not None:
        points = [head["worth"] * (1 if state.side == game.players.index(party) else -1)]
        if value != points[0] and not scores(game, state, points):
            return f"the value is not {value!r}"
    elif game.rulebook.scored:
        true = margin(game, state)  # none is told of 0 where repetition may decide
        if value != true and (value is not None or true):
            return f"the value is {true}, not {value!r}"
    elif value is not None and (value, head.get("distance")) != outcome(game, state):
        return f"the value is {outcome(game, state)}, not {value!r} in {head.get('distance')!r}"
    told, there = head.get("positions"), len(graph(game, state).after)
    if told is not None and told != there and party is None:
        return f"it counts {told:,} positions, and there are {there:,}"
    return ""


def _otherwise(seed: Seed, run: Run) -> str:
    fields = ("position", "value", "distance", "moves")
    if "--json" in seed.command:
        same = all(run.answer.get(name) == seed.run.answer.get(name) for name in fields)
    else:
        same = run.out == seed.run.out
    return "" if same else f"it tells {run.out[:300]!r}, not {seed.run.out[:300]!r}"


def _worst(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    for seed in (seeds[0], seeds[-1]):
        parts = _parts(seed.content)
        for name in parts.head:
            for value in (*NUMBERS[-7:], "\x1b[2J", "a\nok: b", [], None, [0] * 200_000):
                head = parts.head | {name: value}
                yield seed, table(parts._replace(head=head))
        rows = parts.head | {"entries": 1 << 40, "per_block": 1 << 16}
        yield seed, table(parts._replace(head=rows))
        for words in (8, 64):
            yield seed, table(parts._replace(head=rows | {"words": words}))
            wide = parts.head | {"words": words, "entries": 1 << 16, "per_block": 1 << 16}
            block = b"".join(b"\x08" + bytes(8 << 16) for _ in range(words)) + b"\0\0"
            yield seed, table(TableParts(wide, [block], [bytes(8 * words)], parts.mark))
        zeros = bytes(1 << 28)
        yield seed, table(parts._replace(blocks=[zeros]))
        yield seed, table(parts, line=b'{"format": "ruleproof table 3", "x": "' + b"x" * (1 << 23))
        for number in (1, 2, 4, 33, 300):
            yield (
                seed,
                table(parts._replace(head=parts.head | {"format": f"ruleproof table {number}"})),
            )


CHECKED = Target(
    "tables",
    lambda maker: _make(maker, ("table check t.rpt", "verify t.rpt")),
    altered,
    _false,
    _worst,
)
PROBED = Target(
    "tables probed",
    lambda maker: _make(maker, ("table probe t.rpt",)),
    altered,
    lambda seed, content, run: "",
    _worst,
    unsealed=_otherwise,
)
