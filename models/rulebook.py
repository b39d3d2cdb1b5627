"""Rulebooks: what a game's folder says about the game, and how games are found.

A *rulebook* is the game as published: its settings, the boards it is played on, its rules to run
(`rules.py`) and, by module name, its rules to reason about (`constraints.py`) and its claims
(`claims.py`). With a board and settings it becomes a `Game` (`models/game.py`).

Packages offer rulebooks through the entry-point group `ruleproof.games`; each entry point names a
`Rulebook`. The five games that come along are found the same way.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.models.cells import Cells
from ruleproof.models.errors import TextError, offer
from ruleproof.models.settings import Setting, Value

if TYPE_CHECKING:
    from ruleproof.models.boards import Board
    from ruleproof.models.game import Game

GROUP = "ruleproof.games"


class Mark(NamedTuple):
    """One thing drawn on a cell, from the board upwards in the order of the list.

    `shape`: `disc`, `small` (a small disc), `ring`, `square`, `dot`, `checker` (a flat piece seen
    from aslant, for piles: one mark for each piece) or `shade` (the whole cell tinted). `colour`:
    a player's name or a colour word (`black`, `white`, `red`, `blue`, `green`, `yellow`, `grey`),
    with `-light` or `-dark` behind it for a tone; `neutral` for what is nobody's, such as a goal
    area. `label`: a few characters in its middle. `height`: how many pieces lie below it; all
    pieces of a pile are seen, whatever their number.
    """

    cell: int
    shape: str
    colour: str
    label: str = ""
    height: int = 0


class Given(NamedTuple):
    """What certificates may take as given besides the rules, in scored games without cycles.

    `alike(game, state)`: equal for positions from which play is the same: they are over or not
    together, and where one has a move the other has one to a position alike. Moves that lead to a
    position alike to the one before do not count. `certain(game, state)`: the least and the most
    points that each player can come to have at the end, whatever is played. `words` says both to
    people. Plain Python, written for the checker of certificates: no search uses them.
    """

    alike: Callable[[Game, Any], Hashable]
    certain: Callable[[Game, Any], Sequence[tuple[int, int]]]
    words: str


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A game as published.

    `players`: names in turn order; they are also the words for the side to move. `boards`: the
    kinds of board it can be played on. `tokens`: for games whose cells hold at most one stone, the
    field of `State` that each cell token stands for. `keys`: small-number fields that a position's
    text carries, with the words for their values (or None where it is a number); each has its
    start-of-game value when omitted. `specials`: moves that are not cells. `repeats`: the fields
    that count for repetition, empty where the rules know none. `exchange`: pairs of fields that a
    change of colours swaps. `acyclic`: whether no position of the game can come up twice; without
    it a game is taken to have cycles. `repetition_decides`: whether bringing a position about again
    can lose, or be illegal, rather than draw. `rules`: the module of rules to run. `package`: the
    package that holds `constraints` and `claims`, empty if there are none. `advice`: a module of
    what makes search faster and changes no answer: `promise(board, rules, p, move)`, greater for
    moves that look better, and in scored games of two `limits(board, rules, p)`, the least and the
    most that the side to move can have more than the other once the game has ended; `essence(board,
    rules, p)`: what a position's worth depends on, as a state, which need be no position of the
    game. Positions with the same essence must be worth the same and end as soon, and the essence of
    an image under a symmetry of the game must be the image of the essence. `spread(board, rules, p,
    states)`: tells (`cells.tell`) the positions after all moves, in any order, where that is
    sooner done at once than move by move. `on_points`: whether
    pieces stand where lines cross rather than in the cells between them. `tour_board`,
    `tour_settings`: a small game that the tour can solve; without them it takes the default ones.
    The remaining entries are functions for games that need more than tokens; each is documented
    where `Game` calls it.
    """

    name: str
    title: str
    author: str
    about: str
    players: tuple[str, ...]
    boards: tuple[str, ...]
    board: str
    rules: ModuleType
    settings: tuple[Setting, ...] = ()
    package: str = ""
    scored: bool = False
    on_points: bool = False
    advice: ModuleType | None = None
    tour_board: str = ""
    tour_settings: Mapping[str, Value] = field(default_factory=dict[str, Value])
    tokens: Mapping[str, str] = field(default_factory=dict[str, str])
    keys: Mapping[str, tuple[str, ...] | None] = field(
        default_factory=dict[str, tuple[str, ...] | None]
    )
    specials: Mapping[str, int] = field(default_factory=dict[str, int])
    repeats: tuple[str, ...] = ()
    exchange: tuple[tuple[str, str], ...] = ()
    invariants: Mapping[str, str] = field(default_factory=dict[str, str])
    areas: Callable[[Board, Mapping[str, Value]], tuple[Cells, ...]] | None = None
    names_of_players: Callable[[Mapping[str, Value]], tuple[str, ...]] | None = None
    refuse: Callable[[Board, Mapping[str, Value]], str] | None = None
    symmetries: Callable[[Game], Sequence[tuple[tuple[int, ...], bool]]] | None = None
    faults: Callable[[Game, Any], list[str]] | None = None
    write_cell: Callable[[Game, Any, int], str] | None = None
    read_cells: Callable[[Game, Mapping[int, str], int, Mapping[str, str]], Any] | None = None
    write_keys: Callable[[Game, Any], Mapping[str, str]] | None = None
    write_move: Callable[[Game, int], str] | None = None
    read_move: Callable[[Game, str], int] | None = None
    refusal: Callable[[Game, Any, int], str] | None = None
    reason: Callable[[Game, Any], str] | None = None
    forbids: Callable[[Game], int] | None = None
    marks: Callable[[Game, Any], list[Mark]] | None = None
    most_moves: Callable[[Game], int] | None = None
    acyclic: Callable[[Game], bool] | None = None
    repetition_decides: Callable[[Game], bool] | None = None
    given: Callable[[Game], Given | None] | None = None

    def module(self, name: str) -> ModuleType | None:
        """The game's module of that name (`constraints`, `claims`), or None if it has none."""
        path = f"{self.package}.{name}"
        if not self.package or importlib.util.find_spec(path) is None:
            return None
        return importlib.import_module(path)

    def setting(self, name: str) -> Setting:
        """The setting of that name; `TextError` when the rulebook has none."""
        for setting in self.settings:
            if setting.name == name:
                return setting
        names = offer((setting.name for setting in self.settings), 30)
        raise TextError(f"no such setting of {self.name} (settings: {names}): {name!r}")


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of all games that can be found, in alphabetical order."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@lru_cache(maxsize=32)
def rulebook(name: str) -> Rulebook:
    """The rulebook of that name; `TextError` when no installed package offers one."""
    for point in entry_points(group=GROUP, name=name):
        return point.load()
    raise TextError(f"no such game (games: {offer(names(), 30)}): {name!r}")
