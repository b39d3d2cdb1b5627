"""What solutions show, theme by theme: a line that shows it, and one that just does not.

Each example is a position, the turns of the line (the solver's first), and turns of the diagram
that fail. Lines with one key and other replies stand one after another, with `|` between them. The
near miss differs in one thing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from ruleproof import game
from ruleproof.models.play.solutions import Solution
from ruleproof.models.rulebooks.contracts import ThemesModule, missing
from ruleproof.models.rulebooks.rulebook import rulebook
from tests.solutions import of_line


class Line(NamedTuple):
    """An example: `turns` are separated by commas, as are the `wrong` ones, and lines with the same
    key by `|`. The goal speaks of `cells`; `averts`: whether the solver averts it.
    """

    position: str
    turns: str
    wrong: str = ""
    goal: str = "win"
    cells: str = ""
    averts: bool = False


class Example(NamedTuple):
    """A theme of a game on a board, a line that shows it, and one that does not."""

    game: str
    board: str
    theme: str
    shows: Line
    misses: Line


PAIRS = ("B W . W B . . / B W B W B . B ; black", "B W . W B . . / B W B . B . B ; black")
"""Black's c2 flips four stones, or three."""
MIRROR = "W B . B W . . / W B W B W . W ; black"
"""White's c2 would flip four stones."""

IN_CROWD = [
    Example("incrowd", "square:2x7", "long-chain", Line(PAIRS[0], "c2"), Line(PAIRS[1], "c2")),
    Example(
        "incrowd",
        "square:2x4",
        "ripple",
        Line("W W . . / B B B . ; black", "c2"),
        Line(". W . . / B B B . ; black", "c2"),
    ),
    Example(
        "incrowd",
        "square:2x7",
        "quiet-turn",
        Line(PAIRS[0], "g2, pass, c2", "c2"),
        Line(PAIRS[0], "c2, pass, g2", "g2"),
    ),
    Example(
        "incrowd",
        "square:2x7",
        "own-stones",
        Line(MIRROR, "f2, c2, g2", "c2"),
        Line(MIRROR, "f2, g2, c2", "c2"),
    ),
    Example(
        "incrowd",
        "square:2x7",
        "own-stones",
        Line(MIRROR, "f2, c2, g2", "c2", goal="flip", cells="c1"),
        Line(MIRROR, "f2, c2, g2", "c2", goal="flip", cells="g1"),
    ),
    Example(  # after g2 and f1 White's c2 flips the stones as well
        "incrowd",
        "square:2x7",
        "own-stones",
        Line(MIRROR, "f2, c2, g2", "c2, c2, g2"),
        Line(MIRROR, "f2, c2, g2", "c2, f1, g2"),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "turncoat",
        Line("B . B . / W . . . / . . B . ; white", "c2, b3, d2"),
        Line("B . B . / W . . . / . . B . ; white", "b1, b3, d2"),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "turncoat",
        Line("B . B . / W . . . / . . B . ; white", "c2, pass, a1"),
        Line("B . B . / W . . . / . . B . ; white", "a1, pass, c2"),
    ),
    Example(
        "incrowd",
        "square:2x4",
        "spoiled-cell",
        Line("W B B . / W . . . ; black", "b1, pass, c1 | b1, d1, c1 | b1, c1, pass"),
        Line("W B B . / . . . . ; black", "b1, pass, c1 | b1, d1, c1 | b1, c1, pass"),
    ),
    Example(
        "incrowd",
        "square:2x4",
        "spoiled-cell",
        Line("W B B . / W . . . ; black", "b1, pass, c1 | b1, d1, c1 | b1, c1, pass"),
        Line("W B B . / W . . . ; black", "b1, pass, d1 | b1, d1, c1 | b1, c1, pass"),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "zugzwang",
        Line("W . . B / . B . . / . . . W ; black", "pass, c3, d2", "c1, c3"),
        Line("W . . B / . B . . / . . . W ; black", "c1, pass, d2", "pass, c3"),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "anchor",
        Line("B . . . / . . W . / B . W . ; black", "a2, b3, c3", "b3", averts=True),
        Line("B . . . / . . W . / B . W . ; black", "b3, a2, c3", "a2", averts=True),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "anchor",
        Line("B . . . / . . W . / B . W . ; black", "a2, b3, c3", "b3", averts=True),
        Line("B . . . / B . W . / B . W . ; black", "b3, b2, c3", "b2", averts=True),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "anchor",
        Line(
            "B . . . / . . W . / B . W . ; black",
            "a2, b3, c3",
            goal="flip",
            cells="a1",
            averts=True,
        ),
        Line(
            "B . . . / . . W . / B . W . ; black",
            "a2, b3, c3",
            goal="flip",
            cells="c1",
            averts=True,
        ),
    ),
    Example(
        "incrowd",
        "square:3x4",
        "anchor",
        Line("B . . . / . . W . / B . W . ; black", "a2, b3, c3", "b3", averts=True),
        Line("B . . . / . . W . / B . W . ; black", "a2, b3, c3", "b3"),
    ),
]

