"""Endings of a small board laid into a full one: positions of the game, with the same fight."""

from __future__ import annotations

import random

import pytest

from ruleproof import game
from ruleproof.models.cells import count
from ruleproof.models.grow.framing import framed, inner
from ruleproof.models.grow.rules import empty
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import read, show
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation

MANDATORY = {"drop": "mandatory"}
SMALL = game("grow", "square:5x5", **MANDATORY)
LARGE = game("grow", "square:9x9", **MANDATORY)
ENDINGS = (
    "r0 . b1 b0 . / r0 . . . b0 / r0 r1 . b1 b0 / b0 b0 b1 r1 r1 / b0 r1 b1 r0 r0 ; red",
    "r1 b0 b0 b0 b0 / r0 b1 . b0 r0 / r0 . . b1 r1 / r1 r0 . . b0 / b1 r0 r0 r1 b1 ; red",
    "b2 b0 b0 r0 r1 / r1 . r1 r0 r0 / r0 r1 . . r0 / r0 . b1 b1 r0 / r1 r0 b0 b0 . ; blue",
)


def picture(game: Game, dice: random.Random) -> State:
    """A board whose left spaces are red and whose right ones are blue, with some noise."""
    rows = game.board.rows
    red = sum(
        1 << cell
        for row in rows
        for column, cell in enumerate(row)
        if column < len(row) // 2 or dice.random() < 0.2
    )
    return game.start()._replace(red=red, blue=game.field.full & ~red, turn=2)


def frames(game: Game, text: str, many: int = 6) -> list[State]:
    dice = random.Random(text)
    p = read(SMALL, text)
    laid = (framed(game, picture(game, dice), SMALL, p, dice) for _ in range(many))
    return [one for one in laid if one is not None]


def free(game: Game, p: State) -> int:
    """The number of empty spaces."""
    return count(empty(game.field, p))


def ahead(p: State) -> int:
    """Red's spaces less Blue's."""
    return count(p.red) - count(p.blue)


@pytest.mark.parametrize("board", ["square:6x6", "square:7x9", "square:9x9"])
@pytest.mark.parametrize("text", ENDINGS)
def test_a_frame_makes_a_position_of_the_game(board: str, text: str):
    large = game("grow", board, **MANDATORY)
    made = frames(large, text)
    assert made
    for state in made:
        assert read(large, show(large, state)) == state  # no fault
        assert free(large, state) == free(SMALL, read(SMALL, text))


@pytest.mark.slow
@pytest.mark.parametrize("text", ENDINGS)
def test_what_is_won_on_the_small_board_is_won_in_the_frame(text: str):
    """Frames without open groups, as many spaces of one colour as of the other."""
    small, large = Judge(SMALL), Judge(LARGE)
    p, asked = read(SMALL, text), 0
    for state in frames(LARGE, text):
        if ahead(state) != ahead(p):
            continue
        asked += 1
        for turns in (1, 2):
            stipulation = Stipulation(aim="reach", goal=Asked(name=WIN), turns=turns)
            answers = [
                judge.within(judge.pose(one, stipulation), turns)
                for judge, one in ((small, p), (large, state))
            ]
            assert answers[0] == answers[1], show(LARGE, state)
    assert asked


def test_a_frame_that_would_take_part_in_the_fight_is_none():
    p = read(SMALL, ". . . . . / . . . . . / . r1 . b1 . / . . . . . / . . . . . ; red")
    dice = random.Random(1)
    assert framed(LARGE, picture(LARGE, dice), SMALL, p, dice) is None


def test_heads_of_closed_groups_make_no_turn_wider():
    """Their moves in vain lead to positions alike, which the search passes over."""
    plain = game("grow", "square:5x5")
    board = "r0 . b1 b0 . / r0 . . . b0 / r0 r1 . b1 b0 / b0 b0 b1 r1 {} / b0 r1 b1 r0 r0 ; red"
    ways: list[int] = []
    for token in ("r0", "r3"):
        judge = Judge(plain)
        stipulation = Stipulation(aim="reach", goal=Asked(name=WIN), turns=1)
        root = judge.pose(read(plain, board.format(token)), stipulation)
        ways.append(next(many for many in range(2, 2000) if judge.narrow(root, many)))
    assert ways[0] == ways[1]


@pytest.mark.parametrize(
    ("board", "settings"),
    [
        ("square:5x5", {}),
        ("square:5x9", {}),
        ("path:30", {}),
        ("square:9x9", {"players": 3}),
        ("square:9x9", {"order": "simultaneous"}),
    ],
)
def test_no_small_board_fits(board: str, settings: dict[str, str | int]):
    assert inner(game("grow", board, **settings)) == ""


def test_a_small_board_fits():
    assert inner(LARGE) == "square:5x5"
