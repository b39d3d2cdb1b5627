"""Snort (Simon Norton): the game that `ruleproof new` writes down, to be changed into one's own.

>>> from ruleproof.models.play.game import make_game
>>> game = make_game(RULEBOOK, "path:3", {})
>>> [game.show_move(move) for move in game.moves(game.start())]
['a1', 'b1', 'c1']
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Text, Words, turns_and_colours
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting
from ruleproof.models.template import rules, words

SETTINGS = (
    Setting(
        "last",
        "variant",
        {"wins": "who makes the last move wins", "loses": "who makes the last move loses"},
        "wins",
        words.END,
    ),
)


def faults(game: Game, p: Any) -> list[str]:
    """The static invariants that a position breaks."""
    found: list[str] = []
    if p.black.bit_count() - p.white.bit_count() != p.side:
        found.append("stones alternate, Black first")
    if rules.beside(game.field, p.black) & p.white:
        found.append("no stone lies next to an enemy stone")
    return found


def refusal(game: Game, p: Any, move: int) -> str:
    """The clause that an illegal move breaks."""
    return words.EMPTY if (p.black | p.white) >> move & 1 else words.APART


def never_returns(game: Game) -> bool:
    """Always: every move adds a stone."""
    return True


RULEBOOK = Rulebook(
    name="template",
    title="Snort",
    author="Simon Norton",
    about="stones keep apart from enemy stones; who cannot move loses",
    players=("black", "white"),
    boards=("square", "hex", "path"),
    board="square:4x4",
    rules=rules,
    settings=SETTINGS,
    package=__name__,
    text=Text(tokens={"B": "black", "W": "white"}),
    words=Words(
        keys={},  # a sentence for each key of `Text.keys`: {"taken": "White has taken {value}."}
        invariants={"turns": "stones alternate, Black first", "apart": words.APART},
        faults=faults,
        refusal=refusal,
        reason=lambda game, p: f"{game.players[p.side]} has no move",
    ),
    declared=Declared(
        symmetries=turns_and_colours, exchange=(("black", "white"),), acyclic=never_returns
    ),
)
