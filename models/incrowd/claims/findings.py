"""In Crowd: the facts known about its claims, board by board, and the author's shapes.

short, long   the lesser and the greater side of a board

With `turncoat-chain=off` a stone can stay outnumbered on every board of two rows and three columns
or more. With `on` that happens only where a dropped stone turned others and is outnumbered still,
on 2×4 and 3×4 but not on 3×3. All positions of the boards up to 3×4 were looked at.

Under `majority=cells` a drop that turned others stays outnumbered on 3×3, and with chains that
spread on no board of two rows: the stone that it turned has at most three of the mover's around it.
All positions of the boards up to 2×5 and 3×3 were looked at.
"""

from __future__ import annotations

from ruleproof.models.claims.claims import Word
from ruleproof.models.claims.theorems import Goal, Later
from ruleproof.models.play.game import Game

theorems = Later("ruleproof.models.incrowd.claims.theorems")
SHAPES = {
    "corner": "a8 b8 a7",
    "middle": "e7 f7 d6 e6 f6 g6 d5 e5 f5 g5 e4 f4",
    "edge": "d2 e2 c1 d1 e1 f1",
}
"""The author's invincible shapes on 8×8; the corner is the upper left one of any board."""
STRONG_MIDDLE = "d6 f5 c4 e3"
INSIDE = "d5 e5 d4 e4"
"""The cells inside the strong middle structure."""

VALUES = {
    **dict.fromkeys(("square:1x1", "square:1x3", "square:1x5", "square:1x7", "square:1x9"), 1),
    **dict.fromkeys(("square:1x2", "square:1x4", "square:1x6", "square:1x8"), 0),
    "square:2x2": 4,
    "square:2x3": 6,
    "square:2x4": 4,
    "square:2x5": 2,
    "square:3x3": 9,
    "square:3x4": 6,
    "square:3x5": 3,
    "square:4x4": 6,
}
"""Black's margin under best play, by board, where a majority is one of stones; the same under all
eight other readings.
"""

VALUES_BY_CELLS = VALUES | {
    "square:2x2": 0,
    "square:2x3": 0,
    "square:2x4": 2,
    "square:2x5": 0,
    "square:3x3": 3,
    "square:3x4": 4,
    "square:3x5": 5,
    "square:4x4": 4,
}
"""The same where a majority is one of cells: in one row it makes no difference."""

MOST_FLIPS = {
    "square:1x3": 1,
    "square:2x3": 2,
    "square:2x4": 3,
    "square:3x3": 4,
    "square:3x4": 6,
    "square:4x4": 9,
    "square:4x5": 12,
    "square:5x5": 16,
}
"""The most stones that one drop flips, by board, among stones that stand anywhere."""


def sides(game: Game) -> tuple[int, int]:
    """The lesser and the greater side of the board."""
    rows, columns = len(game.board.rows), len(game.board.rows[0])
    return min(rows, columns), max(rows, columns)


def chains_back(game: Game) -> bool:
    """Whether a dropped stone that changed colour starts a chain."""
    return game.settings["turncoat-chain"] == "on"


def by_cells(game: Game) -> bool:
    """Whether a majority is one of cells."""
    return game.settings["majority"] == "cells"


def crowded(game: Game) -> bool:
    """Whether the board has two rows and three columns, or more."""
    short, long = sides(game)
    return short >= 2 and long >= 3


def drop_stays_outnumbered(game: Game) -> bool | None:
    """Whether a drop that turned others can be outnumbered still: on 2×4, 3×4 and larger boards; by
    cells on 3×3 and larger ones. None where chains reach the whole board and nobody knows.
    """
    short, long = sides(game)
    if not by_cells(game):
        return short >= 2 and long >= 4
    if short == 2 and long >= 4 and game.settings["chain"] == "global":
        return None
    return short >= 3


def mover_alone_gains(game: Game) -> Word:
    """The expected verdict on claim 1b: a chain back takes stones from the mover."""
    return "refuted" if chains_back(game) and crowded(game) else "proved"


def rests(game: Game) -> Word | None:
    """The expected verdict on claim 3."""
    reach = drop_stays_outnumbered(game) if chains_back(game) else crowded(game)
    return None if reach is None else "refuted" if reach else "proved"


def drop_stays(game: Game) -> Word | None:
    """The expected verdict on claim 3a."""
    stays = drop_stays_outnumbered(game)
    return None if stays is None else "witnessed" if stays else "refuted"


