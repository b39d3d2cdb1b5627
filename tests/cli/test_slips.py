"""Slips that are easily made in rules and claims are told by their cause, with line and remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleproof.cli import main
from tests.packages import installed, run


@pytest.fixture
def hedgehog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A package that `ruleproof new` has written."""
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    capsys.readouterr()
    return folder


def changed(folder: Path, file: str, *pairs: tuple[str, str]) -> int:
    """Changes texts of a file of the package; the line that the last one has begun in."""
    path = folder / "src" / "hedgehog" / file
    line = 0
    for old, new in pairs:
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        line = text[: text.index(old)].count("\n") + 1
        path.write_text(text.replace(old, new), "utf-8")
    return line


def checked(folder: Path, *words: str) -> dict[str, Any]:
    """The claims of the package as `check` tells them on a small board, by their ids."""
    asked = ("ruleproof", "check", "hedgehog", "--board", "square:2x2", "--json", *words)
    done = run(installed(folder), *asked)
    assert done.returncode == 1, done.stderr
    return {one["id"]: one for one in json.loads(done.stdout)["claims"]}


APART = "return not beside(board, p.black) & p.white"
GROWS = "return count(q.black | q.white) == count(p.black | p.white) + 1"
BLOCKED = "return not open_cells(board, p) and bool(board.full & ~(p.black | p.white))"
MANY = ("(Always(apart),)", "(Most(apart, lambda game: 9),)"), ("Always, C", "Most, C")
ENDS = "it can end here without `return`"


@pytest.mark.parametrize(
    ("claim", "pairs", "told"),
    [
        ("2", [(APART, APART.removeprefix("return "))], ENDS),
        ("2", [(APART, "if p.black:\n        return True")], ENDS),
        ("2", [(APART, 'return "yes"')], "it returns 'yes'"),
        ("1", [(GROWS, GROWS.removeprefix("return "))], ENDS),
        ("1", [(GROWS, "return 1.5")], "it returns 1.5"),
        ("4", [(BLOCKED, BLOCKED.removeprefix("return "))], ENDS),
        ("2", [*MANY, (APART, 'return "two"')], "it returns 'two'"),
        ("2", [*MANY, (APART, "count(p.black)")], ENDS),
    ],
)
def test_a_claims_function_that_answers_nothing_costs_that_claim_alone(
    hedgehog: Path, claim: str, pairs: list[tuple[str, str]], told: str
) -> None:
    changed(hedgehog, "claims.py", *pairs)
    text = (hedgehog / "src" / "hedgehog" / "claims.py").read_text("utf-8")
    found = checked(hedgehog)
    assert {one for one in found if found[one]["verdict"] == "undecided"} == {claim}
    details = found[claim]["details"]
    assert told in details["mistake"]
    remedy = (
        "end each of its branches with `return`" if told == ENDS else "return True or False, or"
    )
    assert remedy in details["reason"]
    assert details["file"].endswith("claims.py")
    assert details["function"] in ("adds_a_stone", "apart", "blocked")
    assert 0 < details["line_number"] <= text.count("\n")


def test_conform_tells_a_claims_function_that_answers_nothing(hedgehog: Path) -> None:
    changed(hedgehog, "claims.py", (APART, 'return "yes"'))
    words = ("conform", "hedgehog", "--board", "square:2x2", "--law", "claims", "--json")
    done = run(installed(hedgehog), "ruleproof", *words)
    assert (done.returncode, done.stderr) == (1, "")
    (told,) = json.loads(done.stdout)["laws"]
    assert told["broken"]["what"].startswith("it returns 'yes'; return True or False, or a")
    assert told["broken"]["function"] == "apart"


NO_MOVE = "the move 4 is no cell (cells: 0 to 3), and no special move"


def test_a_move_that_is_none_is_told_with_its_place(hedgehog: Path) -> None:
    line = changed(hedgehog, "rules.py", ("add(found, cell)", "add(found, cell + 1)"))
    environment = installed(hedgehog)
    asked = ("hedgehog", "--board", "square:2x2")
    done = run(environment, "ruleproof", "conform", *asked, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    laws = {one["law"]: one["broken"] for one in json.loads(done.stdout)["laws"]}
    assert laws["runs"]["what"].startswith(f"{NO_MOVE}; add cells and the numbers of `specials`")
    assert laws["runs"]["function"] == "moves"
    assert laws["runs"]["line_number"] < line
    done = run(environment, "ruleproof", "moves", *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ruleproof: a mistake in ")
    assert NO_MOVE in done.stderr
    assert done.stderr.count("\n") == 1
