"""In Crowd (Chris and João Neto, 2002): its rulebook, its settings and its positions' faults.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> Position.start(game("incrowd", "square:3x3")).play("b2 a1").text
'. . . / . B . / W . . ; black'
"""

from __future__ import annotations

from typing import Any

from ruleproof.models.cells import each
from ruleproof.models.incrowd import advice, rules
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import (
    Declared,
    Drawing,
    Example,
    Mark,
    Text,
    Tour,
    Words,
    turns_and_colours,
)
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting

PHASE_1 = (
    "PHASE 1 - On each turn, each player drops a stone on an empty cell not adjacent to any stone."
)
PHASE_2 = (
    "PHASE 2 - One each turn, each player passes or drops a stone on an empty cell. After the "
    "drop, any (orthogonal and diagonal) adjacent enemy stone changes color if a majority of its "
    "neighbors (including itself) are of the opposite color."
)
CHAIN = (
    "This can result in a chain reaction that can flip the neighbors of the neighbor if the "
    "majority of their neighbors are now of the opposite color, and so on..."
)
TURNCOAT = (
    "If a stone is placed and does not produce any color changes and a majority of its neighbors "
    "are of the opposite color, then the just-dropped stone changes color."
)
GOAL = "When both players pass, wins the player with more territory (use Chinese Go count rules)."

SETTINGS = (
    Setting(
        "majority",
        "reading",
        {
            "stones": "more enemy stones than friendly ones, itself counted; empty cells count for "
            "nobody",
            "cells": "enemy stones on more than half of its own cell and all around it, empty "
            "ones too; then b4 in the page's example flips nothing",
        },
        "stones",
        PHASE_2,
    ),
    Setting(
        "chain",
        "reading",
        {
            "local": "enemies flip next to the dropped stone, then next to each flipped one",
            "global": "any outnumbered enemy stone on the board flips",
        },
        "local",
        CHAIN,
    ),
    Setting(
        "turncoat-chain",
        "reading",
        {
            "off": "a dropped stone that changes colour has no further effect",
            "on": "a dropped stone that changes colour starts a chain for its new colour",
        },
        "off",
        TURNCOAT,
    ),
    Setting(
        "territory",
        "reading",
        {
            "orthogonal": "empty cells connect and touch stones orthogonally, as in Go",
            "all8": "empty cells connect and touch stones in all eight directions",
        },
        "orthogonal",
        GOAL,
    ),
)

INVARIANTS = {
    "apart": "while a cell is free, that is, empty and adjacent to no stone, no two stones are "
    "adjacent and nobody has passed (phase 1)",
    "turns": "while no two stones are adjacent, the stones were dropped in turn, Black first: as "
    "many are black as white, or one more",
    "side": "while no two stones are adjacent, Black is to move if stones and passes together are "
    "even in number, else White",
}
"""Every position of a game satisfies these. Once stones are adjacent, phase 2 has begun for good:
then flips allow any numbers of stones, and an early pass either side to move.
"""


def _faults(game: Game, p: Any) -> list[str]:
    """The static invariants that the position breaks."""
    board = game.field
    stones = p.black | p.white
    free = rules.free(board, p)
    crowded = sum(1 << cell for cell in each(stones) if board.around[cell] & stones)
    faults: list[str] = []
    if crowded and free:
        faults.append(
            f"{_some(game, crowded)} are adjacent to stones while {_free(game, free)}: in phase 1 "
            "no stone is dropped beside another"
        )
    if free and p.passes:
        faults.append(f"passes={p.passes} while {_free(game, free)}: phase 1 has no pass")
    if crowded and not free:
        return faults
    black, white = p.black.bit_count(), p.white.bit_count()
    if black - white not in (0, 1):
        faults.append(
            f"{black} black and {white} white: before anything can flip, stones are dropped in "
            "turn, Black first"
        )
    turns = black + white + (0 if free else p.passes)
    if p.side != turns % 2:
        mover = game.players[turns % 2]
        faults.append(f"{mover} is to move after {turns} turns, Black first")
    return faults


def _some(game: Game, cells: int) -> str:
    """The names of the first few cells of a set."""
    names = game.board.name_of(cells).split()
    return ", ".join(names[:3]) + (", …" if len(names) > 3 else "")


