"""Games that were played, as `play` and `annotate` take them: GAME with FILE, or a game record.

What a file holds is told by its content: a record of ours, which says its game itself, or an SGF
file or a list of moves, which need GAME and its options.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking.arguments import after_moves, chosen_game, chosen_position, file_text
from ruleproof.cli.asking.options import argument, option
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.telling.answers import remark

if TYPE_CHECKING:
    from ruleproof.models.play.position import Position


FILE: Any = argument("FILE", "A game from elsewhere: an SGF file or a list of moves.", None)
LETTERS: Any = option("--letters", "go", "Columns of FILE leave out i.", "")


class Played(NamedTuple):
    """The positions of a game, the first one first, and the moves between them."""

    positions: list[Position]
    moves: list[str]


class Beside(NamedTuple):
    """The options beside a game from elsewhere."""

    board: str
    settings: list[str] | None = None
    position: str | None = None
    letters: str = ""


def played(game: str, other: Path | None, beside: Beside, *, needed: bool = False) -> Played:
    """The game of FILE, or of the game record GAME, each move checked; without a file, which may be
    `needed`, the position to begin from. Raises `InputError`.
    """
    from ruleproof.models.files.reading import LONGEST_GAME
    from ruleproof.models.play.foreign import is_json

    if beside.letters not in ("", "go"):
        raise InputError(f"--letters: go: {beside.letters!r}")
    alone = _is_file(game)
    path, place = (Path(game), "GAME") if alone else (other, "FILE")
    if alone and other:
        raise InputError(f"FILE: a game record stands without another game: {str(other)!r}")
    if needed and not path:
        raise InputError(f"GAME: a game record FILE.json, or a game and its FILE: {game!r}")
    text = file_text(path, place, LONGEST_GAME) if path else ""
    if path and (alone or is_json(text)):
        return _recorded("" if alone else game, text, f"{place} {path}", beside)
    chosen = chosen_game(game, beside.board, beside.settings)
    first = chosen_position(chosen, beside.position, None)
    if path:
        return _from_elsewhere(first, text, f"{place} {path}", bool(beside.letters))
    if beside.letters:
        raise InputError("--letters: for GAME FILE, a list of moves or SGF")
    return Played([first], [])


def _is_file(text: str) -> bool:
    """Whether GAME names a file and no game."""
    from ruleproof.models.rulebooks.rulebook import names

    return "." in text or "/" in text or (text not in names() and Path(text).is_file())


def _recorded(game: str, text: str, place: str, beside: Beside) -> Played:
    """The game of a record, which is of that game if one is named."""
    from ruleproof.models.play.records import read_record, replay

    with at(place):
        record = read_record(text)
    for field, given in beside._asdict().items():
        if given:
            name = {"settings": "set"}.get(field, field)
            raise InputError(f"--{name}: a game record says this itself: {given!r}")
    with at(place):
        if game and record.game != game:
            raise InputError(f"GAME: {place} is a game of {record.game}: {game!r}")
        return Played(replay(record), list(record.moves))


def _from_elsewhere(first: Position, text: str, place: str, go_letters: bool) -> Played:
    """The game that another program wrote, or that was copied off a page. Moves that are nothing by
    a clause of the rules are left out, and named.
    """
    from ruleproof.models.play.foreign import moves_of, nothing_by

    with at(place):
        found = moves_of(first.game, text, go_letters=go_letters)
    game, left_out = Played([first], []), list[str]()
    for number, move in enumerate(found, 1):
        here = game.positions[-1]
        with at(f"{place}, move {number}"):
            why = nothing_by(here, move)
        if why:
            left_out.append(f"move {number}, {move}: {why}")
            continue
        game.positions.append(after_moves(here, [move], place, number))
        game.moves.append(move)
    if left_out:
        more = f", and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        remark(f"{place}: left out {left_out[0]}{more}")
    return game
