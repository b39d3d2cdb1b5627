"""Surveys a played game in compiled code: choices, pieces lost, and chances of winning."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import layout
from ruleproof.solvers.playing.players.estimate import weights_of
from ruleproof.solvers.playing.players.games import Played
from ruleproof.solvers.playing.players.playouts import careless_end
from ruleproof.solvers.playing.players.steps import (
    DRAWN,
    INT,
    NUMBERS,
    ROWS,
    RULES,
    UNDECIDED,
    WORDS,
    next_person,
    ones,
    outcome_of,
    scene,
    side_of,
)

PLAYOUT = 200
"""Playouts that measure chances are cut off, and estimated, after so many plies."""
_POINTS = 40
"""Positions of a game whose chances are measured, at most about twice as many."""


class Survey(NamedTuple):
    """A game ply by ply. `choices`: the legal moves before each move. `lost`: the pieces that the
    other side has fewer after the move than before it; None where the game does not say whose
    pieces are whose.
    """

    choices: list[int]
    lost: list[int] | None


_SURVEY = types.void(*RULES, ROWS, NUMBERS, INT, NUMBERS, NUMBERS, NUMBERS)


@kernel(_SURVEY)
def _survey(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, owners, words, room, choices, lost,
):  # fmt: skip
    """Fills `choices` and `lost`; `owners` has the side of each layer's pieces, or -1."""
    for k in range(choices.size):
        moves(masks, numbers, rows[k], room)
        choices[k] = room[0]
        enemy = 1 - side_of(facts, rows[k])
        for layer in range(owners.size):
            if owners[layer] == enemy:
                for place in range(layer * words, (layer + 1) * words):
                    lost[k] += ones(rows[k, place]) - ones(rows[k + 1, place])
        lost[k] = max(lost[k], 0)


_CHANCES = types.void(
    *RULES, ROWS, ROWS, NUMBERS, ROWS, NUMBERS, NUMBERS, WORDS, INT, INT, INT, INT, NUMBERS
)


@kernel(_CHANCES)
def _chances(
    moves, play, ended, score, promise, masks, numbers, facts, alike, weights,
    rows, pair, played, spare, room, work, count, person, step, playouts, longest, points,
):  # fmt: skip
    """Puts in `points[k]` the results of playouts from every `step`-th row, 2 for a win of person 0
    and 1 for a draw; -1 for the other rows. `person` moves first; `pair` is room for two rows.
    """
    for k in range(points.size):
        points[k] = -1
        if k % step == 0:
            points[k] = 0
            known = outcome_of(ended, score, masks, numbers, facts, rows[k], person)
            for _ in range(playouts):
                outcome = known
                if known == UNDECIDED:
                    for word in range(rows.shape[1]):
                        spare[0, word] = rows[k, word]
                    outcome = careless_end(
                        moves, play, ended, score, promise, masks, numbers, facts, weights,
                        spare, room, count, person, longest, work,
                    )  # fmt: skip
                points[k] += 2 if outcome == 0 else 1 if outcome == DRAWN else 0
        if k < played.size:
            relation = play(masks, numbers, rows[k], played[k], pair[0])
            person = next_person(facts, person, relation, rows[k + 1])


@lru_cache(maxsize=16)
def _owners(game: Game) -> Any:
    """The side whose pieces each layer holds, -1 for nobody's; None where the game does not say."""
    plan = layout(game.rulebook.rules.State)
    many = dict(plan.sets)
    owners = np.full(plan.layers, -1, np.int64)
    pairs = [pair for pair in game.rulebook.declared.exchange if pair[0] in many]
    if len(game.players) > 2 or not pairs:
        return None
    for pair in pairs:
        for side, name in enumerate(pair):
            first = plan.layer_of(name)
            owners[first : first + max(many[name], 1)] = side
    return owners


def survey(played: Played) -> Survey:
    """Surveys a game."""
    game = played.first.game
    seen, owners = scene(game), _owners(game)
    compiled = seen.engine
    choices, lost = np.zeros((2, len(played.moves)), np.int64)
    _survey(
        *seen.rules(np.zeros(0, np.int64)),
        *(played.rows, np.zeros(0, np.int64) if owners is None else owners),
        *(compiled.width // 64, compiled.move_list(), choices, lost),
    )
    return Survey(choices.tolist(), None if owners is None else lost.tolist())


def chances(played: Played, playouts: int) -> list[tuple[int, float]]:
    """The first player's chances every few plies: the ply, and his average result in so many
    playouts, 1 for a win and ½ for a draw. For games of two; the same at every call.
    """
    game = played.first.game
    seen = scene(game)
    words = seen.engine.row_words
    person = played.first.state.side ^ played.first.exchanged
    points = np.zeros(len(played.rows), np.int64)
    _chances(
        *seen.rules(weights_of(game)),
        *(played.rows, np.zeros((1, words), np.uint64), np.array(played.moves, np.int64)),
        *(np.zeros((3, words), np.uint64), seen.engine.move_list(), np.zeros(2, np.int64)),
        *(np.array([played.seed % (1 << 32)], np.uint64), person),
        *(max(1, len(points) // _POINTS), playouts, PLAYOUT, points),
    )
    return [(k, int(sum_) / 2 / playouts) for k, sum_ in enumerate(points) if sum_ >= 0]
