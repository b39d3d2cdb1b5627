"""The starter sets: read from the package, packed to the same bytes."""

from __future__ import annotations

from collections import Counter

import pytest
from pandas import isna

from lab.packing import packed, themed
from lab.starters import PAGE, page
from ruleproof.models.errors import TextError
from ruleproof.models.play.solutions import step
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.checking.twins import idea, shape
from ruleproof.puzzles.frames import COLUMNS
from ruleproof.puzzles.making.climbing import climbing
from ruleproof.puzzles.making.places import level_of, undefended
from ruleproof.puzzles.puzzle import PuzzleSet, position_of
from ruleproof.puzzles.starter import starter, starters
from ruleproof.puzzles.stipulations import WIN
from ruleproof.puzzles.telling.appeal import disliked
from ruleproof.puzzles.telling.reasons import reasons
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
                result = diagram.play(turn.split()).result
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


def test_the_sets_are_counted_and_meet_what_is_asked_of_sets() -> None:
    assert PAGE.read_text("utf-8") == page()
    for puzzles in map(starter, starters()):
        assert sum(map(undefended, puzzles)) <= 0.15 * len(puzzles)
        assert themed(puzzles) == puzzles
        assert len({idea(one) for one in puzzles}) == len(puzzles)
        assert disliked().isdisjoint(one.id for one in puzzles)


@pytest.mark.parametrize("name", starters())
def test_hints_are_an_idea_a_place_and_a_deed(name: str) -> None:
    puzzles = starter(name)
    ideas = Counter[str]()
    for puzzle in puzzles:
        assert puzzle.hints
        idea, place, deed = puzzle.hints
        ideas[" ".join(idea.split()[:3])] += 1
        assert puzzle.key not in (*place.split(), *deed.replace(".", "").split())
        assert " part, " not in place
    assert max(ideas.values()) <= len(puzzles) / 2


def test_a_hint_says_that_a_turn_threatens_only_if_it_would_come_next() -> None:
    told = [one for name in starters() for one in starter(name) if one.hints]
    threats = [one for one in told if one.hints and "hreaten to" in one.hints[2]]
    assert threats
    for puzzle in threats[::20]:
        position = position_of(puzzle)
        key = step(position.game, position.state, puzzle.key.split())
        assert reasons(position.game, key).threatens


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
