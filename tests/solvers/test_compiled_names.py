"""What is compiled for different games, widths or claims never shares a name: code kept on disk by
one process would otherwise answer for code kept by another.
"""

# numba's functions are untyped
# pyright: basic

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.grow.claims import predicates
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.solvers.reasoning.deciding.predicate_kernels import judge_of


def name_of(compiled: Any) -> str:
    """The name under which compiled code is looked up, without the number of its process."""
    (result,) = compiled.overloads.values()
    return result.fndesc.unique_name.partition("$")[0]


@pytest.mark.slow
def test_kernels_of_games_and_widths_have_names_of_their_own():
    found = [
        name_of(kernel.compiled)
        for name, board in product(("esgros", "grow", "incrowd"), ("square:3x3", "square:9x9"))
        for kernels in (engine(game(name, board)).kernels,)
        for kernel in (kernels.moves, kernels.play, kernels.ended)
    ]
    assert len(set(found)) == len(found)
    assert {"esgros", "grow", "incrowd"} <= set(names())


def test_judges_have_names_of_their_own():
    book = game("grow").rulebook
    found = [
        name_of(judge_of(book, predicate, width, False))
        for predicate in (predicates.full, predicates.untied)
        for width in (64, 128)
    ]
    assert len(set(found)) == 4
