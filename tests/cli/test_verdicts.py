"""What `check` tells of the claims of a package, and what it withdraws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.packages import installed, run

BOARDS = ("hex:2", "path:4", "square:2x3")
NUMBERS = """
@rule
def stones(board: Field, rules: Rules, p: State) -> int:
    \"\"\"The stones on the board.\"\"\"
    return count(p.black | p.white)


CLAIMS = (
    Claim("most", "How many stones fit?", words.EMPTY, (Most(stones),), expected=None,
          boards=("hex:2", "path:4", "square:2x3")),
    Claim("value", "Who wins?", words.END, (ValueIs(),), expected=None,
          boards=("hex:2", "path:4", "square:2x3")),
)
"""


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / "src" / "hedgehog" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.slow
def test_a_verdict_on_several_boards_tells_the_number_found_on_each(hedgehog: Path) -> None:
    change(hedgehog, "claims.py", "Ends, EveryTurn", "Ends, EveryTurn, Most, ValueIs")
    path = hedgehog / "src" / "hedgehog" / "claims.py"
    path.write_text(path.read_text("utf-8") + NUMBERS, "utf-8")
    path.with_name("meanings.py").unlink()  # it speaks of the claims that are gone
    place, words = installed(hedgehog), ("check", "hedgehog", "--board", "square:9x9")
    done = run(place, "ruleproof", *words, "--json")
    assert done.returncode == 0, done.stderr
    most, value = json.loads(done.stdout)["claims"]
    assert most["found"] == {"hex:2": 4, "path:4": 3, "square:2x3": 4}
    assert most["details"]["most"] == 4
    assert set(value["found"]) == set(BOARDS)
    alone = [
        run(place, "ruleproof", "solve", "hedgehog", "--board", one, "--json") for one in BOARDS
    ]
    assert list(value["found"].values()) == [json.loads(one.stdout)["value"] for one in alone]
    shown = run(place, "ruleproof", *words, "--claim", "most").stdout
    assert "witnessed: 4 on hex:2" in " ".join(shown.split())


def answer(place: dict[str, str], *words: str) -> dict[str, dict[str, Any]]:
    """The claims and clauses that `check` tells, by their names."""
    done = run(place, "ruleproof", "check", "hedgehog", *words, "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    return {one["id"]: one for one in [*told["claims"], *told["clauses"]]}


@pytest.mark.slow
def test_all_that_rests_on_a_broken_symmetry_is_withdrawn(hedgehog: Path) -> None:
    """The corner a1 ends the game, but only with three black stones: the first positions that are
    looked at show nothing, and `Ends` meets it.
    """
    change(hedgehog, "rules.py", "Field, add, each", "Field, add, count, each, has")
    ends = "return not open_cells(board, p)"
    change(hedgehog, "rules.py", ends, f"{ends} or (count(p.black) > 2 and has(p.black, 0))")
    each = "    for cell in each(open_cells(board, p)):"
    change(hedgehog, "rules.py", each, f"    if over(board, rules, p):\n        return\n{each}")
    found = answer(installed(hedgehog), "--board", "square:2x4")
    assert "breaks the law “symmetry”" in str(found["3"]["details"])
    for claim in ("1", "2"):
        assert found[claim]["verdict"] == "undecided"
        assert found[claim]["method"] == (
            "it rests on the law “symmetry”, which claim 3 shows to be broken"
        )
    assert found["4"]["verdict"] == "witnessed"


@pytest.mark.slow
def test_check_says_where_constraints_are_not_the_rules(hedgehog: Path) -> None:
    change(hedgehog, "rules.py", "~(p.black | p.white | beside(board, enemy))",
           "~(p.black | p.white)")  # fmt: skip
    place = installed(hedgehog)
    found = answer(place, "--board", "square:2x2")
    alive = [one for name, one in found.items() if name.startswith("clause:")]
    assert {one["verdict"] for one in alive} == {"undecided"}
    shown = run(place, "ruleproof", "check", "hedgehog").stdout
    assert "constraints.py is not the game of rules.py" in " ".join(shown.split())


@pytest.mark.slow
def test_a_mistake_in_a_rule_is_told_once_and_expects_nothing_of_open_claims(
    hedgehog: Path,
) -> None:
    change(hedgehog, "rules.py", "return -1 if rules.last", "return LOST if rules.last")
    change(
        hedgehog,
        "claims.py",
        '    Claim("3", "Every game ends.", words.END, (Ends(),), boards=SMALL),',
        '    Claim("3", "Does it end?", words.END, (Ends(),), boards=SMALL, expected=None),',
    )
    place = installed(hedgehog) | {"COLUMNS": "160"}
    shown = run(place, "ruleproof", "check", "hedgehog", "--board", "square:2x2")
    assert shown.returncode == 1
    assert shown.stdout.count("'LOST'") == 1
    assert shown.stdout.count("the same mistake as in 1") == 4  # of the clauses, too
    assert shown.stdout.count("expected proved") == 2


@pytest.mark.slow
def test_a_mistake_in_constraints_is_told_where_clauses_are(hedgehog: Path) -> None:
    change(hedgehog, "constraints.py", "def legal(game: Game, p: Any, move: Cells)",
           "def legal(game: Game, q: Any, move: Cells)")  # fmt: skip
    place = installed(hedgehog) | {"COLUMNS": "300"}
    shown = run(place, "ruleproof", "check", "hedgehog", "--board", "square:2x2")
    said = " ".join(shown.stdout.split())
    assert shown.returncode == 1
    assert "clauses of a legal move undecided: a mistake in " in said
    assert "constraints.py, line " in said
    assert "NameError: name 'p' is not defined" in said
