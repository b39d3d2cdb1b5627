"""In Crowd: its claims, in the order of its sheet.

The facts known about each board, and so expected there, are in `findings`. Claims of single turns
are in `of_turns`; `predicates` speak of positions and turns, `judges` of best play, `decisions` of
planned games. `theorems`, `chain_theorems` and `shapes` are z3's.
"""

from __future__ import annotations

from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    Ends,
    EveryTurn,
    Sometimes,
    Symmetric,
    Theorem,
    ValueIs,
)
from ruleproof.models.claims.theorems import later
from ruleproof.models.incrowd import GOAL, PHASE_1, PHASE_2
from ruleproof.models.incrowd.claims import decisions, findings, judges
from ruleproof.models.incrowd.claims import predicates as on
from ruleproof.models.incrowd.claims.of_turns import CHAINS, LONGEST, TWO_ROWS, claim, proved
from ruleproof.models.incrowd.claims.questions import QUESTIONS
from ruleproof.models.incrowd.claims.text import text
from ruleproof.models.play.game import Game

INVINCIBLE = "Invincible positions … These structures cannot be captured."
STRONG = (
    "A strong middle structure … these stones are very powerful, since White cannot attack them "
    "from the inside."
)
AUTHOR = (
    "It may actually be trivial, with the only necessary strategy being to make the maximum number "
    "of flips."
)
GO_COUNT = "Use Chinese Go count rules."
PLANNED = "a game of stones set one by one, replayed"

