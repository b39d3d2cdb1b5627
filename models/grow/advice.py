"""What makes search of Grow faster and changes no answer."""

from __future__ import annotations

from ruleproof.models.cells import Field, count, has, rule
from ruleproof.models.grow.rules import (
    END,
    FIRST_LEAP,
    MANDATORY,
    MOVES,
    PLACE,
    Digits,
    Rules,
    State,
    empty,
    own,
    setting_up,
    spaces_of,
)


@rule
def promise(board: Field, rules: Rules, p: State, move: int) -> int:
    """A head's move that takes a space comes first, then a drop, of which a turn has one, then the
    end of the turn.
    """
    if move < END:
        return 2
    if move == END:
        return 1
    return 3 if has(empty(board, p), (move - FIRST_LEAP) % PLACE) else 0


@rule
def limits(board: Field, rules: Rules, p: State) -> tuple[int, int]:
    """A space that is somebody's stays his: all that is open is who takes the empty ones. Where
    drops are mandatory each player takes one a turn, and no more than he has heads and drops.
    """
    other = 1 - p.side
    lead = count(own(p)) - count(spaces_of(p, other))
    left = count(empty(board, p))
    if rules.drop != MANDATORY or setting_up(rules, p):
        return lead - left, lead + left
    drop = 2 if rules.new_head == MOVES else 1
    mine = many(p.heads, own(p)) + (0 if p.dropped else drop)
    theirs = many(p.heads, spaces_of(p, other)) + drop
    ours = many(p.heads, own(p)) + many(p.spent, own(p)) + (0 if p.dropped else 1) + drop
    sure = at_least(left, 0 if p.dropped else 1, 1, theirs)
    lost = 0
    if left > mine:
        lost = at_least(left - mine, 1, 1, ours)
    return lead - left + 2 * sure, lead + left - 2 * lost


@rule
def many(heads: Digits, spaces: int) -> int:
    """The number of heads on the spaces."""
    a, b, c, d, e, f, g, h = heads
    low = count(a & spaces) + 2 * count(b & spaces) + 4 * count(c & spaces) + 8 * count(d & spaces)
    high = count(e & spaces) + 2 * count(f & spaces) + 4 * count(g & spaces) + 8 * count(h & spaces)
    return low + 16 * high


@rule
def at_least(left: int, now: int, later: int, rival: int) -> int:
    """How many of the empty spaces a player takes at least, who takes `now` in this turn and
    `later` in each one after it, while his rival takes up to `rival`, one more each turn. (If he
    took fewer he would have had fewer turns; but in those, both together cannot take all.)
    """
    taken = 0
    gain = now
    while left > 0:
        gain = min(gain, left)
        taken += gain
        left -= gain + rival
        rival += 1
        gain = later
    return taken
