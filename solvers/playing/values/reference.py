"""The plain solver: the value of every position of a small game, by dictionaries alone.

Tests hold every fast solver against it, and `playing/exact` asks it first. All positions after a
start are listed first, layer by layer. Then, for each result that the game can have, the positions
from which a side forces it are found in rounds: in round n those that need n plies. Play that never
ends is worth 0. Rules of repetition are left out, since a position does not tell how it came about.

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
from ruleproof.models.play.position import must_go_on


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


Moves: TypeAlias = Mapping[State, list[State]]
"""The positions after each position, one for each move; none after the end."""


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
    return outcomes(game, reached(game, game.start() if start is None else start, most), party)


def reached(
    game: Game, start: State, most: int = 200_000, watch: Callable[[int], None] | None = None
) -> Moves:
    """All positions that can be reached from `start`, each with those after it. `watch` hears how
    many plays the next layer of positions takes, before they are played.
    """
    after: dict[State, list[State]] = {}
    layer = [start]
    while layer:
        if len(after) + len(layer) > most:
            raise ValueError(f"{game.name} on {game.board.text} has more than {most} positions")
        moves = {p: _moves(game, p) for p in layer}
        if watch:
            watch(sum(map(len, moves.values())))
        after |= {p: [game.play(p, move) for move in found] for p, found in moves.items()}
        layer = list(dict.fromkeys(q for p in layer for q in after[p] if q not in after))
    return after


def outcomes(game: Game, after: Moves, party: int = -1) -> dict[State, Outcome]:
    """The outcome of each of the positions that `reached` lists; see `values`."""
    ends = {p: _end(game, p, party) for p, later in after.items() if not later}
    before: dict[State, list[tuple[State, bool]]] = {p: [] for p in after}
    for p, later in after.items():
        for q in later:
            before[q].append((p, _same_side(game, p, q, party)))
    found = {p: Outcome(0) for p in after}
    scored = game.rulebook.scored
    found |= {p: Outcome(e, None if scored or not e else 0) for p, e in ends.items()}
    for least in sorted({abs(worth) for worth in ends.values()} - {0}):
        for (p, mover), plies in forced(after, before, ends, least).items():
            if p not in ends:
                found[p] = Outcome(least if mover else -least, None if scored else plies)
    return found


def forced(
    after: Moves,
    before: Mapping[State, list[tuple[State, bool]]],
    ends: Mapping[State, int],
    least: int,
) -> dict[tuple[State, bool], int]:
    """The plies within which a side forces an end worth at least so much to it, by position and
    side; nothing for those that cannot. `before`: the positions before each position, each with
    whether the same side moves again.
    """
    found = {(p, worth > 0): 0 for p, worth in ends.items() if abs(worth) >= least}
    missing = {p: len(later) for p, later in after.items()}
    new, round_ = list(found), 0
    while new:
        round_ += 1
        reach: dict[tuple[State, bool], None] = {}
        for q, side in new:
            for p, same in before[q]:
                mover = side == same
                if not mover:
                    missing[p] -= 1
                if (p, mover) not in found and (mover or not missing[p]):
                    reach[p, mover] = None
        found |= dict.fromkeys(reach, round_)
        new = list(reach)
    return found


def _moves(game: Game, p: State) -> list[int]:
    """The moves of a position, none after the end. Raises `Mistake` where play is to go on without
    a move.
    """
    if game.over(p):
        return []
    found = game.moves(p)
    if not found:
        must_go_on(game, p)
    return found


def _same_side(game: Game, p: State, q: State, party: int) -> bool:
    return game.plays_on(p, q) if party < 0 else (p.side == party) == (q.side == party)


def _end(game: Game, p: State, party: int) -> int:
    """The worth of an ended game for the side to move."""
    if party < 0:
        return game.payoff(p)
    return game.score(p, party) if p.side == party else -game.score(p, party)
