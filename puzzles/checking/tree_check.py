"""Checks the tree of a puzzle: every turn, reply and refutation in it, by plain play.

Nothing here uses what makes puzzles: `solvers/verify` lists the turns and decides the goals.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.changes import changes
from ruleproof.puzzles.checking.turns import Fault, PlainTurns, Spot, Way
from ruleproof.puzzles.puzzle import Entry, Puzzle, Tree, TreeNode
from ruleproof.puzzles.stipulations import question
from ruleproof.solvers.verify.attacks import Asked, Undecided, Walk

MOVES = 50_000_000
"""The most moves played to decide all questions of one puzzle."""


class TreeCheck:
    """Checks the tree of one puzzle against a defence."""

    def __init__(self, game: Game, state: State, puzzle: Puzzle) -> None:
        assert puzzle.tree is not None
        self._game, self._puzzle, self._tree = game, puzzle, puzzle.tree
        stipulation = puzzle.stipulation
        asked = question(game, state, stipulation)
        self._averts = stipulation.aim == "avert"
        numbers = Asked(asked.goal, asked.amount, asked.attacker)
        self._walk = Walk(game, state, numbers)
        self._root = Spot(state, asked.marked)
        self._turns = PlainTurns(game, self._root, numbers)
        self._moves = MOVES

    def check(self) -> None:
        """Raises `Wrong` where the puzzle is wrong, and `Undecided` where that is not known."""
        puzzle, tree = self._puzzle, self._tree
        left = puzzle.stipulation.within
        if puzzle.stipulation.turns is None and not self._game.acyclic:
            raise Fault("without a number of turns play may go on for ever")
        if not self._averts and puzzle.stipulation.turns and self._reached(self._root, left - 1):
            sooner = f"{left - 1} turn{'s' * (left > 2)}"
            raise Fault(f"the goal is reached within {sooner} already")
        spots = {0: self._root}
        replies = only = 0
        for number, node in enumerate(tree.nodes):
            if number not in spots:
                raise Fault(f"node {number}: no reply before it leads to it")
            if not node.turns:
                raise Fault(f"node {number}: no turns")
            if number == 0 and node.left != left:
                raise Fault(f"node 0: {node.left} turns are left, where {left} are asked for")
            for child, spot in self._checked(number, node, spots[number]):
                if not 0 < child < len(tree.nodes) or tree.nodes[child].left != node.left - 1:
                    raise Fault(f"node {number}: a reply leads to no node with a turn fewer")
                if spots.setdefault(child, spot) != spot:
                    raise Fault(f"node {number}: a reply leads to the wrong node, {child}")
                replies += 1
                only += _alone(tree.nodes[child])
        if (tree.replies, tree.only) != (replies, only):
            raise Fault(f"the tree has {replies} replies, {only} of them with one answer")
        if not _alone(tree.nodes[0]):
            raise Fault("more than one turn is right: the solution is not unique")
        moves, unique = line_of(tree)
        if puzzle.solution != moves:
            raise Fault(f"the solution is not the tree's line, {' '.join(moves)}")
        if puzzle.unique != ("line" if unique else "first"):
            raise Fault(f"the turns of the line are unique otherwise than said: {puzzle.unique!r}")
        self._told()

    def _checked(self, number: int, node: TreeNode, spot: Spot) -> Iterator[tuple[int, Spot]]:
        """Checks the turns of one node; returns the nodes that replies lead to, with their
        positions.
        """
        ways = self._turns.ways(spot)
        self._all_there(f"node {number}", ways, [entry[0] for entry in node.turns])
        right: Way | None = None
        for entry in node.turns:
            way = self._turns.played(spot, entry[0])
            place = f"node {number}, {entry[0]!r}"
            if changes(self._game, spot.state, way.spot.state) != entry[2]:
                raise Fault(f"{place}: it changes something else than {entry[2]!r}")
            self._class(place, entry, way, node.left, ways)
            if entry[1] == "right":
                if right is not None:
                    raise Fault(f"node {number}: two turns are told as the solution")
                right = way
                yield from self._replies(place, entry, way, node.left)
            else:
                self._refuted(place, entry, way, node.left)
        if right is None:
            raise Fault(f"node {number}: no turn is told as the solution")
        for entry in node.turns:
            same = self._turns.played(spot, entry[0]).effect == right.effect
            if entry[1] in ("same", "also") and same != (entry[1] == "same"):
                raise Fault(f"node {number}, {entry[0]!r}: it is told as {entry[1]!r}")

    def _all_there(self, place: str, ways: list[Way], texts: list[str]) -> None:
        """Checks that every turn is told, each once; turns of several moves with one effect count
        as one.
        """
        if len(set(texts)) != len(texts):
            raise Fault(f"{place}: a turn is told twice")
        told = len(ways)
        if _in_steps(ways):
            told = len({way.effect for way in ways})
        if len(texts) != told:
            raise Fault(f"{place}: {len(texts)} turns are told, and there are {told}")

    def _class(self, place: str, entry: Entry, way: Way, left: int, ways: list[Way]) -> None:
        """Checks that the turn, and all turns told with it, belong to their class."""
        kind = entry[1]
        right = self._right(way, left)
        if right != (kind in ("right", "same", "also")):
            raise Fault(f"{place}: it is told as {kind!r}, and {'is' if right else 'is not'} right")
        if not right and _in_steps(ways):
            for other in ways:
                if other.effect == way.effect and self._right(other, left):
                    raise Fault(f"{place}: {other.text!r} has its effect and is right")
        if kind == "late" and (self._averts or not self._reached(way.spot, left)):
            raise Fault(f"{place}: it does not reach the goal one turn later")

    def _right(self, way: Way, left: int) -> bool:
        """Whether the solver's turn keeps to the stipulation."""
        if way.met != 0:
            return (way.met == 1) != self._averts
        return self._reached(way.spot, left if self._averts else left - 1) != self._averts

    def _reached(self, spot: Spot, turns: int) -> bool:
        """Whether the goal is reached; all questions of the puzzle share their moves."""
        if self._moves <= 0:
            raise Undecided(f"its questions take more than {MOVES:,} moves together")
        found = self._walk.reached(spot.state, spot.marked, turns, self._moves)
        self._moves -= found.nodes
        return bool(found.reached)

    def _replies(self, place: str, entry: Entry, way: Way, left: int) -> Iterator[tuple[int, Spot]]:
        """Checks that every reply to the right turn is there and leads where it says."""
        if self._through(way, left):
            if entry[3]:
                raise Fault(f"{place}: there is nothing more to reply")
            return
        ways = self._turns.ways(way.spot)
        self._all_there(place, ways, [answer[0] for answer in entry[3]])
        for text, told, child in entry[3]:
            reply = self._turns.played(way.spot, text)
            if changes(self._game, way.spot.state, reply.spot.state) != told:
                raise Fault(f"{place}, {text!r}: it changes something else than {told!r}")
            goes_on = reply.met == 0 and left > 1 and bool(self._game.moves(reply.spot.state))
            if goes_on != (child is not None):
                raise Fault(
                    f"{place}, {text!r}: the tree {'stops' if goes_on else 'goes on'} there"
                )
            if child is not None:
                yield child, reply.spot

    def _through(self, way: Way, left: int) -> bool:
        """Whether the solver's turn leaves nothing to reply."""
        return way.met != 0 or (not self._averts and left <= 1)

    def _refuted(self, place: str, entry: Entry, way: Way, left: int) -> None:
        """Checks that the reply to a wrong turn refutes it; where no reply exists, none may be
        given.
        """
        if entry[1] in ("same", "also"):
            if entry[3]:
                raise Fault(f"{place}: only the solution has its replies told")
            return
        possible = not self._through(way, left) and bool(self._game.moves(way.spot.state))
        if possible != (len(entry[3]) == 1):
            raise Fault(f"{place}: {'no' if possible else 'a'} reply refutes it, it is told")
        for text, told, child in entry[3]:
            reply = self._turns.played(way.spot, text)
            if changes(self._game, way.spot.state, reply.spot.state) != told or child is not None:
                raise Fault(f"{place}, {text!r}: it changes something else than {told!r}")
            if not self._refutes(reply, left):
                raise Fault(f"{place}: {text!r} does not refute it")

    def _refutes(self, reply: Way, left: int) -> bool:
        if reply.met != 0:
            return (reply.met == 1) == self._averts
        return self._reached(reply.spot, left - 1) == self._averts

    def _told(self) -> None:
        """Checks that tries fail to one reply only, and that the answers of set play work."""
        left = self._puzzle.stipulation.within
        for turn, reply in self._puzzle.tries:
            way = self._turns.played(self._root, turn)
            if self._right(way, left):
                raise Fault(f"the try {turn!r} is right")
            refuting = {
                one.effect for one in self._turns.ways(way.spot) if self._refutes(one, left)
            }
            if refuting != {self._turns.played(way.spot, reply).effect}:
                raise Fault(f"the try {turn!r} does not fail to {reply!r} alone")
        if not self._puzzle.set_play:
            return
        state = self._root.state
        other = Spot(state._replace(side=1 - state.side), self._root.marked)
        if self._averts or self._game.faults(other.state):
            raise Fault("there is no set play: the defender cannot be to move here")
        for turn, answer in self._puzzle.set_play:
            spot = self._turns.played(other, turn).spot
            if not self._right(self._turns.played(spot, answer), left - 1):
                raise Fault(f"set play: {answer!r} does not work after {turn!r}")


