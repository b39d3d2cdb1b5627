"""Archives that are attacked: certificates of claims, with every kind of proof."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from lab.attack.edits import (
    bytes_edit,
    json_edit,
    json_text,
    other_given,
    text_edit,
    vocabulary,
)
from lab.attack.making import Maker
from lab.attack.sealed import archive, files_of, resealed
from lab.attack.strategies import GIVEN, facts_taken
from lab.attack.targets import Altered, Run, Seed, Target, Unjudged
from ruleproof.models.play.game import make_game
from ruleproof.models.rulebooks.rulebook import rulebook

GIGABYTE = 1 << 30
MEMORY = 256 << 20

CHECKED = (
    *("esgros --board path:3", "grow --board square:1x2", "incrowd --board square:1x2"),
    *("gro --board dish:1,1 --set tokens=1", "sow --board square:1x3 --set height=1"),
    f"{GIVEN} --claim 14",
)
HEAD = "claim.json"
SLOWEST = 3.0
"""Seconds of an archive's check beyond which the archive is left alone."""


def _claims(maker: Maker) -> list[Seed]:
    found: list[Seed] = []
    for arguments in CHECKED:
        maker.begin()
        with facts_taken():
            maker.shell.run(f"check {arguments} --certificates c --time 60".split())
        contents = [path.read_bytes() for path in sorted(maker.folder.glob("c/*.zip"))]
        for content in contents:
            head = json.loads(files_of(content)[HEAD])
            kind = f"claim: {head.get('proof')}"
            name = f"{head['game']}-{head['id']}"
            more = " --json" if len(found) % 4 == 3 else ""
            words = f"verify c.zip --memory {MEMORY >> 20}M --time 8{more}"
            found.append(maker.seed(kind, "c.zip", content, words, name=name, memory=MEMORY))
    assert any("taken as given: heads" in seed.run.out for seed in found)
    return [seed for seed in found if seed.seconds < SLOWEST and seed.run.status == 0]


