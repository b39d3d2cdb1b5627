"""A puzzle's line as whole turns, where a turn may have several moves."""

from __future__ import annotations

from ruleproof.models.errors import TextError
from ruleproof.puzzles.judging.solution import joined, played, turns_of_line
from ruleproof.puzzles.puzzle import Puzzle


def check_tree(puzzle: Puzzle) -> None:
    """Raises `TextError` where the puzzle's tree cannot be played through from node to node, and
    where its solution leaves the right turns of the tree.
    """
    nodes = puzzle.tree.nodes if puzzle.tree else []
    for number, node in enumerate(nodes):
        right = [turn for turn, kind, _, _ in node.turns if kind == "right"]
        if len(right) != 1 or not right[0].split():
            raise TextError(f"tree: node {number} needs one right turn, and has {len(right)}")
        for _, _, _, replies in node.turns:
            for reply, _, child in replies:
                if child is None:
                    continue
                if not 0 <= child < len(nodes) or nodes[child].left >= node.left:
                    raise TextError(f"tree: {reply!r} leads from node {number} to node {child}")
    if nodes and " ".join(turns_of_line(puzzle)) != " ".join(puzzle.solution):
        told = joined(puzzle.solution)
        raise TextError(f"the solution does not follow the right turns of the tree: {told!r}")


def main_line(puzzle: Puzzle) -> dict[str, str]:
    """The replies of the puzzle's line, by the number of the node at which each is played."""
    return {str(one.number): one.reply for one in played(puzzle) if one.reply}
