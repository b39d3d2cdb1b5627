"""Oracles: anything that knows values, as seen by the two sides of a game (perhaps one player and
all the others).

party   in games of more than two, the player whose values are given; -1 in games of two
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.values.scale import WIN
from ruleproof.solvers.work.progress import Deadline, Listener

if TYPE_CHECKING:
    from ruleproof.solvers.work.memory import Ledger

GIGABYTE = 1 << 30
"""Bytes that a search may take if nobody says otherwise."""


class Oracle(Protocol):
    """Anything that knows values: a search under way, a table."""

    game: Game
    party: int
    deadline: Deadline
    progress: Listener
    ledger: Ledger
    stopped_by: str
    """The limit that was reached, if that is known."""

    @property
    def nodes(self) -> int:
        """The number of positions looked at so far."""
        ...

    @property
    def unsaved(self) -> WriteError | None:
        """The reason why the work could not be saved, if it was to be."""
        ...

    def prepare(self, state: State) -> None:
        """Prepares for questions about a position and those after it. Raises `Stopped`."""
        ...

    def allow(self, positions: int) -> None:
        """Allows work that was made with a limit about so many positions more."""
        ...

    def value(self, state: State, low: int, high: int) -> int:
        """The value of a position that has not ended, for the side to move: exact if it lies
        between `low` and `high`, else a bound on it outside them. Raises `Stopped`.
        """
        ...

    def relation(self, before: State, after: State) -> int:
        """1 if the side that moved before also moves after, else -1."""
        ...

    def final(self, state: State) -> int:
        """The value of a position that has ended, for the side to move."""
        ...

    def suggestion(self, state: State, target: int, plies: int | None) -> int | None:
        """A move worth more than the target to the side to move, if it is 0 or more within so many
        plies; None if no such move is known without trying all moves. Raises `Stopped`.
        """
        ...

    def nearer(self, before: State, after: State) -> bool:
        """Whether a move that keeps a value above 0 also leads towards the end."""
        ...


def relation(game: Game, party: int, before: State, after: State) -> int:
    """1 if the side that moved before also moves after, else -1."""
    if party >= 0:
        return 1 if (before.side == party) == (after.side == party) else -1
    return 1 if game.plays_on(before, after) else -1


def final(game: Game, party: int, state: State) -> int:
    """The value of a position that has ended, for the side to move."""
    if party >= 0:
        points = game.score(state, party)
        return points if state.side == party else -points
    payoff = game.payoff(state)
    return payoff if game.rulebook.scored else payoff * WIN


def worth(oracle: Oracle, before: State, after: State, target: int) -> bool:
    """Whether the move between the two is worth more than the target to the player who makes it."""
    if not oracle.game.rulebook.scored:
        target += (target > 0) - (target < 0)  # the same distance to the end, a ply later
    same = oracle.relation(before, after) == 1
    limit = target if same else -target - 1
    over = oracle.game.over(after)
    value = oracle.final(after) if over else oracle.value(after, limit, limit + 1)
    return (value > limit) == same
