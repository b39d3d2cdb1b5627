"""Grow's perft data (`perft.jsonl`, see `make_perft.py`) by compiled rules, by plain ones, and by
the constraints.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import z3

from ruleproof import Game, Position, game
from ruleproof.models.grow import constraints
from ruleproof.models.kernels import PLAYING, engine
from ruleproof.models.symbolic import constant, fresh, read_state, together
from ruleproof.solvers.perft import perft, plain_perft

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("perft.jsonl").read_text().splitlines()
]


def read(line: dict[str, Any]) -> Position:
    chosen = {name.replace("-", "_"): value for name, value in line["settings"].items()}
    return Position.read(game("grow", line["board"], **chosen), line["position"])


def test_the_data_is_large_enough_and_covers_every_setting():
    assert len(LINES) == 2966
    assert sum(len(line["counts"]) for line in LINES) == 15204
    assert len({json.dumps(line["settings"]) for line in LINES}) == 96
    amid_a_turn = [
        line for line in LINES if "'" in line["position"] or "dropped=yes" in line["position"]
    ]
    assert len(amid_a_turn) == 1453
    keys = {json.dumps([line[k] for k in ("board", "settings", "position")]) for line in LINES}
    assert len(keys) == len(LINES)


def held(lines: list[dict[str, Any]], most: int) -> None:
    for line in lines:
        position = read(line)
        assert position.text == line["position"]
        for depth, count in enumerate(line["counts"], 1):
            if count <= most:
                assert perft(position.game, (position.state,), depth) == count, line
            if count <= most // 10:
                assert perft(position.game, (position.state,), depth, bulk=False) == count, line


def test_a_sample_by_compiled_rules():
    held(LINES[::7], 20_000)


@pytest.mark.slow
def test_the_whole_by_compiled_rules():
    held(LINES, 50_000)


def spaces(chosen: Game, p: Any, depth: int) -> list[int]:
    if depth == 0:
        return [chosen.score(p, player) for player in range(len(chosen.players))]
    ends = [spaces(chosen, chosen.play(p, move), depth - 1) for move in chosen.moves(p)]
    return [sum(each) for each in zip(*ends, strict=True)] or [0] * len(chosen.players)


def plainly_held(lines: list[dict[str, Any]], most: int) -> None:
    for line in lines:
        position = read(line)
        for depth, count in enumerate(line["counts"], 1):
            if count <= most:
                assert plain_perft(position.game, (position.state,), depth) == count, line
        for depth, expected in enumerate(line["spaces"], 1):
            assert spaces(position.game, position.state, depth) == expected, line


def test_a_sample_by_plain_rules():
    plainly_held(LINES[3::29], 500)


@pytest.mark.slow
def test_the_whole_by_plain_rules():
    plainly_held(LINES, 2_000)


def successors(chosen: Game, state: Any) -> list[Any]:
    """The positions after each move that the constraints allow."""
    p, move, q = constant(chosen, state), constraints.fresh_move(chosen, "m"), fresh(chosen, "q")
    solver = z3.Solver()
    solver.add(together(constraints.step(chosen, p, move, q)))
    found: list[Any] = []
    while solver.check() == z3.sat:
        model = solver.model()
        found.append(read_state(chosen, model, q))
        code = constraints.read_move(chosen, model, move)
        solver.add(z3.Not(constraints.move_is(chosen, move, code)))
    return found


def constrained_perft(chosen: Game, state: Any, depth: int) -> int:
    after = successors(chosen, state)
    if depth == 1:
        return len(after)
    return sum(constrained_perft(chosen, one, depth - 1) for one in after)


def held_by_constraints(lines: list[dict[str, Any]], most: int) -> int:
    """The number of counts reproduced: those of which `most` sequences at most are counted."""
    reproduced = 0
    for line in lines:
        position = read(line)
        for depth, count in enumerate(line["counts"], 1):
            if count <= most and position.game.board.size <= 12:
                assert constrained_perft(position.game, position.state, depth) == count, line
                reproduced += 1
    return reproduced


def test_a_sample_by_the_constraints():
    assert held_by_constraints(LINES[5::131], 8) > 10


@pytest.mark.slow
def test_a_tenth_by_the_constraints():
    counts = sum(len(line["counts"]) for line in LINES)
    assert held_by_constraints(LINES[::3], 12) > counts // 10


@pytest.mark.parametrize("line", LINES[4::97], ids=lambda line: line["board"])
def test_every_move_is_the_same_compiled_and_interpreted(line: dict[str, Any]):
    position = read(line)
    compiled = engine(position.game)
    kernels, masks, numbers = compiled.kernels, compiled.masks, compiled.numbers
    row, after = compiled.row(position.state), np.zeros(compiled.row_words, np.uint64)
    found = compiled.move_list()
    many = kernels.moves(masks, numbers, row, found)
    moves = [int(move) for move in found[1 : many + 1]]
    assert moves == position.game.moves(position.state)
    assert kernels.bulk(masks, numbers, row, found) == many
    for move in moves:
        again = kernels.play(masks, numbers, row, move, after)
        q = position.game.play(position.state, move)
        assert compiled.state(after) == q
        assert again == (1 if q.side == position.state.side else -1)
        ended = kernels.ended(masks, numbers, after)
        assert ended == (position.game.payoff(q) if position.game.over(q) else PLAYING)
        for player in range(len(position.game.players)):
            assert kernels.score(masks, numbers, after, player) == position.game.score(q, player)
