"""Every registered game is over when it has a result, counts its moves, and is told apart from text
that cannot be read. `tests/solvers/test_laws.py` holds the laws of `ruleproof conform` against it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from ruleproof import check, compare, conform, make_puzzles, repair
from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.play.game import Game, State, game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.play.states import WIDTHS, pack, unpack
from ruleproof.models.template import RULEBOOK as TEMPLATE
from ruleproof.solvers.playing.reach.perft import perft, plain_perft
from tests.strategies import REGISTERED, positions


@given(positions())
def test_a_game_is_over_exactly_when_it_has_a_result(position: Position) -> None:
    assert position.over == (position.result is not None)
    assert position.over == (not position.moves())


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


def test_a_line_is_played_without_looking_at_other_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Position.start(game("sow", "square:3x4", repetition="forbidden"))
    for number in range(12):
        legal = here.legal_moves()
        here = here.after(legal[number % len(legal)])
    states = [*here.before, here.state]
    texts = [
        next(text for text in one.moves() if one.play([text]).state == after)
        for one, after in zip(
            (Position(here.game, state, tuple(states[:n])) for n, state in enumerate(states)),
            states[1:],
            strict=False,
        )
    ]
    played: list[int] = []
    plain = Game.play

    def counted(of: Game, state: State, move: int) -> State:
        played.append(move)
        return plain(of, state, move)

    monkeypatch.setattr(Game, "play", counted)
    assert Position.start(here.game).play(texts).state == here.state
    assert len(played) == len(texts)


def test_a_message_ends_in_the_value_without_a_full_stop_before_it() -> None:
    here = Position.start(make_game(TEMPLATE, "path:3", {})).play("a1")
    with pytest.raises(MoveError) as caught:
        here.play("a1")
    assert str(caught.value) == "Place a stone of your colour on an empty cell: 'a1'"
    error = PositionError(["Stones alternate.", "White begins."], ". . ; black")
    assert str(error) == "Stones alternate; White begins: '. . ; black'"
    assert error.faults == ["Stones alternate.", "White begins."]


def test_things_of_another_kind_are_named():
    small: Any = game("esgros", "path:3")
    of: dict[str, Any] = {
        one.__name__: one for one in (make_puzzles, compare, check, repair, conform)
    }
    position: Any = Position
    start: Any = Position.start(small)
    asked: list[tuple[Callable[[], object], str]] = [
        (lambda: of["make_puzzles"]("esgros", 1), "a game is taken, .* not str: 'esgros'"),
        (lambda: of["compare"](small, "x"), "a game is taken, .* not str: 'x'"),
        (lambda: of["check"]("esgros"), "a game is taken"),
        (lambda: of["conform"](["esgros"]), "a game is taken"),
        (lambda: of["repair"]("esgros", "6"), "a game is taken"),
        (lambda: position.start("esgros"), "a game is taken"),
        (lambda: position("esgros", small.start()), "a game is taken"),
        (lambda: position(small, "x"), r"`Position.read\(game, text\)` takes a text: 'x'"),
        (lambda: position.read(small, 5), "a position's text is taken, not int: 5"),
        (lambda: start.play(5), "moves are texts, as 'c3 d4'.*: 5"),
        (lambda: start.play([5]), "`after` plays a move by its number: 5"),
    ]
    for ask, told in asked:
        with pytest.raises(TypeError, match=told):
            ask()
