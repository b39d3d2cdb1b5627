"""The rules to run and the constraints of every registered game say the same."""

# pyright: basic

from __future__ import annotations

import random
import sys
from dataclasses import replace
from itertools import islice, product

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, game, make_game
from ruleproof.models.rulebooks.rulebook import Rulebook, names, rulebook
from ruleproof.solvers.playing.reach.perft import plain_perft
from ruleproof.solvers.reasoning.formulas.conformance import (
    compare_all,
    conform,
    random_states,
)
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from tests.constraint_perft import constraint_perft
from tests.long_run import long_run, searched, varied

SMALL = {
    "path": ("path:2", "path:3", "path:4"),
    "square": ("square:1x2", "square:2x2"),
    "hex": ("hex:2",),
    "dish": ("dish:1,1",),
    "rhombus": ("rhombus:1x2", "rhombus:2x2", "rhombus:2x3"),
}
"""The boards on which every setting is varied alone."""
MOST = 300
"""How many positions of a small board the default run compares."""


def _encoded() -> list[str]:
    """The games that have constraints."""
    return [name for name in names() if rulebook(name).package and _has_constraints(name)]


def _has_constraints(name: str) -> bool:
    try:
        return rulebook(name).module("constraints") is not None
    except ModuleNotFoundError:
        return False


def _boards(book: Rulebook) -> list[str]:
    """The small boards on which the game can be set up."""
    found: list[str] = []
    for text in (text for kind in book.boards for text in SMALL[kind]):
        try:
            make_game(book, text, {}).start()
        except TextError:
            continue
        found.append(text)
    return found


def _changed(one: Game) -> str:
    """The settings that are not as by default, in words."""
    usual = {setting.name: setting.default for setting in one.rulebook.settings}
    words = [f"{k}={v}" for k, v in one.settings.items() if v != usual[k]]
    return " ".join([one.name, one.board.text, *words])


ALL_GAMES = [
    (one, board)
    for name in _encoded()
    for board in _boards(rulebook(name))
    for one in varied(rulebook(name), board)
]
GAMES = [
    pytest.param(one, id=_changed(one), marks=pytest.mark.slow if number % 2 else ())
    for number, (one, board) in enumerate(ALL_GAMES)
    if board == SMALL[one.rulebook.boards[0]][-1] or one == make_game(one.rulebook, board, {})
]
"""Each setting varied alone on a small board of the game's own kind, the defaults on all; every
other one only in a slow run.
"""


@pytest.mark.parametrize("one", GAMES)
def test_small_boards_conform_under_every_setting(one: Game):
    constraints = Constraints(one)
    some = list(islice(constraints.positions(), MOST))
    played = list(islice(random_states(one, seed=1), 100))
    assert conform(one, some + played, constraints=constraints) == []
    sample = random.Random(1).sample(some, min(len(some), 25))
    assert searched(constraints, sample + played[:10]) == []


@pytest.mark.slow
@pytest.mark.parametrize("one", [one for one, _ in ALL_GAMES], ids=_changed)
def test_all_positions_of_small_boards_conform(one: Game):
    constraints = Constraints(one)
    tally = compare_all(constraints, islice(constraints.positions(), 200_000))
    sys.stdout.write(f"{_changed(one)}: {tally.positions} positions, {tally.steps} steps\n")
    assert tally.disagreements == []


MEDIUM = {
    "path": "path:8",
    "square": "square:4x4",
    "hex": "hex:3",
    "dish": "dish:2,1",
    "rhombus": "rhombus:4x4",
}
"""A larger board of each kind, on which 20,000 positions take a minute or less."""


@pytest.mark.slow
@pytest.mark.parametrize("name", _encoded())
def test_random_positions_of_larger_boards_conform(name: str):
    book = rulebook(name)
    for one in varied(book, MEDIUM[book.boards[0]]):
        tally = long_run(one, 20_000, seed=1)
        sys.stdout.write(f"{_changed(one)}: {tally.positions} positions, {tally.steps} steps\n")
        assert tally.disagreements == []


