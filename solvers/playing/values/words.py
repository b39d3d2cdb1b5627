"""Games, and values of positions, as answers tell them.

>>> from ruleproof.models.play.game import game
>>> subject(Position.start(game("esgros", "path:3", full="loss"))) == "esgros path:3, full=loss"
True
>>> scored = Position.start(game("incrowd", "square:2x2")).play("a1")
>>> subject(scored) == "incrowd square:2x2, at '. . / B . ; white'"
True
>>> value_in_words(scored, 4), bounds_in_words(scored, None, -1), of_whom(scored)
('black +4', 'black -1 or less', '')
>>> bounds_in_words(Position.start(game("esgros", "path:3")), "draw", "win")
'draw or win'
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.errors import listed
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.settings import choose

BY_REPETITION = "neither side wins but by the rule of repetition"
"""The reason why a finished search knows no value."""
SOME_BY_REPETITION = "where no value is known, neither side wins but by the rule of repetition"
"""The reason why a finished search of several positions does not know the value of all."""
NO_WIN = "no win; the rules of repetition decide"
"""The value in words, where a rule of repetition may decide otherwise."""
_OUTCOMES = ("loss", "draw", "win")


def changed_settings(game: Game) -> dict[str, str]:
    """The settings whose values are not the defaults."""
    usual = choose(game.rulebook.settings, {})
    return {name: str(value) for name, value in game.chosen if usual[name] != value}


def subject(here: Position) -> str:
    """The game, its board and its changed settings, and the position unless it is the start."""
    game = here.game
    changed = [f"{name}={value}" for name, value in changed_settings(game).items()]
    at = [] if here.state == game.start() else [f"at {here.text!r}"]
    return ", ".join([f"{game.name} {game.board.text}", *changed, *at])


def value_in_words(here: Position, value: Any) -> str:
    """A value: the outcome, the first player's margin, or each player's points."""
    players = here.game.players
    if value is None:
        return "unknown"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{players[0]} {value:+d}" if value else "0 (even)"
    scores = zip(players, value, strict=True)
    return ", ".join(f"{name} {'?' if score is None else score}" for name, score in scores)


def bounds_in_words(here: Position, low: Any, high: Any) -> str:
    """Two bounds of a value. An end of None is open: margins are then `black +1 or more`."""
    if low is None or high is None:
        known, beyond = (high, "less") if low is None else (low, "more")
        return "unknown" if known is None else f"{value_in_words(here, known)} or {beyond}"
    if low in _OUTCOMES and high in _OUTCOMES:
        return listed(_OUTCOMES[_OUTCOMES.index(low) : _OUTCOMES.index(high) + 1], "or")
    return f"{value_in_words(here, low)} to {value_in_words(here, high)}"


def of_whom(here: Position) -> str:
    """The side to move, for whom outcomes are told; nothing where points are counted."""
    return "" if here.game.rulebook.scored else f" for {here.side}, who is to move"


def table_value(here: Position, value: Any, party: int, distance: int | None) -> str:
    """The value of a position in a table, where `party` is the player whose points it tells."""
    if value is None:
        return NO_WIN
    if party >= 0:
        return f"{here.game.players[party]} is sure of {value}"
    plies = "" if distance is None else f" in {distance} plies"
    return value_in_words(here, value) + plies + of_whom(here)
