"""Estimates of a position's worth: a weight for each bit of its row, fitted to games.

This takes no knowledge of the game: a piece on a cell counts for the player who wins more games
with it there. The fit is a ridge regression of the winner, or of the margin where points are
counted, on the bits and numbers of positions, and on the lead in points. It is made twice: from
careless games, in which each move is the better of two random ones; then from games in which each
move is the best of a few by the first fit.

weights  `int64[::1]`: one for each bit of the words that hold sets, one for each number of the
         state, and one for each point that the side that moves first is ahead; in parts of
         `CERTAIN`. Their sum is the estimate for that side
sample   a row of such a game with its outcome: the payoff for the side that moves first, or its
         lead in points if a long game is cut off

The sums are exact and the rest runs in one order, so every machine finds the same weights.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, PROMISE, SCORE
from ruleproof.models.compiled.lanes import first_of
from ruleproof.models.compiled.sums import other_layers
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS, PER_WORD, layout, width_for
from ruleproof.solvers.playing.players.steps import (
    INT,
    LISTS,
    NUMBERS,
    PLAYERS,
    ROWS,
    SCORED,
    SET_WORDS,
    WORDS,
    Scene,
    ahead,
    better_of_two,
    scene,
    side_of,
    throw,
)

CERTAIN = 4096
"""The estimate of a sure win."""
_SAMPLES = 20_000
_GAMES = 4000
_EFFORT = 25_000_000
"""About how many moves are listed, at most, to find samples."""
_LONGEST = 1000
_EACH = 8
"""The samples of a game, at most."""
_MOST = 500
"""The weights of bits, at most: of those that are set most often."""
_RIDGE = 20.0
_FEW = 4
"""The moves that the first fit chooses among."""


@kernel(INT(SCORE, WORDS, NUMBERS, NUMBERS, NUMBERS, WORDS))
def estimate(score, masks, numbers, facts, weights, row):
    """The estimate of the row for its side to move, of two: up to about `CERTAIN` for a win."""
    total = 0
    set_words = facts[SET_WORDS]
    for word in range(set_words):
        rest = row[word]
        while rest:
            total += weights[word * 64 + np.int64(first_of(rest))]
            rest &= rest - np.uint64(1)
    for number in range(weights.size - 1 - set_words * 64):
        word = set_words + number // PER_WORD
        value = (row[word] >> np.uint64(number % PER_WORD * BITS)) & np.uint64((1 << BITS) - 1)
        total += weights[set_words * 64 + number] * np.int64(value)
    if facts[SCORED]:
        total += weights[weights.size - 1] * ahead(score, masks, numbers, facts, row, 0)
    return total if side_of(facts, row) == 0 else -total


_BEST_OF = types.void(
    PLAY, ENDED, SCORE, WORDS, NUMBERS, NUMBERS, NUMBERS, WORDS, NUMBERS, INT, WORDS, WORDS, WORDS
)


@kernel(_BEST_OF)
def _best_of_few(
    play, ended, score, masks, numbers, facts, weights, row, room, many, count, after, other
):
    """Writes to `after` the row after the best, by the estimate, of a few random moves."""
    most = 0
    for k in range(_FEW):
        relation = play(masks, numbers, row, room[1 + throw(count, many)], other)
        worth = ended(masks, numbers, other)
        if worth == PLAYING:
            worth = estimate(score, masks, numbers, facts, weights, other)
        else:
            worth *= 64 * CERTAIN
        if relation != 1:
            worth = -worth
        if k == 0 or worth > most:
            most = worth
            for word in range(row.size):
                after[word] = other[word]


_SAMPLE = INT(
    MOVES, PLAY, ENDED, SCORE, PROMISE, WORDS, NUMBERS, NUMBERS, NUMBERS, INT, ROWS, WORDS, ROWS,
    NUMBERS, NUMBERS, INT, INT,
)  # fmt: skip


@kernel(_SAMPLE, allocates=True)
def _sample(
    moves, play, ended, score, promise, masks, numbers, facts, weights, fitted,
    line, other, samples, outcomes, room, games, most,
):  # fmt: skip
    """Fills `samples` and `outcomes` from at most so many games that begin at `line[0]`, careless
    ones unless the weights are `fitted`; returns the number of samples.
    """
    count = np.zeros(1, np.uint64)
    filled = 0
    effort = 0
    longest = line.shape[0] - 1
    for _ in range(games):
        here = 0
        payoff = ended(masks, numbers, line[0])
        while payoff == PLAYING and here < longest:
            many = moves(masks, numbers, line[here], room)
            effort += 8 + many
            if many == 0:
                break
            if fitted:
                effort += 16
                _best_of_few(
                    play, ended, score, masks, numbers, facts, weights,
                    line[here], room, many, count, line[here + 1], other,
                )  # fmt: skip
            else:
                better_of_two(
                    play, score, promise, masks, numbers, facts,
                    line[here], room, many, count, line[here + 1], other,
                )  # fmt: skip
            here += 1
            payoff = ended(masks, numbers, line[here])
        if payoff != PLAYING or facts[SCORED]:
            if payoff == PLAYING:
                worth = ahead(score, masks, numbers, facts, line[here], 0)
            else:
                worth = payoff if side_of(facts, line[here]) == 0 else -payoff
            step = max(1, here // _EACH)
            at = here - throw(count, step)
            while at >= 0:
                if filled == most:
                    return filled
                for word in range(line.shape[1]):
                    samples[filled, word] = line[at, word]
                outcomes[filled] = worth
                filled += 1
                at -= step
        if effort > _EFFORT:
            break
    return filled


_FEATURES = INT(SCORE, WORDS, NUMBERS, NUMBERS, WORDS, INT, INT, NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@kernel(_FEATURES)
def _features(
    score, masks, numbers, facts, row, set_words, numbers_used, places, signs, found, values
):
    """Lists the features of a row that have a place: `found` receives their places, `values` their
    values; returns their number.
    """
    many = 0
    for word in range(set_words):
        rest = row[word]
        while rest:
            bit = word * 64 + np.int64(first_of(rest))
            rest &= rest - np.uint64(1)
            if places[bit] >= 0:
                found[many] = places[bit]
                values[many] = signs[bit]
                many += 1
    for number in range(numbers_used):
        place = places[set_words * 64 + number]
        if place >= 0:
            word = set_words + number // PER_WORD
            value = (row[word] >> np.uint64(number % PER_WORD * BITS)) & np.uint64((1 << BITS) - 1)
            if value:
                found[many] = place
                values[many] = np.int64(value)
                many += 1
    if places[places.size - 1] >= 0:
        found[many] = places[places.size - 1]
        values[many] = ahead(score, masks, numbers, facts, row, 0)
        many += 1
    return many


_SUMS = types.void(
    SCORE, WORDS, NUMBERS, NUMBERS, ROWS, NUMBERS, INT, INT, INT, NUMBERS, NUMBERS, NUMBERS,
    NUMBERS, LISTS, NUMBERS,
)  # fmt: skip


@kernel(_SUMS)
def _sums(
    score, masks, numbers, facts, samples, outcomes, filled, set_words, numbers_used, places, signs,
    found, values, square, right,
):  # fmt: skip
    """Adds the samples up: products of all pairs of features in `square`, those with the outcome in
    `right`; the last feature is 1 in every sample.
    """
    last = right.size - 1
    for k in range(filled):
        many = _features(
            score, masks, numbers, facts, samples[k], set_words, numbers_used, places, signs,
            found, values,
        )  # fmt: skip
        found[many] = last
        values[many] = 1
        for one in range(many + 1):
            right[found[one]] += values[one] * outcomes[k]
            for other in range(many + 1):
                square[found[one], found[other]] += values[one] * values[other]


@kernel(types.void(types.float64[:, ::1], types.float64[::1]))
def _solve(square, right):
    """Solves a positive definite system by Cholesky; the solution replaces the right side."""
    size = right.size
    for j in range(size):
        total = square[j, j]
        for k in range(j):
            total -= square[j, k] * square[j, k]
        root = math.sqrt(total)
        square[j, j] = root
        for i in range(j + 1, size):
            total = square[i, j]
            for k in range(j):
                total -= square[i, k] * square[j, k]
            square[i, j] = total / root
    for i in range(size):
        total = right[i]
        for k in range(i):
            total -= square[i, k] * right[k]
        right[i] = total / square[i, i]
    for i in range(size - 1, -1, -1):
        total = right[i]
        for k in range(i + 1, size):
            total -= square[k, i] * right[k]
        right[i] = total / square[i, i]


@lru_cache(maxsize=32)
def weights_of(game: Game) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The weights of the game; all are 0 with more than two players, and where such games do not
    end.
    """
    seen = scene(game)
    names = layout(game.rulebook.rules.State).numbers
    weights = np.zeros(int(seen.facts[SET_WORDS]) * 64 + len(names) + 1, np.int64)
    if seen.facts[PLAYERS] > 2:
        return weights
    careless = _fitted(game, seen, weights, again=False)
    return _fitted(game, seen, careless, again=True) if careless.any() else careless


