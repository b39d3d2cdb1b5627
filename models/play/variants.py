"""A game under other settings: some changed, one varied alone, those in which two games differ.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "hex:2")
>>> own_settings(small, changed(small, {"exceed": "void"}))
({'exceed': 'minimal'}, {'exceed': 'void'})
"""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.settings import Setting, Value


def changed(game: Game, settings: Mapping[str, Value]) -> Game:
    """The game with these settings changed; a changed edition brings its own defaults along."""
    book = game.rulebook
    kinds = {setting.name: setting for setting in book.settings}
    kept: dict[str, Value] = dict(game.chosen)
    for name, value in settings.items():
        for other in kinds[name].bundle.get(str(value), {}) if name in kinds else ():
            kept.pop(other, None)
    return make_game(book, game.board.text, kept | dict(settings))


def elsewhere(game: Game, text: str) -> Game | None:
    """The same game on another board, None if the rulebook refuses it."""
    try:
        return make_game(game.rulebook, text, dict(game.chosen))
    except TextError:
        return None


def own_settings(one: Game, two: Game) -> tuple[dict[str, Value], dict[str, Value]]:
    """The settings in which the games differ, as each has them, and those that only one has."""
    ours, theirs = one.settings, two.settings
    return (
        {name: value for name, value in ours.items() if theirs.get(name) != value},
        {name: value for name, value in theirs.items() if ours.get(name) != value},
    )


def varied(game: Game, setting: Setting) -> list[Game]:
    """The game with the setting at each of its other values, refused combinations left out."""
    found: list[Game] = []
    for value in setting.choices:
        if value == game.settings[setting.name]:
            continue
        try:
            found.append(changed(game, {setting.name: value}))
        except TextError:
            continue
    return found
