"""Games and positions named by one line of text, as tables have it: `gro dish:1,1 tokens=2`."""

from __future__ import annotations

from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook


def ready(text: str) -> Game:
    """The game of that name, on that board or its own, under those settings."""
    name, *rest = text.split()
    board = "" if not rest or "=" in rest[0] else rest.pop(0)
    return make_game(rulebook(name), board, dict(word.split("=") for word in rest))


def at_start(text: str) -> Position:
    """The start of that game."""
    return Position.start(ready(text))
