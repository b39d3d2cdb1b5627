"""The walk that proves puzzles again, held against plain enumeration."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.template import RULEBOOK as TEMPLATE
from ruleproof.solvers.verify.attacks import Asked, Undecided, Walk
from tests.goals import WIN, turns
from tests.goals import Asked as Plain


def positions(game: Game, most: int) -> list[State]:
    """The first positions at which turns begin, as play comes to them."""
    found = [game.start()]
    seen = set(found)
    for p in found:
        for q in turns(game, p):
            if q not in seen and not game.over(q) and len(found) < most:
                seen.add(q)
                found.append(q)
    return found


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
    chosen, answers, played = GAMES[name](), set[tuple[int, bool]](), dict[Any, Any]()
    module = chosen.rulebook.module("goals")
    for p in positions(chosen, MOST.get(name, 100)):
        for goal in (WIN, *(module.GOALS if module else ())):
            for attacker in range(2):
                for aim in goal.aims(chosen, p, attacker):
                    plain = Plain(chosen, goal, aim, attacker, p, played=played)
                    question = Asked(goal.code, aim.amount, attacker)
                    for left in (1, 2, 3):
                        answer = Walk(chosen, p, question).reached(p, plain.marked, left)
                        assert answer.reached == plain.forced(p, plain.marked, left), (p, question)
                        answers.add((goal.code, answer.reached))
    assert (WIN.code, False) in answers
    assert any(reached for _, reached in answers)


def test_a_question_is_given_up_at_its_limit():
    chosen = game("gro", "dish:1,1")
    with pytest.raises(Undecided, match="1,000 moves"):
        Walk(chosen, chosen.start(), Asked(WIN.code, 1, 0)).reached(chosen.start(), 0, 5, 1000)
