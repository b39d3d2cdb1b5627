"""The goals of Grow puzzles besides more spaces: spaces owned and taken, groups and regions.

attacker  the player who is to reach the goal, of two; the `other` one averts it
region    a largest connected set of empty spaces
group     a largest connected set of a player's spaces; it keeps its name when it grows
shut in   of a group that touches no empty space, while there is one
encircled of a region that touches no space of the other
"""

from __future__ import annotations

from collections.abc import Mapping
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
from ruleproof.models.cells import reached as region_of
from ruleproof.models.grow.advice import essence
from ruleproof.models.grow.counts import no_heads, replaced, some, total
from ruleproof.models.grow.framing import framed, inner
from ruleproof.models.grow.outlook import CUT, ENCIRCLE, HOLD, JOIN, LEAD, OWN, SHUT, TAKE, outlook
from ruleproof.models.grow.rules import Rules, State, empty, own, setting_up, spaces_of
from ruleproof.models.rulebooks.parts import Aim, Game, Goal, Shown
from ruleproof.models.rulebooks.settings import Value

__all__ = [
    "GOALS",
    "GROUND",
    "alike",
    "effect",
    "framed",
    "in_order",
    "inner",
    "outlook",
    "reached",
]


@rule
def lead(p: State, player: int) -> int:
    """The player's spaces less the other's."""
    return count(spaces_of(p, player)) - count(spaces_of(p, 1 - player))


@rule
def encircled(board: Field, free: Cells, others: Cells) -> int:
    """The number of free spaces in regions that touch none of the others."""
    found = 0
    while free:
        region = region_of(board, single(board, lowest(free)), free)
        free = free & ~region.cells
        if not region.beside & others:
            found += count(region.cells)
    return found


@rule
def joined(board: Field, spaces: Cells, marked: Cells) -> bool:
    """Whether the marked spaces are connected within those given."""
    return not marked & ~flood(board, single(board, lowest(marked)), spaces)


@rule
def reached(
    board: Field, rules: Rules, goal: int, amount: int, attacker: int, d: State, p: State, q: State,
    marked: Cells,
) -> int:  # fmt: skip
    """Whether the turn from `p` to `q` reaches the goal: 1, 0 if not yet, -1 if none will."""
    ours, others = spaces_of(q, attacker), spaces_of(q, 1 - attacker)
    free = empty(board, q)
    if goal == OWN:
        if marked & others:
            return -1
        return 0 if marked & free else 1
    if goal == HOLD:
        held = count(marked & ours)
        if held >= amount:
            return 1
        return -1 if held + count(marked & free) < amount else 0
    if goal == TAKE:
        missing = count(spaces_of(d, attacker)) + amount - count(ours)
        return 1 if missing <= 0 else -1 if missing > count(free) else 0
    if goal == LEAD:
        ahead = lead(q, attacker)
        if p.side == attacker and ahead >= amount:
            return 1
        return -1 if ahead + count(free) < amount else 0
    if goal == ENCIRCLE:
        if count(free) < amount:
            return -1
        return 1 if encircled(board, free, others) >= amount else 0
    if goal == SHUT:
        if not free:
            return -1
        return 0 if neighbours(board, flood(board, marked, others)) & free else 1
    if goal == JOIN:
        if joined(board, ours, marked):
            return 1
        return 0 if joined(board, ours | free, marked) else -1
    if joined(board, others, marked):
        return -1
    return 0 if joined(board, others | free, marked) else 1


@rule
def alike(board: Field, rules: Rules, goal: int, p: State, marked: Cells) -> State:
    """The essence of the position, without the owners of spaces in closed groups and their heads,
    whose moves only lengthen a turn; on a full board without the drop as well. Games of two leave
    two players' fields free, which hold the marked spaces: the third's those of the side to move,
    the fourth's those of the other side; where goals speak of groups, their groups.
    """
    told = essence(board, rules, p)
    if rules.players > 2:
        return told
    ours = own(p)
    others = (p.red | p.blue) & ~ours
    closed = told.red & told.blue
    mine, theirs = marked & ours, marked & others
    if SHUT <= goal <= CUT:
        mine, theirs = flood(board, mine, ours), flood(board, theirs, others)
    return State(
        told.red,
        told.blue,
        mine,
        theirs,
        replaced(told.ready, closed, 0),
        replaced(told.spent, closed, 0),
        told.began,
        told.landing,
        told.side,
        told.turn,
        told.dropped if empty(board, p) else 0,
        0 if closed else told.empty_turns,
    )


