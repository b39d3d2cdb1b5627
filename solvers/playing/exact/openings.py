"""The value of every move of a position, and of every first move of a game.

>>> from ruleproof.models.play.game import game
>>> sorted(openings(game("esgros", "path:3")).items())
[('a1', 'draw'), ('b1', 'win'), ('c1', 'draw')]
>>> openings(game("esgros", "path:3")).distances
{'a1': None, 'b1': 3, 'c1': None}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from ruleproof.models.compiled.failures import sound
from ruleproof.models.displays import displayed, in_short
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position, must_go_on
from ruleproof.solvers.playing.exact.asking import Findings, position_of, stopped_by
from ruleproof.solvers.playing.exact.small import load_searches, plainly
from ruleproof.solvers.playing.exact.solution import Value
from ruleproof.solvers.playing.exact.solve import answered, solve
from ruleproof.solvers.playing.values.contradiction import Contradiction, WrongValue, must_be_value
from ruleproof.solvers.playing.values.oracle import GIGABYTE, Oracle, final, relation
from ruleproof.solvers.playing.values.questions import above, settle
from ruleproof.solvers.playing.values.scale import OUTCOMES, WIN, Bounds, reading, sign
from ruleproof.solvers.playing.values.words import BY_REPETITION, SOME_BY_REPETITION
from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole
from ruleproof.solvers.work.memory import LACK
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent

if TYPE_CHECKING:
    import pandas


class MoveValues(dict[str, Value | None]):
    """The value of every legal move of a position, by its text. Pickled, it is a plain dictionary.

    Values are for the player who makes the move, in scored games of two the first player's margin;
    None where it is not known; `reason` then says why. `distances`: the plies to the end of a win
    or loss, the move counted; None for draws and points, and where they are not known.
    `undecided`: the moves whose value a rule of repetition decides, so that no search tells it.
    """

    def __init__(
        self,
        values: Mapping[str, Value | None],
        position: Position,
        distances: Mapping[str, int | None] | None = None,
        *,
        undecided: Sequence[str] = (),
        reason: str = "",
    ) -> None:
        super().__init__(values)
        self.position = position
        self.undecided = tuple(undecided)
        self.reason = reason
        self.distances: dict[str, int | None] = {
            move: (distances or {}).get(move) for move in values
        }

    def __repr__(self) -> str:
        return in_short(super().__repr__())

    def frame(self) -> pandas.DataFrame:
        """The moves as a pandas frame, with the columns `move`, `value` and `distance`. Needs the
        extra `frames`: raises `MissingExtra` without it.
        """
        from ruleproof.solvers.playing.tables.exports import need

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
    two the first player's margin. None stands where it is not known, and `reason` of the answer
    says why. `distances` of the answer tells how soon each move wins or loses, `frame()` makes a
    pandas frame of it.

    `value`: that of the start, if it is known. Raises `ValueError` for a value that the game does
    not have, and `WrongValue`, a `ValueError`, where it contradicts what is found; `TypeError` for
    a position.
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
    Raises the errors of `openings`, but takes a position.
    """
    position = position_of(position)
    must_go_on(position.game, position.state)
    must_be_whole("memory", memory, 0)
    must_be_seconds("time", time)
    if value is not None:
        must_be_value(position.game, value)
    try:
        found = _move_values(position, memory, time, progress, value)
    except Contradiction as error:
        if value is None:
            raise
        raise WrongValue(error, value) from error
    best = _best(found)
    if value is not None and best is not None and best != value:
        what = f"the best move is worth {best!r}"
        raise WrongValue(Contradiction(position.game, position.state, what), value)
    return found


def _best(found: MoveValues) -> Value | None:
    """The value of the position by its moves; None where some are not known, or it has none, or
    more than two play.
    """
    points = [value for value in found.values() if isinstance(value, int)]
    outcomes = [value for value in found.values() if isinstance(value, str)]
    if not found or len(found) not in (len(points), len(outcomes)):
        return None
    if points:
        return (min if found.position.state.side else max)(points)
    return max(outcomes, key=list(OUTCOMES.values()).index)


