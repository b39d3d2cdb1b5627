"""What became of each sentence of a rulebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ruleproof import check, game
from ruleproof.models.claims.claims import Verdict, Verdicts
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.reasoning.checking.coverage import Covered, coverage
from tests.cli.conftest import Run
from tests.cli.conftest import run as run

BOARDS = {
    "esgros": "path:3", "gro": "dish:1,1", "grow": "path:3", "incrowd": "square:2x2",
    "sow": "square:2x2",
}  # fmt: skip
AT_MOST = {"esgros": 9, "gro": 51, "grow": 12, "incrowd": 8, "sow": 7}
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
