"""Turns that come to the same: all of them, by plain enumeration."""

from __future__ import annotations

import random

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play.solutions import step
from ruleproof.puzzles.telling.equals import beginnings, effect, equals, typed

PLACES = [
    ("2x3", {}, "r1 . . / . . b1 ; red"),
    ("3x3", {"drop": "mandatory"}, "r1 r1 . / . . b1 / . b1 . ; red"),
    ("3x3", {"drop": "mandatory", "order": "drop-first"}, "r1 r1 . / . . b1 / . b1 . ; red"),
    ("2x3", {"new-head": "moves"}, "r1 . . / . . b1 ; blue"),
    ("2x3", {}, "r1 r1 r1 / . b1 b1 ; red"),
]


def turns(first: Position) -> set[tuple[str, ...]]:
    """All turns, each as its steps in any one order, by following every move."""
    found: set[tuple[str, ...]] = set()
    waiting: list[tuple[Position, tuple[str, ...]]] = [(first, ())]
    while waiting:
        here, taken = waiting.pop()
        for move in here.moves():
            after, line = here.play([move]), (*taken, move)
            if after.state.side != first.state.side or after.over:
                found.add(line)
            else:
                waiting.append((after, line))
    return found


@pytest.mark.parametrize(("board", "settings", "text"), PLACES)
def test_every_turn_without_idle_steps_is_listed_once(
    board: str, settings: dict[str, str], text: str
):
    of = game("grow", f"square:{board}", **settings)
    first = Position.read(of, text)
    every = turns(first)
    owners = {line: effect(of, first.state, step(of, first.state, line).after) for line in every}
    owned = sum(token != "." for token in text.split(";")[0].replace("/", " ").split())
    # each step of a turn without idle steps, its `end` apart, takes a space
    plain = {
        line
        for line in every
        if (owners[line].red | owners[line].blue).bit_count() - owned == len({*line} - {"end"})
    }
    keys = {tuple(sorted(line)) for line in plain}
    listed = {owners[line]: " ".join(line) for line in sorted(plain)}
    begun = beginnings(of, first.state)
    assert begun is not None
    found = equals(of, first.state, list(listed.values()), begun)
    told = [*listed.values(), *(text for some in found.values() for text in some)]
    assert sorted(tuple(sorted(text.split())) for text in told) == sorted(keys)
    for text, some in found.items():
        for other in some:
            after = step(of, first.state, other.split()).after
            assert effect(of, first.state, after) == owners[tuple(text.split())]
    assert beginnings(of, first.state, most=len(begun) - 1) is None


def test_a_typed_turn_is_legal_in_any_order_and_without_its_end():
    of = game("grow", "square:3x3", drop="mandatory")
    first = Position.read(of, "r1 r1 . / . . b1 / . b1 . ; red")
    dice = random.Random(1)
    for line in dice.sample(sorted(turns(first)), 60):
        steps = [one for one in line if one != "end"]
        dice.shuffle(steps)
        after = typed(first, " ".join(steps)).state
        assert effect(of, first.state, after) == effect(
            of, first.state, step(of, first.state, line).after
        )


def test_what_is_no_legal_turn_is_refused_with_its_reason():
    of = game("grow", "square:3x3", drop="mandatory")
    first = Position.read(of, "r1 r1 . / . . b1 / . b1 . ; red")
    with pytest.raises(MoveError, match=r"drop.*'end'"):
        typed(first, "b3-b2")
    with pytest.raises(MoveError, match="'a3-c1'"):
        typed(first, "@a1 a3-c1")
    with pytest.raises(MoveError, match="the turn is over before this step: '@c3'"):
        typed(first, "@a1 end @c3")
    with pytest.raises(TextError):
        typed(first, "@a1 up")
