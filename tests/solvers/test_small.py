"""Small positions: plain Python answers as compiled searches do, and loads no compiler."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import event, given, settings

from ruleproof import Position, game, solve
from ruleproof.solvers.playing.exact import small
from ruleproof.solvers.playing.exact.openings import MoveValues, move_values
from ruleproof.solvers.playing.exact.unfolding import moves_unfolding
from ruleproof.solvers.work.progress import Progress, Stopped
from tests.plainly import PLAYS, plain
from tests.strategies import positions


def told(found: MoveValues) -> tuple[Any, ...]:
    return dict(found), found.distances, found.undecided, found.reason


def unfolded(position: Position) -> dict[str, tuple[Any, ...]]:
    """The last that is said of each move, where all is said by then."""
    last = {worth.move: worth for worth in moves_unfolding(position)}
    return {move: (one.value, one.distance, one.by_repetition) for move, one in last.items()}


@settings(max_examples=40, deadline=None)
@given(position=positions(most=12, own_board=False))
def test_plain_and_compiled_answers_are_the_same(position: Position):
    with plain():
        if small.plainly(position) is None:
            event("too many plays")
            return
    with plain(5 * PLAYS):
        found, moves = solve(position), move_values(position)
        wins, soon = solve(position, goal="win"), None
        if len(position.game.players) == 2 and not position.game.rulebook.scored:
            soon = solve(position, goal="win", within=2)
        one_by_one = unfolded(position)
    assert replace(solve(position), nodes=found.nodes) == found
    assert told(move_values(position)) == told(moves)
    assert unfolded(position) == one_by_one
    proved = solve(position, goal="win")
    assert (proved.value, proved.bounds, bool(proved.best)) == (
        wins.value,
        wins.bounds,
        bool(wins.best),
    )
    if soon:
        proved = solve(position, goal="win", within=2)
        assert (proved.value, proved.no_win_within) == (soon.value, soon.no_win_within)
        assert bool(proved.best) == bool(soon.best)


def test_plays_are_counted_for_all_questions_of_a_game():
    position = Position.start(game("esgros", "hex:2"))
    with plain(1000):
        found = [small.plainly(position) for _ in range(4)]
    assert found[0] is not None
    assert found[-1] is None


@pytest.mark.parametrize("limit", [{"memory": 1 << 20}, {"time": 0.0}])
def test_a_limit_that_is_reached_leaves_the_answer_to_searches(limit: dict[str, Any]):
    with plain():
        assert small.plainly(Position.start(game("esgros", "hex:2")), **limit) is None


@pytest.mark.parametrize("error", [Stopped, KeyboardInterrupt])
def test_ctrl_c_ends_plain_work_without_a_value(error: type[BaseException]):
    def stop(_: Progress) -> None:
        raise error

    position = Position.start(game("esgros", "hex:2"))
    with plain():
        found, moves = solve(position, progress=stop), move_values(position, progress=stop)
        assert list(moves_unfolding(position, progress=stop)) == []
    assert (found.value, found.bounds, found.stopped) == (None, ("loss", "win"), True)
    assert set(moves.values()) == {None}
