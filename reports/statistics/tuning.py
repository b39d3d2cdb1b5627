"""Tuning: play statistics of one game on several boards and under several settings, side by side.

variant   a board with its settings, and what was varied to come to it
row       a variant with its statistics and, where a small search finds it, its exact value

A run can go on from a file of rows: its variants are not played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from ruleproof.models.displays import Listing
from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import LONGEST_LIST, bytes_within
from ruleproof.models.files.strict import fitting, json_as
from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.reports.statistics.play_statistics import PlayStatistics, play_statistics
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.work.executors import Worker
from ruleproof.solvers.work.limits import Hash, Line, Word
from ruleproof.solvers.work.progress import Listener, Progress, Stopped, silent
from ruleproof.solvers.work.seals import sealed, unsealed

NODES = 300_000
"""Positions searched for an exact value: a second or two."""
SECONDS = 5.0
"""The search gives up after so many seconds in any case."""
SEED = 1
FORMAT = "ruleproof-tune/2"


class Variant(NamedTuple):
    """A game, and the words for what makes it differ from the other variants."""

    game: Game
    varied: Mapping[str, str]


class Row(BaseModel):
    """A variant and what is known of it. `value`: the value of the start, as `solve` gives it; None
    where the small search does not find it: it then lies within `bounds`. `statistics`: those of
    `PlayStatistics`.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    board: Word
    settings: dict[Word, Word | int]
    varied: dict[Word, Line]
    value: Word | int | list[int] | None
    bounds: tuple[Any, Any]
    statistics: dict[str, Any]


class Tuned(Listing[Row]):
    """The rows of a tuning, which notebooks show as one table. `title`: the game's."""

    title: str = ""


_STATISTICS = TypeAdapter(PlayStatistics)


def statistics(row: Row) -> PlayStatistics:
    """The statistics of a row as they were measured."""
    return fitting(_STATISTICS, row.statistics)


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    format: Literal["ruleproof-tune/2"]
    game: Word
    rules: Hash
    games: int
    seed: int
    players: list[Word]
    rows: list[Row]


def exact(game: Game, progress: Listener = silent) -> tuple[Any, tuple[Any, Any]]:
    """The value of the start, None where a small search does not find it, and its bounds."""
    start = Position.start(game)
    found = solve(start, most=NODES, time=SECONDS, line=False, progress=progress)
    value: Any = found.value
    return value, found.bounds


def tuned(
    variants: Sequence[Variant],
    seconds: Callable[[int], float | None],
    *,
    games: int,
    players: Sequence[str],
    seed: int = SEED,
    workers: Sequence[Worker] | None = None,
    resume: Path | None = None,
    progress: Listener = silent,
    tell: Callable[[Tuned], None] = lambda rows: None,
) -> Tuned:
    """A row for each variant; `seconds(left)`: those for the games of the next, with so many left.

    Rows of the file `resume` are taken over, if all their games were played, and new ones are
    written there at once; they stand while the code of the rules does, whatever its wording. `tell`
    hears the rows so far after each variant. Raises `TextError` for a file of other games,
    `WriteError` where it cannot be written. Ends early where no game is finished or the
    listener raises `Stopped`.
    """
    head = {
        "format": FORMAT,
        "game": variants[0].game.name,
        "rules": variants[0].game.rulebook.play if resume else "",
        "games": games,
        "seed": seed,
        "players": list(players),
    }
    known = _read(resume, head) if resume and resume.exists() else []
    kept = {_key(row.board, row.settings): row for row in known if row.statistics["complete"]}
    rows = Tuned()
    rows.title = variants[0].game.rulebook.title
    for number, variant in enumerate(variants):
        game = variant.game
        row = kept.get(_key(game.board.text, game.settings))
        if row is None:
            try:
                progress(Progress("variants", number, len(variants)))
                value, bounds = exact(game, progress)
            except Stopped:
                break
            told = play_statistics(
                game,
                games=games,
                seed=seed,
                seconds=seconds(len(variants) - number),
                groups=players,
                workers=workers,
                progress=progress,
            )
            if not told.groups:
                break
            row = Row(
                board=game.board.text,
                settings=game.settings,
                varied=dict(variant.varied),
                value=value,
                bounds=bounds,
                statistics=told.as_json(),
            )
            kept[_key(game.board.text, game.settings)] = row
            if resume:
                some = [one.model_dump(mode="json") for one in kept.values()]
                content = json.dumps(head | {"rows": some}, ensure_ascii=False, indent=1)
                write_whole(resume, sealed(content.encode()))
        rows.append(row.model_copy(update={"varied": dict(variant.varied)}))
        tell(rows)
    return rows


def _key(board: str, settings: Mapping[str, object]) -> str:
    return f"{board} {json.dumps(settings, sort_keys=True)}"


def _read(path: Path, head: Mapping[str, Any]) -> list[Row]:
    """The rows of a file; `TextError` unless it begins with that head."""
    try:
        file = json_as(_File, unsealed(bytes_within(path, 16 * LONGEST_LIST)))
        for row in file.rows:
            statistics(row)
    except TextError as error:
        why = f"no file of `ruleproof tune` ({error})"
        raise TextError(f"{why}; give a new name to begin anew: {str(path)!r}") from None
    for name, value in head.items():
        was = getattr(file, name)
        if was != value and name == "rules":
            raise TextError(
                "its games were played by other rules than those here; give a new name to begin "
                f"anew: {str(path)!r}"
            )
        if was != value:
            raise TextError(f"it was made with {name} {was!r}, not {value!r}: {str(path)!r}")
    return file.rows
