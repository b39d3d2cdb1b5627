"""`verify` shares no code with what finds answers: neither the prover nor a search is within reach
of its modules, by any import at the top of a module or inside a function.
"""

from __future__ import annotations

import pytest

from tests.test_layers import FORMATS, SOURCES, answering, imports, room_of

CHECKERS = sorted(module for module in SOURCES if room_of(module) == ("solvers", "verify"))
TRUSTED = {("solvers", room) for room in ("work", "verify", "playing.values")}
"""The rooms that a checker may use as a whole."""
FORMULAS = {"blast", "cadical", "circuits", "cvc5", "goals", "invariants"}
"""Formulas as clauses and as text, and solvers that are not believed: CaDiCaL's proof is replayed,
its model played by the rules; cvc5 gives a second opinion.
"""
OF_ANSWERS = "playing.exact", "reasoning.deciding", "playing.reach"
"""Some rooms that find answers."""
NEEDED = {f"solvers.reasoning.formulas.{name}" for name in FORMULAS} | FORMATS


def within_reach(module: str) -> set[str]:
    """The modules in rooms of solvers, puzzles and reports that a module imports, near or far."""
    found: set[str] = set()
    waiting = set(imports()[module])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= imports()[name]
    return {name for name in found if answering(name)}


@pytest.mark.parametrize("module", CHECKERS)
def test_a_checker_reaches_no_prover_and_no_search(module: str):
    reached = within_reach(module)
    assert {name for name in reached if room_of(name) not in TRUSTED} <= NEEDED
    for name in reached | {module}:
        text = SOURCES[name].read_text()
        assert 'f"ruleproof' not in text, f"{name} imports what only a run can tell"


def test_the_prover_and_the_search_would_be_noticed():
    """What this test looks at is not empty, and imports inside functions are seen."""
    assert len(CHECKERS) > 5
    prover = "solvers.reasoning.checking.claim_certificate"
    reached = {room_of(name) for name in within_reach(prover)}
    assert reached >= {("solvers", room) for room in OF_ANSWERS}


def test_the_command_itself_asks_nothing_but_the_checker():
    reached = within_reach("cli.commands.verify")
    assert {name for name in reached if room_of(name) not in TRUSTED} <= NEEDED
