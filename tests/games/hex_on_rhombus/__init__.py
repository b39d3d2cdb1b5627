"""Hex (Piet Hein, 1942; John Nash, 1948), on a board of its own kind."""

from __future__ import annotations

from typing import Any

from hex_on_rhombus import rules, words
from ruleproof.models.cells import each
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Symmetry, Text, Words
from ruleproof.models.rulebooks.rulebook import Rulebook


def faults(game: Game, p: Any) -> list[str]:
    """The static invariants that a position breaks."""
    found: list[str] = []
    if p.red.bit_count() - p.blue.bit_count() != p.side:
        found.append("stones alternate, Red first")
    if rules.joins_red(game.field, p) if p.side == rules.RED else rules.joins_blue(game.field, p):
        found.append(f"{game.players[p.side]} has won and is to move")
    return found


def symmetries(game: Game) -> list[Symmetry]:
    """The turns of the board that keep Red's sides, and with a change of colours those that make
    them Blue's.
    """
    south, north, west, east = game.board.areas
    red, blue = {south, north}, {west, east}
    found: list[Symmetry] = []
    for turn in game.board.symmetries:
        sides = {sum(1 << turn[cell] for cell in each(side)) for side in red}
        found += [(turn, swap) for swap, goal in ((False, red), (True, blue)) if sides == goal]
    return found


RULEBOOK = Rulebook(
    name="hex-on-rhombus",
    title="Hex",
    author="Piet Hein, 1942; John Nash, 1948",
    about="two players each join two opposite sides of a rhombus",
    players=("red", "blue"),
    boards=("rhombus",),
    board="rhombus:11x11",
    rules=rules,
    package=__name__,
    text=Text(tokens={"R": "red", "B": "blue"}),
    words=Words(
        invariants={"turns": words.TURNS, "winner": "nobody moves who has won"},
        faults=faults,
        refusal=lambda game, p, move: words.EMPTY,
        reason=lambda game, p: f"{game.players[1 - p.side]} has joined the sides",
    ),
    declared=Declared(
        symmetries=symmetries, exchange=(("red", "blue"),), acyclic=lambda game: True
    ),
)
