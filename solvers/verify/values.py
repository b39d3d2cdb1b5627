"""Values of all positions of a small game, by the rules as plain Python, for claims about values.

worth   the first player's margin at the end of best play (win, draw and loss are 1, 0 and -1); play
        without end is worth 0

A side can force a margin where it is to move and one move keeps it, or where the other is and all
moves do. Nothing is guessed and nothing is left out: every position that play reaches is listed.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> Worths(small, lambda: None)[small.start()]
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ruleproof.models.play.game import Game, State


class Worths(Mapping[State, int]):
    """Values of a game's positions: asking for one finds those of all positions that play reaches
    from it. Calls `looked` at each position.
    """

    def __init__(self, game: Game, looked: Callable[[], None]) -> None:
        self._game = game
        self._looked = looked
        self._known: dict[State, int] = {}

    def __getitem__(self, p: State) -> int:
        if p not in self._known:
            self._known |= self._values(p)
        return self._known[p]

    def __iter__(self) -> Iterator[State]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def _values(self, first: State) -> dict[State, int]:
        """The values of all positions that play reaches from one, but for those known before."""
        after = self._reached(first)
        ends = {p: self._known[p] if p in self._known else self._margin(p) for p in _ends(after)}
        before: dict[State, list[State]] = {}
        for p, later in after.items():
            for q in later:
                before.setdefault(q, []).append(p)
        worth = dict.fromkeys(after, 0) | ends
        for side, sign in ((0, 1), (1, -1)):
            for margin in sorted({sign * end for end in ends.values() if sign * end > 0}):
                sure = [p for p, end in ends.items() if sign * end >= margin]
                for p in _forced(after, before, sure, side):
                    worth[p] = sign * margin
        return worth

    def _reached(self, first: State) -> dict[State, set[State]]:
        """The positions after each position that play reaches; none after positions that are over
        or known.
        """
        game = self._game
        after: dict[State, set[State]] = {}
        waiting = [first]
        while waiting:
            p = waiting.pop()
            if p in after:
                continue
            self._looked()
            done = p in self._known or game.over(p)
            after[p] = set() if done else {game.play(p, move) for move in game.moves(p)}
            waiting += after[p]
        return after

    def _margin(self, p: State) -> int:
        payoff = self._game.payoff(p)
        return payoff if p.side == 0 else -payoff


def _ends(after: Mapping[State, set[State]]) -> list[State]:
    return [p for p, later in after.items() if not later]


def _forced(
    after: Mapping[State, set[State]],
    before: Mapping[State, list[State]],
    sure: list[State],
    side: int,
) -> set[State]:
    """The positions from which the side can bring about one of the sure positions."""
    left = {p: len(later) for p, later in after.items()}
    found = set(sure)
    waiting = list(sure)
    while waiting:
        for p in before.get(waiting.pop(), ()):
            left[p] -= 1
            if p not in found and (p.side == side or not left[p]):
                found.add(p)
                waiting.append(p)
    return found
