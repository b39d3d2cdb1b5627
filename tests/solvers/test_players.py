"""Players of several strengths: legal turns, the same from the same seed, stronger ones stronger,
and perfect where they see the end.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import ruleproof
from ruleproof import Position, TextError, game, solve
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.template import RULEBOOK
from ruleproof.solvers.playing.players.estimate import CERTAIN, weights_of
from ruleproof.solvers.playing.players.games import play_out
from ruleproof.solvers.playing.players.players import player, players, ranked
from ruleproof.solvers.playing.values.scale import sign
from tests.ready import ready

BOARDS: list[str] = [
    "esgros hex:3", "esgros hex:2 pie=on", "gro dish:1,1 tokens=4",
    "gro dish:1,1 tokens=3 repetition=loss-3", "incrowd square:4x4", "sow square:3x4 height=2",
    "sow square:2x3 height=1 repetition=forbidden", "grow square:4x4", "grow square:3x4 players=3",
    "grow square:3x3 players=4 drop=mandatory", "clobber square:4x4", "connect-four square:5x5",
    "template square:3x4",
]  # fmt: skip
NAMES = ["random", "careless:3", "greedy", "shallow:3", "mcts:40"]


def made(said: str) -> Game:
    name, board, *_ = said.split()
    return make_game(RULEBOOK, board, {}) if name == "template" else ready(said)


@pytest.mark.parametrize("said", BOARDS)
@pytest.mark.parametrize("who", NAMES)
def test_every_move_of_a_game_is_legal_and_the_winner_is_the_rules(said: str, who: str):
    played = made(said)
    mixed = [who if k % 2 == 0 else "random" for k in range(len(played.players))]
    for seed in range(3):
        found = play_out(played, players(mixed), seed, plies=300)
        compiled = engine(played)
        position = Position.start(played)
        for move, row in zip(found.moves, found.rows, strict=False):
            assert np.array_equal(row, compiled.row(position.state)), position.text
            assert played.show_move(move) in position.moves()
            position = position.after(move)
        assert np.array_equal(found.rows[-1], compiled.row(position.state))
        assert position == found.positions[-1]
        assert found.ended == position.over
        result = position.result
        assert found.winner == (None if result is None or not result.player else result.player - 1)


@pytest.mark.parametrize("said", BOARDS)
@pytest.mark.parametrize("who", NAMES)
def test_a_turn_is_whole(said: str, who: str):
    played = made(said)
    line = play_out(played, players(["random"] * len(played.players)), 5, plies=30).positions
    for position in line[:-1:5]:
        turn = player(who).choose(position, seed=1)
        assert turn
        for number, move in enumerate(turn, 1):
            assert played.show_move(move) in position.moves()
            after = position.after(move)
            if number < len(turn):
                assert played.plays_on(position.state, after.state)
            else:
                assert after.over or not played.plays_on(position.state, after.state)
            position = after


@pytest.mark.parametrize("who", NAMES)
def test_the_same_seed_plays_the_same_game_and_another_one_another(who: str):
    small = game("esgros", "hex:3")
    games = [play_out(small, players([who, who]), seed).moves for seed in (1, 2, 1, 3)]
    assert games[0] == games[2]
    assert len(set(games)) == 3
    middle = play_out(small, players([who, who]), 1).positions[5]
    assert player(who).choose(middle, 4) == player(who).choose(middle, 4)


PAIRS = [
    ("esgros hex:3", "shallow:2", "random", 100),
    ("esgros hex:4", "careless:5", "careless:2", 100),
    ("esgros hex:3", "mcts:16", "random", 100),
    ("esgros hex:3", "mcts:256", "mcts:16", 60),
    ("gro dish:1,1 tokens=4", "shallow:2", "random", 100),
    ("incrowd square:5x5", "greedy", "random", 100),
    ("incrowd square:5x5", "mcts:256", "greedy", 40),
    ("sow square:3x4 height=2", "mcts:64", "random", 60),
    ("grow square:4x4", "greedy", "random", 100),
    ("grow square:4x4", "mcts:64", "random", 40),
    ("connect-four square:5x5", "shallow:4", "greedy", 100),
    ("connect-four square:5x5", "mcts:512", "mcts:16", 60),
    ("clobber square:4x4", "mcts:64", "random", 100),
]


@pytest.mark.slow
@pytest.mark.parametrize(("said", "strong", "weak", "games"), PAIRS)
def test_the_stronger_player_beats_the_weaker_one(said: str, strong: str, weak: str, games: int):
    played = made(said)
    lead = 0
    for seed in range(games):
        first = seed % 2
        winner = play_out(played, players([weak, strong] if first else [strong, weak]), seed).winner
        lead += 0 if winner is None else 1 if winner == first else -1
    assert lead > games // 4


def test_the_tree_wins_a_game_that_two_passes_would_draw():
    """Once nothing seemed better than anything else when it was far ahead, and it passed."""
    dish = game("gro")
    winners = [play_out(dish, players(["mcts:64", "random"]), seed).winner for seed in range(8)]
    assert winners.count(0) >= 7


def test_a_reply_that_draws_counts_against_a_pass():
    text = (
        "- - . . . . - - / - . r4 . . . . - / . r4 r2 . . . . . / . . . . . . . . / "
        ". . . . . . . . / . . . . . b1 . . / - . . . . . . - / - - . . . . - - ; red placed=2"
    )
    position = Position.read(game("gro"), text)
    order = [one.move for one in ranked(position, 1024, seed=1)]
    visits = {position.game.show_move(one.move): one.visits for one in ranked(position, 1024, 1)}
    assert position.game.show_move(order[0]) != "pass"
    assert visits["pass"] < max(visits.values())


def test_points_are_a_part_of_the_estimate():
    for name, board in (("grow", "square:7x7"), ("incrowd", "square:5x5")):
        assert weights_of(game(name, board))[-1] > 0
    assert weights_of(game("esgros", "hex:3"))[-1] == 0


def test_with_three_players_the_tree_beats_two_random_ones():
    played = game("grow", "square:3x4", players=3)
    won = 0
    for seed in range(60):
        names = ["random"] * 3
        names[seed % 3] = "mcts:64"
        won += play_out(played, players(names), seed).winner == seed % 3
    assert won > 30  # a third of them would be chance


ENDINGS = [
    ("esgros hex:2", 8),
    ("esgros path:5 pie=on", 8),
    ("incrowd square:2x4", 5),
    ("gro dish:1,1 tokens=3", 2),
    ("sow square:2x3 height=1", 4),
    ("grow square:2x2 drop=mandatory", 6),
    ("connect-four square:4x4", 7),
    ("clobber square:3x3", 6),
]


@pytest.mark.slow
@pytest.mark.parametrize(("said", "last"), ENDINGS)
def test_endings_are_played_perfectly(said: str, last: int):
    played = made(said)
    strong, held = player("mcts:4000"), 0
    for seed in range(8):
        line = play_out(played, players(["random", "random"]), seed, plies=60)
        if not line.ended:
            continue
        for position in line.positions[-1 - last : -1]:
            worths = {move: _after(position, move) for move in played.moves(position.state)}
            move = strong.choose(position, seed)[0]
            assert worths[move] == max(worths.values()), position.text
            held += len(set(worths.values())) > 1
    assert held >= 5


def _after(position: Position, move: int) -> int:
    """What a move is worth to whoever makes it: 1, 0 or -1."""
    after = position.after(move)
    again = position.game.plays_on(position.state, after.state)
    return _worth(after) if again else -_worth(after)


def _worth(position: Position) -> int:
    """1, 0 or -1 for the side to move."""
    if position.over:
        return sign(position.game.payoff(position.state))
    value: Any = solve(position).value
    if position.game.rulebook.scored:
        return sign(value) * (1 if position.state.side == 0 else -1)
    return {"win": 1, "draw": 0, "loss": -1}[value]


def test_weights_tell_won_positions_from_lost_ones():
    played = game("incrowd", "square:5x5")
    weights, compiled = weights_of(played), engine(played)
    right = told = 0
    for seed in range(1000, 1040):
        found = play_out(played, players(["random", "random"]), seed)
        row = [int(word) for word in compiled.row(found.positions[-4].state)]
        bits = [k for k in range(64 * (len(row) - 1)) if row[k // 64] >> k % 64 & 1]
        guess = int(sum(weights[bits]))
        told += found.winner is not None
        right += found.winner is not None and (guess > 0) == (found.winner == 0)
    assert right > 0.8 * told
    assert 0 < abs(weights).max() < 4 * CERTAIN


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "strong",
            "a player is random, careless:MOVES (MOVES from 1 to 99), greedy, shallow:PLIES",
        ),
        ("greedy:3", "a player is"),
        ("mcts:0", "mcts takes PLAYOUTS from 1 to"),
        ("shallow:9", "shallow takes PLIES from 1 to 8: 'shallow:9'"),
        ("", "a player is"),
    ],
)
def test_a_name_that_nobody_has_is_refused(name: str, says: str):
    with pytest.raises(TextError) as error:
        player(name)
    assert says in str(error.value)


def test_players_know_their_names_and_stand_at_the_front_door():
    assert ruleproof.player is player
    for name in ("random", "greedy", "shallow:3", "mcts:16"):
        assert player(name).name == name
    assert player("mcts").name == "mcts:256"


def test_a_game_that_is_over_or_has_other_players_is_refused():
    small = game("esgros", "hex:2")
    over = play_out(small, players(["random", "random"]), 1).positions[-1]
    with pytest.raises(ValueError, match="the game is over"):
        player("random").choose(over, 1)
    with pytest.raises(ValueError, match="2 players, not 1"):
        play_out(small, players(["random"]), 1)


def test_a_long_game_is_cut_off_and_says_so():
    played = play_out(game("gro"), players(["random", "random"]), 1, plies=10)
    assert (len(played.moves), played.ended, played.winner) == (10, False, None)


@pytest.mark.slow
def test_a_game_of_long_turns_is_cut_off_by_turns_and_not_by_moves():
    big = game("grow", "square:12x12")
    whole = play_out(big, players(["random", "random"]), 1)
    assert whole.ended
    assert len(whole.moves) > 10 * whole.turns
    sides = [here.state.side for here in whole.positions[:-1]]
    assert whole.turns == 1 + sum(one != other for one, other in pairwise(sides))
    short = play_out(big, players(["random", "random"]), 1, 20)
    assert (short.turns, short.ended) == (20, False)
    assert short.moves == whole.moves[: len(short.moves)]
    assert short.positions[-1].state.side != sides[len(short.moves) - 1]


def test_a_long_game_has_room_for_all_its_moves():
    played = play_out(game("gro"), players(["random", "random"]), 1, plies=2500)
    assert len(played.moves) == 2500 or played.ended
    assert played.positions[-1].text == Position.start(game("gro")).play(played.line).text
