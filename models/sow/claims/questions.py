"""Sow?: questions that a designer asks and no sentence answers, as claims."""

from __future__ import annotations

from ruleproof.models.claims.claims import Claim, ValueIs, Word
from ruleproof.models.claims.evidence import Judge, Look, Plain, Worth
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import changed
from ruleproof.models.sow import sentences
from ruleproof.models.sow.claims import findings
from ruleproof.models.sow.stacks import State


def _same_unlimited(game: Game, worth: Worth, look: Look) -> Judge:
    """The judge, at the start, of whether the advanced version with one piece a square is worth the
    same with the limit of four and without one.
    """
    of = [changed(game, {"entry": "advanced", "height": 1, "limit": one}) for one in ("4", "none")]

    def judge(p: State) -> bool | None:
        if p != game.start():
            return None
        return worth(of[0])[of[0].start()] == worth(of[1])[of[1].start()]

    return judge


def _solved(game: Game) -> Word | None:
    usual = all(game.settings[one.name] == one.default for one in game.rulebook.settings)
    return "proved" if usual and game.board.text in findings.VALUES else None


def _tiny(game: Game) -> Word | None:
    return "proved" if game.board.text in ("square:2x2", "square:1x4") else None


QUESTIONS: tuple[Claim, ...] = (
    Claim(
        "starts-decide",
        "No start is a draw: one of the players can win.",
        sentences.END,
        (ValueIs(lambda game: ("win", "loss")),),
        expected=_solved,
        boards=findings.VALUES,
    ),
    Claim(
        "advanced-unlimited",
        "Where pieces enter, one for each square at the end, unlimited stacks do not change who "
        "wins.",
        sentences.ADVISED,
        (Plain(_same_unlimited),),
        expected=_tiny,
        boards=("square:2x2", "square:1x4"),
    ),
)
