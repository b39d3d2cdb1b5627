"""Puzzles: what one is, and how it is written down.

stipulation   what the solver is asked for: to win, to hold the draw, or to reach the best margin
sound         the stipulation holds, proved by search
unique        exactly one first move meets it (`first`), or one at every step of the main line for
              the side that solves (`line`)
legal         a game from the start that reaches the position is attached
on sight      what the greediest first move finds: a puzzle so solved is none

A set is a file of JSON Lines, one puzzle a line, in order of rating; `puzzle.schema.json` beside
this module is the published schema of a line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ruleproof.models import notation
from ruleproof.models.errors import TextError
from ruleproof.models.game import Game, State, make_game
from ruleproof.models.position import Position
from ruleproof.models.rulebook import rulebook

FORMAT = "ruleproof-puzzle/1"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Stipulation(_Strict):
    """What is asked: `win` within `plies` half-moves, `hold` the draw, or `margin`: the best
    margin, counted for the first player, that play can reach.
    """

    kind: Literal["win", "hold", "margin"]
    plies: int | None = Field(default=None, ge=1)
    margin: int | None = None

    @property
    def moves(self) -> int | None:
        """In how many moves of its own the solving side wins, where turns alternate."""
        return None if self.plies is None else (self.plies + 1) // 2


class Rating(_Strict):
    """How hard the puzzle is, measured by the weaker solvers that fail at it.

    `depth`: the least depth of plain search that finds the solution and nothing else, null beyond
    the ladder. `playouts`: the least tested number of random games per move from which on their
    averages choose the solution, null if none does. `traps`: moves that look better than it at the
    largest budget. `choices`: legal moves. `value` adds them up (see `puzzles/rate.py`).
    """

    value: int
    depth: int | None
    playouts: int | None
    traps: int
    choices: int


class Puzzle(_Strict):
    """One puzzle: a line of a set."""

    format: Literal["ruleproof-puzzle/1"] = FORMAT
    id: str
    game: str
    board: str
    settings: dict[str, str | int]
    position: str
    side: str
    stipulation: Stipulation
    solution: list[str] = Field(min_length=1)
    unique: Literal["first", "line"]
    themes: list[str]
    rating: Rating
    proof_game: list[str]
    version: str

    def ready(self) -> Game:
        """The game the puzzle is of; `TextError` for an unknown game, board or setting."""
        return make_game(rulebook(self.game), self.board, self.settings)

    def line(self) -> str:
        """The puzzle as one line of JSON, without the line break."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False)


def canonical_text(game: Game, state: State) -> str:
    """The same text for all positions that the game's symmetries make one."""
    return min(notation.show(game, game.image(state, turn, swap)) for turn, swap in game.symmetries)


def puzzle_id(
    game: Game, state: State, stipulation: Stipulation, told: Mapping[str, str | int]
) -> str:
    """A stable id: the game, and a hash of what is asked where, alike for symmetric positions.

    `told`: the settings as the puzzle's file tells them, so that a setting which is new to the game
    changes no id.
    """
    asked = stipulation.model_dump_json(exclude={"margin"})
    settings = json.dumps(dict(told), sort_keys=True)
    parts = (game.board.text, settings, canonical_text(game, state), asked)
    return f"{game.name}-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:10]}"


def read_set(text: str, name: str) -> list[Puzzle]:
    """The puzzles of a set's text; `TextError` names the first line that is not one, `name` being
    the file's.
    """
    puzzles: list[Puzzle] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            puzzles.append(Puzzle.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise TextError(
                f"{name}, line {number}: {where}: {first['msg'].rstrip('.')}: {line[:60]!r}"
            ) from None
    if not puzzles:
        raise TextError(f"a puzzle file holds one puzzle a line, this one holds none: {name!r}")
    return puzzles


def position_of(puzzle: Puzzle) -> Position:
    """The puzzle's position, with the proof game as its history."""
    return Position.start(puzzle.ready()).play(puzzle.proof_game)
