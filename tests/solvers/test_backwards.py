"""Un-moves and last turns, held against all positions that play reaches forward."""

# z3's functions are untyped
# pyright: basic

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import z3

from ruleproof import game
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import read, show
from ruleproof.models.symbolic.cells import together
from ruleproof.models.symbolic.logic import conj, neg
from ruleproof.models.symbolic.states import fresh, same
from ruleproof.solvers.backwards.descent import last_turns
from ruleproof.solvers.backwards.lookback import LookBack, without_history
from ruleproof.solvers.backwards.unmoves import un_moves
from ruleproof.solvers.formulas.goals import constraints_of
from ruleproof.solvers.verify.last_turn import other_turn
from ruleproof.solvers.verify.whole_turns import last_turns as played_forward

SMALL = [
    pytest.param(("esgros", "path:4"), id="esgros"),
    pytest.param(("incrowd", "square:1x4"), id="incrowd"),
    pytest.param(("sow", "square:2x2"), id="sow"),
]
STRIDE = {"esgros": 1, "incrowd": 3, "sow": 4}
"""Where a position takes long, every so many of them are looked at."""
Forward = dict[State, set[tuple[State, int]]]


@cache
def forward(name: str, board: str) -> tuple[Game, Forward]:
    """Every position that play reaches, with the positions and moves that lead there."""
    chosen = game(name, board)
    found: Forward = {without_history(chosen.start()): set()}
    queue = list(found)
    for state in queue:
        for move in chosen.moves(state):
            after = without_history(chosen.play(state, move))
            if after not in found:
                queue.append(after)
            found.setdefault(after, set()).add((state, move))
    return chosen, found


@pytest.mark.parametrize("board", SMALL)
def test_un_moves_are_the_moves_forward_and_others_from_positions_that_play_never_reaches(
    board: tuple[str, str],
):
    chosen, reached = forward(*board)
    beyond = 0
    for state, before in list(reached.items())[:: STRIDE[chosen.name]]:
        found = [tuple(one) for one in un_moves(chosen, state)]
        assert len(set(found)) == len(found), show(chosen, state)
        assert {one for one in found if one[0] in reached} == before, show(chosen, state)
        for one, move in found:
            assert not chosen.faults(one)
            assert without_history(chosen.play(one, move)) == state
        beyond += len(found) - len(before)
    assert beyond


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
def test_no_turn_that_play_can_end_with_is_dismissed_and_looking_farther_dismisses_more(
    board: tuple[str, str],
):
    chosen, reached = forward(*board)
    dismissed = [0, 0]
    for state, before in list(reached.items())[:: STRIDE[chosen.name]]:
        real = {move for _, move in before}
        last: set[int] | None = None
        for place, turns in enumerate((1, 3)):
            possible = {led.move for led in last_turns(chosen, state, turns)}
            assert real <= possible, show(chosen, state)
            assert last is None or possible <= last
            last = possible
            dismissed[place] += len(possible - real)
    assert dismissed[1] <= dismissed[0]


def test_lines_are_legal_and_go_back_as_far_as_asked_or_to_the_start():
    chosen, reached = forward("esgros", "path:4")
    start = chosen.start()
    for state in list(reached)[1:12]:
        for led in last_turns(chosen, state, 3):
            assert len(led.line) == 3 or led.line[-1].state == start
            after = state
            for before, move in led.line:
                assert chosen.play(before, move) == after
                after = before


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
def test_the_check_and_the_search_agree_about_every_last_turn(board: tuple[str, str]):
    """Of the positions of one game the first has one last turn, the second several."""
    chosen, reached = forward(*board)
    for state in list(reached)[1 : 5 : min(2, STRIDE[chosen.name])]:
        found = {chosen.show_move(led.move) for led in last_turns(chosen, state, 2)}
        for turn in found:
            other = other_turn(chosen, state, turn, turns=2)
            assert (other is None) == (len(found) == 1), show(chosen, state)
            if other:
                assert other.turns[-1] in found - {turn}


def test_a_last_turn_that_is_alone_by_the_check_is_alone_in_play():
    chosen, reached = forward("incrowd", "square:1x4")
    alone = 0
    for state, before in list(reached.items())[1:12]:
        turn = chosen.show_move(min(before)[1])
        if other_turn(chosen, state, turn, turns=2) is None:
            told = played_forward(chosen, state, turns=30)
            assert told.all_games
            assert len({move for _, move in before}) == 1
            alone += 1
    assert alone


@pytest.mark.parametrize(
    ("name", "board", "chosen"),
    [
        ("esgros", "hex:2", {}),
        ("esgros", "path:4", {"pie": "on"}),
        ("incrowd", "square:2x3", {}),
        ("incrowd", "square:2x2", {"turncoat-chain": "on"}),
    ],
)
def test_what_is_known_of_a_position_before_is_so_of_all(
    name: str, board: str, chosen: dict[str, Any]
):
    small = game(name, board, **chosen)
    rules: Any = constraints_of(small)
    p, move, q = fresh(small, "p"), rules.fresh_move(small, "m"), fresh(small, "q")
    solver = z3.Solver()
    solver.add(conj(rules.wellformed(small, p), rules.wellformed(small, q)))
    solver.add(together(rules.step(small, p, move, q)))
    assert solver.check() == z3.sat
    solver.add(neg(same(rules.before(small, p, q), p)))
    assert solver.check() == z3.unsat


def test_a_game_whose_turns_take_several_moves_is_refused():
    grow = game("grow", "square:2x2")
    with pytest.raises(TextError, match="turns of grow may take several moves"):
        LookBack(grow, grow.start(), 1)
    with pytest.raises(TextError, match="no constraints"):
        LookBack(game("clobber", "square:2x3"), game("clobber", "square:2x3").start(), 1)


def test_nothing_leads_to_the_start():
    small = game("esgros", "hex:2")
    assert not list(un_moves(small, small.start()))
    assert not list(last_turns(small, read(small, ". . / . . . / . . ; black"), 2))
