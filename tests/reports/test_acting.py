"""Sentences that act: held against what the positions of games show."""

from __future__ import annotations

from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.statistics.acting import acting, ending, forced_passes, without_names
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import players
from ruleproof.solvers.playing.players.survey import survey

PLAYED = {
    "esgros": ("hex:3", {}),
    "gro": ("dish:1,1", {"tokens": 4}),
    "grow": ("square:3x3", {}),
    "incrowd": ("square:5x5", {}),
    "sow": ("square:3x6", {}),
}


def acts(of: Game, before: str, move: str, sentence: str) -> bool:
    """Whether the sentence that begins so acts in a move."""
    here = Position.read(of, before)
    (test,) = [one for text, one in of.rulebook.words.acting.items() if text.startswith(sentence)]
    return test(of, here.state, of.read_move(move), here.play([move]).state)


@pytest.mark.parametrize("name", PLAYED)
def test_sentences_act_in_some_moves_and_not_in_others(name: str):
    board, settings = PLAYED[name]
    of = game(name, board, **settings)
    found: dict[str, int] = dict.fromkeys(rulebook(name).words.acting, 0)
    looked = 0
    for seed in range(20):
        played = play_out(of, players(["random", "random"]), seed, plies=300)
        counts, moves = acting(played)
        assert acting(played) == (counts, moves)
        assert set(counts) == set(found)
        looked += moves
        for sentence, many in counts.items():
            assert 0 <= many <= moves
            found[sentence] += many
        if played.ended:
            assert ending(played)
    unseen = [one for one, many in found.items() if not 0 < many < looked]
    # that of the other edition, and one that random players seldom bring about
    spared = "Place a stone on an empty cell so", "Place a stone of"
    assert all(one.startswith(spared) for one in unseen)


def test_stones_that_are_removed_are_those_that_vanish():
    of = game("esgros", "hex:3")
    played = play_out(of, players(["random", "random"]), 4)
    lost = survey(played).lost
    assert lost
    assert any(lost)
    (test,) = [one for text, one in of.rulebook.words.acting.items() if text.startswith("Remove")]
    here = played.positions
    for ply, (move, gone) in enumerate(zip(played.moves, lost, strict=True)):
        assert test(of, here[ply].state, move, here[ply + 1].state) == bool(gone)


CASES: list[tuple[str, str, dict[str, Any], str, str, str, bool]] = [
    ("grow", "path:4", {}, "r1 . . b1 ; red", "a1-b1", "Move the head-stone to any", True),
    ("grow", "path:4", {}, "r1 . . b1 ; red", "a1-b1", "Then, if the space", True),
    ("grow", "path:4", {}, "r1 . . b1 ; red", "@b1", "Then, if the space", False),
    ("grow", "path:4", {}, "r1 r0 . b1 ; red", "a1-b1", "If the head-stone is adjacent", True),
    ("grow", "path:4", {}, "r1 r0 . b1 ; red", "a1-b1", "Move the head-stone to any", False),
    ("incrowd", "square:1x6", {}, "B . W B . W ; black", "b1", "PHASE 2", True),
    ("incrowd", "square:1x6", {}, "B . W B . W ; black", "b1", "This can result", False),
    ("incrowd", "square:1x7", {}, "W . W . B . B ; black", "b1", "If a stone is placed", True),
    ("incrowd", "square:1x7", {}, "W . W . B . B ; black", "b1", "PHASE 2", False),
    ("sow", "square:1x4", {"height": 1}, "R . . L ; left", "d1:x:", "A player who has", True),
    ("sow", "square:1x4", {"height": 1}, "L R . . ; left", "a1:F:L", "A player who has", False),
    ("sow", "square:1x4", {"height": 1}, "L R . . ; left", "a1:F:L", "A stack is", True),
    ("sow", "square:1x4", {"height": 1}, "L . . R ; left", "a1:F:L", "A stack is", False),
]


@pytest.mark.parametrize(("name", "board", "settings", "text", "move", "sentence", "acted"), CASES)
def test_a_sentence_acts_where_its_words_say(
    name: str,
    board: str,
    settings: dict[str, Any],
    text: str,
    move: str,
    sentence: str,
    acted: bool,
):
    assert acts(game(name, board, **settings), text, move, sentence) == acted


def test_reasons_of_ends_tell_no_players_and_no_scores():
    assert without_names(game("grow"), "no space is unoccupied; a draw between red, blue") == (
        "no space is unoccupied"
    )
    assert without_names(game("clobber"), "black has no move") == "the player has no move"


def test_passes_are_forced_where_a_turn_has_no_other_move():
    of = game("incrowd", "square:3x3")
    forced = 0
    for seed in range(40):
        played = play_out(of, players(["random", "random"]), seed)
        passes = [here for here in played.positions if here.moves() == ["pass"]]
        assert forced_passes(played, survey(played).choices) == len(passes)
        forced += len(passes)
    assert forced
    ends = play_out(game("grow", "square:3x3"), players(["random", "random"]), 3)
    assert any(here.moves() == ["end"] for here in ends.positions)
    assert forced_passes(ends, survey(ends).choices) == 0  # they end turns that did something
    other = play_out(game("clobber", "square:3x3"), players(["random", "random"]), 3)
    assert forced_passes(other, survey(other).choices) is None


def test_a_rulebook_without_such_sentences_is_not_counted():
    played = play_out(game("connect-four", "square:4x4"), players(["random", "random"]), 1)
    assert acting(played) == ({}, 0)
