"""Relatives: puzzles of a set that ask for the same and look alike to a reader, in clusters.

line      the solver's turns end alike, the themes are nearly the same (`distance` below `LINES`),
          and at most `BOARD` of the cells differ
fight     the solver changes the same cells, and what stands near them and near the cells of the
          goal is the same up to `NEARBY` of it, up to symmetry and shift, whatever stands elsewhere
cluster   puzzles that a chain of likenesses joins

The bounds come from reading pairs of 900 puzzles of five games. Below 0.2 the distance alone also
takes in lines over the same cells of quite different boards; where at most three tenths of the
cells differ as well, all pairs that were read were alike. Up to 0.16 the surroundings of a fight
differ by one cell of seven, or by two of thirteen. One of the clusters found so held two ideas,
with other turns on the same cells; from 0.17 on there were more.

>>> from ruleproof.puzzles.starter import starter
>>> relatives(starter("esgros")[:1])
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import networkx as nx

from ruleproof.models.boards.geometry import Spot
from ruleproof.models.cells import Cells, each
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State, Symmetry
from ruleproof.models.play.solutions import steps
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.stipulations import check_game
from ruleproof.puzzles.telling.worth import distance
from ruleproof.puzzles.texts import numbered
from ruleproof.solvers.work.progress import Listener, Progress, silent

LINES = 0.2
BOARD = 0.3
NEARBY = 0.16

Likeness: TypeAlias = Literal["line", "fight"]
KINDS: tuple[Likeness, ...] = ("line", "fight")
Look: TypeAlias = dict[Spot, str]
"""The tokens near a fight, by their places from the left and the lowest cell of the fight."""


class Cluster(NamedTuple):
    """Puzzles that are alike: their places in the set, counted from 0, and the kinds of likeness
    between them.
    """

    puzzles: tuple[int, ...]
    alike: tuple[Likeness, ...]


class Fight(NamedTuple):
    """The cells of a fight, the same for all its images under symmetry and shift, with the side to
    move; and what it looks like in each image that has its cells there.
    """

    cells: tuple[int, tuple[Spot, ...]]
    looks: tuple[Look, ...]


def relatives(puzzles: Sequence[Puzzle], progress: Listener = silent) -> list[Cluster]:
    """The clusters of a set, the largest first. Raises `TextError`, with the puzzle's number, where
    a puzzle cannot be set up and played.
    """
    fights: list[Fight | None] = []
    for number, puzzle in enumerate(puzzles, 1):
        progress(Progress("playing through", number - 1, len(puzzles), puzzle.id))
        fights.append(_numbered(number, puzzle))
    graph: nx.Graph[int] = nx.Graph()
    groups = list(_comparable(puzzles))
    for number, group in enumerate(groups):
        progress(Progress("comparing", number, len(groups)))
        for one, other in combinations(group, 2):
            kinds = set(_likenesses(puzzles[one], puzzles[other], fights[one], fights[other]))
            if kinds:
                graph.add_edge(one, other, kinds=kinds)
    found: list[Cluster] = []
    for members in nx.connected_components(graph):
        alike: set[Likeness] = set()
        for _, _, kinds in graph.edges(members, data="kinds"):
            alike |= kinds
        told: tuple[Likeness, ...] = tuple(kind for kind in KINDS if kind in alike)
        found.append(Cluster(tuple(sorted(members)), told))
    return sorted(found, key=lambda one: (-len(one.puzzles), one.puzzles))


def fought_over(puzzle: Puzzle) -> Cells:
    """The cells of the fight: those that the solver's turns of the line change, and those that the
    goal speaks of. The line must be legal.
    """
    position = position_of(puzzle)
    game = position.game
    found = game.board.set_of(puzzle.stipulation.goal.cells)
    for step in steps(game, position.state, puzzle.solution)[::2]:
        found |= differing(step.before, step.after)
    return found


def asked_alike(puzzle: Puzzle) -> str:
    """A text, the same for puzzles that can be relatives: of one game, board, settings, stipulation
    and number of turns.
    """
    settings, asked = sorted(puzzle.settings.items()), puzzle.stipulation
    return repr((puzzle.game, puzzle.board, settings, asked.name, asked.turns))


def _comparable(puzzles: Sequence[Puzzle]) -> Iterator[list[int]]:
    """The puzzles that can be relatives."""
    groups: dict[str, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        groups.setdefault(asked_alike(puzzle), []).append(number)
    yield from groups.values()


def _likenesses(
    one: Puzzle, other: Puzzle, mine: Fight | None, theirs: Fight | None
) -> Iterator[Likeness]:
    if distance(one, other) < LINES and _differing_cells(one, other) <= BOARD:
        yield "line"
    if same_fight(mine, theirs):
        yield "fight"


def same_fight(one: Fight | None, other: Fight | None) -> bool:
    """Whether two fights look alike, up to symmetry and shift."""
    if not one or not other or one.cells != other.cells:
        return False
    look = one.looks[0]
    return min(_differing_share(look, image) for image in other.looks) <= NEARBY


def _differing_cells(one: Puzzle, other: Puzzle) -> float:
    """The share of the board's cells on which the two diagrams differ."""
    mine, theirs = (puzzle.position.partition(";")[0].split() for puzzle in (one, other))
    pairs = [(a, b) for a, b in zip(mine, theirs, strict=False) if a not in ("/", "-")]
    return sum(a != b for a, b in pairs) / max(1, len(pairs))


