"""`ruleproof games` and `--version`: what there is."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking.command import alias, command
from ruleproof.cli.asking.options import argument
from ruleproof.cli.errors import at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, Begun, as_object, picked, remark
from ruleproof.cli.telling.answers import version as installed_version
from ruleproof.cli.telling.pictures import cells_board

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.boards.boards import Board, Kind
    from ruleproof.models.rulebooks.rulebook import Rulebook
    from ruleproof.models.rulebooks.settings import Setting


def version(as_json: bool) -> int:
    """Prints the version and returns the exit status."""
    if as_json:
        print(as_object(Answer({}, no_words), Begun(0.0, 0.0)))
    else:
        print(f"ruleproof {installed_version()}")
    return DONE


def no_words(console: Console) -> None:
    """Prints nothing."""


BOARDS = "boards"
"""In place of a game it names the kinds of boards."""
SMALL_ENOUGH = 64
"""The cells of a board whose position is still written out."""


# Games


@command("games", earlier={"--boards": BOARDS})
def games(
    name: str = argument("GAME", "One game in full; a board, drawn; or `boards`, their kinds.", ""),
    kinds: bool = False,
) -> Answer:
    """List the games and their settings, or one in full; or the boards.

    Examples:
      ruleproof games
      ruleproof games esgros
      ruleproof games boards
      ruleproof games hex:3
    """
    from ruleproof.models.play.game import make_game
    from ruleproof.models.play.offered import Offered, offered, playable

    if kinds or name == BOARDS or ":" in name:
        return boards("" if name == BOARDS else name)
    with at("GAME"):
        books, broken = Offered((playable(name),), {}) if name else offered()
    for one, error in broken.items():
        remark(f"{one}: {error}")

    def people(console: Console) -> None:
        for number, book in enumerate(books):
            if number:
                console.print()
            tell_game(console, book, full=bool(name))
        if not name:
            console.print("\n`ruleproof games GAME` says what every value means.")

    game = make_game(books[0], "", {}) if name else None
    return Answer({"games": [game_object(book) for book in books]}, people, game)


def game_object(book: Rulebook) -> dict[str, Any]:
    """A rulebook as JSON has it; `keys` are those of a position, with their values at the start."""
    from ruleproof.models.play.game import make_game
    from ruleproof.models.play.notation import start_keys

    return {
        **picked(book, "name", "title", "author", "about", "players", "scored", "boards"),
        "default_board": book.board,
        "settings": [setting_object(setting) for setting in book.settings],
        "tokens": [".", *book.text.tokens],
        "keys": start_keys(make_game(book, "", {})),
        "special_moves": list(book.text.words),
        "move_examples": {example.move: example.means for example in book.text.examples},
        **picked(book.words, "invariants", "notes"),
    }


def setting_object(setting: Setting) -> dict[str, Any]:
    """A setting as JSON has it; `values` maps words to meanings, or is the range of numbers."""
    values = setting.values
    return {
        **picked(setting, "name", "kind", "default"),
        "values": [values[0], values[-1]] if isinstance(values, range) else values,
        **picked(setting, "sentence", "sentences", "unless", "bounds"),
        "editions": setting.bundle,
    }


def tell_game(console: Console, book: Rulebook, *, full: bool) -> None:
    """Prints a rulebook, in full with the meaning of every value."""
    from rich.text import Text

    console.print(Text(book.name, style="bold"), Text(f"{book.title} ({book.author})"))
    console.print(f"{book.about[:1].upper()}{book.about[1:]}.")
    points = "; each counts points" if book.scored else ""
    console.print(f"Players: {', '.join(book.players)}{points}")
    kinds = ", ".join(f"{kind.form}" for kind in kinds_of(book))
    console.print(f"Boards: {kinds}; by default {book.board}")
    for setting in book.settings:
        tell_setting(console, setting, full)
    if book.words.notes and full:
        console.print(Text("Notes", style="bold"))
        for word, note in book.words.notes.items():
            tell_pair(console, word, note)
    if book.words.invariants and full:
        console.print(Text("A position's invariants", style="bold"))
        for invariant, sentence in book.words.invariants.items():
            tell_pair(console, invariant, sentence)
    if full:
        console.print(Text("Notation", style="bold"))
        tell_notation(console, book)


def tell_notation(console: Console, book: Rulebook) -> None:
    """Prints how positions and moves of the game are written."""
    from ruleproof.models.play.game import make_game
    from ruleproof.models.play.notation import show, start_keys

    game = make_game(book, "", {})
    if book.text.tokens or book.text.counts:
        cells = [". empty", *(f"{token} {name}" for token, name in book.text.tokens.items())]
        cells += [f"{sign}N {name}" for sign, name in book.text.counts.items()]
        tell_pair(console, "cells", ", ".join(cells))
    for key, usual in start_keys(game).items():
        words = book.text.keys.get(key)
        about = f"{' or '.join(words)}; " if words else ""
        others = "".join(
            f", under {setting} {value or 'nothing'}"
            for setting, value in other_starts(book, key, usual).items()
        )
        tell_pair(console, f"{key}=", f"{about}where left out, {usual or 'nothing'}{others}")
    for example in book.text.examples:
        tell_pair(console, example.move, example.means)
    if not book.text.examples:
        first = [game.show_move(move) for move in game.moves(game.start())]
        others = [word for word in book.text.words if word not in first]
        tell_pair(console, "moves", f"{', '.join([*first[:3], '…', *others])}")
    if game.board.size <= SMALL_ENOUGH:
        console.print("    start           " + show(game, game.start()), soft_wrap=True)


def other_starts(book: Rulebook, key: str, usual: str) -> dict[str, str]:
    """The meaning of a position's omitted key under settings that change it."""
    from ruleproof.models.play.game import make_game
    from ruleproof.models.play.notation import start_keys
    from ruleproof.models.play.variants import varied

    game = make_game(book, "", {})
    found: dict[str, str] = {}
    for setting in book.settings:
        if isinstance(setting.values, range):
            continue
        for other in varied(game, setting):
            value = start_keys(other).get(key, usual)
            if value != usual:
                found[f"{setting.name}={other.settings[setting.name]}"] = value
    return found


