"""Positions near the end of games on the real boards, from random play with fixed seeds, and what
is asked about them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import Bounds
from ruleproof.solvers.work.progress import Deadline

Stop = Callable[[Game, Any], bool]


class Endgame(NamedTuple):
    """A kind of endgame: the game, and when random play has come to such a position."""

    game: str
    board: str
    settings: dict[str, str]
    reached: Stop


def empties(many: int) -> Stop:
    """So many cells are empty."""
    return lambda game, p: game.board.size - (p.black | p.white).bit_count() == many


def stones(many: int) -> Stop:
    """So many stones are on the board."""
    return lambda game, p: (p.black | p.white).bit_count() == many


def pieces(many: int) -> Stop:
    """So many pieces are on the board."""
    return lambda game, p: sum(level.bit_count() for level in (*p.left, *p.right)) == many


def spaces(many: int) -> Stop:
    """A turn begins with so many spaces empty."""

    def reached(game: Game, p: Any) -> bool:
        taken = (p.red | p.blue).bit_count()
        return game.board.size - taken == many and not p.dropped and not any(p.spent)

    return reached


def plies(many: int) -> Stop:
    """So many plies have been played."""
    count: list[int] = []

    def reached(game: Game, p: Any) -> bool:
        if p == game.start():
            count[:] = [0]
            return False
        count[0] += 1
        return count[0] == many

    return reached


def positions(kind: Endgame, many: int = 20, seed: int = 2026) -> list[Position]:
    """So many positions of the kind, none of them over, each from a random game of its own."""
    chosen = game(kind.game, kind.board, **kind.settings)
    dice = random.Random(seed)
    found: list[Position] = []
    while len(found) < many:
        state = chosen.start()
        while not chosen.over(state) and not kind.reached(chosen, state):
            state = chosen.play(state, dice.choice(chosen.moves(state)))
        if not chosen.over(state):
            found.append(Position(chosen, state))
    return found


MEMORY = 2 << 30


def value(position: Position, seconds: float | None = None) -> int:
    """The exact value, the margin, or who wins and how soon; how many positions were searched for
    it. Raises `Stopped` when the time is up.
    """
    kind = Searcher if position.game.acyclic else ProofSearch
    search = kind(position.game, memory=MEMORY, deadline=Deadline.of_work(seconds))
    settle(search, position.state, Bounds())
    return search.nodes


def win_in_7(position: Position, seconds: float | None = None) -> int:
    """Whether the side to move forces a win within 7 plies; as `value`."""
    search = ProofSearch(position.game, memory=MEMORY, deadline=Deadline.of_work(seconds))
    search.wins(position.state, True, 0, 7)
    return search.nodes


MANDATORY = {"drop": "mandatory"}
KINDS = {
    "In Crowd 9x9, 10 empty": (Endgame("incrowd", "square:9x9", {}, empties(10)), value),
    "In Crowd 9x9, 12 empty": (Endgame("incrowd", "square:9x9", {}, empties(12)), value),
    "In Crowd 9x9, 14 empty": (Endgame("incrowd", "square:9x9", {}, empties(14)), value),
    "Esgros hex:4, 22 stones": (Endgame("esgros", "hex:4", {}, stones(22)), value),
    "Esgros hex:4, 18 stones": (Endgame("esgros", "hex:4", {}, stones(18)), value),
    "GRO dish:3,2, ply 16": (Endgame("gro", "dish:3,2", {}, plies(16)), win_in_7),
    "GRO dish:3,2, ply 40": (Endgame("gro", "dish:3,2", {}, plies(40)), win_in_7),
    "Sow? 4x8, 8 pieces": (Endgame("sow", "square:4x8", {}, pieces(8)), value),
    "Grow 5x5, 5 empty": (Endgame("grow", "square:5x5", MANDATORY, spaces(5)), value),
    "Grow 5x5, 6 empty": (Endgame("grow", "square:5x5", MANDATORY, spaces(6)), value),
    "Grow 5x5, 8 empty": (Endgame("grow", "square:5x5", MANDATORY, spaces(8)), value),
    "Grow 6x6, 5 empty": (Endgame("grow", "square:6x6", MANDATORY, spaces(5)), value),
}
"""Endgames that are to be solved soon, and the question about each."""
