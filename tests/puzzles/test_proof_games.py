"""Proof games: one shortest game leads to the diagram, as plain enumeration says as well."""

from __future__ import annotations

import random

import pytest

from ruleproof import game
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.making.batches import Maker, Order
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.posing import proof_games
from ruleproof.puzzles.posing.proof_games import ProofGames, proof_game_puzzle
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import PROOF_GAME
from ruleproof.solvers.verify import whole_turns

SMALL = game("sow", "square:2x4", height=1)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return Maker(wanted(SMALL, seed=1, goals=[PROOF_GAME]))(Order(0)).found[0][0]


def test_games_are_sole_exactly_where_plain_enumeration_says_so() -> None:
    games = ProofGames(SMALL, longest=4)
    assert games.turns == 4
    dice, state = random.Random(3), SMALL.start()
    told = {True: 0, False: 0}
    sole = {row: games.line(row) for row in games.sole}
    for _ in range(60):
        state = SMALL.start()
        for _ in range(4):
            if SMALL.over(state):
                break
            state = SMALL.play(state, dice.choice(SMALL.moves(state)))
        if SMALL.over(state):
            continue
        lines = whole_turns.proof_games(SMALL, state, turns=4)
        alone = (lines.turns, lines.many) == (4, 1)
        row = proof_games.row_of(SMALL, state)
        assert (row in sole) == alone
        if alone:
            moves = [move for turn in lines.line for move in turn.moves]
            assert [SMALL.show_move(move) for move in sole[row]] == moves
        told[alone] += 1
    assert min(told.values()) > 0


def test_a_proof_game_is_accepted_and_what_is_altered_refused(puzzle: Puzzle) -> None:
    assert faults(puzzle) == []
    assert puzzle.proof_game == puzzle.solution
    turned = list(reversed(puzzle.solution))
    assert turned != puzzle.solution
    assert faults(puzzle.model_copy(update={"solution": turned}))
    longer = puzzle.stipulation.model_copy(update={"turns": len(puzzle.solution) + 1})
    assert faults(puzzle.model_copy(update={"stipulation": longer}))


def test_games_with_turns_of_several_moves_have_none() -> None:
    with pytest.raises(Rejected):
        ProofGames(game("grow", "square:3x3"))


def test_a_board_with_many_openings_has_none() -> None:
    with pytest.raises(Rejected, match="wide"):
        proof_game_puzzle(ProofGames(game("esgros", "hex:4")), random.Random(1))
