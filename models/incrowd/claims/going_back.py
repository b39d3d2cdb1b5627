"""In Crowd: going back from long chains, by the rules as plain Python, for the checker of
certificates. `ancestry` does the same compiled, to decide; nothing of it is used here.

In phase 2 a side may pass whenever the other is to drop, so stones alone matter: positions here
have Black to move and no pass behind them. Both colours may have made the last turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ruleproof.models.cells import Cells, each
from ruleproof.models.claims.evidence import Backwards
from ruleproof.models.incrowd import rules
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import moved

READINGS = {"majority": "stones", "chain": "local", "turncoat-chain": "off"}
"""The readings under which a stone is easier to flip the more stones of the mover's there are."""
LARGEST = 20
"""Cells of the largest board: on 5x5 there are millions of positions to go back from."""


def back_from_chains(game: Game, least: int, most: int) -> Backwards | None:
    """Going back from all drops that flip at least so many stones, given that none flips more than
    `most`; None under other readings and on larger boards.
    """
    if game.board.size > LARGEST or any(
        game.settings[name] != value for name, value in READINGS.items()
    ):
        return None
    turns = [turn for turn, swap in game.symmetries if not swap]

    def name(p: Any) -> object | None:
        """The stones up to symmetry; None where a stone was dropped beside another too early."""
        if rules.free(game.field, p):
            return None
        return min(moved(p, turn)[:2] for turn in turns)

    def opening(p: Any) -> bool:
        """Whether no stone is beside another, as many of each colour, or one more of either: the
        colours may be exchanged.
        """
        stones = p.black | p.white
        apart = not any(game.board.around[cell] & stones for cell in each(stones))
        return apart and abs(p.black.bit_count() - p.white.bit_count()) <= 1

    def before(p: Any) -> Iterator[Any]:
        """Every position from which a drop of either colour leads to these stones."""
        for side in (rules.BLACK, rules.WHITE):
            for mover, cell in _taken_back(game, p, side):
                after = game.play(mover, cell)
                if (after.black, after.white) == (p.black, p.white):
                    yield _of(game, mover.black, mover.white)

    return Backwards(_ends(game, least, most), before, name, opening)


def _of(game: Game, black: Cells, white: Cells) -> State:
    return type(game.start())(black, white, rules.BLACK, 0)


def _ends(game: Game, least: int, most: int) -> Iterator[State]:
    """Every position, up to symmetry and exchange of colours, with a drop by Black that flips so
    many stones. Cells that are kept are filled with Black's stones first, which help most.
    """
    board = game.board
    turns = [turn for turn, swap in game.symmetries if not swap]
    for many in range(least, most + 1):
        for chosen in combinations(range(board.size), many):
            flips = sum(1 << cell for cell in chosen)
            if any(sum(1 << turn[cell] for cell in chosen) < flips for turn in turns):
                continue
            for drop in each(board.full & ~flips):
                kept = board.full & ~flips & ~(1 << drop)
                yield from _filled(game, drop, flips, kept, 0, kept)


def _filled(
    game: Game, drop: int, flips: Cells, black: Cells, white: Cells, open_: Cells
) -> Iterator[State]:
    """The positions in which Black's drop flips all of the flips at least; each of the open cells
    may hold a stone of Black's, nothing, or a stone of White's.
    """
    takers, victims = black | 1 << drop, white | flips
    if flips & ~rules.chain(game.field, game.rules, takers, victims, 1 << drop):
        return
    if not open_:
        yield _of(game, black, victims)
        return
    cell = open_ & -open_
    rest = open_ & ~cell
    yield from _filled(game, drop, flips, black, white, rest)
    yield from _filled(game, drop, flips, black & ~cell, white, rest)
    yield from _filled(game, drop, flips, black & ~cell, white | cell, rest)


def _taken_back(game: Game, p: Any, side: int) -> Iterator[tuple[Any, int]]:
    """Positions with a drop of the side's, among them all that lead to these stones.

    Flips are taken back one by one, the last ones first: when a stone flipped, the mover's around
    it were a majority, and those that flipped with it or later are the other's now.
    """
    kind = type(p)
    mine, theirs = (p.black, p.white) if side == rules.BLACK else (p.white, p.black)

    def placed(friends: Cells, enemies: Cells) -> Any:
        stones = (friends, enemies) if side == rules.BLACK else (enemies, friends)
        return kind(*stones, side, 0)

    for cell in each(theirs):  # the dropped stone changed colour
        yield placed(mine, theirs & ~(1 << cell)), cell
    for cell in each(mine):
        known = {0}
        waiting = [0]
        while waiting:
            flips = waiting.pop()
            friends, enemies = mine & ~flips, theirs | flips
            yield placed(friends & ~(1 << cell), enemies), cell
            for last in each(friends & ~(1 << cell)):
                more = flips | 1 << last
                others = enemies, friends & ~(1 << last)
                if more not in known and rules.in_minority(game.field, game.rules, last, *others):
                    known.add(more)
                    waiting.append(more)
