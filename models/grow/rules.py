"""Grow (Fred Chan, 2021–2024): the rules to run, in the order of the rulebook.

space       a cell of the board; it is empty or its owner's for good
head, tail  a stone that moves, and the stone it leaves behind; a space's heads are counted, tails
            are not: whoever owns a space without a head on it has a tail there
turn        a list of micro-moves, ended by `end`; while setting up, one drop that passes the turn
ready       a head that was on the board when the turn began and has not moved in it
spent       a head that has moved, or been dropped, in this turn
digit       a set of cells: those on which a number of heads has a 1 in that binary place

Eight digits hold every number of heads on one space, on every board. A drop takes an empty space
and no space becomes empty again, so no two drops are on the same space, and the heads of all
players together are at most the cells, which are at most 256. Once a second player has dropped a
head, one of the spaces dropped on is not the first's: nobody has more than 255 heads, and before
that the first has one. So no space holds more than 255 = 2^8 - 1, ready and spent together.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from ruleproof.models.cells import (
    Cells,
    Field,
    add,
    count,
    each,
    flood,
    lowest,
    rule,
    single,
)

RED, BLUE, GREEN, YELLOW = range(4)
FREE, DROP_FIRST, MOVES_FIRST, SIMULTANEOUS = range(4)
OPTIONAL, MANDATORY = range(2)
RESTS, MOVES = range(2)
ENDLESS, SCORE = range(2)

Digits: TypeAlias = tuple[Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells]
"""A number from 0 to 255 for every cell, lowest digit first."""

END = 256
"""The move `end`. Below it, a cell is a drop on it; above it, see `leap`."""
PLACE = 256
FIRST_LEAP = 512


class Rules(NamedTuple):
    """The settings, as the numbers behind their words."""

    edition: int
    players: int
    order: int
    drop: int
    new_head: int
    stall: int


# Materials


class State(NamedTuple):
    """The spaces of each colour, the ready and the spent heads on them, whose turn it is, how many
    heads have been put down in setup (`turn`), whether the player has dropped in this turn, and how
    many turns without a drop or a move came just before it (0 unless that can end the game).

    `began` and `landing` are empty except under `order=simultaneous`: the mover's spaces when his
    turn began, and the one he has dropped on since.
    """

    red: Cells
    blue: Cells
    green: Cells
    yellow: Cells
    heads: tuple[Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells]
    spent: tuple[Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells]
    began: Cells
    landing: Cells
    side: int
    turn: int
    dropped: int
    empty_turns: int


@rule
def no_heads(board: Field) -> Digits:
    """No head on any space."""
    x = board.none
    return (x, x, x, x, x, x, x, x)


@rule
def one_more(heads: Digits, space: Cells) -> Digits:
    """The heads with one more on the space."""
    a, b, c, d, e, f, g, h = heads
    to_b = a & space
    to_c = b & to_b
    to_d = c & to_c
    to_e = d & to_d
    to_f = e & to_e
    to_g = f & to_f
    to_h = g & to_g
    return (a ^ space, b ^ to_b, c ^ to_c, d ^ to_d, e ^ to_e, f ^ to_f, g ^ to_g, h ^ to_h)


@rule
def one_less(heads: Digits, space: Cells) -> Digits:
    """The heads with one less on a space that has some."""
    a, b, c, d, e, f, g, h = heads
    of_b = space & ~a
    of_c = of_b & ~b
    of_d = of_c & ~c
    of_e = of_d & ~d
    of_f = of_e & ~e
    of_g = of_f & ~f
    of_h = of_g & ~g
    return (a ^ space, b ^ of_b, c ^ of_c, d ^ of_d, e ^ of_e, f ^ of_f, g ^ of_g, h ^ of_h)


@rule
def carried(one: Cells, other: Cells, carry: Cells) -> Cells:
    """The carry out of the sum of three digits."""
    return (one & other) | (carry & (one ^ other))


@rule
def together(heads: Digits, spent: Digits) -> Digits:
    """The sum of both, space by space."""
    a, b, c, d, e, f, g, h = heads
    s, t, u, v, w, x, y, z = spent
    to_b = a & s
    to_c = carried(b, t, to_b)
    to_d = carried(c, u, to_c)
    to_e = carried(d, v, to_d)
    to_f = carried(e, w, to_e)
    to_g = carried(f, x, to_f)
    to_h = carried(g, y, to_g)
    return (
        a ^ s,
        b ^ t ^ to_b,
        c ^ u ^ to_c,
        d ^ v ^ to_d,
        e ^ w ^ to_e,
        f ^ x ^ to_f,
        g ^ y ^ to_g,
        h ^ z ^ to_h,
    )


@rule
def some(heads: Digits) -> Cells:
    """The spaces with a head."""
    a, b, c, d, e, f, g, h = heads
    return a | b | c | d | e | f | g | h


@rule
def spaces_of(p: State, player: int) -> Cells:
    """The spaces occupied by the player's own stones."""
    if player == RED:
        return p.red
    if player == BLUE:
        return p.blue
    return p.green if player == GREEN else p.yellow


