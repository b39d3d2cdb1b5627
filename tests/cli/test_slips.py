"""Slips that are easily made in rules and claims are told by their cause, with line and remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ruleproof.cli.telling.verdicts import tell_problem
from ruleproof.reports.pages.problems import Shown, Wording
from tests.packages import installed, run


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
    asked = ("ruleproof", "check", "hedgehog", "--json", *(words or ("--board", "square:2x2")))
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
        pytest.param(
            "2", [(APART, "if p.black:\n        return True")], ENDS, marks=pytest.mark.slow
        ),
        ("2", [(APART, 'return "yes"')], "it returns 'yes'"),
        pytest.param("1", [(GROWS, GROWS.removeprefix("return "))], ENDS, marks=pytest.mark.slow),
        pytest.param("1", [(GROWS, "return 1.5")], "it returns 1.5", marks=pytest.mark.slow),
        pytest.param(
            "4", [(BLOCKED, BLOCKED.removeprefix("return "))], ENDS, marks=pytest.mark.slow
        ),
        pytest.param(
            "2", [*MANY, (APART, 'return "two"')], "it returns 'two'", marks=pytest.mark.slow
        ),
        pytest.param("2", [*MANY, (APART, "count(p.black)")], ENDS, marks=pytest.mark.slow),
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


@pytest.mark.slow
def test_conform_tells_a_claims_function_that_answers_nothing(hedgehog: Path) -> None:
    changed(hedgehog, "claims.py", (APART, 'return "yes"'))
    words = ("conform", "hedgehog", "--board", "square:2x2", "--law", "claims", "--json")
    done = run(installed(hedgehog), "ruleproof", *words)
    assert (done.returncode, done.stderr) == (1, "")
    (told,) = json.loads(done.stdout)["laws"]
    assert told["broken"]["what"].startswith("it returns 'yes'; return True or False, or a")
    assert told["broken"]["function"] == "apart"


NO_MOVE = "the move 4 is no cell (cells: 0 to 3)"


@pytest.mark.slow
def test_a_move_that_is_none_is_told_with_its_place(hedgehog: Path) -> None:
    line = changed(hedgehog, "rules.py", ("add(found, cell)", "add(found, cell + 1)"))
    environment = installed(hedgehog)
    asked = ("hedgehog", "--board", "square:2x2")
    done = run(environment, "ruleproof", "conform", *asked, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    laws = {one["law"]: one["broken"] for one in json.loads(done.stdout)["laws"]}
    assert laws["runs"]["what"].startswith(f"{NO_MOVE}; add moves of the forms of `Text.moves`")
    assert laws["runs"]["function"] == "moves"
    assert laws["runs"]["line_number"] < line
    done = run(environment, "ruleproof", "moves", *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ruleproof: a mistake in ")
    assert NO_MOVE in done.stderr
    assert done.stderr.count("\n") == 1


KEPT = [
    ("SEEN = [0]", "    SEEN.append(move)", "it uses the global list `SEEN` of line 9"),
    ("SEEN: set[int] = set()", "    SEEN.add(move)", "it uses the global set `SEEN` of line 9"),
    ("SEEN = {1: 2}", "    SEEN[1] += 1", "it uses the global dict `SEEN` of line 9"),
    ("SEEN = 0", "    global SEEN\n    SEEN += 1", "it gives the global `SEEN` a new value"),
]


@pytest.mark.parametrize(("made", "used", "told"), KEPT)
def test_rules_that_keep_something_outside_the_state_are_told(
    hedgehog: Path, made: str, used: str, told: str
) -> None:
    first, stone = "BLACK, WHITE = 0, 1", "    stone = single(board, move)"
    pairs = (first, f"{made}\n{first}"), (stone, f"{used}\n{stone}")
    line = changed(hedgehog, "rules.py", *pairs) + used.count("\n")
    done = run(installed(hedgehog), "ruleproof", "moves", "hedgehog", "--board", "square:2x2")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"rules.py, line {line} (play): {told}; rules keep nothing outside" in done.stderr


@pytest.mark.slow
def test_a_predicate_that_keeps_something_costs_its_claim(hedgehog: Path) -> None:
    pairs = ("SMALL = (", "SEEN = [0]\nSMALL = ("), (APART, f"SEEN.append(1)\n    {APART}")
    line = changed(hedgehog, "claims.py", *pairs)
    found = checked(hedgehog)
    assert [one for one in found if found[one]["verdict"] == "undecided"] == ["2"]
    assert found["2"]["details"]["line_number"] == line
    assert "the global list `SEEN`" in found["2"]["details"]["mistake"]


def test_a_predicate_that_is_not_marked_is_told_where_it_must_be_compiled(hedgehog: Path) -> None:
    changed(hedgehog, "claims.py", ("@rule\ndef apart", "def apart"))
    words = ("--claim", "2", "--board", "square:6x6")
    found = checked(hedgehog, *words)["2"]["details"]
    assert found["mistake"] == "`apart` is not marked `@rule`, so it cannot be compiled"
    assert found["function"] == "apart"


def test_a_helper_of_rules_that_is_not_marked_is_told(hedgehog: Path) -> None:
    line = changed(hedgehog, "rules.py", ("@rule\ndef beside", "def beside"))
    words = ("perft", "hedgehog", "--board", "square:2x2", "--depth", "2")
    done = run(installed(hedgehog), "ruleproof", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"rules.py, line {line} (beside): `beside`, which `" in done.stderr
    assert done.stderr.rstrip().endswith(" is not marked `@rule`; write `@rule` above it")


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        pytest.param("Always(apart)", "decided: 4 on square:1x2 itself", marks=pytest.mark.slow),
        ("Always(apart, toward=apart)", "decided: 3 on square:1x2 itself; undecided: 1"),
        pytest.param(
            "ValueIs(lambda game: 1)",
            "decided: 3 on square:1x2 itself; undecided: 1",
            marks=pytest.mark.slow,
        ),
        ('ValueIs(lambda game: "win")', "decided: 3 on square:1x2 itself, 1 about a single board"),
    ],
)
def test_undecided_verdicts_are_counted_apart(hedgehog: Path, goal: str, told: str) -> None:
    pairs = [("Always(apart)", goal), ("import Always,", "import Always, ValueIs,")]
    if "toward" in goal:
        pairs.append((APART, f"if not p.side:\n        return True\n    {APART[7:]}"))
    changed(hedgehog, "claims.py", *pairs)
    done = run(installed(hedgehog), "ruleproof", "check", "hedgehog", "--board", "square:1x2")
    assert told in done.stdout.splitlines(), done.stdout


def test_a_setting_without_wording_is_told_without_quotation() -> None:
    wordings = (Wording("", "limit=4", then="it holds"), Wording("Say so.", "limit=5"))
    console = Console(width=80)
    with console.capture() as captured:
        tell_problem(console, Shown("It fails.", "It holds.", wordings, ()))
    lines = [line.split(maxsplit=1) for line in captured.get().splitlines()]
    assert [rest.strip() for name, rest in lines if name == "wording"] == [
        "(limit=4, it holds)", "“Say so.”  (limit=5)",
    ]  # fmt: skip
