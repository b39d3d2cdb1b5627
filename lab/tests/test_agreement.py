"""Puzzles' answers agree with plain enumeration; a wrong one is told."""

from __future__ import annotations

import pytest

from lab import agreement
from lab.agreement import BOARDS, KINDS, Ground, Small, compare, page
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.solvers.playing.goals.attack import Node
from ruleproof.solvers.playing.goals.turns import Turn

SOON = ("esgros path:4", "incrowd square:2x2", "grow path:4 drop=mandatory")
"""Boards that take a second or a few."""


@pytest.mark.parametrize(
    "small",
    [
        pytest.param(one, id=one.title, marks=() if one.title in SOON else pytest.mark.slow)
        for one in BOARDS
    ],
)
def test_all_answers_on_a_small_board_are_those_of_plain_enumeration(small: Small) -> None:
    ground = Ground(small)
    for kind in KINDS:
        told = compare(ground, kind, kind)
        assert not told.wrong, told.wrong


def test_each_game_has_three_boards() -> None:
    names = [small.name for small in BOARDS]
    assert all(names.count(name) >= 3 for name in names)
    assert set(names) == {"esgros", "incrowd", "sow", "gro", "grow"}
    assert set(SOON) <= {small.title for small in BOARDS}


def test_a_wrong_answer_is_told_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge takes every turn for right that does not lose at once."""

    def right(_: Judge, turn: Turn, left: int) -> bool:
        return turn.met >= 0 and left > 0

    monkeypatch.setattr(Judge, "right", right)
    ground = Ground(BOARDS[0])
    name = f"{BOARDS[0].title}: win in N turns"
    told = compare(ground, name, "win in N turns")
    assert "name='win'" in told.wrong
    cells = [cell.strip() for cell in told.row.split("|")]
    wrong, questions = int(cells[7]), int(cells[4])
    assert 0 < wrong < questions
    assert f"{questions} questions, {wrong} disagreements" in page({name: told.row})


def test_a_line_with_help_too_many_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = agreement.helped

    def helped(judge: Judge, node: Node, left: int) -> list[list[str]]:
        return [*honest(judge, node, left), *([["a1"]] if left == 2 else [])]

    monkeypatch.setattr(agreement, "helped", helped)
    told = compare(Ground(BOARDS[0]), "help", "help")
    assert "aim='help'" in told.wrong
