"""In Crowd: the predicates of its claims, functions of positions and turns that also compile.

opening   the position right after phase 1: no cell is free, and still no two stones are adjacent
gained    the enemy stones that a turn turned into the mover's
lost      the mover's stones that a turn turned into the enemy's, the dropped one left out
turncoat  a dropped stone that changed colour itself
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, count, each, has, rule, single, surroundings
from ruleproof.models.incrowd.rules import (
    BLACK,
    GLOBAL,
    LOCAL,
    PASS,
    Rules,
    State,
    empty,
    free,
    mine,
    over,
    payoff,
    play,
    reached,
    score,
    theirs,
    wave,
)

EAST, NORTH = 0, 1
"""The first two directions of a square board's steps."""


@rule
def gained(before: State, after: State) -> Cells:
    """The enemy stones before that are the mover's after."""
    return theirs(before) & theirs(after)


@rule
def lost(before: State, after: State) -> Cells:
    """The mover's stones before that are the enemy's after."""
    return mine(before) & mine(after)


@rule
def turncoat(move: int, after: State) -> bool:
    """Whether the dropped stone changed colour."""
    return move != PASS and has(mine(after), move)


@rule
def outnumbered_stones(board: Field, rules: Rules, p: State) -> Cells:
    """The stones that are outnumbered where they stand."""
    black = wave(board, rules, p.black, p.white, p.black)
    return black | wave(board, rules, p.white, p.black, p.white)


@rule
def length(board: Field, direction: int) -> int:
    """The number of cells from the corner a1 on in a direction."""
    cells = 1
    cell = board.step[direction]
    while cell >= 0:
        cells += 1
        cell = board.step[cell * board.directions + direction]
    return cells


# 1 and 2: chains


@rule
def only_the_mover_gains(
    board: Field, rules: Rules, before: State, move: int, after: State
) -> bool:
    """Whether none of the mover's stones turned, the dropped one apart."""
    return not lost(before, after)


