"""Themes of Sow? that look at all replies to a turn, which a line does not tell."""

from __future__ import annotations

from ruleproof import game
from ruleproof.models.play.solutions import Fork, Solution, step
from ruleproof.models.sow.themes import sowing_under, strand
from tests.solutions import of_line

LEFT_BEHIND = "L . . R / . . . RL ; left off=4,4"
BURIED = "RL . . R / . L . . ; left off=4,4"
"""Left's a2:FD:LR lays a Right piece onto the stack at b1."""


def replied(*replies: str, position: str = LEFT_BEHIND, key: str = "d1:x:") -> Solution:
    """Left's key, the exit from d1, with these replies known, and the first in the line."""
    board = game("sow", "square:2x4")
    solution = of_line(board, position, [key, replies[0]])
    after = solution.key.after
    answers = tuple((step(board, after, [text]), None) for text in replies)
    return solution._replace(root=Fork(solution.key, answers))


def test_a_stack_left_behind_is_used_where_the_other_has_nothing_else():
    assert strand(replied("d1:F:R"))
    assert not strand(replied("d1:F:R", "d2:F:R"))


def test_a_helper_uses_a_stack_left_behind_though_he_has_others():
    assert strand(replied("d1:F:R", "d2:F:R")._replace(root=None))
    assert not strand(replied("d2:F:R", "d1:F:R")._replace(root=None))


def test_a_stack_is_buried_for_the_other_to_sow_where_he_has_nothing_else():
    alone = replied("b1:Fx:L", position=BURIED, key="a2:FD:LR")
    loose = replied("b1:Fx:L", "d2:F:R", position=BURIED, key="a2:FD:LR")
    assert sowing_under(alone)
    assert not sowing_under(loose)
    assert sowing_under(loose._replace(root=None))
