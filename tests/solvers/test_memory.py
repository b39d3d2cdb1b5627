"""What work may take is counted, and what gives way to something else keeps what it knows."""

# what is tested is what others are not to call
# pyright: reportPrivateUsage=false

from __future__ import annotations

import mmap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.keys.keys import roomier
from ruleproof.solvers.playing.retrograde.acyclic import Walk
from ruleproof.solvers.playing.retrograde.cyclic import Backward
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.strategies.certificate import ValueClaim, write
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.values.questions import Bounds, settle
from ruleproof.solvers.work.memory import Ledger, TooLittle, give_back, noted, words


def test_nobody_may_hold_more_than_is_left() -> None:
    ledger = Ledger(100)
    ledger.hold("one", 60)
    ledger.hold("two", 40)
    ledger.hold("one", 50)
    assert (ledger.held, ledger.left, ledger.left_for("one")) == (90, 10, 60)
    with pytest.raises(MemoryError):
        ledger.hold("one", 61)
    assert ledger.left_for("two") == 50
    with pytest.raises(TooLittle, match="takes 111 or more for this: 100"):
        ledger.begin(three=10, four=11)


@pytest.mark.parametrize("kind", [Searcher, ProofSearch, ValueTable])
@pytest.mark.parametrize("name", ["esgros", "gro"])
def test_work_that_cannot_begin_is_refused(kind: Any, name: str) -> None:
    one = game(name, {"esgros": "hex:2", "gro": "dish:1,1"}[name])
    with pytest.raises(TooLittle, match=r"or more for this: 100$"):
        kind(one, memory=100)


def test_a_table_half_as_large_says_the_same_of_what_it_still_holds() -> None:
    one = game("esgros", "path:7")
    search = Searcher(one)
    value = settle(search, one.start(), Bounds())
    before = {tuple(row) for row in search._table.tolist() if row[-1]}
    for _ in range(5):
        search._halve()
        after = {tuple(row) for row in search._table.tolist() if row[-1]}
        assert 0 < len(after) <= len(search._table)
        assert after <= before
    assert search.ledger.left_for("stack") == search.ledger.limit - search._table.nbytes
    assert settle(search, one.start(), Bounds()) == value


def test_a_stack_that_lacks_room_takes_it_from_the_table() -> None:
    one = game("esgros", "path:7")
    search = Searcher(one)
    value = settle(search, one.start(), Bounds())
    search.ledger.limit = search._stack.growing(0) + search._table.nbytes // 2
    entries = len(search._table)
    search._deepen()
    assert len(search._table) == entries // 2
    assert search.ledger.left >= 0
    assert settle(search, one.start(), Bounds()) == value


@pytest.mark.parametrize("room", [1, 1 << 30], ids=["by way of a file", "in memory"])
def test_a_walk_whose_keys_change_knows_what_it_knew(room: int) -> None:
    one = game("esgros", "hex:2")
    walk = Walk(one, memory=1 << 30)
    walk.begin(one.start())
    with ThreadPoolExecutor(1) as pool:
        while not walk.go_on(pool):
            pass
    known = dict(walk.states())
    walk.ledger.limit = walk.ledger.held + room
    forms = roomier(walk.keys)
    walk._rekey(forms)
    assert dict(walk.states()) == known
    assert walk.value(one.start()) == known[one.start()]


@pytest.mark.parametrize("room", [0, 1 << 30], ids=["by way of a file", "in memory"])
def test_places_whose_keys_change_stay_where_they_were(room: int) -> None:
    one = game("gro", "dish:1,1", tokens="1")
    back = Backward(one, memory=1 << 30)
    back.begin(one.start())
    with ThreadPoolExecutor(1) as pool:
        while not back.explore(pool):
            pass
    states = [back.state(place) for place in range(back.nodes)]
    places = back.places
    needed = max(places.finding(back.nodes, places.slots.size), places.ending(back.nodes))
    back.ledger.limit = back._looking + needed + room
    back._widen(np.full(back.engine.row_words, 0, np.uint64))
    assert [back.state(place) for place in range(back.nodes)] == states
    assert [back.place(state) for state in states] == list(range(back.nodes))


def test_a_strategy_that_does_not_fit_is_not_written(tmp_path: Path) -> None:
    here = Position.start(game("incrowd", "square:3x3"))
    whole = solve(here, certificate=tmp_path / "whole")
    assert whole.certificate
    search = Searcher(here.game)
    settle(search, here.state, Bounds())
    claim = ValueClaim(whole.value, within=whole.distance)
    write(tmp_path / "again", here.game, here.state, claim, [search])
    search.ledger.limit = search.ledger.held + noted(here.state)
    with pytest.raises(MemoryError):
        write(tmp_path / "part", here.game, here.state, claim, [search])
    assert not (tmp_path / "part").exists()


def test_memory_behind_the_end_is_not_given_back():
    """The last part of an array may begin in its last page and be named as longer than it is."""
    kept = words((1 << 20) + 1000)
    kept.array[-1] = 7
    kept.release(kept.array.size - 500, kept.array.size + (1 << 20))
    assert kept.array[-1] == 7


@pytest.mark.skipif(not hasattr(mmap, "MADV_DONTNEED"), reason="the system takes nothing back")
@pytest.mark.parametrize("piece", [1 << 10, 1 << 16, 300_007])
@pytest.mark.parametrize("by", ["words", "array"])
def test_memory_that_is_read_piece_by_piece_is_given_back(piece: int, by: str):
    """Also where a piece is smaller than a page, of which none lies within it whole."""
    kept = words(1 << 20)
    kept.array[:] = 1
    for first in range(0, kept.array.size, piece):
        if by == "words":
            kept.release(first, first + piece, before=True)
        else:
            give_back(kept.array, first, first + piece, before=True)
        assert kept.array[first + piece :].all()
    assert not kept.array.any()
