"""Grow: judges of claims about whole turns, at one position.

end    a position that a turn can end in; orders are alike where turns have the same ends under both

A judge says nothing (None) of positions at which no turn begins; orders are alike there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleproof.models.cells import each, flood, neighbours
from ruleproof.models.claims.evidence import Explained, Judge, Look, Plain, Worth
from ruleproof.models.grow import rules
from ruleproof.models.grow.counts import DIGITS, some, together, total
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import changed

State = Any

# Whole turns: lists of micro-moves up to `end` or to the end of the game


def ends_of_turn(game: Game, state: State, look: Look) -> dict[State, list[int]]:
    """The positions that a turn begun at the state can end in, with the moves of one such turn."""
    found: dict[State, list[int]] = {}
    seen = {state}
    waiting: list[tuple[State, list[int]]] = [(state, [])]
    while waiting:
        here, line = waiting.pop()
        for move in game.moves(here):
            look()
            after, moves = game.play(here, move), [*line, move]
            if after.side != here.side or game.over(after):
                found.setdefault(after, moves)
            elif after not in seen:
                seen.add(after)
                waiting.append((after, moves))
    return found


def best_turns(
    game: Game, state: State, worth: Mapping[State, int]
) -> tuple[int | None, int | None]:
    """Return the worth of the best turn with a drop and of the best one without, as Red's margin;
    None where there is no such turn.
    """
    best = max if state.side == 0 else min
    found: tuple[list[int], list[int]] = ([], [])
    seen: set[State] = {state}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for move in game.moves(here):
            after = game.play(here, move)
            with_drop = bool(here.dropped) or move < rules.END
            if after.side != here.side or game.over(after):
                found[0 if with_drop else 1].append(worth[after])
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    first, second = (best(kind) if kind else None for kind in found)
    return first, second


def begins_turn(game: Game, p: State) -> bool:
    """Whether a turn begins at the position, after the setup."""
    amid = p.dropped or some(p.spent)
    return not (amid or game.over(p) or rules.setting_up(game.rules, p))


def _unhurried() -> None:
    """Counts nothing."""


# 3. A turn gains at most one space, and one more for each head at its start


def gain_without_heads(game: Game) -> int:
    """The spaces that the bound allows a turn without heads to gain."""
    new_head = game.settings["new-head"] == "moves" and game.settings["order"] != "moves-first"
    return 2 if new_head else 1


def _most_gained(game: Game, p: State, look: Look) -> list[int]:
    """The moves of a turn that gains as much as the bound allows; empty where none does."""
    own = rules.own(p)
    bound = own.bit_count() + gain_without_heads(game) + total(p.ready, own)
    ends = ends_of_turn(game, p, look)
    return next((moves for q, moves in ends.items() if game.score(q, p.side) >= bound), [])


def _gained(game: Game, worth: Worth, look: Look) -> Judge:
    return lambda p: bool(_most_gained(game, p, look)) if begins_turn(game, p) else None


def _how_gained(game: Game, worth: Worth, p: State) -> Explained:
    turn = _most_gained(game, p, _unhurried)
    gain = gain_without_heads(game) + total(p.ready, rules.own(p))
    return Explained({"gain": gain, "heads": total(p.ready, rules.own(p))}, turn)


GAINED = Plain(_gained, "ever", explained=_how_gained)
"""A turn gains all that the bound allows."""

# 7. A head in a corridor one space wide is trapped by a drop on either side


def _trapped(game: Game, worth: Worth, look: Look) -> Judge:
    def judge(p: State) -> bool | None:
        groups = groups_to_trap(game, p) if begins_turn(game, p) else []
        return all(is_trapped(game, p, group, look) for group in groups) if groups else None

    return judge


def _corridor(game: Game, worth: Worth, look: Look) -> Judge:
    """The judge of whether groups can be trapped, which has nothing to say on wider boards."""
    if any(near.bit_count() > 2 for near in game.board.near):
        return lambda p: None
    return _trapped(game, worth, look)


TRAPPED = Plain(_corridor)
"""Each group that can be trapped is, whatever its owner does."""


def _enemy(state: State) -> int:
    return rules.spaces_of(state, 1 - state.side)


def is_trapped(game: Game, state: State, group: int, look: Look) -> bool:
    """Whether a drop beside the group and a second one in the next turn trap it."""
    return any(_answered(game, after, group, look) for after in _drops(game, state, group))


def groups_to_trap(game: Game, state: State) -> list[int]:
    """The enemy's groups that have a head and an empty space beside them."""
    found: list[int] = []
    rest = _enemy(state)
    while rest:
        group = flood(game.field, rest & -rest, rest)
        rest &= ~group
        beside = neighbours(game.field, group) & rules.empty(game.field, state)
        if beside and some(state.ready) & group:
            found.append(group)
    return found


