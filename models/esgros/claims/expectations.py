"""Esgros: the expected verdicts on claims where the board and the reading decide them."""

from __future__ import annotations

from collections.abc import Callable

from ruleproof.models.claims.claims import Word
from ruleproof.models.play.game import Game


def drawless(game: Game) -> Word:
    """Expects no draws, unless a full board is one; on hex:2 somebody is always eliminated
    before.
    """
    decisive = game.settings["full"] == "loss" or game.board.text == "hex:2"
    return "proved" if decisive else "refuted"


NARROWING = ("minimal", "void", "by-one")
"""The readings under which the clause takes moves away, if it does anything."""


def forced(game: Game) -> Word:
    """Expects a forced move on five cells in a row, or seven in two; on six in two where the
    enemy's group counts.
    """
    widening = game.settings["edition"] == "first" and game.settings["exceed"] not in NARROWING
    six = game.board.size == 6 and (widening or game.board.kind == "path")
    return "witnessed" if game.board.size == 5 or game.board.size >= 7 or six else "refuted"


def first_edition(game: Game) -> bool:
    """Whether the game is played by the first edition's rules."""
    return game.settings["edition"] == "first"


def other_than(exceed: str) -> Callable[[Game], bool]:
    """Whether the enemy clause is read, and in another way than this."""
    return lambda game: first_edition(game) and game.settings["exceed"] != exceed


LONG = ("path:11", "path:12", "hex:3")
"""The smallest boards on which the narrowing readings part, after twelve moves or more."""
SHORT = ("square:2x6", "square:3x4")
"""Boards of more than ten cells on which they never do."""


def differs_from(exceed: str) -> Callable[[Game], Word | None]:
    """Expects widening readings to part from the others after a few moves, if there are that many
    cells. The narrowing ones part from each other on large boards only, and not all of these are
    known.
    """

    def expected(game: Game) -> Word | None:
        pair = {exceed, str(game.settings["exceed"])}
        size, board = game.board.size, game.board.text
        if pair <= set(NARROWING):
            if size <= 10 or board in SHORT:
                return "proved"
            return "refuted" if board in LONG or game.board.kind == "hex" else None
        if not pair & set(NARROWING):
            return "refuted" if size >= (5 if "either" in pair else 6) else "proved"
        return "refuted" if size >= 4 else "proved"

    return expected


def worth_the_same(game: Game) -> Word | None:
    """Expects the same value on hex:2 and wherever play is the same, and on the smallest boards
    where it is not; elsewhere nothing is known.
    """
    solved = game.board.text in ("hex:2", "path:11", "path:12", "hex:3")
    same = solved or differs_from("void")(game) == "proved"
    return "proved" if same else None


def dead_clauses(game: Game) -> set[str]:
    """The clauses that decide nothing in any position, as the board is too small."""
    size, in_a_row = game.board.size, len(game.board.rows) == 1
    smallest = {"empty cell": 2, "own": 4, "growth": 4, "own and enemy": 5}
    smallest["enemy"] = 8 if in_a_row else 10
    return {name for name, cells in smallest.items() if size < cells}
