"""Strategies that are attacked: certificates of a value, by every method."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any
from unittest import mock

from lab.attack.edits import (
    DEEP,
    NUMBERS,
    bytes_edit,
    json_edit,
    json_text,
    other_given,
    vocabulary,
)
from lab.attack.making import Maker
from lab.attack.sealed import unpacked
from lab.attack.targets import Altered, Run, Seed, Target
from lab.attack.truth import false_claim, game_of
from ruleproof.models.play import notation

GIGABYTE = 1 << 30
MEMORY = 256 << 20

SOLVED = (
    ("win", "esgros --board hex:2"),
    ("loss", "esgros --board hex:2 --line a1"),
    ("win", "esgros --board hex:2 --set exceed=either"),
    ("loss", "sow --board square:1x3 --set height=1"),
    ("draw", "gro --board dish:1,1 --set tokens=1"),
    ("no win so soon", "gro --board dish:1,1 --set tokens=1 --goal win --within 3"),
    ("margin", "incrowd --board square:2x2"),
    ("margin", "grow --board square:2x2"),
    ("margin", "grow --board path:3 --set drop=mandatory"),
    ("points of three", "grow --board path:3 --set players=3"),
)
GIVEN = "grow --board square:2x2 --set drop=mandatory"


def _strategies(maker: Maker) -> list[Seed]:
    found: list[Seed] = []

    def add(method: str, content: bytes) -> None:
        kind = f"strategy: {method}"
        more = " --json" if len(found) % 4 == 3 else ""
        words = f"verify c.json --memory {MEMORY >> 20}M --time 8{more}"
        seed = maker.seed(kind, "c.json", content, words, name=f"{len(found)}", memory=MEMORY)
        assert seed.run.status == 0, seed
        found.append(seed)

    for method, arguments in SOLVED:
        add(method, maker.made(f"solve {arguments} -c c.json", "c.json"))
        if method == "margin":
            for high in (True, False):
                add("bounds", _bounds(found[-1 if high else -2].content, high))
    add("win, compressed", gzip.compress(found[0].content, mtime=0))
    with facts_taken():
        add("given", maker.made(f"solve {GIVEN} -c c.json", "c.json"))
    return found


def facts_taken() -> AbstractContextManager[object]:
    """Has certificates rest on what their game gives, however few positions they have."""
    return mock.patch("ruleproof.solvers.playing.strategies.certificate._LOOKED_AT", 0)


def _bounds(content: bytes, both: bool) -> bytes:
    """The certificate of a margin as one of bounds: of both, or of the lower one alone."""
    lines = [json.loads(line) for line in content.splitlines()]
    claim = lines[0]["claim"]
    if "value" in claim and claim["value"] is not None:
        value = claim["value"]
    else:
        value = claim["bounds"][0]
    if both:
        lines[0]["claim"] = {"value": None, "distance": None, "bounds": [value, value]}
    else:
        lines[0]["claim"] = {"value": None, "distance": None, "bounds": [value, None]}
        del lines[2 + lines[1]["entries"] :]
    return _joined(lines)


def _joined(lines: Sequence[Any]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def _rows(content: bytes) -> list[Any]:
    return [json.loads(line) for line in unpacked(content).splitlines()]


@lru_cache(maxsize=8)
def _words(contents: tuple[bytes, ...]) -> tuple[list[Any], list[Any]]:
    """The words of the heads, and those of the rows, of all these files."""
    all_rows = [_rows(content) for content in contents]
    heads = vocabulary([rows[0] for rows in all_rows])
    return heads, vocabulary([rows[1:60] for rows in all_rows])


CLAIMED = ("value", "distance", "bounds", "no_win_within")


def _alter_strategy(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    contents = tuple(one.content for one in seeds)
    if dice.random() < 0.3:
        plain = unpacked(seed.content) if dice.random() < 0.9 else seed.content
        content = bytes_edit(dice, plain, contents)
        packed = dice.random() < 0.1
        return Altered(gzip.compress(content, 1) if packed else content, sealed=False)
    heads, words = _words(contents)
    rows = _rows(seed.content)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        what = dice.randrange(11)
        if what < 2:
            rows[0] = json_edit(dice, rows[0], heads)
        elif what == 10 and rows:
            rows[0] = other_given(dice, rows[0])
        elif what < 4:
            rows = _other_claim(dice, rows, heads)
        elif what == 4:
            rows[1:] = json_edit(dice, rows[1:], words)
        elif what == 5:
            rows[:1] = _rows(dice.choice(contents))[:1]
        else:
            rows = _other_rows(dice, rows, [_rows(dice.choice(contents)), rows], words)
    text = "".join(json_text(dice, row) + "\n" for row in rows) if rows else ""
    return Altered(text.encode("utf-8", "surrogatepass"), sealed=True)


def _other_claim(dice: Random, rows: list[Any], words: list[Any]) -> list[Any]:
    """The strategies under another claim, to which their titles are fitted now and then."""
    head = rows[0]
    if not isinstance(head, dict) or not isinstance(head.get("claim"), dict):
        return rows
    claim = dict(head["claim"])
    key = dice.choice((*CLAIMED, "value", "value"))
    value = claim.get(key)
    others: list[Any] = [None, "win", "draw", "loss", 0, *NUMBERS, *words]
    if isinstance(value, int):
        others += [value + 1, value - 1] * 40
    if isinstance(value, list):
        others = [[dice.choice(others), one] for one in value] + [value[::-1]]
    claim[key] = dice.choice(others)
    if key == "bounds":
        claim["value"] = None
    found = [head | {"claim": claim}, *rows[1:]]
    if dice.random() < 0.6:
        found = [_fitted(row, claim) for row in found]
    if dice.random() < 0.05:
        found[0] = found[0] | {"entries": dice.choice((1, 5)), "value": "loss", "moves": ["a1"]}
    return found


def _fitted(row: Any, claim: Mapping[str, Any]) -> Any:
    """The title of a strategy as the claim wants it."""
    if not isinstance(row, dict) or row.get("side") not in ("mover", "other"):
        return row
    ends = claim.get("bounds") or [claim.get("value")] * 2
    sign = 1 if row["side"] == "mover" else -1
    end = ends[0 if sign > 0 else -1] if isinstance(ends, list) and ends else None
    if isinstance(end, str):
        end = {"win": 1, "draw": 0, "loss": -1}.get(end)
    found = dict(row)
    if isinstance(end, int):
        found["least"] = sign * end
    if "plies" in row and isinstance(claim.get("no_win_within"), int):
        found["plies"] = claim["no_win_within"]
    return found


def _other_rows(
    dice: Random, rows: list[Any], sources: Sequence[list[Any]], words: list[Any]
) -> list[Any]:
    """The strategies with an entry more, less or otherwise, their numbers of entries right."""
    found = list(rows)
    entries = [place for place, row in enumerate(found) if isinstance(row, list) and len(row) == 3]
    if not entries:
        return found
    at, what = dice.choice(entries), dice.randrange(6)
    row = list(found[at])
    moves = [word for word in words if isinstance(word, str)] or ["a1"]
    if what == 0:
        row[1] = dice.choice(moves)
    elif what == 1:
        row[2] = dice.choice((None, 0, 1, dice.choice(NUMBERS)))
    elif what == 2:
        row[0] = dice.choice(moves)
    found[at] = row
    if what == 3:
        del found[at]
    elif what > 3:
        others = [one for one in dice.choice(sources) if isinstance(one, list)]
        found.insert(at, dice.choice(others or [row]))
    counted = [place for place, one in enumerate(found) if isinstance(one, dict) and place]
    for place, after in pairwise([*counted, len(found)]):
        if "entries" in found[place]:
            found[place] = found[place] | {"entries": after - place - 1}
    return found


def _false_strategy(seed: Seed, content: bytes, run: Run) -> str:
    head: Any = json.loads(unpacked(content).partition(b"\n")[0])
    ours = _rows(seed.content)[0]
    game = game_of(head)
    why = false_claim(game, notation.read(game, head["position"]), head["claim"])
    if why:
        return why
    named = ("game", "board", "settings", "position")
    claimed = all(head["claim"].get(key) == ours["claim"].get(key) for key in CLAIMED)
    given = head.get("given", False) == ours.get("given", False)
    same = claimed and given and all(head[key] == ours[key] for key in named)
    same = same and head.get("rules") == ours.get("rules")  # else a note is told
    if same and "--json" not in seed.command and run.out != seed.run.out:
        return f"it is told as {run.out!r}, not as {seed.run.out!r}"
    return ""


def _worst_strategies(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    seed = seeds[0]
    plain = seed.content
    head, _, rest = plain.partition(b"\n")
    long = b'["' + b". " * 30_000 + b'; black", "a1", 1]\n'
    yield seed, gzip.compress(head + b"\n" + bytes(GIGABYTE // 4), 1)
    yield seed, gzip.compress(bytes(GIGABYTE // 4), 1)
    yield seed, head + b"\n" + b"[" * 60_000
    title = json.loads(rest.partition(b"\n")[0])
    many = (json.dumps(title | {"entries": 400_000}) + "\n").encode()
    lines = "".join(f'["{k} . / . . . / . . ; black", "a1", 1]\n' for k in range(400_000))
    yield seed, gzip.compress(head + b"\n" + many + lines.encode(), 1)
    wide = "".join(f'["{k}{"x" * 60_000}", "a1", 1]\n' for k in range(10_000))
    yield seed, gzip.compress(head + b"\n" + many + wide.encode(), 1)
    yield seed, head + b"\n" + many + long * 20
    for board in ("square:384x1", "hex:8", "path:384", "dish:9,9", "dish:100000,100000"):
        yield seed, _joined([json.loads(head) | {"board": board}]) + rest
    for deep in (DEEP, 100_000):
        yield seed, b'{"format": ' + b"[" * deep + b"]" * deep + b"}\n"
    told = {"entries": 9, "value": "loss", "distance": 0}
    yield seed, _joined([json.loads(head) | told]) + rest
    for text in ("\x1b[2J", "a\nok: all is well", "x" * 60_000):
        for key in ("version", "position", "board", "game"):
            yield seed, _joined([json.loads(head) | {key: text}]) + rest
        claim = json.loads(head)["claim"]
        yield seed, _joined([json.loads(head) | {"claim": claim | {text: 1}}]) + rest
        yield seed, _joined([json.loads(head) | {"claim": claim | {"distance": text}}]) + rest


TARGET = Target("strategies", _strategies, _alter_strategy, _false_strategy, _worst_strategies)
