"""Esgros (Saïd Galdseid, 2024): its rulebook, its settings and its positions' faults.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> Position.start(game("esgros", "hex:2")).play("b2 a1").text
'. . / . B . / W . ; black'
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import reached
from ruleproof.models.esgros import advice, rules, sizes
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Declared, Example, Text, Tour, Words
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting

OWN_CLAUSE = (
    "Place a stone of your color on an empty cell, so that no group exceeds the largest group of "
    "its own color, unless there is no other legal move, in which case it may do so with the "
    "minimal size required."
)
ENEMY_CLAUSE = (
    "Groups may exceed the largest group of the opposite color, always with the minimal possible "
    "size."
)
SECOND_EDITION = (
    "Place a stone on an empty cell so that the largest group grows only if it is the only one "
    "that can; otherwise, any other group may surpass it by the minimal possible size."
)
REMOVE = "Remove all smaller enemy groups adjacent to the group of the placed stone from the board."
END = "You win if the last enemy group is eliminated from the board."
PIE = (
    "To balance the game, before starting, the first player places a black stone on an empty "
    "cell, and the second player chooses a side."
)

SETTINGS = (
    Setting(
        "edition",
        "edition",
        {
            "first": "the text of 2024",
            "second": "the wording of a game directory; `exceed` has no effect",
        },
        "first",
        f"{OWN_CLAUSE} {ENEMY_CLAUSE}",
        sentences={"second": SECOND_EDITION},
    ),
    Setting(
        "exceed",
        "reading",
        {
            "minimal": "of the cells whose group would outgrow the enemy's largest, those with "
            "the smallest such group stay",
            "void": "the sentence adds nothing",
            "by-one": "at most one more than the enemy's largest; if no cell is, the least s",
            "permit-least": "also the least s above both largest groups",
            "permit-by-one": "also one more than the enemy's largest",
            "either": "up to the own largest or one more than the enemy's; else the least s",
        },
        "minimal",
        ENEMY_CLAUSE,
        unless={"edition": "second"},
    ),
    Setting(
        "full",
        "reading",
        {
            "draw": "a full board without elimination is a draw",
            "loss": "the player who cannot move loses",
        },
        "draw",
        END,
    ),
    Setting(
        "pie",
        "option",
        {"off": "no swap", "on": "after Black's first stone White may take his side, once"},
        "off",
        PIE,
    ),
)


def _faults(game: Game, p: Any) -> list[str]:
    """The static invariants that the position breaks."""
    faults: list[str] = []
    black, white = p.black.bit_count(), p.white.bit_count()
    pie = game.settings["pie"] == "on"
    if p.swap and not pie:
        faults.append("swap=open needs the setting pie=on")
    elif p.swap and (white or black > 1 or p.side != (rules.WHITE if black else rules.BLACK)):
        faults.append("swap=open stands only before White's first move; write swap=closed")
    if pie and not p.swap and not black and not white:
        faults.append("swap=closed cannot stand on an empty board: Black's first stone opens it")
    if p.side == rules.WHITE and not black and not white:
        faults.append("Black plays first: on an empty board Black is to move")
    if (black or white) and not rules.theirs(p):
        mover, other = game.players[p.side], game.players[1 - p.side]
        last = f"{mover} placed the last one"
        faults.append(f"{other} has no stone, so {other} is to move: {last}")
    return faults


def _refusal(game: Game, p: Any, move: int) -> str:
    """The clause that an illegal move breaks."""
    if move == rules.SWAP:
        return "only White may swap, once, right after Black's first stone, under pie=on"
    if (p.black | p.white) >> move & 1:
        return "a stone is placed on an empty cell"
    cells = rules.empty(game.field, p)
    own = sizes.growth(game.field, rules.mine(p), cells)
    size = sum((level >> move & 1) << bit for bit, level in enumerate(own.sizes))
    if game.settings["edition"] == "second":
        clause = SECOND_EDITION
    elif rules.own_clause(own, cells) >> move & 1:
        clause = ENEMY_CLAUSE
    else:
        clause = OWN_CLAUSE
    return f"it would form a group of {size}, against “{clause}”"


def _reason(game: Game, p: Any) -> str:
    """The reason why the game is over."""
    if rules.eliminated(p):
        return "the last enemy group is eliminated"
    if game.settings["full"] == "loss":
        return "the board is full: the player who cannot move loses"
    return "the board is full"


def _removes(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether enemy stones were removed."""
    return bool(p.white & ~q.white if p.side == rules.BLACK else p.black & ~q.black)


