"""Esgros: questions that a designer asks and no sentence answers, as claims."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx

from ruleproof.models.claims.claims import Claim, ValueIs
from ruleproof.models.esgros import PIE
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position


def _after(place: Callable[[Game], set[int]]) -> Callable[[Game], str]:
    """The text of the position after a first stone on the lowest of such cells."""

    def of(game: Game) -> str:
        first = game.board.names[min(place(game))]
        return Position.start(game).play([first]).text

    return of


def _middle(game: Game) -> set[int]:
    return set(nx.center(game.board.graph))


def _beside(game: Game) -> set[int]:
    return set(nx.node_boundary(game.board.graph, _middle(game)))


def _rim(game: Game) -> set[int]:
    return set(nx.periphery(game.board.graph))


def _without_pie(game: Game) -> bool:
    return game.settings["pie"] == "off" and game.board.size > 2


QUESTIONS: tuple[Claim, ...] = tuple(
    Claim(
        f"pie-{name}",
        f"A first stone {words} decides the game: its value for White, who would choose a side.",
        PIE,
        (ValueIs(position=_after(place)),),
        expected="witnessed",
        boards=("hex:2", "hex:3"),
        applies=_without_pie,
    )
    for name, words, place in (
        ("middle", "in the middle", _middle),
        ("beside", "beside the middle", _beside),
        ("rim", "as far from the middle as can be", _rim),
    )
)
"""How even the first stones are that the pie rule lets White choose from."""
