"""What became of each sentence of a rulebook."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ruleproof import check, game
from ruleproof.models.claims.claims import Verdict, Verdicts
from ruleproof.models.play.game import make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.reasoning.checking.coverage import Covered, coverage
from ruleproof.solvers.reasoning.laws.branches import rules_coverage
from tests.cli.conftest import Run
from tests.cli.conftest import run as run

BOARDS = {
    "esgros": "path:3", "gro": "dish:1,1", "grow": "path:3", "incrowd": "square:2x2",
    "sow": "square:2x2",
}  # fmt: skip
AT_MOST = {"esgros": 1, "gro": 3, "grow": 4, "incrowd": 2, "sow": 1}
"""How many sentences no claim tests, looked at or not: they may become fewer."""


@pytest.mark.parametrize("name", BOARDS)
def test_no_rule_is_unread(name: str) -> None:
    found = coverage(game(name, BOARDS[name]), [])
    assert [one.text for one in found if one.kind == "rule" and one.state == "unread"] == []
    assert sum(not any(":" not in each for each in one.by) for one in found) <= AT_MOST[name]


def said(verdicts: Verdicts | list[Verdict]) -> dict[str, Covered]:
    return {one.text.split()[0]: one for one in coverage(game("esgros", "path:3"), verdicts)}


def test_verdicts_decide_what_became_of_a_sentence() -> None:
    verdicts = check(game("esgros", "path:3"), ["6", "5", "12b"])
    drawless, remove, groups = (said(verdicts)[first] for first in ("a", "Remove", "Groups"))
    assert (drawless.state, drawless.kind, drawless.by) == ("refuted", "flavour", ("6",))
    assert (remove.state, remove.by) == ("proved", ("5", "clause:removal"))
    assert groups.state == "setting"  # 12b only compares two readings of it
    assert {"12b", "setting:exceed"} <= set(groups.by)
    nothing = [replace(one, verdict="undecided") for one in verdicts]
    assert said(nothing) == said([])
    assert said([])["a"].state == "untested"


def test_a_game_without_a_text_has_what_it_quotes() -> None:
    quoting = replace(rulebook("esgros"), package="")
    found = coverage(replace(game("esgros", "path:3"), rulebook=quoting), [])
    assert {one.state for one in found} == {"setting"}
    assert all(one.kind == "rule" and not one.heading for one in found)


def test_check_prints_the_rulebook(run: Callable[..., Run]) -> None:
    asked = ("check", "esgros", "--board", "path:3", "--claim", "6", "--text")
    assert "sentences of the rulebook, 1 refuted" in run(*asked).out
    found = run(*asked, "--json").object["sentences"]
    assert {"text", "kind", "by", "state"} <= set(found[0])
    assert [one["by"] for one in found if one["state"] == "refuted"] == [["6"]]


def test_a_rule_is_refuted_by_a_problem_of_the_text_alone() -> None:
    here = game("incrowd", "square:4x4")
    verdicts = check(here, ["5f", "phase-1-ends-at-once", "10"])
    words = {one.text.split()[0]: one.state for one in coverage(here, verdicts) if one.by}
    assert [one.verdict for one in verdicts] == ["proved", "refuted", "refuted"]
    assert words["PHASE"] != "refuted"
    assert "refuted" in words.values()  # what the author says of play is


def test_ways_of_conditions_are_taken_where_they_are_said_to_be() -> None:
    own = game("esgros", "path:4")
    found = rules_coverage(own)
    assert found is not None
    assert not found.untaken
    assert not found.idle
    for way in found.ways:
        assert way.seen is not None
        there = make_game(own.rulebook, way.seen.board, {**own.settings, **way.seen.settings})
        assert not way.seen.position or Position.read(there, way.seen.position)


def test_a_condition_that_cannot_hold_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = rulebook("esgros")
    text = Path(str(book.rules.__file__)).read_text()
    swap = "    if move == SWAP:\n"
    lines = text.replace(swap, f"    if move < 0:\n        return p\n{swap}")
    file = tmp_path / "odd_rules.py"
    file.write_text(lines)
    spec = spec_from_file_location("odd_rules", file)
    assert spec
    assert spec.loader
    odd = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "odd_rules", odd)
    spec.loader.exec_module(odd)
    found = rules_coverage(replace(game("esgros", "path:3"), rulebook=replace(book, rules=odd)))
    assert found is not None
    assert [(one.condition, one.holds) for one in found.untaken] == [("move < 0", True)]
    counts = {one.kind: one.seen.ply for one in found.kinds}
    assert counts == {"#": 0}