def _differing_share(one: Look, other: Look) -> float:
    """The share of the cells of two looks on which they differ; a cell beyond the edge differs."""
    spots = one.keys() | other.keys()
    return sum(one.get(spot) != other.get(spot) for spot in spots) / len(spots)


def _numbered(number: int, puzzle: Puzzle) -> Fight | None:
    """The fight of the puzzle of that number, which must be legal."""
    with numbered(number, puzzle.id):
        position = position_of(puzzle)
        check_game(position.game)
        position.play(puzzle.solution)
        return fight_of(puzzle)


def fight_of(puzzle: Puzzle) -> Fight | None:
    """The fight of a legal puzzle; None where nothing is fought over."""
    position, cells = position_of(puzzle), fought_over(puzzle)
    if not cells:
        return None
    game, state = position.game, position.state
    near = cells
    for cell in each(cells):
        near |= game.field.around[cell]
    images = [(_seen(game, state, cells, symmetry), symmetry) for symmetry in game.symmetries]
    least = min(seen for seen, _ in images)
    looks = [_look(game, state, (cells, near), symmetry) for s, symmetry in images if s == least]
    return Fight(least, tuple(looks))


def _seen(
    game: Game, state: State, cells: Cells, symmetry: Symmetry
) -> tuple[int, tuple[Spot, ...]]:
    """The side to move and the cells after a symmetry and a shift."""
    turn, swap = symmetry
    left, low = _corner(game, cells, symmetry)
    spots = (game.board.spots[turn[cell]] for cell in each(cells))
    side = 1 - state.side if swap else state.side
    return side, tuple(sorted((x - left, y - low) for x, y in spots))


def _look(game: Game, state: State, cells: tuple[Cells, Cells], symmetry: Symmetry) -> Look:
    """The tokens on the second set of cells, seen from the first, after a symmetry and a shift."""
    turn, swap = symmetry
    left, low = _corner(game, cells[0], symmetry)
    image = game.image(state, turn, swap)
    found: Look = {}
    for cell in each(cells[1]):
        x, y = game.board.spots[turn[cell]]
        found[x - left, y - low] = notation.cell_text(game, image, turn[cell])
    return found


def _corner(game: Game, cells: Cells, symmetry: Symmetry) -> Spot:
    """The least column and the least row of the cells after the symmetry."""
    spots = [game.board.spots[symmetry[0][cell]] for cell in each(cells)]
    return min(x for x, _ in spots), min(y for _, y in spots)