def _outgrows(game: Game, p: Any, move: int, stones: int) -> bool:
    """Whether the placed stone formed a group larger than the largest one of the stones."""
    if move == rules.SWAP:
        return False
    formed = reached(game.field, 1 << move, rules.mine(p) | 1 << move).cells
    return formed.bit_count() > sizes.largest(game.field, stones)


def _exceeds_own(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a group exceeded the largest one of its own colour, for lack of another move."""
    alone = game.settings["exceed"] in ("minimal", "void", "by-one")
    first = game.settings["edition"] == "first"
    own = rules.mine(p)
    return bool(own) and first and alone and _outgrows(game, p, move, own)


def _exceeds_enemy(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a group exceeded the largest one of the other colour."""
    enemies = rules.theirs(p)
    first = game.settings["edition"] == "first"
    return bool(enemies) and first and _outgrows(game, p, move, enemies)


def _grows_largest(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether, under the second edition, a group came to be larger than the largest one."""
    own = rules.mine(p)
    return bool(own) and game.settings["edition"] == "second" and _outgrows(game, p, move, own)


def _symmetries(game: Game) -> list[tuple[tuple[int, ...], bool]]:
    """The symmetries of the board; colours change too, except where only White may ever take the
    other side.
    """
    colours = (False,) if game.settings["pie"] == "on" else (False, True)
    return [(turn, swap) for swap in colours for turn in game.board.symmetries]


def _acyclic(game: Game) -> bool:
    """Whether no position repeats: always, as the sizes of the groups grow in multiset order (claim
    2).
    """
    return True


RULEBOOK = Rulebook(
    name="esgros",
    title="Esgros",
    author="Saïd Galdseid, 2024",
    about="a game of annihilation: larger groups remove smaller ones beside them",
    players=("black", "white"),
    boards=("hex", "path", "square"),
    board="hex:4",
    rules=rules,
    advice=advice,
    settings=SETTINGS,
    package=__name__,
    tour=Tour(board="square:4x4"),
    text=Text(
        examples=(
            Example("c3", "a stone on the cell c3", board="hex:3"),
            Example(
                "b1",
                "a stone that makes a group of two, which removes the single stone on a1",
                "B . / . . W / W B ; black",
                "hex:2",
            ),
            Example(
                "swap",
                "White takes over the first stone",
                ". . / . B . / . . ; white swap=open",
                "hex:2",
                {"pie": "on"},
            ),
        ),
        tokens={"B": "black", "W": "white"},
        keys={"swap": ("closed", "open")},
        moves=("CELL", "swap"),
    ),
    declared=Declared(symmetries=_symmetries, exchange=(("black", "white"),), acyclic=_acyclic),
    words=Words(
        invariants={
            "order": "on an empty board Black is to move",
            "mover": "on any other board the side that is not to move has a stone: it placed the "
            "last",
            "swap": "swap=open stands only under pie=on and before White's first move; on an empty "
            "board under pie=on it always does",
        },
        keys={"swap=open": "White may swap: take over Black's stone."},
        move=lambda game, move: "takes over Black's stone" if move == rules.SWAP else "",
        notes={
            "s": "the size of the group that the stone to be placed would form",
            "sizes": "recommended is hex:4, and hex:3 and hex:5 are valid too; by the second "
            "edition hex:5, and hex:4 and hex:6",
        },
        faults=_faults,
        refusal=_refusal,
        reason=_reason,
        acting={
            REMOVE: _removes,
            OWN_CLAUSE: _exceeds_own,
            ENEMY_CLAUSE: _exceeds_enemy,
            SECOND_EDITION: _grows_largest,
        },
    ),
)
