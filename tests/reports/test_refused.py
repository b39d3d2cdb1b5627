"""Refused moves: counted by the sentence that refuses them."""

from __future__ import annotations

from ruleproof import game
from ruleproof.reports.statistics.refused import by_player, reason, refused
from ruleproof.solvers.players.games import play_out
from ruleproof.solvers.players.players import players


def test_reasons_tell_no_cells_and_no_numbers():
    assert reason("no head of blue on d3, against “For each 1”") == (
        "no head of blue on …, against “For each 1”"
    )
    assert reason("e6 is adjacent to d5, e5 and f7") == "… is adjacent to …"


def test_players_are_left_out():
    chosen = game("grow", "square:2x2")
    counts = {"no head of blue on …": 2, "no head of red on …": 3, "against “red”": 1}
    assert by_player(chosen, counts) == {"no head of … on …": 5, "against “red”": 1}


def test_moves_are_refused_by_the_rules_alone():
    """What is refused was legal elsewhere in the game, so a full cell is the commonest reason."""
    played = play_out(game("esgros", "hex:3"), players(["random", "random"]), 5)
    counts, asked = refused(played)
    assert refused(played) == (counts, asked)
    assert 0 < counts.total() <= asked
    assert counts["a stone is placed on an empty cell"] > 0


def test_a_rulebook_without_reasons_is_asked_nothing():
    played = play_out(game("connect-four", "square:4x4"), players(["random", "random"]), 1)
    assert played.first.game.rulebook.words.refusal is None
    assert refused(played) == ({}, 0)
