"""Hints keep the exact value on twenty positions of each game: a small part of `lab.hints`."""

from __future__ import annotations

import pytest

from lab.hints import GROUNDS, row
from ruleproof import game


@pytest.mark.parametrize("name", GROUNDS)
def test_hints_keep_the_exact_value(name: str):
    board, settings = GROUNDS[name]
    found = row(game(name, board, **settings), 20)
    assert (found.kept, found.exact) == (20, 20)
    assert found.searched >= 14  # tree search alone, as where nothing can be proved
