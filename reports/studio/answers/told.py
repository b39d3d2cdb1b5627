"""The contents of answers: positions with their drawings, and the reasons why a move is not legal.

template  the text of a move with places for its cells, such as `{}-{}`
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random

from pydantic import BaseModel

from ruleproof.models.boards.boards import Board
from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.notation import cell_text, start_keys
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.reports.drawing.layout import headings, layout
from ruleproof.reports.drawing.marks import score_words
from ruleproof.reports.drawing.pieces import UNIT
from ruleproof.reports.drawing.spoken import cell_words, move_words, place_words
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.drawing.text import unicode
from ruleproof.reports.wording import words
from ruleproof.reports.wording.rules_told import written

_MANY = 400
"""With more legal moves than this, nobody is told which cells each of them changes."""
_CELL = re.compile(r"[a-z]+[0-9]+")
_TEMPLATES = 12
"""So many forms of a move are tried to explain why a click is no move."""
_TOKENS = 12
_GAMES, _PLIES = 6, 120
"""So many games are looked at for tokens, each for so long."""


class CellTold(BaseModel):
    """A cell: its name, its token and that in words, words for its place (empty for most), and its
    middle in hundredths of the drawing's width and height.
    """

    name: str
    token: str
    words: str
    place: str
    x: float
    y: float


class BoardTold(BaseModel):
    """The drawing of a board and what lies where on it; `cell` is its width in hundredths, `named`
    says whether the drawing has the names of empty cells in their middle.
    """

    svg: str
    cells: list[CellTold]
    rows: list[list[str | None]]
    cell: float
    named: bool
    width: float
    height: float


class MoveTold(BaseModel):
    """A legal move: the cells that its text names, those that it changes besides, and words for it
    (empty where its text says it all).
    """

    text: str
    words: str
    cells: list[str]
    changes: list[str]


class ResultTold(BaseModel):
    """The result of a game; fields as in game records."""

    winner: str | None
    player: int | None
    score: list[int] | None
    reason: str


class PlayedTold(BaseModel):
    """A move of the line: the number of the colour that made it, the number of who had that colour
    then (players may exchange theirs), and whether the move ended the turn.
    """

    player: int
    seat: int
    ends: bool


class PositionTold(BaseModel):
    """A position, judged or not: `faults` is empty for those that the rules allow. `headings`: the
    way that players' pieces travel over the drawing, in degrees, 0 to the right and 90 downwards.
    `beside`: what a player must know besides the drawing, as a sentence. `keys`: what a text may
    say besides the side to move, with the values at the start of the game.
    """

    game: str
    title: str
    board: str
    settings: dict[str, str | int]
    changed: dict[str, str]
    players: list[str]
    headings: dict[str, int]
    scored: bool
    text: str
    picture: str
    side: str
    turn: int
    over: bool
    result: ResultTold | None
    outcome: str
    beside: str
    exchanged: bool
    moves: list[MoveTold]
    line: list[PlayedTold]
    tokens: dict[str, str]
    keys: dict[str, str]
    drawing: BoardTold
    faults: list[str] = []


class WhyTold(BaseModel):
    """A move that clicks might have meant: its text, and why it is illegal (empty: it is legal).
    Several moves that break the same clause are told as one: the cells that were clicked.
    """

    move: str
    why: str


def position_told(
    position: Position, *, flip: bool = False, faults: Sequence[str] = ()
) -> PositionTold:
    """The position as the pages and programs see it."""
    game, judged = position.game, not faults
    result = position.result if judged else None
    return PositionTold(
        game=game.name,
        title=game.rulebook.title,
        board=game.board.text,
        settings=game.settings,
        changed=words.changed_settings(game),
        players=list(game.players),
        headings=headings(game, turned=flip),
        scored=game.rulebook.scored,
        text=position.text,
        picture=unicode(position) if judged else "",
        side=position.side if judged else "",
        turn=position.state.side,
        over=result is not None,
        result=ResultTold(**result._asdict()) if result else None,
        outcome=outcome(position) if judged else "",
        beside=position.beside if judged else "",
        exchanged=position.exchanged,
        moves=moves_told(position) if judged and result is None else [],
        line=line_told(position),
        tokens=tokens(game),
        keys=start_keys(game),
        drawing=board_told(position, flip=flip),
        faults=list(faults),
    )


def outcome(position: Position) -> str:
    """The side to move, or the result of the game, as a sentence without its full stop."""
    result = position.result
    if result is None:
        return f"{words.capital(position.side)} to move"
    score = score_words(position)
    why = f": {result.reason}" if result.reason else ""
    if result.winner is None:
        return f"A draw{score}{why}"
    return f"{words.capital(result.winner)} has won{score}{why}"


def tokens(game: Game) -> dict[str, str]:
    """The tokens of cells, with their words, the empty cell first: those that the rulebook lists,
    or else the shortest that some games on its smallest board show.
    """
    listed = game.rulebook.text.tokens or _seen(game.rulebook)
    return {token: cell_words(game, token) for token in (".", *listed)}


@lru_cache(maxsize=64)
def _seen(book: Rulebook) -> tuple[str, ...]:
    """The tokens that cells have in games at random."""
    game = make_game(book, book.tour.board, dict(book.tour.settings))
    seen: set[str] = set()
    for number in range(_GAMES):
        dice, position = Random(number), Position.start(game)
        for _ in range(_PLIES):
            if position.over:
                break
            position = position.after(dice.choice(position.legal_moves()))
            seen.update(cell_text(game, position.state, c) for c in range(game.board.size))
    return tuple(sorted(seen - {"."}, key=lambda token: (len(token), token))[:_TOKENS])


def board_told(position: Position, *, flip: bool = False) -> BoardTold:
    """The drawing, seen from the other side with `flip`, and where its cells lie."""
    game = position.game
    shown = turned(position) if flip else position
    drawn = layout(shown)
    cells: list[CellTold] = []
    for cell, name in enumerate(game.board.names):
        token = cell_text(game, position.state, cell)
        x, y = drawn.spots[cell]
        cells.append(
            CellTold(
                name=name,
                token=token,
                words=cell_words(game, token),
                place=place_words(game, cell),
                x=round(100 * (x - drawn.left) / drawn.width, 3),
                y=round(100 * (y - drawn.top) / drawn.height, 3),
            )
        )
    board = shown.game.board
    return BoardTold(
        svg=svg(shown, style=False),
        cells=cells,
        rows=[[board.names[cell] if cell >= 0 else None for cell in row] for row in board.rows],
        cell=round(100 * UNIT / drawn.width, 3),
        named=board.kind == "hex",
        width=drawn.width,
        height=drawn.height,
    )


def turned(position: Position) -> Position:
    """The position on a board turned by half, cells keeping their names."""
    board = position.game.board
    half = Board(
        text=board.text,
        kind=board.kind,
        spots=tuple((-x, -y) for x, y in board.spots),
        names=board.names,
        rows=tuple(row[::-1] for row in board.rows[::-1]),
        areas=board.areas,
    )
    return replace(position, game=replace(position.game, board=half))


def moves_told(position: Position) -> list[MoveTold]:
    """The legal moves, each with the cells that a click may name it by."""
    game, found = position.game, list[MoveTold]()
    legal = position.legal_moves()
    for move in legal:
        text = game.show_move(move)
        cells = words.named_cells(game.board, text)
        changes: list[str] = []
        if len(legal) <= _MANY:
            after = game.play(position.state, move)
            changes = [
                name
                for cell, name in enumerate(game.board.names)
                if name not in cells
                and cell_text(game, position.state, cell) != cell_text(game, after, cell)
            ]
        told = move_words(game, move)
        found.append(MoveTold(text=text, words=told, cells=cells, changes=changes))
    return found


def line_told(position: Position) -> list[PlayedTold]:
    """The moves that led here; their texts are the asker's."""
    game, found, exchanged = position.game, list[PlayedTold](), False
    for one, other in pairwise((*position.before, position.state)):
        seat = 1 - one.side if exchanged else one.side
        found.append(PlayedTold(player=one.side, seat=seat, ends=not game.plays_on(one, other)))
        exchanged ^= game.exchanged(one, other)
    return found


