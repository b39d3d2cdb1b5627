"""GRO's moves and the ends of its games in words."""

from __future__ import annotations

from ruleproof.models.cells import kind_of
from ruleproof.models.gro import codes, endings
from ruleproof.models.gro.germs import State
from ruleproof.models.play.game import Game

_DOES = {
    codes.GROW: "grows",
    codes.DIVIDE: "divides",
    codes.CLAIM: "calls the recurring pattern a draw",
}


def move_words(game: Game, move: int) -> str:
    """The words beside a move that a sign tells from others: what its germ does."""
    return _DOES.get(kind_of(move), "")


def place(game: Game, cell: int) -> str:
    """The goal area that a point belongs to: `goal area 2`; empty for other points."""
    for number, area in enumerate(game.board.areas, 1):
        if area >> cell & 1:
            return f"goal area {number}"
    return ""


def reason(game: Game, p: State) -> str:
    """The reason why the game is over."""
    mover, other = game.players[p.side], game.players[1 - p.side]
    if p.claimed:
        return f"{other} called the recurring pattern a draw"
    by_areas = endings.won_by_areas(game.field, game.rules, p)
    if by_areas != endings.UNDECIDED:
        winner = mover if by_areas == endings.WON else other
        if game.rules.control == codes.ALL:
            return f"{winner} holds every point of at least 3 of the 4 goal areas"
        return f"{winner} is the sole occupant of at least 3 of the 4 goal areas"
    if endings.passed_out(p):
        return "both players passed, one right after the other"
    if endings.repeated(game.rules, p):
        return f"{other} brought the third occurrence about"
    verdict = "and loses" if game.rules.stuck == codes.STUCK_LOSS else "which is a draw"
    return f"{mover} can neither move, grow nor divide a germ, {verdict}"
