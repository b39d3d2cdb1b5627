"""A trial: one game at random by plain Python, before rules of another package are compiled.

Compiled code checks nothing: a move that is no cell would make it read what is not its own, and a
payoff of 1.5 would be cut to 1. So the first board and settings that are compiled are tried before.
The trial sees one game only; `ruleproof conform` looks at all laws, on many boards.

>>> from ruleproof.models.play.game import make_game
>>> from ruleproof.models.template import RULEBOOK
>>> tried(make_game(RULEBOOK, "hex:2", {}))
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from ruleproof.models.mistakes import Mistake, authored, is_within, told_as_the_authors
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import must_go_on
from ruleproof.models.play.states import is_whole

UNSTEADY = "asked twice, it answers differently"
STEADY = "let it rest on the board, the settings and the position alone"
_MOVES = 1000
_SECONDS = 1.0
"""A trial ends after so many moves or seconds, if the game has not."""


@lru_cache(maxsize=64)
def tried(game: Game) -> None:
    """Plays one game at random, unless the game came along with Ruleproof. Raises `Mistake` where
    a rule fails or says what it cannot.
    """
    rules = game.rulebook.rules
    if is_within(getattr(rules, "__file__", None) or "", [Path(__file__).parents[1]]):
        return
    with told_as_the_authors(rules):
        _play(game)


def _play(game: Game) -> None:
    """One game at random, each state and move looked at."""
    dice, rules = Random(1), game.rulebook.rules
    end = time.monotonic() + _SECONDS
    state = game.start()
    for _ in range(_MOVES):
        moves = game.moves(state)
        _look_twice(game, state, moves)
        for move in moves:
            _look_at_move(game, state, move)
        if game.over(state):
            _look_at_end(game, state, moves)
            return
        if not moves:
            must_go_on(game, state)
        if time.monotonic() > end:
            return
        move = dice.choice(moves)
        after = game.must_hold(rules.play, game.play(state, move))
        if game.play(state, move) != after:
            _unsteady(game, state, rules.play)
        state = after


def _look_twice(game: Game, state: State, moves: list[int]) -> None:
    """Refuses rules that answer differently when they are asked again."""
    rules = game.rulebook.rules
    if game.moves(state) != moves:
        _unsteady(game, state, rules.moves)
    if game.over(state) != game.over(state):
        _unsteady(game, state, rules.over)


def _unsteady(game: Game, state: State, by: Callable[..., Any]) -> NoReturn:
    """Raises the mistake of a rule that draws random numbers, or counts its calls."""
    what = f"{UNSTEADY}, in the position {notation.show(game, state)!r}"
    raise Mistake(authored(by, game.rulebook), what, STEADY)


def _look_at_move(game: Game, state: State, move: Any) -> None:
    """Refuses a move that is no whole number, and one without a text."""
    rules = game.rulebook.rules
    if not is_whole(move) or move < 0:
        _wrong(game, state, rules.moves, f"a move is a whole number from 0: {move!r}")
    if wrong := game.no_move(move):
        _wrong(game, state, rules.moves, wrong)


def _look_at_end(game: Game, state: State, moves: list[int]) -> None:
    """Refuses moves after the end, and a payoff that is none."""
    book = game.rulebook
    if moves:
        _wrong(game, state, book.rules.moves, f"play is over, and there are {len(moves)} moves")
    for player in range(len(game.players)) if book.scored else ():
        game.score(state, player)
    if len(game.players) > 2:
        return
    worth = book.rules.payoff(game.field, game.rules, state)
    if not book.scored and worth not in (-1, 0, 1):
        _wrong(game, state, book.rules.payoff, f"the payoff is {worth!r}, not 1, 0 or -1")
    if not is_whole(worth):
        _wrong(game, state, book.rules.payoff, f"the payoff is {worth!r}, no whole number")


def _wrong(game: Game, state: State, by: Callable[..., Any], what: str) -> NoReturn:
    """Raises the mistake, with the position it came up in."""
    raise Mistake(
        authored(by, game.rulebook),
        f"{what}, in the position {notation.show(game, state)!r}",
        f"`ruleproof conform {game.name}` looks at every law",
    )
