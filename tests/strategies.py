"""What Hypothesis draws: games, settings and positions of any registered game."""

from __future__ import annotations

from hypothesis import strategies as st

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook, names, rulebook

SMALL = (
    "square:2x2", "square:2x3", "square:3x3", "hex:2", "dish:1,1", "path:3", "path:4",
    "rhombus:2x3",
)  # fmt: skip
"""Boards on which random games are short."""
REGISTERED = tuple(name for name in names())


def small_boards(book: Rulebook) -> list[str]:
    """The small boards that the game can be set up on."""
    return [*book.tiny] or [text for text in SMALL if text.partition(":")[0] in book.boards]


@st.composite
def games(draw: st.DrawFn, names: tuple[str, ...] = REGISTERED, own_board: bool = True) -> Game:
    """A registered game on a small board or its own, each setting at any of its values."""
    book = rulebook(draw(st.sampled_from(names)))
    boards = small_boards(book) + ([book.board] if own_board else [])
    board = draw(st.sampled_from(boards))
    chosen = {
        setting.name: draw(st.sampled_from(setting.choices[:40]))
        for setting in book.settings
        if draw(st.booleans())
    }
    try:
        return make_game(book, board, chosen)
    except TextError:
        return make_game(book, book.board, {})


@st.composite
def positions(draw: st.DrawFn, most: int = 30, own_board: bool = True) -> Position:
    """A position of a random game of at most so many plies."""
    position = Position.start(draw(games(own_board=own_board)))
    for _ in range(draw(st.integers(0, most))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.after(draw(st.sampled_from(moves)))
    return position
