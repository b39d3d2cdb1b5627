"""Variations of a game are legal, and a climb among them ends at one key."""

from __future__ import annotations

import random

import pytest

from ruleproof import game
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.making.batches import Maker, Order
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.making.variations import varied
from ruleproof.puzzles.posing.asking import shortest, stipulations
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.sources.self_play import diagrams, self_play

GROW = game("grow", "square:3x4", drop="mandatory")


@pytest.mark.slow
def test_variations_are_legal_games_with_as_many_turns() -> None:
    dice = random.Random(1)
    played = self_play(GROW, dice)
    number, state = next(diagrams(GROW, played))
    others = {varied(GROW, played, number, dice).states[-1] for _ in range(20)}
    assert len(others) > 1
    other = varied(GROW, played, number, dice)
    here = GROW.start()
    for before, move in zip(other.states, other.moves, strict=False):
        assert here == before
        assert move in GROW.moves(here)
        here = GROW.play(here, move)
    assert here == other.states[-1]
    assert GROW.over(here) or here.side == state.side


@pytest.mark.slow
def test_the_hardest_that_is_forced_has_the_fewest_keys() -> None:
    dice = random.Random(2)
    composer = Composer(GROW)
    told = 0
    for _ in range(12):
        for _, state in diagrams(GROW, self_play(GROW, dice)):
            for series in stipulations(GROW, state, "lead", range(2, 3), dice):
                if len(series) == 1:
                    continue
                try:
                    hardest = composer.hardest(state, series)
                except Rejected:
                    continue
                at = series.index(hardest)
                forced = [
                    composer.judge.within(composer.judge.pose(state, one), one.within)
                    for one in series
                ]
                assert forced == [True] * (at + 1) + [False] * (len(series) - at - 1)
                keys = [composer.keys(state, one, 99) for one in series[: at + 1]]
                counted = [many for many in keys if many]
                assert counted == sorted(counted, reverse=True)
                told += len(counted) > 1
    assert told


def test_where_few_questions_are_asked_the_shortest_come_first() -> None:
    told = 0
    for _, state in diagrams(GROW, self_play(GROW, random.Random(4))):
        asked = list(stipulations(GROW, state, "own", range(2, 5), random.Random(1)))
        few = shortest(asked, 3)
        rest = [series[0].within for series in asked if series not in few]
        assert len(few) == min(3, len(asked))
        assert all(series[0].within <= min(rest, default=9) for series in few)
        told += len(rest) > 0
    assert told


@pytest.mark.slow
def test_puzzles_of_variations_hold() -> None:
    maker = Maker(wanted(GROW, 3, ["shut", "hold", "take", "lead"]))
    found = [
        one for number in range(4) for options in maker(Order(number)).found for one in options
    ]
    if not found:
        pytest.fail("no puzzle in four batches")
    for puzzle in found:
        assert puzzle.proof_game
        assert faults(puzzle) == []
