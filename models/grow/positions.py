"""Grow's symbolic positions: the contents of the board, and the well-formed positions.

Heads are numbers here, one for each space; only states hold them in digits.
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from ruleproof.models.play.game import Game
from ruleproof.models.play.states import BITS
from ruleproof.models.symbolic.cells import (
    Cells,
    common,
    complement,
    count,
    groups,
    is_empty,
    is_single,
    none,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import (
    FALSE,
    TRUE,
    Formula,
    Number,
    conj,
    disj,
    equal,
    implies,
    ite,
    less,
    minus,
    neg,
    not_above,
    number,
    plus,
    truth,
)

# What is on the board


def chosen_is(game: Game, setting: str, value: str) -> bool:
    """Whether the setting has that value."""
    return game.settings[setting] == value


def players_of(game: Game) -> int:
    """The number of players."""
    return len(game.players)


def colours(p: Any) -> tuple[Cells, ...]:
    """The spaces of all four colours, played or not."""
    return (p.red, p.blue, p.green, p.yellow)


def shares(game: Game, p: Any) -> tuple[Cells, ...]:
    """The spaces of each player, in turn order."""
    return colours(p)[: players_of(game)]


def spaces_of(game: Game, p: Any, player: Number) -> Cells:
    """The spaces of the player with that number."""
    found = none(game.field)
    for index, spaces in enumerate(shares(game, p)):
        found = ite(equal(player, index), spaces, found)
    return found


def mine_of(game: Game, p: Any) -> Cells:
    """The spaces of the side to move."""
    return spaces_of(game, p, p.side)


def empty_of(p: Any) -> Cells:
    """The unoccupied spaces."""
    return complement(union(*colours(p)))


def heads_on(digits: Sequence[Cells]) -> tuple[Number, ...]:
    """Per space, the number that the digits, lowest first, write."""
    return tuple(_number(bits) for bits in zip(*digits, strict=True))


def _number(bits: Sequence[Formula]) -> Number:
    if all(bit is TRUE or bit is FALSE for bit in bits):
        return number(sum((bit is TRUE) << place for place, bit in enumerate(bits)))
    one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
    written = z3.Concat(*(ite(bit, one, zero) for bit in reversed(bits)))
    return z3.ZeroExt(BITS - len(bits), written)


def some(digits: Sequence[Cells]) -> Cells:
    """The spaces whose number is not 0."""
    return union(*digits)


def total(spaces: Cells, numbers: Sequence[Number]) -> Number:
    """The sum of the numbers on the spaces."""
    added = number(0)
    for one, here in zip(spaces, numbers, strict=True):
        added = plus(added, ite(one, here, number(0)))
    return added


def in_setup(game: Game, p: Any) -> Formula:
    """Whether not everyone has put down a head yet."""
    return less(p.turn, players_of(game))


def new_head_moves(game: Game) -> bool:
    """Whether a head may move in the turn in which it is dropped."""
    return chosen_is(game, "new-head", "moves") and not chosen_is(game, "order", "moves-first")


def truth_number(formula: Formula) -> Number:
    """1 where the formula holds, else 0."""
    return ite(formula, number(1), number(0))


# Positions


def wellformed(game: Game, p: Any) -> Formula:
    """Whether each space has one owner at most, each group has from one head to as many as it has
    spaces, heads are on spaces of their own, and the turn so far is possible.

    Exact on boards of up to 128 spaces, where no sum of 16 bits overflows.
    """
    spaces_of_each = shares(game, p)
    has_head = union(some(p.ready), some(p.spent))
    taken = none(game.field)
    apart: list[Formula] = []
    for spaces in spaces_of_each:
        apart.append(is_empty(common(taken, spaces)))
        taken = union(taken, spaces)
    return conj(
        less(p.side, players_of(game)),
        not_above(p.turn, players_of(game)),
        not_above(p.dropped, 1),
        not_above(p.empty_turns, players_of(game) if chosen_is(game, "stall", "score") else 0),
        *(is_empty(spaces) for spaces in colours(p)[players_of(game) :]),
        *apart,
        *_heads_of_groups(game, p, taken),
        within(has_head, taken),
        ite(in_setup(game, p), _setup_so_far(game, p), _turn_so_far(game, p)),
    )


def all_heads(p: Any) -> tuple[Number, ...]:
    """Per space, the ready and the spent heads together."""
    return tuple(
        plus(ready, spent)
        for ready, spent in zip(heads_on(p.ready), heads_on(p.spent), strict=True)
    )


def _heads_of_groups(game: Game, p: Any, taken: Cells) -> list[Formula]:
    """Per space, whether the group that it is in has a head and no more heads than spaces."""
    heads = all_heads(p)
    linked = [groups(game.field, spaces) for spaces in shares(game, p)]
    found: list[Formula] = []
    for space, stone in enumerate(taken):
        group = union(*(of_player[space] for of_player in linked))
        many = total(group, heads)
        found.append(implies(stone, conj(less(0, many), not_above(many, count(group)))))
    return found


def _in_turn_order(game: Game, p: Any) -> Formula:
    """Whether all have dropped as often, those before the side to move once more, and so has it if
    it has dropped.
    """
    heads = all_heads(p)
    turns = [
        minus(total(spaces, heads), ite(equal(p.side, player), p.dropped, _once_before(p, player)))
        for player, spaces in enumerate(shares(game, p))
    ]
    return conj(*(equal(turns[0], other) for other in turns[1:]))


def _once_before(p: Any, player: int) -> Number:
    return truth_number(less(player, p.side))


def _setup_so_far(game: Game, p: Any) -> Formula:
    """Whether those before the side to move have a head on a space each, the others nothing."""
    heads_of_setup = [
        ite(less(index, p.turn), is_single(spaces), is_empty(spaces))
        for index, spaces in enumerate(shares(game, p))
    ]
    return conj(
        equal(p.side, p.turn),
        *heads_of_setup,
        *(equal(here, truth_number(one)) for one, here in _with_heads(p)),
        *(is_empty(spaces) for spaces in (*p.spent, p.began, p.landing)),
        equal(p.dropped, 0),
        equal(p.empty_turns, 0),
    )


def _with_heads(p: Any) -> list[tuple[Formula, Number]]:
    """Per space, whether it is occupied, and its ready heads."""
    return list(zip(union(*colours(p)), heads_on(p.ready), strict=True))


def _turn_so_far(game: Game, p: Any) -> Formula:
    """Whether everyone has a space; the mover alone has spent heads, and they fit what he may have
    done.
    """
    mine = mine_of(game, p)
    spent = neg(is_empty(some(p.spent)))
    own_heads = plus(total(mine, heads_on(p.ready)), total(mine, heads_on(p.spent)))
    dropped = equal(p.dropped, 1)
    begun = disj(dropped, spent)
    optional = chosen_is(game, "drop", "optional")
    owed_first = chosen_is(game, "order", "drop-first") and not optional
    return conj(
        *(neg(is_empty(spaces)) for spaces in shares(game, p)),
        implies(truth(not optional), _in_turn_order(game, p)),
        within(some(p.spent), mine),
        implies(dropped, less(1, own_heads)),
        implies(dropped, disj(spent, truth(new_head_moves(game)))),
        implies(conj(truth(owed_first), spent), dropped),
        implies(less(0, p.empty_turns), conj(neg(begun), truth(optional))),
        _began(game, p, mine)
        if chosen_is(game, "order", "simultaneous")
        else is_empty(union(p.began, p.landing)),
    )


def _began(game: Game, p: Any, mine: Cells) -> Formula:
    """Whether the mover has moved to each space that is new to him in this turn or, once, dropped
    on it.
    """
    new = without(mine, union(p.began, p.landing))
    heads, spent = heads_on(p.ready), heads_on(p.spent)
    alone = number(0) if new_head_moves(game) else number(1)
    at_most_ready = number(1) if new_head_moves(game) else number(0)
    return conj(
        neg(is_empty(p.began)),
        within(p.began, mine),
        within(p.landing, without(mine, p.began)),
        ite(equal(p.dropped, 1), is_single(p.landing), is_empty(p.landing)),
        within(new, some(p.spent)),
        is_empty(common(new, some(p.ready))),
        *(
            implies(here, conj(equal(spent[space], alone), not_above(heads[space], at_most_ready)))
            for space, here in enumerate(p.landing)
        ),
    )


def starting(game: Game, p: Any) -> Formula:
    """Whether it is the start: an empty board, the first player to put a head on it."""
    sets = (*colours(p), *p.ready, *p.spent, p.began, p.landing)
    numbers = (p.side, p.turn, p.dropped, p.empty_turns)
    return conj(*map(is_empty, sets), *(equal(value, 0) for value in numbers))
