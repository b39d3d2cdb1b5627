"""The arguments of the command line: a game on a board with its settings, a position with its
history, files to read and to write. Every error says which argument it stands in.

>>> pairs(["exceed=void", "pie=on"])
{'exceed': 'void', 'pie': 'on'}
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ruleproof.cli.errors import InputError, at, in_words, said_at
from ruleproof.cli.telling.answers import holds, remark

if TYPE_CHECKING:
    from ruleproof.models.play.game import Game
    from ruleproof.models.play.position import Position
    from ruleproof.puzzles.puzzle import Puzzle


_FORMS_OF_SETS = (".csv", ".htm", ".html", ".txt", ".png", ".svg", ".pdf")
"""The endings of names that `ruleproof publish` writes."""


def chosen_game(name: str, board: str, settings: Iterable[str] | None) -> Game:
    """The game on its board with its settings, as GAME, --board and --set name them."""
    from ruleproof.models.boards import boards
    from ruleproof.models.play.complete import check_rulebook
    from ruleproof.models.play.game import make_game
    from ruleproof.models.rulebooks.rulebook import rulebook
    from ruleproof.models.rulebooks.settings import choose, without_effect

    with at("GAME"):
        book = rulebook(name)
        check_rulebook(book)
    with at("--board"):
        ground = boards.board(board or book.board)
    with at("--set"):
        chosen = pairs(settings or ())
        choose(book.settings, chosen)
    with at("--board" if ground.kind not in book.boards else "--board and --set"):
        game = make_game(book, ground.text, chosen)
    for note in without_effect(book.settings, chosen, game.settings):
        remark(f"--set: {note}")
    return game


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """The settings that the texts `K=V` choose; `TextError` when one is chosen twice."""
    from ruleproof.models.errors import TextError
    from ruleproof.models.rulebooks.settings import pair

    chosen: dict[str, str] = {}
    for text in texts:
        name, value = pair(text)
        if name in chosen:
            raise TextError(f"{name} is chosen twice, first as {chosen[name]!r}: {text!r}")
        chosen[name] = value
    return chosen


def chosen_position(game: Game, position: str | None, line: str | None) -> Position:
    """The position that --position shows (None: the start), after the moves of --line."""
    from ruleproof.models.play.position import Position

    if position is not None:
        text = text_given(position, "--position")
        with at("--position"):
            first = Position.read(game, text)
    else:
        first = Position.start(game)
    return after_moves(first, (line or "").split(), "--line")


def after_moves(
    first: Position, moves: Iterable[str], place: str, first_number: int = 1
) -> Position:
    """The position after the moves, which stand at `place`; errors say which of them it is, counted
    from `first_number`.
    """
    from ruleproof.models.errors import TextError

    position = first
    for number, text in enumerate(moves, first_number):
        with at(f"{place}, move {number}"):
            try:
                position = position.play([text])
            except TextError:
                if "," not in text:
                    raise
                raise TextError(f"blanks stand between moves, not commas: {text!r}") from None
    return position


def text_given(text: str, place: str) -> str:
    """The text itself, the content of the file of `@FILE`, or standard input for `-`. Reads no more
    of them than a position may have.
    """
    from ruleproof.models.files.reading import LONGEST_POSITION

    if text in ("-", "@-"):
        with at(f"{place} (standard input)"):
            return stdin_text(LONGEST_POSITION)
    if text.startswith("@"):
        return file_text(Path(text[1:]), place, LONGEST_POSITION)
    return text


def stdin_text(most: int) -> str:
    """Read standard input, which may have so many bytes. Raises `TextError` where there is none."""
    from ruleproof.models.errors import TextError
    from ruleproof.models.files.reading import stream_within

    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - it is when it was closed
        raise TextError("it is closed; a text, @FILE or a pipe is accepted")
    return stream_within(sys.stdin.buffer, most, "standard input")


def file_text(path: Path, place: str, most: int) -> str:
    """The text of the file, which may have so many bytes."""
    from ruleproof.models.files.reading import text_within

    with at(place):
        return text_within(path, most)


def set_text(path: Path, place: str) -> str:
    """The text of a set: of a file, or of a starter set, which is named `starter:GAME`."""
    from ruleproof.models.files.reading import LONGEST_SET
    from ruleproof.puzzles.starter import STARTER, starter_text

    name = str(path)
    if not name.startswith(STARTER):
        return file_text(path, place, LONGEST_SET)
    with at(place):
        return starter_text(name.removeprefix(STARTER))


def puzzle_set(path: Path, place: str) -> list[Puzzle]:
    """The puzzles of a file or starter set; `InputError` where it is no set."""
    from ruleproof.puzzles.puzzle import read_set

    text = set_text(path, place)
    with at(place):
        return read_set(text, str(path))


def published_set(path: Path, place: str) -> list[Puzzle]:
    """The puzzles of a set that is to be published; `InputError` names the first that cannot be
    played through, or that contradicts its own tree or game. Puzzles that do not fit today's rules
    are let through.
    """
    from ruleproof.puzzles.checking.outdated import outdated
    from ruleproof.puzzles.checking.told import check_told
    from ruleproof.puzzles.puzzle import check_sentence
    from ruleproof.reports.wording.lines import check_tree

    puzzles = puzzle_set(path, place)
    for number, puzzle in enumerate(puzzles, 1):
        with at(f"{place}: {path}: puzzle {number}, {puzzle.id}"):
            check_sentence(puzzle)
            check_tree(puzzle)
    old = outdated(puzzles)
    for number, puzzle in enumerate(puzzles, 1):
        with at(f"{place}: {path}: puzzle {number}, {puzzle.id}"):
            if puzzle not in old:
                check_told(puzzle)
    return puzzles


def tell_outdated(puzzles: Sequence[Puzzle], place: str) -> None:
    """Says how many of the puzzles do not fit today's rules, if any: once nothing can be refused
    any more, as bad input takes one line.
    """
    from ruleproof.puzzles.checking.outdated import outdated
    from ruleproof.reports.wording.words import counted

    if found := outdated(puzzles):
        games = ", ".join(sorted({puzzle.game for puzzle in found}))
        what = "does not fit" if len(found) == 1 else "do not fit"
        remark(
            f"{place}: note: {counted(len(found), 'puzzle')} {what} today's rules of {games}; "
            f"`ruleproof puzzles check` says where: {found[0].id!r}"
        )


def writable(path: Path, place: str, *, kept: bool = False) -> Path:
    """Returns the path once a file is known to be writable there; a full disk shows only later.
    `kept`: the file is read again later, so it can be no device and no pipe.
    """
    from ruleproof.models.files.writing import try_out

    with at(place):
        try_out(path)
    if kept and path.exists() and not path.is_file():
        raise InputError(f"{place}: takes a regular file, which can be read again: {str(path)!r}")
    return path


def apart(**paths: Path | None) -> None:
    """Raises `InputError` where two of the files are one: what is written last would replace the
    other. They are known to be there or writable, and named as on the command line without dashes.
    """
    seen: dict[Path, str] = {}
    for name, path in paths.items():
        place = name if name.isupper() else f"--{name}"
        if path is None or (path.exists() and not path.is_file()):  # a device keeps nothing
            continue
        if other := seen.get(path.resolve()):
            raise InputError(f"{place}: the file of {other}, which would be lost: {str(path)!r}")
        seen[path.resolve()] = place


def writable_set(path: Path, place: str, *, kept: bool = False) -> Path:
    """Returns the path once a set is known to be writable there, as `writable`. Raises `InputError`
    for a name that another form of a set has, and for that of a starter set.
    """
    from ruleproof.puzzles.starter import STARTER

    if str(path).startswith(STARTER):
        raise InputError(
            f"{place}: names of starter sets begin so; a file needs another name: {str(path)!r}"
        )
    if path.suffix.lower() in _FORMS_OF_SETS:
        raise InputError(
            f"{place}: a set is a file of puzzles, such as {path.stem}.jsonl; `ruleproof publish` "
            f"then makes such a file of it: {str(path)!r}"
        )
    return writable(path, place, kept=kept)


def set_to_write(
    path: Path,
    replace: bool,
    read: Iterable[Path] = (),
    *,
    unfinished: bool = False,
    option: str = "--output",
) -> None:
    """Checks that a set may be written to the file of -o. Raises `InputError` where nothing can be
    written, and where a file is there that nobody asked to have replaced and that is none of those
    that the set is `read` from. `unfinished`: --resume would go on with it.
    """
    writable_set(path, option)
    if not (holds(path) and path.resolve() in [one.resolve() for one in read]):
        must_be_free(
            path, replace, "a set", f"--resume {path} goes on with it; " if unfinished else ""
        )


def must_be_free(path: Path, replace: bool, thing: str, ways: str = "") -> None:
    """Raises `InputError` where a file of -o is there that nobody asked to have replaced. `ways`:
    what else can be done.
    """
    if holds(path) and not replace:
        ways += f"--replace writes {thing} in its place; or give another name"
        raise InputError(f"--output: a file is there; {ways}: {str(path)!r}")


def writable_folder(path: Path, place: str) -> Path:
    """Returns the folder, made if it did not exist, once files are known to be writable in it."""
    from ruleproof.models.files.writing import try_out_folder

    with at(place):
        return try_out_folder(path)


@contextmanager
def after_the_answer(place: str, told: list[str]) -> Generator[None]:
    """Tells after the answer which file could not be written inside, at `place`."""
    from ruleproof.models.files.writing import WriteError

    try:
        yield
    except WriteError as error:
        told.append(said_at(place, error))


def option_of(error: OSError, places: Mapping[str, Path | None]) -> str:
    """The option whose file, or a file of whose folder, could not be written; empty if none's."""
    named = Path(str(error.filename))
    for option, path in places.items():
        if path is not None and (named == path or path in named.parents):
            return option
    return ""


@contextmanager
def naming(places: Mapping[str, Path | None]) -> Generator[None]:
    """Makes errors about the files of these options name the option."""
    try:
        yield
    except OSError as error:
        option = option_of(error, places)
        if isinstance(error, ValueError):
            raise InputError(said_at(option, error) if option else str(error)) from error
        told = in_words(error)
        raise InputError(f"{option}: {told}" if option else told) from error
