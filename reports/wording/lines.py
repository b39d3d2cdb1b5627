"""A puzzle's line as whole turns, where a turn may have several moves."""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle


def check_tree(puzzle: Puzzle) -> None:
    """Raises `TextError` where the puzzle's tree cannot be played through from node to node."""
    nodes = puzzle.tree.nodes if puzzle.tree else []
    for number, node in enumerate(nodes):
        right = [turn for turn, kind, _, _ in node.turns if kind == "right"]
        if len(right) != 1 or not right[0].split():
            raise TextError(f"tree: node {number} has one right turn, not {len(right)}")
        for _, _, _, replies in node.turns:
            for reply, _, child in replies:
                if child is None:
                    continue
                if not 0 <= child < len(nodes) or nodes[child].left >= node.left:
                    raise TextError(f"tree: {reply!r} leads from node {number} to node {child}")


def joined(turns: Sequence[str]) -> str:
    """The turns in one text that shows where each ends."""
    return (", " if any(" " in turn for turn in turns) else " ").join(turns)


def main_line(puzzle: Puzzle) -> dict[str, str]:
    """The replies of the puzzle's line, by the number of the node at which each is played."""
    return {str(number): reply for number, _, reply in _steps(puzzle) if reply}


def turns_of_line(puzzle: Puzzle) -> list[str]:
    """The turns of the puzzle's line, each with all of its moves."""
    if puzzle.tree is None:
        return list(puzzle.solution)
    return [turn for _, right, reply in _steps(puzzle) for turn in (right, reply) if turn]


def _steps(puzzle: Puzzle) -> list[tuple[int, str, str]]:
    """The nodes of the line: the number of each, the right turn there, and the reply if any."""
    found: list[tuple[int, str, str]] = []
    rest = list(puzzle.solution)
    number: int | None = 0
    while rest and number is not None and puzzle.tree is not None:
        entry = next(one for one in puzzle.tree.nodes[number].turns if one[1] == "right")
        rest = rest[len(entry[0].split()) :]
        replies = [one for one in entry[3] if _begin(rest, one[0].split())]
        text, _, child = replies[0] if replies else ("", "", None)
        found.append((number, entry[0], text))
        rest, number = rest[len(text.split()) :], child
    return found


def _begin(moves: Sequence[str], with_these: Sequence[str]) -> bool:
    return bool(with_these) and list(moves[: len(with_these)]) == list(with_these)
