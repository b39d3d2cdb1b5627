"""Whether the defence matters: what the solver has to find after the key, and how much of it.

answer    a turn of the solver's; of turns with several moves, those that change the same are one
live      of a reply: the puzzle goes on after it
line      an order of the solver's turns that some defence makes him play

>>> from ruleproof.puzzles.starter import starter
>>> puzzle = next(one for one in starter("grow") if one.tree and one.stipulation.turns == 2)
>>> lines_of(puzzle.tree) > 1
True
"""

from __future__ import annotations

from ruleproof.puzzles.changes import changed_names
from ruleproof.puzzles.judging.solution import replies_of
from ruleproof.puzzles.puzzle import Entry, Tree

LINES = 12
"""The most lines of a puzzle that a person can follow."""
RIGHT = ("right", "same", "also")
"""The classes of turns that are right."""


def one_answer(tree: Tree) -> bool:
    """Whether no reply of the line has to be answered otherwise than the rest: at each of the
    solver's turns before the last, some one turn is right whatever is replied.
    """
    line = replies_of(tree, averts=False)
    number: int | None = 0
    while number is not None:
        if len(live(tree, number)) > 1 and not common(tree, number):
            return False
        replies = tree.nodes[number].right[3]
        number = next((child for text, _, child in replies if text == line.get(number)), None)
    return True


def live(tree: Tree, number: int) -> list[int]:
    """The nodes that live replies to the right turn of that node lead to."""
    return [child for _, _, child in tree.nodes[number].right[3] if child is not None]


def common(tree: Tree, number: int) -> set[str]:
    """The answers that are right after every live reply to the right turn of that node."""
    answers = (
        {_answer(entry) for entry in tree.nodes[child].turns if entry[1] in RIGHT}
        for child in live(tree, number)
    )
    return set.intersection(*answers) if live(tree, number) else set()


def answers(tree: Tree | None) -> int:
    """The number of different answers that the tree gives to live replies to the key."""
    return len({_answer(tree.nodes[one].right) for one in live(tree, 0)}) if tree else 0


def lines_of(tree: Tree) -> int:
    """The number of lines."""
    found: dict[int, set[tuple[str, ...]]] = {}
    for number in sorted(range(len(tree.nodes)), key=lambda one: tree.nodes[one].left):
        after = {line for child in live(tree, number) for line in found[child]}
        answer = _answer(tree.nodes[number].right)
        found[number] = {(answer, *line) for line in after or {()}}
    return len(found[0])


def _answer(entry: Entry) -> str:
    """The answer that the entry's turn is."""
    text, _, told, _ = entry
    return " ".join(changed_names(told)) if " " in text else text
