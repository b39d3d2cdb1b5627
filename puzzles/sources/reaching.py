"""Looks for a legal game that leads to a composed diagram.

The search plays towards the diagram: no turn may leave a player's piece where the diagram has none
of his, and turns that leave fewer differences come first. It finds most games in which pieces come
and stay, and few in which pieces are taken on the way.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:5")
>>> line = game_to(small, read(small, "B . W . B ; white"))
>>> sorted(line)
['a1', 'c1', 'e1']
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.cells import count
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.puzzle import LARGEST, Puzzle, position_of
from ruleproof.solvers.reasoning.formulas.pieces import covered, sets_of

MOVES = 4_000
"""The most moves played in search of one game."""
LONGEST = 4
"""The most moves of a game, for each cell of the board."""


def game_to(game: Game, diagram: State, most: int = MOVES) -> list[str]:
    """The texts of the moves of a game from the start to the diagram; none where the search finds
    no game within so many moves.
    """
    wanted = [covered(game, diagram, player) for player in (0, 1)]
    start = game.start()
    seen = {start}
    line: list[int] = []
    waiting = [_towards(game, start, diagram, wanted)]
    left = most - len(waiting[0])
    while waiting and left > 0:
        if not waiting[-1] or len(line) > LONGEST * game.board.size:
            waiting.pop()
            if line:
                line.pop()
            continue
        move, after = waiting[-1].pop()
        if after in seen:
            continue
        seen.add(after)
        line.append(move)
        if after == diagram:
            return [game.show_move(one) for one in line]
        waiting.append([] if game.over(after) else _towards(game, after, diagram, wanted))
        left -= len(game.moves(after))
    return []


def with_game(game: Game, puzzle: Puzzle) -> Puzzle:
    """The composed puzzle, legal where a game to its diagram is found."""
    line = game_to(game, position_of(puzzle).state)
    legal = puzzle.model_copy(update={"composed": False, "proof_game": line})
    return legal if line and len(legal.line()) <= LARGEST else puzzle


def _towards(
    game: Game, state: State, diagram: State, wanted: Sequence[int]
) -> list[tuple[int, State]]:
    """The moves that leave no piece out of place, with the positions after them, the nearest to
    the diagram last.
    """
    found: list[tuple[int, int, State]] = []
    for move in game.moves(state):
        after = game.play(state, move)
        if not any(covered(game, after, player) & ~wanted[player] for player in (0, 1)):
            found.append((_apart(after, diagram), move, after))
    return [(move, after) for _, move, after in sorted(found, key=lambda one: (-one[0], one[1]))]


def _apart(state: State, diagram: State) -> int:
    """The number of places in the sets of cells where the states differ."""
    pairs = zip(sets_of(state), sets_of(diagram), strict=True)
    return sum(count(one ^ other) for one, other in pairs)
