"""An author's diagram is judged within its time, and what is known by then is told."""

from __future__ import annotations

import dataclasses

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import TextError
from ruleproof.puzzles.checking.check import check_set, faults
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.posing.diagrams import Report, examined
from ruleproof.puzzles.posing.helping import help_puzzle
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle, new_puzzle, position_of
from ruleproof.puzzles.stipulations import stipulated
from ruleproof.solvers.work.progress import TIME_IS_UP, Progress, Stopped
from tests.starter_sets import starter

GAME = game("esgros", "hex:3")
TEXT = ". . . / . . . W / B . . . . / . B . B / W . W ; black"
STATE = Position.read(GAME, TEXT).state
REMOVE = stipulated(GAME, "remove", ["a1"], 0, 2)


class Patience:
    """A listener that stops after so many reports."""

    def __init__(self, most: int = 1 << 60) -> None:
        self.heard, self._most = 0, most

    def __call__(self, step: Progress) -> None:
        """Counts a report."""
        assert step.stage == "judging"
        self.heard += 1
        if self.heard > self._most:
            raise Stopped("enough")


@pytest.fixture(scope="module")
def whole() -> tuple[Report, int]:
    """The whole report, and how often its progress is told."""
    patience = Patience()
    return examined(GAME, STATE, REMOVE, progress=patience), patience.heard


def test_the_main_line_is_told_where_it_goes_on_behind_the_solution(
    whole: tuple[Report, int],
) -> None:
    report, _ = whole
    assert report.puzzle is not None
    assert report.line == report.puzzle.solution
    assert report.line[0] == report.solutions[0]
    assert len(report.line) == 3
    assert dataclasses.replace(report, solutions=[" ".join(report.line)]).line == []
    assert dataclasses.replace(report, puzzle=None).fields()["line"] == []


def test_time_that_is_up_leaves_a_diagram_undecided() -> None:
    found = examined(GAME, STATE, REMOVE, time=1e-9)
    assert (found.sound, found.unique, found.solutions) == (None, None, [])
    assert found.reason == f"undecided: {TIME_IS_UP}"


def test_a_verdict_stands_when_the_rest_is_stopped(whole: tuple[Report, int]) -> None:
    report, heard = whole
    assert report.sound
    assert report.unfinished == ""
    found = examined(GAME, STATE, REMOVE, progress=Patience(heard - 1))
    assert found.unfinished == "enough"
    assert found.reason == ""
    assert dataclasses.replace(found, spare=report.spare, unfinished="") == report
    assert found.spare == []


def test_all_that_is_told_before_an_end_is_part_of_the_whole(whole: tuple[Report, int]) -> None:
    report, heard = whole
    empty = Report(report.sentence, None, None)
    for most in range(0, heard, max(1, heard // 20)):
        found = examined(GAME, STATE, REMOVE, progress=Patience(most))
        for name, value in vars(found).items():
            if name not in ("reason", "unfinished"):
                assert value in (vars(report)[name], vars(empty)[name]), (most, name)


def test_what_a_listener_raises_ends_the_judging() -> None:
    def leave(step: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        examined(GAME, STATE, REMOVE, progress=leave)


@pytest.fixture(scope="module")
def helping() -> Puzzle:
    """A puzzle in which both sides work towards the goal, of two turns of one move each."""
    return next(one for one in starter("esgros") if one.stipulation.name == "help-join")


def test_help_is_judged_by_its_lines(helping: Puzzle) -> None:
    position = position_of(helping)
    found = examined(position.game, position.state, helping.stipulation)
    assert (found.sound, found.unique) == (True, True)
    assert found.solutions == [" ".join(helping.solution)]
    assert found.puzzle
    assert found.puzzle.solution == helping.solution
    assert check_set([found.puzzle]) == []


def test_a_goal_that_is_reached_sooner_with_help_is_no_puzzle() -> None:
    taking = next(one for one in starter("esgros") if one.stipulation.name == "help-take")
    after = position_of(taking).play(taking.solution[:2])
    found = examined(after.game, after.state, taking.stipulation)
    assert (found.sound, found.sooner) == (False, 1)


BLOCKED_SOONER = (
    ". L . . R R RR . / . LL . R R R . . / . LLR L R . RL L . / . . LL LL . . RR . ; right",
    "b2:Fx:R a2:FFD:LLR",
)
"""A diagram of Sow? in which the stack at c1 is blocked by two turns of Right, one line alone does
it so, and a line whose last turn is Left's.
"""


@pytest.mark.slow
def test_help_that_the_other_side_completes_sooner_is_no_puzzle() -> None:
    sow = game("sow", "square:4x8")
    state = Position.read(sow, BLOCKED_SOONER[0]).state
    stipulation = stipulated(sow, "help-block", ["c1"], 0, 2)
    found = examined(sow, state, stipulation)
    assert (found.sound, found.unique, found.sooner) == (False, True, 1)
    assert found.reason == f"help reaches the goal sooner: {BLOCKED_SOONER[1]}"
    assert found.solutions == ["b2:Fx:R a2:FFF:LLR d2:FD:RR"]
    moves = found.solutions[0].split()
    (fault,) = faults(new_puzzle(sow, state, stipulation, moves, [], composed=True))
    assert fault == found.reason
    with pytest.raises(Rejected):
        help_puzzle(Judge(sow), "block", state, [])


def test_the_goals_that_can_be_judged_are_all_named() -> None:
    with pytest.raises(TextError, match=r"help-win.*'foo'"):
        stipulated(GAME, "foo", [], 0, 2)
    assert stipulated(GAME, "help-win", [], 0, 2).aim == "help"
    with pytest.raises(TextError, match="add --turns N"):
        stipulated(GAME, "help-win", [], 0, None)