def _alter_claim(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    if dice.random() < 0.3:
        content = bytes_edit(dice, seed.content, [one.content for one in seeds])
        sealed = dice.random() < 0.7
        return Altered(resealed(content) if sealed else content, sealed)
    files = files_of(seed.content)
    other = dice.choice(seeds)
    others = files_of(other.content)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        what = dice.randrange(10)
        if what < 5 or HEAD not in files:
            files[HEAD] = _other_head(dice, files.get(HEAD, b"{}"), others[HEAD], seeds)
        elif what == 5:
            name = dice.choice(list(others))
            files[dice.choice((name, *files))] = others[name]
        elif what == 6:
            del files[dice.choice(list(files))]
        elif what == 7:
            files[dice.choice(("1.drat", "../x", "game.json", "claim.json/", "x" * 500))] = b"0\n"
        else:
            name = dice.choice(list(files))
            files[name] = _other_file(dice, name, files[name], list(others.values()))
    listed = list(files.items())
    if dice.random() < 0.05:
        listed.append((HEAD, others[HEAD]))
    if dice.random() < 0.1:
        dice.shuffle(listed)
    method = zipfile.ZIP_STORED if dice.random() < 0.2 else zipfile.ZIP_DEFLATED
    return Altered(archive(listed, method), sealed=True)


@lru_cache(maxsize=8)
def _heads(contents: tuple[bytes, ...]) -> list[Any]:
    return [json.loads(files_of(content)[HEAD]) for content in contents]


def _other_head(dice: Random, text: bytes, other: bytes, seeds: Sequence[Seed]) -> bytes:
    """The head of an archive with some of its words changed, or taken from another."""
    try:
        head, another = json.loads(text), json.loads(other)
    except ValueError:
        return bytes_edit(dice, text)
    heads = _heads(tuple(seed.content for seed in seeds))
    if isinstance(head, dict) and dice.random() < 0.6:
        names = dice.choice(
            (
                *(("verdict",), ("scope",), ("witness",), ("seen",), ("obligation",), ("board",)),
                *(("settings",), ("verdict", "scope"), ("id", "statement"), ("board", "scope")),
                *(("id", "statement", "obligation", "verdict"), ("proof", "verdict"), ("rules",)),
                *(("game", "board", "settings", "scope"), ("strengthened",), ("version",)),
            )
        )
        if dice.random() < 0.5:
            another = dice.choice(heads)
        head = head | {name: another[name] for name in names if name in another}
        if names == ("scope",) or dice.random() < 0.1:
            scopes = ("every board", "square:3x3", head.get("board"), "hex:3", "every board\nok: x")
            head["scope"] = dice.choice(scopes)
        if names == ("verdict",):
            head["verdict"] = dice.choice(("proved", "refuted", "witnessed", "vacuous"))
    else:
        head = json_edit(dice, head, vocabulary(heads))
    return json_text(dice, head).encode("utf-8", "surrogatepass")


def _other_file(dice: Random, name: str, content: bytes, others: Sequence[bytes]) -> bytes:
    if name.endswith(".json") and dice.random() < 0.7:
        try:
            return json_text(dice, json_edit(dice, json.loads(content))).encode(
                "utf-8", "surrogatepass"
            )
        except ValueError:
            pass
    if name.endswith(".json") and dice.random() < 0.5:  # a certificate, whose head is a line
        try:
            line, _, rest = content.partition(b"\n")
            head = other_given(dice, json.loads(line))
            return json_text(dice, head).encode("utf-8", "surrogatepass") + b"\n" + rest
        except ValueError:
            pass
    if len(content) < 20_000 and dice.random() < 0.4:
        return text_edit(dice, content.decode("utf-8", "replace")).encode("utf-8", "surrogatepass")
    return bytes_edit(dice, content, others)


def _key(head: Mapping[str, Any]) -> object:
    words = (head["game"], head["board"], head["id"])
    return *words, json.dumps(head["settings"], sort_keys=True)


def _false_claim(seed: Seed, content: bytes, run: Run) -> str:
    head: Any = json.loads(files_of(content)[HEAD])
    ours: Any = json.loads(files_of(seed.content)[HEAD])
    if _key(head) == _key(ours):
        if (head["verdict"], head["scope"]) != (ours["verdict"], ours["scope"]):
            said = f"{head['verdict']} on {head['scope'][:100]!r}"
            return f"it is {ours['verdict']} on {ours['scope']!r}, not {said}"
        noted = head["rules"] != ours["rules"]
        if "--json" not in seed.command and not noted and run.out != seed.run.out:
            return f"it is told as {run.out[-500:]!r}, not as {seed.run.out!r}"
        return ""
    verdict, scope = _decided(head["game"], head["board"], _settings(head), head["id"])
    if (head["verdict"], head["scope"]) != (verdict, scope):
        return f"it is {verdict} on {scope!r}, not {head['verdict']} on {head['scope'][:100]!r}"
    return ""


def _settings(head: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(head["settings"].items())


@lru_cache(maxsize=1000)
def _decided(name: str, board: str, settings: tuple[tuple[str, Any], ...], claim: str) -> Any:
    """The verdict and its scope, by the prover."""
    from ruleproof.solvers.reasoning.checking.check import check

    game = make_game(rulebook(name), board, dict(settings))
    found = [one for one in check(game, [claim], seconds=5.0) if one.id == claim]
    if len(found) != 1 or found[0].verdict == "undecided":
        raise Unjudged(f"claim {claim} of {name} on {board} is not decided")
    return found[0].verdict, found[0].scope.holds


def _worst_claims(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    zeros = bytes(GIGABYTE // 4)
    by_kind = {seed.kind: seed for seed in seeds}
    for seed in by_kind.values():
        files = files_of(seed.content)
        head = json.loads(files[HEAD])
        rest = [(name, text) for name, text in files.items() if name != HEAD]
        for key in ("scope", "witness", "statement", "version", "board", "id"):
            for text in ("every board", "a\nok: b", "\x1b[2J", "x" * 5_000_000):
                yield seed, archive([(HEAD, json.dumps(head | {key: text}).encode()), *rest])
        for name, text in (("more", zeros), ("1.drat", zeros), (HEAD, zeros)):
            yield seed, archive([(HEAD, files[HEAD]), *rest, (name, text)])
        yield seed, archive([(HEAD, files[HEAD]), *rest, *((f"{k}", b"") for k in range(30_000))])
        for name in files:
            if name.endswith((".drat", ".cnf", ".smt2")):
                longer = [(one, zeros if one == name else text) for one, text in files.items()]
                yield seed, archive(longer)
                without = [(one, text) for one, text in files.items() if one != name]
                yield seed, archive(without)
                break


TARGET = Target("claims", _claims, _alter_claim, _false_claim, _worst_claims)
