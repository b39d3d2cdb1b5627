"""Holds a game against what it declares before its table is built, on positions of random games.

A table merges symmetric positions and, where play never comes back, walks through them once; rules
that do not keep what the game declares would make a wrong table. A build that sees a law broken
ends with a `Contradiction`. `verify` sees more: it looks at every entry.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.values.contradiction import Contradiction

_WORK = 6_000
"""The moves that are played as plain Python, and as much for each list of moves as for"""
_LIST = 5
"""so many."""
_GAMES = 50


def must_keep_laws(game: Game, start: State) -> None:
    """Raises `Contradiction` where a position that random games from one reach breaks a law that
    tables rest on, and `Mistake` where the symmetries are no group.
    """
    must_be_group(game)
    dice, left, seen = Random(0), _WORK, set[State]()
    for _ in range(_GAMES):
        state, line = start, set[State]()
        while not game.over(state) and left > 0:
            if state in line and game.acyclic:
                raise Contradiction(game, state, "a position comes up twice", ("acyclic",))
            if state not in seen:
                left -= _symmetric(game, state)
                _spread(game, state)
            line.add(state)
            seen.add(state)
            moves = game.moves(state)
            if not moves:
                break
            state = game.play(state, dice.choice(moves))
            left -= _LIST + 1
        if left > 0 and state not in seen:
            left -= _symmetric(game, state)


def must_be_group(game: Game) -> None:
    """Raises `Mistake` where one symmetry of the game after another one is none of them."""
    known = {*game.symmetries}
    for (one, swap), (other, again) in product(known, known):
        if (tuple(one[cell] for cell in other), swap != again) not in known:
            raise Mistake(
                authored(game.rulebook.declared.symmetries, game.rulebook),
                "the law “symmetry” is broken: one symmetry after another one is none of them",
                "return a group: with any two symmetries also the one after the other",
                "symmetry",
            )


def _symmetric(game: Game, state: State) -> int:
    """Holds a position against the symmetries; the work that it took."""
    after = {game.play(state, move) for move in game.moves(state)}
    work = len(after) + _LIST
    for turn, swap in game.symmetries:
        image = game.image(state, turn, swap)
        moves = game.moves(image)
        work += len(moves) + _LIST
        if _end(game, image) != _end(game, state) or {game.play(image, m) for m in moves} != {
            game.image(later, turn, swap) for later in after
        }:
            what = "the image of a position plays otherwise than the position"
            raise Contradiction(game, state, what, ("symmetry",))
    return work


def _end(game: Game, state: State) -> object:
    """The result of an ended game, None while play goes on."""
    if not game.over(state):
        return None
    if len(game.players) > 2:
        return tuple(game.score(state, player) for player in range(len(game.players)))
    return game.payoff(state)


def _spread(game: Game, state: State) -> None:
    """Holds the positions that are made at once against those that moves lead to."""
    if not hasattr(game.rulebook.advice, "spread"):
        return
    compiled = engine(game)
    wide, found = compiled.row_words, compiled.move_list()
    rows = np.zeros(found.size * wide, np.uint64)
    board: Any = compiled.masks, compiled.numbers
    many = compiled.kernels.spread(*board, compiled.row(state), found, rows)
    told = Counter(compiled.state(rows[k * wide : (k + 1) * wide]) for k in range(many))
    if told != Counter(game.play(state, move) for move in game.moves(state)):
        what = "the positions made at once are not those that moves lead to"
        raise Contradiction(game, state, what, ("spread",))
