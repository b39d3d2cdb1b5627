"""`verify` shares no code with what finds answers: neither the prover nor a search is within reach
of its modules, by any import at the top of a module or inside a function.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_layers import ROOT, imported

CHECKERS = sorted((ROOT / "solvers").glob("verify*.py"))
NEEDED = {
    "blast",
    "bounded",
    "circuits",
    "claim_heads",
    "drat",
    "goals",
    "invariants",
    "progress",
    "sealed",
    "second",
    "smtlib",
}
"""Formulas as clauses and as text, proofs replayed, files read: no looking for an answer."""
TABLES = {"table_head", "table_read"}
"""Read by the check of tables; the one door asks these for their format."""


def solvers_of(path: Path) -> set[str]:
    """The modules of `solvers/` that a file imports, anywhere in it."""
    names = (name.split(".") for name in imported(path))
    parts = {name[2] for name in names if name[:2] == ["ruleproof", "solvers"] and len(name) > 2}
    return {part for part in parts if (ROOT / "solvers" / f"{part}.py").exists()}


def within_reach(path: Path) -> set[str]:
    found: set[str] = set()
    waiting = solvers_of(path)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= solvers_of(ROOT / "solvers" / f"{name}.py")
    return found


TABLE_TOOLS = {"keys", "memory", "prefetch", "side_by_side"}


@pytest.mark.parametrize("path", CHECKERS, ids=lambda path: path.stem)
def test_a_checker_reaches_no_prover_and_no_search(path: Path):
    reached = {name for name in within_reach(path) if not name.startswith("verify")}
    assert reached <= NEEDED | TABLES
    for name in reached | {path.stem}:
        text = (ROOT / "solvers" / f"{name}.py").read_text()
        assert 'f"ruleproof' not in text, f"{name} imports what only a run can tell"


def test_the_prover_and_the_search_would_be_noticed():
    """What this test looks at is not empty, and imports inside functions are seen."""
    assert len(CHECKERS) > 5
    reached = within_reach(ROOT / "solvers" / "certify.py")
    assert reached >= {"search", "study", "explore"}


def test_the_command_itself_adds_the_check_of_tables_alone():
    """`ruleproof verify` and what it imports: the sweep over tables, besides the above."""
    reached = within_reach(ROOT / "ruleproof" / "cli" / "verifying.py")
    others = {name for name in reached if not name.startswith(("verify", "sweep"))}
    assert others <= NEEDED | TABLES | TABLE_TOOLS