CORNERED = ". . . . / . . . . / r1 . . . / b1 . r1 . ; red placed=2"
WAIST = "dish:1,2"
CONTESTED = "- . . . - / . . . . . / . . . . . / {} r1 r1 . . / - b1 . . - ; red placed=2"
"""Red's c2 can kill b1; the area holds b2, a2 and b1."""
FACING = ". . . . / . . . . / r1 . b1 . / . . . . ; red placed=2"
GUARDED = "- . . . - / . . . . . / . . . r1 . / . . . . . / - . . b1 - ; red placed=2"
RIVALS = ". . . . / . . r1 . / r1 . . . / . . b1 . ; red placed=2"
"""Blue on b2 leaves a2 two open points, too few to grow again; c3 keeps three at least."""
TWO_DIE = ". . . . / . . . . / r1 r1 r1 . / b1 . b1 r1 ; red placed=2"
SHORT_OF_ROOM = ". . . . / . . . . / . r1 . . / b1 r2 . . ; red placed=2"
"""Red's b1 can divide only once b2 is open."""
GRO = [
    Example(
        "gro",
        WAIST,
        "double-kill",
        Line(TWO_DIE, "b2-b1", goal="kill-any"),
        Line(TWO_DIE.replace("r1 r1 r1", "r1 r1 ."), "b2-b1", goal="kill-any"),
    ),
    Example(
        "gro",
        WAIST,
        "double-kill",
        Line(TWO_DIE, "b2-b1", goal="kill-two"),
        Line(TWO_DIE, "b2-b1", goal="kill", cells="a1"),
    ),
    Example(
        "gro",
        WAIST,
        "division-kill",
        Line(". . . . / . . . . / r2 . . . / b1 . . . ; red placed=2", "a2/b1"),
        Line(". . . . / . . . . / r1 r2 . . / b1 . . . ; red placed=2", "b2/b1"),
    ),
    Example(
        "gro",
        WAIST,
        "smothered-kill",
        Line(". . . . / . . r1 . / . . . . / b1 b1 b1 . ; red placed=2", "c3-b2"),
        Line(". . . . / . . r1 . / . . . . / r1 b1 b1 . ; red placed=2", "c3-b2"),
    ),
    Example(
        "gro",
        WAIST,
        "squeeze",
        Line(
            ". . . . / . . . . / . r1 . . / b1 . r1 . ; red placed=2",
            "b2-a2, pass, c1-b1",
        ),
        Line(
            ". . . . / . r1 . . / r1 . . . / b1 . r1 . ; red placed=2",
            "b3-b4, pass, c1-b1",
        ),
    ),
    Example(
        "gro",
        WAIST,
        "area-steal",
        Line(CORNERED, "c1-b1, pass, b1-a1"),
        Line(CORNERED, "c1-b1, pass, b1-c1"),
    ),
    Example(
        "gro",
        WAIST,
        "growth-tempo",
        Line(CORNERED, "c1+, pass, c1-b1"),
        Line(CORNERED, "c1-b1, pass, b1+"),
    ),
    Example(
        "gro",
        "dish:2,1",
        "notch",
        Line("- . . . - / . . . . . / . . b1 . . / . . . . . / - r1 . . - ; red placed=2", "b1-a2"),
        Line("- . . . - / . . . . . / . . b1 . . / . . . . . / - r1 . . - ; red placed=2", "b1-c2"),
    ),
    Example(
        "gro",
        WAIST,
        "retreat",
        Line(". . . . / . b1 . . / . r1 . . / . . . . ; red placed=2", "b2-b1", goal="kill"),
        Line(". . . . / . b1 . . / . r1 . . / . . . . ; red placed=2", "b2-c2", goal="kill"),
    ),
    Example(
        "gro",
        WAIST,
        "retreat",
        Line(". . . . / . b1 . . / . r1 . . / . . . . ; red placed=2", "b2-b1", goal="large"),
        Line(". . . . / . b1 . . / . r1 . . / . . . . ; red placed=2", "b2-b1", goal="area"),
    ),
    Example(
        "gro",
        WAIST,
        "retreat",
        Line(SHORT_OF_ROOM, "b2-c3, pass, b1-c1", goal="kill"),
        Line(SHORT_OF_ROOM, "b2-c3, pass, b1/c1", goal="kill"),
    ),
    Example(
        "gro",
        "dish:2,1",
        "area-cleared",
        Line(CONTESTED.format("."), "c2-c1", goal="area"),
        Line(CONTESTED.format("b1"), "c2-c1", goal="area"),
    ),
    Example(
        "gro",
        WAIST,
        "vital-point",
        Line(FACING, "a2-b2", "a2-a1 / c2-b2, a2-a3 / c2-b2, a2-b1 / c2-b3, a2-b3 / c2-b1"),
        Line(FACING, "a2-b2", "a2-a1 / c2-b2, a2-a3 / c2-b3, a2-b1 / c2-b3, a2-b3 / c2-b1"),
    ),
    Example(
        "gro",
        "dish:2,1",
        "on-guard",
        Line(GUARDED, "d3-c2, d1-e2, c2-b2", goal="area", averts=True),
        Line(GUARDED, "d3-c2, d1-e2, c2-c1", goal="area", averts=True),
    ),
    Example(
        "gro",
        "dish:2,1",
        "on-guard",
        Line(GUARDED, "d3-c3, d1-e2, c3-b2", goal="two-areas", averts=True),
        Line(GUARDED, "d3-c3, d1-e2, c3-b2", goal="two-areas"),
    ),
    Example(
        "gro",
        WAIST,
        "half-escapes",
        Line(
            ". . . . / . b1 . . / . r2 . . / . . . . ; red placed=2",
            "b2/c1",
            goal="trap",
            cells="b2",
            averts=True,
        ),
        Line(
            ". . . . / . b1 . . / . r2 . . / . . . . ; red placed=2",
            "b2/c1",
            goal="trap",
            cells="b3",
        ),
    ),
    Example(
        "gro",
        WAIST,
        "make-way",
        Line(". . . . / r1 . . . / . r1 . . / . . . b1 ; red placed=2", "b2-c3, pass, a3-b2"),
        Line(". . . . / r1 . . . / . r1 . . / . . . b1 ; red placed=2", "b2-c3, pass, c3-b2"),
    ),
    Example(
        "gro",
        WAIST,
        "make-way",
        Line(". . . . / . . . . / r1 . . . / r1 . . b1 ; red placed=2", "a2-a3, pass, a1+"),
        Line(". . . . / . . . . / r1 . . . / . r1 . b1 ; red placed=2", "a2-a3, pass, b1+"),
    ),
    Example(
        "gro",
        WAIST,
        "make-way",
        Line(SHORT_OF_ROOM, "b2-c3, pass, b1/c1"),
        Line(SHORT_OF_ROOM.replace("b1 r2", ". r2"), "b2-c3, pass, b1/c1"),
    ),
    Example(
        "gro",
        WAIST,
        "safe-growth",
        Line(RIVALS, "c3+, pass, c3+", "a2+ / c1-b2", goal="large"),
        Line(RIVALS, "c3+, pass, c3+", "a2+ / c1-b1", goal="large"),
    ),
    Example(
        "gro",
        WAIST,
        "self-block",
        Line(
            ". . . . / . b1 . . / . . r1 . / b1 . . . ; red placed=2",
            "c2-c1, b3-a2, c1-b1",
            goal="kill-any",
        ),
        Line(
            ". . . . / . b1 . . / r1 . r1 . / b1 . . . ; red placed=2",
            "c2-c1, b3-b4, c1-b1",
            goal="kill-any",
        ),
    ),
    Example(
        "gro",
        WAIST,
        "waiting-turn",
        Line(CORNERED, "pass, a1-b1, c1-c2"),
        Line(CORNERED, "c1-c2, pass, c2-c1"),
    ),
]

