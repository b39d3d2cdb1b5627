"""Makes the puzzle of a diagram to which one turn alone can have led."""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.play.game import State
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.judging.last_turns import dismissed
from ruleproof.puzzles.puzzle import Puzzle, new_puzzle
from ruleproof.puzzles.stipulations import LAST_TURN, Stipulation
from ruleproof.puzzles.telling.derived import dressed


def last_turn_asked(judge: Judge, state: State, history: Sequence[str], turns: int) -> Puzzle:
    """The puzzle that asks for the last of these moves, which lead to the diagram from the start.
    It is known that no other turn led there, looking back so many turns.
    """
    game, key = judge.game, history[-1]
    stipulation = Stipulation(aim=LAST_TURN, turns=turns)
    tries = dismissed(game, state, key)
    puzzle = new_puzzle(game, state, stipulation, [key], list(history), tries=tries)
    return dressed(judge, state, puzzle)