def _move_values(
    position: Position, memory: int, time: float | None, progress: Listener, value: Value | None
) -> MoveValues:
    """The values of `move_values`. Raises `Contradiction` where they contradict each other, or the
    value that is given.
    """
    game, state = position.game, position.state
    moves = {game.show_move(move): game.play(state, move) for move in game.moves(state)}
    if value == "loss":
        for text, after in moves.items():
            if game.over(after) and relation(game, -1, state, after) * final(game, -1, after) >= 0:
                raise Contradiction(
                    game, state, f"the move {text} ends the game, and does not lose"
                )
        return MoveValues(dict.fromkeys(moves, "loss"), position)
    try:
        small = plainly(position, memory=memory, time=time, progress=progress)
    except (Stopped, KeyboardInterrupt) as error:
        reason = "interrupted" if isinstance(error, KeyboardInterrupt) else ""
        return MoveValues(dict.fromkeys(moves), position, reason=reason)
    if small is None:
        load_searches()
        from ruleproof.solvers.playing.exact.searching import compile_for

        compile_for(position, progress, memory, time)
    deadline = Deadline(time)
    found: dict[str, Value | None] = {}
    if len(game.players) > 2:
        reason = ""
        for text, move in zip(moves, game.moves(state), strict=True):
            after = position.after(move)
            left = None if time is None else max(0.0, time - deadline.elapsed)
            solved = answered(after, small) if small else solve(after, memory=memory, time=left)
            found[text] = solved.value
            reason = reason or (solved.reason if solved.value is None else "")
        return MoveValues(found, position, reason=reason)
    search = small[-1] if small else _oracle(game, memory, deadline, progress)
    try:
        search.prepare(state)
    except (Stopped, MemoryError, KeyboardInterrupt) as error:
        reason = _why_stopped(search, error)
        return MoveValues(dict.fromkeys(moves), position, reason=reason)
    bounds = {text: _at_most(search, state, q, value) for text, q in moves.items()}
    for narrow in (_class, settle):
        for text, known in bounds.items():
            _narrowed(search, narrow, moves[text], known)
    plies: dict[str, int | None] = {}
    undecided: list[str] = []
    for text, known in bounds.items():
        after = moves[text]
        if not known.low and known.exact and not game.over(after) and game.repetition_decides:
            known = Bounds()
            undecided.append(text)
        low, high = reading(game, after, known)
        worth = low if low == high else None
        if isinstance(worth, str) and search.relation(state, after) < 0:
            worth = OUTCOMES[-sign(known.low)]
        found[text] = worth
        if known.exact and known.low and not game.rulebook.scored:
            plies[text] = WIN - abs(known.low) + 1
    reason = ""
    if any(found[text] is None and text not in undecided for text in found):
        reason = _why_stopped(search)
    elif undecided:
        reason = SOME_BY_REPETITION if "win" in found.values() else BY_REPETITION
    return MoveValues(found, position, plies, undecided=undecided, reason=reason)


def _oracle(game: Game, memory: int, deadline: Deadline, progress: Listener) -> Oracle:
    """The compiled search of a game of two."""
    from ruleproof.solvers.playing.exact.searching import oracle

    return oracle(game, memory=memory, deadline=deadline, progress=progress)


def _why_stopped(search: Oracle, error: BaseException | None = None) -> str:
    """The limit that stopped the search, or the user."""
    if isinstance(error, MemoryError | KeyboardInterrupt) and not search.stopped_by:
        search.stopped_by = LACK if isinstance(error, MemoryError) else "interrupted"
    return stopped_by(search, Findings())


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
    except (Stopped, MemoryError, KeyboardInterrupt) as error:
        _why_stopped(search, error)
        search.deadline = Deadline(0.0)


def _class(search: Oracle, state: State, bounds: Bounds) -> None:
    """Finds out who wins, or the margin."""
    if search.game.rulebook.scored or search.game.over(state):
        settle(search, state, bounds)
    else:
        above(search, state, bounds, 0)
        above(search, state, bounds, -1)
