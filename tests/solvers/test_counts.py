"""How many positions a table tells of, against plain enumeration by the rules in Python."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.play.game import Game, State, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.playing.tables.write import write_table
from ruleproof.solvers.verify.tables.check import check

MOST = 3_000
"""Positions that are enumerated: of larger games nothing is said here."""
SMALLEST = {
    "esgros": ("path:4", "hex:2"),
    "gro": ("dish:1,1",),
    "grow": ("path:3", "square:2x2"),
    "incrowd": ("path:4", "square:2x3"),
    "sow": ("square:2x3", "square:2x4"),
    "connect-four": ("square:3x3",),
    "clobber": ("square:2x3",),
    "breakthrough": ("square:4x2",),
    "kalah": ("square:2x2",),
    "oust": ("path:4",),
    "chomp": ("square:2x3",),
    "hex-on-rhombus": ("rhombus:2x3",),
}
BASE: dict[str, dict[str, Any]] = {"gro": {"tokens": 1}, "sow": {"height": 1}}


def every_setting() -> list[tuple[str, str, dict[str, Any]]]:
    """Every game on its small boards, as it is and with each setting varied alone."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    for name in [*names(), *(one for one in SMALLEST if one not in names())]:
        for board in SMALLEST.get(name, ()):
            base = BASE.get(name, {})
            found.append((name, board, base))
            for setting in rulebook(name).settings:
                for value in list(setting.values)[:4]:
                    if value != base.get(setting.name, setting.default):
                        found.append((name, board, base | {setting.name: value}))
    return found


def without_history(one: Game, state: State) -> State:
    """The state, however often it came up before: tables do not tell that."""
    return state._replace(seen=one.start().seen) if one.rulebook.repetition.fields else state


def reachable(one: Game) -> set[State] | None:
    """All states that play from the start reaches, None if there are more than `MOST`."""
    found = {one.start()}
    waiting = list(found)
    while waiting:
        state = waiting.pop()
        for move in () if one.over(state) else one.moves(state):
            after = without_history(one, one.play(state, move))
            if after not in found:
                found.add(after)
                waiting.append(after)
        if len(found) > MOST:
            return None
    return found


def classes(one: Game, states: set[State]) -> int:
    """The number of classes of states that symmetries make the same."""
    two = len(one.players) == 2
    turns = [(turn, swap) for turn, swap in one.symmetries if two or not swap]
    left, many = set(states), 0
    while left:
        state = left.pop()
        left -= {one.image(state, turn, swap) for turn, swap in turns}
        many += 1
    return many


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "sow" else name
        for name in sorted({*names(), "connect-four", "clobber"})
    ],
)
def test_positions_are_counted_right_or_not_told(tmp_path: Path, name: str):
    path, tried = tmp_path / "table.rpt", 0
    for _, board, chosen in (one for one in every_setting() if one[0] == name):
        try:
            one = game(name, board, **chosen)
        except ValueError:
            continue  # the setting does not go with the board
        states = reachable(one)
        if states is None:
            continue
        party = 0 if len(one.players) > 2 else -1
        built = build(Position.start(one), path, party=party)
        assert built.entries == classes(one, states), (board, chosen)
        assert built.positions in (None, len(states)), (board, chosen)
        with TableFile(path) as table:
            assert table.head.said["positions"] == built.positions
        tried += 1
    assert tried


def test_positions_are_told_where_symmetries_keep_the_colours(tmp_path: Path):
    for name, board, chosen in (
        ("connect-four", "square:3x3", {}),
        ("grow", "path:3", {"players": 3, "drop": "mandatory"}),
    ):
        one = game(name, board, **chosen)
        party = 0 if len(one.players) > 2 else -1
        built = build(Position.start(one), tmp_path / "table.rpt", party=party)
        assert built.positions == len(reachable(one) or ())


@pytest.mark.slow
def test_a_count_that_entries_do_not_tell_is_refused(tmp_path: Path):
    path = tmp_path / "table.rpt"
    build(Position.start(game("esgros", "hex:2")), path)
    with TableFile(path) as table:
        said, blocks = table.head.said, [table.block(n) for n in range(table.blocks)]
    words = tuple(chain.from_iterable(block.words for block in blocks))
    values = blocks[0].values.astype("int16")
    write_table(path, said | {"positions": 189}, words, values, None)
    assert check(path) == ["its entries do not tell how many positions can be reached: 189"]
