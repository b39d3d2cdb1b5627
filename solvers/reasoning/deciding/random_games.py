"""Random games in compiled code: the first among so many that shows what is looked for.

`count` is how many random numbers were used before: the same count, the same games.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.dice import dice
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.models.compiled.rows import copy_row
from ruleproof.solvers.playing.reach.position_set import ROW
from ruleproof.solvers.reasoning.deciding.predicate_kernels import JUDGE
from ruleproof.solvers.reasoning.lockstep.pair_kernel import EQUAL, missing

INT64 = types.int64[::1]


@kernel(types.uint64(types.uint64[::1]))
def _chance(count):
    """The next random number; `count` says how many there were before."""
    count[0] += np.uint64(1)
    return dice(count[0])


_SEARCH = types.int64(
    MOVES, PLAY, ENDED, JUDGE, JUDGE, JUDGE, types.int64, types.uint64[::1], INT64, ROW, INT64,
    types.uint64[::1], types.int64, types.int64, types.int64, types.int64, INT64,
)  # fmt: skip


@kernel(_SEARCH, allocates=True)
def first_hit(
    moves, play, ended, judge, premise, guide, tries, masks, numbers, start, room, count, games,
    plies, wanted, of_turns, line,
):  # fmt: skip
    """The length of the first game, of at most `plies` moves, that ends with a wanted hit; its
    moves are left in `line`. -1 if there is none among so many games. Of `tries` random moves the
    one is taken after which the guide's measure is greatest.
    """
    here, after = start.copy(), start.copy()
    for _ in range(games):
        copy_row(start, here)
        for ply in range(plies):
            if ended(masks, numbers, here) != PLAYING:
                break
            many = moves(masks, numbers, here, room)
            if many == 0:
                break
            move = room[1 + np.int64(_chance(count) % np.uint64(many))]
            play(masks, numbers, here, move, after)
            if tries > 1:
                best = guide(masks, numbers, after, -1, after)
                for _ in range(tries - 1):
                    other = room[1 + np.int64(_chance(count) % np.uint64(many))]
                    play(masks, numbers, here, other, after)
                    worth = guide(masks, numbers, after, -1, after)
                    if worth > best:
                        best, move = worth, other
                play(masks, numbers, here, move, after)
            line[ply] = move
            if of_turns:
                met = premise(masks, numbers, here, move, after)
                hit = met and (judge(masks, numbers, here, move, after) != 0) == (wanted == 1)
            else:
                met = premise(masks, numbers, after, -1, after)
                hit = met and (judge(masks, numbers, after, -1, after) != 0) == (wanted == 1)
            if hit:
                return ply + 1
            copy_row(after, here)
    return -1


_CYCLE = types.int64(
    MOVES, PLAY, ENDED, types.uint64[::1], INT64, ROW, ROW, INT64, types.uint64[::1], types.int64,
    types.int64, INT64,
)  # fmt: skip


@kernel(_CYCLE, allocates=True)
def come_back(moves, play, ended, masks, numbers, start, kept, room, count, games, plies, line):
    """The length of the first game that comes back to a position, as far as `kept` counts; its
    moves are left in `line`, the number of those before the position's first occurrence in
    `room[0]`. -1 if there is none among so many games.
    """
    words = start.size
    visited = np.zeros((plies + 1, words), np.uint64)
    here, after = start.copy(), start.copy()
    for _ in range(games):
        copy_row(start, here)
        for word in range(words):
            visited[0, word] = start[word] & kept[word]
        for ply in range(plies):
            if ended(masks, numbers, here) != PLAYING:
                break
            many = moves(masks, numbers, here, room)
            if many == 0:
                break
            move = room[1 + np.int64(_chance(count) % np.uint64(many))]
            play(masks, numbers, here, move, after)
            line[ply] = move
            for word in range(words):
                after[word] &= kept[word]
                visited[ply + 1, word] = after[word]
            for before in range(ply, -1, -1):
                same = True
                for word in range(words):
                    if visited[before, word] != after[word]:
                        same = False
                        break
                if same:
                    room[0] = before
                    return ply + 1
            copy_row(after, here)
    return -1


_PART = types.int64(
    MOVES, PLAY, ENDED, ROW, INT64, ROW, INT64, ROW, ROW, types.int64, types.int64, INT64, INT64,
    types.uint64[::1], types.int64, types.int64, INT64,
)  # fmt: skip


@kernel(_PART, allocates=True)
def part_ways(
    moves, play, ended, masks1, numbers1, masks2, numbers2, start1, start2, visible, asked, room1,
    room2, count, games, plies, line,
):  # fmt: skip
    """The length of the first game, played under both settings, after which they part: in results,
    legal moves or the first `visible` words, or with `asked` WITHIN in moves of the first that the
    second has not. Its moves are left in `line`; -1 if there is none among so many games.
    """
    here1, here2, after = start1.copy(), start2.copy(), start1.copy()
    for _ in range(games):
        copy_row(start1, here1)
        copy_row(start2, here2)
        for ply in range(plies + 1):
            end1, end2 = ended(masks1, numbers1, here1), ended(masks2, numbers2, here2)
            room1[0] = room2[0] = 0
            if end1 == PLAYING:
                moves(masks1, numbers1, here1, room1)
            if end2 == PLAYING:
                moves(masks2, numbers2, here2, room2)
            lacking = missing(room1, room2)
            if lacking:
                return ply
            if asked == EQUAL:
                if end1 != end2 or room1[0] != room2[0]:
                    return ply
                for word in range(visible):
                    if here1[word] != here2[word]:
                        return ply
            if room1[0] == 0 or ply == plies:
                break
            move = room1[1 + np.int64(_chance(count) % np.uint64(room1[0]))]
            play(masks1, numbers1, here1, move, after)
            copy_row(after, here1)
            play(masks2, numbers2, here2, move, after)
            copy_row(after, here2)
            line[ply] = move
    return -1
