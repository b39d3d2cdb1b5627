"""The question of a puzzle for print: the question apart from its note, and its entry in an index.

>>> from ruleproof.puzzles.starter import starter
>>> puzzle = next(one for one in starter("esgros") if one.stipulation.name == "take")
>>> question(puzzle).note, entry(puzzle)
('', 'take at least so many stones in one turn')
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import WIN, goal_of, note

_IN_GENERAL = (
    (re.compile(r"( at)? \{(cells|groups)\}"), ""),
    (re.compile(r"\{amount\}"), "so many"),
    (re.compile(r"\bkeep \{side\} from"), "keep the other side from"),
    (re.compile(r"\bon \{other\}"), "on the other side"),
    (re.compile(r"\{other\}'s"), "the other side's"),
    (re.compile(r" \{other\}$"), " as it is"),
    (re.compile(r"\{(side|other)\} "), ""),
)
"""Patterns in the words of goals, and what an index says instead."""


class PrintedQuestion(NamedTuple):
    """The question of a puzzle, and the sentence that explains its goal, empty if none does."""

    asked: str
    note: str


def question(puzzle: Puzzle) -> PrintedQuestion:
    """The question and its note; `TextError` for a goal that the game does not have."""
    game = puzzle.ready()
    side = game.players.index(puzzle.side) if puzzle.side in game.players else 0
    told = note(game, side, puzzle.stipulation)
    if told and puzzle.sentence.endswith(f" {told}"):
        return PrintedQuestion(puzzle.sentence.removesuffix(told).rstrip(), told)
    return PrintedQuestion(puzzle.sentence, "")


def entry(puzzle: Puzzle) -> str:
    """The question without its cells and numbers; `TextError` for a goal that the game lacks."""
    asked, aim = puzzle.stipulation.goal, puzzle.stipulation.aim
    if asked.name == WIN:
        words = "win by so many points" if asked.amount > 1 else "win"
        defence = "lose by less than so many points" if asked.amount > 1 else "do not lose"
    else:
        goal = goal_of(puzzle.ready(), asked.name)
        words, defence = goal.words, goal.defence
    told = defence if aim == "avert" else words
    for pattern, instead in _IN_GENERAL:
        told = pattern.sub(instead, told)
    return f"{told}, with help" if aim == "help" else told