def kinds_of(book: Rulebook) -> list[Kind]:
    """The kinds of board that the game is played on."""
    from ruleproof.models.boards.boards import kinds

    return [kind for kind in kinds() if kind.name in book.boards]


def tell_setting(console: Console, setting: Setting, full: bool) -> None:
    """Prints a setting: its values, the default first, and its sentence."""
    from rich.text import Text

    if isinstance(setting.values, range):
        words = [f"{setting.values[0]} to {setting.values[-1]}"]
    else:
        words = [word for word in setting.values if word != setting.default]
    head = Text.assemble((f"--set {setting.name}=", "bold"), (str(setting.default), "bold green"))
    idle = "".join(f"; no effect under {name}={value}" for name, value in setting.unless.items())
    console.print(head, Text(f"({setting.kind}; or {', '.join(words)}{idle})"))
    if setting.sentence:
        tell_pair(console, "", f"“{setting.sentence}”")
    if full and setting.bounds:
        tell_pair(console, "why no others", setting.bounds)
    if full and not isinstance(setting.values, range):
        for word, meaning in setting.values.items():
            sets = ", ".join(f"{k}={v}" for k, v in setting.bundle.get(word, {}).items())
            own = f" “{setting.sentences[word]}”" if word in setting.sentences else ""
            tell_pair(console, word, meaning + (f" (sets {sets})" if sets else "") + own)


def tell_pair(console: Console, name: str, text: str) -> None:
    """Prints a name and a text behind it, indented."""
    from rich.padding import Padding
    from rich.table import Table

    if not name:
        console.print(Padding(text, (0, 0, 0, 4), expand=False))
        return
    grid = Table.grid(padding=(0, 2))
    grid.add_column(min_width=14, no_wrap=True)
    grid.add_column()
    grid.add_row(name, text)
    console.print(Padding(grid, (0, 0, 0, 4), expand=False))


# Boards


def boards(text: str) -> Answer:
    """The kinds of boards, or one of them, drawn."""
    from ruleproof.models.boards.boards import board as read_board
    from ruleproof.models.boards.boards import kind, kind_names
    from ruleproof.models.errors import TextError
    from ruleproof.models.mistakes import Mistake

    if text:
        with at("BOARD"):
            one = read_board(text)
        return Answer({"board": one.text, **board_object(one)}, partial(draw_names, board=one))

    kinds: list[Kind] = []
    drawn: dict[str, Board] = {}
    for name in kind_names():
        try:
            one = kind(name)
            drawn[name] = read_board(one.small or one.example)
            kinds.append(one)
        except (Mistake, TextError) as error:
            remark(f"{name}: {error}")

    def people(console: Console) -> None:
        from rich.text import Text

        for one in kinds:
            console.print(Text(one.form, style="bold"), Text(f"{one.about}; {one.limits}"))
            console.print(f"    played on by: {', '.join(players_of(one)) or 'none of the games'}")
            draw_names(console, drawn[one.name])
            console.print()

    names = ("name", "form", "limits", "about", "example")
    told = [picked(one, *names) | {"games": players_of(one)} for one in kinds]
    return Answer({"boards": told}, people)


alias("boards", games, kinds=True)


def players_of(kind: Kind) -> list[str]:
    """The games that are played on boards of the kind."""
    from ruleproof.models.mistakes import Mistake
    from ruleproof.models.rulebooks.rulebook import names, rulebook

    found: list[str] = []
    for name in names():
        with suppress(Mistake):  # `games` tells of it
            found += [name] if kind.name in rulebook(name).boards else []
    return found


def board_object(board: Board) -> dict[str, Any]:
    """A board as JSON has it: its cells by name, with their neighbours and coordinates."""
    return {
        "kind": board.kind,
        "cells": {
            name: {
                "spot": board.spots[cell],
                "place": [round(part, 4) for part in board.places[cell]],
                "near": board.name_of(board.near[cell]).split(),
                "around": board.name_of(board.around[cell]).split(),
            }
            for cell, name in enumerate(board.names)
        },
        "rows": [[board.names[cell] if cell >= 0 else None for cell in row] for row in board.rows],
        "symmetries": len(board.symmetries),
    }


def draw_names(console: Console, board: Board) -> None:
    """Prints the names of the board's cells where they lie."""
    cells_board(console, board, board.names)