CLAIMS: tuple[Claim, ...] = (
    *CHAINS,
    Claim(
        "5a",
        "Phase 1 ends with between ⌈R/3⌉·⌈C/3⌉ and ⌈R/2⌉·⌈C/2⌉ stones.",
        PHASE_1,
        (Theorem(later(__name__, "theorems.phase_1_goals")),),
    ),
    Claim(
        "5b",
        "Phase 1 can end with ⌈R/3⌉·⌈C/3⌉ stones.",
        PHASE_1,
        (
            Decision(
                decisions.fewest_stones, PLANNED, "ever", evidence=Sometimes(on.fewest_stones)
            ),
            Sometimes(on.fewest_stones),
        ),
        expected="witnessed",
        boards=("square:3x3", "square:4x4"),
    ),
    Claim(
        "5c",
        "Phase 1 can end with ⌈R/2⌉·⌈C/2⌉ stones.",
        PHASE_1,
        (
            Decision(decisions.most_stones, PLANNED, "ever", evidence=Sometimes(on.most_stones)),
            Sometimes(on.most_stones),
        ),
        expected="witnessed",
        boards=("square:3x3", "square:4x4"),
    ),
    Claim(
        "5d",
        "Black can be the first in phase 2.",
        PHASE_1,
        (Sometimes(on.black_opens, symmetric=False),),
        expected=findings.black_opens,
        boards=("square:2x2", "square:3x3"),
    ),
    Claim(
        "5e",
        "White can be the first in phase 2.",
        PHASE_1,
        (Sometimes(on.white_opens, symmetric=False),),
        expected=findings.white_opens,
        boards=("square:2x2", "square:3x3"),
    ),
    Claim(
        "5f",
        "No drop in phase 1 could flip anything.",
        PHASE_1,
        (
            proved("theorems.apart", "stones that keep apart have none around them"),
            EveryTurn(on.turns_nothing, when=on.in_phase_1),
        ),
        settings=("majority", "chain"),
        boards=("square:3x3", "square:4x4"),
    ),
    Claim(
        "6a",
        "Every stone stays; there are as many stones as were dropped.",
        PHASE_2,
        (
            proved("theorems.ending", "a turn by the number of stones and of passes in a row"),
            EveryTurn(on.adds_its_stone),
        ),
        boards=TWO_ROWS,
    ),
    Claim(
        "6b",
        "The game ends within as many drops as cells, with passes at most between them.",
        GOAL,
        (
            proved("theorems.ending", "a turn by the number of stones and of passes in a row"),
            Ends(),
        ),
        boards=("square:2x3", "square:3x3"),
    ),
    Claim(
        "7a",
        "The author's corner, middle and edge shapes never flip, whatever surrounds them.",
        INVINCIBLE,
        (Theorem(later(__name__, "shapes.shapes_goals")),),
        settings=("majority",),
        applies=findings.has_room,
        boards=("square:8x8",),
    ),
    Claim(
        "7b",
        "A lone enemy stone dropped inside the strong middle structure changes colour at once.",
        STRONG,
        (Theorem(later(__name__, "shapes.middle_goals")),),
        expected=findings.inner_stone_turns,
        settings=("majority",),
        applies=findings.has_room,
        boards=("square:8x8",),
    ),
    Claim(
        "7c",
        "No shape of at most six stones that keeps off the edge is invincible.",
        INVINCIBLE,
        (Theorem(later(__name__, "shapes.small_shape_goals")),),
    ),
    *LONGEST,
    Claim(
        "9a",
        "A pass can be the only best move, though stones can be dropped.",
        GOAL,
        (judges.ZUGZWANG,),
        expected=findings.pass_is_best,
        settings=("majority", "territory"),
        boards=("square:1x3", "square:2x3"),
    ),
    Claim(
        "9b",
        "A pass that does not end the game can be the only best move.",
        GOAL,
        (judges.OPEN_ZUGZWANG,),
        expected=findings.open_pass_is_best,
        settings=("majority", "turncoat-chain", "territory"),
        boards=("square:1x5", "square:2x3"),
    ),
    Claim(
        "10",
        "Where a drop flips stones, one of those that flip the most is as good as any other drop.",
        AUTHOR,
        (judges.GREED,),
        expected=findings.greed_pays,
        settings=("majority",),
        boards=("square:2x4", "square:2x5"),
    ),
    claim(
        "11a",
        "What the areas leave of the board is neutral: empty regions that touch both colours.",
        GO_COUNT,
        (
            proved(
                "theorems.area",
                "a cell by its stone and by the colours that reach it",
                covers="square:2x3",
            ),
            Always(on.areas_and_neutral_fill_the_board),
        ),
        settings=("majority", "territory"),
    ),
    claim(
        "11b",
        "At the end the areas fill the board.",
        GO_COUNT,
        (Always(on.areas_fill_the_board, when=on.ended),),
        expected=findings.areas_fill,
        settings=("majority", "territory"),
    ),
    Claim(
        "11c",
        "On a board with an odd number of cells a draw needs neutral cells.",
        GO_COUNT,
        (
            Theorem(later(__name__, "theorems.parity_goals"), "every board", "areas as numbers"),
            Always(on.has_neutral_cells, when=on.drawn),
        ),
        settings=("majority", "territory"),
        boards=("square:1x3", "square:3x3"),
        applies=lambda game: game.board.size % 2 == 1,
    ),
    claim(
        "12",
        "Colour swap and the symmetries of the board preserve legality, flips and areas.",
        PHASE_2,
        (Symmetric(),),
        settings=("majority", "chain", "turncoat-chain", "territory"),
    ),
    Claim(
        "13a",
        "The value of a small board.",
        GOAL,
        (ValueIs(),),
        expected="witnessed",
        settings=("majority", "chain", "turncoat-chain", "territory"),
        boards=tuple(findings.VALUES),
    ),
    Claim(
        "13b",
        "Under every reading a small board is worth to Black what the table says.",
        GOAL,
        (ValueIs(findings.value),),
        settings=("majority", "chain", "turncoat-chain", "territory"),
        boards=tuple(findings.VALUES),
        applies=lambda game: game.board.text in findings.VALUES,
    ),
    *text.claims,
    *QUESTIONS,
)


def idle(game: Game) -> set[str]:
    """The clauses that decide nothing on the board: on 2×2 no second stone keeps apart."""
    return {"apart"} if findings.sides(game)[1] <= 2 else set()
