"""Which positions Esgros has, who wins after a swap, and what its settings say."""

from __future__ import annotations

import json
from itertools import product

import pytest

from ruleproof import Position, game
from ruleproof.models.play.game import Game
from ruleproof.models.play.records import record_of, replay
from ruleproof.models.play.variants import changed
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.dead_rules import clauses
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from ruleproof.solvers.reasoning.lockstep.compare import compare


def _every(chosen: Game) -> dict[str, bool]:
    """Every arrangement of stones with either side to move and swap, and whether it has faults."""
    rules = chosen.rulebook.rules
    found: dict[str, bool] = {}
    for cells in product(range(3), repeat=chosen.board.size):
        black = sum(1 << cell for cell, token in enumerate(cells) if token == 1)
        white = sum(1 << cell for cell, token in enumerate(cells) if token == 2)
        for side, swap in product(range(2), repeat=2):
            state = rules.State(black, white, side, swap)
            found[repr(state)] = not chosen.faults(state)
    return found


@pytest.mark.parametrize("pie", ["off", "on"])
def test_both_encodings_take_the_same_for_positions(pie: str) -> None:
    chosen = game("esgros", "path:3", pie=pie)
    wellformed = {repr(state) for state in Constraints(chosen).positions()}
    assert {text for text, well in _every(chosen).items() if well} == wellformed


# The pie rule


def test_after_a_swap_the_winner_is_a_colour_and_the_other_player() -> None:
    plain = Position.start(game("esgros", "path:3")).play("b1 a1 c1")
    assert plain.result is not None
    assert (plain.result.winner, plain.result.player) == ("black", 1)
    chosen = game("esgros", "path:3", pie="on")
    swapped = Position.start(chosen).play("b1 swap a1 c1")
    assert swapped.exchanged
    assert swapped.result is not None
    assert (swapped.result.winner, swapped.result.player) == ("black", 2)
    assert Position.read(chosen, swapped.text).result == swapped.result._replace(player=1)


def test_records_keep_the_player_and_older_ones_do_without() -> None:
    record = record_of(
        Position.start(game("esgros", "path:3", pie="on")), ["b1", "swap", "a1", "c1"]
    )
    assert record.result is not None
    assert record.result.player == 2
    assert replay(record)[-1].over
    older = record.model_dump(mode="json")
    del older["result"]["player"]
    assert replay(type(record).model_validate_json(json.dumps(older)))[-1].over
    wrong = record.model_copy(update={"result": record.result.model_copy(update={"player": 1})})
    with pytest.raises(ValueError, match="result: the game as played has"):
        replay(wrong)


def test_a_record_can_leave_out_how_the_game_ended() -> None:
    written = record_of(Position.start(game("esgros", "path:3")), ["b1", "a1", "c1"])
    fields = written.model_dump(mode="json", exclude={"result"})
    record = type(written).model_validate_json(json.dumps(fields))
    assert replay(record)[-1].over
    going_on = type(written).model_validate_json(json.dumps(fields | {"result": None}))
    with pytest.raises(ValueError, match=r"result: .*where the field is left out: 'null'"):
        replay(going_on)


# What the settings and the claims say


def test_editions_are_compared_with_both_sentences() -> None:
    one = game("esgros", "path:4")
    (found,) = compare(one, [changed(one, {"edition": "second"})])
    assert list(found.sentences) == ["edition=first", "edition=second"]
    first, second = found.sentences.values()
    assert first.startswith("Place a stone of your color")
    assert second.startswith("Place a stone on an empty cell so that")


def test_the_longest_game_is_told_in_words() -> None:
    (found,) = check(game("esgros", "path:4"), ["2c"])
    assert found.details["longest"] == 4
    assert found.finding == "The longest game on path:4 takes 4 turns."


@pytest.mark.parametrize("board", ["square:1x1", "path:2", "path:3", "path:4", "path:8", "hex:2"])
@pytest.mark.parametrize("setting", ["exceed=minimal", "exceed=either", "edition=second"])
def test_clauses_are_dead_where_the_board_makes_them_so(board: str, setting: str) -> None:
    name, value = setting.split("=")
    found = clauses(game("esgros", board, **{name: value}), seconds=60)
    assert [verdict.id for verdict in found if not verdict.as_expected] == []


@pytest.mark.parametrize("board", ["path:2", "path:4"])
def test_every_claim_comes_out_as_expected_on_tiny_boards(board: str) -> None:
    assert [one.id for one in check(game("esgros", board)) if not one.as_expected] == []
