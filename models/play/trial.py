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
from ruleproof.models.play.states import BITS, layout

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
    state = _state(game, game.start(), rules.start)
    for _ in range(_MOVES):
        moves = game.moves(state)
        for move in moves:
            _look_at_move(game, state, move)
        if game.over(state):
            _look_at_end(game, state, moves)
            return
        if not moves:
            must_go_on(game, state)
        if time.monotonic() > end:
            return
        state = _state(game, game.play(state, dice.choice(moves)), rules.play)


def _state(game: Game, state: Any, by: Callable[..., Any]) -> State:
    """The state that the rule gave, which has the sets and the numbers that a `State` holds."""
    wanted = game.rulebook.rules.State
    plan = layout(wanted)
    for name, many in plan.sets:
        held: Any = getattr(state, name)
        for cells in held if many else (held,):
            if not _whole(cells) or not 0 <= cells < 1 << game.board.size:
                what = f"it makes {name} {cells!r}, and a set holds cells of the board"
                raise Mistake(authored(by, game.rulebook), what, "use the words of models/cells.py")
    for name in plan.numbers:
        number: Any = getattr(state, name)
        most = len(game.players) if name == "side" else 1 << BITS
        if not (_whole(number) or isinstance(number, bool)) or not 0 <= number < most:
            what = f"it makes {name} {number!r}, and a whole number from 0 to {most - 1} is wanted"
            raise Mistake(authored(by, game.rulebook), what, "keep the number within that")
    return state


def _look_at_move(game: Game, state: State, move: Any) -> None:
    """Refuses a move that is no whole number, and one without a text."""
    rules = game.rulebook.rules
    if not _whole(move) or move < 0:
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
    if not _whole(worth):
        _wrong(game, state, book.rules.payoff, f"the payoff is {worth!r}, no whole number")


def _whole(value: Any) -> bool:
    """Whether the value is a whole number, and neither a truth nor a fraction."""
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(game: Game, state: State, by: Callable[..., Any], what: str) -> NoReturn:
    """Raises the mistake, with the position it came up in."""
    raise Mistake(
        authored(by, game.rulebook),
        f"{what}, in the position {notation.show(game, state)!r}",
        f"`ruleproof conform {game.name}` looks at every law",
    )
