"""The pieces of each player, as a game's state holds them.

piece    of a player: a cell of one of the sets that a change of colours exchanges

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:5")
>>> state = read(small, ". B . W B ; black")
>>> pieces(small, state, 0), pieces(small, state, 1)
(2, 1)
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.cells import Cells, count
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout


def owned(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the sets that hold the first and the second player's pieces. Raises `TextError`
    where the game does not declare them.
    """
    sets = {name for name, _ in layout(game.rulebook.rules.State).sets}
    pairs = [pair for pair in game.rulebook.declared.exchange if pair[0] in sets]
    if not pairs:
        raise TextError(
            f"{game.name} declares no sets that a change of colours exchanges, which tell whose a "
            "piece is"
        )
    return tuple(one for one, _ in pairs), tuple(other for _, other in pairs)


def _levels_of(names: Sequence[str], state: State) -> list[Cells]:
    """The sets of those names, level by level."""
    found: list[Cells] = []
    for name in names:
        value = getattr(state, name)
        found += value if isinstance(value, tuple) else (value,)
    return found


def pieces(game: Game, state: State, player: int) -> int:
    """The number of the player's pieces."""
    return sum(map(count, _levels_of(owned(game)[player], state)))


def covered(game: Game, state: State, player: int) -> Cells:
    """The cells with a piece of the player."""
    found = 0
    for cells in _levels_of(owned(game)[player], state):
        found |= cells
    return found


def sets_of(state: State) -> list[Cells]:
    """All sets of a state, level by level."""
    return _levels_of([name for name, _ in layout(type(state)).sets], state)
