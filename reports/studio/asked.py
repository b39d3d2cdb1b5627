"""The contents of requests: games, positions, lines; and the games and positions that they name.

A request says all there is to know: the server remembers no game between two of them.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from ruleproof.models.boards.boards import board as read_board
from ruleproof.models.errors import PositionError, TextError, meant, offer
from ruleproof.models.mistakes import Mistake, files_of, place_of
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.offered import playable
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook, names
from ruleproof.reports.studio.gate.limits import MOST_MOVES, Limits, MoveText, PositionText, Word
from ruleproof.reports.studio.gate.refusals import at, refusal


class GameAsked(BaseModel):
    """A game by name; an empty board and settings left out are the game's own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: Word
    board: Word = ""
    settings: dict[Word, Word | int] = Field({}, max_length=64)


class PositionAsked(GameAsked):
    """A position: the moves of a line, played from a position's text (empty: from the start)."""

    start: PositionText = ""
    line: tuple[MoveText, ...] = Field((), max_length=MOST_MOVES)


def book_asked(name: str) -> Rulebook:
    """The rulebook of a game that is installed; a name never leads to a file or a module. Raises
    `TextError`, and `Mistake` where the game is broken.
    """
    if name not in names():
        name = name[:64]
        raise TextError(f"no such game (games: {offer(names())}{meant(name, names())}): {name!r}")
    book = playable(name)
    if book.changed:  # what is loaded here is no longer what worker processes load
        what = "its files have changed since the studio began"
        raise Mistake(place_of(files_of(book)[-1]), what, "stop the studio and start it again")
    return book


def game_asked(asked: GameAsked, limits: Limits) -> Game:
    """The game that is asked for. Raises `Refusal`."""
    with at("game"):
        book = book_asked(asked.game)
    with at("board"):
        ground = read_board(asked.board or book.board)
    if ground.size > limits.cells:
        many = f"the studio draws boards of at most {limits.cells} cells, not {ground.size}"
        raise refusal(400, "limit", "board", f"{many}: {asked.board!r}")
    with at("board" if ground.kind not in book.boards else "settings"):
        return make_game(book, ground.text, asked.settings)


def position_asked(asked: PositionAsked, limits: Limits) -> Position:
    """The position that is asked for, after all moves of the line. Raises `Refusal`."""
    game = game_asked(asked, limits)
    first = first_asked(game, asked.start)
    return after_moves(first, asked.line)


def first_asked(game: Game, start: str) -> Position:
    """The position that a line begins with. Raises `Refusal`."""
    if not start.strip():
        return Position.start(game)
    with at("start"):
        return Position.read(game, start)


def after_moves(first: Position, line: tuple[str, ...]) -> Position:
    """The position after the moves. Raises `Refusal`, which says which of them is wrong."""
    known, position = len(line), None
    while known and position is None:
        position = _KNOWN.get((first, first.before, line[:known]))
        known -= position is None
    position = position or first
    for number, move in enumerate(line[known:], known + 1):
        with at(f"line, move {number}"):
            position = position.play([move])
        _remember(first, line[:number], position)
    return position


def handed_over(position: Position) -> Position:
    """The position with the other player to move, as one that begins a game. Raises `Refusal` for
    a game of more players, and `PositionError` where that cannot be: once the game is over, inside
    a turn, or where the rules do not allow it.
    """
    game, players = position.game, position.game.players
    if len(players) != 2:
        raise refusal(400, "request", "game", "threats are told in games of two players")
    if position.over:
        raise PositionError(["the game is over"], position.text)
    if position.before and game.plays_on(position.before[-1], position.state):
        raise PositionError(["inside a turn nobody else can be to move"], position.text)
    picture, _, told = position.text.partition(";")
    words = told.split()
    words[0] = players[1 - position.state.side]
    return Position.read(game, f"{picture.strip()} ; {' '.join(words)}")


_Line: TypeAlias = tuple[Position, tuple[State, ...], tuple[str, ...]]
"""A position, those before it, and moves from there."""
_KNOWN: dict[_Line, Position] = {}
"""Positions that were asked for lately, so that a line is not played anew for each move."""
_MOST_KNOWN = 256
_LOCK = threading.Lock()


def _remember(first: Position, line: tuple[str, ...], position: Position) -> None:
    with _LOCK:  # requests are answered by several threads
        while len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[first, first.before, line] = position


@lru_cache(maxsize=64)
def unjudged(game: Game) -> Game:
    """The game without its static invariants, for drawing a picture that is no position yet."""
    words = replace(game.rulebook.words, faults=None)
    return replace(game, rulebook=replace(game.rulebook, words=words))


def drawn_unjudged(game: Game, text: str) -> Position | None:
    """The position that the text shows, even if the rules forbid it; None where no state can hold
    it.
    """
    try:
        return Position.read(unjudged(game), text)
    except PositionError:
        return None