@rule
def effect(board: Field, rules: Rules, p: State, q: State) -> State:
    """The owners of the spaces after the turn, wherever heads lie."""
    none = no_heads(board)
    return State(
        q.red, q.blue, q.green, q.yellow, none, none, board.none, board.none, q.side, q.turn, 0, 0
    )


def in_order(settings: Mapping[str, Value]) -> Mapping[str, Value]:
    """The settings under which fewer orders of a turn are looked at. A drop that must be made may
    come first: no head loses a space by it, since another space would do as well, and a move made
    before it can be made after it, as groups only grow.
    """
    mandatory = settings["drop"] == "mandatory" and settings["order"] == "free"
    return {"order": "drop-first"} if mandatory else {}


# What can be asked of a player in a position


def _asks(game: Game, p: State) -> bool:
    """Whether anything is asked: of two players, after setup, as long as there is room."""
    return len(game.players) == 2 and not setting_up(game.rules, p) and not game.over(p)


def _open_groups(game: Game, p: State, player: int) -> list[Cells]:
    """The player's groups that touch an empty space."""
    free = empty(game.field, p)
    return [
        one for one in parts(game.field, spaces_of(p, player)) if neighbours(game.field, one) & free
    ]


def _able(game: Game, p: State, player: int) -> int:
    """The most spaces that the player could take in a turn: by a drop and his heads in groups that
    touch empty spaces.
    """
    groups = _open_groups(game, p, player)
    heads = sum(total(p.ready, one) + total(p.spent, one) for one in groups)
    return min(heads + 1, count(empty(game.field, p)))


def ownable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each region of two to five spaces, and each two adjacent spaces of a larger one that touch
    spaces of both players.
    """
    if not _asks(game, p):
        return []
    found: list[Aim] = []
    for region in parts(game.field, empty(game.field, p)):
        if 2 <= count(region) <= 5:
            found.append(Aim(tuple(each(region))))
        elif count(region) > 5:
            found += _contested(game, p, region)
    return found


def _contested(game: Game, p: State, region: Cells) -> list[Aim]:
    """Each two adjacent spaces of the region that touch spaces of both players."""
    near = game.field.near
    pairs = [(one, two) for one in each(region) for two in each(near[one] & region) if one < two]
    return [
        Aim(pair)
        for pair in pairs
        if all((near[pair[0]] | near[pair[1]]) & spaces for spaces in (p.red, p.blue))
    ]


def holdable(game: Game, p: State, attacker: int) -> list[Aim]:
    """More than half of each region of three to eight empty spaces, but not all of it."""
    if not _asks(game, p):
        return []
    return [
        Aim(tuple(each(region)), amount)
        for region in parts(game.field, empty(game.field, p))
        if 3 <= count(region) <= 8
        for amount in range(1 + count(region) // 2, count(region))
    ]


def takings(game: Game, p: State, attacker: int) -> list[Aim]:
    """As many spaces as a turn can take, and up to three more, as far as there are."""
    if not _asks(game, p):
        return []
    able, left = _able(game, p, attacker), count(empty(game.field, p))
    return [Aim((), amount) for amount in range(max(2, able), able + 4) if amount <= left]


def leads(game: Game, p: State, attacker: int) -> list[Aim]:
    """Leads as large as now, or on the attacker's turn as he can make them, and up to three spaces
    larger, as far as there are.
    """
    if not _asks(game, p):
        return []
    now, left = lead(p, attacker), count(empty(game.field, p))
    ahead = now + (_able(game, p, attacker) if p.side == attacker else 0)
    return [Aim((), ahead + more) for more in range(4) if 0 < ahead + more <= now + left]


def circles(game: Game, p: State, attacker: int) -> list[Aim]:
    """One to three empty spaces more than are encircled now, but two at least."""
    if not _asks(game, p):
        return []
    free = empty(game.field, p)
    now = encircled(game.field, free, spaces_of(p, 1 - attacker))
    return [Aim((), amount) for amount in range(max(2, now + 1), now + 4) if amount < count(free)]


def shuttable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each group of the other with a head that touches two empty spaces or more, and not all."""
    if not _asks(game, p):
        return []
    free = empty(game.field, p)
    heads = some(p.ready) | some(p.spent)
    return [
        Aim(tuple(each(one)))
        for one in _open_groups(game, p, 1 - attacker)
        if one & heads and 2 <= count(neighbours(game.field, one) & free) < count(free)
    ]


