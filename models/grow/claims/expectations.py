"""The expected verdicts on Grow's claims where they depend on the room and the settings."""

from __future__ import annotations

from collections.abc import Callable

from ruleproof.models.claims.claims import Word
from ruleproof.models.play.game import Game


def two_on_odd(game: Game) -> bool:
    """Whether two players share an odd number of spaces."""
    return len(game.players) == 2 and game.board.size % 2 == 1


def _room(game: Game) -> int:
    """The spaces that are empty after the setup."""
    return game.board.size - len(game.players)


def _new_head_first(game: Game) -> bool:
    """Whether a head may move in the turn in which it is dropped."""
    return game.settings["new-head"] == "moves" and game.settings["order"] != "moves-first"


def gained(game: Game) -> Word:
    """Expects the bound to be reached, unless the board has too little room."""
    return "witnessed" if _room(game) >= (3 if _new_head_first(game) else 2) else "refuted"


def endless(game: Game) -> Word:
    """Expects empty turns to go on wherever a space is left empty; if they end the game, a head
    must have room to go to and fro.
    """
    if game.settings["drop"] == "mandatory":
        return "refuted"
    return (
        "witnessed" if _room(game) >= (2 if game.settings["stall"] == "score" else 1) else "refuted"
    )


def orders_alike(one: str) -> Callable[[Game], Word]:
    """Expects two orders to part on two empty spaces after the setup or more, or on one if a drop
    that must come first forestalls the move to the last space.
    """

    def expected(game: Game) -> Word:
        forestalled = one == "drop-first" and game.settings["drop"] == "mandatory"
        return "proved" if _room(game) < (1 if forestalled else 2) else "refuted"

    return expected


def travelled(game: Game) -> Word:
    """Expects a head to travel where there is room. Where each turn must fill a space, and no head
    can move after it, a space must be left when the first player's second turn begins.
    """
    order = game.settings["order"]
    late = order == "moves-first" or (order == "simultaneous" and not _new_head_first(game))
    mandatory = game.settings["drop"] == "mandatory"
    least = len(game.players) if mandatory and late else 1
    return "witnessed" if _room(game) > least else "refuted"


def travelled_far(game: Game) -> Word:
    """Expects a head to travel far once a group of three has an empty space left; that takes time,
    which mandatory drops cut short.
    """
    quick = game.settings["order"] in ("free", "drop-first") and _new_head_first(game)
    mandatory = game.settings["drop"] == "mandatory"
    return "witnessed" if _room(game) > (3 if mandatory and not quick else 2) else "refuted"


def shared(game: Game) -> Word:
    """Expects two players to share the first place on an even board, and more of them unless one
    alone has a second space.
    """
    alone = two_on_odd(game) or (len(game.players) > 2 and _room(game) == 1)
    return "refuted" if alone else "witnessed"
