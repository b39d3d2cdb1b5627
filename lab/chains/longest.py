"""In Crowd: the longest chain of one drop, by flips and by waves, over all positions and in play.

The most flips among stones that may stand anywhere are found from above: `bounds` says how
many there are at most, and its clauses give an arrangement or show that there is none. As many
waves as flips would need a drop that flips the most stones there are, one after the other; all
arrangements of these are looked at. In play there are no more, nor more than going back from all
such drops leads to the start from (`ancestry`). What is known of a board (`drops`) is
played again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lab.chains import drops as longest_known
from lab.chains.ancestry import reaches
from lab.chains.bounds import Arrangement, arrangements, most_by_counting, stuck
from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import Cells, each
from ruleproof.models.claims.bounds import Bounds
from ruleproof.models.claims.claims import Outcome
from ruleproof.models.incrowd import rules
from ruleproof.models.incrowd.claims import predicates
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import read, show

FLIPS, WAVES = range(2)
NAMES = "flips", "waves"
WALKED = 36
"""On larger boards not all drops with the most flips are looked at; 6x6 takes two minutes."""


GONE_BACK = {"majority": "stones", "chain": "local", "turncoat-chain": "off"}
"""The readings under which `ancestry` goes back from drops."""


class Drop(NamedTuple):
    """A position, a drop, and the flips and the waves it brings about."""

    state: State
    move: int
    lengths: tuple[int, int] = (0, 0)


def most_flips(game: Game, seconds: float) -> Outcome:
    """The greatest number of flips of one drop among stones that may stand anywhere."""
    return longest(game, seconds, FLIPS)


def most_waves(game: Game, seconds: float) -> Outcome:
    """The greatest number of waves of one drop among stones that may stand anywhere."""
    return longest(game, seconds, WAVES)


def longest(game: Game, seconds: float, which: int) -> Outcome:
    """The greatest number of flips or waves of one drop among stones that may stand anywhere."""
    best, most = _longest(game, time.process_time() + seconds, which)
    length = best.lengths[which]
    found: dict[str, object] = {
        NAMES[which]: length,
        **Bounds("most", length, most).details,
        "move": game.show_move(best.move),
        "witness_is_position": True,
    }
    return _told(show(game, best.state), length, most, which, found)


def _longest(game: Game, end: float, which: int) -> tuple[Drop, int]:
    """The longest drop found until then, and an upper bound on its length."""
    drops = [Drop(game.start(), next(iter(game.moves(game.start()))))]
    for entries in (longest_known.PICTURES, longest_known.GAMES):
        drops += known(game, entries)
    flips, most = _most_flips(game, _best(drops, FLIPS), end)
    if which == FLIPS:
        return flips, most
    return _most_waves(game, _best([*drops, flips], WAVES), flips, most, end)


def _best(drops: Sequence[Drop], which: int) -> Drop:
    return max(drops, key=lambda drop: drop.lengths[which])


def most_flips_in_play(game: Game, seconds: float) -> Outcome:
    """The greatest number of flips of one drop in a game; see `longest_in_play`."""
    return longest_in_play(game, seconds, FLIPS)


def most_waves_in_play(game: Game, seconds: float) -> Outcome:
    """The greatest number of waves of one drop in a game; see `longest_in_play`."""
    return longest_in_play(game, seconds, WAVES)


def longest_in_play(game: Game, seconds: float, which: int) -> Outcome:
    """The greatest number of flips or waves of one drop in a game: no less than in the games that
    are known; no more than among stones that may stand anywhere, nor than the flips of a drop that
    going back from all such drops leads to the start from.
    """
    end = time.process_time() + seconds
    lines = longest_known.GAMES.get(game.board.text, ())
    lengths = [drop.lengths for drop in known(game, longest_known.GAMES)]
    length = max((one[which] for one in lengths), default=0)
    line = next(
        (line for line, one in zip(lines, lengths, strict=True) if one[which] == length), ""
    )
    _, most = _longest(game, end, which)
    most = _most_reached(game, which, length, most, end)
    found: dict[str, object] = {NAMES[which]: length, **Bounds("most", length, most).details}
    return _told(line, length, most, which, found)


def _most_reached(game: Game, which: int, least: int, most: int, end: float) -> int:
    """An upper bound on the flips or waves of a drop in a game, found by the time `end`. `most` is
    a bound already; a drop with `least` is known.
    """
    if any(game.settings[name] != value for name, value in GONE_BACK.items()):
        return most
    try:
        while most > least:
            waves = most if which == WAVES else 0
            reached, _ = reaches(game.board, most, waves, end - time.process_time())
            if reached:
                break
            most -= 1
    except TimeoutError:
        pass
    return most


def _told(witness: str, length: int, most: int, which: int, found: dict[str, object]) -> Outcome:
    if length == most:
        return Outcome("witnessed", witness, details=found)
    found["reason"] = f"between {length} and {most} {NAMES[which]}"
    return Outcome("undecided", witness, details=found)


# What is known


def known(game: Game, entries: Mapping[str, tuple[str, ...]]) -> Iterator[Drop]:
    """The entries' drops on the board, from pictures or games, measured under the game's settings.
    Raises `ValueError` for one that the rules do not allow.
    """
    for text in entries.get(game.board.text, ()):
        yield _pictured(game, text) if "*" in text else _played(game, text.split())


def _pictured(game: Game, picture: str) -> Drop:
    """The drop on the cell `*` of a picture, which is Black's."""
    rows = picture.split("/")
    cells = " / ".join(" ".join(row) for row in rows)
    state = read(game, f"{cells.replace('*', '.')} ; black")
    up, across = divmod("".join(rows).index("*"), len(rows[0]))
    return measured(game, state, game.board.rows[up][across])


