"""Predicates of the claims about GRO, of one position or one turn, by the numbers of its sheet."""

from __future__ import annotations

from ruleproof.models.cells import Field, count, each, kind_of, last_of, rule, single
from ruleproof.models.gro.codes import DIVIDE, GROW, LIMITED, MOVE, PLACE, TAKE_BOTH, Rules
from ruleproof.models.gro.death import dead, killed, suicides
from ruleproof.models.gro.endings import dominates
from ruleproof.models.gro.germs import (
    MEDIUM,
    SMALL,
    State,
    in_dish,
    mine,
    open_points,
    openings,
    points,
    theirs,
)
from ruleproof.models.gro.rules import can_act, needed_before_dividing, steps

# 1. Tokens


@rule
def tokens_kept(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether tokens are kept. The mover's in the dish change by the one placed or those a growth
    adds, and fall only where `captures=both` takes some. The other's never rise. Nobody has more in
    the dish than there are, and no point has two germs.
    """
    own, enemy = in_dish(theirs(q)), in_dish(mine(q))
    before = in_dish(mine(p))
    kind = kind_of(move)
    if kind == PLACE:
        before += 1
    if kind == GROW:
        before += SMALL if mine(p).small & single(board, last_of(move)) else MEDIUM
    if own > before or (own < before and rules.captures != TAKE_BOTH):
        return False
    if rules.reserve == LIMITED and (own > rules.tokens or enemy > rules.tokens):
        return False
    germs = count(points(mine(q))) + count(points(theirs(q)))
    sizes = count(mine(q).small) + count(mine(q).medium) + count(mine(q).large)
    sizes += count(theirs(q).small) + count(theirs(q).medium) + count(theirs(q).large)
    apart = not points(mine(q)) & points(theirs(q))
    return enemy <= in_dish(theirs(p)) and sizes == germs and apart


# 2. Every germ has an open point


@rule
def alive(board: Field, rules: Rules, p: State) -> bool:
    """Whether every germ has an open point."""
    return not dead(board, points(mine(p)) | points(theirs(p)), open_points(board, p))


# 3. Growth kills nobody


@rule
def grows(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the move is a growth."""
    return kind_of(move) == GROW


@rule
def nobody_dies(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the same points bear germs of the same colour as before."""
    return points(mine(q)) == points(theirs(p)) and points(theirs(q)) == points(mine(p))


# 4. Kills rescue no friend


@rule
def timing_is_idle(board: Field, rules: Rules, p: State) -> bool:
    """Whether at every arrival the same own germs die, be enemy kills counted first or not, and the
    same enemy germs, be own deaths counted first or not.
    """
    free, enemy = open_points(board, p), points(theirs(p))
    for cell in each(points(mine(p))):
        for target in each(board.around[cell] & free):
            for leaving in range(2):
                here = single(board, cell) if leaving == 1 else board.none
                left = (free | here) & ~single(board, target)
                others = points(mine(p)) & ~here
                gone = killed(board, enemy, left, target)
                lost = suicides(board, others, left, target)
                if suicides(board, others, left | gone, target) != lost:
                    return False
                if killed(board, enemy, left | lost, target) != gone:
                    return False
    return True


# 5. Redundant clauses


@rule
def one_is_life(board: Field, rules: Rules, p: State) -> bool:
    """Whether every small germ, once it has moved and the dead are gone, has 1 or more open points
    exactly when it is not dead itself.
    """
    free, enemy = open_points(board, p), points(theirs(p))
    for cell in each(mine(p).small):
        for target in each(board.around[cell] & free):
            there = single(board, target)
            left = (free | single(board, cell)) & ~there
            left = left | killed(board, enemy, left, target)
            if (openings(board, target, left) >= 1) == bool(dead(board, there, left)):
                return False
    return True


@rule
def half_lives(board: Field, rules: Rules, p: State) -> bool:
    """Whether the half that stays keeps an open point in every division that the open points before
    it allow.
    """
    free = open_points(board, p)
    for cell in each(mine(p).medium | mine(p).large):
        size = MEDIUM if mine(p).medium & single(board, cell) else 2 * MEDIUM
        if openings(board, cell, free) >= needed_before_dividing(size):
            for target in each(board.around[cell] & free):
                if not board.near[cell] & free & ~single(board, target):
                    return False
    return True


@rule
def refused_only_for_suicide(board: Field, rules: Rules, p: State) -> bool:
    """Whether a small germ may move to any open point orthogonal to it, unless it kills its own
    there.
    """
    free, enemy = open_points(board, p), points(theirs(p))
    for cell in each(mine(p).small):
        here = single(board, cell)
        for target in each(board.near[cell] & free & ~steps(board, rules, p, cell)):
            left = (free | here) & ~single(board, target)
            left = left | killed(board, enemy, left, target)
            if not suicides(board, points(mine(p)) & ~here, left, target):
                return False
    return True


# 7. Wins


@rule
def one_winner(board: Field, rules: Rules, p: State) -> bool:
    """Whether at most one player meets the win condition."""
    own = dominates(board, rules, mine(p), theirs(p))
    return not (own and dominates(board, rules, theirs(p), mine(p)))


# 8. No action


@rule
def no_action(board: Field, rules: Rules, p: State) -> bool:
    """Whether the side to move has germs and no action."""
    return p.placed == 2 and bool(points(mine(p))) and not can_act(board, rules, p)


@rule
def gone_for_good(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a player without germs after the first turns still has none."""
    if p.placed < 2:
        return True
    own_stays = bool(points(mine(p))) or not points(theirs(q))
    return own_stays and (bool(points(theirs(p))) or not points(mine(q)))


@rule
def kills(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the move or division kills an enemy germ."""
    kind = kind_of(move)
    return kind in (MOVE, DIVIDE) and points(mine(q)) != points(theirs(p))
