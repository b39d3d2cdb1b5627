"""Annotates games: the worth of each turn where known, mistakes, missed wins, puzzles.

known     a side has a forced win within `TURNS` turns of its own, proved by search
mistake   a turn after which the other has a forced win, though before it he had none
missed    a turn that lets a forced win go
better    than a mistake: a turn that wins, or else one after which the other has no forced win
searched  a position whose search for forced wins was not too wide; neither mistakes nor missed wins
          are told where one that they rest on was not
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from ruleproof.models.play.game import State
from ruleproof.models.play.position import Position
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation
from ruleproof.puzzles.telling.relatives import relatives
from ruleproof.solvers.goals.attack import TooWide
from ruleproof.solvers.work.progress import Listener, Progress, silent

TURNS = 3
"""Forced wins are looked for within so many turns."""
LIMIT = 60_000
"""The most moves of one search."""


class Known(NamedTuple):
    """Facts about a position: whether the side to move wins or loses, the number of the winner's
    turns that it takes, and a turn that wins; `value` is None where nothing is known. `searched`
    says whether all turns were searched, so that None means that there is no forced win.
    """

    value: Literal["win", "loss"] | None = None
    turns: int | None = None
    best: str | None = None
    searched: bool = True


class Turned(NamedTuple):
    """A whole turn of the game: the number of its first move, the side, its text, and the positions
    around it.
    """

    number: int
    side: str
    text: str
    before: Position
    after: Position


class Annotated(NamedTuple):
    """A turn with the facts known before and after it, each for the side to move then; of a mistake
    a `better` turn, None where the search for one was too wide.
    """

    turn: Turned
    before: Known
    after: Known
    better: str | None = None

    @property
    def mistake(self) -> bool:
        """Whether the turn gives the other a forced win that he did not have."""
        if self.after.value != "win":
            return False
        return self.before.value == "win" or (self.before.value is None and self.before.searched)

    @property
    def missed(self) -> str | None:
        """The turn that would have won, if this one gives the win away."""
        if self.before.value != "win" or self.after.value == "loss" or not self.after.searched:
            return None
        return self.before.best


def turns_of(positions: Sequence[Position], moves: Sequence[str]) -> list[Turned]:
    """The whole turns of a game from its positions and moves."""
    found: list[Turned] = []
    begun = 0
    for number in range(1, len(positions)):
        before, after = positions[number - 1], positions[number]
        if not after.over and after.game.plays_on(before.state, after.state):
            continue
        first = positions[begun]
        text = " ".join(moves[begun:number])
        found.append(Turned(begun + 1, first.side, text, first, after))
        begun = number
    return found


def annotated(turns: Sequence[Turned], listener: Listener = silent) -> Iterator[Annotated]:
    """Yields the turns, each with the facts known about the positions around it."""
    if not turns:
        return
    judge = Judge(turns[0].before.game, LIMIT)
    before = known(judge, turns[0].before.state)
    for number, turn in enumerate(turns):
        listener(Progress("turns", number, len(turns)))
        after = known(judge, turn.after.state)
        told = Annotated(turn, before, after)
        yield told._replace(better=_better(judge, told)) if told.mistake else told
        before = after


def numbers(puzzles: Iterable[Puzzle], turns: Iterable[Turned]) -> list[int]:
    """The number of the turn before which each puzzle of a game comes up; both in their order."""
    coming = iter(turns)
    return [
        next(turn.number for turn in coming if turn.before.text == puzzle.position)
        for puzzle in puzzles
    ]


def unrelated(puzzles: Sequence[Puzzle], most: int | None = None) -> list[int]:
    """The places of the puzzles without their relatives, of which the one of the greatest worth
    stays: at most so many, those of the greatest worth.
    """

    def worth(place: int) -> int:
        told = puzzles[place].worth
        return told.value if told else 0

    left = set(range(len(puzzles)))
    for cluster in relatives(puzzles):
        left -= set(cluster.puzzles) - {max(cluster.puzzles, key=worth)}
    return sorted(sorted(left, key=lambda place: (-worth(place), place))[:most])


def known(judge: Judge, state: State) -> Known:
    """Searches a position that begins a turn for forced wins."""
    game = judge.game
    if game.over(state):
        payoff = game.payoff(state)
        return Known("win" if payoff > 0 else "loss", 0) if payoff else Known()
    try:
        for turns in range(1, TURNS + 1):
            if _wins(judge, state, turns):
                return Known("win", turns, _winning(judge, state, turns))
            if _loses(judge, state, turns):
                return Known("loss", turns)
    except TooWide:
        return Known(searched=False)
    return Known()


def _better(judge: Judge, mistaken: Annotated) -> str | None:
    """A turn in place of the mistake, None where the search is too wide."""
    if mistaken.before.best:
        return mistaken.before.best
    try:
        root = judge.pose(mistaken.turn.before.state, _asked("avert", TURNS))
        held = (judge.text(turn) for turn in judge.turns(root) if judge.right(turn, TURNS))
        return next(held, None)
    except TooWide:
        return None


def _asked(aim: Literal["reach", "avert"], turns: int) -> Stipulation:
    return Stipulation(aim=aim, goal=Asked(name=WIN), turns=turns)


def _wins(judge: Judge, state: State, turns: int) -> bool:
    return judge.within(judge.pose(state, _asked("reach", turns)), turns)


def _loses(judge: Judge, state: State, turns: int) -> bool:
    return judge.within(judge.pose(state, _asked("avert", turns)), turns)


def _winning(judge: Judge, state: State, turns: int) -> str:
    root = judge.pose(state, _asked("reach", turns))
    return next(judge.text(turn) for turn in judge.turns(root) if judge.right(turn, turns))