def _fitted(game: Game, seen: Scene, before: Any, *, again: bool) -> Any:
    """The weights fitted to games, which the weights `before` play where they are fitted `again`;
    these where no game ends.
    """
    compiled, set_words = seen.engine, int(seen.facts[SET_WORDS])
    names = layout(game.rulebook.rules.State).numbers
    rules = seen.rules(before)
    line = np.zeros((_LONGEST + 1, compiled.row_words), np.uint64)
    line[0] = compiled.row(game.start())
    samples = np.zeros((_SAMPLES, compiled.row_words), np.uint64)
    outcomes = np.zeros(_SAMPLES, np.int64)
    filled = _sample(
        *(*rules[:8], before, again),
        *(line, np.zeros(compiled.row_words, np.uint64), samples, outcomes),
        *(compiled.move_list(), _GAMES, _SAMPLES),
    )
    if not filled:
        return before
    places, signs = _places(game, samples[:filled], set_words, names)
    many = int(places.max()) + 1
    square = np.zeros((many + 1, many + 1), np.int64)
    right = np.zeros(many + 1, np.int64)
    room = np.zeros((2, len(before) + 1), np.int64)
    _sums(
        *(rules[3], *rules[5:8], samples, outcomes, filled, set_words, len(names)),
        *(places, signs, room[0], room[1], square, right),
    )
    found = right.astype(np.float64)
    _solve(square + _RIDGE * np.eye(many + 1), found)
    used = places >= 0
    usual = max(1.0, float(np.abs(outcomes[:filled]).sum()) / filled)
    weights = np.zeros_like(before)
    weights[used] = np.rint(found[places[used]] * signs[used] * CERTAIN / usual).astype(np.int64)
    return weights


