"""Whole turns played out, to check puzzles in which both sides work together.

turn      the moves of one player up to where the other moves or the game is over; two that end in
          the same position are the same turn
help      a line of so many turns of both sides, whose last one is the first to reach a goal

Positions are taken without their history: the number of occurrences does not count. All lines are
followed, layer by layer; a layer keeps equal positions once, with the number of lines to them.
Nothing here knows how puzzles are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ruleproof.models.cells import Cells
from ruleproof.models.compiled.goals import goal_kernels
from ruleproof.models.compiled.kernels import PLAYING, Engine, engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import words_of
from ruleproof.solvers.verify.attacks import Asked, Undecided

POSITIONS = 2_000_000
"""The moves played, and so positions made, before the question is given up."""
_Key: TypeAlias = bytes
Told: TypeAlias = Callable[[_Key, _Key, _Key], tuple[int, _Key]]
"""The meaning of a turn's last move, from one row to the other, with the cells marked before it: 1
if the line ends there as it should, 0 if it goes on, -1 if it fails; and the cells marked then.
"""


Alike: TypeAlias = Callable[[_Key], _Key]
"""A key, equal for rows with the same play; without it, rows are alike only to themselves."""


class Turn(NamedTuple):
    """The moves of a turn as text, and the position after it."""

    moves: tuple[str, ...]
    after: State


class Lines(NamedTuple):
    """The number of lines, and one of them, if any."""

    many: int
    line: tuple[Turn, ...]


def _words(row: _Key) -> Any:
    """The words of a row, as compiled code takes them."""
    return np.frombuffer(bytearray(row), np.uint64)


class Ending(NamedTuple):
    """A turn as rows: its moves, the position before the last of them, and the one after it."""

    moves: tuple[int, ...]
    before: _Key
    after: _Key


class Play:
    """A game's whole turns, by its compiled rules; `most`: the number of moves played in all."""

    def __init__(self, engine: Engine, most: int, alike: Alike | None = None) -> None:
        self.engine = engine
        self._alike: Alike = alike or (lambda row: row)
        self._most = most
        self._left = most
        self._list = engine.move_list()

    def row(self, state: State) -> _Key:
        """The row of a state."""
        return self.engine.row(state).tobytes()

    def state(self, row: _Key) -> State:
        """The state of a row."""
        return self.engine.state(_words(row))

    def turns(self, row: _Key) -> Iterator[Ending]:
        """Yields the turns from a position, shortest first, and only one for each ending."""
        engine, kernels = self.engine, self.engine.kernels
        amid: dict[_Key, tuple[int, ...]] = {row: ()}
        known: set[_Key] = {self._alike(row)}
        ended: set[_Key] = set()
        queue = [row]
        for here in queue:
            before = _words(here)
            many = kernels.moves(engine.masks, engine.numbers, before, self._list)
            for move in [int(one) for one in self._list[1 : many + 1]]:
                self._left -= 1
                if self._left < 0:
                    raise Undecided(f"not decided within {self._most:,} positions")
                out = np.zeros_like(before)
                again = kernels.play(engine.masks, engine.numbers, before, move, out)
                after, moves = out.tobytes(), (*amid[here], move)
                if again < 0 or kernels.ended(engine.masks, engine.numbers, out) != PLAYING:
                    like = self._alike(after)
                    if like not in ended:
                        ended.add(like)
                        yield Ending(moves, here, after)
                elif (like := self._alike(after)) not in known:
                    known.add(like)
                    amid[after] = moves
                    queue.append(after)


def _turn(play: Play, ending: Ending) -> Turn:
    texts = tuple(play.engine.game.show_move(move) for move in ending.moves)
    return Turn(texts, play.state(ending.after))


class _Way(NamedTuple):
    """A line so far: the last turn, behind another line."""

    ending: Ending
    behind: _Way | None


_Layer: TypeAlias = dict[tuple[_Key, _Key], tuple[int, _Way | None]]
"""Positions with the cells marked in them; the number of lines to each, and one of them."""


def _next(play: Play, layer: _Layer, told: Told) -> tuple[_Layer, int, _Way | None]:
    """The positions one turn on, the number of lines that end there, and one of those."""
    after: _Layer = {}
    many, found = 0, None
    for (row, marked), (lines, behind) in layer.items():
        for ending in play.turns(row):
            said, now = told(ending.before, ending.after, marked)
            if said > 0:
                many += lines
                found = found or _Way(ending, behind)
            elif said == 0:
                before, way = after.get((ending.after, now), (0, None))
                after[ending.after, now] = before + lines, way or _Way(ending, behind)
    return after, many, found


def _line(play: Play, way: _Way | None) -> tuple[Turn, ...]:
    found: list[Turn] = []
    while way:
        found.append(_turn(play, way.ending))
        way = way.behind
    return tuple(reversed(found))


def helped(
    game: Game,
    state: State,
    asked: Asked,
    marked: Cells = 0,
    *,
    turns: int,
    positions: int = POSITIONS,
) -> Lines:
    """The lines of exactly so many turns of both sides together that reach the goal with the last
    turn and not before.
    """
    play = Play(engine(game), positions)
    compiled = play.engine
    goal, diagram = goal_kernels(compiled).goal, compiled.row(state)
    question = np.array(asked, np.int64)

    def told(before: _Key, after: _Key, cells: _Key) -> tuple[int, _Key]:
        now = _words(cells)
        rows = _words(before), _words(after)
        said = goal(compiled.masks, compiled.numbers, question, diagram, *rows, now)
        return int(said), now.tobytes()

    cells = np.array(words_of(marked, compiled.width), np.uint64).tobytes()
    layer: _Layer = {(play.row(state), cells): (1, None)}
    many, way = 0, None
    for _ in range(turns):
        layer, many, way = _next(play, layer, told)
    return Lines(many, _line(play, way) if many else ())
