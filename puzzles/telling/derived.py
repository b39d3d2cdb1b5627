"""Derives the sentence, themes, hints, rating and worth of a puzzle. All of it can be made again.

The rating rests on simulated attempts, which take long; the rest is quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import State
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.judging.solution import solution_of, telling
from ruleproof.puzzles.puzzle import Puzzle, Rating, position_of
from ruleproof.puzzles.rating.attempts import Attempt, Solvers
from ruleproof.puzzles.rating.effort import enumerated, searched_nodes, tried
from ruleproof.puzzles.rating.rating import rating, searched
from ruleproof.puzzles.rating.seen import seen
from ruleproof.puzzles.stipulations import sentence
from ruleproof.puzzles.telling.facts import Facts
from ruleproof.puzzles.telling.hints import hints_of
from ruleproof.puzzles.telling.themes import themes_of
from ruleproof.puzzles.telling.worth import worth_of
from ruleproof.solvers.playing.goals.attack import Node, TooWide

WEAK, GAMES = 8, 2
"""The number of weak solvers who rank the key, and the random games of each behind each turn."""
THREATS = 40_000
"""The most moves spent on one threat."""


def remade(puzzle: Puzzle, ratings: bool = False) -> dict[str, Any]:
    """Derives `sentence`, `themes`, `hints` and `worth` of the puzzle again, and `rating` where
    `ratings` are asked for. Otherwise, or where people's attempts are part of the rating, the worth
    rests on the rating that the puzzle has. The solution must be legal. Raises `TextError` where it
    takes more moves than a puzzle may.
    """
    position = position_of(puzzle)
    judge = Judge(position.game)
    try:
        found = dressed(judge, position.state, puzzle, ratings=ratings)
    except TooWide:
        raise TextError(
            f"it takes more than {judge.limit:,} moves to rate: {puzzle.id!r}"
        ) from None
    names = ("sentence", "themes", "hints", "worth", *(["rating"] if ratings else []))
    return {name: getattr(found, name) for name in names}


def dressed(
    judge: Judge,
    state: State,
    puzzle: Puzzle,
    attempts: Sequence[Attempt] = (),
    ratings: bool = True,
) -> Puzzle:
    """The puzzle with everything that is derived of it; makes `attempts` unless they are given.
    Leaves the judge with another question.
    """
    marked = _marked(judge, state, puzzle)
    shown = solution_of(puzzle)
    turns = len(shown.own)
    facts = Facts(puzzle, telling(puzzle, shown), marked.threats)
    if ratings and not (puzzle.rating and puzzle.rating.by == "people"):
        if puzzle.tree is None:
            parts = {"turns": turns, **seen(puzzle, shown, 0)}
            rated = searched(enumerated(judge, state, puzzle), parts)
        else:
            rated = _rated(judge, state, puzzle, turns, marked, attempts)
        puzzle = puzzle.model_copy(update={"rating": rated})
        facts = facts._replace(puzzle=puzzle)
    themes = themes_of(facts)
    return puzzle.model_copy(
        update={
            "sentence": sentence(judge.game, state.side, puzzle.stipulation),
            "themes": themes,
            "hints": hints_of(facts, themes),
            "worth": worth_of(facts, themes, turns, marked.share),
        }
    )


class _Marked(NamedTuple):
    """The weak solvers' view of the diagram, and the threats of the key: see `Facts`."""

    choices: int = 0
    rank: int = 0
    plausible: int = 0
    share: float | None = None
    threats: tuple[str, ...] | None = None


def _marked(judge: Judge, state: State, puzzle: Puzzle) -> _Marked:
    if puzzle.tree is None:
        return _Marked()
    root, left = judge.pose(state, puzzle.stipulation), puzzle.stipulation.within
    judged = judge.judged(root, left)
    entries = puzzle.tree.nodes[0].turns
    key = next(k for k, entry in enumerate(entries) if entry[1] == "right")
    better = level = 0
    solvers = Solvers(judge)
    for one in range(WEAK):
        marks = solvers.marks(root, left, GAMES, one)
        wrong = [mark for mark, one in zip(marks, judged, strict=True) if not one.right]
        better += sum(mark > marks[key] for mark in wrong)
        level += sum(mark == marks[key] for mark in wrong)
    fails = sum(not one.right for one in judged)
    share = (better + level / 2) / max(1, fails * WEAK)
    threats = _threats(judge, judged[key].turn.after, puzzle)
    plausible = round((better + level) / WEAK)
    return _Marked(len(entries), 1 + round(share * fails), plausible, share, threats)


def _threats(judge: Judge, after: Node, puzzle: Puzzle) -> tuple[str, ...] | None:
    """The turns that would be right if the other side passed after the key."""
    asked = puzzle.stipulation
    if asked.aim != "reach" or asked.turns is None or asked.turns < 2:
        return None
    state = judge.state(after)
    passed = state._replace(side=1 - state.side)
    if judge.game.over(state) or judge.game.faults(passed) or judge.game.over(passed):
        return None
    node = Node(judge.attack.engine.row(passed), after.marked, True)
    found: list[str] = []
    seen: set[bytes] = set()
    try:
        for turn in judge.turns(node):
            left = asked.turns - 2
            if turn.met == 1 or (turn.met == 0 and judge.within(turn.after, left, THREATS)):
                effect = judge.effect(node, turn)
                if effect not in seen:
                    seen.add(effect)
                    found.append(judge.text(turn))
    except TooWide:
        return None
    return tuple(found)


def _rated(
    judge: Judge,
    state: State,
    puzzle: Puzzle,
    turns: int,
    marked: _Marked,
    attempts: Sequence[Attempt],
) -> Rating:
    nodes = searched_nodes(judge, state, puzzle)
    parts = {
        "turns": turns,
        "choices": marked.choices,
        "plausible": marked.plausible,
        "rank": marked.rank,
        "nodes": nodes,
        **seen(puzzle, solution_of(puzzle), len(marked.threats or ())),
    }
    return rating(attempts or tried(judge, state, puzzle), parts)
