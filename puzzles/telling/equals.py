"""Turns of several steps that come to the same: a tree tells one of them, here are the others.

step     a move of a turn; turns that differ only in the order of their steps count as one here
equal    of turns from one position: of one effect (`effect` in the game's `goals.py`), one answer
idle     of a step: it changes nothing of the effect, as when a piece goes to a space that its
         owner has already

Turns with idle steps are equal to turns without them. They are too many to be listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from ruleproof.models.errors import MoveError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.goal_tables import goals_module
from ruleproof.models.play.position import Position
from ruleproof.models.play.solutions import step
from ruleproof.puzzles.changes import differing

MOST = 4_000
"""The most beginnings of turns that are looked at in one position."""
ORDERS = 2_000
"""The most steps that are played to find an order in which a typed turn is legal."""


def effect(game: Game, before: State, after: State) -> State:
    """The effect of a turn, or of its first steps, that leads from one state to the other."""
    found: Any = getattr(goals_module(game.rulebook), "effect", None)
    return found(game.field, game.rules, before, after) if found else after


class Beginning(NamedTuple):
    """The steps that begin a turn, or all of it, in one order; and the state after them."""

    steps: tuple[str, ...]
    after: State
    whole: bool


def beginnings(game: Game, before: State, most: int = MOST) -> list[Beginning] | None:
    """The turns from a position without idle steps and what they begin with, each in one order.
    None where there are more than `most`.
    """
    found = list(islice(_beginnings(game, before), most + 1))
    return found if len(found) <= most else None


def equals(
    game: Game, before: State, listed: Sequence[str], begun: Sequence[Beginning]
) -> dict[str, list[str]]:
    """The turns among the beginnings that are equal to a listed one, by the text of that one;
    without those that are listed.
    """
    named = {effect(game, before, step(game, before, text.split()).after): text for text in listed}
    known = {unordered(text.split()) for text in listed}
    found: dict[str, list[str]] = {}
    for steps, after, whole in begun:
        equal = named.get(effect(game, before, after)) if whole else None
        if equal and unordered(steps) not in known:
            found.setdefault(equal, []).append(" ".join(steps))
    return found


def unordered(steps: Sequence[str]) -> tuple[str, ...]:
    """The steps without their order."""
    return tuple(sorted(steps))


def _beginnings(game: Game, before: State) -> Iterator[Beginning]:
    known: set[tuple[str, ...]] = set()
    waiting: list[tuple[tuple[str, ...], State]] = [((), before)]
    for line, here in waiting:
        reached = effect(game, before, here)
        for move in game.moves(here):
            after = game.play(here, move)
            taken = (*line, game.show_move(move))
            whole = _ends(game, here, after)
            idle = not whole and not differing(reached, effect(game, before, after))
            if idle or unordered(taken) in known:
                continue
            known.add(unordered(taken))
            yield Beginning(taken, after, whole)
            if not whole:
                waiting.append((taken, after))


def _ends(game: Game, before: State, after: State) -> bool:
    """Whether the move between the states ends a turn."""
    return not game.plays_on(before, after) or game.over(after)


def typed(first: Position, text: str) -> Position:
    """The position after a whole turn that somebody typed. Its steps may stand in any order, and a
    word that ends it, such as `end`, may be left out. Raises `TextError` where it cannot be read;
    `MoveError` where it is not legal, with the clause that forbids its first illegal step.
    """
    steps = text.split()
    try:
        return _played(first, steps)
    except MoveError as error:
        refused = error
    for order in _orders(first, steps):
        with suppress(MoveError):
            return _played(first, order)
    raise refused


def _orders(first: Position, steps: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yields orders in which the steps are legal, one for each position that they lead to."""
    waiting: list[tuple[Position, tuple[str, ...], tuple[str, ...]]] = [(first, (), tuple(steps))]
    known: set[tuple[State, tuple[str, ...]]] = set()
    tried = 0
    for here, taken, rest in waiting:
        if not rest:
            yield taken
        for place, one in enumerate(rest):
            left = (*rest[:place], *rest[place + 1 :])
            tried += 1
            if one in rest[:place] or tried > ORDERS:
                continue
            with suppress(MoveError):
                after = here.play([one])
                if (after.state, left) not in known:
                    known.add((after.state, left))
                    waiting.append((after, (*taken, one), left))


def _played(first: Position, steps: Sequence[str]) -> Position:
    """The position after the steps in this order, and a word that ends the turn where none does."""
    game, here, done = first.game, first, False
    for one in steps:
        if done:
            raise MoveError(f"the turn is over before this step: {one!r}")
        before, here = here, here.play([one])
        done = _ends(game, before.state, here.state)
    if done:
        return here
    refused = MoveError(f"it is no whole turn: {' '.join(steps)!r}")
    for word in game.rulebook.text.words:
        try:
            after = here.play([word])
        except MoveError as error:
            refused = error
            continue
        if _ends(game, here.state, after.state):
            return after
    raise refused


def line_after(known: dict[tuple[str, ...], Position], steps: Sequence[str]) -> Position:
    """The position after the steps from `known[()]`. What is played is added to those known. Raises
    `TextError` and `MoveError`.
    """
    taken = tuple(steps)
    if taken not in known:
        known[taken] = line_after(known, taken[:-1]).play(taken[-1:])
    return known[taken]


def needed(
    begun: Sequence[Beginning], listed: Sequence[str], others: Sequence[str]
) -> Iterator[Beginning]:
    """Yields the other turns, and what begins them or a listed one."""
    whole = {unordered(text.split()) for text in others}
    turns = [Counter(text.split()) for text in (*listed, *others)]
    for one in begun:
        if one.whole:
            if unordered(one.steps) in whole:
                yield one
        elif any(Counter(one.steps) <= turn for turn in turns):
            yield one