def _played(game: Game, line: list[str]) -> Drop:
    """The last move of a game, every move of which must be legal."""
    state = game.start()
    for text in line[:-1]:
        move = game.read_move(text)
        if move not in game.moves(state):
            raise ValueError(f"not a legal move of the game that is known: {text!r}")
        state = game.play(state, move)
    return measured(game, state, game.read_move(line[-1]))


def measured(game: Game, state: State, move: int) -> Drop:
    """The drop with its flips and waves by the rules; it must be legal."""
    if move not in game.moves(state):
        raise ValueError(f"not a legal drop: {game.show_move(move)!r}")
    arguments = (game.field, game.rules, state, move, game.play(state, move))
    return Drop(state, move, (predicates.flips(*arguments), predicates.waves(*arguments)))


# Flips


def _most_flips(game: Game, best: Drop, end: float) -> tuple[Drop, int]:
    """The drop with the most flips found until then, and an upper bound on flips."""
    most = most_by_counting(game.board)
    try:
        while best.lengths[FLIPS] < most:
            left = end - time.process_time()
            found = next(arrangements(game.board, most, _spreads(game), left), None)
            if found is None:
                most -= 1
                continue
            (best,) = _filled(game, found, game.field.full & ~found.flips, 0)
            if best.lengths[FLIPS] != most:
                raise ValueError(f"the rules flip other stones: {show(game, best.state)!r}")
    except TimeoutError:
        best = _best([best, *_grown(game, end, FLIPS)], FLIPS)
    if best.lengths[FLIPS] > most:
        raise ValueError(f"more than {most} flips, said to be the most: {show(game, best.state)!r}")
    return best, most


def _spreads(game: Game) -> bool:
    return game.settings["chain"] == "local"


def _filled(game: Game, found: Arrangement, friends: Cells, enemies: Cells) -> Iterator[Drop]:
    """The arrangement with Black's and White's stones on the cells that are kept, Black to drop, if
    that is a position.
    """
    black, white = friends & ~(1 << found.drop), enemies | found.flips
    for passes in (0, 1):
        state = type(game.start())(black, white, rules.BLACK, passes)
        if not game.faults(state):
            yield measured(game, state, found.drop)
            return


# Waves


