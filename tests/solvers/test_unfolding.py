"""Values that are told as they become known: they only narrow, and end where `solve` ends."""

from __future__ import annotations

import pytest

from ruleproof import Position, game, solve
from ruleproof.solvers.playing.exact.openings import move_values
from ruleproof.solvers.playing.exact.unfolding import (
    Worth,
    line_unfolding,
    moves_unfolding,
    together,
)
from ruleproof.solvers.work.progress import Progress
from tests.ready import at_start

SMALL = [
    pytest.param("esgros hex:2", id="esgros"),
    pytest.param("gro dish:1,1 tokens=2", id="gro"),
    pytest.param("incrowd square:2x3", id="incrowd"),
    pytest.param("sow square:2x4 height=1", id="sow"),
    pytest.param("grow square:2x3", id="grow"),
]


def told(worths: list[Worth]) -> dict[str, Worth]:
    """What was told last of each move."""
    return {worth.move: worth for worth in worths}


@pytest.mark.parametrize("said", SMALL)
def test_every_move_ends_at_its_exact_value(said: str):
    position = at_start(said)
    last = told(list(moves_unfolding(position)))
    assert {move: worth.value for move, worth in last.items()} == move_values(position)
    assert all(worth.settled for worth in last.values())
    best, solved = together(position, last.values()), solve(position)
    assert (best.value, best.distance) == (solved.value, solved.distance)


def test_moves_that_a_rule_of_repetition_decides_are_finished_without_a_value():
    position = Position.start(game("gro", "dish:1,1", tokens=1, repetition="loss-3"))
    last = told(list(moves_unfolding(position)))
    assert set(last) == set(position.moves())
    assert all(worth.by_repetition and worth.finished for worth in last.values())
    assert not any(worth.settled for worth in last.values())
    best = together(position, last.values())
    assert (best.value, best.by_repetition) == (None, True)
    some = together(position, list(last.values())[1:])
    assert not some.finished


def test_a_position_is_won_by_one_winning_move_whatever_the_others_are():
    position = Position.start(game("esgros", "hex:2"))
    first = next(worth for worth in moves_unfolding(position) if worth.value == "win")
    assert together(position, [first]).value == "win"
    lost = next(worth for worth in moves_unfolding(position) if worth.value == "loss")
    assert together(position, [lost]).bounds == ("loss", "win")


def test_bounds_only_narrow_and_each_telling_is_news():
    position = Position.start(game("esgros", "hex:3"))
    known: dict[str, tuple[int, int]] = {}
    for worth in moves_unfolding(position):
        low, high = known.get(worth.move, (-(1 << 20), 1 << 20))
        assert low <= worth.low <= worth.high <= high
        assert (worth.low, worth.high) != (low, high)
        known[worth.move] = worth.low, worth.high
    assert set(known) == set(position.moves())


def test_with_three_players_a_move_is_worth_what_its_mover_is_sure_of():
    position = Position.start(game("grow", "square:2x2", players=3))
    last = told(list(moves_unfolding(position)))
    alone = solve(position).value
    assert isinstance(alone, list)
    assert together(position, last.values()).value == alone[0]


@pytest.mark.parametrize("said", SMALL)
def test_a_line_is_valued_from_its_end(said: str):
    line = [at_start(said)]
    for _ in range(3):
        line.append(line[-1].play(line[-1].moves()[:1]))
    worths = list(line_unfolding(line))
    last = {worth.place: worth for worth in worths}
    assert {place: worth.value for place, worth in last.items()} == {
        place: solve(position).value for place, position in enumerate(line)
    }


def test_whoever_listens_can_end_it():
    class Enough(Exception):
        pass

    def listen(step: Progress) -> None:
        raise Enough

    position = Position.start(game("gro")).play("c1 d8")
    with pytest.raises(Enough):
        list(moves_unfolding(position, progress=listen))


def test_nothing_is_told_that_the_time_did_not_suffice_for():
    position = Position.start(game("gro")).play("c1 d8")
    assert not list(moves_unfolding(position, time=0.0))
