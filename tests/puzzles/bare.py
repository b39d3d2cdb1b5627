"""A puzzle of which nothing is said but what a test is about."""

from __future__ import annotations

from typing import Any

from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import Asked, Stipulation
from tests.ready import ready


def bare(said: str = "esgros path:4", **told: Any) -> Puzzle:
    """A puzzle of that game, to win in two turns, with these parts."""
    chosen = ready(said)
    whole: dict[str, Any] = {
        "id": "x", "game": chosen.name, "board": chosen.board.text, "settings": chosen.settings,
        "position": "", "side": chosen.players[0], "sentence": "", "solution": ["a1"],
        "stipulation": Stipulation(aim="reach", goal=Asked(name="win"), turns=2),
        "unique": "line", "tree": None, "proof_game": [], "version": "",
    }  # fmt: skip
    return Puzzle(**(whole | told))
