"""The value of every move of a position, and of every first move of a game.

>>> from ruleproof.models.play.game import game
>>> sorted(openings(game("esgros", "path:3")).items())
[('a1', 'draw'), ('b1', 'win'), ('c1', 'draw')]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

from ruleproof.models.compiled.failures import sound
from ruleproof.models.displays import displayed
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.exact.asking import oracle, position_of
from ruleproof.solvers.exact.solution import Value
from ruleproof.solvers.exact.solve import compile_for, solve
from ruleproof.solvers.search.alphabeta import GIGABYTE
from ruleproof.solvers.values.oracle import Oracle
from ruleproof.solvers.values.questions import above, settle
from ruleproof.solvers.values.scale import OUTCOMES, Bounds, reading, sign
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent


class MoveValues(dict[str, Value | None]):
    """The value of every legal move of a position, by its text. Pickled, it is a plain dictionary.

    Values are for the player who makes the move, in scored games of two the first player's margin;
    None where the time did not suffice.
    """

    def __init__(self, values: Mapping[str, Value | None], position: Position) -> None:
        super().__init__(values)
        self.position = position

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
) -> MoveValues:
    """The value of every first move, by its text, for the player who makes it; in scored games of
    two the first player's margin. None stands where the time did not suffice. Raises `TypeError`
    for a position.
    """
    return move_values(_start(game), memory=memory, time=time, progress=progress)


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
) -> MoveValues:
    """The value of every move of a position, in the same form as `openings`."""
    position = position_of(position)
    game, state = position.game, position.state
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
    for move in game.moves(state):
        text = game.show_move(move)
        after = game.play(state, move)
        known = _classed(search, after)
        if known.exact and not known.low and not game.over(after) and game.repetition_decides:
            known = Bounds()
        low, high = reading(game, after, known)
        value = low if low == high else None
        if isinstance(value, str) and search.relation(state, after) < 0:
            value = OUTCOMES[-sign(known.low)]
        found[text] = value
    return MoveValues(found, position)


def _classed(search: Oracle, state: State) -> Bounds:
    """The bounds of a position once it is known who wins (or the margin), or the time is up."""
    bounds = Bounds()
    try:
        if search.game.rulebook.scored or search.game.over(state):
            settle(search, state, bounds)
        else:
            above(search, state, bounds, 0)
            above(search, state, bounds, -1)
    except (Stopped, MemoryError, KeyboardInterrupt):
        search.deadline = Deadline(0.0)
    return bounds
