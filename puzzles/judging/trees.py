"""Solution trees: the outcome of every turn, the replies to it, and the line to show.

The line's defender plays the first of the replies that last longest. A reply that delays nothing
lengthens no line, since a line is as long as the solver's turns; such replies share their answer.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ruleproof.puzzles.judging.judge import Judge, Judged, count_answers
from ruleproof.puzzles.puzzle import LARGEST, Answer, Entry, Tree, TreeNode, changes
from ruleproof.solvers.goals.attack import Node, TooWide
from ruleproof.solvers.goals.turns import Turn


class Grown(NamedTuple):
    """A node of a tree under way: the most turns of the solver's that it takes, and whether one
    answer alone is right.
    """

    number: int
    height: int
    only: bool


class Line(NamedTuple):
    """The turns of a line and whether the solver's are all the only ones."""

    moves: list[str]
    unique: bool


class _Best(NamedTuple):
    """The best continuation of a line: the reply, and the node behind it."""

    turn: str
    reply: str
    node: Grown | None


class Grower:
    """Grows the tree of the judge's question. Raises `TooWide` where it would be too large."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._nodes: dict[int, TreeNode] = {}
        self._known: dict[tuple[bytes, bytes, int], Grown] = {}
        self._best: dict[int, _Best] = {}
        self._refuters: Counter[str] = Counter()
        self._bytes = 0
        self._replies = self._only = 0

    def whole(self, root: Node, left: int) -> tuple[Tree, Line]:
        """The whole tree from the diagram, and its line."""
        first = self._node(root, left)
        nodes = [self._nodes[number] for number in range(len(self._nodes))]
        tree = Tree(nodes=nodes, replies=self._replies, only=self._only)
        return tree, self._line(first)

    def replies(self) -> dict[int, str]:
        """The defender's reply of the line at each node, where he has one."""
        return {number: best.reply for number, best in self._best.items() if best.reply}

    def _node(self, node: Node, left: int) -> Grown:
        key = node.row.tobytes(), node.marked.tobytes(), left
        if key in self._known:
            return self._known[key]
        number = len(self._nodes)
        self._nodes[number] = TreeNode(left=left, turns=[])
        judge = self._judge
        judged = judge.judged(node, left)
        chosen = self._chosen(judged, left)
        state = judge.state(node)
        entries: list[Entry] = []
        height = 0
        for one in judged:
            told = changes(judge.game, state, judge.state(one.turn.after))
            if one is chosen:
                answers, height = self._answers(number, one.turn, left)
                entries.append((judge.text(one.turn), "right", told, answers))
            elif one.right:
                kind = "same" if one.effect == chosen.effect else "also"
                entries.append((judge.text(one.turn), kind, told, []))
            else:
                late = judge.late(one.turn, left)
                answer = self._refutation(one.turn, left)
                entries.append((judge.text(one.turn), "late" if late else "fails", told, answer))
            self._count(entries[-1])
        self._nodes[number] = TreeNode(left=left, turns=entries)
        only = count_answers(judged) == 1
        grown = Grown(number, height + 1, only)
        self._known[key] = grown
        return grown

    def _count(self, entry: Entry) -> None:
        self._bytes += 12 + len(entry[0]) + len(entry[2])
        self._bytes += sum(10 + len(text) + len(told) for text, told, _ in entry[3])
        if self._bytes > LARGEST - 4_000:
            raise TooWide

    def _chosen(self, judged: list[Judged], left: int) -> Judged:
        """The right turn that the tree goes on with: the one that succeeds soonest."""
        right = [one for one in judged if one.right]
        if len(right) == 1 or self._judge.averts:
            return right[0]
        for within in range(left):
            for one in right:
                if one.turn.met == 1 or self._judge.within(one.turn.after, within):
                    return one
        raise AssertionError("a right turn reaches the goal in time")

    def _answers(self, number: int, turn: Turn, left: int) -> tuple[list[Answer], int]:
        """The replies to the right turn, and the most turns of the solver's that follow; notes the
        reply of the line.
        """
        judge = self._judge
        before = judge.state(turn.after)
        answers: list[Answer] = []
        height = 0
        best = _Best(judge.text(turn), "", None)
        for reply in judge.told_replies(turn, left):
            child = None
            text = judge.text(reply)
            if reply.met == 0 and left > 1 and judge.turns(reply.after):
                child = self._node(reply.after, left - 1)
                self._replies += 1
                self._only += child.only
                if child.height > height:
                    height = child.height
                    best = _Best(best.turn, text, child)
            elif not best.reply:
                best = _Best(best.turn, text, None)
            told = changes(judge.game, before, judge.state(reply.after))
            answers.append((text, told, child.number if child else None))
        if not judge.averts and best.node is None:
            best = _Best(best.turn, "", None)  # the goal is reached: nothing more to reply
        self._best[number] = best
        return answers, height

    def _refutation(self, turn: Turn, left: int) -> list[Answer]:
        """A reply that refutes; those that have refuted most turns so far are tried first."""
        judge = self._judge
        replies = judge.replies(turn, left)
        replies = sorted(replies, key=lambda reply: -self._refuters[judge.text(reply)])
        for reply in replies:
            if judge.refutes(reply, left):
                text = judge.text(reply)
                self._refuters[text] += 1
                told = changes(judge.game, judge.state(turn.after), judge.state(reply.after))
                return [(text, told, None)]
        return []

    def _line(self, first: Grown) -> Line:
        moves: list[str] = []
        unique = True
        here: Grown | None = first
        while here is not None:
            unique &= here.only
            best = self._best[here.number]
            moves += best.turn.split()
            if best.node is not None:
                moves += best.reply.split()
            here = best.node
        return Line(moves, unique)
