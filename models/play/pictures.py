"""Reads positions from drawings in text, as `ruleproof show` prints them and people send them.

A drawing is rows of signs from the top, with or without their numbers or letters, and words around
them that name the side to move: "white to move". `key=value` words, and the sentences of a
rulebook's keys, tell the rest. Other words are let be.

>>> from ruleproof.models.play.game import game
>>> position_text(game("esgros", "hex:2"), '''
...  c · ·
... b · ● ·
...  a ○ ·
... ● black  ○ white  black to move''')
'. . / . B . / W . ; black'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from ruleproof.models.errors import PositionError, TextError, offer
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import read, sentences_of_keys, show, start_keys

GLYPHS: dict[str, str] = {"black": "●", "white": "○"}
"""Signs of the terminal for pieces that have no letter of their own."""
EMPTY = "·∘▪▫"
"""Signs of empty cells, by the tint of the cell."""
_MOVER = re.compile(r"\b(?:to move|moves)\b", re.IGNORECASE)
_FIELD = re.compile(r"\\\{\w*\\\}")


def is_drawing(text: str) -> bool:
    """Whether the text is a drawing: a position's text is a line, or has a `;` before any words."""
    first, separator, _ = text.partition(";")
    return "\n" in text.strip() and (not separator or bool(_MOVER.search(first)))


def position_text(game: Game, drawing: str) -> str:
    """The text of the position that the drawing shows. Raises `TextError` for rows that are no rows
    of the board, and where no side or two sides are to move; `PositionError` as `notation.read`.
    """
    lines = drawing.splitlines()
    many, refused = len(game.board.rows), None
    for first in range(len(lines)):
        rows = _rows(game, lines[first : first + many])
        if len(rows) < many:
            continue
        before, behind = _words(lines[:first]), _words(lines[first + many :])
        try:
            return _read(game, " / ".join(rows), before, behind)
        except TextError as no:  # another line may be the first row
            refused = refused or no
    raise refused or _no_rows(game, lines)


def _words(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def _read(game: Game, picture: str, before: str, behind: str) -> str:
    """The text of the position with that picture and those words around it."""
    beginning = f"{picture} ; {_side(game, behind, before)}"
    told = _keys(game, f"{before} {behind}")
    try:
        return show(game, read(game, _with(beginning, told)))
    except PositionError:
        later = _later(game)
        if not later.keys() - told.keys():
            raise
        return show(game, read(game, _with(beginning, later | told)))


def _with(beginning: str, keys: Mapping[str, str]) -> str:
    return " ".join([beginning, *(f"{key}={value}" for key, value in keys.items())])


def _rows(game: Game, lines: list[str]) -> list[str]:
    """The rows' parts of a position's text, as long as the lines can be rows."""
    read_rows = (_row(game, place, line) for place, line in enumerate(lines))
    return [row for row in takewhile(lambda row: row is not None, read_rows) if row is not None]


def _no_rows(game: Game, lines: list[str]) -> TextError:
    """The error where nowhere all rows of the board are found."""
    many = len(game.board.rows)
    found = [_rows(game, lines[first : first + many]) for first in range(len(lines))]
    first = max(range(len(lines)), key=lambda place: len(found[place]))
    most = len(found[first])
    expected = _expected(game, most)
    if not most:
        return TextError(
            "a position is ROWS ; SIDE [key=value …], and no ';' is there; a drawing of "
            f"{game.board.text} would begin with {expected}: {chr(10).join(lines)[:60]!r}"
        )
    there = lines[first + most].strip() if first + most < len(lines) else ""
    of = f"row {most + 1} from the top of {game.board.text}"
    return TextError(f"{of} is {expected}, in a drawing: {there!r}")


def _cells(game: Game, place: int) -> list[int]:
    """The cells of a row, without the gaps."""
    return [cell for cell in game.board.rows[place] if cell >= 0]


def _label(game: Game, place: int) -> str:
    """The number or the letters that drawings write before a row; empty on other boards."""
    board = game.board
    if board.grid == "square":
        return str(len(board.rows) - place)
    return board.names[_cells(game, place)[0]].rstrip("0123456789") if board.grid == "hex" else ""


def _expected(game: Game, place: int) -> str:
    """The words for a row that is looked for."""
    label, many = _label(game, place), len(_cells(game, place))
    signs = f"{many} sign" + "s" * (many != 1)
    return f"{label!r} and {signs}" if label else signs


def _row(game: Game, place: int, line: str) -> str | None:
    """The row's part of a position's text; None where the line has another number of signs."""
    signs, cells = line.split(), _cells(game, place)
    tokens, known = game.rulebook.text.tokens, _signs(game)
    label = _label(game, place)
    named = len(signs) == len(cells) + 1 or (tokens and label not in tokens)
    if signs and signs[0] == label and named:
        del signs[0]
    if len(signs) == len(game.board.rows[place]):
        signs = [sign for sign in signs if sign != "-"]
    if len(signs) != len(cells):
        return None
    found = iter(known.get(sign, sign) for sign in signs)
    return " ".join("-" if cell < 0 else next(found) for cell in game.board.rows[place])


def _signs(game: Game) -> Mapping[str, str]:
    """The tokens of a position's text for the signs that drawings have instead."""
    tokens = game.rulebook.text.tokens.items()
    stones = {GLYPHS[name]: token for token, name in tokens if name in GLYPHS}
    return dict.fromkeys(EMPTY, ".") | stones


def _side(game: Game, behind: str, before: str) -> str:
    """The side to move: as the words behind the rows say, or else those before."""
    for words in (behind, before):
        named = [
            player
            for player in game.players
            if re.search(rf"\b{re.escape(player)} {_MOVER.pattern}", words, re.IGNORECASE)
        ]
        if len(named) == 1:
            return named[0]
        if named:
            raise TextError(f"two sides are to move below the drawing: {offer(named)}")
    sides = " or ".join(f"'{player} to move'" for player in game.players)
    raise TextError(f"nobody is to move; below a drawing stands {sides}")


def _keys(game: Game, words: str) -> dict[str, str]:
    """The keys that the words give values, by themselves or in the sentences of the rulebook."""
    found = dict(_told(game, words))
    for key in start_keys(game):
        given = re.search(rf"(?<!\S){re.escape(key)}=(\S+)", words)
        if given:
            found[key] = given[1]
    return found


def _told(game: Game, words: str) -> Iterator[tuple[str, str]]:
    """The keys with their values that stand in the words as sentences."""
    for name, sentence in sentences_of_keys(game).items():
        key, _, value = name.partition("=")
        pattern = _FIELD.sub(r"([^\\s.,;]+)", re.escape(sentence))
        if sentence and (said := re.search(pattern, words)):
            yield key, value or ",".join(said.groups())


def _later(game: Game) -> dict[str, str]:
    """Values of keys once the start is over: those without a sentence, where the start has one."""
    sentences, usual = sentences_of_keys(game), start_keys(game)
    return {
        key: next(quiet)
        for key, words in game.rulebook.text.keys.items()
        if words and sentences.get(f"{key}={usual[key]}") and key not in sentences
        for quiet in [(word for word in words if not sentences.get(f"{key}={word}"))]
    }
