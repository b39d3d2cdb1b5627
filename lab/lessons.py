"""Writes the lessons that come with the package: boards and words from the tables beside this
module, each with the tree of its solution.

    python -m lab.lessons

A table (`lab/lessons/NAME.txt`) has a block a lesson: its title, what it teaches, what it asks for,
what is said at its end, the board, the position, and the goal, as `--goal` and `--turns` take it.
"""

from __future__ import annotations

import json
from pathlib import Path

from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.puzzles.judging.judge import Judge, count_answers
from ruleproof.puzzles.judging.solution import line_of
from ruleproof.puzzles.judging.trees import Grower
from ruleproof.puzzles.lessons import Lesson
from ruleproof.puzzles.puzzle import Puzzle, Tree, new_puzzle
from ruleproof.puzzles.stipulations import check_open, stipulated

TABLES = Path(__file__).parent / "lessons"
PLACE = Path(__file__).parents[1] / "puzzles" / "lessons"


def posed(name: str, board: str, text: str, asked: str) -> Puzzle:
    """The puzzle that asks this of the position: `GOAL[:CELLS or NUMBER] [TURNS]`. Raises
    `ValueError` unless one turn alone is right, on all but the last turn, and none of fewer turns.
    """
    goal, _, turns = asked.partition(" ")
    goal, _, rest = goal.partition(":")
    parts = [one for one in rest.split(",") if one]
    cells = [one for one in parts if not one.isdigit()]
    amount = sum(int(one) for one in parts if one.isdigit())
    played = game(name, board)
    state = Position.read(played, text).state
    stipulation = stipulated(played, goal, cells, amount, int(turns) if turns else None)
    check_open(played, state, stipulation)
    judge, left = Judge(played), stipulation.within
    root = judge.pose(state, stipulation)
    answers = count_answers(judge.judged(root, left))
    if answers != 1:
        raise ValueError(f"{answers} turns are right: {text!r}, {asked}")
    if turns and not judge.averts and left > 1 and judge.within(root, left - 1):
        raise ValueError(f"it takes fewer turns: {text!r}, {asked}")
    tree = Grower(judge).whole(root, left)
    if also := _right_as_well(tree):
        raise ValueError(f"other turns are right as well ({also}): {text!r}, {asked}")
    line = line_of(tree)
    unique = "line" if line.unique else "first"
    return new_puzzle(
        played, state, stipulation, line.moves, [], unique=unique, tree=tree, composed=True
    )


def _right_as_well(tree: Tree) -> str:
    """A turn that is right beside another one with which play goes on; empty if there is none."""
    turns = (entry for node in tree.nodes if node.left > 1 for entry in node.turns)
    return next((text for text, kind, *_ in turns if kind == "also"), "")


def main() -> None:
    """Writes the lessons of every game that has a table."""
    for table in sorted(TABLES.glob("*.txt")):
        lines: list[str] = []
        for block in table.read_text(encoding="utf-8").strip().split("\n\n"):
            title, teaches, asks, ends, board, text, asked = block.splitlines()
            puzzle = posed(table.stem, board, text, asked)
            told = Lesson(title, teaches, asks, ends, puzzle)._asdict()
            told["puzzle"] = puzzle.model_dump(mode="json")
            lines.append(json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n")
        write_whole(PLACE / f"{table.stem}.jsonl", "".join(lines))


if __name__ == "__main__":
    main()
