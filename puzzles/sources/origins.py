"""The sources of a set, as `--source` names them, and their positions.

games        games of self-play
composed     games of self-play, whose diagrams are edited where they are nearly puzzles, and lose
             the pieces that a puzzle can do without
constraints  positions that a constraint solver composes
framed       endings of a smaller board, laid into a full one
table:FILE   positions of a solved table that few turns win or save

Where a set has several sources, they take turns, batch by batch.

>>> from ruleproof.models.play.game import game
>>> sources_of(game("esgros"), ["constraints", "games"])
(constraints, games)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.goal_tables import goals_module
from ruleproof.puzzles.sources.frames import check_framed
from ruleproof.puzzles.sources.self_play import Origin, SelfPlay
from ruleproof.solvers.reasoning.formulas.pieces import owned

GAMES, COMPOSED, CONSTRAINTS = "games", "composed", "constraints"
FRAMED, TABLE = "framed", "table"


class Source(NamedTuple):
    """A source: its kind and, for a table, its file and the checksum of its entries. The same
    table under another name is the same source, also where it was built again.
    """

    kind: str
    path: str = ""
    digest: str = ""

    def __repr__(self) -> str:
        return f"{self.kind}:{self.digest}" if self.path else self.kind


SELF_PLAY = (Source(GAMES),)
"""Self-play alone."""


def sources_of(game: Game, texts: Sequence[str]) -> tuple[Source, ...]:
    """The sources that the texts name. Where there are none: those that the game prefers
    (`SOURCES` in its `goals.py`), else self-play.

    Raises `ValueError` for an unknown source, a file that is no table of the game, a game without
    constraints or frames, and `OSError` for a file that cannot be read.
    """
    found: list[Source] = []
    for text in texts or preferred(game):
        kind, _, file = text.partition(":")
        if kind == TABLE:
            source = _table(game, file)
        elif text in (GAMES, COMPOSED):
            source = Source(text)
        elif text == CONSTRAINTS:
            if game.rulebook.module("constraints") is None:
                raise TextError(f"{game.name} has no constraints: {text!r}")
            owned(game)
            source = Source(CONSTRAINTS)
        elif text == FRAMED:
            check_framed(game)
            source = Source(FRAMED)
        else:
            accepted = f"{GAMES}, {COMPOSED}, {CONSTRAINTS}, {FRAMED}, {TABLE}:FILE"
            raise TextError(f"no such source (sources: {accepted}): {text!r}")
        if source not in found:
            found.append(source)
    return tuple(found)


def preferred(game: Game) -> tuple[str, ...]:
    """The sources of a set where none is named."""
    return getattr(goals_module(game.rulebook), "SOURCES", (GAMES,))


def _table(game: Game, file: str) -> Source:
    from ruleproof.solvers.playing.tables.folder import opened

    if not file:
        raise TextError(f"a table needs its file, as {TABLE}:FILE: {TABLE!r}")
    with opened(file) as table:
        other = table.head.game
        if other != game:
            raise TextError(f"the table is of {other!r}, not of {game!r}: {file!r}")
        return Source(TABLE, str(Path(file).absolute()), table.entries_checksum)


def origin(game: Game, source: Source, turns: range, seed: str) -> Origin:
    """The positions of a source. `seed`: of what all batches share."""
    if source.kind == CONSTRAINTS:
        from ruleproof.puzzles.sources.compositions import Compositions

        return Compositions(game, seed)
    if source.kind == TABLE:
        from ruleproof.puzzles.sources.table_walk import TableWalk

        return TableWalk(game, Path(source.path), turns)
    return SelfPlay(game)
