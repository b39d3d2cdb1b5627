"""Esgros (Saïd Galdseid, 2024): its claims, by the numbers of its sheet.

`expectations` give the verdicts that depend on the board; `predicates` speak of one position or one
turn, `text` tests single sentences. `theorems` and `turns` hold on every board, for z3.
"""

from __future__ import annotations

from functools import partial

from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Ends,
    EveryTurn,
    Same,
    SameValue,
    Sometimes,
    SomeTurn,
    Symmetric,
    ValueIs,
)
from ruleproof.models.claims.theorems import everywhere
from ruleproof.models.esgros import END, ENEMY_CLAUSE, OWN_CLAUSE, PIE
from ruleproof.models.esgros.claims import expectations
from ruleproof.models.esgros.claims import predicates as on
from ruleproof.models.esgros.claims.questions import QUESTIONS
from ruleproof.models.esgros.claims.text import text
from ruleproof.models.play.game import Game

PLACE = "Place a stone of your color on an empty cell."
REMOVE = "Remove all smaller enemy groups adjacent to the group of the placed stone from the board."
GROUP = "A group is the maximal set of connected stones of the same color."
TURNS = "Black plays first, then turns alternate."
DRAWLESS = "A drawless annihilation game."

SMALL = ("path:3", "path:4", "path:5", "path:6", "path:7", "path:8", "hex:2")
PARTING = ("path:4", "hex:2", "path:11")
READINGS = ("edition", "exceed")


_proved = partial(everywhere, __name__)
_claim = partial(Claim, settings=READINGS, boards=SMALL)


def _readings() -> tuple[Claim, ...]:
    """A claim for each other reading of the enemy clause: that it makes no difference."""
    table: list[Claim] = []
    for letter, value in zip(
        "abcdef",
        ("minimal", "void", "by-one", "permit-least", "permit-by-one", "either"),
        strict=True,
    ):
        table.append(
            Claim(
                f"12{letter}",
                f"Under `exceed={value}` play is the same.",
                ENEMY_CLAUSE,
                (Same({"exceed": value}),),
                expected=expectations.differs_from(value),
                settings=("exceed",),
                boards=PARTING,
                applies=expectations.other_than(value),
            )
        )
    return tuple(table)


CLAIMS: tuple[Claim, ...] = (
    _claim(
        "1",
        "While play goes on, a legal move exists exactly when an empty cell exists.",
        OWN_CLAUSE,
        (
            _proved("theorems.legal_move", "s(c) is some function of the cell"),
            Always(on.moves_while_empty, when=on.goes_on),
        ),
    ),
    _claim(
        "2a",
        "No position repeats: the numbers of stones in groups of each size grow, largest first.",
        TURNS,
        (
            _proved(
                "theorems.ranking", "a position is the number of stones in groups of each size"
            ),
            Ends(),
        ),
        settings=(*READINGS, "pie"),
    ),
    _claim(
        "2b",
        "Every game ends: a board has only so many positions, and none comes twice.",
        END,
        (
            _proved(
                "theorems.ranking", "a position is the number of stones in groups of each size"
            ),
            Ends(),
        ),
        settings=(*READINGS, "pie"),
    ),
    _claim(
        "2c",
        "Play on a small board cannot go on for ever: its longest game can be found.",
        END,
        (Ends(),),
        settings=(*READINGS, "pie"),
    ),
    _claim(
        "3",
        "After every placement the colours are disjoint, the mover owns a group, and only the "
        "mover can have won; never are both colours eliminated.",
        END,
        (
            _proved("turns.stones", "stones are sets; the enemy's only become fewer", "turns.turn"),
            EveryTurn(on.stones_in_order),
        ),
        settings=(*READINGS, "pie"),
    ),
    _claim(
        "4",
        "The largest own group never shrinks by one's own move; it shrinks only by capture.",
        GROUP,
        (
            _proved(
                "turns.largest",
                "stones are sets; a group has a size, which own placements never lower",
                "turns.turn",
            ),
            EveryTurn(on.largest_kept),
        ),
    ),
    _claim(
        "5",
        "Removing captured groups one by one in any order gives the same position.",
        REMOVE,
        (
            _proved("turns.order", "groups are the classes of an equivalence"),
            EveryTurn(on.any_order),
        ),
    ),
    Claim(
        "6",
        "The game is drawless: none ends without a winner.",
        DRAWLESS,
        (
            _proved("turns.winner", "a game ends by elimination or on a full board"),
            Always(on.not_drawn, toward=on.stones),
        ),
        expected=expectations.drawless,
        settings=(*READINGS, "full"),
        boards=("hex:2", "hex:3", "path:3", "path:4", "path:5", "path:6", "path:7", "path:8"),
    ),
    Claim(
        "7a",
        "“Groups may exceed the largest group of the opposite color” adds nothing: without it the "
        "same moves are legal.",
        ENEMY_CLAUSE,
        (Same({"exceed": "void"}),),
        expected=expectations.differs_from("void"),
        settings=("exceed",),
        boards=PARTING,
        applies=expectations.other_than("void"),
    ),
    Claim(
        "7b",
        "Without the clause on the opposite color the game is worth the same.",
        ENEMY_CLAUSE,
        (SameValue({"exceed": "void"}),),
        expected=expectations.worth_the_same,
        settings=("exceed",),
        boards=("hex:2", "path:11", "path:12", "hex:3"),
        applies=expectations.other_than("void"),
    ),
    _claim(
        "8",
        "A forced placement can make a group that is larger than the largest own group by two or "
        "more: “the minimal size required” need not be one more.",
        OWN_CLAUSE,
        (SomeTurn(on.forced_beyond),),
        expected=expectations.forced,
    ),
    _claim(
        "9",
        "A game can be won; the witness is the earliest possible win.",
        END,
        (Sometimes(on.won),),
        shortest=True,
        expected=lambda game: "witnessed" if game.board.size >= 3 else "refuted",
    ),
    _claim(
        "10",
        "The board's symmetries and the exchange of colours preserve legality.",
        PLACE,
        (
            _proved("theorems.symmetry", "a symmetry is a one-to-one map that carries s(c) along"),
            Symmetric(),
        ),
        settings=(*READINGS, "pie"),
    ),
    _claim(
        "10b",
        "They also carry along the positions after every move and all results.",
        PLACE,
        (Symmetric(),),
        settings=(*READINGS, "full", "pie"),
    ),
    Claim(
        "11a",
        "The empty board has a value.",
        END,
        (ValueIs(),),
        expected="witnessed",
        settings=(*READINGS, "full", "pie"),
        boards=("hex:2", "hex:3"),
    ),
    Claim(
        "11b",
        "With the pie rule the second player never loses.",
        PIE,
        (ValueIs(lambda game: ("draw", "loss")),),
        settings=(*READINGS, "full"),
        boards=("hex:2", "hex:3"),
        applies=lambda game: game.settings["pie"] == "on",
    ),
    *_readings(),
    *text.claims,
    *QUESTIONS,
)


def idle(game: Game) -> set[str]:
    """The clauses that decide nothing on the board."""
    return expectations.dead_clauses(game)
