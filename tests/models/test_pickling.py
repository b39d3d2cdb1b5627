"""Games and positions in other processes: pickled, and copied."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from ruleproof import Position, game, names, rulebook


def _moves_after(position: Position) -> list[str]:
    return position.play(position.moves()[:1]).moves()


@pytest.mark.parametrize("name", names())
def test_positions_are_the_same_after_pickling_and_copying(name: str):
    start = Position.start(game(name))
    position = start.play(start.moves()[:1])
    _ = position.game.rules, position.game.field  # known facts do not get in the way
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert again == position
        assert again.game == position.game
        assert again.game.rulebook is position.game.rulebook
        assert again.before == position.before
        assert again.moves() == position.moves()


def test_other_processes_play_on():
    start = Position.start(game("esgros", "hex:2", exceed="void"))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(_moves_after, start).result() == _moves_after(start)


def test_a_rulebook_that_is_not_installed_says_that_it_cannot_be_pickled():
    other = replace(rulebook("esgros"), title="Another")
    with pytest.raises(pickle.PicklingError, match="no installed package offers this one"):
        pickle.dumps(other)
    assert copy.deepcopy(other) is other
