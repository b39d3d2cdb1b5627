"""Search agrees with plain minimax, tells all it promises, and stops when it is told to."""

# the order of solvers is tested, which others are not to call
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ruleproof.models.compiled.kernels import PLAYING, engine
from ruleproof.models.play.game import Game, game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.playing.exact.openings import move_values, openings
from ruleproof.solvers.playing.exact.searching import in_turn
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.search import alphabeta, proof_number
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import Bounds
from tests.plain import wandering
from tests.ready import ready

WIN = 30_000


def minimax(game: Game, state: Any, known: dict[Any, int]) -> int:
    """The margin, or ±(WIN - plies) or 0, for the side to move; `known` receives all values."""
    if state not in known:
        points = game.rulebook.scored
        if game.over(state):
            known[state] = game.payoff(state) * (1 if points else WIN)
            return known[state]
        values: list[int] = []
        for move in game.moves(state):
            after = game.play(state, move)
            value = minimax(game, after, known)
            value -= 0 if points else (value > 0) - (value < 0)
            values.append(value if game.plays_on(state, after) else -value)
        known[state] = max(values)
    return known[state]


EXCEED = ("minimal", "void", "by-one", "permit-least", "permit-by-one", "either")
READINGS = [
    {"edition": "first", "exceed": exceed, "full": full, "pie": pie}
    for exceed, full, pie in itertools.product(EXCEED, ("draw", "loss"), ("off", "on"))
] + [
    {"edition": "second", "full": full, "pie": pie}
    for full, pie in itertools.product(("draw", "loss"), ("off", "on"))
]
BOARDS = ("path:2", "path:3", "path:4", "path:5", "square:2x2", "square:2x3", "hex:2")


def name(reading: dict[str, str]) -> str:
    return "-".join(reading.values())


@pytest.mark.parametrize("reading", READINGS, ids=name)
def test_every_position_has_the_value_of_plain_minimax(reading: dict[str, str]) -> None:
    for board in BOARDS:
        esgros = game("esgros", board, **reading)
        known: dict[Any, int] = {}
        minimax(esgros, esgros.start(), known)
        search = Searcher(esgros)
        for state, value in known.items():
            assert settle(search, state, Bounds()) == value, (board, state)


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_random_positions_have_the_value_and_the_moves_of_plain_minimax(
    data: st.DataObject,
) -> None:
    board = data.draw(st.sampled_from(["path:6", "path:7", "hex:2", "square:2x3"]))
    esgros = game("esgros", board, **data.draw(st.sampled_from(READINGS)))
    position = Position.start(esgros)
    for _ in range(data.draw(st.integers(0, 7))):
        if position.over:
            break
        position = position.play([data.draw(st.sampled_from(position.moves()))])
    assume(not position.over)
    known: dict[Any, int] = {}
    value = minimax(esgros, position.state, known)
    found = solve(position)
    sign = (value > 0) - (value < 0)
    assert found.value == {1: "win", 0: "draw", -1: "loss"}[sign]
    assert found.distance == (WIN - abs(value) if value else None)
    worth = {text: _worth(position, text, known) for text in position.moves()}
    kept = [text for text in worth if (worth[text] > 0) - (worth[text] < 0) == sign]
    assert sorted(found.best) == sorted(kept)
    ranked = [worth[text] for text in found.best]
    assert ranked == sorted(ranked, reverse=True)
    assert position.play(found.line).over
    if value:
        assert len(found.line) == found.distance


def _worth(position: Position, text: str, known: dict[Any, int]) -> int:
    after = position.play([text])
    value = minimax(position.game, after.state, known)
    value -= (value > 0) - (value < 0)
    return value if position.game.plays_on(position.state, after.state) else -value


def test_hex_3_is_a_win_for_black_unless_he_opens_in_the_middle() -> None:
    esgros = game("esgros", "hex:3")
    values = openings(esgros)
    assert len(values) == 19
    assert {text for text, value in values.items() if value != "win"} == {"c3"}
    assert values["c3"] == "loss"


@pytest.mark.parametrize("reading", [r for r in READINGS if r["pie"] == "on"], ids=name)
def test_with_the_pie_rule_the_second_player_never_loses(reading: dict[str, str]) -> None:
    for board in ("hex:2", "hex:3") if reading == READINGS[1] else ("hex:2",):
        assert solve(Position.start(game("esgros", board, **reading))).value != "win"


