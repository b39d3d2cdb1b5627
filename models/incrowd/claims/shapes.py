"""In Crowd: z3's theorems about shapes that nobody can take, on one board."""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportOperatorIssue=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.incrowd import constraints as rules
from ruleproof.models.incrowd.claims import findings
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import show
from ruleproof.models.symbolic.cells import (
    Cells,
    around,
    at_most,
    cells_of,
    common,
    complement,
    is_empty,
    single,
    within,
)
from ruleproof.models.symbolic.logic import conj, disj, neg
from ruleproof.models.symbolic.states import fresh, read_state


def shape_goals(game: Game, shape: int) -> list[Goal]:
    """Show that while the whole shape stands, no stone of it is outnumbered, whatever surrounds it.
    So none is the first to flip.
    """
    board = game.field
    p = fresh(game, "p")
    stands = [is_empty(common(p.black, p.white)), within(cells_of(board, shape), p.black)]
    shaken = disj(
        *(rules.outnumbered(game, c, p.white, p.black) for c in range(board.size) if shape >> c & 1)
    )

    def read(model: Any) -> str:
        return show(game, read_state(game, model, p))

    return [
        Goal("the shape can stand", stands, "sat"),
        Goal("no stone of it is outnumbered", [*stands, shaken], read=read),
    ]


def small_shape_goals(game: Game, largest: int = 6) -> list[Goal]:
    """Show that no shape of at most so many stones that keeps off the edge is invincible: one of
    its stones is outnumbered when enemies stand on all other cells.
    """
    board = game.field
    shape = fresh(game, "p").black
    edge = [shape[cell] for cell in range(board.size) if len(around(board, cell)) < 8]
    shaken = (
        conj(shape[cell], rules.outnumbered(game, cell, complement(shape), shape))
        for cell in range(board.size)
    )
    stands = [neg(is_empty(shape)), at_most(shape, largest), neg(disj(*edge)), neg(disj(*shaken))]
    return [Goal("a small shape off the edge stands", stands)]


def inside_goals(game: Game, shape: int, inside: Sequence[int]) -> list[Goal]:
    """Show that a lone enemy stone dropped on an inner cell is outnumbered and outnumbers
    nobody.
    """
    board = game.field
    p = fresh(game, "p")
    goals = [Goal("the shape can stand", [within(cells_of(board, shape), p.black)], "sat")]
    for cell in inside:
        alone = single(board, cell)
        stands = [within(cells_of(board, shape), p.black), is_empty(common(p.black, alone))]
        stays = neg(rules.outnumbered(game, cell, p.black, alone))
        takes = disj(*(_turned_by(game, other, p.black, alone) for other in range(board.size)))
        goals.append(Goal(f"alone on {game.board.names[cell]}", [*stands, disj(stays, takes)]))
    return goals


def shapes_goals(game: Game) -> list[Goal]:
    """The goals of all the author's shapes."""
    return [
        goal._replace(name=f"{name}: {goal.name}")
        for name in findings.SHAPES
        for goal in shape_goals(game, findings.shape(game, name))
    ]


def middle_goals(game: Game) -> list[Goal]:
    """The goals of the strong middle structure."""
    inside = [game.board.cell(name) for name in findings.INSIDE.split()]
    return inside_goals(game, game.board.set_of(findings.STRONG_MIDDLE), inside)


def _turned_by(game: Game, cell: int, stones: Cells, enemies: Cells) -> Any:
    return conj(stones[cell], rules.outnumbered(game, cell, enemies, stones))
