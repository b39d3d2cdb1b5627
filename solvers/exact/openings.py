"""The value of every move of a position, and of every first move of a game.

>>> from ruleproof.models.play.game import game
>>> sorted(openings(game("esgros", "path:3")).items())
[('a1', 'draw'), ('b1', 'win'), ('c1', 'draw')]
>>> openings(game("esgros", "path:3")).distances
{'a1': None, 'b1': 3, 'c1': None}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from ruleproof.models.compiled.failures import sound
from ruleproof.models.displays import displayed
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.exact.asking import oracle, position_of
from ruleproof.solvers.exact.solution import Value
from ruleproof.solvers.exact.solve import compile_for, solve
from ruleproof.solvers.search.alphabeta import GIGABYTE
from ruleproof.solvers.tables.exports import need
from ruleproof.solvers.values.oracle import Oracle
from ruleproof.solvers.values.questions import above, settle
from ruleproof.solvers.values.scale import OUTCOMES, WIN, Bounds, reading, sign
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent

if TYPE_CHECKING:
    import pandas


class MoveValues(dict[str, Value | None]):
    """The value of every legal move of a position, by its text. Pickled, it is a plain dictionary.

    Values are for the player who makes the move, in scored games of two the first player's margin;
    None where the time did not suffice. `distances`: the plies to the end of a win or loss, the
    move counted; None for draws and points, and where they are not known.
    """

    def __init__(
        self,
        values: Mapping[str, Value | None],
        position: Position,
        distances: Mapping[str, int | None] | None = None,
    ) -> None:
        super().__init__(values)
        self.position = position
        self.distances: dict[str, int | None] = {
            move: (distances or {}).get(move) for move in values
        }

    def frame(self) -> pandas.DataFrame:
        """The moves as a pandas frame, with the columns `move`, `value` and `distance`. Needs the
        extra `frames`: raises `MissingExtra` without it.
        """
        need("a frame", "pandas")
        import pandas as pd

        plies = pd.array([self.distances[move] for move in self], "Int32")
        found = pd.DataFrame({"move": list(self), "value": list(self.values()), "distance": plies})
        if not self.position.game.rulebook.scored:
            outcomes = pd.CategoricalDtype(list(OUTCOMES.values()), ordered=True)
            found["value"] = found["value"].astype(outcomes)
        elif len(self.position.game.players) == 2:
            found["value"] = found["value"].astype("Int32")
        return found

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        """Pickles as a plain dictionary: games of no installed package do not pickle."""
        return dict, (dict(self),)

    def _repr_html_(self) -> str | None:
        return displayed(self)


def openings(
    game: Game,
    *,
    memory: int = GIGABYTE,
    time: float | None = None,
    progress: Listener = silent,
    value: Value | None = None,
) -> MoveValues:
    """The value of every first move, by its text, for the player who makes it; in scored games of
    two the first player's margin. None stands where the time did not suffice. `value`: that of the
    start, if it is known. Raises `TypeError` for a position.
    """
    return move_values(_start(game), memory=memory, time=time, progress=progress, value=value)


def _start(asked: object) -> Position:
    """The start of a game; `TypeError` for anything else."""
    if not isinstance(asked, Game):
        raise TypeError(f"openings are a game's; `move_values` takes a position: {asked!r}")
    return Position.start(asked)


@sound
def move_values(
    position: Position | Game,
    *,
    memory: int = GIGABYTE,
    time: float | None = None,
    progress: Listener = silent,
    value: Value | None = None,
) -> MoveValues:
    """The value of every move of a position, in the same form as `openings`. No move is worth more
    than the position: where its `value` is known, less is left to search; in a lost one, nothing.

    Who wins is found for all moves before it is found how soon; so long as the time suffices for
    the first alone, `distances` are None, as they are where `value` says that all moves lose.
    """
    position = position_of(position)
    game, state = position.game, position.state
    if value == "loss":
        return MoveValues({game.show_move(move): "loss" for move in game.moves(state)}, position)
    compile_for(position, progress, memory, time)
    deadline = Deadline(time)
    found: dict[str, Value | None] = {}
    if len(game.players) > 2:
        for move in game.moves(state):
            left = None if time is None else max(0.0, time - deadline.elapsed)
            after = position.after(move)
            found[game.show_move(move)] = solve(after, memory=memory, time=left).value
        return MoveValues(found, position)
    search = oracle(game, memory=memory, deadline=deadline, progress=progress)
    try:
        search.prepare(state)
    except (Stopped, MemoryError, KeyboardInterrupt):
        return MoveValues({game.show_move(move): None for move in game.moves(state)}, position)
    after = {game.show_move(move): game.play(state, move) for move in game.moves(state)}
    bounds = {text: _at_most(search, state, q, value) for text, q in after.items()}
    for narrow in (_class, settle):
        for text, known in bounds.items():
            _narrowed(search, narrow, after[text], known)
    plies: dict[str, int | None] = {}
    for text, known in bounds.items():
        if not known.low and known.exact and not game.over(after[text]) and game.repetition_decides:
            known = Bounds()
        low, high = reading(game, after[text], known)
        worth = low if low == high else None
        if isinstance(worth, str) and search.relation(state, after[text]) < 0:
            worth = OUTCOMES[-sign(known.low)]
        found[text] = worth
        if known.exact and known.low and not game.rulebook.scored:
            plies[text] = WIN - abs(known.low) + 1
    return MoveValues(found, position, plies)


def _at_most(search: Oracle, before: State, after: State, value: Value | None) -> Bounds:
    """The bounds of a position after a move, known from the value of the one before it."""
    if value == "draw":
        most = 0
    elif isinstance(value, int):
        most = -value if before.side else value
    else:
        return Bounds()
    return Bounds(high=most) if search.relation(before, after) > 0 else Bounds(low=-most)


def _narrowed(
    search: Oracle, narrow: Callable[[Oracle, State, Bounds], object], state: State, bounds: Bounds
) -> None:
    """Narrows the bounds of a position; once the time is up, it leaves them as they are."""
    try:
        narrow(search, state, bounds)
    except (Stopped, MemoryError, KeyboardInterrupt):
        search.deadline = Deadline(0.0)


def _class(search: Oracle, state: State, bounds: Bounds) -> None:
    """Finds out who wins, or the margin."""
    if search.game.rulebook.scored or search.game.over(state):
        settle(search, state, bounds)
    else:
        above(search, state, bounds, 0)
        above(search, state, bounds, -1)
