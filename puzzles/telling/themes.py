"""Themes: the ideas of a solution, in the words of its game and in those of every game.

A game's own themes stand in its `themes.py`, those of every game in `general_themes.py`.

>>> from ruleproof.models.play.game import game
>>> names(game("esgros", "hex:3"))[-1]
'idle-help'
>>> hint_of(game("esgros", "hex:3"), "quiet-key")
'The first turn takes nothing.'
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.play.game import Game
from ruleproof.models.play.solutions import Theme
from ruleproof.puzzles.telling.facts import Facts, General
from ruleproof.puzzles.telling.general_themes import GENERAL


def own_themes(game: Game) -> tuple[Theme, ...]:
    """The game's own themes."""
    module: Any = game.rulebook.module("themes")
    return module.THEMES if module else ()


def _general(game: Game) -> list[General]:
    """The general themes of the game. A game's own theme replaces the general one of the same name;
    those of taking need the game's `stones`.
    """
    own = {one.name for one in own_themes(game)}
    takes = hasattr(game.rulebook.module("themes"), "stones")
    return [one for one in GENERAL if one.name not in own and (takes or not one.takes)]


def themes_of(facts: Facts) -> list[str]:
    """The names of the themes that the solution shows: the game's own first, each group with the
    most telling first.
    """
    game = facts.solution.game
    found = [one.name for one in own_themes(game) if one.shown(facts.solution)]
    return found + [one.name for one in _general(game) if one.shown(facts)]


def names(game: Game) -> list[str]:
    """The names of all themes of the game, the general ones among them."""
    return [one.name for one in (*own_themes(game), *_general(game))]


def hint_of(game: Game, name: str) -> str:
    """The hint that gives a theme away."""
    told = {one.name: one.hint for one in GENERAL} | {
        one.name: one.hint for one in own_themes(game)
    }
    return told[name]


def meaning_of(game: Game, name: str) -> str:
    """The meaning of a theme as a clause; empty where the game has no such theme."""
    told = {one.name: one.words for one in (*GENERAL, *own_themes(game))}
    return told.get(name, "")
