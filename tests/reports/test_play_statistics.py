"""Play statistics: held against plain Python, and the same however the work is shared."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleproof import Position, TextError, game
from ruleproof.reports.statistics.groups import facts, kind_of
from ruleproof.reports.statistics.intervals import Interval, mean, share
from ruleproof.reports.statistics.play_statistics import PlayStatistics, play_statistics
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players
from ruleproof.solvers.playing.players.survey import chances, survey
from ruleproof.solvers.work.executors import Here, Local

SMALL: dict[str, Any] = {"groups": ("random", "mcts:8"), "skill": (2, 4), "seconds": None}


def told(many: int, seed: int = 1, **how: Any) -> PlayStatistics:
    given: dict[str, Any] = {**SMALL, "workers": [Here()], **how}
    return play_statistics(game("esgros", "hex:2"), games=many, seed=seed, **given)


@pytest.mark.parametrize(
    ("name", "board", "mine", "theirs"),
    [("esgros", "hex:3", "black", "white"), ("incrowd", "square:4x4", "black", "white")],
)
def test_choices_and_lost_pieces_are_those_of_the_rules(
    name: str, board: str, mine: str, theirs: str
):
    played = play_out(game(name, board), players(["random", "random"]), 3)
    found = survey(played)
    choices: list[int] = []
    lost: list[int] = []
    for here, after in zip(played.positions, played.positions[1:], strict=False):
        choices.append(len(here.moves()))
        enemy = theirs if here.state.side == 0 else mine
        lost.append((getattr(here.state, enemy) & ~getattr(after.state, enemy)).bit_count())
    assert found.choices == choices
    assert found.lost == lost
    assert sum(lost) > 0


def test_chances_come_to_the_result():
    for seed in range(4):
        played = play_out(game("connect-four", "square:4x5"), players(["random", "random"]), seed)
        found = chances(played, 16)
        assert [ply for ply, _ in found] == list(range(len(played.rows)))
        won = 0.5 if played.winner is None else 1.0 - played.winner
        assert found[-1][1] == won
        assert all(0 <= chance <= 1 for _, chance in found)


def test_chances_follow_the_player_who_takes_the_other_colour():
    pie = game("esgros", "hex:2", pie="on")
    for seed in range(30):
        played = play_out(pie, players(["random", "random"]), seed)
        if played.winner is not None and played.positions[-1].exchanged:
            assert chances(played, 8)[-1][1] == 1.0 - played.winner
            return
    raise AssertionError("nobody exchanged colours")


def test_what_is_kept_of_a_game_is_what_happened():
    played = play_out(game("gro", "dish:1,1", tokens=4), players(["mcts:8", "random"]), 2)
    kept = facts(played, look=True)
    assert kept.plies == len(played.moves)
    assert sum(kept.kinds.values()) == kept.plies
    assert set(kept.kinds) <= {kind_of(text) for here in played.positions for text in here.moves()}
    assert (kept.results[0] == 1.0, kept.single) == (played.winner == 0, played.winner is not None)


@pytest.mark.slow
def test_the_same_games_whoever_plays_them_and_whatever_was_played_before():
    here = told(5)
    assert here == told(5)
    assert here == told(5, workers=[Local(), Local()])
    assert here != told(5, seed=2)
    assert here.complete
    assert [one.games for one in (*here.groups, *here.skill)] == [5, 5, 5]
    assert json.loads(json.dumps(here.as_json()))["groups"][0]["balance"]["value"] >= 0


def test_statistics_that_run_out_of_time_tell_how_many_games_there_were():
    found = told(10**6, seconds=0.5)
    assert not found.complete
    assert 0 < found.groups[0].games < 10**6


def test_three_players_have_a_balance_and_no_chances():
    found = play_statistics(
        game("grow", "square:3x3", players=3), games=4, **SMALL, workers=[Here()]
    )
    assert found.players == 3
    assert not found.skill
    assert len(found.groups[0].seats) == 3
    assert sum(seat.value for seat in found.groups[0].seats) == pytest.approx(1, abs=0.001)
    assert found.groups[1].drama is None
    assert found.groups[0].captures is None
    assert found.groups[0].kinds[0].means


def test_a_player_who_is_none_is_refused():
    with pytest.raises(TextError, match="a player is"):
        told(1, groups=("strong",))


def test_intervals_hold_their_value():
    assert share(30, 40) == Interval(0.75, 0.5981, 0.8581)
    assert share(0, 10).low == 0
    assert share(10, 10).high == 1
    found = mean([1, 2, 3, 4] * 10)
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.value == 2.5 < found.high
    assert mean([7.0] * 5) == mean([7.0]) == Interval(7, None, None)
    assert mean([0.0] * 10, parts=True) == share(0, 10)
    assert mean([1.0] * 10, parts=True) == share(10, 10)
    assert mean([1 / 19] * 200, parts=True) == Interval(0.0526, None, None)
    assert found == mean([1, 2, 3, 4] * 10)


def test_positions_of_a_played_game_begin_where_it_began():
    first = Position.start(game("esgros", "hex:2")).play("a1")
    played = play_out(first, players(["random", "random"]), 1)
    assert played.positions[0] == first
    assert survey(played).choices[0] == len(first.moves())


@pytest.mark.slow
def test_a_player_too_slow_for_one_game_leaves_time_for_the_games_of_others():
    ground = game("grow", "square:12x12")
    found = play_statistics(
        ground,
        games=50,
        seconds=4,
        groups=("random", "mcts:65536"),
        skill=(),
        workers=[Here()],
    )
    assert [one.player for one in found.groups] == ["random"]
    assert found.groups[0].games > 1
    assert found.groups[0].cut == 0
    assert found.asked == ("random", "mcts:65536")
