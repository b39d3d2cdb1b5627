"""Solution trees: the outcome of every turn, and the replies to it.

A reply that delays nothing lengthens no line, since a line is as long as the solver's turns; such
replies share their answer.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ruleproof.puzzles.changes import changes
from ruleproof.puzzles.judging.judge import Judge, Judged, count_answers
from ruleproof.puzzles.puzzle import LARGEST, Answer, Entry, Tree, TreeNode
from ruleproof.solvers.playing.goals.attack import Node, TooWide
from ruleproof.solvers.playing.goals.turns import Turn


class Grown(NamedTuple):
    """A node of a tree under way, and whether one answer alone is right."""

    number: int
    only: bool


class Grower:
    """Grows the tree of the judge's question. Raises `TooWide` where it would be too large."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._nodes: dict[int, TreeNode] = {}
        self._known: dict[tuple[bytes, bytes, int], Grown] = {}
        self._refuters: Counter[str] = Counter()
        self._bytes = 0
        self._replies = self._only = 0
        self.loses = False
        """Whether a reply to a right turn wins the game for the other side. Points decide later, so
        scored games are not looked at.
        """

    def whole(self, root: Node, left: int) -> Tree:
        """The whole tree from the diagram."""
        self._node(root, left)
        nodes = [self._nodes[number] for number in range(len(self._nodes))]
        return Tree(nodes=nodes, replies=self._replies, only=self._only)

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
        for one in judged:
            told = changes(judge.game, state, judge.state(one.turn.after))
            if one is chosen:
                answers = self._answers(one.turn, left)
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
        grown = Grown(number, count_answers(judged) == 1)
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

    def _answers(self, turn: Turn, left: int) -> list[Answer]:
        """The replies to the right turn, each with the node that it leads to."""
        judge = self._judge
        before = judge.state(turn.after)
        answers: list[Answer] = []
        for reply in judge.told_replies(turn, left):
            child = None
            if reply.met == 0 and left > 1 and judge.turns(reply.after):
                child = self._node(reply.after, left - 1)
                self._replies += 1
                self._only += child.only
            if not self.loses and not judge.game.rulebook.scored:
                self.loses = judge.winner(reply.after) == judge.game.players[before.side]
            told = changes(judge.game, before, judge.state(reply.after))
            answers.append((judge.text(reply), told, child.number if child else None))
        return answers

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
