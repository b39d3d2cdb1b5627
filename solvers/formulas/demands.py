"""Demands on composed positions: how many pieces, where, in which symmetry, and what the key does.

piece    of a player: a cell of one of the sets that a change of colours exchanges
span     the least and the greatest number
key      the first turn of a puzzle

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:5")
>>> state = read(small, ". B . W . ; black")
>>> unmet(small, state, Demands(stones=((2, 3),), symmetric=True))
''
>>> unmet(small, state, Demands(stones=((1, 1), (2, 2))))
'white has 1 piece'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ruleproof.models.cells import Cells, count
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout
from ruleproof.models.rulebooks.parts import Symmetry

Span = tuple[int, int]
QUIET: Span = (0, 0)
"""The span of a key that takes nothing."""


class Demands(NamedTuple):
    """Demands on a position and its key. `stones`: nothing, one span for the pieces of both
    players, or one for each player's; `region`: the cells where pieces may stand, if not
    everywhere; `symmetric`: whether a symmetry of the game keeps the picture; `takes`: how many of
    the other's pieces the key takes, if that matters.
    """

    stones: tuple[Span, ...] = ()
    region: tuple[str, ...] = ()
    symmetric: bool = False
    takes: Span | None = None


NO_DEMANDS = Demands()


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


def levels_of(names: Sequence[str], state: State) -> list[Cells]:
    """The sets of those names, level by level."""
    found: list[Cells] = []
    for name in names:
        value = getattr(state, name)
        found += value if isinstance(value, tuple) else (value,)
    return found


def pieces(game: Game, state: State, player: int) -> int:
    """The number of the player's pieces."""
    return sum(map(count, levels_of(owned(game)[player], state)))


def standing(game: Game, state: State) -> Cells:
    """The cells where something stands: the cells of every set of the state."""
    found = 0
    for cells in sets_of(state):
        found |= cells
    return found


def covered(game: Game, state: State, player: int) -> Cells:
    """The cells with a piece of the player."""
    found = 0
    for cells in levels_of(owned(game)[player], state):
        found |= cells
    return found


def taken(game: Game, before: State, after: State) -> int:
    """The number of cells that the side not to move before has lost after the turn."""
    other = 1 - before.side
    return count(covered(game, before, other) & ~covered(game, after, other))


def turning(game: Game) -> list[Symmetry]:
    """The symmetries that move some cell. Raises `TextError` where there are none."""
    identity = tuple(range(game.board.size))
    found = [one for one in game.symmetries if tuple(one[0]) != identity]
    if not found:
        raise TextError(f"{game.name} has no symmetries on {game.board.text}")
    return found


def check_demands(game: Game, demands: Demands) -> None:
    """Raises `TextError` where the game cannot tell whether demands are met: it does not say whose
    pieces are whose, it has no such cell, no symmetry; or where so many pieces have no room.
    """
    check_room(game, demands)
    for name in demands.region:
        game.board.cell(name)
    if demands.symmetric:
        turning(game)


def check_room(game: Game, demands: Demands) -> None:
    """Raises `TextError` where more pieces are demanded than the cells can hold."""
    own, other = owned(game)
    cells = len(set(demands.region)) or game.board.size
    layers = dict(layout(game.rulebook.rules.State).sets)
    room = cells * sum(max(layers[name], 1) for name in own)
    most = 2 * room
    if {*own, *other} <= set(game.rulebook.text.tokens.values()):  # a cell shows one token
        room = most = cells
    least = [span[0] for span in demands.stones]
    of_a_side = len(least) == 2 and sum(least) <= most
    if (max(least) > room) if of_a_side else (sum(least) > most):
        told = ",".join(f"{low}-{high}" for low, high in demands.stones)
        limit = f"at most {room} pieces of a side" if of_a_side else f"at most {most} pieces"
        place = "in the region" if demands.region else f"on {game.board.text}"
        raise TextError(f"{limit} have room {place}: {told!r}")


def unmet(game: Game, state: State, demands: Demands) -> str:
    """The first demand on the position that it does not meet, in words; empty if it meets all."""
    own = [pieces(game, state, player) for player in (0, 1)]
    if len(demands.stones) == 1:
        least, most = demands.stones[0]
        if not least <= sum(own) <= most:
            return f"{sum(own)} pieces in all"
    for player, (least, most) in enumerate(demands.stones if len(demands.stones) == 2 else ()):
        if not least <= own[player] <= most:
            plural = "" if own[player] == 1 else "s"
            return f"{game.players[player]} has {own[player]} piece{plural}"
    if demands.region:
        inside = sum(1 << game.board.cell(name) for name in set(demands.region))
        if standing(game, state) & ~inside:
            return "a piece stands outside the region"
    if demands.symmetric and not any(
        sets_of(game.image(state, turn, swap)) == sets_of(state) for turn, swap in turning(game)
    ):
        return "no symmetry keeps the picture"
    return ""


def sets_of(state: State) -> list[Cells]:
    """All sets of a state, level by level."""
    return levels_of([name for name, _ in layout(type(state)).sets], state)
