"""Tables of games that declare what is false, built as if nobody had noticed: a check may accept
one only where its value is true all the same.

The games are those of `tests/mistakes`; the truth comes from the same rules, rightly declared.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from lab.attack import tables
from lab.attack.making import Maker
from lab.attack.targets import Altered, Run, Seed, Target, Unjudged
from lab.attack.truth import game_of

COMMANDS = ("table check t.rpt", "verify t.rpt --json")
BOARDS: dict[str, tuple[str, ...]] = {
    "kalah": (
        *("square:2x2 --set seeds=1", "square:2x2 --set seeds=2", "square:2x3 --set seeds=1"),
        *("square:2x2 --set seeds=3", "square:2x3 --set seeds=2"),
    ),
    "breakthrough": ("square:4x1", "square:4x2", "square:5x1"),
    "oust": ("square:2x2", "square:1x3", "square:2x3", "square:1x4"),
}
DRAWN = 2
"""Boards on which each mistake is tried."""


def install(folder: Path) -> None:
    """Lets this process find the games, as if a package in the folder offered them."""
    from ruleproof.models.rulebooks import rulebook as rulebooks
    from tests.mistakes import BOOKS

    info = folder / "mistaken_games-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mistaken-games\nVersion: 1.0\n")
    lines = [f"{book.name} = tests.mistakes:{name}" for name, book in BOOKS.items()]
    (info / "entry_points.txt").write_text("\n".join(["[ruleproof.games]", *lines]) + "\n")
    games = [Path(__file__).parents[2] / place / "games" for place in ("tests", "docs")]
    sys.path += [str(one) for one in (folder, *games) if str(one) not in sys.path]
    rulebooks.names.cache_clear()


def _built(maker: Maker) -> list[Seed]:
    from tests.mistakes import MISTAKEN

    found: list[Seed] = []
    for number, one in enumerate(MISTAKEN):
        honest = one.name.partition("-")[0]
        for board in Random(number).sample(BOARDS[honest], DRAWN):
            maker.begin()
            with mock.patch("ruleproof.solvers.playing.tables.build.must_keep_laws"):
                maker.shell.run(f"table build {one.name} --board {board} -o t.rpt".split())
            if not (maker.folder / "t.rpt").exists():
                continue  # a law was seen to be broken while it was built
            content = (maker.folder / "t.rpt").read_bytes()
            kind = f"wrong declaration: {honest}"
            name = f"{one.name} {board}"
            found += [maker.seed(kind, "t.rpt", content, each, name=name) for each in COMMANDS]
    assert any(seed.run.status for seed in found)
    return found


def _alter(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    game = seed.name.partition(" ")[0]
    return tables.altered(dice, seed, [one for one in seeds if one.name.startswith(game)])


def _false(seed: Seed, content: bytes, run: Run) -> str:
    if run.status == 1:
        return ""
    head: Any = json.loads(content.partition(b"\n")[0])
    honest = game_of(head | {"game": head["game"].partition("-")[0]})
    if why := tables.untrue(honest, head):
        return why
    if tables.claims(content, honest) == tables.claims(seed.content, honest):
        return ""
    if seed.run.status == 0:
        return "its entries are others than those of the table that was built"
    raise Unjudged("another table than was built, whose value is true")


def _worst(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    """Each table under the name of every other mistake in the same game."""
    names = sorted({seed.name.partition(" ")[0] for seed in seeds})
    for seed in seeds:
        parts = tables.table_parts(seed.content)
        for name in names:
            if name.partition("-")[0] == seed.name.partition("-")[0]:
                head = parts.head | {"game": name}
                yield seed, tables.table(parts._replace(head=head))


TARGET = Target("wrong declarations", _built, _alter, _false, _worst)
