"""Work that is asked to stop: it does so at its next report, and says so where that takes long."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from ruleproof.cli import main
from ruleproof.cli.status import STOPPED
from ruleproof.cli.telling import progress
from ruleproof.cli.telling.progress import Heard, stopping
from ruleproof.solvers.reasoning.checking import inquiries
from ruleproof.solvers.work.progress import Progress, Stopped

STEP = Progress("work", 0, 1)


@pytest.fixture(autouse=True)
def a_process_that_heeds_ctrl_c(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "SOON", 0.01)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_long_step_tells_how_to_end_it(monkeypatch: pytest.MonkeyPatch):
    told, said = threading.Event(), list[str]()

    def hear(words: str) -> None:
        said.append(words)
        told.set()

    monkeypatch.setattr(progress, "remark", hear)
    listener = Heard()
    with stopping(listener):
        os.kill(os.getpid(), signal.SIGINT)
        assert told.wait(60)
        with pytest.raises(Stopped):
            listener(STEP)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert said == ["it stops after the step that it is in; Ctrl-C once more ends that step, too"]


def test_work_that_stops_at_its_next_report_says_nothing(monkeypatch: pytest.MonkeyPatch):
    said: list[str] = []
    monkeypatch.setattr(progress, "remark", said.append)
    listener = Heard(asked_to_stop=True)
    with pytest.raises(Stopped):
        listener(STEP)
    progress.tell_of_force(listener)
    assert said == []


def test_nothing_waits_to_be_said_once_the_work_is_over(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "SOON", 3600)
    with stopping(Heard()):
        os.kill(os.getpid(), signal.SIGINT)
        waiting = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
        assert waiting
    assert all(one.finished.is_set() for one in waiting)


def test_claims_that_are_not_looked_at_are_named_with_their_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def stopped(*asked: object, **how: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(inquiries, "answers", stopped)
    assert main(["check", "--all"]) == STOPPED
    told = capsys.readouterr().err
    assert "ruleproof: stopped: not looked at in esgros: 1, 2a, " in told
    assert "ruleproof: stopped: not looked at in incrowd: 1a, 1b, " in told
    assert main(["check", "esgros", "--claim", "9"]) == STOPPED
    assert capsys.readouterr().err == "ruleproof: stopped: not looked at: 9\n"
