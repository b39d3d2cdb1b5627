"""`Table`: a table file read in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, Table, build_table, game
from ruleproof.solvers.values.reference import Worth, values

SMALL: list[tuple[str, str, dict[str, Any], int]] = [
    ("esgros", "hex:2", {}, 27),
    ("incrowd", "square:2x3", {}, 200),
    ("gro", "dish:1,1", {"tokens": 1}, 40),
    ("sow", "square:2x3", {"height": 1}, 300),
    ("grow", "square:2x2", {}, 62),
]


def in_words(position: Position, worth: Worth) -> tuple[str | int, int | None]:
    if position.game.rulebook.scored:
        return (worth.value if position.state.side == 0 else -worth.value), None
    return {1: "win", 0: "draw", -1: "loss"}[worth.value], worth.plies


@pytest.mark.parametrize(("name", "board", "settings", "many"), SMALL)
def test_entries_and_look_ups_are_the_worth_of_every_position(
    name: str, board: str, settings: dict[str, Any], many: int, tmp_path: Path
):
    played = game(name, board, **settings)
    build_table(played, tmp_path / "table.rpt")
    known = values(played)
    with Table(tmp_path / "table.rpt") as table:
        assert len(table) == many
        entries = list(table)
        assert len({entry.position.state for entry in entries}) == many
        for position, worth in entries:
            assert Position.read(played, position.text).state == position.state
            assert table.look_up(position) == worth
        for state, worth in known.items():
            position = Position(played, state)
            found = table.look_up(position)
            assert found is not None
            told = found.value, found.distance if worth.plies != 0 else worth.plies
            assert told == in_words(position, worth), position.text


def test_a_line_is_looked_up_from_the_table_s_start(tmp_path: Path):
    played = game("esgros", "path:4")
    path = tmp_path / "table.rpt"
    build_table(Position.start(played).play("a1"), path)
    with Table(path) as table:
        assert table.look_up("b1 d1") == table.look_up(Position.start(played).play("a1 b1 d1"))
        assert repr(table) == f"Table({str(path)!r})"
        with pytest.raises(ValueError, match="the table is of esgros on path:4"):
            table.look_up(Position.start(game("esgros", "path:5")))
