"""The goals of Esgros puzzles besides a win: stones removed, groups joined and grown.

attacker  the player who is to reach the goal; the `other` one averts it
group     as the rules have it: a group whose stones are named is still that group once it has grown
balance   a player's stones less the other's
"""

from __future__ import annotations

from itertools import combinations

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    each,
    flood,
    lowest,
    neighbours,
    parts,
    rule,
    single,
)
from ruleproof.models.esgros.rules import BLACK, CLOSED, Rules, State, empty
from ruleproof.models.esgros.sizes import largest
from ruleproof.models.rulebooks.parts import Aim, Game, Goal, Shown

REMOVE, TAKE, GAIN, JOIN, GROW = range(1, 6)


@rule
def stones_of(p: State, player: int) -> Cells:
    """The player's stones."""
    return p.black if player == BLACK else p.white


@rule
def balance(p: State, player: int) -> int:
    """The player's stones less the other's."""
    return count(stones_of(p, player)) - count(stones_of(p, 1 - player))


@rule
def joined(board: Field, stones: Cells, marked: Cells) -> bool:
    """Whether the marked cells hold stones of one group."""
    return not marked & ~flood(board, single(board, lowest(marked)), stones)


@rule
def reached(
    board: Field, rules: Rules, goal: int, amount: int, attacker: int, d: State, p: State, q: State,
    marked: Cells,
) -> int:  # fmt: skip
    """Whether the turn from `p` to `q` reaches the goal: 1, 0 if not yet, -1 if none will."""
    own, others = stones_of(q, attacker), stones_of(q, 1 - attacker)
    if goal == REMOVE:
        return 0 if marked & others else 1
    if goal == JOIN:
        if marked & ~own:
            return -1
        return 1 if joined(board, own, marked) else 0
    if goal == GROW:
        return 1 if largest(board, own) >= amount else 0
    if p.side != attacker:
        return 0
    if goal == TAKE:
        return 1 if count(stones_of(p, 1 - attacker) & ~others) >= amount else 0
    return 1 if balance(q, attacker) >= balance(d, attacker) + amount else 0


# What can be asked of a player in a position


def _asks(game: Game, p: State) -> bool:
    """Whether anything is asked: both have stones, and nobody may still exchange the colours."""
    return bool(p.black and p.white) and p.swap == CLOSED and not game.over(p)


def _most_taken(game: Game, p: State, attacker: int) -> int:
    """The most stones that the attacker would remove if it were his turn."""
    p = p._replace(side=attacker)
    before = count(stones_of(p, 1 - attacker))
    return max(
        before - count(stones_of(game.play(p, move), 1 - attacker)) for move in game.moves(p)
    )


def removable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each group of the other player."""
    if not _asks(game, p):
        return []
    return [Aim(tuple(each(one))) for one in parts(game.field, stones_of(p, 1 - attacker))]


def takings(game: Game, p: State, attacker: int) -> list[Aim]:
    """The numbers of stones to take. On the attacker's turn: as many as he can take, two at least,
    and one and two more, three at least. Otherwise: as many as he threatens to take, two at least.
    """
    if not _asks(game, p):
        return []
    now, most = _most_taken(game, p, attacker), count(stones_of(p, 1 - attacker))
    first = max(3, now + 1)
    amounts = [max(2, now)]
    if p.side == attacker:
        amounts += [first, first + 1]
    return [Aim((), amount) for amount in amounts if amount <= most]


def gains(game: Game, p: State, attacker: int) -> list[Aim]:
    """The numbers of stones to gain. On the attacker's turn: as many as one turn brings by the
    placed stone and those removed, two at least, and one to three more. Otherwise: as many as a
    turn brings after a stone of the other.
    """
    if not _asks(game, p):
        return []
    now = 1 + _most_taken(game, p, attacker)
    if p.side != attacker:
        return [Aim((), max(1, now - 1))]
    return [Aim((), amount) for amount in range(max(2, now), now + 4)]


def joinable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each two groups of the attacker that have an empty cell in common."""
    if not _asks(game, p):
        return []
    board, free = game.field, empty(game.field, p)
    return [
        Aim(tuple(each(one | two)))
        for one, two in combinations(parts(game.field, stones_of(p, attacker)), 2)
        if neighbours(board, one) & neighbours(board, two) & free
    ]


def growths(game: Game, p: State, attacker: int) -> list[Aim]:
    """One stone more than the largest group of the attacker has, and two more."""
    if not _asks(game, p):
        return []
    now = largest(game.field, stones_of(p, attacker))
    return [Aim((), now + 1), Aim((), now + 2)]


GOALS = (
    Goal(
        "remove",
        REMOVE,
        "remove the {other} group at {groups}",
        removable,
        defence="keep the {other} group at {groups}",
        note="a group that has grown or been joined to another is removed with it",
        example=Shown("b1", ". B . / . . . W / W B . . . / . . W B / W B . ; black", "hex:3", "a1"),
    ),
    Goal(
        "take",
        TAKE,
        "take at least {amount} {other} stones in one turn",
        takings,
        defence="keep {side} from taking {amount} or more stones in one turn",
        example=Shown(
            "c2", "B . . / W . . B / B . W . . / W . . W / . B . ; black", "hex:3", "", 3
        ),
    ),
    Goal(
        "gain",
        GAIN,
        "gain at least {amount} stones on {other}",
        gains,
        defence="keep {side} from gaining {amount} or more stones",
        note="the gain is how much {side}'s lead in stones has grown since the diagram, counted "
        "after each turn of {side}",
        example=Shown(
            "c2", ". B . / W . . B / . . W B . / B . . . / . . B ; black", "hex:3", "", 3
        ),
    ),
    Goal(
        "join",
        JOIN,
        "join the {side} groups at {groups}",
        joinable,
        defence="keep the {side} groups at {groups} apart",
        note="it fails once one of their stones is removed",
        example=Shown(
            "a2", ". . B / . B . . / . B W B W / . . . . / B . B ; black", "hex:3", "a1 a3"
        ),
    ),
    Goal(
        "grow",
        GROW,
        "form a group of at least {amount} stones",
        growths,
        defence="keep {side} from forming a group of {amount} or more stones",
        example=Shown(
            "a2", ". B . / W . . . / B . W B W / . . . . / B . W ; black", "hex:3", "", 2
        ),
    ),
)

SOURCES = ("games", "composed")
"""The sources of puzzles unless one is named: readers liked diagrams without idle pieces."""
