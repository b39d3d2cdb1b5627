"""Solutions of puzzles, made of a line of turns."""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.play.solutions import Fork, Solution, Wrong, step, steps


def of_line(
    game: Game,
    position: str,
    turns: Sequence[str],
    wrong: Sequence[str] = (),
    goal: str = "win",
    cells: str = "",
    averts: bool = False,
) -> Solution:
    """The solution that a line of turns tells, each its moves with blanks between them; the moves
    must be legal. `wrong`: turns of the diagram that fail, with ` / ` before a reply that refutes
    one; `averts`: whether the solver averts the goal.
    """
    here = Position.read(game, position)
    for move in (move for turn in turns for move in turn.split()):
        here = here.play(move)
    state = Position.read(game, position).state
    line = steps(game, state, [move for turn in turns for move in turn.split()])
    fork: Fork | None = None
    for number in range(len(line) - 1 - (len(line) + 1) % 2, -1, -2):
        answers = ((line[number + 1], fork),) if number + 1 < len(line) else ()
        fork = Fork(line[number], answers)
    assert fork is not None
    failing = tuple(_wrong(game, state, turn) for turn in wrong)
    marked = game.board.set_of(cells)
    attacker = 1 - state.side if averts else state.side
    return Solution(game, goal, attacker, marked, line, fork._replace(wrong=failing))


def _wrong(game: Game, state: State, text: str) -> Wrong:
    turn, _, reply = text.partition(" / ")
    first = step(game, state, turn.split())
    return Wrong(first, step(game, first.after, reply.split()) if reply else None)