def test_a_small_table_changes_the_work_and_not_the_answer() -> None:
    position = Position.start(game("esgros", "hex:3"))
    large, small = solve(position), solve(position, memory=400_000)
    assert (small.value, small.distance, small.best) == (large.value, large.distance, large.best)
    assert small.nodes > large.nodes


def test_the_time_ends_the_search_with_bounds() -> None:
    found = solve(Position.start(game("esgros", "hex:4")), time=0.0)
    assert found.stopped
    assert found.value is None
    assert found.bounds == ("loss", "win")


@pytest.mark.parametrize("compiled", [True, False])
def test_ctrl_c_ends_the_search_with_bounds(compiled: bool, monkeypatch: Any) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    if compiled:
        solve(Position.start(game("esgros", "hex:4")), most=1)
    else:
        monkeypatch.setattr("ruleproof.solvers.playing.exact.searching.COMPILED", set())
    found = solve(Position.start(game("esgros", "hex:4")), progress=interrupt)
    assert found.stopped
    assert (found.value, found.bounds) == (None, ("loss", "win"))


def test_warming_up_keeps_to_the_position_and_the_limits(monkeypatch: Any) -> None:
    begun: list[tuple[Any, int, float | None]] = []

    def prepare(self: Searcher, state: Any) -> None:
        begun.append((state, self.ledger.limit, self.deadline.seconds))

    monkeypatch.setattr("ruleproof.solvers.playing.exact.searching.COMPILED", set())
    monkeypatch.setattr(Searcher, "prepare", prepare)
    here = Position.start(game("esgros", "hex:2")).play("a1 b2")
    solve(here, memory=50_000_000, time=60)
    assert begun == [(here.state, 50_000_000, 60)] * 2


def test_an_ended_game_is_worth_its_result_and_has_no_moves() -> None:
    esgros = game("esgros", "path:3")
    found = solve(Position.read(esgros, "B B . ; white"))
    assert (found.value, found.distance, found.best, found.line) == ("loss", 0, (), ())


def test_the_goal_win_names_a_winning_move_or_says_there_is_none() -> None:
    esgros = game("esgros", "hex:2")
    assert solve(Position.start(esgros), goal="win").value == "win"
    after = Position.start(esgros).play("b2")
    found = solve(after, goal="win")
    assert found.value is None or found.value != "win"
    assert not found.stopped
    assert found.bounds[1] != "win"


def test_values_of_moves_are_those_of_whoever_makes_them() -> None:
    esgros = game("esgros", "hex:2")
    assert _values(esgros, "b2") == set(move_values(Position.start(esgros).play("b2")).values())


def _values(esgros: Game, line: str) -> set[object]:
    position = Position.start(esgros).play(line)
    opposite = {"win": "loss", "draw": "draw", "loss": "win"}
    return {opposite[str(solve(position.play([move])).value)] for move in position.moves()}


def test_a_limit_bounds_each_solver_and_a_checkpoint_may_hold_all_of_it() -> None:
    most, cyclic = 100_000, game("gro", "dish:1,1")
    assert [limit for _, limit in in_turn(cyclic, most, None)] == [1 << 16, most, most]
    assert in_turn(cyclic, most, Path("kept"))[0] == (ValueTable, most)


def test_values_of_moves_make_a_frame():
    frame = move_values(Position.start(game("esgros", "hex:2"))).frame()
    assert list(frame.columns) == ["move", "value", "distance"]
    assert frame.sort_values(["value", "distance"]).iloc[-1].tolist() == ["b2", "win", 3]
    three = openings(game("grow", "path:3", players=3)).frame()
    assert three["value"].tolist() == [[1, 1, 1]] * 3
    assert three["distance"].isna().tolist() == [True] * 3


def test_a_value_that_no_position_of_the_game_has_is_refused():
    esgros, points = game("esgros", "hex:2"), game("incrowd", "square:2x2")
    three = game("grow", "path:3", players=3)
    kinds: list[tuple[Game, list[Any]]] = [
        (esgros, [17, "WIN", True, [1, 1]]),
        (points, ["win", 1.5, True]),
        (three, [1, [1, 1], [1, 1, "1"]]),
    ]
    for played, values in kinds:
        for value in values:
            with pytest.raises(ValueError, match=rf"^a value of {played.name} is .*: "):
                openings(played, value=value)