@rule
def flips_or_changes(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the turn did not both turn an enemy stone and change the dropped one."""
    return not (turncoat(move, after) and bool(gained(before, after)))


@rule
def turns_a_stone(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the turn turned a stone or changed the dropped one."""
    return bool(gained(before, after)) or turncoat(move, after)


# 3 and 4: stones that stay outnumbered


@rule
def at_rest(board: Field, rules: Rules, p: State) -> bool:
    """Whether no stone is outnumbered."""
    return not outnumbered_stones(board, rules, p)


@rule
def drops_outnumbered(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the dropped stone, having turned others, is outnumbered after all."""
    return move != PASS and has(outnumbered_stones(board, rules, after), move)


@rule
def leaves_outnumbered(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the dropped stone changed colour and so left a stone beside it outnumbered."""
    if not turncoat(move, after):
        return False
    beside = surroundings(board, single(board, move))
    new = outnumbered_stones(board, rules, after) & ~outnumbered_stones(board, rules, before)
    return bool(new & beside)


@rule
def same_under_both_chains(
    board: Field, rules: Rules, before: State, move: int, after: State
) -> bool:
    """Whether the move leads to the same position under both readings of `chain`."""
    majority, _, turncoat_chain, territory = rules
    one = play(board, Rules(majority, LOCAL, turncoat_chain, territory), before, move)
    other = play(board, Rules(majority, GLOBAL, turncoat_chain, territory), before, move)
    return one.black == other.black and one.white == other.white


@rule
def nothing_outnumbered_before(
    board: Field, rules: Rules, before: State, move: int, after: State
) -> bool:
    """Whether no stone was outnumbered before the turn."""
    return not outnumbered_stones(board, rules, before)


# 5: the two phases


@rule
def opening(board: Field, p: State) -> bool:
    """Whether no cell is free and nobody has dropped a stone beside another yet."""
    if free(board, p):
        return False
    stones = p.black | p.white
    for cell in each(stones):
        if board.around[cell] & stones:
            return False
    return True


@rule
def black_opens(board: Field, rules: Rules, p: State) -> bool:
    """Whether phase 2 begins with Black."""
    return opening(board, p) and p.passes == 0 and p.side == BLACK


@rule
def white_opens(board: Field, rules: Rules, p: State) -> bool:
    """Whether phase 2 begins with White."""
    return opening(board, p) and p.passes == 0 and p.side != BLACK


@rule
def fewest_stones(board: Field, rules: Rules, p: State) -> bool:
    """Whether phase 1 has ended with ⌈R/3⌉·⌈C/3⌉ stones."""
    fewest = ((length(board, NORTH) + 2) // 3) * ((length(board, EAST) + 2) // 3)
    return opening(board, p) and count(p.black | p.white) == fewest


@rule
def most_stones(board: Field, rules: Rules, p: State) -> bool:
    """Whether phase 1 has ended with ⌈R/2⌉·⌈C/2⌉ stones."""
    most = ((length(board, NORTH) + 1) // 2) * ((length(board, EAST) + 1) // 2)
    return opening(board, p) and count(p.black | p.white) == most


@rule
def in_phase_1(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the turn was made in phase 1."""
    return bool(free(board, before))


@rule
def turns_nothing(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the turn turned no stone, the dropped one included."""
    return not turns_a_stone(board, rules, before, move, after)


# 6: stones stay


@rule
def adds_its_stone(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
    """Whether the cells with stones are those before and the one dropped on."""
    stones = before.black | before.white
    if move != PASS:
        stones = stones | single(board, move)
    return (after.black | after.white) == stones and not after.black & after.white


# 8: long chains


@rule
def flips(board: Field, rules: Rules, before: State, move: int, after: State) -> int:
    """The number of stones that the turn's chain turned."""
    return count(gained(before, after) | lost(before, after))


@rule
def waves(board: Field, rules: Rules, before: State, move: int, after: State) -> int:
    """The number of waves of the turn's chain."""
    if move == PASS:
        return 0
    changed = single(board, move)
    left = gained(before, after)
    friends = mine(before) | changed
    enemies = theirs(before)
    if turncoat(move, after):
        left = lost(before, after)
        friends = theirs(before) | changed
        enemies = mine(before)
    number = 0
    while left:
        near = left if rules.chain == GLOBAL else left & surroundings(board, changed)
        changed = wave(board, rules, near, friends, enemies)
        friends = friends | changed
        enemies = enemies & ~changed
        left = left & ~changed
        number += 1
    return number


# 11: areas


@rule
def neutral(board: Field, rules: Rules, p: State) -> Cells:
    """The empty cells whose regions touch both colours or none."""
    cells = empty(board, p)
    black = reached(board, rules, p.black, cells)
    white = reached(board, rules, p.white, cells)
    return cells & ~((black | white) & ~(black & white))


@rule
def areas(board: Field, rules: Rules, p: State) -> int:
    """The sum of both areas."""
    return score(board, rules, p, 0) + score(board, rules, p, 1)


@rule
def areas_and_neutral_fill_the_board(board: Field, rules: Rules, p: State) -> bool:
    """Whether exactly the neutral cells belong to no area."""
    return areas(board, rules, p) + count(neutral(board, rules, p)) == board.size


@rule
def areas_fill_the_board(board: Field, rules: Rules, p: State) -> bool:
    """Whether the areas hold every cell."""
    return areas(board, rules, p) == board.size


@rule
def ended(board: Field, rules: Rules, p: State) -> bool:
    """Whether both players have passed."""
    return over(board, rules, p)


@rule
def drawn(board: Field, rules: Rules, p: State) -> bool:
    """Whether the game has ended in a draw."""
    return over(board, rules, p) and payoff(board, rules, p) == 0


@rule
def has_neutral_cells(board: Field, rules: Rules, p: State) -> bool:
    """Whether an empty region touches both colours or none."""
    return bool(neutral(board, rules, p))
