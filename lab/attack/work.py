"""Unfinished work that is attacked: checkpoints of searches and tables, records of checks."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from unittest import mock

from lab.attack.edits import NUMBERS, bytes_edit, json_edit, json_text, vocabulary
from lab.attack.making import Maker
from lab.attack.sealed import Frame, checkpoint, frames_of, record, record_text
from lab.attack.targets import Altered, Run, Seed, Target

MEMORY = 64 << 20

# Checkpoints: the command, the file, and the options that stop it on the way

SEARCHED = (
    ("search", "solve incrowd --board square:3x3 --resume s.rpc", "s.rpc"),
    ("search", "solve grow --board square:2x2 --resume s.rpc", "s.rpc"),
    ("goal win", "solve gro --board dish:1,1 --set tokens=1 --goal win --resume s.rpc", "s.rpc"),
    ("goal win", "solve esgros --board hex:2 --goal win --resume s.rpc", "s.rpc"),
    (
        "table, forward",
        "table build esgros --board square:2x3 -o t.rpt --resume t.rpt.part",
        "t.rpt.part",
    ),
    (
        "table, forward",
        "table build incrowd --board square:2x3 -o t.rpt --resume t.rpt.part",
        "t.rpt.part",
    ),
    (
        "table, backward",
        "table build gro --board dish:1,1 --set tokens=1 -o t.rpt --resume t.rpt.part",
        "t.rpt.part",
    ),
    (
        "table, backward",
        "table build sow --board square:1x4 --set height=1 -o t.rpt --resume t.rpt.part",
        "t.rpt.part",
    ),
    (
        "table, backward",
        "table build grow --board path:4 -o t.rpt --resume t.rpt.part",
        "t.rpt.part",
    ),
)


def _stopped(maker: Maker, command: str, file: str, asks: int) -> bytes | None:
    """The checkpoint of the command, stopped at that time of asking; None if it ended before."""
    from ruleproof.solvers.work import progress

    left = asks

    def now(deadline: Any) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    with mock.patch.object(progress.Deadline, "passed", property(now)):
        maker.begin()
        maker.shell.run(f"{command} --memory {MEMORY >> 20}M".split())
    path = maker.folder / file
    return path.read_bytes() if path.exists() else None


def _checkpoints(maker: Maker) -> list[Seed]:
    found: list[Seed] = []
    for kind, command, file in SEARCHED:
        kept: dict[tuple[bytes, ...], bytes] = {}
        for asks in (0, 1, 2, 3, 5, 8, 13, 21, 34):
            content = _stopped(maker, command, file, asks)
            if content is not None:
                kept[tuple(frame.tag for frame in frames_of(content))] = content
        assert kept, command
        for content in list(kept.values())[-4:]:
            words = f"{command} --memory {MEMORY >> 20}M --json"
            name = command.replace(" ", "-")
            seed = maker.seed(f"checkpoint: {kind}", file, content, words, name=name, memory=MEMORY)
            assert seed.run.status == 0, seed
            found.append(seed)
    return found


def _alter_checkpoint(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    contents = [one.content for one in seeds]
    if dice.random() < 0.25:
        return Altered(bytes_edit(dice, seed.content, contents), sealed=False)
    frames = frames_of(seed.content)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        at, what = dice.randrange(len(frames)), dice.randrange(10)
        if what < 2:
            frames[0] = Frame(frames[0].tag, _other_head(dice, frames[0].content, contents))
        elif what < 7:
            at = max(at, min(1, len(frames) - 1))
            frames[at] = Frame(frames[at].tag, _other_words(dice, frames[at].content))
        elif what == 7:
            others = frames_of(dice.choice(contents))
            frames.insert(dice.randrange(len(frames) + 1), dice.choice(others))
        elif what == 8:
            tag = dice.choice(
                [frame.tag for frame in frames] + [b"LATE", b"GONE", b"TIME", b"\0\0\0\0"]
            )
            frames[at] = Frame(tag, frames[at].content)
        elif len(frames) > 1:
            del frames[at]
    return Altered(checkpoint(frames), sealed=True)


def _other_head(dice: Random, content: bytes, contents: Sequence[bytes]) -> bytes:
    try:
        head = json.loads(content)
    except ValueError:
        return bytes_edit(dice, content)
    others = [json.loads(frames_of(one)[0].content) for one in contents]
    if isinstance(head, dict) and isinstance(head.get("form"), dict) and dice.random() < 0.7:
        forms = [one["form"] for one in others]
        form = json_edit(dice, head["form"], [*NUMBERS, *vocabulary(forms)])
        head = head | {"form": dice.choice((form, dice.choice(forms)))}
    else:
        head = json_edit(dice, head, vocabulary(others))
    text = json_text(dice, head).encode("utf-8", "surrogatepass")
    return text + b" " * (-len(text) % 4)


def _other_words(dice: Random, content: bytes) -> bytes:
    """The content of a frame with some of its numbers changed, of 1, 2, 4 or 8 bytes each."""
    found = bytearray(content)
    if not found or dice.random() < 0.15:
        return bytes_edit(dice, content)
    for _ in range(dice.choice((1, 1, 2, 4, 50))):
        size = dice.choice((1, 2, 4, 8, 8))
        at = dice.randrange(len(found)) // size * size
        chosen = dice.choice([one for one in NUMBERS if isinstance(one, int)])
        number = dice.choice(
            (chosen, int.from_bytes(found[at : at + size], "little") + dice.choice((1, -1)))
        )
        raw = struct.pack("<Q", number % (1 << 64))[:size]
        found[at : at + size] = raw[: len(found) - at]
    return bytes(found)


ANSWERS = ("value", "distance", "best", "bounds", "positions", "all_positions")


def _otherwise(seed: Seed, run: Run) -> str:
    for name in ANSWERS:
        ours, theirs = seed.run.answer.get(name), run.answer.get(name)
        if name == "best":
            ours, theirs = sorted(ours or ()), sorted(theirs or ())
        if ours != theirs:
            return f"{name} is {theirs!r}, not {ours!r}"
    return ""


def _worst_checkpoints(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    for seed in seeds:
        frames = frames_of(seed.content)
        for fill in (b"\xff", b"\0", b"\x01", b"\x7f"):
            for at in range(1, len(frames)):
                filled = Frame(frames[at].tag, fill * len(frames[at].content))
                yield seed, checkpoint([*frames[:at], filled, *frames[at + 1 :]])
        yield seed, checkpoint(frames[:1])
        for at in range(1, len(frames)):
            yield seed, checkpoint([*frames[:at], frames[at], *frames[at:]])
            short = Frame(frames[at].tag, frames[at].content[:-3])
            yield seed, checkpoint([*frames[:at], short, *frames[at + 1 :]])


# Records of checks

CHECKS = (
    *(
        "check esgros --board hex:2 --claim 5 --claim 6",
        "check grow --board square:2x2 --claim 11a",
    ),
    "check incrowd --board square:2x2 --claim 1",
)


def _records(maker: Maker) -> list[Seed]:
    found: list[Seed] = []
    for arguments in CHECKS:
        content = maker.made(f"{arguments} --resume r.json --time 20", "r.json")
        words = f"{arguments} --resume r.json --time 20 --json"
        found.append(maker.seed("record of a check", "r.json", content, words, name=arguments))
    return found


def _alter_record(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    contents = [one.content for one in seeds]
    if dice.random() < 0.3:
        return Altered(bytes_edit(dice, seed.content, contents), sealed=False)
    values = [json.loads(record_text(one)) for one in contents]
    said = json.loads(record_text(seed.content))
    words = [*vocabulary(values), "proved", "refuted", "witnessed", "every board"]
    if dice.random() < 0.7 and said.get("answers"):
        said["answers"] = json_edit(dice, said["answers"], words)
    else:
        said = json_edit(dice, said, words)
    text = json_text(dice, said).encode("utf-8", "surrogatepass")
    if dice.random() < 0.1:
        return Altered(record(text)[:-3] + b'x"}', sealed=False)
    return Altered(record(text), sealed=True)


Verdicts = list[tuple[str, str, str]]


def _told(run: Run, of_record: bool) -> Verdicts:
    """Claim, verdict and scope of what comes from the record, or of what was decided anew."""
    return [
        (claim["id"], claim["verdict"], claim["scope"])
        for claim in run.answer.get("claims", ())
        if (claim["record"] is not None) == of_record
    ]


def _other_verdict(seed: Seed, run: Run) -> str:
    ours, theirs = _told(seed.run, True), _told(run, True) + _told(run, False)
    return "" if sorted(theirs) == sorted(ours) else f"it tells {theirs!r}, not {ours!r}"[:1000]


def _false_anew(seed: Seed, content: bytes, run: Run) -> str:
    wrong = set(_told(run, False)) - set(_told(seed.run, True))
    return f"without the record's name: {sorted(wrong)!r}"[:1000] if wrong else ""


def _nothing(seed: Seed, content: bytes, run: Run) -> str:
    return ""


CHECKPOINTS = Target(
    "checkpoints",
    _checkpoints,
    _alter_checkpoint,
    _nothing,
    _worst_checkpoints,
    unsealed=_otherwise,
)
RECORDS = Target("records of checks", _records, _alter_record, _false_anew, unsealed=_other_verdict)
