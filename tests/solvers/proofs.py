"""Certificates of strategies, read and written line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.verify.certificates import verify


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def certificate(folder: Path, position: Position) -> list[Any]:
    """The lines of a new certificate of the position's value, which is accepted."""
    path = folder / "certificate.json"
    found = solve(position, certificate=path, replace=True)
    assert found.certificate == path
    assert verify(path) == []
    lines = lines_of(path)
    assert lines[0]["claim"]["value"] == found.value
    return lines


def faults(folder: Path, lines: list[Any]) -> str:
    """What is wrong with a certificate of these lines."""
    path = folder / "altered.json"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return "\n".join(verify(path))
