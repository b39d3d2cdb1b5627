"""Positions: a state of a game together with the history that the rules may ask for.

`Position.start(game)` begins a game, `Position.read(game, text)` takes one up from text (with a new
history); `play` goes on by the text of a move. Positions are values: playing makes a new one.

>>> from ruleproof.models.play.game import game
>>> position = Position.start(game("esgros", "path:3")).play("a1")
>>> position.text, position.moves(), position.over
('B . . ; white', ['b1', 'c1'], False)
>>> print(position)
1 ● · ·
  a b c
● black  white to move
>>> position["a1"], position.pieces(), position == Position.read(position.game, position.text)
('B', {'a1': 'B'}, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from ruleproof.models.boards.boards import Board
from ruleproof.models.displays import displayed, drawn, pictured
from ruleproof.models.errors import MoveError
from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play import notation, pictures
from ruleproof.models.play.game import Game, Result, State, must_be_game


@dataclass(frozen=True, eq=False)
class Position:
    """A state of a game and the states before it, oldest first.

    Positions are equal when their texts are, whatever came before; `same_history` asks for that,
    too. `print` draws the board.
    """

    game: Game
    state: State
    before: tuple[State, ...] = ()

    def __post_init__(self) -> None:
        if type(self.game) is not Game:
            must_be_game(self.game)
        if not isinstance(self.state, tuple):
            raise TypeError(
                f"a state is taken; `Position.read(game, text)` takes a text: {self.state!r}"
            )

    @classmethod
    def start(cls, game: Game) -> Position:
        """The position the game starts from."""
        must_be_game(game)
        return cls(game, game.start())

    @classmethod
    def read(cls, game: Game, text: str) -> Position:
        """The position the text shows, or a drawing of it in text (`pictures.py`); errors as
        `notation.read` raises them.
        """
        must_be_game(game)
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a position's text is taken, not {type(text).__name__}: {text!r}")
        if pictures.is_drawing(text):
            text = pictures.position_text(game, text)
        return cls(game, notation.read(game, text))

    @property
    def text(self) -> str:
        """The position as one line of text."""
        return notation.show(self.game, self.state)

    @property
    def beside(self) -> str:
        """The facts that a player needs besides the drawing, in sentences; empty if there are
        none.
        """
        told = self.game.rulebook.words.beside
        more = told(self.game, self.state) if told else ""
        return " ".join([*notation.key_sentences(self.game, self.state), *([more] if more else [])])

    @property
    def side(self) -> str:
        """The name of the side to move."""
        return self.game.players[self.state.side]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or since each move would repeat a position once
        too often. Raises `Mistake` where rules list no move and do not say that it has.
        """
        if self.game.over(self.state):
            return True
        if legal(self.game, (*self.before, self.state)):
            return False
        must_go_on(self.game, self.state)
        return True

    @property
    def result(self) -> Result | None:
        """The winner and the reason; None while play goes on."""
        if not self.over:
            return None
        result = self.game.verdict(self.state)
        if result.player is not None and self.exchanged:
            return result._replace(player=len(self.game.players) + 1 - result.player)
        return result

    @property
    def exchanged(self) -> bool:
        """Whether the two players have exchanged their colours in this history."""
        turns = pairwise((*self.before, self.state))
        return sum(self.game.exchanged(one, other) for one, other in turns) % 2 == 1

    @property
    def recurs(self) -> bool:
        """Whether a position has come up again so far, where the rules count that."""
        if not self.game.rulebook.repetition.fields:
            return False
        return any(state.seen > 1 for state in (*self.before, self.state))

    @property
    def board(self) -> Board:
        """The board that it is played on."""
        return self.game.board

    def __getitem__(self, cell: str) -> str:
        """The token of a cell in the position's text: `position["c3"]`. Raises `TextError` where
        there is no such cell.
        """
        return notation.cell_text(self.game, self.state, self.board.cell(cell))

    def pieces(self) -> dict[str, str]:
        """The tokens of all cells that are not empty, by the names of the cells."""
        found = {name: self[name] for name in self.board.names}
        return {name: token for name, token in found.items() if token != "."}

    def moves(self) -> list[str]:
        """The texts of the legal moves."""
        return [self.game.show_move(move) for move in self.legal_moves()]

    def legal_moves(self) -> list[int]:
        """The legal moves, without those that the history forbids."""
        return legal(self.game, (*self.before, self.state))

    def play(self, line: str | Iterable[str]) -> Position:
        """The position after the moves, `"c3 d4"` or a list; `TextError` or `MoveError` when one
        cannot be read or is not legal.
        """
        position = self
        for text in _texts(line):
            after = position.after(position.game.checked_move(position.state, text))
            times = _forbidden(position.game)
            if times and after.state.seen >= times:
                raise MoveError(f"it would repeat the position once too often: {text!r}")
            position = after
        return position

    def after(self, move: int) -> Position:
        """The position after one legal move."""
        history = (*self.before, self.state)
        return Position(self.game, follow(self.game, history, move), history)

    def same_history(self, other: Position) -> bool:
        """Whether both positions are equal, and so are all before them."""
        return self == other and self.before == other.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.state == other.state and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __str__(self) -> str:
        return pictured(self) or self.text

    def __repr__(self) -> str:
        return f"Position.read({self.game!r}, {self.text!r})"

    def _repr_html_(self) -> str | None:
        return displayed(self)

    def svg(self) -> str | None:
        """The drawing of the position, as SVG."""
        return drawn(self)

    _repr_svg_ = svg


