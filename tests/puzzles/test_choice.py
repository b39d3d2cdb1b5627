"""The choice among candidates: the greatest worth of a game, nothing dull, nothing too near."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleproof import game
from ruleproof.puzzles.compose import Candidate
from ruleproof.puzzles.make import FOUND, GAMES, Batch, Choice, Maker, wanted, worth
from ruleproof.puzzles.puzzle import Puzzle, Rating, Worth
from ruleproof.puzzles.stipulations import Asked, Stipulation
from ruleproof.puzzles.worth import THRESHOLD

CELLS = ("a1", "a2", "a3", "b1", "b2", "b3", "b4")


def puzzle(number: int, value: int, level: int = 3, themes: tuple[str, ...] = ()) -> Puzzle:
    """A puzzle of that worth, with a stone of its own place."""
    chosen = game("esgros", "hex:3")
    rows = [["."] * len(row) for row in chosen.board.rows]
    for row in range(number + 1):
        rows[row % 5][row // 5] = "B"
    rows[2][4] = "W"
    return Puzzle(
        id=f"p{number}",
        game="esgros",
        board="hex:3",
        settings=chosen.settings,
        position=" / ".join(" ".join(row) for row in rows) + " ; black",
        side="black",
        stipulation=Stipulation(aim="reach", goal=Asked(name="win"), turns=2),
        sentence="",
        solution=[CELLS[number], CELLS[-number]],
        unique="line",
        tree=None,
        proof_game=[],
        themes=list(themes),
        rating=Rating(value=1500, error=100, level=level, solved=0.5, by="simulated"),
        worth=Worth(value=value, parts={}),
        version="",
    )


def batch(monkeypatch: pytest.MonkeyPatch, found: list[Puzzle], **asked: object) -> Batch:
    """The batch of a maker that finds these in each of its games."""

    def searched(*_: object) -> Iterator[tuple[str, Candidate]]:
        yield from (("win", Candidate(one, [])) for one in found)

    monkeypatch.setattr(Maker, "_searched", searched)
    return Maker(wanted(game("esgros", "hex:3"), 1, **asked))(0)  # pyright: ignore[reportArgumentType]


def test_the_greatest_worth_of_a_game_is_taken(monkeypatch: pytest.MonkeyPatch):
    low, high, middle = (puzzle(k, value) for k, value in enumerate((50, 80, 60)))
    assert batch(monkeypatch, [low, high, middle]).found == [high] * GAMES
    rest = [puzzle(k, 90) for k in range(3, 5)]
    assert batch(monkeypatch, [low, high, middle, *rest][: FOUND + 2]).found == [high] * GAMES


def test_the_dull_are_dropped(monkeypatch: pytest.MonkeyPatch):
    made = batch(monkeypatch, [puzzle(0, THRESHOLD - 1)])
    assert made.found == []
    assert made.rejected == {"win: dull": GAMES}


def test_theme_and_level_are_kept_to(monkeypatch: pytest.MonkeyPatch):
    plain, shown = puzzle(0, 90), puzzle(1, 60, themes=("decoy",))
    assert batch(monkeypatch, [plain, shown], theme="decoy").found == [shown] * GAMES
    easy, hard = puzzle(0, 90, level=1), puzzle(1, 60, level=5)
    assert batch(monkeypatch, [easy, hard], levels=(4, 5)).found == [hard] * GAMES


def test_what_is_too_near_another_is_left_out():
    choice = Choice(wanted(game("esgros", "hex:3"), 1), 10)
    one, same = puzzle(1, 60), puzzle(2, 60).model_copy(update={"solution": puzzle(1, 60).solution})
    choice.add(Batch(0, [one, same], 2, {}))
    assert choice.puzzles == [one]
    assert choice.rejected == {"win: too near another": 1}


def test_a_puzzle_without_worth_is_worth_nothing():
    assert worth(puzzle(0, 50).model_copy(update={"worth": None})) == 0
