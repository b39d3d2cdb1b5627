"""GRO's moves as text: `c4` places, `c4+` grows, `c4-d5` moves, `c4/d5` divides. `pass` and `claim`
are the two turns without an action. And the ends of its games, in words.

>>> from ruleproof.models.play.game import game
>>> small = game("gro", "dish:1,1")
>>> write_move(small, read_move(small, "b2-b3"))
'b2-b3'
"""

from __future__ import annotations

import re

from ruleproof.models.errors import TextError
from ruleproof.models.gro import codes, endings
from ruleproof.models.gro.germs import State
from ruleproof.models.play.game import Game

SPECIALS = {"pass": codes.PASS, "claim": codes.CLAIM}
_SIGNS = {"-": codes.MOVE, "/": codes.DIVIDE}
_DOES = {
    codes.GROW: "grows",
    codes.DIVIDE: "divides",
    codes.CLAIM: "calls the recurring pattern a draw",
}


def parts(move: int) -> tuple[int, int, int]:
    """The kind of a move, the point its germ is on, and the point it goes to or happens at."""
    return codes.kind_of(move), codes.origin_of(move), codes.target_of(move)


def write_move(game: Game, move: int) -> str:
    """The text of a move."""
    kind, cell, target = parts(move)
    names = game.board.names
    for word, special in SPECIALS.items():
        if kind == special:
            return word
    for sign, one in _SIGNS.items():
        if kind == one:
            return f"{names[cell]}{sign}{names[target]}"
    return names[target] + ("+" if kind == codes.GROW else "")


def move_words(game: Game, move: int) -> str:
    """The words beside a move that a sign tells from others: what its germ does."""
    return _DOES.get(codes.kind_of(move), "")


def read_move(game: Game, text: str) -> int:
    """The move that the text names, legal or not; `TextError` when it names none."""
    if text in SPECIALS:
        return SPECIALS[text]
    for sign, kind in _SIGNS.items():
        cell, found, target = text.partition(sign)
        if found:
            return codes.coded(kind, _cell(game, cell, text), _cell(game, target, text))
    if text.endswith("+"):
        return codes.coded(codes.GROW, 0, _cell(game, text[:-1], text))
    return codes.coded(codes.PLACE, 0, _cell(game, text, text))


def place(game: Game, cell: int) -> str:
    """The goal area that a point belongs to: `goal area 2`; empty for other points."""
    for number, area in enumerate(game.board.areas, 1):
        if area >> cell & 1:
            return f"goal area {number}"
    return ""


def _cell(game: Game, name: str, text: str) -> int:
    if not re.fullmatch(r"[a-z]+\d+", name, re.ASCII):
        raise TextError(
            f"a move is c4 (place), c4+ (grow), c4-d5 (move), c4/d5 (divide), pass or claim, "
            f"with points of {game.board.text}: {text!r}"
        )
    return game.board.cell(name)


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
