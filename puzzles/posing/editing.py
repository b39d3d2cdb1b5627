"""Composes puzzles: edits diagrams until they are puzzles, without a game that leads there.

edit      two cells exchange what stands on them, one is emptied or given what stands on another, or
          the other side is to play; what the rules do not know as a position is dropped
climb     an edit is kept if the stipulation has no more keys then, until it has one alone
economy   then each piece goes, or gets smaller, without which the stipulation still has one key,
          and a fact beside the board goes, such as a pass before the diagram

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read, show
>>> small = game("esgros", "path:4")
>>> show(small, without(small, read(small, "B . W B ; white"), 0))
'. . W B ; white'
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

import networkx as nx

from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.stipulations import Stipulation

NEAR = 2
"""Pieces move at most so many cells at once."""
PIECES = 40
"""At most so many pieces are tried for removal."""


def edited(game: Game, state: State, dice: random.Random) -> State | None:
    """The position after one edit; None where that is no position of the game, or play is over."""
    cells = _tokens(game, state)
    standing = [cell for cell, token in enumerate(cells) if token != "."]
    side = state.side
    if not standing:
        return None
    kind, cell = dice.randrange(8), dice.choice(standing)
    if kind == 0 and len(game.players) == 2:
        side = 1 - side
    elif kind == 1:
        cells[cell] = "."
    elif kind <= 3:
        cells[dice.randrange(len(cells))] = cells[cell]
    else:
        other = dice.choice(sorted(nx.ego_graph(game.board.around_graph, cell, NEAR, center=False)))
        cells[cell], cells[other] = cells[other], cells[cell]
    try:
        found = _read(game, state, cells, side)
    except (TextError, PositionError):
        return None
    return None if found == state or game.over(found) else found


def _read(game: Game, state: State, cells: Sequence[str], side: int) -> State:
    """The position with these tokens, else like `state`. Raises `TextError` or `PositionError`
    where the rules allow no such position.
    """
    rows = (" ".join("-" if one < 0 else cells[one] for one in row) for row in game.board.rows)
    _, *keys = notation.show(game, state).partition(";")[2].split()
    return notation.read(game, f"{' / '.join(rows)} ; {' '.join([game.players[side], *keys])}")


def _tokens(game: Game, state: State) -> list[str]:
    """The token of each cell."""
    return [notation.cell_text(game, state, cell) for cell in range(game.board.size)]


def _less(token: str) -> tuple[str, ...]:
    """The tokens for less of the same piece: fewer heads, a smaller germ."""
    owner, size = token[:1], token[1:]
    return tuple(f"{owner}{less}" for less in range(int(size))) if size.isdecimal() else ()


def without(game: Game, state: State, cell: int, token: str = ".") -> State:
    """The position with nothing, or that token, on the cell. Raises `PositionError` or `TextError`
    where the rules allow no such position.
    """
    cells = _tokens(game, state)
    cells[cell] = token
    return _read(game, state, cells, state.side)


def plainer(game: Game, state: State) -> Iterator[State]:
    """Yields the position with one of the facts beside the board as at the start of the game, where
    the rules allow that.
    """
    picture, _, words = notation.show(game, state).partition(";")
    _, *keys = words.split()
    for key in keys:
        others = [one for one in keys if one != key]
        with suppress(TextError, PositionError):
            yield notation.read(game, f"{picture};{' '.join([game.players[state.side], *others])}")


def economical(
    composer: Composer, state: State, stipulation: Stipulation, dice: random.Random
) -> State:
    """The position without the pieces that can go, and then without the first of the facts beside
    the board that can go; the stipulation keeps one key all the time.
    """
    game = composer.game

    def holds(other: State) -> bool:
        return not game.over(other) and composer.keys(other, stipulation, 1) == 1

    named = {game.board.cell(name) for name in stipulation.goal.cells}
    cells = [
        cell
        for cell in range(game.board.size)
        if cell not in named and notation.cell_text(game, state, cell) != "."
    ]
    for cell in dice.sample(cells, min(PIECES, len(cells))):
        for token in (".", *_less(notation.cell_text(game, state, cell))):
            try:
                other = without(game, state, cell, token)
            except (TextError, PositionError):
                continue
            if holds(other):
                state = other
                break
    return next(filter(holds, plainer(game, state)), state)
