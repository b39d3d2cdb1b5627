"""What pages that know no rules are given beside the changes of turns: reasons, and tints.

refused   of a node: words such as `c4=2`: an empty cell where no turn is legal, or a move without
          cells such as `end`, and the number of the reason among the `reasons` of the ground
reasons   of a ground: sentences, each once; `{}` stands for the cell
tints     of a ground: the SVG shapes of each way in which a page's positions are tinted, first that
          of the start; a game may tint cells by what stands on the board, such as areas held
#N        a word among the changes of a turn: the position after it has the tints of that number;
          the word is missing if they stay as they were

Reasons are for games whose turns are single cells. If a piece is chosen first, the page marks the
cells that it can go to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Mark
from ruleproof.reports.drawing.marks import marks
from ruleproof.reports.drawing.svg import tints


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
        asked = list(game.rulebook.text.words)
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


class Tints:
    """The tints of a game's positions, kept with the ground that they are drawn on."""

    def __init__(self, game: Game, ground: dict[str, Any]) -> None:
        self._game = game
        self._shapes: list[str] = ground["tints"]
        self._numbers: dict[tuple[Mark, ...], int] = {}

    def number(self, state: State) -> int:
        """The number of the position's tints, a new one where no position had them before."""
        position = Position(self._game, state)
        tinted = tuple(mark for mark in marks(position) if mark.shape == "shade")
        if tinted not in self._numbers:
            shapes = tints(position)
            if shapes not in self._shapes:
                self._shapes.append(shapes)
            self._numbers[tinted] = self._shapes.index(shapes)
        return self._numbers[tinted]

    def are_drawn(self) -> bool:
        """Whether any position so far has a tinted cell."""
        return any(self._shapes)


def with_tints(changes: str, before: int, after: int) -> str:
    """The changes of a turn with the word for the tints after it.

    >>> with_tints("a1=. a2=r1", 0, 3), with_tints("a1=. a2=r1", 3, 3)
    ('a1=. a2=r1 #3', 'a1=. a2=r1')
    """
    return changes if before == after else f"{changes} #{after}".lstrip()
