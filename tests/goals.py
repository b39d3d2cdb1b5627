"""Goals looked for by plain enumeration: what compiled search of goals is held against.

turn     the positions at the ends of a side's turns, each once, however many moves make one
keys     the turns of the diagram after which the goal is reached in time whatever the other plays
answers  turns of the diagram, one of each effect
lines    of both sides together, up to where the goal is first reached
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game, State, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim, Goal


def turns(
    game: Game, state: State, mark: Callable[[State], Hashable] | None = None
) -> dict[State, State]:
    """The position at the end of every turn, with the one before the turn's last move; of those
    that have the same mark the first alone.
    """
    mark = mark or (lambda p: p)
    found: dict[Hashable, tuple[State, State]] = {}
    seen, waiting = {mark(state)}, [state]
    while waiting:
        p = waiting.pop()
        for q in {game.play(p, move) for move in game.moves(p)}:
            if game.over(q) or not game.plays_on(p, q):
                found.setdefault(mark(q), (q, p))
            elif mark(q) not in seen:
                seen.add(mark(q))
                waiting.append(q)
    return dict(found.values())


def _win(game: Game, p: State, attacker: int) -> list[Aim]:
    return [] if game.over(p) else [Aim((), 1)]


WIN = Goal("win", 0, "win", _win, "do not lose")
"""The goal of every game: that it ends, with at least so much for the attacker."""


@dataclass
class Asked:
    """A goal asked of the attacker in a diagram. With `condensed`, positions that the game says are
    alike are looked at once. Questions of one game may share `played`, which holds its turns.
    """

    game: Game
    goal: Goal
    aim: Aim
    attacker: int
    diagram: State
    condensed: bool = False
    known: dict[Any, bool] = field(default_factory=dict[Any, bool])
    played: dict[Any, dict[State, State]] = field(default_factory=dict[Any, dict[State, State]])
    counted: dict[Any, int] = field(default_factory=dict[Any, int])

    def mark(self, p: State, marked: int) -> Hashable:
        """What a position is known by."""
        goals: Any = self.game.rulebook.module("goals")
        if not self.condensed or not hasattr(goals, "alike"):
            return p
        return goals.alike(
            self.game.field, self.game.rules, self.goal.code, p, marked
        ), self.game.over(p)

    def turns(self, p: State, marked: int) -> dict[State, State]:
        """The ends of the turns from the position, as `turns` gives them."""
        if self.condensed:
            return turns(self.game, p, lambda q: self.mark(q, marked))
        if p not in self.played:
            self.played[p] = turns(self.game, p)
        return self.played[p]

    @property
    def marked(self) -> int:
        return sum(1 << cell for cell in self.aim.cells)

    def told(self, p: State, q: State, marked: int) -> tuple[int, int]:
        """What `reached` says of a turn, and the cells marked after it."""
        if self.goal.code == WIN.code:
            return self._won(q), marked
        goals: Any = self.game.rulebook.module("goals")
        board, rules, code = self.game.field, self.game.rules, self.goal.code
        if hasattr(goals, "follow"):
            marked = goals.follow(board, rules, code, self.diagram, p, q, marked)
        of = (self.aim.amount, self.attacker, self.diagram)
        return int(goals.reached(board, rules, code, *of, p, q, marked)), marked

    def _won(self, q: State) -> int:
        """Whether the game has ended well for the attacker: 1, -1 if otherwise, 0 if it goes on."""
        if not self.game.over(q):
            return 0
        payoff = self.game.payoff(q)
        return 1 if (payoff if q.side == self.attacker else -payoff) >= self.aim.amount else -1

    def good(self, p: State, q: State, marked: int, left: int) -> bool:
        """Whether the attacker reaches the goal by the turn from `p` to `q` or after it."""
        told, marked = self.told(p, q, marked)
        if told or self.game.over(q):
            return told == 1
        return self.forced(q, marked, left - (p.side == self.attacker))

    def forced(self, p: State, marked: int, left: int) -> bool:
        """Whether the attacker reaches the goal within so many own turns, whatever is played."""
        if not left:
            return False
        key = self.mark(p, marked), marked, left
        if key not in self.known:
            turned = self.turns(p, marked)
            goods = (self.good(last, q, marked, left) for q, last in turned.items())
            self.known[key] = any(goods) if p.side == self.attacker else all(goods)
        return self.known[key]

    def answers(self, within: int, good: bool = True) -> dict[State, State]:
        """The turns in the diagram by which the attacker reaches the goal within so many own ones,
        or without `good` does not, by their effects; of those with one effect the first alone.
        """
        goals: Any = self.game.rulebook.module("goals")
        board, rules, d = self.game.field, self.game.rules, self.diagram
        found: dict[State, State] = {}
        for q, last in self.turns(d, self.marked).items():
            if self.good(last, q, self.marked, within) == good:
                same = goals.effect(board, rules, d, q) if hasattr(goals, "effect") else q
                found.setdefault(same, q)
        return found

    def keys(self, within: int) -> list[State]:
        """The turns in the diagram by which the attacker reaches the goal within so many own ones;
        of those with one effect the first alone.
        """
        return list(self.answers(within).values())

    def lines(self, p: State, marked: int, left: int) -> int:
        """The number of lines from `p` in which the last of so many turns of both sides is the
        first that reaches the goal.
        """
        key = self.mark(p, marked), marked, left
        if key not in self.counted:
            many = 0
            for q, last in self.turns(p, marked).items():
                told, now = self.told(last, q, marked)
                if told == 0 and left > 1 and not self.game.over(q):
                    many += self.lines(q, now, left - 1)
                many += told == 1 and left == 1
            self.counted[key] = many
        return self.counted[key]


class Shortest(NamedTuple):
    """In how many turns a goal is reached, 0 if not in time, and by how many first turns."""

    within: int
    keys: int


def shortest(asked: Asked, most: int) -> Shortest:
    """The fewest own turns within which the attacker, who is to move, reaches the goal."""
    for within in range(1, most + 1):
        keys = asked.keys(within)
        if keys:
            return Shortest(within, len(keys))
    return Shortest(0, 0)


def asked_in(
    name: str, board: str, text: str, goal: str, cells: str = "", attacker: int | None = None,
    **settings: object,
) -> tuple[Asked, Position]:  # fmt: skip
    """The goal of that name, with its amount behind it, asked in a position; of whoever is to move
    unless an attacker is named.
    """
    position = Position.read(game(name, board, **settings), text)
    chosen = position.game
    goals: Any = chosen.rulebook.module("goals")
    word, _, amount = goal.partition(" ")
    aim = Aim(tuple(map(chosen.board.cell, cells.split())), int(amount or 0))
    who = position.state.side if attacker is None else attacker
    table = {one.name: one for one in goals.GOALS}
    return Asked(chosen, table[word], aim, who, position.state), position


def aims(game: Game, state: State, attacker: int) -> list[tuple[Goal, Aim]]:
    """All that can be asked of the player in a position."""
    goals: Any = game.rulebook.module("goals")
    return [(goal, aim) for goal in goals.GOALS for aim in goal.aims(game, state, attacker)]
