"""The displays of notebooks as a command, `display FILE -o PAGE`, for the attack to run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from ruleproof.models.displays import displayed
from ruleproof.puzzles.puzzle import read_set
from ruleproof.solvers.playing.tables.table import Table

COMMAND = "display"


def main(arguments: Sequence[str]) -> int:
    """Writes the display of a set or a table as a page. The exit status: 2 if it is refused."""
    _, name, _, page = arguments
    try:
        Path(page).write_text(_shown(Path(name)), encoding="utf-8")
    except (ValueError, OSError) as error:
        told = ascii(str(error))[1:-1]
        sys.stderr.write(f"{told}\n")
        return 2
    sys.stdout.write(f"{page} is written\n")
    return 0


def _shown(path: Path) -> str:
    """The markup that a notebook gets."""
    import ruleproof

    assert ruleproof.game  # which brings the makers of markup
    if path.suffix == ".jsonl":
        text = path.read_bytes().decode("utf-8", "replace")
        puzzles = read_set(text, path.name)
        parts = [displayed(puzzles), *map(displayed, puzzles)]
    else:
        with Table(path) as table:
            parts = [displayed(table)]
    return "\n".join(part or "" for part in parts)
