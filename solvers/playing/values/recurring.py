"""Values of positions that recur: tables and the plain reference keep that of a first occurrence.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> played = game("gro", "dish:1,1", tokens=2, repetition="loss-3")
>>> third = Position.read(played, ". r1 . / . . . / b1 . . ; red placed=2 seen=3").state
>>> recurred(played, -1, third, 0)
30000
"""

from __future__ import annotations

from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.values.oracle import final, relation
from ruleproof.solvers.playing.values.scale import seen_from


def recurs(game: Game, state: State) -> bool:
    """Whether the rules count occurrences, and this is not the first one."""
    return bool(game.rulebook.repetition.fields) and state.seen != 1


def first_occurrence(state: State) -> State:
    """The same position where it comes up for the first time."""
    return state._replace(seen=1)


def recurred(game: Game, party: int, state: State, value: int) -> int:
    """The value of a position that recurs, from the value of its first occurrence: the rules may
    end the game at it, or allow a move that ends it, such as to claim a draw. On the scale of
    solvers, for the side to move.
    """
    if game.over(state):
        return final(game, party, state)
    scored = int(game.rulebook.scored)
    for move in set(game.moves(state)) - set(game.moves(first_occurrence(state))):
        after = game.play(state, move)
        if game.over(after):
            gain = seen_from(final(game, party, after), relation(game, party, state, after), scored)
            value = max(value, int(gain))
    return value
