"""Asks one search about one position, until it finds everything or reaches a limit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.play.states import width_for
from ruleproof.solvers.playing.values.oracle import Oracle
from ruleproof.solvers.playing.values.questions import (
    above,
    keeping_moves,
    principal_line,
    settle,
    winning_move,
)
from ruleproof.solvers.playing.values.scale import Bounds
from ruleproof.solvers.work.asked import must_be_whole
from ruleproof.solvers.work.memory import LACK
from ruleproof.solvers.work.progress import TIME_IS_UP, Stopped

Goal: TypeAlias = Literal["value", "win"]


@dataclass
class Findings:
    """The findings of a search so far."""

    bounds: Bounds = field(default_factory=Bounds)
    best: list[int] = field(default_factory=list[int])
    line: list[int] = field(default_factory=list[int])
    within: int | None = None
    no_win_within: int | None = None
    stopped: bool = False
    interrupted: bool = False
    unsaved: list[WriteError] = field(default_factory=list[WriteError])


COMPILED: set[tuple[str, int, bool]] = set()
"""The kinds of games for which this process has compiled all that a search needs."""


def kind_of(game: Game) -> tuple[str, int, bool]:
    """The name, the width of the board in bits, and whether play cannot return: games that agree in
    these share compiled code.
    """
    return game.name, width_for(game.board.size), game.acyclic


def position_of(asked: object) -> Position:
    """The position that is asked about: a game stands for its start. `TypeError` for all else."""
    if isinstance(asked, Position):
        return asked
    if isinstance(asked, Game):
        return Position.start(asked)
    raise TypeError(f"a position or a game is asked about, not {type(asked).__name__}: {asked!r}")


def must_make_sense(game: Game, goal: str, within: int | None) -> None:
    """Raises `TextError` for an unknown goal, `ValueError` for plies that no search can keep,
    `TypeError` for plies that are no whole number.
    """
    goals = get_args(Goal)
    if goal not in goals:
        raise TextError(f"no such goal of a search (goals: {', '.join(goals)}): {goal!r}")
    if within is None:
        return
    if goal != "win" or len(game.players) > 2:
        raise ValueError(f"within goes with the goal win, in games of two players: {within!r}")
    must_be_whole("within", within, 1)


def stopped_by(search: Oracle, found: Findings) -> str:
    """The limit that stopped a search, or the user; empty where neither did."""
    if search.stopped_by:
        return search.stopped_by
    if found.interrupted:
        return "interrupted"
    return TIME_IS_UP if search.deadline.passed else ""


def find(
    search: Oracle, state: State, goal: Goal, *, moves: bool = True, line: bool = True
) -> Findings:
    """Search until all is found or the time is up."""
    found = Findings()
    try:
        search.prepare(state)
        if search.game.over(state):
            found.bounds = Bounds(search.final(state), search.final(state))
        elif goal == "win":
            if above(search, state, found.bounds, 0):
                found.best = [winning_move(search, state)]
        else:
            value = settle(search, state, found.bounds)
            if not moves:
                return found
            found.best = [move for move, _ in keeping_moves(search, state, value)]
            if line:
                found.line = principal_line(search, state, value, found.best[0])
    except (Stopped, MemoryError) as error:
        note_stop(search, found, error)
    except KeyboardInterrupt:
        found.stopped = found.interrupted = True
    return found


def note_stop(search: Oracle, found: Findings, error: Exception) -> None:
    """Notes that a search was stopped, and the reason."""
    found.stopped = True
    if isinstance(error, MemoryError):
        search.stopped_by = LACK
