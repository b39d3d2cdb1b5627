"""In Crowd: games of phase 1 that are planned stone by stone."""

from __future__ import annotations

from collections.abc import Callable

from ruleproof.models.claims.claims import Outcome
from ruleproof.models.incrowd.claims import predicates
from ruleproof.models.play.game import Game


def fewest_stones(game: Game, seconds: float) -> Outcome:
    """Phase 1 with a stone in the middle of each block of three by three."""
    return _set_apart(game, 3, 1, predicates.fewest_stones)


def most_stones(game: Game, seconds: float) -> Outcome:
    """Phase 1 with a stone in the corner of each block of two by two."""
    return _set_apart(game, 2, 0, predicates.most_stones)


def _set_apart(game: Game, step: int, first: int, shows: Callable[..., bool]) -> Outcome:
    """A game of stones dropped a step apart, if its end shows what is asked."""
    rows, columns = len(game.board.rows), len(game.board.rows[0])
    state, line = game.start(), list[int]()
    for y in range(0, rows, step):
        for x in range(0, columns, step):
            spot = min(x + first, columns - 1), min(y + first, rows - 1)
            drop = game.board.spots.index(spot)
            if drop not in game.moves(state):
                return Outcome("undecided", details={"reason": "no such game was planned"})
            line.append(drop)
            state = game.play(state, drop)
    if not shows(game.field, game.rules, state):
        return Outcome("undecided", details={"reason": "the game planned does not show it"})
    return Outcome("witnessed", " ".join(map(game.show_move, line)), details={"plies": len(line)})