@pytest.mark.parametrize("value", ["loss", "draw", "win"])
def test_a_value_that_contradicts_the_moves_is_blamed_and_no_law(value: str):
    esgros = game("esgros", "hex:2")
    won = Position.start(esgros)
    lost = won.play("b2")
    at_once = lost
    while not any(at_once.play([move]).over for move in at_once.moves()):
        at_once = at_once.play([solve(at_once).best[0]])
    position = {"win": lost, "draw": won, "loss": at_once}[value]
    assert solve(position).value != value
    with pytest.raises(ValueError, match=f"the value given contradicts .*: '{value}'$"):
        move_values(position, value=value)


def test_moves_that_a_rule_of_repetition_decides_are_named_with_the_reason():
    played = game("gro", "dish:1,1", tokens=1, repetition="loss-3")
    found, solved = openings(played), solve(played)
    assert (solved.value, solved.stopped) == (None, False)
    assert set(found.values()) == {None}
    assert found.undecided == tuple(found)
    assert found.reason == solved.reason


def test_moves_that_the_time_did_not_suffice_for_have_its_reason():
    found = openings(game("esgros", "hex:4"), time=0.0)
    assert set(found.values()) == {None}
    assert (found.undecided, found.reason) == ((), "the time is up")


def test_a_position_that_images_should_have_met_is_a_broken_law() -> None:
    """Without the pairs of fields that change with the colours, images are no positions of play."""
    book = rulebook("gro")
    wrong = replace(book, declared=replace(book.declared, exchange=()))
    with pytest.raises(Contradiction, match="a declared symmetry play otherwise") as caught:
        solve(make_game(wrong, "dish:1,1", {"tokens": "1"}))
    assert "symmetry" in caught.value.laws


@pytest.mark.parametrize(
    "said", ["esgros hex:3 pie=on", "gro dish:1,1", "grow square:3x3", "incrowd square:3x3",
             "sow square:2x3"],
)  # fmt: skip
def test_children_made_at_once_are_those_that_moves_lead_to(said: str) -> None:
    played = ready(said)
    fast = engine(played)
    board, words = (fast.masks, fast.numbers), fast.row_words
    found, rows = fast.move_list(), np.zeros(played.most_moves * words, np.uint64)
    ends = np.zeros(2 * played.most_moves, np.int64)
    for number in range(30):
        for state in wandering(played, f"children {number}", 20):
            if played.over(state):
                continue
            moves = played.moves(state)
            afters = [played.play(state, move) for move in moves]
            worth = [played.payoff(one) if played.over(one) else PLAYING for one in afters]
            sides = [1 if played.plays_on(state, one) else -1 for one in afters]
            for enough in (-1, 0, 1, 1 << 20):
                enders = [
                    place
                    for place, (payoff, side) in enumerate(zip(worth, sides, strict=True), 1)
                    if payoff != PLAYING and side * payoff >= enough
                ]
                many = enders[0] if enders else len(moves)
                row = fast.row(state)
                assert fast.kernels.children(*board, row, enough, found, rows, ends) == many
                assert found[1 : many + 1].tolist() == moves[:many]
                told = [fast.state(one) for one in rows[: many * words].reshape(many, words)]
                assert told == afters[:many]
                pairs = ends[: 2 * many].reshape(many, 2).tolist()
                assert pairs == [[a, b] for a, b in zip(sides, worth, strict=True)][:many]


@pytest.mark.parametrize("kind", [Searcher, ProofSearch])
def test_the_clock_does_not_change_the_work(kind: Any, monkeypatch: Any) -> None:
    esgros = game("esgros", "square:4x4")
    nodes: set[int] = set()
    for seconds in (1e-6, 1e-3, 1e3):
        for module in (alphabeta, proof_number):
            monkeypatch.setattr(module, "_CHUNK_SECONDS", seconds)
            monkeypatch.setattr(module, "_LOOK", 20_000)
        search = kind(esgros)
        settle(search, esgros.start(), Bounds())
        nodes.add(search.nodes)
    assert len(nodes) == 1
    assert nodes.pop() > 20_000


def test_a_search_for_each_of_three_keeps_to_its_positions() -> None:
    three = game("grow", "path:6", players=3)
    found = solve(three, most=50)
    assert found.stopped
    assert found.value is None
    assert found.nodes < solve(three).nodes
