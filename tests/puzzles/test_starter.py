"""The starter sets: read from the package, packed to the same bytes."""

from __future__ import annotations

from collections import Counter

import pytest
from pandas import isna

from lab.packing import packed
from ruleproof.models.errors import TextError
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.checking.twins import shape
from ruleproof.puzzles.frames import COLUMNS
from ruleproof.puzzles.making.climbing import climbing
from ruleproof.puzzles.making.places import level_of
from ruleproof.puzzles.puzzle import PuzzleSet, position_of
from ruleproof.puzzles.starter import starter, starters
from ruleproof.puzzles.stipulations import WIN
from ruleproof.puzzles.telling.derived import remade
from ruleproof.puzzles.telling.worth import WEIGHTS, distance
from ruleproof.solvers.playing.tables import exports
from ruleproof.solvers.playing.tables.exports import MissingExtra


@pytest.mark.parametrize("game", starters())
def test_a_set_holds_different_puzzles_of_its_game_and_climbs(game: str) -> None:
    puzzles = starter(game)
    assert {puzzle.game for puzzle in puzzles} == {game}
    assert len({shape(puzzle) for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle.worth for puzzle in puzzles)
    assert climbing(puzzles) == puzzles
    levels = [level_of(puzzle) for puzzle in puzzles]
    assert levels[0] == 1
    assert levels == sorted(levels)
    assert len(packed(puzzles)) < 2_000_000


def test_like_puzzles_stand_apart() -> None:
    puzzles = [puzzle for puzzle in starter("esgros") if level_of(puzzle) == 3]
    first = climbing(puzzles)[0]
    twin = first.model_copy(update={"id": "twin"})
    other = next(one for one in puzzles if distance(first, one) == 1)
    other = other.model_copy(update={"worth": first.worth, "rating": first.rating})
    many = [first, *[twin] * 6, other]
    assert climbing(many).index(other) < 3
    assert sorted(map(id, climbing(many))) == sorted(map(id, many))


def test_no_turn_that_wins_the_game_is_called_wrong() -> None:
    ended = 0
    for puzzle in (puzzle for game in starters() for puzzle in starter(game)):
        goal = puzzle.stipulation.goal
        if puzzle.tree is None or goal.name == WIN:
            continue
        diagram = position_of(puzzle)
        for turn, kind, _, replies in puzzle.tree.nodes[0].turns:
            if kind in ("late", "fails") and not replies:
                result = diagram.play(*turn.split()).result
                ended += result is not None
                assert result is None or result.winner != puzzle.side, (puzzle.id, turn)
    assert ended


def test_the_best_are_accepted() -> None:
    for puzzle in starter("esgros")[:3]:
        assert faults(puzzle) == []


def test_every_game_has_a_set() -> None:
    assert starters() == ["esgros", "gro", "grow", "incrowd", "sow"]


@pytest.mark.slow
@pytest.mark.parametrize("game", starters())
def test_all_are_accepted(game: str) -> None:
    for puzzle in starter(game):
        assert faults(puzzle) == []


@pytest.mark.parametrize("name", starters())
def test_hints_are_those_of_the_puzzle(name: str) -> None:
    for puzzle in starter(name):
        assert puzzle.hints
        subject, place, _ = puzzle.hints
        assert "in several parts" not in place
        assert not subject.startswith("For each turn that looks good")
        if puzzle.tree is None or puzzle.themes:
            continue
        wrong = [one for one in puzzle.tree.nodes[0].turns if one[1] in ("fails", "late")]
        replies = Counter(one[3][0][0] for one in wrong if one[3])
        if puzzle.stipulation.aim == "reach":  # of many replies that will do, the tree names one
            assert "reply:" not in subject
            assert "different replies" not in subject
            assert "most other turns" not in puzzle.hints[2]
            late = sum(one[1] == "late" for one in wrong)
            if "turn too late" in subject:
                assert subject.startswith(("One wrong", f"{late} wrong"))
            continue
        most = max(replies.values())
        assert subject.startswith("All wrong turns") == (most == len(wrong))
        assert subject.startswith("Most wrong turns") == (len(wrong) / 2 < most < len(wrong))
        if "different replies" in subject:
            assert f" {len(replies)} " in subject
        elif "to one reply alone" in subject:
            assert subject.startswith(("One wrong", f"{len(puzzle.tries)} wrong"))


def test_a_turn_that_is_threatened_again_is_called_so() -> None:
    again = [
        (puzzle.key, puzzle.hints[2])
        for name in starters()
        for puzzle in starter(name)
        if puzzle.hints and f"Begin with {puzzle.key}. It threatens {puzzle.key}" in puzzle.hints[2]
    ]
    assert again
    assert all(hint.endswith(f"threatens {key} once more.") for key, hint in again)


def test_a_turn_that_changes_other_parts_of_the_board_too_is_not_said_to_be_played_there() -> None:
    puzzle = next(one for one in starter("esgros") if one.id == "esgros-9c70505ded")
    assert puzzle.key == "d3"
    assert puzzle.hints
    places = "in the middle and in the upper left of the board, away from e4 and f5"
    assert puzzle.hints[1] == f"The first turn changes what stands {places}."


def test_the_place_of_a_turn_of_steps_is_that_of_each_step() -> None:
    puzzle = next(one for one in starter("grow") if one.key == "@b2 a3-a4 d3-c3 end")
    assert puzzle.hints
    assert puzzle.hints == remade(puzzle)["hints"]
    places = "in the lower left, on the left side and in the middle of the board"
    assert puzzle.hints[1] == f"The steps of the first turn are played {places}."


def test_a_set_is_a_frame() -> None:
    puzzles = starter("grow")
    frame = puzzles.frame()
    assert tuple(frame.columns) == (*COLUMNS, *(f"worth_{name}" for name in WEIGHTS))
    assert list(frame["id"]) == [one.id for one in puzzles]
    assert list(frame["level"]) == [one.rating and one.rating.level for one in puzzles]
    assert list(frame["worth_play"]) == [one.worth and one.worth.parts["play"] for one in puzzles]
    turns = [one.stipulation.turns for one in puzzles]
    assert None in turns
    assert [None if isna(many) else many for many in frame["turns"]] == turns
    assert PuzzleSet().frame().empty
    for name in COLUMNS:
        assert PuzzleSet().frame()[name].dtype == frame[name].dtype


def test_a_frame_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "find_spec", dict[str, None]().get)
    with pytest.raises(MissingExtra, match=r'pip install "ruleproof\[frames\]"'):
        PuzzleSet().frame()


def test_what_has_no_set_is_refused() -> None:
    with pytest.raises(TextError, match=r"no starter set of that game \(there are: esgros"):
        starter("checkers")
