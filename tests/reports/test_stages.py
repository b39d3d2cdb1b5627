"""The time of an investigation: shared out by stages, and ended for all at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.play.game import Game
from ruleproof.reports.examining import investigate as investigating
from ruleproof.reports.examining.ahead import Ahead
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.examining.stages import Work, made, valued
from ruleproof.reports.pages.page import chapter
from ruleproof.reports.pages.problems import shown_problems
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from tests.solvers.test_counted import slowed

STEP = Progress("claims", 0)


def unheard(findings: Findings) -> None:
    """Hears findings, and does nothing."""


def work(seconds: float, end: float | None) -> Work:
    return Work(seconds, silent, 1.0, Deadline.beside_compiling(end, 0.0))


def test_a_stage_has_no_more_than_is_left_of_all() -> None:
    assert 5.0 < work(100.0, 6.0).share() <= 6.0
    assert work(100.0, None).share() > 99.0
    limit = work(100.0, 6.0).until(50.0)
    assert limit.left is not None
    assert 5.0 < limit.left <= 6.0
    assert not limit.passed


def test_compiling_does_not_put_off_the_end_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    late = work(100.0, 0.0)
    limit, other = late.until(50.0), work(100.0, 60.0).until(50.0)
    monkeypatch.setattr(COMPILING, "_before", COMPILING.seconds + 1000.0)
    assert late.over
    assert limit.passed
    assert not other.passed
    with pytest.raises(Stopped):
        late.listening(limit)(STEP)
    work(100.0, 60.0).listening(other)(STEP)


def test_what_the_end_cuts_short_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(asked: Any, *, workers: Any, progress: Listener) -> Iterator[Any]:
        while True:
            progress(STEP)
            yield SimpleNamespace(claim="1"), []

    monkeypatch.setattr(investigating, "answers", endless)
    monkeypatch.setattr(investigating, "cores", lambda: 1)
    monkeypatch.setattr(investigating, "FREE_COMPILING", 0.0)
    midway: list[Findings] = []
    esgros = game("esgros", "path:4")
    found = investigating.investigate(esgros, seconds=0.1, tell=midway.append)
    first, last = str(chapter(midway[0])), str(chapter(found))
    assert "Problems are still looked for" in first
    assert "No time was left to look for problems" in last
    assert found.statistics is None
    assert found.notes["statistics"] == "No time was left to play games."
    assert found.notes["puzzles"] == "No time was left to look for puzzles."
    assert "not looked at for lack of time" in found.notes["claims"]


def test_the_end_of_its_time_stops_the_search_for_puzzles_within_a_batch() -> None:
    heard: list[Progress] = []
    alone = Work(100.0, heard.append, 1.0)
    assert made(game("esgros", "hex:3"), alone, 0.0, 3, 1) == []
    assert [(step.stage, step.done) for step in heard] == [("puzzles", 0)]
    assert alone.notes["puzzles"] == "No puzzle found."


def test_nothing_is_waited_for_beyond_the_end() -> None:
    ahead = Ahead(game("esgros", "path:3"))
    heard: list[Progress] = []
    try:
        ahead.wait_for_puzzles(heard.append, Deadline(0.0))
        assert len(heard) <= 1
    finally:
        ahead.close()


def test_a_slow_machine_finds_the_same_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list[object]:
        limits = Work(1.0, silent, 1.0)
        one = investigating.Investigation(game("esgros", "path:4"), limits, unheard, None)
        one.check(investigating.of_problems(one.game))
        one.compare()
        one.repair()
        facts = one.findings()
        changed = {name: (other.same, other.line) for name, other in facts.consequences.items()}
        tried = {name: [dict(one.changes) for one in them] for name, them in facts.repairs.items()}
        shown = [(one.text, one.wordings) for one in shown_problems(facts)]
        verdicts = [(one.id, one.verdict) for one in facts.verdicts]
        return [verdicts, shown, changed, tried, facts.notes]

    monkeypatch.setattr(investigating, "cores", lambda: 1)
    idle = found()
    slowed(monkeypatch)
    assert found() == idle


def test_the_value_of_the_start_is_told_of_first_moves_that_are_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ruleproof.reports.examining import stages
    from ruleproof.solvers.playing.exact.solution import Solution

    def some(_: object, *, value: object, **__: object) -> dict[str, object]:
        return {"a1": value, "b1": None}

    monkeypatch.setattr(stages, "openings", some)
    task = work(10.0, None)
    start = Solution("draw", ("draw", "draw"))
    assert valued(game("esgros", "path:2"), task, 1.0, start) == {"a1": "draw", "b1": None}
    assert task.notes["values"] == (
        "The value of 1 first move was not found. None of them wins, since the start is a draw."
    )


def test_time_that_compiling_took_from_a_report_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    task = work(100.0, None)
    assert task.compiled_for == ""
    monkeypatch.setattr(COMPILING, "_before", COMPILING.seconds + 38.0)
    assert task.compiled_for.startswith(
        "Compiling these rules for the first time took 23 s from the work on this report"
    )
    told = Findings(game("esgros", "path:3"), notes={"time": task.compiled_for})
    assert "took 23 s from the work" in str(chapter(told))


class _Stopping:
    """A listener that stops the work at every report after so many."""

    def __init__(self, last: int) -> None:
        self.left = last
        self.stopped_in: set[str] = set()

    def __call__(self, step: Progress) -> None:
        self.left -= 1
        if self.left < 0:
            self.stopped_in.add(step.stage)
            raise Stopped


class _Awaited:
    """What is compiled ahead, with a report at each wait."""

    def __init__(self, of: Game) -> None:
        self.of = of

    def wait_for_players(self, progress: Listener, end: Deadline) -> None:
        assert not end.passed
        progress(Progress("awaited", 0))

    wait_for_puzzles = wait_for_players

    def close(self) -> None:
        """Nothing is to be closed."""


def test_a_report_is_stopped_at_any_step_with_the_findings_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(investigating, "Ahead", _Awaited)
    small = game("esgros", "path:3")
    stopped_in: set[str] = set()
    for last in (0, 1, 8, 34, 144):
        listener = _Stopping(last)
        found = investigating.investigate(small, seconds=1000.0, progress=listener)
        assert "Stopped before the end." in " ".join(found.notes.values())
        assert "Esgros" in str(chapter(found))
        stopped_in |= listener.stopped_in
    assert {"compiling", "claims", "awaited"} <= stopped_in
