"""Laws of every registered game: text both ways, legality, the end of play, compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from ruleproof.models.compiled.kernels import PLAYING, engine
from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.game import game
from ruleproof.models.position import Position
from ruleproof.models.states import WIDTHS, pack, unpack
from ruleproof.solvers.reach.perft import perft, plain_perft
from tests.strategies import REGISTERED, positions


@given(positions())
def test_text_goes_both_ways(position: Position) -> None:
    assert Position.read(position.game, position.text).state == position.state


@given(positions())
def test_moves_have_texts_of_their_own(position: Position) -> None:
    moves = position.legal_moves()
    texts = [position.game.show_move(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [position.game.read_move(text) for text in texts] == moves
    assert len(moves) <= position.game.most_moves


@given(positions())
def test_a_game_is_over_exactly_when_it_has_a_result(position: Position) -> None:
    assert position.over == (position.result is not None)
    assert position.over == (not position.moves())


@given(positions())
def test_what_play_leads_to_breaks_no_static_invariant(position: Position) -> None:
    assert position.game.faults(position.state) == []


@given(positions())
def test_symmetries_keep_moves_and_results(position: Position) -> None:
    played, state = position.game, position.state
    for turn, swap in played.symmetries:
        image = played.kept_by(state, turn, swap)
        assert played.over(image) == played.over(state)
        successors = {
            played.kept_by(played.play(state, move), turn, swap) for move in played.moves(state)
        }
        assert {played.play(image, move) for move in played.moves(image)} == successors
        if played.over(state) and len(played.players) == 2:
            assert played.payoff(image) == played.payoff(state)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_compiled_rules_are_the_plain_ones(position: Position) -> None:
    compiled = engine(position.game)
    kernels, masks, numbers = compiled.kernels, compiled.masks, compiled.numbers
    played, state, row = position.game, position.state, compiled.row(position.state)
    assert compiled.state(row) == state
    found = compiled.move_list()
    assert kernels.moves(masks, numbers, row, found) == found[0]
    moves = [int(move) for move in found[1 : found[0] + 1]]
    assert moves == played.moves(state)
    assert kernels.bulk(masks, numbers, row, compiled.move_list()) == len(moves)
    ended = kernels.ended(masks, numbers, row)
    assert (ended != PLAYING) == played.over(state)
    if played.over(state) and len(played.players) == 2:
        assert ended == played.payoff(state)
    if played.rulebook.scored:
        for player in range(len(played.players)):
            assert kernels.score(masks, numbers, row, player) == played.score(state, player)
    for move in moves:
        out = np.zeros(compiled.row_words, np.uint64)
        again = kernels.play(masks, numbers, row, move, out)
        after = played.play(state, move)
        assert compiled.state(out) == after
        assert (again == 1) == played.plays_on(state, after)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_a_position_spreads_into_those_after_its_moves(position: Position) -> None:
    """Told at once by the game's advice, if it can, and compiled: what `play` leads to."""
    played, state = position.game, position.state
    later = [played.play(state, move) for move in played.moves(state)]
    expected = sorted((after, played.plays_on(state, after)) for after in later)
    compiled = engine(played)
    found, wide = compiled.move_list(), compiled.row_words
    rows = np.zeros(played.most_moves * wide, np.uint64)
    board = compiled.masks, compiled.numbers
    assert compiled.kernels.spread(*board, compiled.row(state), found, rows) == len(later)
    told = [compiled.state(rows[k * wide : (k + 1) * wide]) for k in range(len(later))]
    again = [number == 1 for number in found[1 : len(later) + 1].tolist()]
    assert sorted(zip(told, again, strict=True)) == expected
    assert set(found[1 : len(later) + 1].tolist()) <= {1, -1}
    if hasattr(played.rulebook.advice, "spread"):
        plain: list[Any] = []
        played.rulebook.advice.spread(played.field, played.rules, state, plain)  # pyright: ignore[reportOptionalMemberAccess]
        assert sorted(plain) == sorted(later)


@settings(max_examples=25, deadline=None)
@given(positions(most=12, own_board=False))
def test_perft_agrees_compiled_and_plain(position: Position) -> None:
    history = (*position.before, position.state)
    for depth in range(3):
        expected = plain_perft(position.game, history, depth)
        assert perft(position.game, history, depth, bulk=False) == expected
        assert perft(position.game, history, depth) == expected


@given(positions())
def test_rows_hold_states(position: Position) -> None:
    for width in WIDTHS:
        if position.game.board.size <= width:
            row = pack(position.state, width)
            assert unpack(type(position.state), row, width) == position.state


@given(positions())
def test_the_repr_is_the_constructor(position: Position) -> None:
    made = eval(repr(position), {"Position": Position, "game": game})
    assert (made.game.settings, made.state) == (position.game.settings, position.state)


@pytest.mark.parametrize("name", REGISTERED)
def test_an_unreadable_move_is_another_error_than_an_illegal_one(name: str) -> None:
    start = Position.start(game(name))
    with pytest.raises(TextError, match=r"'nonsense'$"):
        start.play("nonsense")
    last = start
    while not last.over and len(last.before) < 6:
        last = last.after(last.legal_moves()[0])
    first_text = start.moves()[0]
    if last.over or first_text not in last.moves():
        with pytest.raises(MoveError, match=r"'$"):
            last.play([first_text])
