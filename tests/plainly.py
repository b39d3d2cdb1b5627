"""Plain Python answers about small positions, as in a new process that has compiled nothing.

Elsewhere in the tests compiled searches answer about these, too (`tests/conftest.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from unittest import mock

from ruleproof.solvers.playing.exact import small

PLAYS = 20_000


@contextmanager
def plain(plays: int = PLAYS) -> Generator[None]:
    """Answers inside come from plain Python, if so many plays suffice for all of them."""
    with mock.patch.multiple(small, PLAYS=plays, COMPILED=set(), _played=Counter()):
        yield
