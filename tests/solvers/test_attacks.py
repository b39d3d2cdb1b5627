"""The plain walk that proves puzzles again, held against a walk written in forty lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleproof import game
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.rulebooks.parts import Aim
from ruleproof.models.template import RULEBOOK as TEMPLATE
from ruleproof.solvers.verify.attacks import Asked, Undecided, reaches

ENDS = 0
"""The goal that every game has: to win."""


def turns_of(game: Game, p: State) -> Iterator[tuple[State, State]]:
    """The positions that turns lead to, each after the one before the last move."""
    for move in game.moves(p):
        q = game.play(p, move)
        if game.plays_on(p, q) and not game.over(q):
            yield from turns_of(game, q)
        else:
            yield p, q


class Walk:
    """What an attacker reaches, turn by turn, by the rules and the goals as plain Python."""

    def __init__(self, game: Game, asked: Asked, diagram: State) -> None:
        self.game, self.asked, self.diagram = game, asked, diagram
        self.goals = game.rulebook.module("goals")
        self.turns: dict[State, list[tuple[State, State]]] = {}

    def told(self, p: State, q: State, marked: int) -> tuple[int, int]:
        """What the goal says of a turn, and the cells after it."""
        field, rules, (code, amount, attacker) = self.game.field, self.game.rules, self.asked
        if code == ENDS:
            if not self.game.over(q):
                return 0, marked
            payoff = self.game.payoff(q) * (1 if q.side == attacker else -1)
            return (1 if payoff >= amount else -1), marked
        follow = getattr(self.goals, "follow", None)
        about = self.diagram, p, q
        now = follow(field, rules, code, *about, marked) if follow else marked
        assert self.goals
        return self.goals.reached(field, rules, code, amount, attacker, *about, now), now

    def reaches(self, p: State, marked: int, left: int) -> bool:
        """Whether the attacker reaches the goal with so many turns left."""
        attacks = p.side == self.asked.attacker
        if p not in self.turns:
            self.turns[p] = list(dict.fromkeys(turns_of(self.game, p)))
        later = left - attacks
        for before, q in self.turns[p]:
            said, now = self.told(before, q, marked)
            held = said > 0 or (said == 0 and later > 0 and self.reaches(q, now, later))
            if held == attacks:
                return held
        return not attacks and bool(self.turns[p])


def positions(game: Game, most: int) -> list[State]:
    """The first positions at which turns begin, as play comes to them."""
    found = [game.start()]
    seen = set(found)
    for p in found:
        for _, q in turns_of(game, p):
            if q not in seen and not game.over(q) and len(found) < most:
                seen.add(q)
                found.append(q)
    return found


def _win(game: Game, p: State, attacker: int) -> list[Aim]:
    return [Aim((), 1)]


GAMES = {
    "esgros-hex": lambda: game("esgros", "hex:2"),
    "esgros-path": lambda: game("esgros", "path:5"),
    "gro": lambda: game("gro", "dish:1,1", tokens=2),
    "sow": lambda: game("sow", "square:2x3", height=2),
    "incrowd": lambda: game("incrowd", "square:2x3"),
    "grow": lambda: game("grow", "square:2x2", drop="mandatory"),
    "template": lambda: make_game(TEMPLATE, "square:2x3", {}),
}

MOST = {"gro": 20, "sow": 20, "incrowd": 60}
"""From how many positions play is walked; Python takes long where there are many moves."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("sow", "gro", "esgros-hex") else ())
        for name in GAMES
    ],
)
def test_it_answers_as_the_rules_do_move_by_move(name: str):
    chosen = GAMES[name]()
    goals = chosen.rulebook.module("goals")
    asked = [(ENDS, _win), *((goal.code, goal.aims) for goal in (goals.GOALS if goals else ()))]
    answers: set[tuple[int, bool]] = set()
    for p in positions(chosen, MOST.get(name, 100)):
        for code, aims in asked:
            for attacker in range(2):
                for aim in aims(chosen, p, attacker):
                    question = Asked(code, aim.amount, attacker)
                    marked = sum(1 << cell for cell in aim.cells)
                    plain = Walk(chosen, question, p)
                    for turns in (1, 2, 3):
                        answer = reaches(chosen, p, question, marked, turns=turns)
                        assert answer.reached == plain.reaches(p, marked, turns), (p, question)
                        answers.add((code, answer.reached))
    assert (ENDS, False) in answers
    assert any(reached for _, reached in answers)


def test_a_question_is_given_up_at_its_limit():
    chosen = game("gro", "dish:1,1")
    with pytest.raises(Undecided, match="1,000 moves"):
        reaches(chosen, chosen.start(), Asked(ENDS, 1, 0), turns=5, nodes=1000)
