"""Sow? (Richard Hutnik, 2011): its claims, by the numbers of its sheet.

`findings` say where they apply, and which verdicts to expect. Claims of one kind are made in
`kinds`; `predicates` speak of positions and turns. `stages`, `covers` and `readings` hold on every
board, for z3.
"""

from __future__ import annotations

from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Endless,
    EveryTurn,
    Most,
    Same,
    Sometimes,
    SomeTurn,
    Symmetric,
    ValueIs,
)
from ruleproof.models.sow import sentences
from ruleproof.models.sow.claims import findings
from ruleproof.models.sow.claims import predicates as on
from ruleproof.models.sow.claims.kinds import (
    ROOMY,
    bounded,
    claim,
    inclusion,
    limited,
    makes_no_difference,
    proved,
    value_kept,
)
from ruleproof.models.sow.claims.questions import QUESTIONS
from ruleproof.models.sow.claims.text import text

CLAIMS: tuple[Claim, ...] = (
    claim(
        "1a",
        "Each colour's pieces on the board, off it and not yet entered stay the same in number: "
        "those that leave are the mover's in hand at an exit.",
        sentences.EXIT,
        (proved("stages.pieces", checks="covers.turn"), EveryTurn(on.pieces_kept)),
    ),
    claim(
        "1b",
        "A colour leaves the board only on its owner's turn.",
        sentences.EXIT,
        (proved("stages.others", checks="covers.turn"), EveryTurn(on.other_keeps_all)),
    ),
    claim(
        "2",
        "That a block cannot be crossed says nothing new: as every square of a path gets a piece, "
        "the limit alone keeps paths off blocks.",
        sentences.HEIGHT,
        (
            proved("stages.block", checks="covers.limit"),
            EveryTurn(on.crosses_no_block, when=on.sows),
        ),
        applies=limited,
    ),
    claim(
        "3a",
        "Play can go on for ever.",
        sentences.END,
        (Endless(),),
        expected="witnessed",
        boards=ROOMY,
        applies=findings.roomy,
    ),
    claim(
        "3b",
        "With every turn the mover's own pieces have fewer steps to go, all together.",
        sentences.SOW,
        (proved("stages.advance", checks="covers.onward"), EveryTurn(on.mover_advances)),
    ),
    claim(
        "3c",
        "No turn brings the other player's pieces nearer to their end.",
        sentences.SOW,
        (proved("stages.never_back", checks="covers.onward"), EveryTurn(on.other_never_advances)),
    ),
    claim(
        "4a",
        "No stack is higher than the limit, if pieces left behind at an exit respect it.",
        sentences.HEIGHT,
        (proved("stages.limit", checks="covers.limit"), Always(on.within_limit)),
        applies=bounded,
    ),
    claim(
        "4b",
        "No stack is higher than the limit, though pieces left behind at an exit need not respect "
        "it.",
        sentences.HEIGHT,
        (Always(on.within_limit),),
        expected=findings.overfilled,
        boards=ROOMY,
        applies=lambda game: limited(game) and not bounded(game) and findings.roomy(game),
    ),
    claim(
        "4c",
        "The tallest stack in play.",
        sentences.LIMITS,
        (Most(on.tallest),),
        expected="witnessed",
    ),
    claim(
        "5a",
        "A player can lose with pieces on the board, because nothing can be sown.",
        sentences.END,
        (Sometimes(on.stuck_with_pieces),),
        expected="witnessed",
    ),
    claim(
        "5b",
        "A player can lose though he controls a stack.",
        sentences.END,
        (Sometimes(on.controls_the_immovable),),
        expected=findings.immovable,
        boards=ROOMY,
        applies=findings.roomy,
    ),
    claim(
        "5c",
        "A player who controls a stack on his far column always has a move.",
        sentences.EXIT,
        (
            proved("stages.far", checks="covers.far"),
            Always(on.can_act, when=on.controls_far_column),
        ),
    ),
    claim(
        "5d",
        "Never do both players have what it takes to win: whoever has no piece left has just moved "
        "them off.",
        sentences.END,
        (proved("stages.mover", checks="covers.mover"), Always(on.mover_has_pieces)),
    ),
    claim(
        "6",
        "Nobody's pieces are ever sown on the mover's own home column.",
        sentences.SOW,
        (
            proved("stages.home", checks="covers.onward"),
            EveryTurn(on.home_gains_nothing, when=on.sows),
        ),
    ),
    *inclusion(
        "ab",
        "from the top down",
        sentences.ORDERED,
        {"order": "top-first"},
        {"order": "any"},
        findings.roomy,
    ),
    *inclusion(
        "cd",
        "with one turn at most",
        sentences.FLEXIBLE,
        {"path": "once"},
        {"path": "flexible"},
        findings.wide,
    ),
    *inclusion(
        "ef",
        "whose path turns at the second piece or not at all",
        sentences.TURN,
        {"turn": "second"},
        {"turn": "any", "path": "once"},
        findings.turns_late,
    ),
    *inclusion(
        "jk",
        "along a path that does not turn on the last column",
        sentences.EXIT,
        {"last-column": "exit"},
        {"last-column": "turn"},
        findings.wide,
    ),
    value_kept(
        "g",
        "pieces are sown from the top down",
        sentences.ORDERED,
        {"order": "top-first"},
        {"order": "any"},
    ),
    value_kept(
        "h",
        "a path turns at the second piece or never",
        sentences.TURN,
        {"turn": "second"},
        {"turn": "any", "path": "once"},
    ),
    value_kept(
        "i",
        "any step after the first may turn",
        sentences.FLEXIBLE,
        {"path": "flexible"},
        {"path": "once"},
    ),
    value_kept(
        "l",
        "a path that reaches the last column must leave the board",
        sentences.EXIT,
        {"last-column": "exit"},
        {"last-column": "turn"},
    ),
    makes_no_difference(
        "a",
        "whether stacks of four or of three block",
        sentences.LIMITS,
        {"limit": "3"},
        {"limit": "4"},
        findings.blocks("3"),
    ),
    makes_no_difference(
        "b",
        "whether stacks of four block",
        sentences.LIMITS,
        {"limit": "none"},
        {"limit": "4"},
        findings.blocks("4"),
    ),
    makes_no_difference(
        "c",
        "whether pieces left behind at an exit respect the limit",
        sentences.EXIT,
        {"strand": "free"},
        {"strand": "bound"},
        findings.overfilled,
    ),
    makes_no_difference(
        "d",
        "whether any stack may be sown over the edge",
        sentences.EXIT,
        {"exit": "from-last"},
        {"exit": "overshoot"},
    ),
    makes_no_difference(
        "e",
        "whether an exit may leave only enemy pieces in hand",
        sentences.EXIT,
        {"exit-needs-own": "yes"},
        {"exit-needs-own": "no", "exit": "overshoot"},
    ),
    claim(
        "8f",
        "Enemy pieces can be left behind at an exit.",
        sentences.EXIT,
        (SomeTurn(on.strands),),
        expected="witnessed",
        boards=ROOMY,
        applies=findings.roomy,
    ),
    claim(
        "8g",
        "A stack can come to bear both colours, so that the order of pieces matters.",
        sentences.ORDER,
        (Sometimes(on.mixed),),
        expected="witnessed",
        boards=ROOMY,
        applies=findings.roomy,
    ),
    claim(
        "8h",
        "It makes no difference whether the pieces start on the board or off it.",
        sentences.ADVANCED,
        (Same({"entry": "advanced"}),),
        expected="refuted",
        applies=lambda game: game.settings["entry"] == "setup",
    ),
    claim(
        "9",
        "The mirror of the rows and a half-turn with the colours exchanged preserve moves and "
        "results.",
        sentences.STACKS,
        (Symmetric(),),
    ),
    claim(
        "10",
        "What the start is worth to Left.",
        sentences.END,
        (ValueIs(),),
        expected="witnessed",
        boards=findings.VALUES,
    ),
    *text.claims,
    *QUESTIONS,
)
