"""Grow's rules held against the sheet played out with single heads as objects: no sets of cells, no
digits, nothing shared with the rules but the names of spaces. Every setting, 2 to 4 players.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof import Board, Position, game
from ruleproof.models.errors import TextError
from ruleproof.models.play.records import read_record, replay
from tests.plain import reachable

SETTINGS = [
    dict(zip(("players", "order", "drop", "new_head", "stall"), values, strict=True))
    for values in product(
        (2, 3, 4),
        ("free", "drop-first", "moves-first", "simultaneous"),
        ("optional", "mandatory"),
        ("rests", "moves"),
        ("endless", "score"),
    )
]
COLOURS = ("red", "blue", "green", "yellow")


@dataclass
class Head:
    owner: str
    space: str
    spent: bool


@dataclass
class Table:
    """A game on a real table: who owns which space, every head, what the turn has seen."""

    spaces: nx.Graph[str]
    chosen: Mapping[str, object]
    owner: dict[str, str] = field(default_factory=dict[str, str])
    heads: list[Head] = field(default_factory=list[Head])
    mover: int = 0
    setup: bool = True
    drop: str = ""
    moved: bool = False
    idle: int = 0
    before: dict[str, str] = field(default_factory=dict[str, str])
    drops: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))

    @property
    def players(self) -> tuple[str, ...]:
        return COLOURS[: int(str(self.chosen["players"]))]

    @property
    def me(self) -> str:
        return self.players[self.mover]

    @property
    def over(self) -> bool:
        return set(self.owner) == set(self.spaces) or self.idle == len(self.players)

    def moves(self) -> set[str]:
        order = self.chosen["order"]
        empty = [space for space in self.spaces if space not in self.owner]
        if self.over:
            return set()
        if self.setup:
            return {f"@{space}" for space in empty}
        found: set[str] = set()
        if not self.drop and not (order == "drop-first" and self.moved):
            found |= {f"@{space}" for space in empty}
        if self.drop or self.chosen["drop"] == "optional":
            found.add("end")
        if order == "moves-first" and self.drop:
            return found
        if order == "drop-first" and self.chosen["drop"] == "mandatory" and not self.drop:
            return found
        judged = self.before if order == "simultaneous" else self.owner
        for head in self.heads:
            if head.owner == self.me and not head.spent:
                found |= {f"{head.space}-{target}" for target in self.targets(head, judged)}
        return found

    def targets(self, head: Head, judged: dict[str, str]) -> set[str]:
        mine = {space for space, owner in judged.items() if owner == self.me} | {head.space}
        group = nx.node_connected_component(self.spaces.subgraph(mine), head.space)
        beside = {space for space in self.spaces[head.space] if space not in judged}
        if self.chosen["order"] == "simultaneous":
            beside.discard(self.drop)
        return (set(group) | beside) - {head.space}

    def play(self, move: str) -> None:
        if move == "end":
            idle = self.chosen["stall"] == "score" and not self.drop and not self.moved
            self.idle = self.idle + 1 if idle else 0
            self.pass_on()
            return
        self.idle = 0
        if move.startswith("@"):
            rests = self.chosen["new_head"] == "rests" or self.chosen["order"] == "moves-first"
            self.drop = move[1:]
            self.owner[self.drop] = self.me
            self.drops[self.me] += 1
            self.heads.append(Head(self.me, self.drop, rests))
            if self.setup:
                self.setup = self.mover + 1 < len(self.players)
                self.pass_on()
            return
        origin, target = move.split("-")
        head = next(
            head
            for head in self.heads
            if head.space == origin and head.owner == self.me and not head.spent
        )
        head.space, head.spent, self.moved = target, True, True
        self.owner[target] = self.me

    def pass_on(self) -> None:
        self.mover = (self.mover + 1) % len(self.players)
        self.drop, self.moved = "", False
        self.before = dict(self.owner)
        for head in self.heads:
            head.spent = False

    def token(self, space: str) -> str:
        if space not in self.owner:
            return "."
        here = [head.spent for head in self.heads if head.space == space]
        return f"{self.owner[space][0]}{len(here)}{chr(39) * sum(here)}"

    def score(self) -> list[int]:
        owners = list(self.owner.values())
        return [owners.count(name) for name in self.players]


def laid_out(board: Board, chosen: Mapping[str, object]) -> Table:
    """An empty table."""
    spaces: nx.Graph[str] = nx.Graph()
    spaces.add_nodes_from(board.names)
    spaces.add_edges_from((board.names[a], board.names[b]) for a, b in board.graph.edges)
    return Table(spaces, chosen)


def follow(board: str, chosen: dict[str, object], seed: int, plies: int) -> None:
    """Plays a random game on both and compares everything at every step."""
    position = Position.start(game("grow", board, **chosen))
    names = position.game.board.names
    table = laid_out(position.game.board, chosen)
    chance = random.Random(seed)
    for _ in range(plies):
        assert set(position.moves()) == table.moves(), position.text
        assert len(position.moves()) == len(set(position.moves())) <= position.game.most_moves
        assert position.over == table.over
        assert position.game.faults(position.state) == []
        assert Position.read(position.game, position.text) == Position(
            position.game, position.state
        )
        picture = position.text.partition(" ;")[0].replace("/ ", "").split()
        rows = [names[cell] for row in position.game.board.rows for cell in row]
        assert picture == [table.token(space) for space in rows]
        assert position.side == table.me
        owned = {player: sum(h.owner == player for h in table.heads) for player in COLOURS}
        assert owned == table.drops
        if table.over:
            assert position.result is not None
            assert position.result.score == table.score()
            return
        moves = sorted(table.moves())
        if "end" in moves and len(moves) > 1 and chance.random() < 0.7:
            moves.remove("end")
        move = chance.choice(moves)
        before = dict(table.owner)
        table.play(move)
        assert before.items() <= table.owner.items()
        position = position.play(move)


@pytest.mark.parametrize("chosen", SETTINGS, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_the_rules_are_the_sheet_played_out(chosen: dict[str, object]):
    for seed, board in enumerate(("square:2x2", "square:3x3", "square:3x5", "path:6")):
        follow(board, chosen, seed, 60)


@pytest.mark.parametrize("chosen", SETTINGS, ids=lambda chosen: "-".join(map(str, chosen.values())))
@pytest.mark.parametrize("size", ["small", pytest.param("larger", marks=pytest.mark.slow)])
def test_what_is_told_as_a_fault_never_comes_up_in_play(size: str, chosen: dict[str, object]):
    boards = {
        "small": ("path:2", "path:3", "path:4", "square:2x2"),
        "larger": ("path:5", "square:2x3"),
    }
    for board in boards[size]:
        with suppress(TextError):  # too small for so many players
            one = game("grow", board, **chosen)
            found = reachable(one)
            assert len(found) > 2
            assert [state for state in found if one.faults(state)] == []


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SETTINGS),
    st.sampled_from(["square:1x4", "square:2x3", "square:4x4", "square:6x5"]),
    st.integers(0, 2**32),
)
def test_any_game_is_the_sheet_played_out(chosen: dict[str, object], board: str, seed: int):
    follow(board, chosen, seed, 80)


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_is_replayed(players: int):
    """The record's moves, positions, last position and result, on the table and by the rules."""
    record = read_record(Path(__file__).with_name(f"transcript-{players}.json").read_text("utf-8"))
    positions = replay(record)
    chosen = {name.replace("-", "_"): value for name, value in record.settings.items()}
    table = laid_out(positions[0].game.board, chosen)
    assert len(record.moves) > 30
    for move in record.moves:
        assert move in table.moves()
        table.play(move)
    assert table.over
    assert record.result is not None
    assert record.result.score == tuple(table.score())
    last = positions[-1].text.partition(" ;")[0].replace("/ ", "").split()
    names = positions[0].game.board.names
    rows = [names[cell] for row in positions[0].game.board.rows for cell in row]
    assert last == [table.token(space) for space in rows]
    assert not any(position.game.faults(position.state) for position in positions)