@rule
def own(p: State) -> Cells:
    """The spaces of the side to move."""
    return spaces_of(p, p.side)


@rule
def empty(board: Field, p: State) -> Cells:
    """The unoccupied spaces. A space that a head has left is its owner's, tail down or not."""
    return board.full & ~(p.red | p.blue | p.green | p.yellow)


# Setup


@rule
def start(board: Field, rules: Rules) -> State:
    """An empty board; the first player in the turn order is to put a head on it."""
    x = board.none
    return State(x, x, x, x, no_heads(board), no_heads(board), x, x, RED, 0, 0, 0)


@rule
def setting_up(rules: Rules, p: State) -> bool:
    """Each player, in order, puts a head-stone on any unoccupied space: not all have done so."""
    return p.turn < rules.players


# Main gameplay loop


@rule
def landings(board: Field, rules: Rules, p: State) -> Cells:
    """The player may drop a head-stone onto any unoccupied space, once a turn: those spaces."""
    too_late = rules.order == DROP_FIRST and bool(some(p.spent))
    return board.none if p.dropped or too_late else empty(board, p)


@rule
def ready(board: Field, rules: Rules, p: State) -> Cells:
    """The spaces with a head that may move now."""
    if setting_up(rules, p):
        return board.none
    if p.dropped and rules.order == MOVES_FIRST:
        return board.none
    if not p.dropped and rules.order == DROP_FIRST and rules.drop == MANDATORY:
        return board.none
    return some(p.heads) & own(p)


@rule
def option_a(board: Field, rules: Rules, p: State) -> Cells:
    """Move the head-stone to any adjacent unoccupied space: the unoccupied ones.

    Simultaneously moved heads may share a space that was empty when the turn began, though not the
    one dropped on.
    """
    if rules.order == SIMULTANEOUS:
        return empty(board, p) | (own(p) & ~(p.began | p.landing))
    return empty(board, p)


@rule
def option_b(board: Field, rules: Rules, p: State, head: Cells) -> Cells:
    """To any space in the contiguous group of the player's own stones: that group, head included.

    Simultaneously moved heads see the group as it was when the turn began.
    """
    if rules.order == SIMULTANEOUS:
        return flood(board, head, p.began | head)
    return flood(board, head, own(p))


@rule
def leap(origin: int, target: int) -> int:
    """The move of a head from one space to another."""
    return FIRST_LEAP + PLACE * origin + target


@rule
def may_end(rules: Rules, p: State) -> bool:
    """Whether the player may end his turn: not in setup, and not before a drop that he owes."""
    return not setting_up(rules, p) and (rules.drop == OPTIONAL or p.dropped == 1)


