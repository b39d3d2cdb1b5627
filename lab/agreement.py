"""Holds every procedure of puzzles against plain enumeration, in all positions of small boards.

    nice python -m lab.agreement [--page lab/results/agreement.md] [ROW …]

start    a position before a turn, of all that play comes to; the game is not over in it
plain    by the rules and the goals as plain Python, turn by turn (`tests/goals.py`): without
         bounds, without an order of turns, without taking positions for alike
found    by the procedure that makes puzzles, and by the one that checks them

A question is a start with a stipulation. ROW is the beginning of rows' names; rows of the page that
are not asked for stay as they were. The status is 1 where anything disagrees.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ruleproof import game
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.files.writing import write_whole
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.parts import Aim, Goal
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.posing.helping import helped
from ruleproof.puzzles.stipulations import AimOf, Stipulation, asked_of, goals_of, question
from ruleproof.solvers.verify import attacks, whole_turns
from tests.goals import WIN, Asked, turns

UNBOUNDED = 1 << 40
"""No question of these boards is given up."""


class Compared(NamedTuple):
    """A question, whether it holds, whether it has one answer alone, and whether all agree."""

    start: State
    words: str
    holds: bool
    sole: bool
    agrees: bool


class Small(NamedTuple):
    """A small board: within how many turns questions about it are asked."""

    name: str
    board: str
    settings: dict[str, Any]
    turns: int = 2

    @property
    def title(self) -> str:
        """The beginning of the names of its rows."""
        told = "".join(f" {key}={value}" for key, value in self.settings.items())
        return f"{self.name} {self.board}{told}"


BOARDS = (
    Small("esgros", "path:4", {}, 3),
    Small("esgros", "path:5", {}, 3),
    Small("esgros", "square:2x3", {}),
    Small("esgros", "hex:2", {}),
    Small("incrowd", "square:2x2", {}, 3),
    Small("incrowd", "square:1x4", {}, 3),
    Small("incrowd", "square:1x5", {}),
    Small("sow", "square:2x2", {}, 3),
    Small("sow", "square:2x2", {"height": 2}, 3),
    Small("sow", "square:2x3", {"height": 1}),
    Small("gro", "dish:1,1", {"tokens": 1}, 3),
    Small("gro", "dish:1,1", {"tokens": 2}),
    Small("gro", "dish:2,1", {"tokens": 1}),
    Small("grow", "path:4", {"drop": "mandatory"}, 3),
    Small("grow", "square:2x2", {}, 2),
    Small("grow", "square:2x2", {"drop": "mandatory"}, 3),
    Small("grow", "square:2x3", {"drop": "mandatory"}, 2),
)


class Ground:
    """All starts of a small board, with the plain turns from them."""

    def __init__(self, small: Small) -> None:
        self.small = small
        self.game: Game = game(small.name, small.board, **small.settings)
        self.played: dict[Any, dict[State, State]] = {}
        start = self.game.start()
        found = {start: None}
        for state in (order := [start]):
            self.played[state] = turns(self.game, state)
            later = [q for q in self.played[state] if not self.game.over(q) and q not in found]
            found.update(dict.fromkeys(later))
            order += later
        self.starts = order
        _compile(self)

    @cached_property
    def judge(self) -> Judge:
        """The search that judges puzzles, with an empty memory."""
        return Judge(self.game, limit=UNBOUNDED)

    @cached_property
    def values(self) -> dict[State, int]:
        """The value of every position before a turn and after the last one, for the side to move.
        The game must be acyclic.
        """
        found: dict[State, int] = {}

        def value(p: State) -> int:
            if p not in found:
                over = self.game.over(p)
                found[p] = (
                    self.game.payoff(p) if over else max(map(partial(worth, p), self.ends(p)))
                )
            return found[p]

        def worth(p: State, q: State) -> int:
            return value(q) if q.side == p.side else -value(q)

        for state in self.starts:
            value(state)
        return found

    def ends(self, p: State) -> list[State]:
        """The positions at the ends of the turns."""
        return list(self.played[p])

    def asked(self, goal: Goal, aim: Aim, attacker: int, diagram: State) -> Asked:
        """The question for plain enumeration."""
        return Asked(self.game, goal, aim, attacker, diagram, played=self.played)

    def effect(self, p: State, q: State) -> State:
        """The state that turns of one answer share, by plain Python."""
        module: Any = self.game.rulebook.module("goals")
        if not hasattr(module, "effect"):
            return q
        return module.effect(self.game.field, self.game.rules, p, q)


def stipulated(ground: Ground, goal: Goal, aim: Aim, way: AimOf, many: int | None) -> Stipulation:
    """The stipulation of a goal's aim."""
    asked = asked_of(ground.game, goal, aim)
    return Stipulation(aim=way, goal=asked, turns=many)


