"""Words of reports for numbers, commands, cells and rules.

>>> counted(1, "move"), counted(12345, "position")
('1 move', '12,345 positions')
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.models.boards.boards import Board
from ruleproof.models.mistakes import Mistake, place_of
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.contracts import RulesModule, required
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.solvers.playing.values.words import changed_settings

SIGNS: dict[str, str] = {
    "proved": "✓",
    "refuted": "✕",
    "witnessed": "◆",
    "undecided": "?",
    "vacuous": "∅",
}
"""A sign beside each verdict, for readers who see no colours."""


def capital(words: str) -> str:
    """The words with a capital first letter."""
    return words[:1].upper() + words[1:]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 move`, `3 moves`, `12,345 positions`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def detail(value: object) -> str:
    """A detail of a verdict in words: numbers with separators, lists and tables flattened."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {detail(one)}" for name, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(detail, value))
    return str(value)


def on_boards(found: Mapping[str, object]) -> str:
    """The numbers or values found on boards.

    >>> on_boards({"hex:2": 4, "path:4": "win"})
    '4 on hex:2, win on path:4'
    """
    return ", ".join(f"{detail(one)} on {text}" for text, one in found.items())


def settings_words(settings: Mapping[str, object]) -> list[str]:
    """Settings as they are written on the command line."""
    return [f"{name}={value}" for name, value in settings.items()]


def command(game: Game, verb: str) -> str:
    """The command line that asks the same question again."""
    words = ["ruleproof", verb, game.name, "--board", game.board.text]
    for one in settings_words(changed_settings(game)):
        words += ["--set", one]
    return shlex.join(words)


def named_cells(board: Board, move: str) -> list[str]:
    """The cells that the text of a move names, in its order."""
    found = re.findall(r"[a-z]+[0-9]+", move)
    return [name for name in found if name in set(board.names)]


def how_it_is_played(book: Rulebook) -> list[str]:
    """The game in a few plain paragraphs, from the module `play` of its package (`PlayModule`);
    without it the sentences of the rulebook, as one. Raises `Mistake` where `PLAY` is no tuple of
    texts.
    """
    module: Any = book.module("play")
    if module is None:
        quoted = _quoted(book)
        return [" ".join(quoted)] if quoted else []
    told = getattr(module, "PLAY", None)
    if not isinstance(told, tuple) or not all(isinstance(one, str) for one in told):
        raise Mistake(place_of(module), "`PLAY` is no tuple of texts", 'write `PLAY = ("…", "…")`')
    return list(told)


def _quoted(book: Rulebook) -> list[str]:
    """The sentences of the rulebook: those that claims quote, or else the clauses that the rules
    have as docstrings; and those that settings quote.
    """
    claims: Any = book.module("claims")
    if claims:
        said = [one.sentence for one in claims.CLAIMS]
    else:
        rules = (getattr(book.rules, name) for name in required(RulesModule))
        said = [inspect.getdoc(one) or "" for one in rules if inspect.isfunction(one)]
    said += [one.sentence for one in book.settings]
    whole = [capital(" ".join(one.split())) for one in dict.fromkeys(said) if one]
    once = [one for one in whole if not any(one in other for other in whole if other != one)]
    return [one if one.endswith((".", "!", "?", "…")) else f"{one}." for one in once]
