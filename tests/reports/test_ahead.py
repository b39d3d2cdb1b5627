"""Compiling ahead ends, and is waited for, whatever becomes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleproof import game
from ruleproof.models.play.game import Game
from ruleproof.reports.examining.ahead import Ahead
from ruleproof.solvers.work.progress import Deadline, Progress


@pytest.mark.slow
def test_what_is_compiled_ahead_is_waited_for() -> None:
    heard: list[Progress] = []
    ahead = Ahead(game("esgros", "path:3"))
    try:
        ahead.wait_for_players(heard.append, Deadline())
        ahead.wait_for_puzzles(heard.append, Deadline())
        assert {step.stage for step in heard} == {"compiling"}
        told = len(heard)
        ahead.wait_for_players(heard.append, Deadline())
        assert len(heard) == told
    finally:
        ahead.close()


def test_a_process_that_fails_is_not_waited_for() -> None:
    small = game("esgros", "path:3")
    nobody: Game = replace(small, rulebook=replace(small.rulebook, name="nobody"))
    ahead = Ahead(nobody)
    try:
        ahead.wait_for_players(lambda step: None, Deadline())
        ahead.wait_for_puzzles(lambda step: None, Deadline())
    finally:
        ahead.close()
