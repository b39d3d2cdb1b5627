"""Facts that certificates of Grow take as given besides its rules, where drops are mandatory.

kind       of a head: its group, and the empty spaces beside the space that it is on
closed     a group that touches no empty space

Positions are alike if they have the same spaces of each colour, the same player to move, the same
drop still due, and as many ready and as many spent heads of each kind. The rules ask three things
of a head: its group (option B), the empty spaces beside it (option A), and whether it is ready. So
heads of a kind can be exchanged: each moves to the same spaces, and to the same kinds. One move is
left, to another space of the same kind; the spaces tell whether there is one. Heads of closed
groups are left out. Their moves leave all else as it is, they never take a space, and their group
never grows, as it could only into a space beside it.

A player is certain of the spaces that he has, as no space changes its owner, and of one more for
each turn that he is sure to get, as he must drop. Before a turn of his, each of the others takes no
more spaces than he has heads in groups that are not closed, and a drop; and he has one head more in
each turn. Alike positions have the same certain spaces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

from ruleproof.models.cells import Field, each, flood, neighbours
from ruleproof.models.grow.counts import Counts, total
from ruleproof.models.grow.rules import empty, own, setting_up, spaces_of
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import Given

WORDS = (
    "heads of a group beside the same empty spaces are alike; a space keeps its owner, and who has "
    "a turn takes one"
)


def given(game: Game) -> Given | None:
    """Return the given facts, None unless every turn has a drop."""
    return Given(alike, certain, WORDS) if game.settings["drop"] == "mandatory" else None


def alike(game: Game, p: Any) -> Hashable:
    """A value that is equal for positions from which play is the same, see above. In setup, and
    where targets are judged against the board as the turn began, each position is alike to itself
    only.
    """
    if setting_up(game.rules, p) or game.settings["order"] == "simultaneous":
        return p
    colours = p.red, p.blue, p.green, p.yellow
    ready, spent = _digits(p.ready), _digits(p.spent)
    heads = [
        sum(weight * (digit & spaces).bit_count() for weight, digit in digits)
        for spaces in _kinds(game.field, colours)
        for digits in (ready, spent)
    ]
    return colours, p.side, p.dropped, tuple(heads)


def _digits(heads: Counts) -> list[tuple[int, int]]:
    """The binary places in which there is something, each with its weight."""
    return [(1 << place, digit) for place, digit in enumerate(heads) if digit]


@lru_cache(maxsize=1 << 14)
def _kinds(board: Field, colours: tuple[int, ...]) -> list[int]:
    """The spaces on which heads are of one kind, for each kind of groups that are not closed."""
    room = board.full & ~sum(colours)
    beside_room = neighbours(board, room)
    found: list[int] = []
    for spaces in colours:
        rim = spaces & beside_room
        while rim:
            group = flood(board, rim & -rim, spaces)
            kinds: defaultdict[int, int] = defaultdict(int)
            for space in each(group):
                kinds[board.near[space] & room] |= 1 << space
            found += kinds.values()
            rim &= ~group
    return found


def certain(game: Game, p: Any) -> Sequence[tuple[int, int]]:
    """The least and the most spaces that each player can have when the board is full."""
    players = range(len(game.players))
    spaces = [spaces_of(p, player).bit_count() for player in players]
    left = empty(game.field, p).bit_count()
    if setting_up(game.rules, p):
        return [(spaces[player], spaces[player] + left) for player in players]
    sure = [_sure(game, p, player, left) for player in players]
    return [
        (spaces[player] + sure[player], spaces[player] + left - (sum(sure) - sure[player]))
        for player in players
    ]


def _sure(game: Game, p: Any, player: int, left: int) -> int:
    """The least number of the `left` empty spaces that the player takes: one in each of his turns,
    while the others take all they can. With fewer spaces in all he would have had fewer turns; but
    then the others would have had no more than here, and some space would be left.
    """
    drop = 2 if game.settings["new-head"] == "moves" else 1
    reach = sum(_kinds(game.field, (p.red, p.blue, p.green, p.yellow)))
    able = [total(p.ready, spaces_of(p, one) & reach) for one in range(len(game.players))]
    resting = total(p.spent, own(p) & reach)
    side, due, taken = p.side, int(not p.dropped), 0
    while left > 0:
        gain = due if side == player else able[side] + drop * due
        taken += gain if side == player else 0
        left -= gain
        able[side] += due + resting
        side, due, resting = (side + 1) % len(able), 1, 0
    return taken
