"""Reasons why an empty cell is no turn, for pages that know no rules.

refused   of a node: words such as `c4=2`: an empty cell where no turn is legal, or a move without
          cells such as `end`, and the number of the reason among the `reasons` of the ground
reasons   of a ground: sentences, each told once; `{}` stands for the cell

Cells are told in games whose turns are single cells. Where a piece is chosen first, the page marks
the cells that it can go to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import cell_text


def add_reasons(
    game: Game, reached: Iterable[tuple[int, State]], nodes: Sequence[Any], ground: dict[str, Any]
) -> None:
    """Adds to each of these nodes the empty cells and words that are no legal turn, and why."""
    tell = game.rulebook.words.refusal
    if tell is None:
        return
    names = game.board.names
    known: dict[str, int] = {words: number for number, words in enumerate(ground["reasons"])}
    for number, state in reached:
        asked = list(game.rulebook.text.specials)
        if any(turn[0] in names for turn in nodes[number]["turns"]):
            free = [cell for cell in range(len(names)) if cell_text(game, state, cell) == "."]
            asked = [*(names[cell] for cell in free), *asked]
        legal = set(game.moves(state))
        told: list[str] = []
        for name in asked:
            move = game.read_move(name)
            if move in legal:
                continue
            words = re.sub(rf"\b{name}\b", "{}", tell(game, state, move))
            if words:
                told.append(f"{name}={known.setdefault(words, len(known))}")
        if told:
            nodes[number]["refused"] = " ".join(told)
    ground["reasons"] = list(known)
