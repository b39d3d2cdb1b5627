"""A position that play reaches and the game's files refuse is told as a mistake of its author."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import Game, game
from ruleproof.puzzles.puzzle import new_puzzle
from ruleproof.puzzles.stipulations import stipulated
from ruleproof.reports.examining import stages
from ruleproof.reports.examining.stages import Work, made
from ruleproof.solvers.work.progress import silent

RIGHT = game("esgros", "hex:2")


def refused(chosen: Game, state: Any) -> list[str]:
    return ["no stone is there"]


def unread(chosen: Game, tokens: Any, side: int, keys: Any) -> Any:
    raise TextError("no such piece")


BOOK = RIGHT.rulebook
REFUSING = replace(RIGHT, rulebook=replace(BOOK, words=replace(BOOK.words, faults=refused)))


def test_it_names_the_function_that_refuses_it():
    state = RIGHT.start()
    asked = stipulated(RIGHT, "win", [], 0, 2)
    assert new_puzzle(RIGHT, state, asked, ["a1"], []).position
    with pytest.raises(Mistake, match=r"\(refused\).*no stone is there") as told:
        new_puzzle(REFUSING, state, asked, ["a1"], [])
    assert told.value.law == "text"
    unreadable = replace(RIGHT, rulebook=replace(BOOK, text=replace(BOOK.text, read_cells=unread)))
    with pytest.raises(Mistake, match=r"\(unread\).*no such piece"):
        new_puzzle(unreadable, state, asked, ["a1"], [])


def test_a_report_tells_it_where_puzzles_would_stand(monkeypatch: pytest.MonkeyPatch):
    def maker(choice: Any, workers: Any) -> Any:
        asked = stipulated(RIGHT, "win", [], 0, 2)
        yield "", [new_puzzle(REFUSING, RIGHT.start(), asked, ["a1"], [])]

    monkeypatch.setattr(stages, "grown", maker)
    work = Work(10.0, silent, 1.0)
    assert made(RIGHT, work, 5.0, 1, 1) == []
    assert work.notes["puzzles"].startswith("No puzzle: a mistake in ")
