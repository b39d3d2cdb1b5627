"""Words of reports for values, verdicts and moves.

>>> from ruleproof.models.play.game import game
>>> counted(1, "move"), counted(12345, "position"), margin(game("incrowd", "square:3x3"), -2)
('1 move', '12,345 positions', 'White by 2')
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
from ruleproof.models.play.position import Position
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
"""A sign beside each verdict, for those who cannot tell the colours apart."""
GROUPS: dict[str, tuple[str, ...]] = {
    "What was proved": ("proved", "witnessed", "vacuous"),
    "What was refuted": ("refuted",),
    "What was not decided": ("undecided",),
}
"""The parts that verdicts stand in, each with its words."""

ORDER: dict[object, int] = {"win": 0, "draw": 1, "loss": 2, None: 3}


_PLAINLY = (
    ("both settings walked in step", "both readings played side by side, position by position"),
    ("breadth-first search from the start", "a search of all positions, the nearest first"),
    ("all reachable positions", "all positions that play can reach"),
    (r"z3: induction", "proof by the solver z3: if it holds before a move, then after it, too"),
    (
        r"z3: (\d+)-induction",
        r"proof by the solver z3: if it holds for \1 moves in a row, then after the next, too",
    ),
    (r"z3: (\d+) goals", r"proof by the solver z3, in \1 steps"),
)
"""Methods, and plain words for them."""


def plainly(method: str) -> str:
    """The method of a verdict in words for people who write no solvers.

    >>> plainly("z3: induction"), plainly("a turn of path:4, replayed")
    ('proof by the solver z3: if it holds before a move, then after it, too', \
'a turn of path:4, replayed')
    """
    for known, plain in _PLAINLY:
        method = re.sub(known, plain, method)
    return method


def capital(words: str) -> str:
    """The words with a capital first letter."""
    return words[:1].upper() + words[1:]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 move`, `3 moves`, `12,345 positions`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def told(value: object) -> str:
    """A detail of a verdict in words: numbers with separators, lists and tables flattened."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {told(one)}" for name, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(told, value))
    return str(value)


def on_boards(found: Mapping[str, object]) -> str:
    """The numbers or values found on boards.

    >>> on_boards({"hex:2": 4, "path:4": "win"})
    '4 on hex:2, win on path:4'
    """
    return ", ".join(f"{told(one)} on {text}" for text, one in found.items())


def command(game: Game, verb: str) -> str:
    """The command line that asks the same question again."""
    words = ["ruleproof", verb, game.name, "--board", game.board.text]
    for name, value in changed_settings(game).items():
        words += ["--set", f"{name}={value}"]
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


def margin(game: Game, value: int) -> str:
    """A margin of the first player in words."""
    if value == 0:
        return "a tie"
    name = game.players[0] if value > 0 else game.players[1]
    return f"{capital(name)} by {abs(value)}"


def value_words(game: Game, value: object) -> str:
    """The value of a first move, short: for the player who makes it, or as a margin."""
    if value is None:
        return "not known"
    if isinstance(value, int):
        return margin(game, value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " : ".join(str(points) for points in value)
    return {"win": "wins", "draw": "draws", "loss": "loses"}[str(value)]


def verdict_on_start(game: Game, value: object, distance: int | None) -> str:
    """The meaning of the starting position's value, as a sentence."""
    return verdict_on(Position.start(game), value, distance)


def verdict_on(position: Position, value: object, distance: int | None) -> str:
    """The meaning of a position's value, as a sentence."""
    game = position.game
    if isinstance(value, int):
        if value == 0:
            return "With best play the game is a tie."
        winner, points = margin(game, value).split(" by ")
        return f"With best play {winner} wins by {points}."
    if isinstance(value, Sequence) and not isinstance(value, str):
        sure = [f"{capital(n)} {v}" for n, v in zip(game.players, value, strict=True)]
        return f"Against all others together each player is sure of: {', '.join(sure)}."
    if value == "draw":
        return "With best play nobody wins."
    side = capital(position.side) + ", to move" + " first" * (position.state == game.start())
    plies = "" if distance is None else f" in {counted(distance, 'ply', 'plies')}"
    if value == "win":
        return f"{side}, wins{plies} against any defence."
    return f"{side}, loses{plies} against best play."


def between(low: object, high: object) -> str:
    """The known bounds of a value that was not found, as the end of a sentence."""
    if (low, high) == ("loss", "win") or (low is None and high is None):
        return "."
    if low is None or high is None:
        return f"; the margin is at {'most' if low is None else 'least'} {high or low or 0}."
    return f"; the value lies between {low} and {high}."


def groups(game: Game, openings: Mapping[str, object]) -> list[tuple[str, object, list[str]]]:
    """The first moves by value, best for the player who makes them first: the value in words, the
    value, and the moves.
    """
    found: dict[str, tuple[object, list[str]]] = {}
    for move, value in openings.items():
        found.setdefault(value_words(game, value), (value, []))[1].append(move)

    def rank(value: object) -> tuple[int, int]:
        if isinstance(value, int):
            return 0, -value
        return ORDER.get(value, 0) if isinstance(value, str | None) else 0, 0

    rows = [(words, value, moves) for words, (value, moves) in found.items()]
    return sorted(rows, key=lambda row: rank(row[1]))


def cell_values(game: Game, openings: Mapping[str, object]) -> dict[str, str | int]:
    """The value on each cell of a heat map: the best of the first moves that begin on it."""
    found: dict[str, str | int] = {}
    for _, value, moves in groups(game, openings):
        for move in moves:
            cells = named_cells(game.board, move)
            if cells and isinstance(value, str | int):
                found.setdefault(cells[0], value)
    return found
