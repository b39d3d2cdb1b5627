"""Ids of puzzles: the game, and a hash of the question and the position, equal for symmetric ones.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.puzzles.stipulations import Asked
>>> small = game("esgros", "path:4")
>>> asked = Stipulation(aim="reach", goal=Asked(name="win"), turns=1)
>>> states = [small.play(small.start(), small.read_move(text)) for text in ("a1", "d1")]
>>> len({puzzle_id(small, state, asked, small.settings) for state in states})
1
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.stipulations import Stipulation


def canonical_text(game: Game, state: State, cells: int = 0) -> str:
    """A text, equal for all positions (with the cells spoken of) that symmetries make one."""

    def image(turn: Any, swap: bool) -> str:
        names = sorted(turn[cell] for cell in range(game.board.size) if cells >> cell & 1)
        return f"{notation.show(game, game.image(state, turn, swap))} {names}"

    return min(image(turn, swap) for turn, swap in game.symmetries)


def puzzle_id(
    game: Game, state: State, stipulation: Stipulation, told: Mapping[str, str | int]
) -> str:
    """A stable id: the game, and a hash of the question and position, equal for symmetric
    positions.

    `told`: the settings as the puzzle's file gives them, so that a new setting of the game changes
    no id.
    """
    cells = sum({1 << game.board.cell(name) for name in stipulation.goal.cells})
    goal = stipulation.goal.model_copy(update={"cells": []})
    asked = stipulation.model_copy(update={"goal": goal})
    settings = json.dumps(dict(told), sort_keys=True)
    shape = canonical_text(game, state, cells)
    parts = (game.board.text, settings, shape, asked.model_dump_json())
    return f"{game.name}-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:10]}"