NINETEEN = "hex:3"
THIRTY_SEVEN = "hex:4"
LONE = "B W . / . . . B / . . W . . / B . . . / . W . ; black"
FEW_CELLS = (
    ". . . B / . W B W . / . . . . . . / W B . . . . B / . . . . . W / W B W B . / . . . . ; black"
)
"""Black has five cells for lone stones, and d5 and f1 leave him none."""
KEPT_APART = (
    "W B . . / B . W . B / B . B . W . / . . . W B . W / B . B . . B / B . . W . / . B . B ; white"
)
"""Black refutes any turn but g4 on g4."""
TWO_ENDS = (
    "W B . B / B . . . W / . . B B . . / B . . . . B B / B . B . W . / . B W B . / . B . B ; black"
)
"""Black's g3 takes at g1 and f5, far from it."""
HALVES = (
    "B W . B / . . B . B / B W . . . . / W . B W B W B / B W . . . B / . B W B . / . B . B ; black"
)
"""Black's e4 joins two groups and takes c2; f2 joins two and takes but what is beside it."""
ALL_JOIN = (
    "B . W B / . . B . B / B . W B . B / B . B . . . . / . . . B . B / B B W . B / B . B W ; black"
)
"""Every turn of Black's joins two groups."""
REFUTED_ON_A1 = (
    ". B . . / . B W B B / . W . . . . / . B . B . B B / B . W . . . / . B . B B / . B . . ; black"
)
NO_LONE_STONE = (
    "B W B B / . B . . . / B . . B B B / B . B . B . B / B . B . . B / . W . B . / B B W B ; white"
)
THREE_CAPTURES = (
    ". W B W / . B . . B / . . . W . . / W B . B . B W / . . W . . . / . B . B B / W . W . ; black"
)
WORKING = (
    "B W . . / W . . . . / . . B . . W / B . . . W . B / W B . B . . / . . . . . / W B W . ; black"
)
"""Black's f4 touches nothing, and g3 takes with it."""
LONE_CELL = (
    "B W . W / . W B W . / W . . . . W / W W . W W . W / . W . . . W / W . W W B / . W . W ; black"
)
"""White's a3 is the one turn that joins no two groups."""
BY_PRODUCTS = (
    ". B . . / . B . B W / . . . . . B / B B . B B W . / . . . . . B / . B . B . / . . . W ; black"
)
"""Black's b5 joins b4 and c6, and what falls with it does not matter."""
JOINED_ON_C6 = (
    "W W . W / W . . W . / B . W B . W / W W . W . W W / W . . . B . / . W . W W / W W . W ; white"
)
"""White's c6 joins his groups, and takes at a distance besides."""
GIVEN_UP = (
    "B W B W / . . . . B / B . B B . W / B B . . . B B / . . B . . . / B . . B B / W B . B ; white"
)
"""White gives up d4 and a1, which Black's d4 would not take."""
LOST_ANYHOW = (
    ". W . W / W . W . B / B W . . . W / W . . W W . . / . W . . . W / W . W . W / W . W . ; black"
)
"""White takes f5 with d7, or with e5 if Black plays there."""
DECOY = "W B . / B . . . / . . . B . / W . . . / . B W ; white"
ESGROS = [
    Example(
        "esgros",
        THIRTY_SEVEN,
        "double-capture",
        Line(FEW_CELLS, "d5, a4, f1, d3, b5"),
        Line(FEW_CELLS, "d5, a4, f1, d3, f5"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "double-capture",
        Line(BY_PRODUCTS, "a2, a1, g4, b3, b5", goal="gain"),
        Line(BY_PRODUCTS, "a2, a1, g4, b3, b5", goal="join", cells="b4 c6"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "waiting-move",
        Line(FEW_CELLS, "d5, a4, f1, d3, b5"),
        Line(WORKING, "f4, b5, a4, c3, g3"),
    ),
    Example("esgros", NINETEEN, "opened-growth", Line(LONE, "b4, c5, c2"), Line(LONE, "b4, c5")),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "blocked-growth",
        Line(KEPT_APART, "g4, e6, a1", "a1 / g4"),
        Line(KEPT_APART, "g4, f4, a1", "a1 / g4"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "decoy",
        Line(KEPT_APART, "g4, e6, a1", "a1 / g4"),
        Line(KEPT_APART, "g4, f4, a1", "a1 / g4"),
    ),
    Example(
        "esgros",
        NINETEEN,
        "refill",
        Line(DECOY, "d3, b4, d3"),
        Line(DECOY, "d3, b4"),
    ),
    Example(
        "esgros",
        NINETEEN,
        "group-sacrifice",
        Line(DECOY, "d3, b4, d3"),
        Line(DECOY, "d3, c5"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "group-sacrifice",
        Line(GIVEN_UP, "d4, b2, a1", "a3 / d4, b3 / d4", goal="grow", averts=True),
        Line(LOST_ANYHOW, "d7, e5", "a2 / d7, a4 / d7", goal="join", averts=True),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "forced-join",
        Line(LONE_CELL, "a3, e3, f5 | a3, e4, a1 | a3, g3, d6"),
        Line(KEPT_APART, "g4, e6, a1"),
    ),
    Example(  # every turn of Black's joins two groups before the key, too
        "esgros",
        THIRTY_SEVEN,
        "forced-join",
        Line(LONE_CELL, "a3, e3, f5"),
        Line(NO_LONE_STONE, "f1, b1, a3"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "vital-point",
        Line(REFUTED_ON_A1, "a1", "a4 / a1, f1 / a1"),
        Line(REFUTED_ON_A1, "a1", "a4 / a1, f1 / g1"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "long-arm",
        Line(TWO_ENDS, "g3"),
        Line(TWO_ENDS, "b5"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "long-arm",
        Line(JOINED_ON_C6, "g3, c3, d3, a3, c6", goal="remove", cells="a3"),
        Line(JOINED_ON_C6, "g3, c3, d3, a3, c6", goal="join", cells="a4 b4"),
    ),
    Example("esgros", THIRTY_SEVEN, "bridge", Line(HALVES, "e4"), Line(HALVES, "f2")),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "bridge",
        Line(HALVES, "e4", goal="take"),
        Line(HALVES, "e4", goal="join"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "one-by-one",
        Line(THREE_CAPTURES, "f1, c5, b1, a1, d5"),
        Line(THREE_CAPTURES, "f1, c5, b1"),
    ),
    Example(
        "esgros",
        THIRTY_SEVEN,
        "one-by-one",
        Line(THREE_CAPTURES, "f1, c5, b1, a1, d5", goal="gain"),
        Line(THREE_CAPTURES, "f1, c5, b1, a1, d5", goal="join", cells="d4 d6"),
    ),
]

FOUR = "square:2x4"
TWO_WAYS = "RL . . . / L . . . ; left off=4,5"
TO_FILL = "c1:F:R, d2:x:, b1:Fx:L"
SOW = [
    Example(
        "sow",
        FOUR,
        "clearance",
        Line(". . L LLLL / R R . . ; left off=1,4", "d2:x:, a1:x:, c2:F:L"),
        Line(". . L LLL / R R . . ; left off=2,4", "d2:x:, a1:x:, c2:F:L"),
    ),
    Example(
        "sow",
        FOUR,
        "clearance",
        Line(". . L LLLL / R R . . ; left off=1,4", "d2:x:, a1:x:, c2:F:L"),
        Line(". L . LLLL / R R . . ; left off=1,4", "d2:x:, a1:x:, b2:F:L"),
    ),
    Example(
        "sow",
        FOUR,
        "order-trick",
        Line(TWO_WAYS, "a2:FF:RL, b2:F:R, c2:F:L", "a2:FF:LR", goal="tower"),
        Line(TWO_WAYS, "a2:FF:RL, b2:F:R, c2:F:L", "a2:FD:LR", goal="tower"),
    ),
    Example(  # own pieces last, in a race
        "sow",
        FOUR,
        "order-trick",
        Line(TWO_WAYS, "a2:FF:LR, c2:F:R, a1:F:L", "a2:FF:RL", goal="home"),
        Line(TWO_WAYS, "a2:FF:RL, b2:F:R, c2:F:L", "a2:FF:LR", goal="home"),
    ),
    Example(  # the other order covers a stack, or none
        "sow",
        FOUR,
        "order-trick",
        Line("RL R R . / L . . . ; left off=4,3", "a2:FF:RL", "a2:FF:LR", goal="cover"),
        Line("RL . RR . / L . . . ; left off=4,3", "a2:FF:RL", "a2:FF:LR", goal="cover"),
    ),
    Example(
        "sow",
        FOUR,
        "block",
        Line(". . LLL RRRL / L LRR R . ; right", TO_FILL),
        Line(". . LLL RRRL / L LR R . ; right off=0,1", "c1:F:R"),
    ),
    Example(
        "sow",
        FOUR,
        "wall",
        Line(". . LLL RRRL / L LRR R . ; right", TO_FILL),
        Line(". . LLL RRRL / L LR R . ; right off=0,1", "c1:F:R"),
    ),
    Example(  # the full stack is in somebody's way, or in nobody's
        "sow",
        FOUR,
        "wall",
        Line(". . LLL RRRL / L LRR R . ; right", TO_FILL),
        Line(". L LLL RRRL / . LRR R . ; right", TO_FILL),
    ),
    Example(
        "sow",
        FOUR,
        "withdrawal",
        Line("L L . . / . . RR R ; left off=4,3", "b2:F:L", "a2:F:L / c1:FU:RR"),
        Line("L L . . / . . RR R ; left off=4,3", "b2:F:L", "a2:F:L / c1:FF:RR"),
    ),
    Example(  # a key that covers is another idea
        "sow",
        FOUR,
        "withdrawal",
        Line("L L . . / . . RR R ; left off=4,3", "b2:F:L", "a2:F:L / c1:FU:RR"),
        Line("L L R . / . . RR . ; left off=4,3", "b2:F:L", "a2:F:L / c1:FU:RR"),
    ),
    Example(  # the other sows onto the square even so
        "sow",
        FOUR,
        "withdrawal",
        Line("L LL . . / . . RR R ; left off=3,3", "b2:FF:LL", "a2:F:L / c1:FU:RR"),
        Line("L LL . . / . . RR R ; left off=3,3", "b2:FF:LL", "b2:FD:LL / c1:FU:RR"),
    ),
    Example(
        "sow",
        FOUR,
        "strand",
        Line("L . . R / . . . RL ; left off=4,4", "d1:x:, d1:F:R, a2:F:L"),
        Line("L . . R / . . . RL ; left off=4,4", "d1:x:, d2:F:R, a2:F:L"),
    ),
    Example(
        "sow",
        FOUR,
        "sowing-under",
        Line("RL . . R / . L . . ; left off=4,4", "a2:FD:LR, b1:Fx:L"),
        Line("RL . . R / . L . . ; left off=4,4", "a2:FD:LR, d2:F:R"),
    ),
    Example(
        "sow",
        FOUR,
        "sowing-under",
        Line("RL . . R / . L . . ; left off=4,4", "a2:FD:LR, b1:Fx:L"),
        Line("RL . . R / . L . . ; left off=4,4", "a2:FD:RL, b2:F:R"),
    ),
    Example(
        "sow",
        FOUR,
        "convoy",
        Line("L . L L / R . R . ; left off=3,4", "c2:F:L, a1:x:, d2:x:", goal="home"),
        Line("L . L . / R . R . ; left off=4,4", "c2:F:L, a1:x:, d2:x:", goal="home"),
    ),
    Example(  # two pieces home matter in a race alone
        "sow",
        FOUR,
        "convoy",
        Line("L . L L / R . R . ; left off=3,4", "c2:F:L, a1:x:, d2:x:", goal="lead"),
        Line("L . L L / R . R . ; left off=3,4", "c2:F:L, a1:x:, d2:x:", goal="carry"),
    ),
    Example(
        "sow",
        FOUR,
        "transport",
        Line("L . . . / RRL . . . ; left off=4,4", "a1:FFF:RRL"),
        Line("L . . . / RL . . . ; left off=4,5", "a1:FF:RL"),
    ),
    Example(
        "sow",
        FOUR,
        "exit-race",
        Line("LR . L . / R . . . ; left off=4,4", "c2:F:L, a1:x:, d2:x:"),
        Line("LR . L . / . R . . ; left off=4,4", "c2:F:L, b1:F:R, d2:x:"),
    ),
    Example(  # an exit that refutes a wrong turn, or another turn
        "sow",
        FOUR,
        "exit-race",
        Line("LR . L L / . R . . ; left off=3,4", "d2:x:", "c2:F:L / a2:x:", goal="lead"),
        Line("LR . L L / . R . . ; left off=3,4", "d2:x:", "c2:F:L / b1:F:R", goal="lead"),
    ),
    Example(  # the other side's pieces count for a lead, but not for pieces brought home
        "sow",
        FOUR,
        "exit-race",
        Line("LR . L . / R . . . ; left off=4,4", "c2:F:L, a1:x:, d2:x:", goal="lead"),
        Line("LR . L . / R . . . ; left off=4,4", "c2:F:L, a1:x:, d2:x:", goal="home"),
    ),
    Example(
        "sow",
        FOUR,
        "cover",
        Line("L . . . / . . LL RR ; right off=3,4", "d1:FU:RR"),
        Line("L . . . / . . L RR ; right off=4,4", "d1:FU:RR"),
    ),
    Example(
        "sow",
        FOUR,
        "corner",
        Line("L . . . / . . L RR ; right off=4,4", "d1:FU:RR"),
        Line("L . . . / . . L RR ; right off=4,4", "d1:FF:RR"),
    ),
    Example(
        "sow",
        FOUR,
        "long-sowing",
        Line("L . . . / RRRL . . . ; left off=4,3", "a1:FFFx:RRR"),
        Line("L . . . / RRL . . . ; left off=4,4", "a1:FFF:RRL"),
    ),
    Example(  # a tall stack that leaves on the spot is not sown far
        "sow",
        FOUR,
        "long-sowing",
        Line("L . . . / RRRL . . . ; left off=4,3", "a1:FFFx:RRR"),
        Line("L . . . / . . . RRRL ; left off=4,3", "d1:x:, d1:FFU:RRR, a2:F:L"),
    ),
    Example(  # where sowing the stack is the goal, it may go anywhere
        "sow",
        FOUR,
        "long-sowing",
        Line("L . . . / RRRL . . . ; left off=4,3", "a1:FFFx:RRR", goal="home"),
        Line("L . . . / RRRL . . . ; left off=4,3", "a1:FFFx:RRR", goal="carry"),
    ),
    Example(  # every way is long, which counts only where the stack of the goal is not covered
        "sow",
        FOUR,
        "long-sowing",
        Line("L . . R / RRRL R . . ; left off=4,1", "a1:FFFx:LRR", goal="cover", cells="d2"),
        Line("L . . R / RRRL R . . ; left off=4,1", "a1:FFFx:LRR", goal="cover", cells="b1"),
    ),
    Example(  # a stack nearer to the edge also has an exit after two squares
        "sow",
        "square:3x4",
        "long-sowing",
        Line(
            "L . . . / . . . . / . RRRL . R ; left off=7,5",
            "b1:FFUU:RLRR",
            goal="cover",
            cells="d1",
        ),
        Line(
            "L . . . / . . . . / RRRL R . . ; left off=7,5", "a1:FFFx:LRR", goal="cover", cells="b1"
        ),
    ),
]

TWELVE = "square:3x4"
FULL = "r1 r0 b0 b1 / r0 r0 b0 b0"
WALLED = "b1 r0 r0 r1 r0 / b0 . . . b0 / r0 . b1 b0 b1 / r0 r1 . r0 r0 / r1 r0 r2 r0 b1 ; blue"
"""Blue's turn cuts Red's groups, but what counts is the spaces that it walls off."""
ESCAPING = "b1 . r1 r0 . / r0 r1 . . r1 / r0 r0 r1 b1 . / b1 r0 r0 r0 b0 / b0 r0 r0 r1 b1 ; blue"
"""Blue's turn cuts Red's groups, but it gives d3 room."""
FENCE = "r0 r0 . / b0 r1 r0 b0 / b1 . . b1 ; red"
"""Blue's groups can be joined along the lowest row alone. The cell a3 stands before it."""
GROW = [
    Example(
        "grow",
        TWELVE,
        "highway",
        Line("r1 r0 r0 . / b0 b1 . . / . . . . ; red", "a3-c3 @a1 end, @b1 end, c3-d3 end"),
        Line("r1 r0 r0 . / . b1 . . / . . . . ; red", "a3-c3 @a1 end, @b1 end, c3-d3 end"),
    ),
    Example(
        "grow",
        TWELVE,
        "encirclement",
        Line(". r1 . . / . r0 . b1 / . . . . ; red", "@b1 end, @d1 end"),
        Line(". r1 . . / . r0 . b1 / . . . . ; red", "@c3 end, @d1 end"),
    ),
    Example(
        "grow",
        TWELVE,
        "invasion",
        Line("r1 . b1 . / . . b0 . / . . b0 . ; red", "@d2 end, @d3 end"),
        Line("r1 . b1 . / . . b0 . / . . . . ; red", "@d2 end, @d3 end"),
    ),
    Example(
        "grow",
        TWELVE,
        "join",
        Line(". . . . / b0 b1 . . / r1 . r1 . ; red", "@b1 end, @c2 end", "", "shut", "a1", True),
        Line(". . . . / b0 b1 b0 . / r1 . r1 b1 ; red", "@b1 end, @c3 end", "", "shut", "a1", True),
    ),
    Example(
        "grow",
        TWELVE,
        "shut-in",
        Line(
            ". . r1 . / b1 . . r1 / . . . b1 ; red",
            "d2-c2 @c1 end, @a1 end",
            "d2-c2 @b1 end / d1-c1 @b3 end",
        ),
        Line(
            ". . r1 . / b1 . . r1 / . . . b1 ; red",
            "d2-c2 @c1 end, @a1 end",
            "d2-c2 @b1 end / a2-a1 @b3 end",
        ),
    ),
    Example(  # without its head, a drop and the head on a2 take two of three spaces, or both of two
        "grow",
        TWELVE,
        "shut-in",
        Line(
            ". . r1 . / b1 . . r1 / . . b1 b0 ; red",
            "d2-c2 @b1 end, @a1 end",
            "d2-c2 @b2 end / a2-a1 c1-b1 @a3 end",
        ),
        Line(
            ". . r1 . / b1 . . r1 / . . b1 b0 ; red",
            "d2-c2 @b1 end, @a1 end",
            "d2-c2 @b2 end / c1-b1 @a3 end",
        ),
    ),
    Example(
        "grow",
        TWELVE,
        "cut",
        Line(f". {FENCE}", "@b1 end, @c1 end", "@d3 end / @b1 d1-c1 end", "shut", "a1"),
        Line(f"r0 {FENCE}", "@b1 end, @c1 end", "@d3 end / @b1 d1-c1 end", "shut", "a1"),
    ),
    Example(  # after another turn the groups are joined, or they are not
        "grow",
        TWELVE,
        "cut",
        Line(f". {FENCE}", "@b1 end, @c1 end", "@d3 end / @b1 d1-c1 end", "shut", "a1"),
        Line(f". {FENCE}", "@b1 end, @c1 end", "@d3 end / @a3 d1-c1 end", "shut", "a1"),
    ),
    Example(
        "grow",
        "square:5x5",
        "cut",
        Line(WALLED, "@d4 c3-b3 end, @b4 c1-c2 end, @c4", "@c2 end / @b4 b2-b3 end", "shut", "b2"),
        Line(
            WALLED,
            "@d4 c3-b3 end, @b4 c1-c2 end, @c4",
            "@c2 end / @b4 b2-b3 end",
            "hold",
            "b3 b4 c4 d4",
        ),
    ),
    Example(  # whoever is to shut in, or to be shut in
        "grow",
        "square:5x5",
        "cut",
        Line(ESCAPING, "@e5 d3-d4 a5-b5 end, @e3 end, @c4", "@c4 end / @e5 end", "shut", "e4"),
        Line(
            ESCAPING, "@e5 d3-d4 a5-b5 end, @e3 end, @c4", "@c4 end / @e5 end", "shut", "e4", True
        ),
    ),
    Example(
        "grow",
        TWELVE,
        "patience",
        Line("r1 . . . / . . . . / . . b1 . ; red", "@b2 end", "@b2 a3-b3 end"),
        Line("r1 . . . / . . . . / . . b1 . ; red", "@b2 end", "@c3 a3-b3 end"),
    ),
    Example(
        "grow",
        TWELVE,
        "full-board",
        Line(f"{FULL} / r0 . . b0 ; red", "@b1 end, @c1", "", "shut", "a1", True),
        Line(f"{FULL} / r0 . . . ; red", "@b1 end, @c1 end", "", "shut", "a1", True),
    ),
    Example(
        "grow",
        TWELVE,
        "hole",
        Line("r1 . b1 b0 / . . b0 . / . . b0 b0 ; red", "@d2 end, @a1 end"),
        Line("r1 . b1 b0 / . . b0 . / . . b0 r1 ; red", "@d2 end, @a1 end"),
    ),
    Example(
        "grow",
        TWELVE,
        "race",
        Line("r1 . . b1 / r0 . . b0 / r0 r0 b0 b0 ; red", "a3-b3 @b2 end, d3-c3 @c2"),
        Line("r1 . . b0 / r0 . . b0 / r0 r0 b0 b1 ; red", "a3-b3 @b2 end, @c2 end, b3-c3"),
    ),
    Example(  # the reply moves a head into the region, or only drops one there
        "grow",
        TWELVE,
        "race",
        Line("r1 . . b1 / r0 . . b0 / r0 r0 b0 b0 ; red", "a3-b3 @b2 end, d3-c3 @c2"),
        Line("r1 . . b1 / r0 . . b0 / r0 r0 b0 b0 ; red", "a3-b3 @b2 end, @c2 end, b3-c3"),
    ),
    Example(
        "grow",
        TWELVE,
        "starve",
        Line(
            ". . . . / . . r1 . / . r1 b1 . ; red",
            "@d1 end",
            "@a1 end / c1-d1 end, @d3 end / c1-d1 end",
        ),
        Line(
            ". . . . / . . r1 . / . r1 b1 . ; red",
            "@d1 end",
            "@a1 end / c1-d1 end, @d3 end / @d1 end",
        ),
    ),
]
EXAMPLES = IN_CROWD + GRO + ESGROS + SOW + GROW


def shown(example: Example, line: Line) -> bool:
    """Whether the line of the example shows its theme."""
    chosen = game(example.game, example.board)
    wrong = [turn.strip() for turn in line.wrong.split(",") if turn.strip()]
    lines: list[Solution] = []
    for turns in line.turns.split("|"):
        played = [turn.strip() for turn in turns.split(",")]
        cells, averts = line.cells, line.averts
        lines.append(of_line(chosen, line.position, played, wrong, line.goal, cells, averts))
    solution = joined(lines)
    module: Any = rulebook(example.game).module("themes")
    themes = module.THEMES
    return next(one for one in themes if one.name == example.theme).shown(solution)


def joined(lines: list[Solution]) -> Solution:
    """The first line, with the replies to the key of all."""
    roots = [line.root for line in lines if line.root]
    answers = tuple(answer for root in roots for answer in root.answers)
    return lines[0]._replace(root=roots[0]._replace(answers=answers))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game}-{one.theme}")
def test_a_line_shows_the_theme_and_a_near_miss_does_not(example: Example):
    assert shown(example, example.shows)
    assert not shown(example, example.misses)


def test_a_stone_comes_back_only_where_no_other_turn_is_right():
    solution = of_line(game("esgros", NINETEEN), DECOY, ["d3", "b4", "d3"])
    module: Any = rulebook("esgros").module("themes")
    refill = next(one for one in module.THEMES if one.name == "refill")
    assert refill.shown(solution)
    assert solution.root
    [(reply, last)] = solution.root.answers
    assert last
    loose = solution.root._replace(answers=((reply, last._replace(alone=False)),))
    assert not refill.shown(solution._replace(root=loose))


def test_a_bridge_that_every_turn_builds_is_none():
    line = Line(ALL_JOIN, "c5, a2, f2")
    assert not shown(Example("esgros", THIRTY_SEVEN, "bridge", line, line), line)


@pytest.mark.parametrize("name", sorted({one.game for one in EXAMPLES}))
def test_a_game_has_six_themes_and_each_has_its_examples(name: str):
    module: Any = rulebook(name).module("themes")
    assert missing(module, ThemesModule) == []
    own = [theme.name for theme in module.THEMES]
    assert len(own) == len(set(own)) >= 6
    assert {one.theme for one in EXAMPLES if one.game == name} == set(own)
    assert all(theme.words and theme.hint.endswith(".") for theme in module.THEMES)
