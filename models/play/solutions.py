"""Solutions of puzzles as a game sees them, for its themes.

step      a whole turn: the positions before and after it, and its moves
line      the turns of the solution, one side's after the other's, the solver's first
fork      a position of the tree with the solver to move: the right turn, and the replies to it
answer    a reply to a right turn, and the fork behind it, if play goes on
wrong     a turn of the diagram that fails, with a reply that refutes it
key       the first turn of the line

    >>> from ruleproof.models.play.game import game
    >>> from ruleproof.models.play.notation import read
    >>> small = game("esgros", "path:5")
    >>> line = steps(small, read(small, ". . . . W ; black"), ["a1", "b1"])
    >>> [small.show_move(step.moves[0]) for step in line]
    ['a1', 'b1']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ruleproof.models.cells import Cells
from ruleproof.models.play.game import Game, State


class Step(NamedTuple):
    """A whole turn."""

    before: State
    moves: tuple[int, ...]
    after: State


class Theme(NamedTuple):
    """A theme of solutions: a name, its meaning as a clause, a test for a solution that shows it,
    and a hint, as a whole sentence, that gives it away to a solver.
    """

    name: str
    words: str
    shown: Callable[[Solution], bool]
    hint: str


class Wrong(NamedTuple):
    """A turn of the diagram that fails, and the reply that refutes it, where one is told."""

    step: Step
    refutation: Step | None = None


Answer: TypeAlias = "tuple[Step, Fork | None]"


class Fork(NamedTuple):
    """A position with the solver to move. Wrong turns are told of the diagram alone; `alone` says
    that no other turn is right.
    """

    right: Step
    answers: tuple[Answer, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    alone: bool = True


class Solution(NamedTuple):
    """A puzzle's solution: `goal` is its name, `cells` those that it speaks of, `attacker` who is
    to reach it; `root` is the tree, None where there is but a line.
    """

    game: Game
    goal: str
    attacker: int
    cells: Cells
    line: tuple[Step, ...]
    root: Fork | None = None

    @property
    def diagram(self) -> State:
        """The position that the puzzle shows."""
        return self.line[0].before

    @property
    def solver(self) -> int:
        """The side to move in the diagram."""
        return self.diagram.side

    @property
    def key(self) -> Step:
        """The first turn of the line."""
        return self.line[0]

    @property
    def own(self) -> tuple[Step, ...]:
        """The solver's turns of the line."""
        return self.line[::2]

    @property
    def replies(self) -> tuple[Step, ...]:
        """The other's turns of the line."""
        return self.line[1::2]

    @property
    def wrong(self) -> tuple[Wrong, ...]:
        """The turns of the diagram that fail."""
        return self.root.wrong if self.root else ()

    @property
    def trunk(self) -> tuple[Fork, ...]:
        """The forks along the line, the diagram first; none where there is but a line."""
        fork, found = self.root, list[Fork]()
        for reply in (*self.replies, None):
            if fork is None:
                break
            found.append(fork)
            below = [one for step, one in fork.answers if reply and step.moves == reply.moves]
            fork = below[0] if below else None
        return tuple(found)

    @property
    def forks(self) -> Iterator[Fork]:
        """Every fork of the tree, the diagram first."""
        waiting = [self.root] if self.root else []
        while waiting:
            fork = waiting.pop()
            yield fork
            waiting += [below for _, below in fork.answers if below]


def step(game: Game, before: State, moves: Sequence[str]) -> Step:
    """The step of these moves, which the caller vouches for."""
    state, played = before, [game.read_move(text) for text in moves]
    for move in played:
        state = game.play(state, move)
    return Step(before, tuple(played), state)


def steps(game: Game, state: State, moves: Sequence[str]) -> tuple[Step, ...]:
    """The moves as whole turns, one after another."""
    found: list[Step] = []
    begun, before = state, list[str]()
    for text in moves:
        after = game.play(state, game.read_move(text))
        before.append(text)
        if game.over(after) or not game.plays_on(state, after):
            found.append(step(game, begun, before))
            begun, before = after, []
        state = after
    if before:
        found.append(step(game, begun, before))
    return tuple(found)
