"""Rule diff: shortest lines held against plain Python, and proofs that two settings never part."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.variants import changed
from ruleproof.solvers.reasoning.lockstep.compare import Difference, all_pairs, compare, described
from ruleproof.solvers.reasoning.lockstep.divergence import smallest_difference
from ruleproof.solvers.reasoning.lockstep.in_step import after, part
from ruleproof.solvers.reasoning.lockstep.random_lines import random_parting
from ruleproof.solvers.reasoning.lockstep.recurring import recurring
from ruleproof.solvers.reasoning.lockstep.walk import PairWalk
from ruleproof.solvers.work.progress import Deadline
from tests.games.clobber import RULEBOOK as CLOBBER
from tests.games.clobber_variants import MISERE, RENUMBERED, SAME

EXCEED = ("minimal", "void", "by-one", "permit-least", "permit-by-one", "either")


def plain_parting(one: Game, two: Game) -> int | None:
    """The length of the shortest line after which legal moves or results differ."""
    edge = {(one.start(), two.start())}
    seen = edge
    plies = 0
    while edge:
        for p, q in edge:
            if set(one.moves(p)) != set(two.moves(q)) or one.result(p) != two.result(q):
                return plies
        edge = {(one.play(p, m), two.play(q, m)) for p, q in edge for m in one.moves(p)} - seen
        seen = seen | edge
        plies += 1
    return None


def replays(one: Game, two: Game, found: Difference) -> None:
    """The difference is really there."""
    assert found.line is not None
    ours, theirs = (Position.start(side).play(found.line) for side in (one, two))
    assert set(ours.moves()) - set(theirs.moves()) == set(found.only_first)
    assert set(theirs.moves()) - set(ours.moves()) == set(found.only_second)
    assert found.only_first or found.only_second or ours.result != theirs.result
    assert found.position == ours.text


@pytest.mark.parametrize("board", ["path:4", "path:6", "hex:2", "square:2x3"])
def test_every_pair_of_readings_is_as_plain_python_has_it(board: str):
    for one, two in combinations(EXCEED, 2):
        first, second = game("esgros", board, exceed=one), game("esgros", board, exceed=two)
        steps = PairWalk(first, second)
        line = steps.parting(Deadline())
        plies = plain_parting(first, second)
        assert (None if line is None else len(line)) == plies
        assert steps.complete is (plies is None)
        if plies is not None:
            replays(first, second, compare(first, [second])[0])


def test_the_shortest_game_that_separates_two_readings():
    first, second = game("esgros", "hex:3"), game("esgros", "hex:3", exceed="void")
    found = compare(first, [second])[0]
    replays(first, second, found)
    assert len(found.line or ()) == 16
    assert list(found.sentences) == ["exceed"]
    assert (found.first, found.second) == ({"exceed": "minimal"}, {"exceed": "void"})


def test_a_position_out_of_reach_is_said_to_be():
    found = compare(game("esgros", "hex:2"), [game("esgros", "hex:2", full="loss")])[0]
    assert found.same is True
    assert found.reachable is False
    assert found.positions == 27
    assert found.position is not None
    there = Position.read(game("esgros", "hex:2"), found.position)
    assert there.over
    assert there.result is not None
    assert there.result.winner is None


def test_the_smallest_difference_is_the_smallest():
    one, two = game("esgros", "path:4"), game("esgros", "path:4", exceed="either")
    state, move, found = smallest_difference(one, two, Deadline(60))
    assert found == "found"
    assert move is None
    assert state is not None
    stones = (state.black | state.white).bit_count()
    assert set(one.moves(state)) != set(two.moves(state))
    everything = [
        type(state)(black, white, side, 0)
        for black in range(16)
        for white in range(16)
        for side in range(2)
        if not black & white and (black or white or not side)
    ]
    apart = [p for p in everything if set(one.moves(p)) != set(two.moves(p))]
    assert stones == min((p.black | p.white).bit_count() for p in apart)


def test_too_little_room_is_undecided():
    found = compare(game("esgros", "hex:3"), [game("esgros", "hex:3", full="loss")], limit=500)[0]
    assert found.same is None
    assert found.line is None


def test_all_pairs_of_a_setting():
    table = all_pairs(game("esgros", "hex:2"), "pie")
    assert list(table) == [("off", "on")]
    assert table["off", "on"].only_second == ("swap",)
    assert table["off", "on"].line == ("a1",)


def test_an_edition_brings_its_defaults_along():
    first = game("gro", "dish:1,1")
    second = changed(first, {"edition": "rulebook"})
    assert second.settings == game("gro", "dish:1,1", edition="rulebook").settings


def test_two_boards_are_not_compared():
    with pytest.raises(TextError, match="'hex:2'"):
        compare(game("esgros", "path:4"), [game("esgros", "hex:2")])


@pytest.mark.parametrize("board", ["path:6", "square:2x3"])
def test_a_variant_parts_from_its_original_where_plain_python_has_it(board: str):
    one, two = (make_game(book, board, {}) for book in (CLOBBER, MISERE))
    found = compare(one, [two])[0]
    assert found.same is False
    assert (found.game, found.second_game) == ("clobber", "misere-clobber")
    assert len(found.line or ()) == plain_parting(one, two)
    replays(one, two, found)
    assert sorted(found.results) == ["black wins", "white wins"]


def test_a_variant_in_which_nothing_has_changed_is_proved_the_same():
    one = make_game(CLOBBER, "square:2x3", {})
    found = compare(one, [make_game(SAME, "square:2x3", {})])[0]
    assert (found.same, found.second_game) == (True, "same-clobber")
    assert found.positions > 1


def test_a_variant_that_numbers_its_moves_otherwise_is_refused():
    one = make_game(CLOBBER, "path:4", {})
    with pytest.raises(TextError, match="number their moves differently"):
        compare(one, [make_game(RENUMBERED, "path:4", {})])


def test_games_whose_positions_are_made_otherwise_are_refused():
    with pytest.raises(TextError, match="the fields of State of clobber and incrowd differ"):
        compare(make_game(CLOBBER, "square:2x3", {}), [game("incrowd", "square:2x3")])


def test_a_random_game_tells_readings_apart_that_no_walk_of_that_time_does():
    one, two = (make_game(book, "square:6x6", {}) for book in (CLOBBER, MISERE))
    found = compare(one, [two], seconds=2.0)[0]
    assert (found.same, found.shortest) == (False, False)
    assert len(found.line or ()) > found.plies
    replays(one, two, found)


def test_no_move_of_a_random_game_can_be_left_out():
    one, two = (make_game(book, "square:4x4", {}) for book in (CLOBBER, MISERE))
    line = random_parting(one, two, Deadline(20.0))
    assert line is not None
    assert part(*after(one, two, line))
    for left_out in range(len(line)):
        moves = [one.show_move(m) for m in line[:left_out] + line[left_out + 1 :]]
        with suppress(ValueError):  # not legal
            ours, theirs = (Position.start(side).play(moves) for side in (one, two))
            assert not part(ours, theirs)


def test_ends_that_differ_in_their_reasons_alone_are_the_same():
    one, two = game("gro", "dish:1,1"), game("gro", "dish:1,1", control="all")
    picture = "b1 . . / r1 . . / b1 . b1 ; red placed=2"
    here, there = (Position.read(side, picture) for side in (one, two))
    assert here.result != there.result
    assert not part(here, there)


@pytest.mark.slow
@pytest.mark.parametrize("control", game("gro", "dish:1,1").rulebook.setting("control").choices)
def test_random_games_part_where_their_difference_can_be_told(control: str):
    one = game("gro", "dish:1,1", control=control)
    for setting in one.rulebook.settings:
        for value in () if isinstance(setting.values, range) else setting.choices:
            with suppress(TextError):
                two = changed(one, {setting.name: value})
                line = random_parting(one, two, Deadline(2))
                if line is not None:
                    assert described(one, two, line)["differs"]


def test_readings_with_other_players_are_refused():
    one = game("grow", "square:3x3")
    with pytest.raises(TextError, match=r"the same players, red, blue here: 'red, blue, \w+'"):
        compare(one, [changed(one, {"players": 3})])


def no_line(*asked: object) -> None:
    """No random game tells readings apart."""


def test_a_random_game_parts_where_a_position_comes_back():
    one, two = game("gro", "dish:1,1"), game("gro", "dish:1,1", repetition="claim-4")
    line = random_parting(one, two, Deadline(100.0))
    assert line is not None
    here, there = after(one, two, line)
    assert (here.state.seen, part(here, there)) == (3, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "board", "value"), [("gro", "dish:1,1", "claim-4"), ("sow", "square:1x7", "forbidden")]
)
def test_readings_that_part_where_positions_recur_are_told_apart(
    name: str, board: str, value: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.compare.random_parting", no_line)
    one = game(name, board)
    (found,) = compare(one, [changed(one, {"repetition": value})])
    assert (found.same, found.shortest) == (False, False)
    replays(one, changed(one, {"repetition": value}), found)


@pytest.mark.parametrize("value", ["loss-3", "claim-4"])
def test_a_game_that_goes_round_takes_a_small_circle_soon(value: str):
    one = game("gro", "dish:1,1")
    two = changed(one, {"repetition": value})
    (found,) = compare(one, [two])
    assert (found.same, found.shortest) == (False, False)
    assert len(found.line or ()) == 10  # both first turns, and twice round by four moves
    replays(one, two, found)


@pytest.mark.slow
def test_readings_alike_wherever_positions_recur_are_the_same():
    one = game("gro", "dish:1,1")
    assert compare(one, [changed(one, {"reserve": "unlimited"})], beyond=False)[0].same is True
    none = game("sow", "square:2x2")  # no position of it comes back
    assert compare(none, [changed(none, {"repetition": "forbidden"})])[0].same is True


def test_readings_that_may_part_where_no_way_back_is_found_are_left_undecided(
    monkeypatch: pytest.MonkeyPatch,
):
    def none(*_: object) -> tuple[list[int], None]:
        return [], None

    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.compare.random_parting", no_line)
    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.recurring._way_back", none)
    one = game("gro", "dish:1,1")
    assert compare(one, [changed(one, {"repetition": "claim-4"})])[0].same is None


def test_ctrl_c_among_recurring_positions_leaves_readings_undecided(
    monkeypatch: pytest.MonkeyPatch,
):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.compare.random_parting", no_line)
    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.compare.round_parting", no_line)
    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.compare.recurring", interrupted)
    one = game("gro", "dish:1,1")
    assert compare(one, [changed(one, {"repetition": "claim-4"})])[0].same is None


def test_rules_that_ask_about_more_occurrences_than_are_looked_at_are_left_undecided(
    monkeypatch: pytest.MonkeyPatch,
):
    one, two = game("gro", "dish:1,1"), game("gro", "dish:1,1", repetition="claim-4")
    steps = PairWalk(one, two)
    assert steps.parting(Deadline()) is None
    monkeypatch.setattr("ruleproof.solvers.reasoning.lockstep.recurring.MOST", 2)
    assert recurring(steps, Deadline()).same is None


def test_readings_of_a_repetition_are_told_apart_long_before_all_positions_are_walked():
    ground = game("gro", "dish:1,1")
    for value in ("loss-3", "claim-4"):
        (found,) = compare(ground, [changed(ground, {"repetition": value})], seconds=2)
        assert (found.same, found.shortest) == (False, False)
        assert "claim" in found.only_first
