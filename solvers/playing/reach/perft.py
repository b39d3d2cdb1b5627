"""Perft: the number of move sequences of exactly a given length, the classic test of a move
generator. Depth 0 is 1; a finished game has no further sequences.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "hex:2")
>>> plain_perft(small, [small.start()], 2), perft(small, [small.start()], 2)
(42, 42)
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import BULK, MOVES, PLAY, engine
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import follow, legal
from ruleproof.models.play.states import BITS
from ruleproof.solvers.playing.reach.repetition import occurrences, repetition
from ruleproof.solvers.work.asked import must_be_whole
from ruleproof.solvers.work.progress import Listener, Progress, silent

_PERFT = types.int64(
    MOVES,
    PLAY,
    BULK,
    types.uint64[::1],
    types.int64[::1],
    types.uint64[:, ::1],
    types.int64[:, ::1],
    types.int64,
    types.int64,
    types.boolean,
    types.uint64[::1],
    types.int64,
    types.int64,
    types.int64,
)


@kernel(_PERFT, allocates=True)
def _count(
    moves,
    play,
    bulk,
    masks,
    numbers,
    rows,
    lists,
    first,
    depth,
    in_bulk,
    alike,
    word,
    shift,
    banned,
):
    """Walks all sequences of `depth` ≥ 1 moves from `rows[first]`.

    `rows[:first]` is the history; `alike` masks the words that count for repetition (empty: the
    rules know none), `word` and `shift` say where a row holds the number of its occurrences, and
    `banned` is the occurrence that may not be brought about (0: any may).
    """
    total = 0
    level = 0
    at = np.zeros(depth + 1, np.int64)
    if in_bulk and depth == 1:
        return bulk(masks, numbers, rows[first], lists[0])
    moves(masks, numbers, rows[first], lists[0])
    while level >= 0:
        if at[level] >= lists[level, 0]:
            level -= 1
            continue
        at[level] += 1
        here = first + level
        play(masks, numbers, rows[here], lists[level, at[level]], rows[here + 1])
        if alike.size:
            times = occurrences(rows, here + 1, alike, word, shift)
            kept = rows[here + 1, word] & ~(np.uint64((1 << BITS) - 1) << np.uint64(shift))
            if 0 < banned <= times:
                continue
            rows[here + 1, word] = kept | (np.uint64(times) << np.uint64(shift))
        if level + 1 == depth:
            total += 1
        elif in_bulk and level + 2 == depth:
            total += bulk(masks, numbers, rows[here + 1], lists[level + 1])
        else:
            level += 1
            moves(masks, numbers, rows[here + 1], lists[level])
            at[level] = 0
    return total


DEEPEST = 100
"""The greatest depth that is counted to."""
PART = 20_000_000
"""About how many sequences are counted between two looks at the world outside."""


def _parts(
    game: Game, history: tuple[State, ...], depth: int
) -> Iterator[tuple[tuple[State, ...], int]]:
    """Histories, each with what remains of the depth, that together make up the whole count."""
    moves = legal(game, history)
    if depth == 1 or len(moves) ** depth <= PART:
        yield history, depth
        return
    for move in moves:
        yield from _parts(game, (*history, follow(game, history, move)), depth - 1)


def perft(
    game: Game,
    history: tuple[State, ...],
    depth: int,
    *,
    bulk: bool = True,
    listener: Listener = silent,
) -> int:
    """The number of sequences of `depth` legal moves from the last state of the history.

    With `bulk`, the last move of each sequence is counted without being played. Raises `ValueError`
    for a depth below 0 or above `DEEPEST`.
    """
    must_be_whole("depth", depth, 0, DEEPEST)
    if depth == 0:
        return 1
    total = 0
    for before, remaining in _parts(game, history, depth):
        total += _part(game, before, remaining, bulk)
        listener(Progress("perft", total))
    return total


def _part(game: Game, history: tuple[State, ...], depth: int, bulk: bool) -> int:
    """The count of one part, in one piece of compiled work."""
    repeated = repetition(game)
    counting = bulk and not repeated.banned
    compiled = engine(game)
    rows = np.zeros((len(history) + depth, compiled.row_words), np.uint64)
    for k, state in enumerate(history):
        rows[k] = compiled.row(state)
    lists = np.zeros((depth, game.most_moves + 1), np.int64)
    return int(
        _count(
            compiled.kernels.moves,
            compiled.kernels.play,
            compiled.kernels.bulk if counting else compiled.kernels.moves,
            compiled.masks,
            compiled.numbers,
            rows,
            lists,
            len(history) - 1,
            depth,
            counting,
            *repeated,
        )
    )


def plain_perft(game: Game, history: tuple[State, ...], depth: int) -> int:
    """The same count by the rules as plain Python."""
    if depth == 0:
        return 1
    moves = legal(game, history)
    if depth == 1:
        return len(moves)
    return sum(
        plain_perft(game, (*history, follow(game, history, move)), depth - 1) for move in moves
    )


def divide(game: Game, history: tuple[State, ...], depth: int) -> dict[str, int]:
    """The perft behind each first move, by the move's text; their sum is the whole."""
    return {
        game.show_move(move): perft(game, (*history, follow(game, history, move)), depth - 1)
        for move in legal(game, history)
    }
