"""Proof-number search agrees with minimax and with tables, and its wins are certified."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ruleproof.cli import main
from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.search import proof_stack
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import Bounds
from ruleproof.solvers.verify.certificates import verify
from ruleproof.solvers.work.memory import TooLittle
from ruleproof.solvers.work.progress import Deadline, Stopped
from tests.plain import wandering
from tests.ready import at_start, ready

CYCLIC = [
    "gro dish:1,1 tokens=2", "gro dish:1,1 tokens=3 pass=no", "gro dish:1,1 tokens=4 control=all",
    "sow square:2x3 height=2", "sow square:2x3 height=1 path=flexible",
    "sow square:1x5 height=3 entry=advanced", "grow square:2x2",
]  # fmt: skip
FEWER = [pytest.param(CYCLIC[0], marks=pytest.mark.slow), *CYCLIC[1:]]
"""The same; the largest of them in a slow run."""
ACYCLIC = [
    "esgros path:6", "esgros hex:2 exceed=void full=loss", "esgros hex:2 pie=on",
    "incrowd square:3x3 territory=all8", "grow square:2x3 drop=mandatory",
    "connect-four square:4x4", "clobber square:2x4",
]  # fmt: skip


@lru_cache(maxsize=20)
def solved(said: str) -> ValueTable:
    """The values of all positions, by backward induction."""
    table = ValueTable(ready(said), memory=1 << 31)
    table.prepare(table.game.start())
    return table


def open_states(table: ValueTable, many: int, seed: int) -> list[Any]:
    """So many positions of random games that have not ended, each from a game of its own."""
    lines = (wandering(table.game, f"{seed} {number}", number % 25) for number in range(many))
    return [[one for one in line if not table.game.over(one)][-1] for line in lines]


def least(played: Game) -> int:
    """The least memory that a search takes, in bytes."""
    try:
        ProofSearch(played, memory=1)
    except TooLittle as error:
        found = re.search(r"takes ([0-9.]+)([KM]) or more", str(error))
        assert found
        return int(float(found[1]) * {"K": 1 << 10, "M": 1 << 20}[found[2]]) + (1 << 12)
    return 1


@pytest.mark.parametrize("said", CYCLIC + ACYCLIC)
@pytest.mark.parametrize("memory", [1 << 26, 250_000], ids=["roomy", "replacing"])
def test_forced_wins_are_those_of_the_table(said: str, memory: int) -> None:
    table = solved(said)
    search = ProofSearch(table.game, memory=max(memory, least(table.game)))
    for state in open_states(table, 150, seed=7):
        value = table.value(state)
        assert search.wins(state, ours=True) == (value > 0), state
        assert search.wins(state, ours=False) == (value < 0), state


@pytest.mark.parametrize("said", FEWER)
def test_one_search_answers_for_every_position_whatever_it_was_asked_before(said: str) -> None:
    """Disproofs that rested on repetition under one root must not show under another."""
    table = solved(said)
    for seed in range(5):
        search = ProofSearch(table.game)
        for state in open_states(table, 60, seed):
            won = search.wins(state, ours=bool(seed % 2))
            value = table.value(state)
            assert won == (value > 0 if seed % 2 else value < 0)


@pytest.mark.parametrize("said", [one for one in CYCLIC + ACYCLIC if "ro" in one.split()[0]])
def test_distances_are_those_of_the_table(said: str) -> None:
    table = solved(said)
    search = ProofSearch(table.game)
    for state in open_states(table, 40, seed=3):
        assert settle(search, state, Bounds()) == table.value(state)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_random_positions_have_the_value_of_plain_minimax(data: st.DataObject) -> None:
    position = at_start(data.draw(st.sampled_from(ACYCLIC)))
    for _ in range(data.draw(st.integers(2, 9))):
        if position.over:
            break
        position = position.after(data.draw(st.sampled_from(position.legal_moves())))
    assume(not position.over)
    search = ProofSearch(position.game)
    plies = data.draw(st.integers(1, 12))
    least, known = 1 if position.game.rulebook.scored else 0, {}
    assert search.wins(position.state, True, least) == forced(
        position.game, position.state, True, least, 99, known
    )
    assert search.wins(position.state, True, 0, plies) == forced(
        position.game, position.state, True, 0, plies, {}
    )


def forced(
    game: Game, state: Any, ours: bool, target: int, plies: int, known: dict[Any, bool]
) -> bool:
    """Plain minimax: whether the attacker forces more than the target within so many plies."""
    if game.over(state):
        return game.payoff(state) * (1 if ours else -1) > target
    if not plies:
        return False
    asked = state, ours, plies
    if asked not in known:
        after = (game.play(state, move) for move in game.moves(state))
        known[asked] = (any if ours else all)(
            forced(game, s, ours == game.plays_on(state, s), target, plies - 1, known)
            for s in after
        )
    return known[asked]


@pytest.mark.parametrize("said", [*FEWER, *ACYCLIC])
def test_wins_and_what_is_no_win_are_certified(said: str, tmp_path: Path) -> None:
    table = solved(said)
    seen: set[int] = set()
    for number, state in enumerate(open_states(table, 30, seed=11)):
        value = int(np.sign(table.value(state)))
        if value in seen:
            continue
        seen.add(value)
        path = tmp_path / f"{number}.json"
        found = solve(Position(table.game, state), goal="win", certificate=path)
        assert found.certificate == path
        assert verify(path) == []
        claim = json.loads(path.read_text().splitlines()[0])["claim"]
        if not table.game.rulebook.scored:
            assert (claim["value"] == "win") == (value > 0)
            assert claim["distance"] is None or value > 0


def test_a_certificate_of_bounds_proves_no_more_than_it_says(tmp_path: Path) -> None:
    incrowd = game("incrowd", "square:2x3")
    path = tmp_path / "win.json"
    assert solve(Position.start(incrowd), goal="win", certificate=path).certificate == path
    head, *rest = path.read_text().splitlines()
    for claim, why in (
        ({"value": None, "bounds": [2, None]}, "should begin stands"),
        ({"value": None, "bounds": [None, None]}, "the bounds say nothing"),
        ({"value": None, "bounds": ["win", None]}, "whole number"),
        ({"value": None, "bounds": [1]}, "claim.bounds: takes"),
        ({"value": None}, "a value or two bounds"),
        ({"value": 1}, "should begin"),
    ):
        altered = {**json.loads(head), "claim": {"distance": None, **claim}}
        path.write_text("\n".join([json.dumps(altered), *rest, ""]))
        (fault,) = verify(path)
        assert why in fault, (claim, fault)


def test_within_counts_plies() -> None:
    position = Position.read(game("gro", "dish:1,1", tokens=4), ". . . / . . . / . . . ; red")
    found = solve(position, goal="win", within=10)
    assert (found.value, found.stopped, found.reason) == (None, False, "no win within 10 plies")
    table = solved("gro dish:1,1 tokens=4")
    plies = 30_000 - table.value(position.state)
    assert solve(position, goal="win", within=plies).value == "win"
    assert solve(position, goal="win", within=plies - 1).value is None


def test_nobody_is_told_that_a_win_by_repetition_is_none() -> None:
    position = Position.start(game("gro", "dish:1,1", tokens=2, repetition="loss-3"))
    found = solve(position, goal="win")
    assert (found.value, found.bounds) == (None, ("loss", "win"))
    assert "repetition" in found.reason


def test_the_limits_are_kept() -> None:
    start = game("esgros", "hex:4").start()
    search = ProofSearch(game("esgros", "hex:4"), memory=4_000_000, deadline=Deadline(1.0))
    with pytest.raises(Stopped):
        search.wins(start, ours=True)
    assert search._table.nbytes + search._stack.bytes <= 4_000_000  # pyright: ignore[reportPrivateUsage]
    runs: list[int] = []
    for _ in range(2):
        steady = ProofSearch(game("esgros", "hex:4"), most=20_000)
        with pytest.raises(Stopped):
            steady.wins(start, ours=True)
        runs.append(steady.nodes)
    assert runs[0] == runs[1]
    assert 20_000 <= runs[0] < 30_000


def test_ctrl_c_ends_it_with_bounds() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    found = solve(Position.start(game("gro")), goal="win", progress=interrupt)
    assert (found.stopped, found.value, found.bounds) == (True, None, ("loss", "win"))


@pytest.mark.slow
@pytest.mark.parametrize("said", CYCLIC)
def test_disproofs_that_rest_on_depths_without_a_bit_of_their_own_are_right(said: str) -> None:
    table = solved(said)
    search = ProofSearch(table.game)
    search._job[proof_stack.TOLD] = 2  # pyright: ignore[reportPrivateUsage]
    for state in open_states(table, 40, seed=5):
        assert search.wins(state, ours=True) == (table.value(state) > 0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--goal", "win", "--within", "0"], "'0'"),
        (["--goal", "win", "--within", "-3"], "'-3'"),
        (["--goal", "win", "--within", "two"], "'two'"),
    ],
)
def test_bad_plies_are_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "esgros", "--board", "hex:2", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert why in told.err
