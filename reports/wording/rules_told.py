"""How a game is played, for print and pages: its rules, example turns, and the readings chosen.

>>> sentence("a stone stays")
'A stone stays.'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from ruleproof.models.boards.boards import board
from ruleproof.models.claims.meanings import stated
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Example
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.puzzles.stipulations import Asked, filled, goals_of
from ruleproof.reports.wording import words

Told = dict[str, Any]


_CELL = re.compile(r"[a-z]+[0-9]+")


def written(game: Game) -> list[tuple[Example, str]]:
    """The rulebook's example turns that these settings allow, with their meanings. A turn with
    cells that the board lacks names its own board.
    """
    book = game.rulebook
    found: list[tuple[Example, str]] = []
    for example in book.text.examples:
        if not game.allows(example):
            continue
        of = example.board or book.board
        named = set(_CELL.findall(example.move))
        lacking = named & set(board(of).names) - set(game.board.names)
        found.append((example, f"{example.means} (on {of})" if lacking else example.means))
    return found


def short(book: Rulebook) -> str:
    """The title of a game without its second half."""
    return book.title.partition(":")[0]


def how_played(
    game: Game, drawn: Callable[[Position], Any], goals: Collection[str] | None = None
) -> Told:
    """How the game is played, for print and pages: its rules in short, its example turns, its
    readings, and a turn that reaches each of these goals, of all by default. `drawn` makes the
    drawing of a position; of a turn on an empty board only the position after it is drawn, and
    turns that do not change the picture have no drawing.
    """
    book = game.rulebook
    found: Told = {
        "title": book.title,
        "short": short(book),
        "by": book.author,
        "about": words.capital(book.about) + ".",
        "play": words.how_it_is_played(book),
        "examples": [],
        "plain": [],
        "goals": list(_reaching(game, drawn, goals)),
        "readings": readings(game),
    }
    for example, before, after in _legal(game):
        turn = {"move": example.move, "means": sentence(example.means)}
        old, new = (position.text.partition(";")[0] for position in (before, after))
        if old == new:
            found["plain"].append(turn)
        else:
            shown = None if set(old) <= set(". -/") else drawn(before)
            found["examples"].append(turn | {"before": shown, "after": drawn(after)})
    return found | {"notes": notes(book, found["readings"])}


def _legal(game: Game) -> Iterator[tuple[Example, Position, Position]]:
    """Yields the rulebook's example turns that these settings allow, with the positions before and
    after.
    """
    book = game.rulebook
    for example in book.text.examples:
        if not game.allows(example):
            continue
        try:
            of = make_game(book, example.board or book.board, game.settings)
            before = Position.read(of, example.position) if example.position else Position.start(of)
            yield example, before, before.play([example.move])
        except ValueError:  # these settings know no such position
            continue


def _reaching(
    game: Game, drawn: Callable[[Position], Any], goals: Collection[str] | None
) -> Iterator[Told]:
    """Yields a turn that reaches each of the goals, as its game's file shows it, where the settings
    allow it.
    """
    for goal in goals_of(game).values():
        shown = goal.example
        if shown is None or (goals is not None and goal.name not in goals):
            continue
        try:
            of = make_game(game.rulebook, shown.board, game.settings)
            before = Position.read(of, shown.position)
            after = before.play(shown.turn.split())
        except ValueError:  # these settings know no such position
            continue
        asked = Asked(name=goal.name, cells=shown.cells.split(), amount=shown.amount)
        means = sentence(filled(of, goal.words, asked, before.state.side))
        turn = {"move": shown.turn, "means": means}
        yield turn | {"before": drawn(before), "after": drawn(after)}


def readings(game: Game) -> list[Told]:
    """The sentences of the rulebook that can be read in several ways, with the ways taken here."""
    found: dict[str, list[Told]] = {}
    for setting in game.rulebook.settings:
        if setting.kind != "reading" or not isinstance(setting.values, Mapping):
            continue
        value = game.settings[setting.name]
        way = {
            "meaning": sentence(setting.values[str(value)]),
            "setting": f"{setting.name}={value}",
        }
        found.setdefault(setting.sentence, []).append(way)
    return [{"sentence": quoted, "ways": ways} for quoted, ways in found.items()]


def chosen(game: Game) -> list[str]:
    """The settings that differ from those of the game, each as a sentence: that of the game's
    `WORDINGS`, else the meaning of the value behind the name of the setting.
    """
    changed = words.changed_settings(game)
    found: list[str] = []
    for setting in game.rulebook.settings:
        if setting.name not in changed:
            continue
        value = changed[setting.name]
        named = setting.values if isinstance(setting.values, Mapping) else {}
        short = f"{setting.name}: {named.get(value, value)}"
        found.append(sentence(stated(game, setting.name, value) or short))
    return found


def notes(book: Rulebook, told: Sequence[Told]) -> list[str]:
    """Explanations of the single letters in the words of these readings."""
    said = " ".join(way["meaning"] for one in told for way in one["ways"])
    named = set(re.findall(r"(?<![\w'’])\w\b", said))
    letters = [key for key in book.words.notes if key in named]
    return [f"Here {key} is {book.words.notes[key]}." for key in letters]


def sentence(text: str) -> str:
    """The words as a sentence."""
    return words.capital(text).rstrip(".") + "."
