"""Tables agree with plain fixpoint iteration, with search, and with published counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.errors import PositionError
from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact import searching
from ruleproof.solvers.playing.exact.openings import openings
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.reference import Outcome, values
from ruleproof.solvers.playing.values.scale import ANYTHING, Bounds, distance, sign
from ruleproof.solvers.verify.certificates import verify
from tests.endgames import KINDS, positions
from tests.plain import WIN, reachable
from tests.ready import at_start, ready

CYCLIC = [
    "gro dish:1,1 tokens=2", "gro dish:1,1 tokens=1 captures=both",
    "gro dish:1,1 tokens=1 pass=no stuck=loss", "sow square:2x2 height=1",
    "sow square:2x3 height=1", "sow square:1x5 height=1 path=flexible",
    "sow square:1x3 height=2 entry=advanced", "grow path:3", "grow path:4 order=simultaneous",
    "grow square:2x2 new-head=moves", "gro dish:1,1 tokens=1", "grow square:2x2",
]  # fmt: skip
ACYCLIC = [
    "esgros hex:2", "esgros square:2x3 full=loss exceed=void", "esgros path:5 pie=on",
    "incrowd square:2x3", "incrowd square:3x3 chain=global", "grow square:2x2 drop=mandatory",
]  # fmt: skip


def as_outcome(played: Game, value: int) -> Outcome:
    return Outcome(value) if played.rulebook.scored else Outcome(sign(value), distance(value))


@pytest.mark.parametrize("said", CYCLIC + ACYCLIC)
def test_every_position_has_the_worth_of_plain_fixpoint_iteration(said: str) -> None:
    played = ready(said)
    found, table = values(played), ValueTable(played)
    assert found.keys() == reachable(played).keys()
    table.prepare(played.start())
    assert table.nodes <= len(found)
    for state, worth in found.items():
        value = table.final(state) if played.over(state) else table.value(state, *ANYTHING)
        assert as_outcome(played, value) == worth, Position(played, state).text


@pytest.mark.parametrize("said", CYCLIC)
def test_values_with_cycles_are_certified(tmp_path: Path, said: str) -> None:
    start = at_start(said)
    path = tmp_path / "certificate.json"
    shallow = start.moves() if len(start.moves()) < 9 else []
    for position in (start, *(start.play([move]) for move in shallow)):
        found = solve(position, certificate=path, replace=True)
        assert found.value is not None
        assert verify(path) == []


@pytest.mark.parametrize("said", ACYCLIC)
def test_search_and_table_agree_on_every_position(said: str) -> None:
    one = ready(said)
    table, search = ValueTable(one), Searcher(one)
    table.prepare(one.start())
    for state, worth in table.states():
        assert settle(search, state, Bounds()) == table.value(state) == worth, state


def test_players_of_three_are_sure_of_their_points_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    for board in ("path:4", "path:5", "square:2x3"):
        one = game("grow", board, players="3", drop="mandatory")
        found = solve(Position.start(one), certificate=path, replace=True)
        assert isinstance(found.value, list)
        assert sum(found.value) <= one.board.size
        assert verify(path) == []
        altered = path.read_text().replace(
            f'"value": {found.value}', f'"value": {[n + 1 for n in found.value]}'
        )
        path.write_text(altered)
        assert verify(path)


@pytest.mark.parametrize(
    ("name", "board", "positions"),
    [
        ("connect-four", "square:4x4", 161_029),
        ("clobber", "square:4x3", 13_343),
        ("clobber", "square:5x3", 206_805),
        pytest.param("clobber", "square:6x3", 3_492_126, marks=pytest.mark.slow),
        pytest.param("connect-four", "square:4x5", 3_945_711, marks=pytest.mark.slow),
    ],
)
def test_published_counts(name: str, board: str, positions: int) -> None:
    one = game(name, board)
    book = replace(one.rulebook, declared=replace(one.rulebook.declared, symmetries=None))
    table = ValueTable(replace(one, rulebook=book), memory=2 << 30)
    table.prepare(one.start())
    assert table.nodes == positions


def test_hex_3_has_so_many_positions_up_to_symmetry() -> None:
    one = game("esgros", "hex:3")
    table = ValueTable(one)
    table.prepare(one.start())
    assert table.nodes == 981_862
    assert table.value(one.start()) == WIN - 27


def test_a_position_that_play_does_not_reach_is_refused() -> None:
    one = game("esgros", "path:3")
    table = ValueTable(one)
    table.prepare(Position.start(one).play("a1").state)
    with pytest.raises(PositionError, match="does not hold"):
        table.value(Position.read(one, ". W . ; black").state)


def test_memory_and_time_end_the_work_with_bounds() -> None:
    start = Position.start(game("gro", "dish:1,2", tokens="8"))
    # where a table does not fit, forced wins are searched for until the time is up
    for limits in ({"memory": 4_000_000, "time": 0.3}, {"time": 0.0}, {"most": 1000}):
        found = solve(start, **limits)  # pyright: ignore[reportArgumentType]
        assert (found.stopped, found.value, found.bounds) == (True, None, ("loss", "win"))


def test_where_repetition_decides_only_a_win_with_an_end_is_one() -> None:
    free = game("gro", "dish:1,1", tokens="2")
    bound = game("gro", "dish:1,1", tokens="2", repetition="loss-3")
    assert solve(Position.start(free)).value == "draw"
    found = solve(Position.start(bound))
    assert (found.value, found.bounds, found.stopped) == (None, ("loss", "win"), False)
    assert "repetition" in found.reason
    assert set(openings(bound).values()) <= {None, "win", "loss"}


def test_forced_wins_are_searched_for_where_a_table_that_is_saved_does_not_fit(
    tmp_path: Path,
) -> None:
    kind, _ = KINDS["Sow? 4x8, 8 pieces"]
    position = positions(kind, 1)[0]
    found = solve(position, memory=4_000_000, resume=tmp_path / "saved.rpc", line=False)
    assert (found.value, found.distance, found.stopped) == ("win", 15, False)


@pytest.mark.parametrize(
    "kinds",
    [
        [(ValueTable, None)],
        [(ProofSearch, None)],
        [(ValueTable, 10), (ProofSearch, 100), (ValueTable, None)],
        [(ValueTable, 10), (ProofSearch, 20_000), (ValueTable, None)],
        [(ValueTable, 10), (ValueTable, 20), (ProofSearch, None)],
    ],
    ids=lambda kinds: "-".join(kind.__name__ for kind, _ in kinds),
)
@pytest.mark.parametrize(
    "one",
    [
        pytest.param(game("gro", "dish:1,1", tokens="2"), marks=pytest.mark.slow),
        game("sow", "square:2x3", height=1),
        pytest.param(game("gro", "dish:1,1", tokens="3"), marks=pytest.mark.slow),
        pytest.param(game("sow", "square:2x4", height=1), marks=pytest.mark.slow),
    ],
    ids=lambda one: f"{one.name} {one.board.text}",
)
def test_whatever_looks_first_for_a_value_it_is_the_same(
    one: Game, kinds: list[tuple[Any, int | None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "certificate.json"
    start = Position.start(one)
    for number, move in enumerate(start.moves()):
        position = start.play([move])
        position = position.play([position.moves()[number % len(position.moves())]])
        expected = solve(position)
        assert not expected.stopped
        with monkeypatch.context() as patch:
            patch.setattr(searching, "_IN_TURN", kinds)
            found = solve(position, certificate=path, replace=True)
        assert found.certificate == path
        assert verify(path) == []
        told = ("value", "distance", "bounds", "reason", "stopped")
        assert [getattr(found, key) for key in told] == [getattr(expected, key) for key in told]
        assert set(found.best) == set(expected.best)


@pytest.mark.parametrize("players", [2, 3])
def test_one_against_all_others_is_worth_what_the_search_says(players: int):
    played = game("grow", "square:2x2", players=players)
    start = played.start()
    solution = solve(Position.start(played))
    if players == 2:
        assert values(played)[start].value == solution.value
        return
    alone = [values(played, party=player)[start].value for player in range(players)]
    assert [alone[0], -alone[1], -alone[2]] == solution.value


def test_too_many_positions_are_refused():
    with pytest.raises(ValueError, match="esgros on hex:4 has more than 50 positions"):
        values(game("esgros", "hex:4"), most=50)


def test_more_than_two_players_need_a_party():
    three = game("grow", "path:3", players=3)
    with pytest.raises(ValueError, match="need a party: 0 to 2"):
        values(three)
    assert values(three, party=0)
