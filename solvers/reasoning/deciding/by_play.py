"""Claims about play as a whole: that it ends, that it need not, and that symmetries keep it."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ruleproof.models.claims.bounds import Bounds
from ruleproof.models.claims.claims import Endless, Ends, Outcome, Symmetric
from ruleproof.models.claims.counted import FOLLOWED, within
from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.models.play.game import State
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.playing.reach.position_set import IMAGES, PLAN, ROWS, turned
from ruleproof.solvers.playing.values.contradiction import Contradiction, laws_of_images
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry, line_text, replayed, undecided

INT32 = types.int32[::1]
INT64 = types.int64[::1]


@kernel(types.int64(INT64, INT32, INT32, INT32, INT32), allocates=True)
def _longest(offsets, targets, longest, before, degree):
    """Fills in, for each position, the length of the longest line to it and the position before it
    on that line; returns how many positions are on or behind no cycle. `degree` is left above 0
    for those that are.
    """
    many = longest.size
    for edge in range(offsets[many]):
        degree[targets[edge]] += 1
    queue = np.zeros(many, np.int32)
    done = waiting = 0
    for at in range(many):
        before[at] = -1
        if degree[at] == 0:
            queue[waiting] = at
            waiting += 1
    while done < waiting:
        at = queue[done]
        done += 1
        for edge in range(offsets[at], offsets[at + 1]):
            after = targets[edge]
            if longest[at] + 1 > longest[after]:
                longest[after] = longest[at] + 1
                before[after] = at
            degree[after] -= 1
            if degree[after] == 0:
                queue[waiting] = after
                waiting += 1
    return done


@kernel(
    types.int64(INT64, INT32, INT32, types.int64, types.int64, INT32, INT32, INT64), allocates=True
)
def _shortest_cycle(offsets, targets, degree, start, most, distance, before, visited):
    """The position before `start` on a shortest cycle of fewer than `most` moves through it, or -1;
    `before` holds the way back. `distance` is -1 throughout, and is left so; `visited` grows by the
    positions visited.
    """
    queue = [start]
    distance[start] = 0
    found = -1
    done = 0
    while done < len(queue) and found < 0:
        at = queue[done]
        done += 1
        if distance[at] + 1 >= most:
            break
        for edge in range(offsets[at], offsets[at + 1]):
            after = targets[edge]
            if after == start:
                found = at
                break
            if degree[after] > 0 and distance[after] < 0:
                distance[after] = distance[at] + 1
                before[after] = at
                queue.append(after)
    for at in queue:
        distance[at] = -1
    visited[0] += len(queue)
    return found


def ends(inquiry: Inquiry, claim: Ends) -> Outcome:
    """Whether every game ends, with the longest one."""
    share = inquiry.share(ignoring=claim.ignoring)
    if not share.all(inquiry.deadline):
        details: dict[str, object] = {"positions": share.count, "plies_complete": share.plies}
        details |= Bounds("longest", share.plies).details
        return undecided("not all positions were looked at", details, "longest line of play")
    reach = share.reach
    longest, before, degree, free = _lengths(reach)
    details = {"positions": reach.count}
    if free == reach.count:
        last = int(longest.argmax())
        chain = [last]
        while before[chain[-1]] >= 0:
            chain.append(int(before[chain[-1]]))
        line, _ = reach.replay(chain[::-1])
        replayed(inquiry.game, line)
        details |= {"longest": len(line), "longest_game": line_text(inquiry.game, line)}
        details |= Bounds("longest", len(line), len(line)).details
        return Outcome("proved", "", "all reachable positions: no cycle", details)
    return _cycle(inquiry, reach, degree, "refuted", details)


def endless(inquiry: Inquiry, claim: Endless) -> Outcome:
    """Whether play can go on for ever, with a shortest cycle."""
    outcome = ends(inquiry, Ends(claim.ignoring))
    turned_round = {"proved": "refuted", "refuted": "witnessed"}
    word: Any = turned_round.get(outcome.verdict, outcome.verdict)
    return outcome._replace(verdict=word)


def _lengths(reach: Reach) -> tuple[Any, Any, Any, int]:
    """The arrays of `_longest`, and how many positions are on or behind no cycle."""
    longest, before, degree = (np.zeros(reach.count, np.int32) for _ in range(3))
    free = _longest(reach.offsets[: reach.count + 1], reach.targets, longest, before, degree)
    return longest, before, degree, free


def _cycle(
    inquiry: Inquiry, reach: Reach, degree: Any, word: Any, details: dict[str, object]
) -> Outcome:
    """The outcome that shows a shortest cycle of positions, as a game that runs into it once."""
    distance = np.full(reach.count, -1, np.int32)
    before = np.full(reach.count, -1, np.int32)
    best: list[int] = []
    visited, most = np.zeros(1, np.int64), within(inquiry.allowed, FOLLOWED)
    shortest = True
    for start in np.flatnonzero(degree):
        if best and (visited[0] > most or inquiry.deadline.passed):
            shortest = False
            break
        last = _shortest_cycle(
            reach.offsets, reach.targets, degree, int(start),
            len(best) if best else reach.count + 1, distance, before, visited,
        )  # fmt: skip
        if last >= 0:
            way = [int(last)]
            while way[-1] != start:
                way.append(int(before[way[-1]]))
            best = way[::-1]
        if len(best) == 1:
            break
    game = inquiry.game
    line, state = reach.replay(reach.path(best[0]))
    # Every round leads to a position like the last one's, in the end to one that has been there;
    # that need not be the first, as the way through the like positions is not always the like way.
    begun: dict[bytes, int] = {}
    while (place := (reach.engine.row(state) & reach.kept).tobytes()) not in begun:
        begun[place] = len(line)
        for number in [*best[1:], best[0]]:
            move, state = _move_to(reach, state, number)
            line.append(move)
    details |= {
        "cycle": len(line) - begun[place],
        "cycle_from_ply": begun[place],
        "cycle_up_to_symmetry": len(best),
        "shortest": shortest,
        **Bounds("cycle", len(best) if shortest else None, len(best)).details,
    }
    method = "all reachable positions: a game into a shortest cycle, up to symmetry"
    if not shortest:
        method = "all reachable positions: a game into a cycle"
    return Outcome(word, line_text(game, line), method, details)


def _move_to(reach: Reach, state: State, number: int) -> tuple[int, State]:
    """A move that leads to a position like the explored one of that number, and that position."""
    for move in reach.game.moves(state):
        after = reach.game.play(state, move)
        if np.array_equal(reach.canonical(reach.engine.row(after)), reach.rows[number]):
            return move, after
    what = "no move leads where compiled search went"
    raise Contradiction(reach.game, state, what, laws_of_images(reach.game))


_IMAGES = 4
"""Images of positions looked at for each position that may be kept."""

_SYMMETRIC = types.int64(
    MOVES, PLAY, ENDED, types.uint64[::1], INT64, IMAGES, PLAN, ROWS, INT64, INT64, types.int64,
    types.int64,
)  # fmt: skip


@kernel(_SYMMETRIC, allocates=True)
def _asymmetric(
    moves, play, ended, masks, numbers, images, plan, rows, found, mirrored, first, last
):
    """The first position at which a turn does not carry moves and results along, or -1; the turn is
    left in `found[0]`.
    """
    words = rows.shape[1]
    image, after = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    ours = np.zeros((found.size, words), np.uint64)
    theirs = np.zeros((found.size, words), np.uint64)
    for at in range(first, last):
        value = ended(masks, numbers, rows[at])
        many = 0
        if value == PLAYING:
            many = moves(masks, numbers, rows[at], found)
        for k in range(many):
            play(masks, numbers, rows[at], found[k + 1], ours[k])
        for turn in range(plan.shape[0]):
            turned(rows[at], images, plan, turn, image)
            same = ended(masks, numbers, image) == value
            if same and value == PLAYING:
                same = moves(masks, numbers, image, mirrored) == many
                if same:
                    for k in range(many):
                        play(masks, numbers, image, mirrored[k + 1], theirs[k])
                    for k in range(many):
                        turned(ours[k], images, plan, turn, after)
                        met = False
                        for other in range(many):
                            equal = True
                            for word in range(words):
                                if theirs[other, word] != after[word]:
                                    equal = False
                                    break
                            if equal:
                                met = True
                                break
                        if not met:
                            same = False
                            break
            if not same:
                found[0] = turn
                return at
    return -1


def symmetric(inquiry: Inquiry, claim: Symmetric) -> Outcome:
    """Whether every symmetry carries legal moves, positions after them and results along.

    Looking at one position of each class is enough: if every symmetry keeps its moves, the classes
    of what follows are the same whichever member is looked at.
    """
    share = inquiry.share()
    reach = share.reach
    compiled = reach.engine
    found, mirrored = compiled.move_list(), compiled.move_list()
    method = "all reachable positions, under every symmetry"
    details: dict[str, object] = {"symmetries": len(inquiry.game.symmetries)}
    for low, high in share.levels(inquiry.deadline):
        if high * len(inquiry.game.symmetries) > _IMAGES * inquiry.limit:
            return undecided("too many positions", details, method)
        for begin in range(low, high, 1 << 13):
            if inquiry.deadline.passed:
                return undecided("out of time", details | {"positions": begin}, method)
            at = _asymmetric(
                compiled.kernels.moves, compiled.kernels.play, compiled.kernels.ended,
                compiled.masks, compiled.numbers, reach.turns.images, reach.turns.plan, reach.rows,
                found, mirrored, begin, min(high, begin + (1 << 13)),
            )  # fmt: skip
            if at >= 0:
                line, _ = reach.replay(reach.path(int(at)))
                turn, swap = inquiry.game.symmetries[int(found[0])]
                details |= {
                    "symmetry": " ".join(inquiry.game.board.names[cell] for cell in turn),
                    "colours_change": swap,
                    **Bounds("shortest", at_most=len(line)).details,
                }
                return Outcome("refuted", line_text(inquiry.game, line), method, details)
        details["positions"] = high
    if not share.complete:
        return undecided("not all positions were looked at", details, method)
    return Outcome("proved", "", method, details)
