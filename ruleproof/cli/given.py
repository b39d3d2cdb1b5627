"""What the command line gives: a game on a board with its settings, a position with its history,
files to read and to write. Every error says which argument it stands in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ruleproof.cli.errors import at

if TYPE_CHECKING:
    from ruleproof.models.game import Game
    from ruleproof.models.position import Position
    from ruleproof.solvers.work.executors import Worker


def chosen_game(name: str, board: str, settings: Iterable[str] | None) -> Game:
    """The game on its board with its settings, as GAME, --board and --set name them."""
    from ruleproof.models import boards
    from ruleproof.models.game import make_game
    from ruleproof.models.rulebook import rulebook
    from ruleproof.models.settings import choose

    with at("GAME"):
        book = rulebook(name)
    with at("--board"):
        ground = boards.board(board or book.board)
    with at("--set"):
        chosen = pairs(settings or ())
        choose(book.settings, chosen)
    with at("--board" if ground.kind not in book.boards else "--board and --set"):
        return make_game(book, ground.text, chosen)


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """The settings that the texts `K=V` choose; `TextError` when one is chosen twice."""
    from ruleproof.models.errors import TextError
    from ruleproof.models.settings import pair

    chosen: dict[str, str] = {}
    for text in texts:
        name, value = pair(text)
        if name in chosen:
            raise TextError(f"{name} is chosen twice, first as {chosen[name]!r}: {text!r}")
        chosen[name] = value
    return chosen


def chosen_position(game: Game, position: str, line: str | None) -> Position:
    """The position that --position shows (empty: the start), after the moves of --line."""
    from ruleproof.models.position import Position

    if position:
        text = text_given(position, "--position")
        with at("--position"):
            first = Position.read(game, text)
    else:
        first = Position.start(game)
    return after_moves(first, (line or "").split(), "--line")


def after_moves(first: Position, moves: Iterable[str], place: str) -> Position:
    """The position after the moves, which stand at `place`; errors say which of them it is."""
    position = first
    for number, text in enumerate(moves, 1):
        with at(f"{place}, move {number}"):
            position = position.play([text])
    return position


def text_given(text: str, place: str) -> str:
    """The text itself, what stands in the file of `@FILE`, or standard input for `-`; no more of
    them is read than a position may have.
    """
    from ruleproof.models.reading import LONGEST_POSITION, stream_within

    if text in ("-", "@-"):
        with at(f"{place} (standard input)"):
            return stream_within(sys.stdin.buffer, LONGEST_POSITION, "standard input")
    if text.startswith("@"):
        return file_text(Path(text[1:]), place, LONGEST_POSITION)
    return text


def file_text(path: Path, place: str, most: int) -> str:
    """The text of the file, which may have so many bytes."""
    from ruleproof.models.reading import text_within

    with at(place):
        return text_within(path, most)


def writable(path: Path, place: str) -> Path:
    """The path itself, once it is sure that a file can be written there."""
    with at(place):
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    return path


def writable_folder(path: Path, place: str) -> Path:
    """The folder, made if it did not exist, once it is sure that files can be written in it."""
    with at(place):
        path.mkdir(parents=True, exist_ok=True)
        writable(path / ".ruleproof", place)
    return path


def hired(cluster: str | None) -> list[Worker]:
    """A worker for each processor, or those of the cluster. Raises `InputError` where the cluster
    cannot be used.
    """
    if cluster is None:
        from ruleproof.solvers.work.side_by_side import cores, local_workers

        return local_workers(cores())
    from ruleproof.solvers.work.cluster import cluster_workers

    with at("--cluster"):
        return cluster_workers(cluster)
