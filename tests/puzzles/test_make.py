"""Puzzle sets: the same seed gives the same set, every puzzle holds, and no fault slips by."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.game import game
from ruleproof.puzzles.judge import faults
from ruleproof.puzzles.make import Exhausted, check_set, make
from ruleproof.puzzles.puzzle import Puzzle, read_set

BOARD = "square:3x3"
SEED = 5


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return make(game("esgros", BOARD), 3, SEED, captures=True)


def test_the_same_seed_gives_the_same_set(puzzles: list[Puzzle]) -> None:
    again = make(game("esgros", BOARD), 3, SEED, captures=True)
    assert [puzzle.line() for puzzle in again] == [puzzle.line() for puzzle in puzzles]


def test_a_made_set_holds_and_survives_its_text(puzzles: list[Puzzle]) -> None:
    text = "".join(puzzle.line() + "\n" for puzzle in puzzles)
    assert read_set(text, "set.jsonl") == puzzles
    assert check_set(puzzles) == []
    assert [puzzle.rating.value for puzzle in puzzles] == sorted(
        puzzle.rating.value for puzzle in puzzles
    )


def _changed(puzzle: Puzzle, **changes: Any) -> Puzzle:
    return Puzzle.model_validate(puzzle.model_dump() | changes)


def test_whatever_is_changed_is_found(puzzles: list[Puzzle]) -> None:
    puzzle = puzzles[0]
    plies = puzzle.stipulation.plies or 0
    other = next(
        move
        for move in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
        if move != puzzle.solution[0]
    )
    assert faults(puzzle) == []
    changes: list[dict[str, Any]] = [
        {"stipulation": {"kind": "win", "plies": plies + 2, "margin": None}},
        {"solution": [other]},
        {"position": puzzle.position.replace("B", "W", 1)},
        {"proof_game": puzzle.proof_game[:-1]},
        {"proof_game": [*puzzle.proof_game, "z9"]},
        {"id": "esgros-0000000000"},
        {"themes": ["none"]},
        {"rating": puzzle.rating.model_dump() | {"traps": puzzle.rating.traps + 1}},
        {"settings": puzzle.settings | {"exceed": "nonsense"}},
        {"board": "square:2x2"},
    ]
    for change in changes:
        assert faults(_changed(puzzle, **change)), change


def test_twins_and_disorder_are_found(puzzles: list[Puzzle]) -> None:
    assert any("again" in fault for fault in check_set([puzzles[0], puzzles[0]]))
    if puzzles[0].rating.value != puzzles[-1].rating.value:
        assert any("order" in fault for fault in check_set(puzzles[::-1]))


def test_too_few_puzzles_are_said(puzzles: list[Puzzle]) -> None:
    with pytest.raises(Exhausted, match="0 puzzles of 1"):
        make(game("esgros", "path:2"), 1, 1)


@pytest.mark.parametrize("cut", [1, 40, 300])
def test_a_truncated_file_is_refused_with_its_line(puzzles: list[Puzzle], cut: int) -> None:
    text = "".join(puzzle.line() + "\n" for puzzle in puzzles[:2])
    with pytest.raises(TextError, match=r"set\.jsonl, line 2: "):
        read_set(text[: -1 - cut], "set.jsonl")


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(TextError, match="holds none"):
        read_set("\n", "set.jsonl")


def test_the_published_schema_is_the_one_in_force() -> None:
    published = json.loads(files("ruleproof.puzzles").joinpath("puzzle.schema.json").read_text())
    published.pop("$schema")
    assert published == Puzzle.model_json_schema()
