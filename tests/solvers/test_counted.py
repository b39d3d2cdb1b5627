"""Limits in counted work: a machine that is a thousand times slower gives the same verdicts."""

from __future__ import annotations

import time
from itertools import count

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import Always, Verdict
from ruleproof.models.claims.counted import Allowance, OutOfWork
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.reasoning.deciding.witnesses import played
from ruleproof.solvers.work.progress import Progress
from tests.solvers.test_prove import two_colours


def slowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets 1,000 seconds pass between any two looks at a clock."""
    for clock in ("monotonic", "process_time"):
        ticks = count(time.monotonic(), 1000.0)
        monkeypatch.setattr(time, clock, lambda ticks=ticks: next(ticks))


def facts(verdict: Verdict) -> dict[str, object]:
    """The verdict without the time that it took."""
    names = ("verdict", "scope", "method", "witness", "details", "found")
    return {name: getattr(verdict, name) for name in names}


@pytest.mark.parametrize(
    ("name", "board", "claim"),
    [
        ("esgros", "hex:2", "1"),
        ("esgros", "hex:2", "6"),
        ("gro", "dish:1,1", "11"),
        ("grow", "path:4", "14"),
        ("grow", "path:4", "9f"),
        ("incrowd", "square:2x3", "9b"),
        ("incrowd", "square:2x4", "4d"),
        ("sow", "square:2x3", "9"),
    ],
)
def test_a_verdict_is_the_same_however_slow_the_machine_is(
    monkeypatch: pytest.MonkeyPatch, name: str, board: str, claim: str
) -> None:
    (idle,) = check(game(name, board), [claim])
    assert idle.verdict != "undecided"
    slowed(monkeypatch)
    (busy,) = check(game(name, board), [claim])
    assert facts(busy) == facts(idle)


def test_random_games_end_with_the_work_allowed_and_not_with_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slowed(monkeypatch)
    heard: list[Progress] = []
    inquiry = Inquiry(game("esgros", "hex:4"), progress=heard.append, allowed=0.1)
    assert played(inquiry, Always(two_colours)) is None
    assert len(heard) > 1
    assert heard[-1].done < 100_000


def test_an_allowance_is_spent_by_what_is_counted() -> None:
    allowed = Allowance(1.0)
    allowed.spend(50, 100)
    with pytest.raises(OutOfWork):
        allowed.spend(50, 100)
