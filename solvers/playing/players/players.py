"""Players by name, and their choices.

random        any legal turn
careless:N    the best by its estimate (`estimate.py`) of N random moves
greedy        the game, then points, then what the game's advice promises, then the greatest change
shallow:N     alpha-beta over N plies; what lies behind is estimated
mcts:N        Monte-Carlo tree search with N playouts for each move, cut off after 24 plies and
              estimated; ends that the tree sees are exact

The same position and seed give the same turn.

>>> from ruleproof import Position, game
>>> position = Position.start(game("esgros", "hex:2"))
>>> turn = player("mcts:64").choose(position, seed=1)
>>> turn[0] in position.game.moves(position.state)
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ruleproof.models.errors import TextError, listed
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.players import tree
from ruleproof.solvers.playing.players.lookahead import DEEPEST
from ruleproof.solvers.playing.players.match import Match
from ruleproof.solvers.playing.players.playing import (
    CARELESS,
    GREEDY,
    RANDOM,
    SHALLOW,
    TREE,
)
from ruleproof.solvers.playing.players.steps import DRAWN, UNDECIDED

MOST_PLAYOUTS = 1 << 20
"""The playouts that a tree search may make for one move."""
_NAME = re.compile(r"([a-z]+)(?::(\d{1,7}))?", re.ASCII)


class Player(Protocol):
    """A player who chooses turns."""

    @property
    def name(self) -> str:
        """The name by which `player` knows him."""
        ...

    def choose(self, position: Position, seed: int) -> list[int]:
        """The moves of a whole turn in a position that is not over."""
        ...


class _Kind(NamedTuple):
    number: int
    unit: str = ""
    default: int = 0
    most: int = 0


_KINDS = {
    "random": _Kind(RANDOM),
    "careless": _Kind(CARELESS, "MOVES", 2, 99),
    "greedy": _Kind(GREEDY),
    "shallow": _Kind(SHALLOW, "PLIES", 2, DEEPEST),
    "mcts": _Kind(TREE, "PLAYOUTS", 256, MOST_PLAYOUTS),
}


@dataclass(frozen=True)
class CompiledPlayer:
    """A player in compiled code; `playing.py` explains its `plan`."""

    name: str
    plan: tuple[int, int]

    def turn(self, position: Position | Game, seed: int) -> list[str]:
        """A whole turn as texts, for `Position.play`; of a game, its first. Raises `ValueError` as
        `choose` does, and `TypeError` for anything else.
        """
        if isinstance(position, Game):
            position = Position.start(position)
        if not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
            kind = type(position).__name__
            raise TypeError(f"a position or a game is taken, not {kind}: {position!r}")
        return [position.game.show_move(move) for move in self.choose(position, seed)]

    def choose(self, position: Position, seed: int) -> list[int]:
        """The moves of a whole turn. Raises `ValueError` where the game is over."""
        if position.over:
            raise ValueError(f"the game is over: {position.text!r}")
        plans = (self.plan,) * len(position.game.players)
        match = Match(position, plans, seed, longest=_LONGEST_TURN, one_turn=True)
        match.run()
        return match.moves


class Ranked(NamedTuple):
    """A move that tree search has looked at: its visits, and its outcome for the side to move if it
    is proved to be the best: 1 a win, 0 a draw, -1 a loss; else None.
    """

    move: int
    visits: int
    outcome: int | None


def ranked(position: Position, playouts: int, seed: int) -> list[Ranked]:
    """The legal moves as tree search ranks them: the one that it would play first, then those with
    more visits before others. Raises `ValueError` where the game is over.
    """
    if position.over:
        raise ValueError(f"the game is over: {position.text!r}")
    plans = ((TREE, playouts),) * len(position.game.players)
    match = Match(position, plans, seed, longest=1)
    match.run()
    nodes = match.tree
    first, known = int(nodes[0, tree.FIRST]), int(nodes[0, tree.OUTCOME])
    chosen, person = int(tree.best(nodes)), int(nodes[0, tree.PERSON])
    outcome = {UNDECIDED: None, DRAWN: 0, person: 1}.get(known, -1)
    order = sorted(
        range(first, first + int(nodes[0, tree.MANY])),
        key=lambda k: (k != chosen, -int(nodes[k, tree.VISITS])),
    )
    return [
        Ranked(
            int(nodes[k, tree.MOVE]),
            int(nodes[k, tree.VISITS]),
            outcome if int(nodes[k, tree.OUTCOME]) == known else None,
        )
        for k in order
    ]


_LONGEST_TURN = 1000
"""The moves after which a turn is cut off."""


def player(name: str) -> CompiledPlayer:
    """The player of that name. Raises `TextError` when there is none."""
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a player is named by a text, such as 'mcts:256': {name!r}")
    match = _NAME.fullmatch(name.strip())
    kind = _KINDS.get(match[1]) if match else None
    if match is None or kind is None or (match[2] and not kind.unit):
        offered = [
            f"{word}:{one.unit} ({one.unit} from 1 to {one.most})" if one.unit else word
            for word, one in _KINDS.items()
        ]
        raise TextError(f"a player is {listed(offered, 'or')}: {name!r}")
    if not kind.unit:
        return CompiledPlayer(match[1], (kind.number, 0))
    strength = int(match[2] or kind.default)
    if not 1 <= strength <= kind.most:
        raise TextError(f"{match[1]} takes {kind.unit} from 1 to {kind.most}: {name!r}")
    return CompiledPlayer(f"{match[1]}:{strength}", (kind.number, strength))


def players(names: Iterable[str]) -> list[CompiledPlayer]:
    """The players of these names. Raises `TextError` as `player` does."""
    return [player(name) for name in names]
