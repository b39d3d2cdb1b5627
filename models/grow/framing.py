"""Endings of a small board laid into a full one, so that a large board has a fight to read.

frame    the spaces around the small board; all are occupied
ring     the spaces of the frame next to the small board
open     of a group: it touches an empty space
closed   of a group: it touches none, so that its heads take nothing any more

On a large board positions with few turns hardly come up: at the end of a game everybody has eight
heads or more, and they are in open groups. Here most heads are in closed groups of the frame. What
goes on on the small board goes on here as well, where no group of the frame is open.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import product

from ruleproof.models.cells import Cells, count, each, flood, neighbours, parts
from ruleproof.models.grow.counts import Counts, no_heads, one_more
from ruleproof.models.grow.notation import heads_on
from ruleproof.models.grow.rules import BLUE, RED, State, empty
from ruleproof.models.play.game import Game

__all__ = ["framed", "inner"]

SIDE = 5
"""The small board has so many rows and columns."""
FLIPS = 2_000
"""So many spaces of the frame are tried in the other colour."""
WARM = 2.0
"""An exchange that adds so much trouble is kept once in e at the beginning, and never at the
end."""
OPEN = 4
"""At most so many spaces of the frame belong to open groups."""
LOOSE = 3
"""The trouble of a space of the frame in an open group; that of two colours side by side is 1."""

_TURNS = tuple(product((False, True), repeat=3))
"""Whether rows and columns are exchanged, rows turned round, columns turned round."""


def inner(game: Game) -> str:
    """The small board; empty where the game has more players than two or simultaneous moves, or its
    board is not one of squares with more rows and columns.
    """
    kind, _, _ = game.board.text.partition(":")
    rows = game.board.rows
    fits = kind == "square" and min(len(rows), len(rows[0])) > SIDE
    if not fits or len(game.players) > 2 or game.settings["order"] == "simultaneous":
        return ""
    return f"square:{SIDE}x{SIDE}"


def framed(game: Game, picture: State, small: Game, p: State, dice: random.Random) -> State | None:
    """The position `p` of the small board laid into the picture, a position of the game, whose
    spaces make the frame; None where the frame would take part in the fight. `small` is the game on
    its `inner` board, and a turn begins in `p`.
    """
    place = _place(game, small, p, dice)
    within = sum(1 << one for one in place)
    red, blue = _coloured(game, picture, place, (p.red, p.blue), dice)
    free = _laid(place, empty(small.field, p))
    red, blue = _closed(game, free, within, red, blue, dice)
    if count(_open(game, free, red, blue) & ~within) > OPEN:
        return None
    ready = _headed(game, (red, blue), free, place, p, dice)
    if ready is None:
        return None
    none, x = no_heads(game.field), game.field.none
    return State(red, blue, x, x, ready, none, x, x, p.side, 2, 0, 0)


def _place(game: Game, small: Game, p: State, dice: random.Random) -> list[int]:
    """The space of each space of the small board: at an edge or amid the board, turned so that the
    fewest empty spaces touch the frame.
    """
    rows = game.board.rows
    free = empty(small.field, p)
    found: list[tuple[int, float, list[int]]] = []
    for down, right in product(
        _offsets(len(rows) - SIDE, dice), _offsets(len(rows[0]) - SIDE, dice)
    ):
        for turn in _TURNS:
            place = _turned(game, small, down, right, turn)
            cells = sum(1 << one for one in place)
            touched = neighbours(game.field, _laid(place, free)) & ~cells
            found.append((count(touched), dice.random(), place))
    return min(found)[2]


def _offsets(room: int, dice: random.Random) -> list[int]:
    """Both ends and a place between."""
    return sorted({0, room, dice.randint(0, room)})


def _turned(game: Game, small: Game, down: int, right: int, turn: tuple[bool, ...]) -> list[int]:
    """The space of each space of the small board, turned and moved."""
    across, upside, mirrored = turn
    last = SIDE - 1
    place = [0] * small.board.size
    for row, cells in enumerate(small.board.rows):
        for column, cell in enumerate(cells):
            y, x = (column, row) if across else (row, column)
            y, x = last - y if upside else y, last - x if mirrored else x
            place[cell] = game.board.rows[down + y][right + x]
    return place


def _laid(place: Sequence[int], cells: Cells) -> Cells:
    """The spaces where those of the small board lie."""
    return sum(1 << place[cell] for cell in each(cells))


def _coloured(
    game: Game,
    picture: State,
    place: Sequence[int],
    colours: tuple[Cells, Cells],
    dice: random.Random,
) -> tuple[Cells, Cells]:
    """The spaces of both colours: those of the small board, the other colour beside each on the
    ring, and the picture's beyond, which leave no space empty.
    """
    board = game.field
    within = sum(1 << one for one in place)
    red, blue = (_laid(place, spaces) for spaces in colours)
    own = red, blue
    for cell in each(board.full & ~within):
        space, beside = 1 << cell, board.near[cell] & within
        if beside & (own[RED] | own[BLUE]):
            is_red = bool(beside & own[BLUE])
        elif space & (picture.red | picture.blue):
            is_red = bool(space & picture.red)
        else:
            is_red = dice.random() < 1 / 2
        red, blue = (red | space, blue) if is_red else (red, blue | space)
    return red, blue


def _open(game: Game, free: Cells, *colours: Cells) -> Cells:
    """The spaces of open groups."""
    edge = neighbours(game.field, free)
    return sum(flood(game.field, edge & spaces, spaces) for spaces in colours if edge & spaces)


def _closed(
    game: Game, free: Cells, within: Cells, red: Cells, blue: Cells, dice: random.Random
) -> tuple[Cells, Cells]:
    """The colours, with spaces of the frame exchanged until few of them are in open groups and the
    rest lie in large calm areas, by simulated annealing.
    """
    board = game.field
    frame = list(each(board.full & ~within))

    def trouble(red: Cells, blue: Cells) -> int:
        loose = count(_open(game, free, red, blue) & ~within)
        border = sum(count(board.near[one] & blue) for one in frame if red >> one & 1)
        ahead = abs(count(red & ~within) - count(blue & ~within))
        return LOOSE * loose + border + ahead

    now = trouble(red, blue)
    best = (now, red, blue)
    for flip in range(FLIPS):
        space = 1 << dice.choice(frame)
        other = trouble(red ^ space, blue ^ space)
        warm = WARM * (1 - flip / FLIPS)
        if other <= now or (warm and dice.random() < math.exp((now - other) / warm)):
            red, blue, now = red ^ space, blue ^ space, other
            best = min(best, (now, red, blue))
    return best[1:]


def _headed(
    game: Game,
    colours: tuple[Cells, Cells],
    free: Cells,
    place: Sequence[int],
    p: State,
    dice: random.Random,
) -> Counts | None:
    """The heads: on the small board they are where they were, every other group has one, and closed
    groups have the rest of those that so many spaces take. None where there is no room for them.
    """
    ready = no_heads(game.field)
    heads = {place[cell]: heads_on(p.ready, cell) for cell in range(len(place))}
    have, room = [0, 0], [list[int](), list[int]()]
    loose = _open(game, free, *colours)
    for player, spaces in enumerate(colours):
        for group in parts(game.field, spaces):
            cells = list(each(group))
            here = [cell for cell in cells for _ in range(heads.get(cell, 0))]
            here = here or [dice.choice(cells)]
            if len(here) > len(cells):
                return None
            for cell in here:
                ready = one_more(ready, 1 << cell)
            have[player] += len(here)
            if not group & loose:
                room[player] += dice.sample(cells, len(cells) - len(here))
    most = max(map(count, colours))
    dropped = next(many for many in range(1, most + 1) if many * (many + 1) // 2 >= most)
    dropped = max(dropped, have[RED] - p.side, have[BLUE])
    for player, owed in ((RED, dropped + p.side), (BLUE, dropped)):
        missing = owed - have[player]
        if missing > len(room[player]):
            return None
        for cell in dice.sample(room[player], missing):
            ready = one_more(ready, 1 << cell)
    return ready
