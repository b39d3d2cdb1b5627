"""The plain reference solver: the value of every position of a small game, by dictionaries alone.

Tests hold every fast solver against it. All positions after a start are listed first. Then, for
each result that the game can have, the positions from which a side forces it are found in rounds:
in round n those that need n plies. Play that never ends is worth 0. Rules of repetition are left
out, since a position does not tell how it came about.

mover   the side to move
forced  of a position and a side (True: the mover): the plies within which that side forces an end

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "hex:2")
>>> found = values(small)
>>> len(found), found[small.start()]
(195, Outcome(value=1, distance=3))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from ruleproof.models.play.game import Game, State


class Outcome(NamedTuple):
    """The outcome that a position's side to move forces: 1, 0 or -1, or points where they are
    counted; and, unless points are counted, the plies to the end of a win or loss.
    """

    value: int
    distance: int | None = None

    @property
    def plies(self) -> int | None:
        """The distance, by another name."""
        return self.distance


Moves: TypeAlias = Mapping[State, list[tuple[State, bool]]]
"""The positions after each position, each with whether the same side moves again."""


def values(
    game: Game, start: State | None = None, *, party: int = -1, most: int = 200_000
) -> dict[State, Outcome]:
    """The outcome of every position that can be reached from `start`, for the side to move.

    With more than two players `party` is the number of the one who plays against all others, who
    count as one side. Raises `ValueError` where it is lacking then, and where there are more than
    `most` positions.
    """
    if len(game.players) > 2 and party < 0:
        raise ValueError(f"more than two players need a party: 0 to {len(game.players) - 1}")
    after = reached(game, game.start() if start is None else start, party, most)
    ends = {p: _end(game, p, party) for p in after if game.over(p)}
    found = {p: Outcome(0) for p in after}
    scored = game.rulebook.scored
    found |= {p: Outcome(e, None if scored or not e else 0) for p, e in ends.items()}
    for least in sorted({abs(worth) for worth in ends.values()} - {0}):
        for (p, mover), plies in forced(after, ends, least).items():
            if p not in ends:
                found[p] = Outcome(least if mover else -least, None if scored else plies)
    return found


def reached(game: Game, start: State, party: int = -1, most: int = 200_000) -> Moves:
    """All positions that can be reached from `start`, each with those after it."""
    after: dict[State, list[tuple[State, bool]]] = {}
    waiting = [start]
    while waiting:
        p = waiting.pop()
        if p in after:
            continue
        if len(after) == most:
            raise ValueError(f"{game.name} on {game.board.text} has more than {most} positions")
        children = [game.play(p, move) for move in game.moves(p)]
        after[p] = [(q, _same_side(game, p, q, party)) for q in children]
        waiting += children
    return after


def forced(after: Moves, ends: Mapping[State, int], least: int) -> dict[tuple[State, bool], int]:
    """The plies within which a side forces an end worth at least so much to it, by position and
    side; nothing for those that cannot.
    """
    found = {(p, worth > 0): 0 for p, worth in ends.items() if abs(worth) >= least}
    waiting = [(p, mover) for p in after if p not in ends for mover in (True, False)]
    round_, before = 0, -1
    while len(found) > before:
        round_, before = round_ + 1, len(found)
        new: list[tuple[State, bool]] = []
        for p, mover in waiting:
            enough: Callable[..., bool] = any if mover else all
            if enough((q, mover == same) in found for q, same in after[p]):
                new.append((p, mover))
        found |= dict.fromkeys(new, round_)
        waiting = [one for one in waiting if one not in found]
    return found


def _same_side(game: Game, p: State, q: State, party: int) -> bool:
    return game.plays_on(p, q) if party < 0 else (p.side == party) == (q.side == party)


def _end(game: Game, p: State, party: int) -> int:
    """The worth of an ended game for the side to move."""
    if party < 0:
        return game.payoff(p)
    return game.score(p, party) if p.side == party else -game.score(p, party)
