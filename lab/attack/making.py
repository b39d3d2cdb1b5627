"""Makes the valid files, by the commands that users make them with, and keeps them."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from lab.attack.running import Shell
from lab.attack.targets import Run, Seed, Target

ROOT = Path(__file__).parents[2]
_SOURCES = ("models", "solvers", "puzzles", "reports", "ruleproof/cli")
QUICK = 0.3
"""Seconds in which nothing can have been compiled."""


class Maker:
    """Runs commands in a folder of their own and takes up the files that they leave there."""

    def __init__(self, folder: Path, shell: Shell) -> None:
        self.folder = folder
        self.shell = shell

    def begin(self) -> None:
        """Empties the folder, and works there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        os.chdir(self.folder)

    def made(self, command: str | Sequence[str], file: str) -> bytes:
        """The file that a command leaves behind in an empty folder."""
        self.begin()
        words = command.split() if isinstance(command, str) else command
        run = self.shell.run(words)
        path = self.folder / file
        if not path.exists():
            raise AssertionError(f"{words} left no {file}: {run}")
        return path.read_bytes()

    def seed(
        self,
        kind: str,
        file: str,
        content: bytes,
        command: str,
        *,
        name: str = "",
        memory: int | None = None,
        beside: tuple[tuple[str, str], ...] = (),
    ) -> Seed:
        """The seed of a file that the command accepts."""
        words = tuple(command.split())
        run, seconds = Run(0, "", ""), QUICK
        for _ in range(2):  # the first time, rules may be compiled
            if seconds >= QUICK:
                self.begin()
                (self.folder / file).write_bytes(content)
                for other, text in beside:
                    (self.folder / other).write_text(text)
                begun = sum(os.times()[:4])  # with children
                run = self.shell.run(words)
                seconds = sum(os.times()[:4]) - begun
        return Seed(kind, name or file, file, content, words, run, seconds, memory, beside)


@cache
def sources(*more: Path) -> str:
    """A hash of everything that makes or reads these files, and of more."""
    digest = hashlib.sha256()
    folders = (sorted((ROOT / folder).rglob("*.py")) for folder in _SOURCES)
    for path in [*more, *(path for paths in folders for path in paths)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def seeds_of(target: Target, folder: Path) -> list[Seed] | None:
    """The seeds that were kept in the folder, None if there are none."""
    path = _path(target, folder)
    if not path.exists():
        return None
    return [
        Seed(
            **{key: one[key] for key in ("kind", "name", "file", "seconds", "memory")},
            content=base64.b64decode(one["content"]),
            command=tuple(one["command"]),
            run=Run(*one["run"]),
            beside=tuple((name, text) for name, text in one["beside"]),
        )
        for one in json.loads(path.read_text())
    ]


def keep(target: Target, folder: Path, shell: Shell) -> None:
    """Makes the seeds of a target and keeps them in the folder."""
    found = [
        seed._asdict() | {"content": base64.b64encode(seed.content).decode()}
        for seed in target.make(Maker(folder / f"making-{target.name}", shell))
    ]
    os.chdir(folder)
    shutil.rmtree(folder / f"making-{target.name}", ignore_errors=True)
    path = _path(target, folder)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(found))
    new.replace(path)


def _path(target: Target, folder: Path) -> Path:
    version = sources(Path(target.make.__code__.co_filename))
    return folder / f"seeds-{target.name.replace(' ', '-')}-{version}.json"
