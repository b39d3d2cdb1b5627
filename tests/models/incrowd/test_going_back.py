"""Going back from long chains misses no turn, and no position with such a chain."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof.models.incrowd import rules
from ruleproof.models.incrowd.claims import predicates
from ruleproof.models.incrowd.claims.evidence import MOST_FLIPS
from ruleproof.models.incrowd.claims.going_back import READINGS, back_from_chains
from ruleproof.models.play.game import Game, game
from ruleproof.solvers.verify.going_back import leads_back
from ruleproof.solvers.verify.play import Looking, reachable


def stones(p: Any) -> tuple[int, int]:
    return p.black, p.white


def drops(one: Game, p: Any) -> list[int]:
    """The drops of phase 2."""
    apart = rules.free(one.field, p)
    return [] if apart or one.over(p) else [move for move in one.moves(p) if move != rules.PASS]


@pytest.mark.parametrize("board", ["square:2x3", "square:2x4"])
def test_every_turn_can_be_gone_back(board: str):
    one = game("incrowd", board)
    back = back_from_chains(one, 1, 1)
    assert back is not None
    turns: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for p in reachable(one, Looking()):
        for move in drops(one, p):
            turns.setdefault(stones(one.play(p, move)), set()).add(stones(p))
    assert turns
    for after, befores in turns.items():
        state = one.start()._replace(black=after[0], white=after[1])
        found = list(back.before(state))
        assert befores <= {stones(p) for p in found}
        for p in found:  # each by the rules
            movers = [p._replace(side=side) for side in (rules.BLACK, rules.WHITE)]
            assert any(
                stones(one.play(q, cell)) == after
                for q in movers
                for cell in range(one.board.size)
                if not (q.black | q.white) >> cell & 1
            )


def test_all_positions_with_such_a_drop_are_ends():
    one = game("incrowd", "square:2x3")
    back = back_from_chains(one, 2, 2)
    assert back is not None
    ends = {back.name(p) for p in back.ends}
    wanted: set[object] = set()
    for p in MOST_FLIPS.positions(one):
        for move in drops(one, p):
            if predicates.flips(one.field, one.rules, p, move, one.play(p, move)) >= 2:
                wanted.add(back.name(p))
    assert wanted
    assert wanted <= ends


@pytest.mark.parametrize("board", ["square:2x2", "square:1x5", "square:2x3", "square:2x4"])
def test_going_back_agrees_with_playing_on(board: str):
    one = game("incrowd", board)
    most = max(
        predicates.flips(one.field, one.rules, p, move, one.play(p, move))
        for p in reachable(one, Looking())
        for move in drops(one, p)
    )
    for least in range(1, most + 2):
        back = back_from_chains(one, least, least)
        assert back is not None
        assert leads_back(back, Looking()) is (least <= most)


@pytest.mark.parametrize("name", READINGS)
def test_other_readings_are_not_gone_back_under(name: str):
    other = {"majority": "cells", "chain": "global", "turncoat-chain": "on"}[name]
    one = game("incrowd", "square:2x3", **{name.replace("-", "_"): other})
    assert back_from_chains(one, 1, 2) is None


def test_large_boards_are_not_gone_back_on():
    assert back_from_chains(game("incrowd", "square:4x5"), 12, 12) is not None
    assert back_from_chains(game("incrowd", "square:5x5"), 16, 16) is None
