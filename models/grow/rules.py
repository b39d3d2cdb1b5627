"""Grow (Fred Chan, 2021–2024): the rules to run, in the order of the rulebook.

space       a cell of the board; it is empty or its owner's for good
head, tail  a stone that moves, and the stone it leaves behind; a space's heads are counted
            (`counts.py`), tails are not: whoever owns a space without a head on it has a tail there
turn        a list of micro-moves, ended by `end`; while setting up, one drop that passes the turn
ready       a head that was on the board when the turn began and has not moved in it
spent       a head that has moved, or been dropped, in this turn
empty turn  a turn with neither a drop nor a head move
party       the heads that share one Option B: those of a group, found by one flood
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ruleproof.models.cells import (
    KIND,
    Cells,
    Field,
    add,
    count,
    each,
    first_of,
    flood,
    last_of,
    lowest,
    pair,
    rule,
    single,
)
from ruleproof.models.grow.counts import Counts, no_heads, one_less, one_more, some, together

RED, BLUE, GREEN, YELLOW = range(4)
FREE, DROP_FIRST, MOVES_FIRST, SIMULTANEOUS = range(4)
OPTIONAL, MANDATORY = range(2)
RESTS, MOVES = range(2)
ENDLESS, SCORE = range(2)

END, LEAP = KIND, 2 * KIND
"""The move `end`, and the kind of a head's moves; a drop on a cell is the number of the cell."""


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
    many empty turns came just before it (0 unless they can end the game).

    `began` and `landing` are empty except under `order=simultaneous`: the mover's spaces when his
    turn began, and the one he has dropped on since.
    """

    red: Cells
    blue: Cells
    green: Cells
    yellow: Cells
    ready: Counts
    spent: Counts
    began: Cells
    landing: Cells
    side: int
    turn: int
    dropped: int
    empty_turns: int


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


# Main gameplay loop: the drop


@rule
def landings(board: Field, rules: Rules, p: State) -> Cells:
    """The player may drop a head-stone onto any unoccupied space, once a turn: those spaces."""
    too_late = rules.order == DROP_FIRST and bool(some(p.spent))
    return board.none if p.dropped or too_late else empty(board, p)


# Main gameplay loop: for each of the player's head-stones


@rule
def movable(board: Field, rules: Rules, p: State) -> Cells:
    """The spaces with a head that may move now."""
    if setting_up(rules, p):
        return board.none
    if p.dropped and rules.order == MOVES_FIRST:
        return board.none
    if not p.dropped and rules.order == DROP_FIRST and rules.drop == MANDATORY:
        return board.none
    return some(p.ready) & own(p)


@rule
def unoccupied(board: Field, rules: Rules, p: State) -> Cells:
    """The spaces that are unoccupied for a head that moves.

    Simultaneously moved heads may share a space that was empty when the turn began, though not the
    one dropped on.
    """
    if rules.order == SIMULTANEOUS:
        return empty(board, p) | (own(p) & ~(p.began | p.landing))
    return empty(board, p)


@rule
def option_a(board: Field, rules: Rules, p: State, origin: int) -> Cells:
    """(Option A) Move the head-stone to any adjacent unoccupied space."""
    return board.near[origin] & unoccupied(board, rules, p)


@rule
def option_b(board: Field, rules: Rules, p: State, head: Cells) -> Cells:
    """(Option B) To any space in the contiguous group of the player's own stones: that group, the
    head's space included.

    Simultaneously moved heads see the group as it was when the turn began.
    """
    if rules.order == SIMULTANEOUS:
        return flood(board, head, p.began | head)
    return flood(board, head, own(p))


@rule
def option_c(board: Field, origin: int) -> Cells:
    """(Option C) Leave the head-stone where it is: the space to which it takes no move."""
    return single(board, origin)


class Party(NamedTuple):
    """The spaces of some heads, and the group to any space of which they all may move."""

    heads: Cells
    group: Cells


@rule
def party(board: Field, rules: Rules, p: State, heads: Cells) -> Party:
    """The first of the heads with all that share its Option B. A head dropped among simultaneous
    moves joins the groups beside it, but theirs do not join it.
    """
    first = single(board, lowest(heads))
    group = option_b(board, rules, p, first)
    return Party(first if first & p.landing else heads & group, group)


# Main gameplay loop: the micro-moves


@rule
def empty_turn(p: State) -> bool:
    """Whether the turn has seen neither a drop nor a head move."""
    return p.dropped == 0 and not some(p.spent)


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
    rest = movable(board, rules, p)
    while rest:
        heads, group = party(board, rules, p, rest)
        rest = rest & ~heads
        for origin in each(heads):
            targets = (option_a(board, rules, p, origin) | group) & ~option_c(board, origin)
            for target in each(targets):
                add(found, LEAP + pair(origin, target))
    if may_end(rules, p):
        add(found, END)


@rule
def play(board: Field, rules: Rules, p: State, move: int) -> State:
    """The position after a micro-move; a drop in setup passes the turn by itself."""
    if move == END:
        counts = rules.stall == SCORE and empty_turn(p)
        return passed(board, rules, p, p.turn, p.empty_turns + 1 if counts else 0)
    if move > END:
        return moved(p, single(board, first_of(move)), single(board, last_of(move)))
    after = dropped(board, rules, p, single(board, move))
    return passed(board, rules, after, p.turn + 1, 0) if setting_up(rules, p) else after


@rule
def gained(p: State, player: int, space: Cells) -> Cells:
    """The player's spaces, with the new one if he is to move."""
    return spaces_of(p, player) | space if p.side == player else spaces_of(p, player)


