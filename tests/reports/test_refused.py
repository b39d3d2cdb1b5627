"""Refused moves: counted by the sentence that refuses them."""

from __future__ import annotations

from ruleproof import game
from ruleproof.reports.statistics.refused import by_player, reason, refused, with_numbers
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players


def test_reasons_tell_no_cells_and_no_pieces_and_read_as_english():
    assert reason("no head of blue on d3, against “For each a1”") == (
        "no head of blue on that cell, against “For each a1”"
    )
    assert reason("e6 is adjacent to d5, e5 and f7") == "that cell is adjacent to others"
    assert reason("it kills your germ on d5 e5") == "it kills your germ on those cells"
    assert reason("a stack of 3 blocks: a2 holds LLR") == "a stack of 3 blocks"
    assert reason("only White may swap") == "only White may swap"


def test_numbers_that_never_vary_stay_and_the_others_are_told():
    counts = {f"a germ needs 2 and has {many}, against “1”": 1 for many in (0, 1)}
    groups = {f"a group of {many}": many for many in (3, 4, 6, 9)}
    assert with_numbers(counts | groups) == {
        "a germ needs 2 and has 0 or 1, against “1”": 2,
        "a group of 3 to 9": 22,
    }


def test_players_are_left_out():
    chosen = game("grow", "square:2x2")
    counts = {"no head of blue on it": 2, "no head of red on it": 3, "against “red”": 1}
    assert by_player(chosen, counts) == {"no head of the player on it": 5, "against “red”": 1}
    words = {"left has no piece": 1, "the last piece has left the board": 1}
    assert by_player(game("sow", "square:2x3"), words) == {
        "the player has no piece": 1,
        "the last piece has left the board": 1,
    }


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
