"""Opponents, and their choices of turns.

All choose a whole turn, and the same one again from the same seed. `perfect` plays by the exact
value where it is found in time, and says where it is not.
"""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from ruleproof.models.errors import TextError, offer
from ruleproof.models.play.position import Position
from ruleproof.solvers.work.progress import Deadline, Listener, silent

PERFECT = "perfect"


class Opponent(NamedTuple):
    """Somebody to play against: the name that requests use, and what people are told."""

    name: str
    title: str
    about: str


class ChosenTurn(NamedTuple):
    """The moves of a whole turn, as texts, and whether they are proved to be best."""

    moves: tuple[str, ...]
    exact: bool


class Chooser(Protocol):
    """A player who chooses turns."""

    def choose(self, position: Position, seed: int) -> list[int]:
        """The moves of a whole turn in a position that is not over."""
        ...


class Random:
    """Chooses blindly among the legal moves. Unlike the player of that name, it need not be
    compiled.
    """

    def choose(self, position: Position, seed: int) -> list[int]:
        """The moves of a whole turn."""
        chance, side, chosen = random.Random(seed), position.state.side, list[int]()
        while not position.over:
            move = chance.choice(position.legal_moves())
            chosen.append(move)
            before, position = position.state, position.after(move)
            if position.state.side != side or not position.game.plays_on(before, position.state):
                break
        return chosen


_STRENGTHS = (
    Opponent("greedy", "Greedy", "takes what counts at once, and looks no further"),
    Opponent("shallow:1", "Casual", "looks one ply ahead, and not at your answer"),
    Opponent("shallow:2", "Careful", "looks two moves ahead"),
    Opponent("mcts:256", "Strong", "plays 256 games in its head for each move"),
    Opponent("mcts:4096", "Stronger", "plays 4,096 games in its head for each move"),
)
_USUAL = "shallow:1"
_WEAKEST = Opponent("random", "Random", "plays any legal move")
_EXACT = Opponent(PERFECT, "Perfect", "plays the exact value where it finds it in time")


def opponents() -> tuple[Opponent, ...]:
    """All opponents, the weakest first."""
    return (_WEAKEST, *_STRENGTHS, _EXACT)


def usual() -> Opponent:
    """The opponent to begin with, who can be beaten and does not play blindly."""
    return next(one for one in _STRENGTHS if one.name == _USUAL)


def checked(name: str) -> str:
    """The name itself; `TextError` where nobody has it."""
    known = [one.name for one in opponents()]
    if name not in known:
        raise TextError(f"no such player (players: {offer(known)}): {name!r}")
    return name


def player(name: str) -> Chooser:
    """The player of that name, `perfect` apart."""
    if name == "random":
        return Random()
    from ruleproof.solvers.playing.players import players

    return players.player(name)


def turn(
    position: Position,
    name: str,
    seed: int,
    *,
    seconds: float,
    memory: int,
    progress: Listener = silent,
) -> ChosenTurn:
    """The turn that the opponent plays in a position that is not over."""
    if name == PERFECT:
        return _perfect(position, seed, seconds, memory, progress)
    moves = player(name).choose(position, seed)
    return ChosenTurn(tuple(map(position.game.show_move, moves)), exact=False)


def _perfect(
    position: Position, seed: int, seconds: float, memory: int, progress: Listener
) -> ChosenTurn:
    """The best turn, move by move, as long as each is found in time; then the strongest other
    player's.
    """
    from ruleproof.solvers.playing.exact.solve import solve

    deadline, side, found = Deadline(seconds), position.state.side, list[str]()
    while not position.over:
        solution = solve(position, time=deadline.left, memory=memory, line=False, progress=progress)
        if not solution.best:
            rest = player(_STRENGTHS[-1].name).choose(position, seed)
            return ChosenTurn((*found, *map(position.game.show_move, rest)), exact=False)
        found.append(solution.best[0])
        before, position = position.state, position.play([solution.best[0]])
        if position.state.side != side or not position.game.plays_on(before, position.state):
            break
    return ChosenTurn(tuple(found), exact=True)
