"""A fault planted in each game's rules is caught by conformance; the rules themselves are not."""

# pyright: basic

from __future__ import annotations

import random
from itertools import islice

import pytest

from lab.mutation.checks import Checks, Ground, built
from lab.mutation.run import source_of
from lab.mutation.trial import KILLED, SURVIVED, rule_modules, trial
from ruleproof import game
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.solvers.reasoning.formulas.conformance import random_states

FAULTS = {
    "esgros": (
        "a swapped comparison: equal groups are taken too",
        ("hex:2", "esgros.rules", "if count(victim) < size:", "if count(victim) <= size:"),
    ),
    "gro": (
        "a forgotten kill",
        ("dish:1,1", "gro.rules", "without(enemy, gone), p.placed)", "enemy, p.placed)"),
    ),
    "grow": (
        "an off-by-one limit: one head more is set up",
        ("path:4", "grow.rules", "p.turn < rules.players", "p.turn <= rules.players"),
    ),
    "incrowd": (
        "an off-by-one limit: a single pass ends the game",
        ("square:2x2", "incrowd.rules", "return p.passes == 2", "return p.passes == 1"),
    ),
    "sow": (
        "a swapped comparison: the last own piece may not be sown",
        ("square:1x4", "sow.rules", "if own_sown > own or", "if own_sown >= own or"),
    ),
}


def test_every_game_has_a_planted_fault():
    assert set(FAULTS) == {
        name for name in names() if rulebook(name).package.startswith("ruleproof.")
    }


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught_by_conformance(name: str):
    _, (board, short, before, after) = FAULTS[name]
    chosen = game(name, board)
    constraints = built(chosen)
    every = list(islice(constraints.positions(), 2_000))
    states = random.Random(1).sample(every, min(100, len(every)))
    ground = Ground(constraints, states + list(islice(random_states(chosen, 1), 100)))
    checks = Checks(rulebook(name), [], [ground])
    module = f"ruleproof.models.{short}"
    text = source_of(module)
    assert text.count(before) == 1
    checks.run(chosen.rulebook.rules, [])
    modules = rule_modules(name)
    assert trial(checks, modules, module, text, 5.0) == (SURVIVED, "")
    status, told = trial(checks, modules, module, text.replace(before, after), 5.0)
    assert status == KILLED, told
