"""Composition: edits are positions, economy keeps the key, and composed puzzles hold."""

from __future__ import annotations

import random

import pytest

from ruleproof import game
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.making.batches import Maker, Order
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.posing.editing import economical, edited
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.sources.self_play import diagrams, self_play
from ruleproof.puzzles.stipulations import Asked, Stipulation

GAMES = [
    game("esgros", "hex:3"),
    game("gro", "dish:2,1"),
    game("grow", "square:3x4", drop="mandatory"),
    game("incrowd", "square:4x4"),
    game("sow", "square:2x4"),
]


@pytest.mark.parametrize("chosen", GAMES, ids=lambda one: one.name)
def test_edits_are_other_positions_of_the_game(chosen: Game) -> None:
    dice = random.Random(5)
    state = next(state for _, state in diagrams(chosen, self_play(chosen, dice)))
    found = 0
    for _ in range(60):
        other = edited(chosen, state, dice)
        if other is None:
            continue
        found += 1
        assert other != state
        assert not chosen.faults(other)
        assert not chosen.over(other)
        state = other
    assert found > 5


def test_economy_keeps_the_key() -> None:
    chosen = GAMES[0]
    text = ". . . / . . . W / B . W . . / . B . B / W . W ; black"
    composer, state = Composer(chosen), notation.read(chosen, text)
    asked = Stipulation(aim="reach", goal=Asked(name="remove", cells=["a1"]), turns=2)
    assert composer.keys(state, asked, 1) == 1
    left = economical(composer, state, asked, random.Random(1))
    assert left != state
    assert composer.keys(left, asked, 1) == 1
    assert notation.cell_text(chosen, left, chosen.board.cell("a1")) == "W"


def test_no_turn_that_wins_the_game_is_called_wrong() -> None:
    chosen = game("esgros", "hex:4")
    text = "B B B B / . . . B . / B B B W . B / B W . . B B B / . B . B B . / B B . B B / B B . B"
    state = notation.read(chosen, f"{text} ; black")
    gain = Stipulation(aim="reach", goal=Asked(name="gain", amount=4), turns=2)
    composer = Composer(chosen)
    with pytest.raises(Rejected, match="a wrong turn wins the game"):
        composer.puzzle(state, gain, [])
    judge = Judge(chosen)
    root = judge.pose(state, gain)
    assert not judge.wins_otherwise()
    wins = chosen.play(state, chosen.read_move("c1"))
    assert chosen.verdict(wins).winner == "black"
    assert [judge.text(one.turn) for one in judge.judged(root, 2) if one.right] == ["c6"]
    assert judge.wins_otherwise()


def test_composed_puzzles_say_so_and_hold() -> None:
    small = game("grow", "square:3x3", drop="mandatory")
    maker = Maker(wanted(small, 3, ["shut", "hold", "take", "lead"], sources=["composed"]))
    found = [
        one for number in range(1) for options in maker(Order(number)).found for one in options
    ]
    assert any(puzzle.composed for puzzle in found)
    for puzzle in found:
        assert puzzle.composed == (not puzzle.proof_game)
        assert faults(puzzle) == []


def test_who_averts_a_goal_must_not_lose_to_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Composer, "_answers", lambda *_: None)  # pyright: ignore[reportUnknownLambdaType]
    chosen = game("esgros", "hex:4")
    text = "B . B B / B W . B . / . . B . . B / B B . B . . B / . . . . B B / B W B . . / . B . B"
    state = notation.read(chosen, f"{text} ; white")
    goal = Asked(name="join", cells=["a2", "a4", "b3"])
    averted = Stipulation(aim="avert", goal=goal, turns=2)
    composer = Composer(chosen)
    assert composer.keys(state, averted, 1) == 1
    with pytest.raises(Rejected, match="a reply wins the game"):
        composer.puzzle(state, averted, [])