def templates(position: Position) -> list[str]:
    """The forms that moves of the game have: those of its examples that the settings allow, the
    ones legal here first, then other ones legal here.
    """
    legal = [_CELL.sub("{}", text) for text in position.moves()[:_MANY]]
    shown = [_CELL.sub("{}", example.move) for example, _ in written(position.game)]
    forms = dict.fromkeys(sorted(shown, key=lambda form: form not in legal) + legal)
    return [form for form in forms if "{}" in form][:_TEMPLATES] or ["{}"]


def reasons(position: Position, cells: Sequence[str]) -> list[WhyTold]:
    """The moves that naming these cells might mean, one for each clause that they break; one answer
    for all where they break the same. A reason that names another cell, one in the way, is first.
    """
    found: dict[str, str] = {}
    for form in templates(position):
        if form.count("{}") != len(cells):
            continue
        text = form.format(*cells)
        try:
            position.play([text])
            found[text] = ""
        except MoveError as error:
            found[text] = str(error).removesuffix(f": {text!r}")
        except TextError:
            continue
    first: dict[str, str] = {}
    for move, why in found.items():
        first.setdefault(why, move)
    if len(found) > 1 and len(first) == 1 and "" not in first:
        first = dict.fromkeys(first, ", ".join(cells))
    ordered = sorted(first, key=lambda why: set(_CELL.findall(why)) <= set(cells))
    return [WhyTold(move=first[why], why=why) for why in ordered]