def _most_waves(game: Game, best: Drop, flips: Drop, most: int, end: float) -> tuple[Drop, int]:
    """The drop with the most waves found until then, and an upper bound on waves.

    Each wave flips a stone at least: of the drops with so many flips or more all are looked at.
    """
    try:
        while flips.lengths[FLIPS] >= most > best.lengths[WAVES]:
            if game.board.size > WALKED:
                raise TimeoutError
            for drop in _with_flips(game, most, end):
                best = _best([best, drop], WAVES)
                if best.lengths[WAVES] >= most:
                    return best, most
            most -= 1
    except TimeoutError:
        best = _best([best, *_grown(game, end, WAVES)], WAVES)
    return best, most


def _with_flips(game: Game, many: int, end: float) -> Iterator[Drop]:
    """All drops that flip so many stones, up to symmetry."""
    board, spreads = game.board, _spreads(game)
    for found in arrangements(board, many, spreads, end - time.process_time()):
        kept = board.full & ~found.flips & ~(1 << found.drop)
        for friends, enemies in _fillings(game, found, list(each(kept)), kept, 0):
            if time.process_time() > end:
                raise TimeoutError
            yield from _filled(game, found, friends, enemies)


def _fillings(
    game: Game, found: Arrangement, open_: list[int], friends: Cells, enemies: Cells
) -> Iterator[tuple[Cells, Cells]]:
    """Every way to fill the kept cells such that all flips come about. Black's stones fill them at
    first; each cell still open may also be empty or White's, which never helps.
    """
    of_cells = game.settings["majority"] == "cells"
    if stuck(game.board, found, friends, enemies, _spreads(game), of_cells):
        return
    if not open_:
        yield friends, enemies
        return
    cell, others = 1 << open_[0], open_[1:]
    yield from _fillings(game, found, others, friends, enemies)
    yield from _fillings(game, found, others, friends & ~cell, enemies)
    yield from _fillings(game, found, others, friends & ~cell, enemies | cell)


# Large boards that nothing is known of


def _grown(game: Game, end: float, which: int) -> Iterator[Drop]:
    """The longest drop that growing finds in a while; none where drops are known: as many cells as
    can be are added to the flips, in any order, then those around a cell are kept again.
    """
    if game.board.text in longest_known.PICTURES:
        return
    board, spreads = game.board, _spreads(game)
    end = max(end, time.process_time() + 1)
    rng = random.Random(board.text)
    found = Arrangement(min(range(board.size), key=lambda c: _off_centre(board, c)), 0)
    longest_found: list[Drop] = []
    here = (-1, -1)
    while time.process_time() < end:
        cleared = found.flips & ~_twice_around(board, rng.randrange(board.size))
        trial = _with_more(board, Arrangement(found.drop, cleared), spreads, rng, end)
        for drop in _filled(game, trial, board.full & ~trial.flips, 0):
            there = drop.lengths[which], drop.lengths[1 - which]
            if there > here:
                longest_found = [drop]
            if there >= here:
                found, here = trial, there
    yield from longest_found


def _off_centre(board: Board, cell: int) -> int:
    """The distance of the cell from the middle of the board."""
    (x, y), (right, top) = board.spots[cell], max(board.spots)
    return abs(2 * x - right) + abs(2 * y - top)


def _twice_around(board: Board, cell: int) -> Cells:
    """The cell and those within two steps."""
    near = board.around[cell]
    for one in each(near):
        near |= board.around[one]
    return near


def _with_more(
    board: Board, found: Arrangement, spreads: bool, rng: random.Random, end: float
) -> Arrangement:
    """The arrangement with each further cell among its flips that leaves all of them to flip,
    tried in any order until then; with those alone of its own that do flip.
    """
    flips = found.flips & ~stuck(board, found, board.full & ~found.flips, 0, spreads)
    kept = list(each(board.full & ~flips & ~(1 << found.drop)))
    rng.shuffle(kept)
    for cell in [*kept, *kept]:
        more = Arrangement(found.drop, flips | 1 << cell)
        if time.process_time() > end:
            break
        if not flips >> cell & 1 and not stuck(board, more, board.full & ~more.flips, 0, spreads):
            flips = more.flips
    return Arrangement(found.drop, flips)