def _texts(line: object) -> Iterable[str]:
    """The texts of the moves of a line. Raises `TypeError` for anything but texts."""
    moves = line.split() if isinstance(line, str) else line
    if not isinstance(moves, Iterable):
        raise TypeError(f"moves are texts, as 'c3 d4' or in a list; a number is none: {line!r}")
    for text in moves:
        if not isinstance(text, str):
            raise TypeError(f"a move is a text; `after` plays a move by its number: {text!r}")
        yield text


def legal(game: Game, history: tuple[State, ...]) -> list[int]:
    """The legal moves in the last state of the history: those that rules see, except those that
    repeat a position as often as the rulebook forbids (`Repetition.forbids`).
    """
    moves, times = game.moves(history[-1]), _forbidden(game)
    if not times:
        return moves
    occurs = _occurrences(game, history)
    return [move for move in moves if occurs(game.play(history[-1], move)) < times]


def must_go_on(game: Game, state: State) -> None:
    """Raises `Mistake` where rules leave open how play goes on: it is not over, and there is no
    move.
    """
    if game.over(state) or game.moves(state):
        return
    raise Mistake(
        authored(game.rulebook.rules.over, game.rulebook),
        f"the law “moves” is broken: play is not over, and there is no move: "
        f"{notation.show(game, state)!r}",
        "let `over` or `moves` say what happens then, or let `Words.faults` refuse the position",
        "moves",
    )


def follow(game: Game, history: tuple[State, ...], move: int) -> State:
    """The state after a move from the last state of the history, with its repetitions counted."""
    state = game.play(history[-1], move)
    if not game.rulebook.repetition.fields:
        return state
    return state._replace(seen=_occurrences(game, history)(state))


def _forbidden(game: Game) -> int:
    """The occurrence of a position that no move may bring about; 0 where all may."""
    forbids = game.rulebook.repetition.forbids
    return forbids(game) if forbids else 0


def _occurrences(game: Game, history: tuple[State, ...]) -> Callable[[State], int]:
    """A function that tells how often a position will have occurred once it follows the history."""
    fields = game.rulebook.repetition.fields
    if not fields:
        return lambda state: state.seen
    pattern = attrgetter(*fields)
    counts = Counter(map(pattern, history[1:]))
    counts[pattern(history[0])] += history[0].seen
    return lambda state: counts[pattern(state)] + 1