def _drops(game: Game, state: State, group: int) -> list[State]:
    """Return the positions after a turn of one drop beside the group of these spaces."""
    whole = flood(game.field, group, rules.spaces_of(state, 1 - state.side))
    beside = neighbours(game.field, whole) & rules.empty(game.field, state)
    found: list[State] = []
    for space in each(beside):
        after = game.play(state, space)
        found.append(after if game.over(after) else game.play(after, rules.END))
    return found


def _answered(game: Game, state: State, group: int, look: Look) -> bool:
    """Whether the second drop traps the group after every turn of the enemy, who is to move."""
    if _sealed(game, state, group, state.side):
        return True
    return all(
        _sealed(game, after, group, state.side)
        or any(_sealed(game, last, group, state.side) for last in _drops(game, after, group))
        for after in ends_of_turn(game, state, look)
    )


def _sealed(game: Game, state: State, group: int, owner: int) -> bool:
    """Whether no empty space is within reach of the group; so it is when the game is over."""
    empty = rules.empty(game.field, state)
    whole = flood(game.field, group, rules.spaces_of(state, owner))
    return game.over(state) or not neighbours(game.field, whole) & empty


# 9. The orders of a turn's steps


def compared(one: str, other: str, *, within: bool = False, owned: bool = False) -> Plain:
    """Judges whether every end of a turn under one order is one under the other; unless `within` is
    asked, also the reverse. With `owned`, full boards are the same if their spaces have the same
    owners.
    """

    def both(game: Game) -> list[Game]:
        return [changed(game, {"order": order}) for order in (one, other)]

    def lone(games: list[Game], p: State, look: Look) -> tuple[tuple[str, str], list[int]] | None:
        """The two orders, and a turn that ends under the first as none does under the second."""
        sides: list[tuple[str, dict[State, list[int]]]] = []
        for game in games:
            ends = ends_of_turn(game, begun_under(game, p), look)
            here = {seen(game, q, owned): moves for q, moves in ends.items()}
            sides.append((str(game.settings["order"]), here))
        for (under, ours), (against, theirs) in (sides,) if within else (sides, sides[::-1]):
            found = [moves for end, moves in ours.items() if end not in theirs]
            if found:
                return (under, against), min(found, key=len)
        return None

    def of(game: Game, worth: Worth, look: Look) -> Judge:
        games = both(game)
        return lambda p: not begins_turn(game, p) or lone(games, p, look) is None

    def explained(game: Game, worth: Worth, p: State) -> Explained:
        found = lone(both(game), p, _unhurried)
        assert found is not None
        (under, against), moves = found
        turn = " ".join(map(game.show_move, moves))
        return Explained({"turn": turn, "under": under, "against": against}, moves)

    return Plain(of, settings={"order": one}, explained=explained)


def seen(game: Game, state: State, owned: bool = False) -> State:
    """The end of a turn with all heads ready, without the fields that matter only amid a turn: a
    game may end amid one. `owned`: without the heads if the board is full.
    """
    none = (0,) * DIGITS
    heads = together(state.ready, state.spent)
    full = owned and not rules.empty(game.field, state)
    return state._replace(
        ready=none if full else heads, spent=none, began=0, landing=0, side=0, dropped=0
    )


def begun_under(game: Game, state: State) -> State:
    """The same start of a turn under the game's order."""
    simultaneous = game.settings["order"] == "simultaneous"
    return state._replace(began=rules.own(state) if simultaneous else 0)


# 11. Dropping is never worse than not dropping


def _drop_is_best(game: Game, worth: Worth, look: Look) -> Judge:
    def judge(p: State) -> bool | None:
        with_drop, without = (
            best_turns(game, p, worth(game)) if begins_turn(game, p) else (None, None)
        )
        if with_drop is None or without is None:
            return None
        return with_drop >= without if p.side == 0 else with_drop <= without

    return judge


def _two_turns(game: Game, worth: Worth, p: State) -> Explained:
    with_drop, without = best_turns(game, p, worth(game))
    return Explained({"with": with_drop, "without": without})


DROP_IS_BEST = Plain(_drop_is_best, explained=_two_turns)
"""The best turn with a drop is worth no less than the best without."""
