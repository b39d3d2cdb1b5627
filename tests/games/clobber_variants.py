"""Variants of Clobber, as a designer may change it: whoever moves last loses; and moves numbered
otherwise.
"""

from __future__ import annotations

import dataclasses
import sys

from ruleproof.models.cells import Field, rule
from ruleproof.models.play.game import Game
from tests.games.clobber import RULEBOOK as CLOBBER
from tests.games.clobber import Rules, State, moves, over, play, start

__all__ = ["MISERE", "RENUMBERED", "SAME", "Rules", "State", "moves", "over", "play", "start"]


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """Who moves last loses."""
    return 1


MISERE = dataclasses.replace(CLOBBER, name="misere-clobber", rules=sys.modules[__name__])
SAME = dataclasses.replace(CLOBBER, name="same-clobber")


def _write_move(game: Game, move: int) -> str:
    return f"m{move}"


RENUMBERED = dataclasses.replace(
    CLOBBER,
    name="renumbered-clobber",
    text=dataclasses.replace(CLOBBER.text, write_move=_write_move),
)
