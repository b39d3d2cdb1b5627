"""Clauses that never decide anything are found, and only those."""

from __future__ import annotations

from ruleproof import Position, game
from ruleproof.solvers.reasoning.checking.dead_rules import dead_rules


def test_the_swap_clause_is_alive_and_the_others_are_dead_on_a_tiny_board():
    words = {v.id: v for v in dead_rules(game("esgros", "path:3"))}
    assert words["clause:swap"].verdict == "witnessed"
    for clause in ("own", "enemy"):
        assert words[f"clause:{clause}"].verdict == "refuted"
        assert words[f"clause:{clause}"].as_expected


def test_a_witness_is_a_position_where_the_clause_forbids_a_move():
    chosen = game("esgros", "path:5")
    verdict = next(v for v in dead_rules(chosen) if v.id == "clause:own")
    there = Position.read(chosen, verdict.witness or "")
    empty = [name for name in chosen.board.names if not _taken(there, name)]
    assert set(there.moves()) < set(empty)


def _taken(position: Position, name: str) -> bool:
    cell = position.game.board.cell(name)
    return bool((position.state.black | position.state.white) >> cell & 1)
