"""Sow? (Richard Hutnik, 2011): what should be true of it, by the numbers of its sheet.

Where they speak at all, and what is expected where that is not plain, is in `findings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from ruleproof.models.claims import (
    Always,
    Claim,
    Endless,
    EveryTurn,
    Goal,
    Most,
    Same,
    SameValue,
    Sometimes,
    SomeTurn,
    Symmetric,
    Theorem,
    ValueIs,
    Word,
)
from ruleproof.models.game import Game
from ruleproof.models.settings import Value
from ruleproof.models.sow import findings, sentences
from ruleproof.models.sow import predicates as on

SMALL = ("square:2x2", "square:3x2", "square:1x8", "square:2x3")
"""With stacks of three the last two have 41,119 and 68,573 positions, the others at most 625."""
ROOMY = ("square:1x8", "square:2x3")
"""The small boards on which all that can happen does."""
EVERYTHING = (
    "turn",
    "strand",
    "exit",
    "exit-needs-own",
    "limit",
    "order",
    "path",
    "entry",
    "height",
)


def _theorem(goals: str, checks: str = "turn_checks") -> Theorem:
    """A proof for every board; the modules that hold its goals and the checks of its abstraction
    import z3, so they wait.
    """

    def of(game: Game) -> Sequence[Goal]:
        return getattr(import_module("ruleproof.models.sow.stages"), goals)(game)

    def covering(game: Game) -> Sequence[Goal]:
        return getattr(import_module("ruleproof.models.sow.covers"), checks)(game)

    return Theorem(
        of,
        "every board",
        "a turn lifts a stack, puts pieces down one by one, and resolves the rest at an exit",
        covering,
        covers="square:2x3",
    )


def _has(game: Game, settings: Mapping[str, Value]) -> bool:
    return all(game.settings[name] == value for name, value in settings.items())


def _can_change(
    wide: Mapping[str, Value], changed: Mapping[str, Value], where: Callable[[Game], bool]
) -> Callable[[Game], bool]:
    """Whether the game has the wide settings, can have the changed ones, and is large enough."""
    return lambda game: _has(game, wide) and where(game) and findings.possible(game, changed)


def _limited(game: Game) -> bool:
    return game.settings["limit"] != "none"


def _bounded(game: Game) -> bool:
    return _limited(game) and game.settings["strand"] == "bound"


def _anywhere(game: Game) -> bool:
    return True


def _inclusion(
    letters: str,
    narrow: str,
    sentence: str,
    changed: Mapping[str, Value],
    wide: Mapping[str, Value],
    where: Callable[[Game], bool],
) -> tuple[Claim, Claim]:
    """That the moves under the changed settings are among the game's own, and that there are
    others, where the board is large enough.
    """
    return (
        Claim(
            f"7{letters[0]}",
            f"What may be sown {narrow} may be sown without that rule.",
            sentence,
            (Same(changed, only="contains"),),
            settings=EVERYTHING,
            boards=SMALL,
            applies=_can_change(wide, changed, _anywhere),
        ),
        Claim(
            f"7{letters[1]}",
            f"Nothing may be sown but {narrow}; the shortest game to something else refutes it.",
            sentence,
            (Same(changed, only="within"),),
            expected="refuted",
            settings=EVERYTHING,
            boards=ROOMY,
            applies=_can_change(wide, changed, where),
        ),
    )


def _value_kept(
    letter: str, what: str, sentence: str, changed: Mapping[str, Value], wide: Mapping[str, Value]
) -> Claim:
    return Claim(
        f"7{letter}",
        f"The start is worth the same if {what}.",
        sentence,
        (SameValue(changed),),
        expected=findings.worth_the_same(*changed),
        boards=findings.VALUES,
        applies=_can_change(wide, changed, _anywhere),
    )


def _idle(
    letter: str,
    what: str,
    sentence: str,
    changed: Mapping[str, Value],
    wide: Mapping[str, Value],
    expected: Callable[[Game], Word] | Word = "refuted",
) -> Claim:
    """That two values of a setting never differ in play, which the first game refutes that does."""
    return Claim(
        f"8{letter}",
        f"It makes no difference {what}.",
        sentence,
        (Same(changed),),
        expected=expected,
        settings=EVERYTHING,
        boards=ROOMY,
        applies=_can_change(wide, changed, findings.roomy),
    )


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "1a",
        "Each colour's pieces on the board, off it and not yet entered stay the same in number: "
        "those that leave are the mover's in hand at an exit.",
        sentences.EXIT,
        (_theorem("pieces_goals"), EveryTurn(on.pieces_kept)),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "1b",
        "A colour leaves the board only on its owner's turn.",
        sentences.EXIT,
        (_theorem("others_goals"), EveryTurn(on.other_keeps_all)),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "2",
        "That a block cannot be crossed says nothing new: as every square of a path gets a piece, "
        "the limit alone keeps paths off blocks.",
        sentences.HEIGHT,
        (_theorem("block_goals", "limit_checks"), EveryTurn(on.crosses_no_block, when=on.sows)),
        settings=EVERYTHING,
        boards=SMALL,
        applies=_limited,
    ),
    Claim(
        "3a",
        "Play can go on for ever.",
        sentences.END,
        (Endless(),),
        expected="witnessed",
        settings=EVERYTHING,
        boards=ROOMY,
        applies=findings.roomy,
    ),
    Claim(
        "3b",
        "With every turn the mover's own pieces have fewer steps to go, all together.",
        sentences.SOW,
        (_theorem("advance_goals", "onward_checks"), EveryTurn(on.mover_advances)),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "3c",
        "No turn brings the other player's pieces nearer to their end.",
        sentences.SOW,
        (
            _theorem("never_back_goals", "onward_checks"),
            EveryTurn(on.other_never_advances),
        ),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "4a",
        "No stack is higher than the limit, if pieces left behind at an exit respect it.",
        sentences.HEIGHT,
        (_theorem("limit_goals", "limit_checks"), Always(on.within_limit)),
        settings=EVERYTHING,
        boards=SMALL,
        applies=_bounded,
    ),
    Claim(
        "4b",
        "No stack is higher than the limit, though pieces left behind at an exit need not respect "
        "it.",
        sentences.HEIGHT,
        (Always(on.within_limit),),
        expected=findings.overfilled,
        settings=EVERYTHING,
        boards=ROOMY,
        applies=lambda game: _limited(game) and not _bounded(game) and findings.roomy(game),
    ),
    Claim(
        "4c",
        "The tallest stack in play.",
        sentences.LIMITS,
        (Most(on.tallest),),
        expected="witnessed",
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "5a",
        "A player can lose with pieces on the board, because nothing can be sown.",
        sentences.END,
        (Sometimes(on.stuck_with_pieces),),
        expected="witnessed",
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "5b",
        "A player can lose though he controls a stack.",
        sentences.END,
        (Sometimes(on.controls_the_immovable),),
        expected=findings.immovable,
        settings=EVERYTHING,
        boards=ROOMY,
        applies=findings.roomy,
    ),
    Claim(
        "5c",
        "A player who controls a stack on his far column always has a move.",
        sentences.EXIT,
        (_theorem("far_goals", "far_checks"), Always(on.can_act, when=on.controls_far_column)),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "5d",
        "Never do both players have what it takes to win: whoever has no piece left has just moved "
        "them off.",
        sentences.END,
        (_theorem("mover_goals", "mover_checks"), Always(on.mover_has_pieces)),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "6",
        "Nobody's pieces are ever sown on the mover's own home column.",
        sentences.SOW,
        (_theorem("home_goals", "onward_checks"), EveryTurn(on.home_gains_nothing, when=on.sows)),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    *_inclusion(
        "ab",
        "from the top down",
        sentences.ORDERED,
        {"order": "top-first"},
        {"order": "any"},
        findings.roomy,
    ),
    *_inclusion(
        "cd",
        "with one turn at most",
        sentences.FLEXIBLE,
        {"path": "once"},
        {"path": "flexible"},
        findings.wide,
    ),
    *_inclusion(
        "ef",
        "with a turn at the second piece or none",
        sentences.TURN,
        {"turn": "second"},
        {"turn": "any", "path": "once"},
        findings.wide,
    ),
    _value_kept(
        "g",
        "pieces are sown from the top down",
        sentences.ORDERED,
        {"order": "top-first"},
        {"order": "any"},
    ),
    _value_kept(
        "h",
        "a path turns at the second piece or never",
        sentences.TURN,
        {"turn": "second"},
        {"turn": "any", "path": "once"},
    ),
    _value_kept(
        "i",
        "any step after the first may turn",
        sentences.FLEXIBLE,
        {"path": "flexible"},
        {"path": "once"},
    ),
    _idle(
        "a",
        "whether stacks of four or of three block",
        sentences.LIMITS,
        {"limit": "3"},
        {"limit": "4"},
    ),
    _idle("b", "whether stacks of four block", sentences.LIMITS, {"limit": "none"}, {"limit": "4"}),
    _idle(
        "c",
        "whether pieces left behind at an exit respect the limit",
        sentences.EXIT,
        {"strand": "free"},
        {"strand": "bound"},
        findings.overfilled,
    ),
    _idle(
        "d",
        "whether any stack may be sown over the edge",
        sentences.EXIT,
        {"exit": "from-last"},
        {"exit": "overshoot"},
    ),
    _idle(
        "e",
        "whether an exit may leave only enemy pieces in hand",
        sentences.EXIT,
        {"exit-needs-own": "yes"},
        {"exit-needs-own": "no", "exit": "overshoot"},
    ),
    Claim(
        "8f",
        "Enemy pieces can be left behind at an exit.",
        sentences.EXIT,
        (SomeTurn(on.strands),),
        expected="witnessed",
        settings=EVERYTHING,
        boards=ROOMY,
        applies=findings.roomy,
    ),
    Claim(
        "8g",
        "A stack can come to bear both colours, so that the order of pieces matters.",
        sentences.ORDER,
        (Sometimes(on.mixed),),
        expected="witnessed",
        settings=EVERYTHING,
        boards=ROOMY,
        applies=findings.roomy,
    ),
    Claim(
        "8h",
        "It makes no difference whether the pieces start on the board or off it.",
        sentences.ADVANCED,
        (Same({"entry": "advanced"}),),
        expected="refuted",
        settings=EVERYTHING,
        boards=SMALL,
        applies=lambda game: game.settings["entry"] == "setup",
    ),
    Claim(
        "9",
        "The mirror of the rows and a half-turn with the colours exchanged preserve moves and "
        "results.",
        sentences.STACKS,
        (Symmetric(),),
        settings=EVERYTHING,
        boards=SMALL,
    ),
    Claim(
        "10",
        "What the start is worth to Left.",
        sentences.END,
        (ValueIs(),),
        expected="witnessed",
        settings=EVERYTHING,
        boards=findings.VALUES,
    ),
)