@rule
def moves(board: Field, rules: Rules, p: State, found: Any) -> None:
    """Drops, head moves and the end of the turn; heads that share a space share their moves."""
    if over(board, rules, p):
        return
    for space in each(landings(board, rules, p)):
        add(found, space)
    free = option_a(board, rules, p)
    rest = ready(board, rules, p)
    while rest:
        first = single(board, lowest(rest))
        group = option_b(board, rules, p, first)
        alike = first if first & p.landing else rest & group
        rest = rest & ~alike
        for origin in each(alike):
            reach = (board.near[origin] & free) | group
            for target in each(reach & ~single(board, origin)):
                add(found, leap(origin, target))
    if may_end(rules, p):
        add(found, END)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after a micro-move; a drop in setup passes the turn by itself."""
    if move == END:
        was_empty = rules.stall == SCORE and p.dropped == 0 and not bool(some(p.spent))
        return passed(board, rules, p, p.turn, p.empty_turns + 1 if was_empty else 0)
    if move > END:
        origin, target = (move - FIRST_LEAP) // PLACE, (move - FIRST_LEAP) % PLACE
        return moved(p, single(board, origin), single(board, target))
    after = dropped(board, rules, p, single(board, move))
    return passed(board, rules, after, p.turn + 1, 0) if setting_up(rules, p) else after


@rule
def dropped(board: Field, rules: Rules, p: State, space: Cells) -> State:
    """A head on the space. It rests for this turn unless the new head moves, which it cannot once
    all moves are over.
    """
    moves_on = rules.new_head == MOVES and rules.order != MOVES_FIRST
    return State(
        p.red | space if p.side == RED else p.red,
        p.blue | space if p.side == BLUE else p.blue,
        p.green | space if p.side == GREEN else p.green,
        p.yellow | space if p.side == YELLOW else p.yellow,
        one_more(p.heads, space) if moves_on else p.heads,
        p.spent if moves_on else one_more(p.spent, space),
        p.began,
        space if rules.order == SIMULTANEOUS else board.none,
        p.side,
        p.turn,
        1,
        0,
    )


@rule
def moved(p: State, origin: Cells, target: Cells) -> State:
    """A head on its new space; if the space where it used to be is unoccupied, the player's own
    tail-stone is there: the space stays his.
    """
    return State(
        p.red | target if p.side == RED else p.red,
        p.blue | target if p.side == BLUE else p.blue,
        p.green | target if p.side == GREEN else p.green,
        p.yellow | target if p.side == YELLOW else p.yellow,
        one_less(p.heads, origin),
        one_more(p.spent, target),
        p.began,
        p.landing,
        p.side,
        p.turn,
        p.dropped,
        0,
    )


@rule
def passed(board: Field, rules: Rules, p: State, turn: int, empty_turns: int) -> State:
    """The next player's turn: every head is ready again."""
    side = p.side + 1 if p.side + 1 < rules.players else RED
    return State(
        p.red,
        p.blue,
        p.green,
        p.yellow,
        together(p.heads, p.spent),
        no_heads(board),
        spaces_of(p, side) if rules.order == SIMULTANEOUS else board.none,
        board.none,
        side,
        turn,
        0,
        empty_turns,
    )


# Winning


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """When there are no more unoccupied spaces on the board, the game ends, amid a turn too; under
    `stall=score` also after a full round of turns with neither a drop nor a move.
    """
    return not empty(board, p) or (rules.stall == SCORE and p.empty_turns >= rules.players)


@rule
def score(board: Field, rules: Rules, p: State, player: int) -> int:
    """The number of spaces occupied by the player's own stones."""
    return count(spaces_of(p, player))


@rule
def payoff(board: Field, rules: Rules, p: State) -> int:
    """The spaces of the side to move less those of the best of the others."""
    best = 0
    for player in range(rules.players):
        if player != p.side:
            best = max(best, count(spaces_of(p, player)))
    return count(own(p)) - best


@rule
def bulk(board: Field, rules: Rules, p: State) -> int:
    """The number of moves, without listing them."""
    if over(board, rules, p):
        return 0
    total = count(landings(board, rules, p)) + (1 if may_end(rules, p) else 0)
    free = option_a(board, rules, p)
    rest = ready(board, rules, p)
    while rest:
        first = single(board, lowest(rest))
        group = option_b(board, rules, p, first)
        alike = first if first & p.landing else rest & group
        rest = rest & ~alike
        total += count(alike) * (count(group) - 1)
        for origin in each(alike):
            total += count(board.near[origin] & free)
    return total
