"""Game records: one JSON file that holds a whole game, and is replayed to be believed.

`game`, `board` and `settings` say what is played, `start` is the text of the position it starts
from (null: the start of the game), `moves` are the texts of the moves, `result` how it ended (null
while play goes on; it can be left out), `version` what wrote it. Transcripts, refutations and proof
games are such files.

>>> from ruleproof.models.play.game import game
>>> record = record_of(Position.start(game("esgros", "path:3")), ["a1", "b1"])
>>> record.moves, replay(record)[-1].text
(('a1', 'b1'), 'B W . ; black')
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.files.shown import LINES, ONE_LINE
from ruleproof.models.files.strict import Misfit, json_as
from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.foreign import is_json, must_be_known
from ruleproof.models.play.game import game_in_file
from ruleproof.models.play.position import Position

Line = Annotated[str, Field(pattern=ONE_LINE)]
Lines = Annotated[str, Field(pattern=LINES)]


class RecordedResult(BaseModel):
    """The result of a recorded game; fields as in `Result`. Older records do not have `player`."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    winner: Line | None
    player: int | None = None
    score: tuple[int, ...] | None
    reason: Line


class Record(BaseModel):
    """A game as it stands in its file."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    game: Line
    board: Line
    settings: dict[Line, Line | int] = {}
    start: Lines | None = None
    moves: tuple[Line, ...] = ()
    result: RecordedResult | None = None
    version: Line = ""


def record_of(first: Position, moves: Sequence[str]) -> Record:
    """The record of the game that goes on from `first` by the moves; errors as `Position.play`."""
    return record_to(first.play(moves), first, moves)


def record_to(last: Position, first: Position, moves: Sequence[str]) -> Record:
    """The record of the game from `first` to `last`, to which the moves are known to lead."""
    game, result = first.game, last.result
    start = None if first.state == game.start() and not first.before else first.text
    ended = None if result is None else RecordedResult.model_validate(_as_json(result._asdict()))
    return Record(
        game=game.name,
        board=game.board.text,
        settings=game.settings,
        start=start,
        moves=tuple(moves),
        result=ended,
        version=version("ruleproof"),
    )


def _as_json(fields: dict[str, object]) -> dict[str, object]:
    return {
        key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()
    }


def replay(record: Record) -> list[Position]:
    """Every position of the recorded game, the first one first.

    Raises `TextError`, `PositionError` or `MoveError`, each naming the field of the record, when it
    cannot be played or did not end as it says.
    """
    game = game_in_file(record.game, record.board, record.settings)
    positions = [Position.start(game)]
    if record.start is not None:
        try:
            positions = [Position.read(game, record.start)]
        except PositionError as error:
            raise PositionError(
                [f"start: {fault}" for fault in error.faults], record.start
            ) from None
        except TextError as error:
            raise TextError(f"start: {error}") from None
    for number, text in enumerate(record.moves, 1):
        try:
            positions.append(positions[-1].play([text]))
        except (TextError, MoveError) as error:
            raise type(error)(f"moves, number {number}: {error}") from None
    result = positions[-1].result
    found = None if result is None else _as_json(result._asdict())
    claimed = None if record.result is None else record.result.model_dump(exclude_unset=True)
    if found and claimed and "player" not in claimed:
        del found["player"]
    if found != claimed and "result" in record.model_fields_set:
        raise TextError(
            f"result: the game as played has {json.dumps(found)}, which stands there as well where "
            f"the field is left out: {json.dumps(claimed)!r}"
        )
    return positions


def read_record(text: str) -> Record:
    """The record that the text of a file holds; `TextError` when it holds none."""
    try:
        return json_as(Record, text)
    except Misfit as misfit:
        must_be_known(text)
        if not is_json(text):
            how = "name its game before it, as GAME FILE, if it is an SGF file or a list of moves"
            raise TextError(f"no game record; {how}: {text[:60]!r}") from None
        raise TextError(f"no game record: {misfit}") from None


def write_record(record: Record, path: Path) -> None:
    """Writes the record to the file. Raises `TextError` where that cannot be done."""
    text = json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1)
    write_whole(path, text + "\n")