def joinable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each two groups of the attacker that can still be joined, but by no single space."""
    return _bridges(game, p, attacker)


def cuttable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each two groups of the other that can still be joined, but by no single space."""
    return _bridges(game, p, 1 - attacker)


def _bridges(game: Game, p: State, player: int) -> list[Aim]:
    """Each two groups of the player that can still be joined, but by no single space."""
    if not _asks(game, p):
        return []
    board, free = game.field, empty(game.field, p)
    return [
        Aim(tuple(each(one | two)))
        for one, two in combinations(_open_groups(game, p, player), 2)
        if not neighbours(board, one) & neighbours(board, two) & free
        and joined(board, spaces_of(p, player) | free, one | two)
    ]


GOALS = (
    Goal(
        "own",
        OWN,
        "own the spaces at {cells}",
        ownable,
        example=Shown(
            "@c2 c4-c3 end", ". . r1 . / . b1 . . / . . . . / . . . . ; red", "square:4x4", "c2 c3"
        ),
    ),
    Goal(
        "hold",
        HOLD,
        "own at least {amount} of the spaces at {cells}",
        holdable,
        defence="keep {side} from owning {amount} or more of the spaces at {cells}",
        example=Shown(
            "@a1 a3-a2 c4-c3 end",
            ". . r1 r0 / r1 . . . / . b1 . . / . . b0 b1 ; red",
            "square:4x4",
            "a1 b1 a2",
            2,
        ),
    ),
    Goal(
        "take",
        TAKE,
        "take at least {amount} spaces",
        takings,
        defence="keep {side} from taking {amount} or more spaces",
        note="the spaces that {side} takes in all turns are counted together",
        example=Shown(
            "@c3 a2-b2 a3-b3 end",
            "b1 . . . / r1 . . . / r1 . b1 . / . . . . ; red",
            "square:4x4",
            "",
            3,
        ),
    ),
    Goal(
        "lead",
        LEAD,
        "be at least {amount} spaces ahead",
        leads,
        defence="keep {side} from being {amount} or more spaces ahead",
        note="spaces are counted after each turn of {side}",
        example=Shown(
            "@c3 a2-b2 a3-b3 end",
            "b1 . . . / r1 . . . / r1 . b1 . / . . . . ; red",
            "square:4x4",
            "",
            3,
        ),
    ),
    Goal(
        "encircle",
        ENCIRCLE,
        "encircle at least {amount} empty spaces",
        circles,
        defence="keep {side} from encircling {amount} or more empty spaces",
        note="a region of empty spaces is encircled if it touches no space of {other}",
        example=Shown(
            "d2-c2 @b1 end", ". . . . / . . . . / . . . b1 / r1 . . . ; blue", "square:4x4", "", 2
        ),
    ),
    Goal(
        "shut",
        SHUT,
        "shut in the {other} group at {groups}",
        shuttable,
        defence="keep the {other} group at {groups} from being shut in",
        note="a group is shut in if at the end of a turn, of either side, it touches no empty "
        "space while the board has one; a full board saves it",
        example=Shown(
            "@d3 c2-c1 end", ". . . . / . . . . / . . b1 r0 / . . . r2 ; blue", "square:4x4", "d1"
        ),
    ),
    Goal(
        "join",
        JOIN,
        "join the {side} groups at {groups}",
        joinable,
        defence="keep the {side} groups at {groups} apart",
        example=Shown(
            "@b3 d3-c3 a3-c3 end",
            ". r1 r1 . / b1 . . b1 / . . . . / . . . . ; blue",
            "square:4x4",
            "a3 d3",
        ),
    ),
    Goal(
        "cut",
        CUT,
        "cut the {other} groups at {groups} off from each other",
        cuttable,
        defence="keep the {other} groups at {groups} together or able to join",
        note="groups are cut off once no empty spaces lead from one to the other",
        example=Shown(
            "@c4 a3-b3 end",
            ". r1 . . / b1 . . . / . . . r1 / . . . . ; blue",
            "square:4x4",
            "b4 d2",
        ),
    ),
)


GROUND = ("square:5x5", {"drop": "mandatory"})
"""Puzzles are made here where nothing else is asked for. Drops that must be made end the game."""