def _in_steps(ways: list[Way]) -> bool:
    """Whether a turn consists of several moves."""
    return any(" " in way.text for way in ways)


def _alone(node: TreeNode) -> bool:
    """Whether one answer alone is right."""
    return not any(entry[1] == "also" for entry in node.turns)


def line_of(tree: Tree) -> tuple[list[str], bool]:
    """The moves of the tree's line, and whether the solver's turns on it are all the only ones. The
    defender plays a reply that lasts longest; of these, one after which one turn alone is right; of
    these, one that refutes most wrong turns; of these, one with the rarest answer; of these, one
    after which fewest turns are right; of these, the first.
    """
    heights: dict[int, int] = {}
    for number in sorted(range(len(tree.nodes)), key=lambda one: tree.nodes[one].left):
        below = (heights[child] for _, _, child in tree.nodes[number].right[3] if child is not None)
        heights[number] = 1 + max(below, default=0)
    moves: list[str] = []
    unique = True
    here = 0
    while True:
        unique &= _alone(tree.nodes[here])
        right = tree.nodes[here].right
        moves += right[0].split()
        replies = [(text, child) for text, _, child in right[3] if child is not None]
        if not replies:
            break
        text, here = _stubborn(tree, here, replies, heights)
        moves += text.split()
    return moves, unique


def _stubborn(
    tree: Tree, here: int, replies: list[tuple[str, int]], heights: dict[int, int]
) -> tuple[str, int]:
    """The reply of the line, and its node."""
    most = max(heights[child] for _, child in replies)
    replies = [one for one in replies if heights[one[1]] == most]
    counts = {
        child: sum(kind in ("right", "same", "also") for _, kind, _, _ in tree.nodes[child].turns)
        for _, child in replies
    }
    answers = [tree.nodes[child].right[0] for _, child in replies]
    wrong = [
        refuting for _, kind, _, refuting in tree.nodes[here].turns if kind in ("fails", "late")
    ]
    refuted = [one[0] for refuting in wrong for one in refuting]
    best = [
        (counts[child] > 1, -refuted.count(text), answers.count(answer), counts[child])
        for (text, child), answer in zip(replies, answers, strict=True)
    ]
    return replies[best.index(min(best))]