def _free(game: Game, cells: int) -> str:
    """Says that the cells of a set are free."""
    return f"{_some(game, cells)} {'is' if cells.bit_count() == 1 else 'are'} free"


def _phase(game: Game, p: Any) -> str:
    """What holds in phase 1, as long as it goes on."""
    return "Phase 1: a stone may touch no other." if rules.free(game.field, p) else ""


def _refusal(game: Game, p: Any, move: int) -> str:
    """The clause that an illegal move breaks."""
    free = rules.free(game.field, p)
    if move == rules.PASS:
        return f"no pass while {_free(game, free)}, against “{PHASE_1}”"
    stones = p.black | p.white
    if stones >> move & 1:
        return f"a stone is there already, against “{PHASE_1 if free else PHASE_2}”"
    beside = game.board.name_of(game.board.around[move] & stones)
    return f"{game.board.names[move]} is adjacent to {beside}, against “{PHASE_1}”"


def _reason(game: Game, p: Any) -> str:
    """The reason why the game is over."""
    black, white = game.score(p, rules.BLACK), game.score(p, rules.WHITE)
    return f"both players passed: Black's area is {black}, White's {white}"


def _flipped(p: Any, q: Any) -> int:
    """The stones of the other side that changed colour."""
    return p.white & ~q.white if p.side == rules.BLACK else p.black & ~q.black


def _flips(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a stone of the other side changed colour."""
    return bool(_flipped(p, q))


def _chains(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether stones flipped that only those flipped before them outnumbered."""
    if not _flipped(p, q):
        return False
    friends, enemies = rules.mine(p) | 1 << move, rules.theirs(p)
    first = rules.wave(game.field, game.rules, _flipped(p, q), friends, enemies)
    return bool(_flipped(p, q) & ~first)


def _turns_coat(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether the dropped stone changed colour."""
    after = q.black if p.side == rules.BLACK else q.white
    return move != rules.PASS and not after >> move & 1


def _marks(game: Game, p: Any) -> list[Mark]:
    """The stones; at the end the territory below them, in the tone of its owner."""
    marks: list[Mark] = []
    if game.over(p):
        for player, colour in enumerate(game.players):
            land = rules.territory(game.field, game.rules, p, player)
            marks += [Mark(cell, "shade", colour) for cell in each(land)]
    marks += [Mark(cell, "disc", "black") for cell in each(p.black)]
    return marks + [Mark(cell, "disc", "white") for cell in each(p.white)]


def _acyclic(game: Game) -> bool:
    """Whether no position repeats: always, as stones never leave the board, and of two positions
    with the same stones the later one has more passes.
    """
    return True


RULEBOOK = Rulebook(
    name="incrowd",
    title="In Crowd",
    author="Chris and João Neto, 2002",
    about="a game of territory: stones outnumbered by enemies around them change colour in chains",
    players=("black", "white"),
    boards=("square",),
    board="square:9x9",
    rules=rules,
    advice=advice,
    settings=SETTINGS,
    package=__name__,
    scored=True,
    tour=Tour(board="square:3x3"),
    text=Text(
        examples=(
            Example("c3", "a stone on the cell c3", board="square:5x5"),
            Example(
                "b2",
                "a stone on b2: the stones outnumbered around it change colour, then the next ones",
                ". W W / B . B / . . B ; white",
                "square:3x3",
            ),
            Example("pass", "no stone, in phase 2", ". / B ; white", "square:2x1"),
        ),
        tokens={"B": "black", "W": "white"},
        keys={"passes": ("0", "1", "2")},
        moves=("CELL", "pass"),
    ),
    declared=Declared(
        symmetries=turns_and_colours, exchange=(("black", "white"),), acyclic=_acyclic
    ),
    words=Words(
        invariants=INVARIANTS,
        keys={
            "passes=1": "One player has passed; another pass ends the game.",
            "passes=2": "Both players have passed.",
        },
        faults=_faults,
        refusal=_refusal,
        reason=_reason,
        acting={PHASE_2: _flips, CHAIN: _chains, TURNCOAT: _turns_coat},
        beside=_phase,
    ),
    drawing=Drawing(marks=_marks),
)
