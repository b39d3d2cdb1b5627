"""The value of every position that play reaches, by a table in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.work.progress import Deadline, Stopped

_MEMORY = 1 << 28


def values_without_advice(
    game: Game, deadline: Deadline | None = None
) -> Iterator[tuple[State, int]]:
    """Yields every position with its value, found without the game's advice; nothing where time or
    memory do not suffice.
    """
    plain = replace(game, rulebook=replace(game.rulebook, advice=None))
    table = ValueTable(plain, memory=_MEMORY, deadline=deadline or Deadline())
    try:
        table.prepare(game.start())
    except Stopped:
        return
    yield from table.states()
