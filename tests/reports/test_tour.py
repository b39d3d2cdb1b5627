"""The tour and the report look at whatever games there are and write one page each."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import game
from ruleproof.models.play.offered import Offered
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.reports.examining import investigate as investigating
from ruleproof.reports.examining import stages
from ruleproof.reports.examining.examine import BEST, examine
from ruleproof.reports.pages import report as reports
from ruleproof.reports.pages import tour as tours
from ruleproof.reports.pages.report import report
from ruleproof.reports.wording.values import between
from ruleproof.solvers.work.progress import Listener, Progress


def test_the_tour_takes_the_small_game_a_rulebook_names_and_else_its_own() -> None:
    for name in names():
        book, taken = rulebook(name), tours.tour_game(name)
        assert taken.board.text == (book.tour.board or book.board)
        assert {k: taken.settings[k] for k in book.tour.settings} == book.tour.settings
        assert taken.board.size <= 20 or not book.tour.board


def test_the_tour_checks_solves_values_and_makes_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tours, "offered", lambda: Offered((rulebook("esgros"),), {}))
    monkeypatch.setattr(tours, "tour_game", lambda name: game(name, "square:2x3"))  # pyright: ignore[reportUnknownArgumentType, reportUnknownLambdaType]
    heard: list[Progress] = []
    path = tours.tour(tmp_path / "deep", heard.append, seconds=8, workers=1)
    assert path == tmp_path / "deep" / "tour.html"
    text = path.read_text(encoding="utf-8")
    assert "With best play" in text
    assert text.count('<li class="puzzle">') >= BEST
    assert "The best of the starter set" in text
    assert "Every first move" in text
    assert 'class="verdict proved"' in text
    assert {step.stage.partition(": ")[0] for step in heard} == {"esgros"}
    assert [other.name for other in path.parent.iterdir()] == ["tour.html"]


@pytest.mark.parametrize("before", ["an earlier report", None])
def test_a_report_that_fails_leaves_the_earlier_one(
    before: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "esgros.html"
    if before is not None:
        path.write_text(before)

    def fails(*_: object, **__: object) -> None:
        assert before is None or path.read_text() == before
        raise ValueError("a mistake")

    monkeypatch.setattr(reports, "investigate", fails)
    with pytest.raises(ValueError, match="a mistake"):
        report(game("esgros", "path:4"), tmp_path)
    assert (path.read_text() if path.exists() else None) == before


@pytest.mark.slow
def test_a_report_tells_what_changes_under_other_readings(tmp_path: Path) -> None:
    path = report(game("esgros", "path:4"), tmp_path, seconds=8, home="My site")
    assert '<a href="index.html">My site</a>' in path.read_text()
    assert path.name == "esgros.html"
    text = path.read_text(encoding="utf-8")
    assert "Never differs on path:4" in text or "Play can differ after" in text
    assert "What the rulebook leaves open" in text


@pytest.mark.slow
def test_a_report_without_time_says_what_none_was_left_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(investigating, "cores", lambda: 1)
    found = investigating.investigate(game("esgros", "path:4"), seconds=0.0)
    assert found.notes["values"] == "No time was left to solve a small board."
    assert found.notes["puzzles"] == "No time was left to look for puzzles."


def test_no_claim_is_begun_where_no_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **limits: object) -> None:
        pytest.fail("a claim was begun")

    monkeypatch.setattr(stages, "check", refused)
    found = examine(game("esgros", "path:4"), seconds=0.0)
    assert not found.verdicts
    many = len(table(found.game))
    assert f"{many} claims of {many} not looked at for lack of time: 1, 2" in found.notes["claims"]


def test_a_claim_that_outlasts_the_time_of_all_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []

    def endless(_: object, ids: list[str], *, progress: Listener, seconds: float) -> list[Verdict]:
        begun.extend(ids)
        while True:
            progress(Progress("claims", 0))

    monkeypatch.setattr(stages, "check", endless)
    found = examine(game("esgros", "path:4"), seconds=2.0)
    assert not found.verdicts
    assert len(begun) == 1
    assert f"not looked at for lack of time: {begun[0]}, " in found.notes["claims"]


def test_a_folder_that_cannot_be_written_to_is_named_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    heard: list[Progress] = []
    with pytest.raises(TextError, match="cannot write there") as caught:
        tours.tour(tmp_path / "file", heard.append)
    assert str(caught.value).endswith(repr(str(tmp_path / "file")))
    with pytest.raises(TextError, match="cannot write there"):
        report(game("esgros", "path:4"), tmp_path / "file", heard.append)
    assert not heard


def test_bounds_are_told_as_far_as_they_go() -> None:
    assert between("loss", "win") == "."
    assert between(None, None) == "."
    assert between("draw", "win") == "; the value lies between draw and win."
    assert between(-2, None) == "; the margin is at least -2."
    assert between(None, 0) == "; the margin is at most 0."
