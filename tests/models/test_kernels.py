"""Compiled code is kept on disk, found again, and never run for sources that have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RULES = """
from typing import NamedTuple
from ruleproof.models.cells import Cells, add, each, rule, single
import {name}_words as words

class State(NamedTuple):
    taken: Cells
    side: int

class Rules(NamedTuple):
    pass

def start(board, rules):
    return State(board.none, 0)

@rule
def moves(board, rules, p, found):
    if over(board, rules, p):
        return
    for cell in each(words.open_cells(board, p.taken)):
        add(found, cell)

@rule
def play(board, rules, p, move):
    return State(p.taken | single(board, move), 1 - p.side)

@rule
def over(board, rules, p):
    return p.taken == board.full

@rule
def payoff(board, rules, p):
    return -1
"""
WORDS = """
from ruleproof.models.cells import rule

@rule
def open_cells(board, taken):
    return board.full & ~{what}
"""
PROGRAM = """
import sys, json
sys.path.insert(0, {folder!r})
import {name}_rules as rules
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.play.game import make_game
from ruleproof.solvers.playing.reach.perft import perft
book = Rulebook("toy", "Toy", "", "", ("one", "two"), ("path",), "path:3", rules)
game = make_game(book, "", {{}})
kernels = engine(game).kernels
compiled = {{k.compiled for k in (kernels.moves, kernels.play, kernels.ended, kernels.bulk)}}
hits = sum(sum(k.stats.cache_hits.values()) for k in compiled)
print(perft(game, (game.start(),), 2), hits > 0)
"""


def _run(folder: Path, name: str) -> list[str]:
    """What a new process says: the perft of depth 2 and whether compiled code was found on disk."""
    program = PROGRAM.format(folder=str(folder), name=name)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "RULEPROOF_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_changed_callee_in_another_file_is_noticed(tmp_path: Path) -> None:
    name = "toy"
    (tmp_path / f"{name}_rules.py").write_text(RULES.format(name=name))
    words = tmp_path / f"{name}_words.py"
    words.write_text(WORDS.format(what="taken"))
    assert _run(tmp_path, name) == ["6", "False"]
    assert _run(tmp_path, name) == ["6", "True"]
    words.write_text(WORDS.format(what="board.none"))
    assert _run(tmp_path, name) == ["9", "False"]
