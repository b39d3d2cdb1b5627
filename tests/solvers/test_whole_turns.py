"""Whole turns and help, held against lines written out one by one."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.verify.attacks import Asked, Undecided
from ruleproof.solvers.verify.whole_turns import POSITIONS, Play, helped
from tests.goals import turns as turns_of

GAMES = {
    "esgros": lambda: game("esgros", "hex:2"),
    "gro": lambda: game("gro", "dish:1,1", tokens=2),
    "sow": lambda: game("sow", "square:2x3", height=2),
    "incrowd": lambda: game("incrowd", "square:2x3"),
    "grow": lambda: game("grow", "square:2x2", drop="mandatory"),
}
WIN = Asked(0, 1, 0)


def after(game: Game, p: State) -> set[State]:
    """The positions that turns lead to."""
    return set(turns_of(game, p))


def lines(game: Game, p: State, turns: int) -> list[tuple[State, ...]]:
    """All sequences of so many turns, by the positions they come to."""
    if turns == 0:
        return [()]
    return [(q, *rest) for q in after(game, p) for rest in lines(game, q, turns - 1)]


@pytest.mark.parametrize("name", GAMES)
def test_the_turns_are_those_that_end_differently(name: str):
    chosen = GAMES[name]()
    p = chosen.start()
    for _ in range(3):
        play = Play(engine(chosen), POSITIONS)
        turns = list(play.turns(play.row(p)))
        assert {play.state(turn.after) for turn in turns} == after(chosen, p)
        assert len({turn.after for turn in turns}) == len(turns)
        for turn in turns:
            moves = [chosen.show_move(move) for move in turn.moves]
            assert Position(chosen, p).play(moves).state == play.state(turn.after)
        p = max(after(chosen, p))


def test_both_sides_help_to_win_with_the_last_turn():
    chosen = game("gro", "dish:1,1", tokens=3)
    p = Position.read(chosen, "r1 . . / . . b1 / r1 . . ; red placed=2").state
    for turns in (1, 2, 3):
        won = [
            line
            for line in lines(chosen, p, turns)
            if chosen.over(line[-1])
            and chosen.payoff(line[-1]) == (1 if line[-1].side == 0 else -1)
        ]
        found = helped(chosen, p, WIN, turns=turns)
        assert found.many == len(won)
        if won:
            end = Position(chosen, p).play([m for turn in found.line for m in turn.moves])
            assert end.result is not None
            assert end.result.winner == "red"


def test_a_named_germ_is_helped_to_its_death():
    chosen = game("gro", "dish:1,2")
    text = ". . . . / . . . . / r1 . . . / b1 . r1 . ; blue placed=2"
    p, kill = Position.read(chosen, text).state, Asked(1, 0, 0)
    found = helped(chosen, p, kill, chosen.board.set_of("a1"), turns=2)
    assert found.many > 0
    assert [len(turn.moves) for turn in found.line] == [1, 1]
    assert helped(chosen, p, kill, chosen.board.set_of("a1"), turns=1).many == 0


def test_questions_are_given_up_at_their_limit():
    chosen = game("gro", "dish:1,1")
    with pytest.raises(Undecided, match="1,000 positions"):
        helped(chosen, chosen.start(), WIN, turns=9, positions=1000)
