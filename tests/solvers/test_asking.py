"""Questions from Python: games stand for their starts, and what makes no sense is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleproof import (
    Position,
    TextError,
    board,
    build_table,
    check,
    conform,
    game,
    make_puzzles,
    move_values,
    openings,
    perft,
    player,
    reference_values,
    repair,
    solve,
    tune,
)
from ruleproof.models.files.writing import WriteError
from ruleproof.solvers.work.progress import Progress

SMALL = game("esgros", "path:3")
START = Position.start(SMALL)


def test_a_game_stands_for_its_start(tmp_path: Path):
    assert solve(SMALL).value == solve(START).value
    assert solve(SMALL).position == START
    assert dict(move_values(SMALL)) == dict(move_values(START)) == dict(openings(SMALL))
    assert perft(SMALL, 3) == perft(START, 3)


def one_ply(thing: Any) -> int:
    return perft(thing, 1)


def table(thing: Any) -> Any:
    return build_table(thing, "none.rpt")


def test_the_same_question_has_the_same_answer_however_long_it_takes():
    assert solve(SMALL) == solve(SMALL)


@pytest.mark.parametrize("ask", [solve, move_values, one_ply, table])
@pytest.mark.parametrize("thing", ["esgros", 5, None])
def test_what_is_neither_is_named(ask: Callable[[Any], object], thing: Any):
    with pytest.raises(TypeError, match=f"a position or a game is asked about.*{thing!r}"):
        ask(thing)


def test_openings_are_those_of_a_game():
    wrong: Any = START.play("a1")
    with pytest.raises(TypeError, match="`move_values` takes a position"):
        openings(wrong)


def test_an_unknown_goal_is_no_question():
    wrong: Any = "wins"
    with pytest.raises(TextError, match=r"goals: value, win.*'wins'"):
        solve(START, goal=wrong)


@pytest.mark.parametrize(
    ("goal", "within"), [("value", 3), ("win", 0), ("win", -1)], ids=["no goal", "none", "less"]
)
def test_plies_that_no_search_can_keep_are_refused(goal: Any, within: int):
    with pytest.raises(ValueError, match=rf"^within .*: {within}$"):
        solve(START, goal=goal, within=within)


def test_a_proof_that_cannot_be_written_ends_before_any_work(tmp_path: Path):
    told: list[Progress] = []
    with pytest.raises(WriteError, match="no such file or directory"):
        solve(START, certificate=tmp_path / "none" / "proof.json", progress=told.append)
    with pytest.raises(WriteError, match="is a directory"):
        solve(START, certificate=tmp_path, replace=True, progress=told.append)
    assert told == []
    assert list(tmp_path.iterdir()) == []


def test_plies_are_asked_about_in_games_of_two():
    with pytest.raises(ValueError, match="in games of two players: 3"):
        solve(game("grow", "square:2x2", players=3), goal="win", within=3)


def test_no_sequence_is_shorter_than_none():
    ended = START.play(solve(START).line)
    assert ended.over
    assert (perft(ended, 0), perft(ended, 1)) == (1, 0)
    for position in (START, ended):
        with pytest.raises(ValueError, match="from 0 to 100: -1"):
            perft(position, -1)


def test_a_name_alone_is_not_its_letters():
    """`"12"` is all of claim 12, not the claims 1 and 2."""
    found = [one.id for one in check(SMALL, "12")]
    assert {name[:2] for name in found} == {"12"}
    assert found == [one.id for one in check(SMALL, ["12"])]
    with pytest.raises(TextError, match="'loss'"):
        repair(game("esgros", "hex:3"), "6", among="loss")
    changes = [one.changes for one in repair(game("esgros", "hex:3"), "6", among="full")]
    assert changes == [{}, {"full": "loss"}]
    for goals in ("nothing", ["nothing"]):
        with pytest.raises(TextError, match=r"no such goal.*'nothing'"):
            make_puzzles(SMALL, 1, goals=goals)
    with pytest.raises(TextError, match=r"no such source.*'nowhere'"):
        make_puzzles(SMALL, 1, sources="nowhere")


@pytest.mark.parametrize("claim", ["", 6])
def test_what_is_no_id_of_a_claim_is_named(claim: Any):
    with pytest.raises(TextError, match=f"no such claim of .*{claim!r}"):
        check(SMALL, [claim])


def test_fewer_puzzles_than_none_are_no_question():
    with pytest.raises(ValueError, match="0 or more: -1"):
        make_puzzles(SMALL, -1)


@pytest.mark.parametrize(
    ("name", "board", "moves"),
    [("esgros", "path:2", ""), ("esgros", "hex:2", ""), ("esgros", "path:3", ""),
     ("grow", "path:4", ""), ("grow", "path:4", "@b1"), ("incrowd", "square:1x4", "")],
)  # fmt: skip
def test_the_value_of_a_position_leaves_less_to_find_and_changes_no_answer(
    name: str, board: str, moves: str
) -> None:
    position = Position.start(game(name, board)).play(moves)
    value = solve(position).value
    assert move_values(position, value=value) == move_values(position)


def test_every_move_of_a_lost_position_loses_and_nothing_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = game("esgros", "hex:2")
    line, *_ = (text for text, value in openings(chosen).items() if value == "win")
    lost = Position.start(chosen).play(line)
    monkeypatch.setattr("ruleproof.solvers.playing.exact.searching.oracle", None)
    assert set(move_values(lost, value="loss").values()) == {"loss"}


def test_depths_have_the_bounds_of_the_command():
    assert perft(SMALL, 100) == perft(SMALL, 5) == 0
    for depth in (-1, 101, 10**9):
        with pytest.raises(ValueError, match=rf"^depth is a whole number, from 0 to 100: {depth}$"):
            perft(SMALL, depth)
    ended = Position.read(SMALL, "B B . ; white")
    with pytest.raises(ValueError, match="from 0 to 100"):
        perft(ended, 10**9)


THREE = game("grow", "path:3", players=3)
BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: solve(SMALL, goal="win", within=as_any(2.5)), TypeError, "within .* 2.5"),
    (lambda: solve(SMALL, goal="win", within=True), TypeError, "within .* True"),
    (lambda: solve(SMALL, certificate=""), TextError, "certificate .* ''"),
    (lambda: solve(SMALL, certificate=as_any(5)), TypeError, "certificate .* 5"),
    (lambda: solve(SMALL, time=-1), ValueError, "time .* -1"),
    (lambda: solve(SMALL, time=float("nan")), ValueError, "time .* nan"),
    (lambda: solve(SMALL, time=as_any("5")), TypeError, "time .* '5'"),
    (lambda: solve(SMALL, memory=as_any("1G")), TypeError, "memory .* '1G'"),
    (lambda: solve(SMALL, resume="."), WriteError, "is a directory.*'.'"),
    (lambda: openings(SMALL, time=-1), ValueError, "time .* -1"),
    (lambda: move_values(START, memory=-1), ValueError, "memory .* -1"),
    (lambda: tune([SMALL], games=-2), ValueError, "games .* -2"),
    (lambda: tune(as_any([SMALL, "gro"])), TypeError, "a game is taken.* 'gro'"),
    (lambda: reference_values(THREE, party=3), ValueError, "party .* from -1 to 2: 3"),
    (lambda: build_table(SMALL, "none.rpt", threads=0), ValueError, "threads .* 0"),
    (lambda: build_table(SMALL, "none.rpt", memory="2G"), TypeError, "memory .* '2G'"),
    (lambda: check(SMALL, as_any(6)), TypeError, "claims are texts.* 6"),
    (lambda: check(SMALL, "6", time=-1), ValueError, "time .* -1"),
    (lambda: check(SMALL, "6", sample=as_any("x")), TypeError, "sample .* 'x'"),
    (lambda: conform(SMALL, time=-1), ValueError, "time .* -1"),
    (lambda: player(as_any(5)), TypeError, "a player is named by a text.* 5"),
    (lambda: player("random").turn(as_any("b1"), seed=1), TypeError, "a position or a game.*'b1'"),
    (lambda: repair(SMALL, "6", among="foo"), TextError, "'foo'"),
]


def as_any(thing: Any) -> Any:
    return thing


@pytest.mark.parametrize("place", range(len(BAD)))
def test_arguments_that_make_no_sense_are_refused_in_one_line(
    place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    ask, kind, words = BAD[place]
    with pytest.raises(kind, match=words) as told:
        ask()
    assert "\n" not in str(told.value)
    assert not list(tmp_path.iterdir())


def test_a_game_or_a_board_stands_for_what_it_makes():
    assert game("esgros", board("path:3")) == SMALL
    strong = player("random")
    assert strong.turn(SMALL, seed=1) == strong.turn(START, seed=1)
    assert [one.law for one in conform(SMALL, only=["text"])] == ["text"]
    assert len(tune(SMALL, games=1, players=["random"])) == 1