def answered(ground: Ground, start: State, asked: Stipulation) -> tuple[bool, set[State]]:
    """Whether the search says that the attacker reaches the goal, and the answers by their effects,
    as the judge finds them.
    """
    judge = ground.judge
    node = judge.pose(start, asked)
    reached = judge.within(node, asked.within)
    judged = judge.judged(node, asked.within)
    right = {one.effect for one in judged if one.right}
    states = (np.frombuffer(bytearray(effect), np.uint64) for effect in right)
    return reached, {engine(ground.game).state(words) for words in states}


def checked(ground: Ground, start: State, asked: Stipulation) -> bool:
    """Whether the walk that checks puzzles says that the attacker reaches the goal."""
    one = question(ground.game, start, asked)
    walk = attacks.Walk(ground.game, start, attacks.Asked(one.goal, one.amount, one.attacker))
    return walk.reached(start, one.marked, asked.within).reached


def _compile(ground: Ground) -> None:
    """Asks a first question of each procedure, so that rows do not count the compiling."""
    start = ground.game.start()
    asked = stipulated(ground, WIN, Aim((), 1), "reach", 1)
    answered(ground, start, asked)
    checked(ground, start, asked)


def in_turns(ground: Ground, start: State, goal: Goal, way: AimOf) -> Iterator[Compared]:
    """Asks for a goal against a defence: the verdict, and every turn that is an answer."""
    attacker = start.side if way == "reach" else 1 - start.side
    for aim in goal.aims(ground.game, start, attacker):
        plain = ground.asked(goal, aim, attacker, start)
        for many in range(1, ground.small.turns + 1):
            asked = stipulated(ground, goal, aim, way, many)
            right = set(plain.answers(many, way == "reach"))
            reached = plain.forced(start, plain.marked, many)
            found = answered(ground, start, asked)
            agrees = found == (reached, right) and checked(ground, start, asked) == reached
            holds = reached == (way == "reach")
            yield Compared(start, repr(asked), holds, holds and len(right) == 1, agrees)


def to_the_end(ground: Ground, start: State, way: AimOf) -> Iterator[Compared]:
    """Asks for a win by every amount to the end of the game, held against values of positions."""
    best = max(abs(value) for value in ground.values.values())
    for amount in range(1, best + 1 if ground.game.rulebook.scored else 2):
        asked = stipulated(ground, WIN, Aim((), amount), way, None)

        def enough(q: State, amount: int = amount) -> bool:
            value = ground.values[q] if q.side == start.side else -ground.values[q]
            return value >= amount if way == "reach" else value > -amount

        right = {ground.effect(start, q) for q in ground.ends(start) if enough(q)}
        holds = enough(start)
        found = answered(ground, start, asked)
        agrees = found == (holds == (way == "reach"), right)
        yield Compared(start, repr(asked), holds, len(right) == 1, agrees)


def win(ground: Ground) -> Iterator[Compared]:
    """Win within so many turns."""
    return (one for start in ground.starts for one in in_turns(ground, start, WIN, "reach"))


def goals(ground: Ground, way: AimOf) -> Iterator[Compared]:
    """Every aim of every goal of the game's own."""
    for start in ground.starts:
        for goal in goals_of(ground.game).values():
            yield from in_turns(ground, start, goal, way)


def ends(ground: Ground, way: AimOf) -> Iterator[Compared]:
    """Win, best or save, to the end of the game."""
    if ground.game.acyclic:
        for start in ground.starts:
            yield from to_the_end(ground, start, way)


def helping(ground: Ground) -> Iterator[Compared]:
    """Help in exactly 1 and 2 turns: the number of lines."""
    whole = ground.judge
    for start in ground.starts:
        for goal in (WIN, *goals_of(ground.game).values()):
            for aim in goal.aims(ground.game, start, start.side):
                plain = ground.asked(goal, aim, start.side, start)
                for many in (1, 2):
                    asked = stipulated(ground, goal, aim, "help", many)
                    lines = plain.lines(start, plain.marked, 2 * many - 1)
                    one = question(ground.game, start, asked)
                    numbers = attacks.Asked(one.goal, one.amount, one.attacker)
                    spans = {"turns": 2 * many - 1, "positions": UNBOUNDED}
                    told = whole_turns.helped(ground.game, start, numbers, one.marked, **spans)
                    made = sum(1 for _ in helped(whole, whole.pose(start, asked), many))
                    agrees = told.many == lines and made == alike_lines(plain, many)
                    yield Compared(start, repr(asked), lines > 0, lines == 1, agrees)