ESGROS_PERFT = (("path:5", 4), ("square:2x3", 3), ("hex:2", 4))


@pytest.mark.parametrize("settings", [{}, {"pie": "on"}, {"edition": "second"}])
@pytest.mark.parametrize(("board", "depth"), ESGROS_PERFT)
def test_perft_through_the_constraints(board: str, depth: int, settings: dict[str, str]):
    one = game("esgros", board, **settings)
    assert constraint_perft(one, one.start(), depth) == plain_perft(one, (one.start(),), depth)


@pytest.mark.parametrize("board", ["path:4", "square:2x2"])
@pytest.mark.parametrize("pie", ["on", "off"])
def test_the_well_formed_positions_are_the_pictures_without_faults(board: str, pie: str):
    one = game("esgros", board, pie=pie)
    blank = one.start()
    pictures = [
        blank._replace(
            black=sum(1 << cell for cell, stone in enumerate(stones) if stone == 1),
            white=sum(1 << cell for cell, stone in enumerate(stones) if stone == 2),
            side=side,
            swap=swap,
        )
        for stones in product(range(3), repeat=one.board.size)
        for side in range(2)
        for swap in range(2)
    ]
    sound = {picture for picture in pictures if not one.faults(picture)}
    assert set(Constraints(one).positions()) == sound


def _built(one: Game) -> Constraints:
    """The game's constraints with everything derived from them at hand."""
    constraints = Constraints(one)
    assert constraints.is_function
    assert constraints.codes
    for derived in ("facts", "legal", "step"):
        getattr(constraints, derived)
    return constraints


OTHER_RULES = (
    ("exceed", "either", "legal"),
    ("exceed", "permit-least", "legal"),
    ("full", "loss", "payoff"),
)


@pytest.mark.parametrize(("setting", "value", "about"), OTHER_RULES)
def test_rules_of_another_reading_are_told_apart(setting: str, value: str, about: str):
    """The constraints of one reading against the rules of another."""
    usual, other = game("esgros", "path:4"), game("esgros", "path:4", **{setting: value})
    constraints = _built(other)
    states = list(constraints.positions())
    constraints.game = usual
    told = compare_all(constraints, states).disagreements
    assert {one.about for one in told} == {about}
    assert all(one.position in str(one) for one in told)
    assert bool(searched(constraints, states)) == (about == "legal")


def test_a_wrong_successor_is_told_with_both_answers():
    """Rules that forget to remove captured groups disagree exactly where something is captured."""
    right = game("esgros", "path:4")

    class Forgetful:
        def __getattr__(self, name: str):
            return getattr(right.rulebook.rules, name)

        def play(self, board, rules, p, move):
            q = right.rulebook.rules.play(board, rules, p, move)
            return q._replace(black=q.black | p.black, white=q.white | p.white)

    wrong = Game(replace(right.rulebook, rules=Forgetful()), right.board, right.chosen)  # type: ignore[arg-type]
    constraints = _built(right)
    states = list(constraints.positions())
    captures = {
        (state, move)
        for state in states
        for move in right.moves(state)
        if right.play(state, move) != wrong.play(state, move)
    }
    constraints.game = wrong
    told = compare_all(constraints, states).disagreements
    assert captures
    assert set(searched(constraints, states)) == captures
    assert len({(one.position, one.move) for one in told}) == len(captures)
    assert all(one.by_rules != one.by_constraints for one in told)


def test_random_states_are_the_same_for_the_same_seed():
    one = game("esgros", "hex:2")
    first, again, other = (list(islice(random_states(one, seed), 60)) for seed in (1, 1, 2))
    assert first == again != other


def test_a_game_without_constraints_cannot_be_compared():
    one = game("esgros", "path:2")
    bare = Game(replace(one.rulebook, package=""), one.board, one.chosen)
    with pytest.raises(LookupError, match="esgros has no constraints"):
        conform(bare, [one.start()])
