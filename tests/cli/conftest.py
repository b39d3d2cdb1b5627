"""Runs of the command line inside the tests' own process."""

from __future__ import annotations

import json
from collections.abc import Callable
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


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    def _run(*arguments: str) -> Run:
        capfd.readouterr()
        status = main(arguments)
        told = capfd.readouterr()
        return Run(status, str(told.out), str(told.err))

    return _run
