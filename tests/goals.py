"""Goals looked for by plain enumeration: what compiled search of goals is held against.

turn     the positions at the ends of a side's turns, each once, however many moves make one
keys     the turns of the diagram after which the goal is reached in time whatever the other plays
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


@dataclass
class Asked:
    """A goal asked of the attacker in a diagram. With `condensed`, positions that the game says are
    alike are looked at once.
    """

    game: Game
    goal: Goal
    aim: Aim
    attacker: int
    diagram: State
    condensed: bool = False
    known: dict[Any, bool] = field(default_factory=dict[Any, bool])

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
        return turns(self.game, p, lambda q: self.mark(q, marked))

    @property
    def marked(self) -> int:
        return sum(1 << cell for cell in self.aim.cells)

    def told(self, p: State, q: State, marked: int) -> tuple[int, int]:
        """What `reached` says of a turn, and the cells marked after it."""
        goals: Any = self.game.rulebook.module("goals")
        board, rules, code = self.game.field, self.game.rules, self.goal.code
        if hasattr(goals, "follow"):
            marked = goals.follow(board, rules, code, self.diagram, p, q, marked)
        of = (self.aim.amount, self.attacker, self.diagram)
        return int(goals.reached(board, rules, code, *of, p, q, marked)), marked

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

    def keys(self, within: int) -> list[State]:
        """The turns in the diagram by which the attacker reaches the goal within so many own ones;
        of those with one effect the first alone.
        """
        goals: Any = self.game.rulebook.module("goals")
        board, rules, d = self.game.field, self.game.rules, self.diagram
        found: dict[State, State] = {}
        for q, last in self.turns(d, self.marked).items():
            if self.good(last, q, self.marked, within):
                same = goals.effect(board, rules, d, q) if hasattr(goals, "effect") else q
                found.setdefault(same, q)
        return list(found.values())


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
