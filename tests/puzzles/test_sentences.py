"""The sentences that ask, and questions that are asked as a win."""

from __future__ import annotations

import re

import pytest

from ruleproof import game
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.solutions import step
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.stipulations import (
    AimOf,
    Asked,
    Stipulation,
    attacker_of,
    goals_of,
    sentence,
)
from ruleproof.puzzles.telling.reasons import reached

ESGROS, GROW = game("esgros", "hex:4"), game("grow", "square:3x3")


def asked(
    name: str, aim: AimOf = "reach", *cells: str, amount: int = 0, turns: int = 2
) -> Stipulation:
    return Stipulation(
        aim=aim, goal=Asked(name=name, cells=list(cells), amount=amount), turns=turns
    )


def test_a_group_is_named_by_one_of_its_cells() -> None:
    two = asked("join", "reach", "a1", "b1", "c3")
    assert sentence(ESGROS, 0, two).startswith(
        "Black to move. Join the Black groups at a1 and c3 within 2 turns."
    )
    one = asked("shut", "avert", "a1", "a2", "b2")
    assert sentence(GROW, 0, one).startswith(
        "Red to move. Keep the Red group at a1 from being shut in through Blue's next 2 turns."
    )


@pytest.mark.parametrize(("turns", "told"), [(1, "through White's next turn"), (2, "next 2 turns")])
def test_a_defence_says_whose_turns_are_meant(turns: int, told: str) -> None:
    stipulation = asked("gain", "avert", amount=3, turns=turns)
    assert sentence(ESGROS, 0, stipulation).partition(". The gain")[0].endswith(told)
    assert attacker_of(stipulation, 0) == 1


def test_every_number_that_is_averted_is_a_least_number() -> None:
    for name in ("esgros", "gro", "grow", "incrowd", "sow"):
        for goal in goals_of(game(name)).values():
            if "{amount}" in goal.defence:
                assert re.search(r"{amount} (or|stones) more", goal.defence), goal.name


# A goal that ends in a win


def composed(chosen: Game, text: str, stipulation: Stipulation) -> Stipulation:
    composer = Composer(chosen)
    found = composer.puzzle(notation.read(chosen, text), stipulation, [], composed=True)
    return composer.as_win(found).puzzle.stipulation


def test_a_goal_that_ends_in_a_win_is_asked_as_a_win() -> None:
    rows = "- - . . . . - - / - . . . . . b1 - / b1 . . . . . . . / . . . . . . . . / "
    rows += ". . . . . . . . / . . . b2 . . . . / - . . . . . . - / - - r2 . r1 . - -"
    area = asked("area", "reach", "a3", "b2", "b3", "c1", "c2", "c3")
    found = composed(game("gro"), f"{rows} ; blue placed=2", area)
    assert (found.name, found.turns) == ("win", 2)


def test_a_goal_stays_where_a_win_is_no_puzzle() -> None:
    rows = "B W . B / . W . W W / W . . . . . / W W . W . W B / . . W . . . / W . W B W / W . . W"
    gain = asked("gain", amount=5)
    assert composed(ESGROS, f"{rows} ; white", gain) == gain


def test_whoever_can_force_a_win_is_not_asked_to_save_the_game() -> None:
    text = "b1 r0 r0 r0 r0 / . r0 r1 r1 b0 / r1 . b1 b0 b0 / b0 b1 . . r0 / . . b0 b1 r1 ; red"
    save = Stipulation(aim="avert", goal=Asked(name="win"))
    assert composed(game("grow", "square:5x5", drop="mandatory"), text, save).name == "win"


def test_one_piece_of_a_side_is_one_piece() -> None:
    stipulation = asked("carry", "reach", amount=1)
    assert sentence(game("sow", "square:4x8"), 0, stipulation).startswith(
        "Left to move. Sow a stack with at least 1 Right piece in it within 2 turns."
    )


@pytest.mark.parametrize("name", ["esgros", "gro", "grow", "incrowd", "sow"])
def test_every_goal_has_a_turn_that_reaches_it(name: str):
    for goal in goals_of(game(name)).values():
        shown = goal.example
        assert shown, goal.name
        position = Position.read(game(name, shown.board), shown.position)
        played, turn = position.game, shown.turn.split()
        assert position.play(turn)
        asked = Asked(name=goal.name, cells=shown.cells.split(), amount=shown.amount)
        told = Stipulation(aim="reach", goal=asked, turns=1)
        assert reached(played, told, step(played, position.state, turn)), goal.name
