"""The search behind puzzles agrees with the plain walk, position by position, goal by goal."""

from __future__ import annotations

from itertools import islice

import pytest

from ruleproof import game
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.stipulations import Stipulation, asked_of, goals_of, question
from ruleproof.solvers.playing.goals.attack import Attack, Question, TooWide
from ruleproof.solvers.playing.goals.turns import Turns
from ruleproof.solvers.verify.attacks import Asked, Walk

GAMES = [
    game("esgros", "hex:2"),
    game("esgros", "path:5"),
    game("incrowd", "square:2x3"),
    game("sow", "square:2x3"),
    game("gro", "dish:1,1", tokens=2),
    game("grow", "square:2x2", drop="mandatory"),
    game("grow", "square:2x3", drop="mandatory"),
    game("grow", "square:2x2"),
]
MOST = 150


def positions(played: Game) -> list[State]:
    """The first positions before a turn, as play comes to them, whatever their histories."""
    seen = {played.start(): None}
    for state in (order := list(seen)):
        for move in played.moves(state):
            after = played.play(state, move)
            if after not in seen:
                seen[after] = None
                order.append(after)
        if len(order) > 6 * MOST:
            break
    begun = (one for one in order if not _amid(one))
    return [one for one in list(begun)[:: max(1, len(order) // MOST)] if not played.over(one)]


def _amid(state: State) -> bool:
    """Whether a turn of Grow has begun."""
    return bool(getattr(state, "dropped", 0)) or any(getattr(state, "spent", ()))


@pytest.mark.parametrize(
    "played",
    [
        pytest.param(
            one,
            id=f"{one.name} {one.board.text}",
            marks=pytest.mark.slow if one.name in ("gro", "grow", "sow") else (),
        )
        for one in GAMES
    ],
)
def test_the_search_answers_as_plain_play_does(played: Game) -> None:
    attack = Attack(played)
    answers: list[bool] = []
    for state in positions(played):
        for attacker in range(2):
            asked = [Question(state, attacker, 2)]
            for goal in goals_of(played).values():
                for aim in islice(goal.aims(played, state, attacker), 1):
                    tree = Stipulation(
                        aim="reach" if attacker == state.side else "avert",
                        goal=asked_of(played, goal, aim),
                        turns=2,
                    )
                    asked.append(question(played, state, tree))
            for one in asked:
                assert one.attacker == attacker
                attack.ask(one)
                walk = Walk(played, state, Asked(one.goal, one.amount, one.attacker))
                for turns in (1, 2):
                    said = attack.reaches(state, turns)
                    assert said == walk.reached(state, one.marked, turns).reached, (
                        state,
                        one,
                        turns,
                    )
                    answers.append(said)
    assert set(answers) == {True, False}


def test_a_question_takes_as_many_moves_whatever_was_asked_before() -> None:
    played = game("esgros", "hex:3")
    state = played.start()
    used, fresh = Attack(played), Attack(played)
    used.ask(Question(state, 1, 2))
    used.reaches(state, 2)
    for attack in (used, fresh):
        attack.ask(Question(state, 0, 2))
        attack.reaches(state, 2)
    assert used.nodes == fresh.nodes > 0


def test_too_wide_a_question_is_undecided() -> None:
    played = game("esgros", "hex:3")
    attack = Attack(played)
    attack.ask(Question(played.start(), 0, 9))
    with pytest.raises(TooWide):
        attack.reaches(played.start(), 9, most=1000)


def test_the_turns_of_grow_are_told_once_each() -> None:
    played = game("grow", "square:2x3", drop="mandatory")
    attack = Attack(played)
    state = played.start()
    for _ in range(2):
        state = played.play(state, played.moves(state)[0])
    attack.ask(Question(state, state.side, 1))
    turns = Turns(attack).of(attack.root())
    assert len({turn.moves for turn in turns}) == len(turns) > 1
    for turn in turns:
        after = state
        for move in turn.moves:
            assert after.side == state.side
            assert move in played.moves(after)
            after = played.play(after, move)
        assert after.side != state.side or played.over(after)
        assert attack.engine.state(turn.after.row) == after


def test_whether_a_turn_is_narrow_does_not_depend_on_the_room_at_hand():
    played = game("grow", "square:3x3", drop="mandatory")
    attack = Attack(played)
    state = played.start()
    for _ in range(2):
        state = played.play(state, played.moves(state)[0])
    attack.ask(Question(state, state.side, 1))
    small, large = Turns(attack), Turns(attack)
    assert large.narrow(attack.root(), 5_000)
    narrow = [small.narrow(attack.root(), most) for most in range(60)]
    assert narrow == [large.narrow(attack.root(), most) for most in range(60)]
    assert narrow == sorted(narrow)
    assert narrow[0] is False
    assert narrow[-1] is True
