"""Grow's claims about the orders of a turn's steps, decided by playing all turns on a small board.

end   a position that a turn can end in; orders are alike where turns have the same ends under both
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ruleproof.models.claims.claims import Outcome
from ruleproof.models.claims.counted import OutOfWork
from ruleproof.models.grow import rules
from ruleproof.models.grow.claims.decisions import (
    LARGEST,
    OVER,
    SMALL,
    TOO_LARGE,
    TURN_BY_TURN,
    changed,
    line_of,
    on_board,
    replayed,
)
from ruleproof.models.grow.claims.turns import State, counting, ends_of_turn, turn_starts
from ruleproof.models.grow.counts import DIGITS, together
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import show
from ruleproof.models.rulebooks.settings import Value


def turns_within(order: str) -> Callable[[Game, float], Outcome]:
    """Whether every turn can end under `free` wherever it can end under the order."""
    return _compared({"order": order}, {"order": "free"}, "within")


def turns_alike(one: str, other: str) -> Callable[[Game, float], Outcome]:
    """Whether every turn has the same ends under both orders."""
    return _compared({"order": one}, {"order": other}, "alike")


def turns_owned_alike(one: str, other: str) -> Callable[[Game, float], Outcome]:
    """Whether every turn has the same ends under both orders; full boards are the same if their
    spaces have the same owners.
    """
    return _compared({"order": one}, {"order": other}, "alike", owned)


def _compared(
    one: Mapping[str, Value],
    other: Mapping[str, Value],
    how: str,
    told: Callable[[Game, State], State] | None = None,
) -> Callable[[Game, float], Outcome]:
    looks = told or seen

    def decide(game: Game, seconds: float) -> Outcome:
        first, second = changed(game, one), changed(game, other)
        if game.board.size > LARGEST:
            if told is owned:
                return TOO_LARGE
            return _parted_as_on(SMALL, game, (first, second), how, seconds)
        check = counting(seconds)
        starts = 0
        try:
            for state, line in turn_starts(first, check):
                starts += 1
                ours, theirs = (
                    {looks(under, after): moves for after, moves in ends.items()}
                    for under, ends in _both_ends(first, second, state, check)
                )
                lone = _alone(first, second, ours, theirs)
                if how == "alike":
                    lone += _alone(second, first, theirs, ours)
                if lone:
                    alone = min(
                        lone, key=lambda end: (end.under.settings != game.settings, end.text)
                    )
                    details = {"position": show(first, state), "only": alone.text, "starts": starts}
                    words = line_of(first, line), line_of(alone.under, alone.moves)
                    return _parted(game, (alone.under, alone.against), words, TURN_BY_TURN, details)
        except OutOfWork:
            return Outcome("undecided", details={"reason": OVER, "starts": starts})
        return Outcome("proved", "", TURN_BY_TURN, {"starts": starts})

    return decide


class _End(NamedTuple):
    """An end, as text, of a turn of these moves under one order, as none has under another."""

    text: str
    under: Game
    against: Game
    moves: Sequence[int]


def _alone(
    under: Game, against: Game, here: Mapping[State, Sequence[int]], there: Mapping[State, object]
) -> list[_End]:
    """The ends of turns under the first order that are none under the second."""
    return [
        _End(show(under, begun_under(under, end)), under, against, moves)
        for end, moves in here.items()
        if end not in there
    ]


def _both_ends(
    first: Game, second: Game, state: State, check: Callable[[], None]
) -> list[tuple[Game, dict[State, list[int]]]]:
    """Each of the two games, and the positions that a turn from the state can end in there."""
    there = begun_under(second, state)
    return [
        (first, ends_of_turn(first, state, check)),
        (second, ends_of_turn(second, there, check)),
    ]


def _parted(
    game: Game,
    orders: tuple[Game, Game],
    words: tuple[str, str],
    method: str,
    details: Mapping[str, object] = MappingProxyType({}),
) -> Outcome:
    """The outcome that a turn after a line ends under the first order as none does under the
    second. The witness goes on to the end of that turn where the game's own order allows it.
    """
    under, against = (one.settings["order"] for one in orders)
    whole = " ".join(words)
    legal = len(replayed(game, game.start(), whole)) > len(whole.split())
    line = whole if legal else words[0]
    told = {**details, "turn": words[1], "under": under, "against": against}
    return Outcome("refuted", line, method, told)


def _parted_as_on(
    board: str, game: Game, orders: tuple[Game, Game], how: str, seconds: float
) -> Outcome:
    """Look for a turn on the small board that ends as no turn of the other order does, and tell
    whether that is so here too; turns of the other order that come to other spaces are left out.
    """
    check = counting(seconds)
    first, second = orders
    ours, theirs = on_board(board, first), on_board(board, second)
    try:
        for state, line in turn_starts(ours, check):
            (_, one), (_, other) = _both_ends(ours, theirs, state, check)
            both = {plain(after) for after in one} & {plain(after) for after in other}
            pairs = [(orders, one)] + ([((second, first), other)] if how == "alike" else [])
            for pair, ends in pairs:
                for after, moves in ends.items():
                    words = line_of(ours, line), line_of(ours, moves)
                    if plain(after) not in both and _ends_alone(*pair, *words, check):
                        return _parted(game, pair, words, f"a turn of {board}, replayed")
    except OutOfWork:
        pass
    return TOO_LARGE


def _ends_alone(game: Game, other: Game, line: str, turn: str, check: Callable[[], None]) -> bool:
    """Whether the turn, played on the game's board after the line, ends as no turn does under the
    other game's order.
    """
    begun = begun_under(game, replayed(game, game.start(), line)[-1])
    states = replayed(game, begun, turn)
    after = states[-1]
    if len(states) <= len(turn.split()):
        return False
    if after.side == begun.side and not game.over(after):
        after = game.play(after, rules.END)
    rest = game.board.full & ~rules.spaces_of(after, begun.side)
    start = begun_under(other, begun)
    ends = ends_of_turn(other, start, check, lambda state: not rules.own(state) & rest)
    return plain(after) not in {plain(one) for one in ends}


def plain(state: State) -> State:
    """Return the state with all heads ready and without the fields that matter only amid a turn: a
    game may end amid a turn.
    """
    none = (0,) * DIGITS
    return state._replace(
        ready=together(state.ready, state.spent),
        spent=none,
        began=0,
        landing=0,
        side=0,
        dropped=0,
    )


def seen(game: Game, state: State) -> State:
    """The state as `plain` has it."""
    return plain(state)


def owned(game: Game, state: State) -> State:
    """The state as `plain` has it, without the heads if the board is full."""
    bare = plain(state)
    return bare if rules.empty(game.field, state) else bare._replace(ready=(0,) * DIGITS)


def begun_under(game: Game, state: State) -> State:
    """The same start of a turn under the game's order."""
    simultaneous = game.settings["order"] == "simultaneous"
    return state._replace(began=rules.own(state) if simultaneous else 0)
