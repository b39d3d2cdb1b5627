"""Grounds of a report: the small boards of a game, and a position in play on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleproof.models.boards.boards import board, kind
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.settings import Value
from ruleproof.reports.drawing.marks import marks
from ruleproof.reports.examining.examine import SEED
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players

_PLAYER = "greedy"
"""The player of the game that gives a position in play."""
_PLIES = 40
"""The position comes from the first so many plies: the one with the most pieces."""


def small_games(game: Game, *, toured: bool = False) -> list[Game]:
    """The game on the small boards of its kinds, smallest first, none as large as its own. With
    `toured`, also the small game of the tour, whose settings may be others.
    """
    book = game.rulebook
    texts = [*book.small_boards, *(one for name in book.boards if (one := kind(name).small))]
    found = list(_allowed(game, [(text, {}) for text in dict.fromkeys(texts)]))
    tour = game.rulebook.tour
    if toured and tour.board:
        found += _allowed(game, [(tour.board, dict(tour.settings))])
    found.sort(key=lambda one: one.board.size)
    return [one for one in found if one.board.size < game.board.size]


def _allowed(game: Game, wanted: Sequence[tuple[str, dict[str, Value]]]) -> Iterator[Game]:
    """The game on each of the boards, with these settings changed, where its rulebook allows it and
    the board has more than a few cells.
    """
    for text, settings in wanted:
        try:
            if board(text).size >= 4:
                yield make_game(game.rulebook, text, {**dict(game.chosen), **settings})
        except TextError:
            continue


def in_play(game: Game) -> tuple[str, ...]:
    """The beginning of a game between two greedy players, to where most pieces are on the board."""
    names = [_PLAYER] * len(game.players)
    played = play_out(game, players(names), SEED, plies=2 * _PLIES)
    most = min(_PLIES, max(1, 2 * len(played.moves) // 3))

    def pieces(plies: int) -> tuple[int, int]:
        shown = [mark for mark in marks(played.positions[plies]) if mark.shape != "shade"]
        return len({mark.cell for mark in shown}), plies

    return tuple(played.line[: max(range(min(most, len(played.moves)) + 1), key=pieces)])
