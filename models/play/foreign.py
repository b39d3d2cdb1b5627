"""Games from elsewhere: lists of moves as pages print them, and SGF.

list     moves with or without their numbers, dots, commas and players; comments in braces, in
         parentheses, behind a semicolon or a number sign; `resign` and a result end it
SGF      the first line of play; a point is a cell, or two letters: column, and row from the top
letters  columns named as in Go have no `i`

>>> from ruleproof.models.play.game import game
>>> square = game("esgros", "square:9x9")
>>> moves_of(square, "1. A1 J9 {why not} 2. b1, resigns")
['a1', 'j9', 'b1']
>>> moves_of(square, "1. A1 J9", go_letters=True)
['a1', 'i9']
>>> moves_of(square, "(;GM[1]SZ[9];B[aa];W[b1](;B[c1])(;B[d1]))")
['a9', 'b1', 'c1']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleproof.models.errors import TextError
from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position

_COMMENTS = re.compile(r"\{[^}]*\}|\([^)]*\)|[;#][^\n]*")
_NUMBER = re.compile(r"(?<!\S)\d+\s*(?:[.…]+|\)|:)|(?<!\S)\d+(?!\S)")
"""The number of a move or of a turn: no move is a number alone."""
_RESULT = re.compile(r"1-0|0-1|1/2(-1/2)?|½(-½)?|\*")
_ENDS = ("resign", "resigns", "resigned")
_SWAPS = ("swap-pieces", "swap-sides", "swap-colors")
_JSON = re.compile(r'\s*(\{\s*["}]|\[)')
_SGF = re.compile(r"[();]|([A-Z]{1,3})((?:\s*\[(?:\\.|[^\\\]])*\])+)", re.S)
_VALUE = re.compile(r"\[((?:\\.|[^\\\]])*)\]", re.S)
_COLUMN = re.compile(r"(?<![A-Za-z])[A-Z]{1,2}(?=\d)")
_GO_COLUMN = re.compile(r"(?<![a-z])[a-z](?=\d)")


def moves_of(game: Game, text: str, *, go_letters: bool = False) -> list[str]:
    """The texts of the moves of a game from elsewhere, as far as they can be read without playing
    them. Raises `TextError` if there are none, and for a kind of file that is not read.
    """
    must_be_known(text)
    sgf = text.lstrip().startswith("(;")
    found = list(_sgf_moves(game, text) if sgf else _listed(game, text))
    if go_letters:
        found = [_GO_COLUMN.sub(_without_i, move) for move in found]
    if not found:
        raise TextError("no moves stand there: an SGF file, or a list such as '1. a1 b2 2. c3'")
    return found


def is_json(text: str) -> bool:
    """Whether a file is JSON, broken or not, and no list that begins with a comment in braces."""
    return bool(_JSON.match(text))


def nothing_by(position: Position, text: str) -> str:
    """The clause by which a move of another program changes nothing; empty if it is a move."""
    game = position.game
    told = game.rulebook.words.nothing
    return told(game, position.state, game.read_move(text)) if told else ""


def must_be_known(text: str) -> None:
    """Raises `TextError` for a game of AbstractPlay or Ludii, by name."""
    whose = ""
    if text.lstrip().startswith("{"):
        try:
            told = json_value(text)
        except Misfit:
            return
        if isinstance(told, dict) and "header" in told and "moves" in told:
            whose = "AbstractPlay"
    elif re.match(r"\s*game=\S|RNG internal state", text):
        whose = "Ludii"
    if whose:
        raise TextError(f"a game of {whose}, which is not read; copy its moves as a list")


def _listed(game: Game, text: str) -> Iterator[str]:
    """Yields the moves of a list."""
    for word in _NUMBER.sub(" ", _COMMENTS.sub(" ", text)).replace(",", " ").split():
        move = _small(word.strip(".…:"))
        if move in _ENDS or _RESULT.fullmatch(word):
            return
        if move and move not in game.players:
            yield move


def _small(word: str) -> str:
    """The move with cells and words in small letters, as they are here."""
    if word.lower() in _SWAPS:
        return "swap"
    return word.lower() if word.isalpha() else _COLUMN.sub(lambda found: found[0].lower(), word)


def _sgf_moves(game: Game, text: str) -> Iterator[str]:
    """Yields the moves of the first line of play."""
    closed = False
    for part in _SGF.finditer(text):
        closed = closed or part[0] == ")"
        if closed:  # all that follows is another line
            return
        if part[1] in ("AB", "AE", "AW"):
            told = "stones set up before play are not read; give --position and the moves alone"
            raise TextError(f"{told}: {part[0]!r}")
        if part[1] == "SZ":
            _must_be_size(game, part[2].strip(" []"))
        if part[1] in ("B", "W", "R"):
            for value in _VALUE.findall(part[2]):
                move = _small(value.strip())
                if move in _ENDS:
                    return
                yield _cell(game, move)


def _must_be_size(game: Game, size: str) -> None:
    """Raises `TextError` for a board of another size, where points would be other cells."""
    rows = game.board.rows
    ours = {str(len(rows)), *re.findall(r"\d+", game.board.text), f"{len(rows[0])}:{len(rows)}"}
    if size not in ours:
        told = f"it was played on a board of size {size}, not on {game.board.text} (--board)"
        raise TextError(f"{told}: 'SZ[{size}]'")


def _cell(game: Game, move: str) -> str:
    """The move of an SGF file: two letters are a cell by column and row from the top."""
    if not re.fullmatch(r"[a-z]{2}", move) or move in game.board.names:
        return move or "pass"
    column, row = (ord(letter) - ord("a") for letter in move)
    rows = game.board.rows
    if row >= len(rows) or column >= len(rows[row]) or rows[row][column] < 0:
        raise TextError(f"{move!r} is no point of {game.board.text}")
    return game.board.names[rows[row][column]]


def _without_i(letter: re.Match[str]) -> str:
    """The letter of a column, counted from `a` with `i` among the letters."""
    if letter[0] == "i":
        raise TextError("no column is named 'i' with --letters go: 'i'")
    return chr(ord(letter[0]) - (letter[0] > "i"))