@rule
def dropped(board: Field, rules: Rules, p: State, space: Cells) -> State:
    """A head on the space. It rests for this turn unless the new head moves, which it cannot once
    all moves are over.
    """
    moves_on = rules.new_head == MOVES and rules.order != MOVES_FIRST
    return State(
        red=gained(p, RED, space),
        blue=gained(p, BLUE, space),
        green=gained(p, GREEN, space),
        yellow=gained(p, YELLOW, space),
        ready=one_more(p.ready, space) if moves_on else p.ready,
        spent=p.spent if moves_on else one_more(p.spent, space),
        began=p.began,
        landing=space if rules.order == SIMULTANEOUS else board.none,
        side=p.side,
        turn=p.turn,
        dropped=1,
        empty_turns=0,
    )


@rule
def moved(p: State, origin: Cells, target: Cells) -> State:
    """A head on its new space; if the space where it used to be is unoccupied, the player's own
    tail-stone is there: the space stays his.
    """
    return State(
        red=gained(p, RED, target),
        blue=gained(p, BLUE, target),
        green=gained(p, GREEN, target),
        yellow=gained(p, YELLOW, target),
        ready=one_less(p.ready, origin),
        spent=one_more(p.spent, target),
        began=p.began,
        landing=p.landing,
        side=p.side,
        turn=p.turn,
        dropped=p.dropped,
        empty_turns=0,
    )


@rule
def passed(board: Field, rules: Rules, p: State, turn: int, empty_turns: int) -> State:
    """The next player's turn: every head is ready again."""
    side = p.side + 1 if p.side + 1 < rules.players else RED
    return State(
        red=p.red,
        blue=p.blue,
        green=p.green,
        yellow=p.yellow,
        ready=together(p.ready, p.spent),
        spent=no_heads(board),
        began=spaces_of(p, side) if rules.order == SIMULTANEOUS else board.none,
        landing=board.none,
        side=side,
        turn=turn,
        dropped=0,
        empty_turns=empty_turns,
    )


# Winning


@rule
def over(board: Field, rules: Rules, p: State) -> bool:
    """When there are no more unoccupied spaces on the board, the game ends, amid a turn too; under
    `stall=score` also after a full round of empty turns.
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
    found = count(landings(board, rules, p)) + (1 if may_end(rules, p) else 0)
    rest = movable(board, rules, p)
    while rest:
        heads, group = party(board, rules, p, rest)
        rest = rest & ~heads
        found += count(heads) * (count(group) - 1)
        for origin in each(heads):
            found += count(option_a(board, rules, p, origin))
    return found
