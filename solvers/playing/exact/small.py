"""Small positions, answered by the plain solver before anything is compiled.

Compiling takes seconds; the same rules run as plain Python, tens of thousands of plays a second. So
all that play reaches from a position is listed first, as far as a fixed number of plays allows. How
far that is depends on the rules and on what was asked before, never on the clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib import import_module

from ruleproof.models.files.writing import WriteError
from ruleproof.models.mistakes import told_as_the_authors
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.play.trial import tried
from ruleproof.solvers.playing.exact.asking import COMPILED, Findings, kind_of
from ruleproof.solvers.playing.values.oracle import GIGABYTE, final, relation
from ruleproof.solvers.playing.values.questions import keeps
from ruleproof.solvers.playing.values.recurring import first_occurrence, recurred, recurs
from ruleproof.solvers.playing.values.reference import Outcome, outcomes, reached
from ruleproof.solvers.playing.values.scale import ANYTHING, WIN, Bounds, distance
from ruleproof.solvers.work.memory import Ledger
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent

PLAYS = 20_000
"""Plays of one kind of game that a process makes by plain Python before it compiles: less than a
second of work in most games.
"""
_ROOM = 1 << 26
"""Bytes that so many positions may take."""
_played: Counter[tuple[str, int, bool]] = Counter()
"""The plays so far of each kind of game."""


class _TooMany(Exception):
    """More plays are needed than may be taken, or the time is up."""


class Small:
    """The values of all positions that play reaches from one: an `Oracle`."""

    def __init__(
        self,
        game: Game,
        party: int,
        found: Mapping[State, Outcome],
        deadline: Deadline,
        listener: Listener,
    ) -> None:
        self.game, self.party = game, party
        self.deadline, self.progress, self.ledger = deadline, listener, Ledger(GIGABYTE)
        self.stopped_by = ""
        self.unsaved: WriteError | None = None
        self._found = found

    @property
    def nodes(self) -> int:
        """The number of positions."""
        return len(self._found)

    def prepare(self, state: State) -> None:
        """Does nothing: every value is known."""

    def allow(self, positions: int) -> None:
        """Does nothing: no work is left."""

    def value(self, state: State, low: int, high: int) -> int:  # noqa: ARG002 - it is exact
        """The exact value of a position."""
        again = state not in self._found and recurs(self.game, state)
        value, plies = self._found[first_occurrence(state) if again else state]
        if not self.game.rulebook.scored:
            value *= WIN - (plies or 0)
        return recurred(self.game, self.party, state, value) if again else value

    def relation(self, before: State, after: State) -> int:
        """1 if the side that moved before also moves after, else -1."""
        return relation(self.game, self.party, before, after)

    def final(self, state: State) -> int:
        """The value of a position that has ended, for the side to move."""
        return final(self.game, self.party, state)

    def suggestion(self, state: State, target: int, plies: int | None) -> int | None:  # noqa: ARG002
        """None: see `Oracle`."""
        return None

    def nearer(self, before: State, after: State) -> bool:
        """Whether the game ends within fewer plies after the move between the two."""
        return (self._found[after].distance or 0) < (self._found[before].distance or 0)


def plainly(
    position: Position,
    *,
    memory: int = GIGABYTE,
    time: float | None = None,
    progress: Listener = silent,
) -> dict[int, Small] | None:
    """The values of all that play reaches from a position, by party (-1 in games of two); None
    where that takes too many plays, or more than the memory or time allowed, or where a search is
    compiled already. Raises `Mistake` where a rule fails, and whatever the listener does.
    """
    game, state = position.game, position.state
    if memory < _ROOM or kind_of(game) in COMPILED or recurs(game, state):
        return None
    tried(game)
    begun, many = Deadline(), len(game.players)
    try:
        with told_as_the_authors(game.rulebook.rules):
            after = reached(game, state, watch=_Watch(kind_of(game), Deadline(time), progress))
            return {
                party: Small(game, party, outcomes(game, after, party), begun, progress)
                for party in (range(many) if many > 2 else (-1,))
            }
    except _TooMany:
        return None


class _Watch:
    """Counts plays, and raises `_TooMany` before a layer with which they become too many.

    A layer that took r times as many plays as the one before is expected to be followed by one that
    takes r / 2 times as many again: where stones are added, r falls from layer to layer.
    """

    def __init__(self, kind: tuple[str, int, bool], deadline: Deadline, listener: Listener) -> None:
        self._kind, self._deadline, self._listener = kind, deadline, listener
        self._last = 1

    def __call__(self, plays: int) -> None:
        """Adds the plays of the next layer."""
        expected = plays + plays * plays // (2 * self._last)
        if _played[self._kind] + expected > PLAYS or self._deadline.passed:
            raise _TooMany
        _played[self._kind] += plays
        self._last = max(1, plays)
        self._listener(Progress("positions", _played[self._kind]))


def forced_win(small: Small, state: State, within: int | None) -> Findings:
    """Whether the side to move wins, if `within` is given within so many plies, and a first move
    that does.
    """
    game, bounds = small.game, Bounds()
    if game.over(state):
        return Findings(Bounds(small.final(state), small.final(state)))
    value = small.value(state, *ANYTHING)
    least = 1 if within is None else WIN - within
    if value >= least:
        bounds.low = 1 if game.rulebook.scored else value
        moves = game.moves(state)
        best = [
            move for move in moves
            if keeps(small, state, game.play(state, move), least - 1, Bounds())
        ][:1]  # fmt: skip
        return Findings(bounds, best, within=distance(value))
    if within is not None:
        return Findings(bounds, no_win_within=within)
    bounds.high = 0
    return Findings(bounds)


def load_searches() -> None:
    """Imports the compiled searches. Raises `ImportError` where a library of the compiler cannot be
    loaded: its own error, an `OSError`, would pass for one about a file of the user's.
    """
    try:
        import_module("ruleproof.solvers.playing.exact.searching")
    except OSError as error:
        raise ImportError(f"the compiler cannot be loaded: {error}") from error