def alike_lines(plain: Asked, many: int) -> int:
    """The number of lines with help of which none is like another: the makers' own number."""
    condensed = Asked(
        plain.game, plain.goal, plain.aim, plain.attacker, plain.diagram, condensed=True
    )
    return condensed.lines(plain.diagram, plain.marked, 2 * many - 1)


KINDS: dict[str, Callable[[Ground], Iterator[Compared]]] = {
    "win in N turns": win,
    "a goal in N turns": lambda ground: goals(ground, "reach"),
    "avert a goal": lambda ground: goals(ground, "avert"),
    "win, best": lambda ground: ends(ground, "reach"),
    "save": lambda ground: ends(ground, "avert"),
    "help": helping,
}

HEAD = """# How puzzles' answers agree with plain enumeration

`python -m lab.agreement --page lab/results/agreement.md` wrote this page. Each row holds one
stipulation on one small board, in all positions before a turn that play comes to, for every goal
and every aim that the game offers there. Goals are asked for within 1, 2 and, where N is 3, 3
turns; `win`,
`best` and `save` to the end of the game, with every amount; help in exactly 1 and 2 turns.

The yardstick plays the game's rules and goals as plain Python, without bounds, without an order of
turns, and without taking positions for alike. Held against it are the search that makes puzzles and
the walk that checks them: whether the goal is reached, every turn that is an answer, and the number
of lines with help. A question holds where the task can be done; it has one answer where one turn or
one line alone does it.

| game, board, stipulation | N | positions | questions | hold | one answer | disagreements | CPU s |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


class Tally(NamedTuple):
    """The row of a board's stipulation, and the first question that disagrees, if any."""

    row: str
    wrong: str


def names(small: Small) -> dict[str, str]:
    """The names of a board's rows, with the stipulation of each."""
    return {f"{small.title}: {kind}": kind for kind in KINDS}


def compare(ground: Ground, name: str, kind: str) -> Tally:
    """Asks all questions of a stipulation."""
    begun = time.process_time()
    questions = hold = sole = wrong = 0
    starts: set[State] = set()
    first = ""
    for one in KINDS[kind](ground):
        starts.add(one.start)
        questions += 1
        hold += one.holds
        sole += one.sole
        wrong += not one.agrees
        if not one.agrees and not first:
            first = f"{notation.show(ground.game, one.start)}: {one.words}"
    spent = time.process_time() - begun
    within = ground.small.turns if "N" in kind or "avert" in kind else ""
    cells = f"{len(starts):,} | {questions:,} | {hold:,} | {sole:,} | {wrong:,} | {spent:.1f}"
    return Tally(f"| {name} | {within} | {cells} |" if questions else "", first)


def page(rows: dict[str, str]) -> str:
    """The whole page."""
    order = [name for small in BOARDS for name in names(small) if rows.get(name)]
    many = sum(int(rows[name].split("|")[4].replace(",", "")) for name in order)
    wrong = sum(int(rows[name].split("|")[7].replace(",", "")) for name in order)
    total = f"\nAll rows together: {many:,} questions, {wrong:,} disagreements.\n"
    return "".join([HEAD, *(f"{rows[name]}\n" for name in order), total])


def main() -> int:
    """Prints the rows, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    every = [name for small in BOARDS for name in names(small)]
    wanted = [name for name in every if not options.rows or name.startswith(tuple(options.rows))]
    if not wanted:
        parser.error(f"no row begins so: {options.rows[0]!r} (rows: {', '.join(every)})")
    rows: dict[str, str] = {}
    if options.page and options.page.exists():
        lines = [one for one in options.page.read_text().splitlines() if one.startswith("| ")]
        rows = {one.split("|")[1].strip(): one for one in lines}
    status = 0
    for small in BOARDS:
        mine = {name: kind for name, kind in names(small).items() if name in wanted}
        if not mine:
            continue
        ground = Ground(small)
        for name, kind in mine.items():
            rows[name], wrong = compare(ground, name, kind)
            status = 1 if wrong else status
            sys.stdout.write(f"{rows[name]}\n" if rows[name] else "")
            sys.stdout.write(f"disagrees: {wrong}\n" if wrong else "")
            sys.stdout.flush()
            if options.page:
                write_whole(options.page, page(rows).encode())
    return status


if __name__ == "__main__":
    sys.exit(main())
