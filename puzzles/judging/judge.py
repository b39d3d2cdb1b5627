"""Judges every turn of a position, under a stipulation against a defence.

solver    the side to move in the diagram: the attacker where a goal is to be reached, the defender
          where it is to be averted
right     of a turn of the solver: the stipulation still holds after it
left      how many turns the attacker has left, the one at hand among them
effect    turns of one effect are one answer
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ruleproof.models.compiled.kernels import PLAYING
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.stipulations import Stipulation, question
from ruleproof.solvers.playing.goals.attack import Attack, Node, Question, TooWide
from ruleproof.solvers.playing.goals.turns import Turn, Turns
from ruleproof.solvers.work.progress import Listener, Progress, silent

LIMIT = 400_000
"""The most moves that one question of a judge may take."""
LATE = 20_000
"""The most moves spent to see whether a wrong turn reaches the goal one turn too late."""


class Judged(NamedTuple):
    """A turn of the solver's, whether it is right, and its effect."""

    turn: Turn
    right: bool
    effect: bytes


class Judge:
    """Judges the turns of one game's positions, one stipulation after another.

    Every method may raise `TooWide`, where a question takes more than `limit` moves, or all
    questions of one stipulation together take more than `whole`. `progress` hears of every question
    before it is asked; what it raises ends the judging.
    """

    def __init__(
        self, game: Game, limit: int = LIMIT, whole: int | None = None, progress: Listener = silent
    ) -> None:
        self.game = game
        self._progress = progress
        self.limit = limit
        self.whole = whole
        self.attack = Attack(game)
        self._turns = Turns(self.attack)
        self._stepped = b"", False
        self._listed: dict[tuple[bytes, bytes], list[Turn]] = {}
        self._judged: dict[tuple[bytes, bytes, int], list[Judged]] = {}

    def pose(self, state: State, stipulation: Stipulation) -> Node:
        """Turns to a stipulation of a position; returns the node of the diagram."""
        self.stipulation = stipulation
        self.ask(question(self.game, state, stipulation))
        return self.attack.root()

    def ask(self, asked: Question) -> None:
        """Turns to a question that stands by itself."""
        self.attack.ask(asked)
        self._listed.clear()
        self._judged.clear()

    @property
    def averts(self) -> bool:
        """Whether the solver is the defender."""
        return self.stipulation.aim == "avert"

    def within(self, node: Node, left: int, most: int | None = None) -> bool:
        """Whether the attacker reaches the goal from the node within so many turns."""
        most = self.limit if most is None else most
        self._progress(Progress("judging", self.attack.nodes))
        if self.whole is not None:
            most = min(most, self.whole - self.attack.nodes)
        return self.attack.within(node, left, most)

    def narrow(self, node: Node, most: int) -> bool:
        """Whether the turn from the node has at most so many positions on its way."""
        return self._turns.narrow(node, most)

    def turns(self, node: Node) -> list[Turn]:
        """All turns from the node, each outcome once."""
        key = node.row.tobytes(), node.marked.tobytes()
        if key not in self._listed:
            self._progress(Progress("judging", self.attack.nodes))
            self._listed[key] = self._turns.of(node)
        return self._listed[key]

    def right(self, turn: Turn, left: int) -> bool:
        """Whether the solver's turn keeps to the stipulation."""
        if self.averts:
            return turn.met == -1 or (turn.met == 0 and not self.within(turn.after, left))
        return turn.met == 1 or (turn.met == 0 and self.within(turn.after, left - 1))

    def in_steps(self, node: Node) -> bool:
        """Whether the first move from the node is not a whole turn."""
        key = node.row.tobytes()
        if self._stepped[0] != key:
            state = self.state(node)
            moves = self.game.moves(state)
            stepped = bool(moves) and self.game.plays_on(state, self.game.play(state, moves[0]))
            self._stepped = key, stepped
        return self._stepped[1]

    def told(self, node: Node) -> list[list[Turn]]:
        """The turns from the node as they are told: single moves each by itself, turns of several
        moves grouped by effect.
        """
        turns = self.turns(node)
        if all(len(turn.moves) == 1 for turn in turns):
            return [[turn] for turn in turns]
        groups: dict[bytes, list[Turn]] = {}
        for turn in turns:
            groups.setdefault(self.effect(node, turn), []).append(turn)
        return list(groups.values())

    def effect(self, node: Node, turn: Turn) -> bytes:
        """A key, equal for turns from the node that are one answer."""
        return self.attack.effect(node.row, turn.after.row)

    def judged(self, node: Node, left: int) -> list[Judged]:
        """Judges every turn of the solver from the node; of turns told together, returns one that
        is right, if any is.
        """
        key = node.row.tobytes(), node.marked.tobytes(), left
        if key not in self._judged:
            found: list[Judged] = []
            for group in self.told(node):
                right = next((turn for turn in group if self.right(turn, left)), None)
                turn = right or group[0]
                found.append(Judged(turn, right is not None, self.effect(node, turn)))
            self._judged[key] = found
        return self._judged[key]

    def wins_otherwise(self) -> bool:
        """Whether a wrong turn wins the game, among all that were judged under this question."""
        solver = self.game.players[self.state(self.attack.root()).side]
        wrong = (one.turn for judged in self._judged.values() for one in judged if not one.right)
        return any(self.winner(turn.after) == solver for turn in wrong)

    def winner(self, node: Node) -> str | None:
        """The winner's name, where the game has ended at the node and is not drawn."""
        compiled = self.attack.engine
        if compiled.kernels.ended(compiled.masks, compiled.numbers, node.row) == PLAYING:
            return None
        return self.game.verdict(self.state(node)).winner

    def late(self, turn: Turn, left: int) -> bool:
        """Whether a wrong turn reaches the goal one turn too late; False where that takes too long
        to tell.
        """
        if self.averts or turn.met != 0 or self.stipulation.turns is None:
            return False
        try:
            return self.within(turn.after, left, LATE)
        except TooWide:
            return False

    def refutes(self, reply: Turn, left: int) -> bool:
        """Whether the reply to a solver's turn breaks the stipulation; `left` counts the attacker's
        turns, including that of the solver or of the reply.
        """
        if self.averts:
            return reply.met == 1 or (reply.met == 0 and self.within(reply.after, left - 1))
        return reply.met == -1 or (reply.met == 0 and not self.within(reply.after, left - 1))

    def replies(self, turn: Turn, left: int) -> list[Turn]:
        """The replies to a turn of the solver's; none where there is nothing to reply."""
        if turn.met != 0 or (not self.averts and left <= 1):
            return []
        return self.turns(turn.after)

    def told_replies(self, turn: Turn, left: int) -> list[Turn]:
        """The replies to a turn as they are told: one of each group."""
        return [group[0] for group in self.told(turn.after)] if self.replies(turn, left) else []

    def refutations(self, turn: Turn, left: int) -> Iterator[Turn]:
        """The replies that refute a wrong turn."""
        return (reply for reply in self.replies(turn, left) if self.refutes(reply, left))

    def state(self, node: Node) -> State:
        """The state of a node."""
        return self.attack.engine.state(node.row)

    def text(self, turn: Turn) -> str:
        """The text of a turn: its moves, with blanks between them."""
        return " ".join(self.game.show_move(move) for move in turn.moves)


def count_answers(judged: Sequence[Judged]) -> int:
    """The number of different answers that are right."""
    return len({one.effect for one in judged if one.right})
