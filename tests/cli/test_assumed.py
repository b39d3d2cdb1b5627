"""What a proof takes as given besides the rules is printed wherever its verdict is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from ruleproof import check, solve, verify
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.assumed import Kind, assumed, grounds, taken_as_given
from ruleproof.reports.pages.notebooks import display
from ruleproof.reports.pages.proof_page import proof_page
from ruleproof.solvers.playing.strategies import certificate as writing
from tests.cli.conftest import Run

Runner = Callable[..., Run]

GROW = game("grow", "square:2x2", drop="mandatory")
ARGUMENTS = ("grow", "--board", "square:2x2", "--set", "drop=mandatory")
assert GROW.given is not None
WORDS = GROW.given.words
GIVEN = {"kind": "given", "words": WORDS}


@pytest.fixture(params=[True, False], ids=["given", "by the rules alone"])
def given(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether strategies rest on what the game gives; else on the rules alone."""
    monkeypatch.setattr(writing, "_LOOKED_AT", 0 if request.param else 1 << 20)
    return request.param


def says(text: str) -> bool:
    """Whether the text says what is given, whatever its line breaks and markup."""
    plain = " ".join(re.sub(r"<[^>]*>", "", text).split()).lower()
    told = f"taken as given: {WORDS}".lower() in plain
    assert told or WORDS.lower() not in plain
    return told


def test_a_value_says_it_on_every_surface(run: Runner, tmp_path: Path, given: bool):
    proof, page = tmp_path / "n.proof", tmp_path / "n.html"
    solved = run("solve", *ARGUMENTS, "--certificate", str(proof), "--html", str(page))
    assert says(solved.out) is given
    again = run("solve", *ARGUMENTS, "--html", str(page), "--json").object
    assert again["assumes"] == ([GIVEN] if given else [])
    assert run("solve", *ARGUMENTS, "--json").object["assumes"] == []
    assert says(run("verify", str(proof)).out) is given
    checked = run("verify", str(proof), "--json").object
    assert checked["assumes"] == again["assumes"]
    assert any(says(line) for line in checked["proved"]) is given
    content = page.read_text("utf-8")
    assert says(content) is given
    assert ("checked by the rules alone" in content) is not given
    assert content == proof_page(proof)
    report = verify(proof)
    assert (bool(report.assumes), any(map(says, report.told))) == (given, given)


def test_a_notebook_says_it(tmp_path: Path, given: bool):
    found = solve(Position.start(GROW), certificate=tmp_path / "n.proof")
    assert bool(found.assumes) is given
    assert says(display(found)) is given


def test_a_claim_says_it_on_every_surface(run: Runner, tmp_path: Path, given: bool):
    asked = ("check", *ARGUMENTS, "--claim", "14", "--certificates", str(tmp_path))
    (claim,) = run(*asked, "--json").object["claims"]
    assert claim["assumes"] == ([GIVEN] if given else [])
    assert says(run(*asked).out) is given
    checked = run("verify", claim["certificate"], "--json").object
    assert (checked["ok"], checked["assumes"]) == (True, claim["assumes"])
    assert says(run("verify", claim["certificate"]).out) is given
    (verdict,) = check(GROW, "14", certificates=tmp_path)
    assert says(display(verdict)) is given


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_has_words_for_every_surface(kind: Any):
    one = assumed(kind)
    assert one.words in grounds([one])
    assert taken_as_given([one]) == [f"taken as given: {one.words}"]
    assert "rules alone" not in grounds([one])
