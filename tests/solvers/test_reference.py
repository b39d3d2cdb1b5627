"""The plain reference solver against the fast ones, position by position."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.play.game import Game
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.values.reference import Outcome, values
from ruleproof.solvers.playing.values.scale import ANYTHING, distance, sign

SMALL: list[tuple[str, str, dict[str, Any], int]] = [
    ("esgros", "hex:2", {}, 195),
    ("esgros", "path:5", {"pie": "on"}, 74),
    ("incrowd", "square:2x3", {}, 1172),
    ("gro", "dish:1,1", {"tokens": 1}, 442),
    ("sow", "square:2x3", {"height": 1}, 1141),
    ("grow", "square:2x2", {}, 893),
    ("grow", "square:2x2", {"drop": "mandatory"}, 165),
]


def as_outcome(played: Game, value: int) -> Outcome:
    if played.rulebook.scored:
        return Outcome(value)
    return Outcome(sign(value), distance(value))


@pytest.mark.parametrize(("name", "board", "settings", "many"), SMALL)
def test_a_table_has_the_same_worth_for_every_position(
    name: str, board: str, settings: dict[str, Any], many: int
):
    played = game(name, board, **settings)
    found = values(played)
    assert len(found) == many
    table = ValueTable(played)
    table.prepare(played.start())
    for state, worth in found.items():
        value = table.final(state) if played.over(state) else table.value(state, *ANYTHING)
        assert as_outcome(played, value) == worth, Position(played, state).text


@pytest.mark.parametrize("players", [2, 3])
def test_one_against_all_others_is_worth_what_the_search_says(players: int):
    played = game("grow", "square:2x2", players=players)
    start = played.start()
    solution = solve(Position.start(played))
    if players == 2:
        assert values(played)[start].value == solution.value
        return
    alone = [values(played, party=player)[start].value for player in range(players)]
    assert [alone[0], -alone[1], -alone[2]] == solution.value


def test_too_many_positions_are_refused():
    with pytest.raises(ValueError, match="esgros on hex:4 has more than 50 positions"):
        values(game("esgros", "hex:4"), most=50)


def test_more_than_two_players_need_a_party():
    three = game("grow", "path:3", players=3)
    with pytest.raises(ValueError, match="need a party: 0 to 2"):
        values(three)
    assert values(three, party=0)
