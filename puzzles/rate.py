"""Rating: how much a ladder of weaker solvers needs to find the solution.

greedy     takes whatever changes or removes most of what stands on the board
depth d    plain search of d plies that knows nothing but ended games
playouts   the move with the best average result over random games, at growing budgets

The rating's value is 10 per ply of depth, 10 per step of the playout ladder that fails, 5 per trap
and one per doubling of the number of choices; it orders a set, and means nothing beyond that.
"""

from __future__ import annotations

import math

from ruleproof.models import notation
from ruleproof.models.game import Game, State
from ruleproof.puzzles.playouts import averages
from ruleproof.puzzles.puzzle import Rating

DEPTHS = (1, 2, 3)
"""The rungs of plain search."""
BUDGETS = (1, 4, 16, 64)
"""The rungs of random play, in games per move."""


def disturbed(game: Game, before: State, after: State) -> int:
    """How many occupied cells a move changed or emptied: captures, flips, moved pieces."""
    tokens = (
        (notation.cell_text(game, before, cell), notation.cell_text(game, after, cell))
        for cell in range(game.board.size)
    )
    return sum(old != "." and old != new for old, new in tokens)


def greedy(game: Game, state: State) -> list[int]:
    """The moves that disturb most, a win at once before all; none when no move disturbs."""
    won = [move for move, value in plain_values(game, state, 1).items() if value > 0]
    if won:
        return won
    gains = {move: disturbed(game, state, game.play(state, move)) for move in game.moves(state)}
    best = max(gains.values(), default=0)
    return [move for move, gain in gains.items() if gain == best and best > 0]


def plain_value(game: Game, state: State, depth: int) -> int:
    """The value for the side to move by search of `depth` plies; what it cannot see counts 0."""
    if game.over(state):
        return game.payoff(state)
    if depth == 0:
        return 0
    return max(plain_values(game, state, depth).values())


def plain_values(game: Game, state: State, depth: int) -> dict[int, int]:
    """The value of each move by search of `depth` plies, for the side to move."""
    found: dict[int, int] = {}
    for move in game.moves(state):
        after = game.play(state, move)
        sign = 1 if game.plays_on(state, after) else -1
        found[move] = sign * plain_value(game, after, depth - 1)
    return found


def finds(values: dict[int, int], solution: int) -> bool:
    """Whether the solution, and it alone, has the best value."""
    best = max(values.values())
    return [move for move, value in values.items() if value == best] == [solution]


def rate(game: Game, state: State, solution: int) -> Rating:
    """The rating of a position whose only solution is the move; the same at every call."""
    choices = len(game.moves(state))
    cheap = (depth for depth in DEPTHS if choices**depth <= 20_000)
    depth = next((d for d in cheap if finds(plain_values(game, state, d), solution)), None)
    chosen: int | None = None
    traps = 0
    for budget in BUDGETS:
        found = averages(game, state, budget)
        traps = sum(value > found[solution] for value in found.values())
        best = max(found.values())
        right = [move for move, value in found.items() if value == best] == [solution]
        chosen = (chosen or budget) if right else None
    failed = len(BUDGETS) if chosen is None else BUDGETS.index(chosen)
    value = 10 * (depth or DEPTHS[-1] + 1) + 10 * failed + 5 * traps + round(math.log2(choices))
    return Rating(value=value, depth=depth, playouts=chosen, traps=traps, choices=choices)
