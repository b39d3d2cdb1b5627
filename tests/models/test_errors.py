"""Errors that worker processes raise arrive as they are."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.compiled.failures import RuleFailure
from ruleproof.models.errors import PositionError
from ruleproof.models.mistakes import Mistake, Place
from ruleproof.solvers.playing.values.contradiction import Contradiction


def contradiction() -> Contradiction:
    start = Position.start(game("clobber", "square:2x2"))
    return Contradiction(start.game, start.state, "two answers", ("compiled",))


@pytest.mark.parametrize(
    "error",
    [
        PositionError(["no stone", "no side."], ". . ; black"),
        Mistake(Place("rules.py", 3, "play"), "no such name", "define it", "runs"),
        RuleFailure("ZeroDivisionError"),
        contradiction(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_is_the_same_in_another_process(error: Any):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again).keys() == vars(error).keys()
