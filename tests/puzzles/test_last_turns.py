"""Last turns: which diagrams are puzzles, what dismisses a turn, and what the check refuses."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import read
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.judging.last_turns import dismissed, looks
from ruleproof.puzzles.judging.solution import solution_of
from ruleproof.puzzles.making.last_turns import FEWEST_LOOKS, diagrams, sole
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.posing.diagrams import examined
from ruleproof.puzzles.puzzle import Puzzle, new_puzzle
from ruleproof.puzzles.sources.self_play import Played
from ruleproof.puzzles.stipulations import LAST_TURN, Stipulation, names, stipulated
from ruleproof.reports.pages.solving import set_told

CROWD = game("incrowd", "square:9x9")
PLAYED = [
    *("h1", "f2", "c3", "a6", "f4", "e9", "h8", "b8", "g6"),
    *("c6", "h3", "i6", "e6", "a4", "c1", "a2", "b2"),
]
"""The seventeenth stone is the first that may stand beside others."""


def last_turn(chosen: Game, moves: list[str]) -> Puzzle:
    """The puzzle that asks for the last of the moves, whether it is one or not."""
    state = Position.start(chosen).play(moves).state
    asked = Stipulation(aim=LAST_TURN, turns=2)
    tries = dismissed(chosen, state, moves[-1])
    return new_puzzle(chosen, state, asked, moves[-1:], moves, tries=tries)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return last_turn(CROWD, PLAYED)


def test_a_sole_last_turn_is_found_told_and_accepted(puzzle: Puzzle):
    here = Position.start(CROWD).play(PLAYED)
    assert sole(CROWD, here.state, PLAYED, 2)
    assert puzzle.sentence == "White is to move. What was Black's last turn?"
    assert puzzle.solution == ["b2"]
    assert len(puzzle.tries) >= FEWEST_LOOKS
    assert faults(puzzle) == []
    shown = solution_of(puzzle)
    assert shown.key.after == here.state
    assert shown.solver == 1 - here.state.side


def test_the_page_asks_for_it_and_knows_why_other_turns_were_not_it(puzzle: Puzzle):
    (told,) = set_told([puzzle])["puzzles"]
    assert told["aim"] == LAST_TURN
    assert told["position"] == told["diagram"] == puzzle.position
    assert [entry[:2] for entry in told["nodes"][0]["turns"]] == [["b2", "right"]]
    assert [turn for turn, _ in told["tries"]] == [turn for turn, _ in puzzle.tries]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"solution": ["c1"]}, "the last turn of the game is b2"),
        ({"proof_game": PLAYED[:-1]}, "the proof game leads to another position"),
        ({"composed": True, "proof_game": []}, "no game leads to the diagram"),
        ({"tries": []}, "the tries are not"),
        ({"set_play": [("a1", "b1")]}, "neither tree nor set play"),
        ({"sentence": "What was it?"}, "the sentence is not the stipulation's"),
    ],
)
def test_an_altered_puzzle_is_refused(puzzle: Puzzle, changes: dict[str, Any], fault: str):
    (found,) = faults(puzzle.model_copy(update=changes))
    assert fault in found


def test_a_diagram_with_a_second_last_turn_is_refused_with_that_turn():
    (found,) = faults(last_turn(game("esgros", "path:5"), ["a1", "e1", "c1"]))
    assert "a1 can have been the last turn as well" in found


def test_a_last_turn_without_a_number_of_turns_back_is_refused():
    small = game("esgros", "path:5")
    state = Position.start(small).play(["a1", "e1"]).state
    asked = Stipulation(aim=LAST_TURN)
    (found,) = faults(new_puzzle(small, state, asked, ["e1"], ["a1", "e1"]))
    assert "looks back a number of turns" in found


def test_diagrams_come_with_the_game_that_leads_there_and_a_last_turn_that_changes_the_board():
    import random

    states = [CROWD.start()]
    moves = [CROWD.read_move(text) for text in PLAYED]
    for move in moves:
        states.append(CROWD.play(states[-1], move))
    found = list(diagrams(CROWD, Played(states, moves), random.Random(1)))
    assert PLAYED in [one.history for one in found]
    for one in found:
        assert Position.start(CROWD).play(one.history).state == one.state
        assert one.history[-1] != "pass"


@pytest.mark.parametrize(
    ("board", "position", "turn", "reason"),
    [
        ("path:6", "B B . W . B ; white", "b1", "it would form a group of 2"),
        ("path:6", "B B W . B . ; white", "e1", ""),
        ("square:2x3", "B B W / . . B ; white", "b2", "it would have removed c2"),
    ],
)
def test_reasons_are_those_of_the_rules(board: str, position: str, turn: str, reason: str):
    small = game("esgros", board)
    found = dict(looks(small, read(small, position)))
    assert found[turn].startswith(reason)
    assert bool(found[turn]) == bool(reason)


def test_an_authors_diagram_is_judged():
    small = game("esgros", "path:4")
    report = examined(small, read(small, "B . W . ; black"), stipulated(small, LAST_TURN, [], 0, 2))
    assert (report.sound, report.unique, report.solutions) == (True, True, ["c1"])
    assert "no game" in report.objection
    assert report.puzzle is None
    report = examined(small, read(small, "B . B W ; white"), stipulated(small, LAST_TURN, [], 0, 2))
    assert (report.sound, report.unique) == (True, False)
    assert set(report.solutions) == {"a1", "c1"}


def test_an_authors_diagram_joins_a_set_where_its_game_is_known():
    state = Position.start(CROWD).play(PLAYED).state
    asked = stipulated(CROWD, LAST_TURN, [], 0, 2)
    report = examined(CROWD, state, asked, PLAYED)
    assert (report.unique, report.objection) == (True, "")
    assert report.puzzle is not None
    assert faults(report.puzzle) == []
    assert report.puzzle.proof_game == PLAYED


def test_it_is_offered_where_the_game_offers_it_and_takes_no_cells():
    assert LAST_TURN in names(CROWD)
    assert LAST_TURN not in names(game("gro", "dish:1,1"))
    assert stipulated(CROWD, LAST_TURN, [], 0, None).turns == 2
    with pytest.raises(TextError, match="takes no cells"):
        stipulated(CROWD, LAST_TURN, ["a1"], 0, 2)


def test_games_whose_turns_take_several_moves_are_refused_before_work():
    with pytest.raises(TextError, match="turns of grow may take several moves"):
        wanted(game("grow", "square:2x2"), seed=1, goals=[LAST_TURN])
    assert wanted(CROWD, seed=1, goals=[LAST_TURN]).names == (LAST_TURN,)
    assert LAST_TURN not in wanted(game("gro", "dish:1,1"), seed=1).names