def _places(
    game: Game, samples: Any, set_words: int, names: tuple[str, ...]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The place of each feature in the system, -1 for those without, and its sign there. Features
    that a symmetry turns into one another share a place.
    """
    leaders, signs = _alike(game, set_words)
    octets = np.ascontiguousarray(samples[:, :set_words]).view(np.uint8)
    often = np.unpackbits(octets, axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
    together = np.bincount(leaders, weights=often * (signs != 0), minlength=len(leaders))
    telling = np.flatnonzero(together > 0)
    chosen = np.sort(telling[np.argsort(-together[telling], kind="stable")][:_MOST])
    place_of = np.full(len(leaders), -1, np.int64)
    place_of[chosen] = np.arange(len(chosen))
    places = np.full(set_words * 64 + len(names) + 1, -1, np.int64)
    places[: len(leaders)] = np.where(signs != 0, place_of[leaders], -1)
    for k, name in enumerate([*names, ""]):
        if name != "seen" and (name or game.rulebook.scored):
            places[len(leaders) + k] = max(len(chosen), places.max() + 1)
    return places, np.concatenate([signs, np.ones(len(names) + 1, np.int64)])


def _alike(game: Game, set_words: int) -> tuple[Any, Any]:
    """For each bit of the sets, a representative bit alike under the symmetries, and the bit's
    sign: 1 where it counts as much, -1 where it counts for the other side, 0 where both.
    """
    width, size = width_for(game.board.size), game.board.size
    other = other_layers(game)
    leaders = np.arange(set_words * 64)
    signs = np.ones(set_words * 64, np.int64)
    seen = np.zeros(set_words * 64, bool)
    for layer in range(len(other)):
        for cell in range(size):
            if seen[layer * width + cell]:
                continue
            images = [
                ((other[layer] if swap else layer) * width + turn[cell], -1 if swap else 1)
                for turn, swap in game.symmetries
            ]
            both = len({bit for bit, _ in images}) < len(set(images))
            for bit, sign in images:
                leaders[bit], signs[bit], seen[bit] = (
                    layer * width + cell,
                    0 if both else sign,
                    True,
                )
    return leaders, signs
