"""Judges of Grow's claims about whole turns at one position, for the checker of certificates.

Each judge says nothing (None) of positions at which no turn begins.
"""

from __future__ import annotations

from ruleproof.models.claims.evidence import Judge, Plain, Worth
from ruleproof.models.grow import rules
from ruleproof.models.grow.claims import decisions, turn_orders
from ruleproof.models.grow.claims.turns import State, best_turns, ends_of_turn
from ruleproof.models.grow.counts import total
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import changed


def begins_turn(game: Game, p: State) -> bool:
    """Whether a turn begins at the position, after the setup."""
    return not (game.over(p) or decisions.amid_turn(p) or rules.setting_up(game.rules, p))


def _unhurried() -> None:
    """Keep no time: the caller does."""


def _gained(game: Game, worth: Worth) -> Judge:
    def judge(p: State) -> bool | None:
        if not begins_turn(game, p):
            return None
        own = rules.own(p)
        bound = decisions.gain_without_heads(game) + total(p.ready, own)
        ends = ends_of_turn(game, p, _unhurried)
        return any(game.score(q, p.side) - own.bit_count() >= bound for q in ends)

    return judge


GAINED = Plain(_gained, "ever")
"""A turn gains all that the bound allows."""


def _trapped(game: Game, worth: Worth) -> Judge:
    def judge(p: State) -> bool | None:
        groups = decisions.groups_to_trap(game, p) if begins_turn(game, p) else []
        if not groups:
            return None
        return all(decisions.is_trapped(game, p, group, _unhurried) for group in groups)

    return judge


def _corridor(game: Game, worth: Worth) -> Judge:
    """The judge of whether groups can be trapped, which has nothing to say on wider boards."""
    if any(near.bit_count() > 2 for near in game.board.near):
        return lambda p: None
    return _trapped(game, worth)


TRAPPED = Plain(_corridor)
"""Each group that can be trapped is, whatever its owner does."""


def compared(one: str, other: str, *, within: bool, owned: bool = False) -> Plain:
    """Judges whether every end of a turn under one order is one under the other; unless `within` is
    asked, also the reverse. With `owned`, full boards are the same if their spaces have the same
    owners.
    """

    def of(game: Game, worth: Worth) -> Judge:
        second = changed(game, {"order": other})
        seen = turn_orders.owned if owned else turn_orders.seen

        def judge(p: State) -> bool | None:
            if not begins_turn(game, p):
                return None
            ours = {seen(game, q) for q in ends_of_turn(game, p, _unhurried)}
            there = turn_orders.begun_under(second, p)
            theirs = {seen(game, q) for q in ends_of_turn(second, there, _unhurried)}
            return ours <= theirs if within else ours == theirs

        return judge

    return Plain(of, settings={"order": one})


def _drop_is_best(game: Game, worth: Worth) -> Judge:
    def judge(p: State) -> bool | None:
        if not begins_turn(game, p):
            return None
        with_drop, without = best_turns(game, p, worth(game))
        if with_drop is None or without is None:
            return None
        return with_drop >= without if p.side == 0 else with_drop <= without

    return judge


DROP_IS_BEST = Plain(_drop_is_best)
"""The best turn with a drop is worth no less than the best without."""
