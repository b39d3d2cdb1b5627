"""Runs of the command line inside the tests' own process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ruleproof.cli import main

COMMON = {"game", "board", "settings", "seconds", "compiling", "version", "rules"}


class Run(NamedTuple):
    """What a run left behind."""

    status: int
    out: str
    err: str

    @property
    def object(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        assert set(found) >= COMMON
        return found

    @property
    def fields(self) -> set[str]:
        """The names of the object's own fields."""
        return set(self.object) - COMMON


def _is_news(line: str) -> bool:
    """Whether a line on standard error is there wherever the test runs: what is compiled hangs on
    what was before.
    """
    return not line.startswith(("ruleproof: compiling, ", "ruleproof: compiled in "))


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    def _run(*arguments: str) -> Run:
        capfd.readouterr()
        status = main(arguments)
        told = capfd.readouterr()
        lines = str(told.err).splitlines(keepends=True)
        return Run(status, str(told.out), "".join(filter(_is_news, lines)))

    return _run


@pytest.fixture
def hedgehog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A package that `ruleproof new` has written."""
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    capsys.readouterr()
    return folder