def change_leaves(game: Game) -> Word:
    """The expected verdict on claim 3b: a chain back takes the stones that the change leaves."""
    return "witnessed" if crowded(game) and not chains_back(game) else "refuted"


def chains_agree(game: Game) -> Word | None:
    """The expected verdict on claim 4b: 2×3 has no cell far enough away, nor with a chain back have
    2×4 and 3×3; by cells a chain back leaves nothing to turn later on any small board of two rows.
    """
    short, long = sides(game)
    if chains_back(game) and by_cells(game) and short == 2:
        return "proved" if long <= 5 else None
    cells = 10 if chains_back(game) else 8
    return "refuted" if short >= 2 and short * long >= cells else "proved"


def values_differ(game: Game) -> Word | None:
    """The expected verdict on claim 4d: on 2×4 the differences matter by cells alone, on 3×3 they
    do unless chains run back. Where these do, they matter on 9×9; of the boards between nothing is
    known.
    """
    short, long = sides(game)
    back = chains_back(game)
    if short < 2 or short * long < (8 if by_cells(game) and not back else 9):
        return "refuted"
    if not back or short >= 9:
        return "witnessed"
    return "refuted" if short * long == 9 else None


def _phase_1_ends_with(game: Game, parity: int) -> bool:
    short, long = sides(game)
    fewest, most = -(-short // 3) * -(-long // 3), -(-short // 2) * -(-long // 2)
    return any(stones % 2 == parity for stones in range(fewest, most + 1))


def black_opens(game: Game) -> Word:
    """The expected verdict on claim 5d: Black opens phase 2 after an even number of stones."""
    return "witnessed" if _phase_1_ends_with(game, 0) else "refuted"


def white_opens(game: Game) -> Word:
    """The expected verdict on claim 5e: White opens phase 2 after an odd number of stones, so never
    on 2×4 and 4×4.
    """
    return "witnessed" if _phase_1_ends_with(game, 1) else "refuted"


def greed_pays(game: Game) -> Word:
    """The expected verdict on claim 10: rows of up to 7 cells and boards of up to 9, by cells up to
    6, are too small.
    """
    short, long = sides(game)
    enough = 8 if short < 2 or by_cells(game) else 10
    return "refuted" if short * long >= enough else "proved"


def pass_is_best(game: Game) -> Word:
    """The expected verdict on claim 9a."""
    return "refuted" if sides(game) in {(1, 1), (1, 2), (2, 2)} else "witnessed"


def open_pass_is_best(game: Game) -> Word | None:
    """The expected verdict on claim 9b: by stones it holds on no board that was looked at; by cells
    on 2×3 and larger ones, unless chains run back, which was looked at up to 3×3.
    """
    if not by_cells(game) or not crowded(game):
        return "refuted"
    if chains_back(game):
        return "refuted" if game.board.size <= 10 else None
    return "witnessed"


def inner_stone_turns(game: Game) -> Word:
    """The expected verdict on claim 7b: around an inner cell stand too few of the structure's
    stones for most of nine.
    """
    return "refuted" if by_cells(game) else "proved"


def areas_fill(game: Game) -> Word:
    """The expected verdict on claim 11b: two stones of both colours beside an empty cell leave it
    to nobody.
    """
    return "refuted" if game.board.size >= 3 else "proved"


def has_room(game: Game) -> bool:
    """Whether the author's shapes fit on the board: 8×8 or more."""
    return sides(game)[0] >= 8


def shape(game: Game, name: str) -> int:
    """The author's shape of that name, its corner moved to that of the board."""
    up = len(game.board.rows) - 8 if name == "corner" else 0
    cells = (f"{cell[0]}{int(cell[1:]) + up}" for cell in SHAPES[name].split())
    return game.board.set_of(cells)


def shape_goals(game: Game) -> list[Goal]:
    """The goals of all the author's shapes."""
    return [
        goal._replace(name=f"{name}: {goal.name}")
        for name in SHAPES
        for goal in theorems.shape_goals(game, shape(game, name))
    ]


def inside_goals(game: Game) -> list[Goal]:
    """The goals of the strong middle structure."""
    inside = [game.board.cell(name) for name in INSIDE.split()]
    return theorems.inside_goals(game, game.board.set_of(STRONG_MIDDLE), inside)


def most_flips_known(game: Game) -> bool:
    """Whether the table has the board."""
    return game.board.text in MOST_FLIPS


def value(game: Game) -> int:
    """The value of the board (claim 13)."""
    return (VALUES_BY_CELLS if by_cells(game) else VALUES)[game.board.text]
