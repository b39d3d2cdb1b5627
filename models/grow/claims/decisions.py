"""Grow's claims about whole turns, decided by playing all of them on a small board.

Every decision keeps to the counted work it is given and answers `undecided` when it is done. Lines
are lists of moves from the start; each is played by the rules as it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ruleproof.models.cells import each, flood, neighbours
from ruleproof.models.claims.claims import Outcome, Word
from ruleproof.models.claims.counted import OutOfWork
from ruleproof.models.grow import rules
from ruleproof.models.grow.claims.turns import (
    State,
    best_turns,
    counting,
    ends_of_turn,
    guaranteed,
    turn_starts,
    values,
)
from ruleproof.models.grow.counts import some, total
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.settings import Value

TURN_BY_TURN = "all turns of all positions"
OVER = "the work allowed is done"
LARGEST = 9
"""All turns are tried on boards of at most so many spaces."""
SMALL = "path:4"
"""On this board turns are found that larger boards allow as well."""
TOO_LARGE = Outcome("undecided", details={"reason": f"more than {LARGEST} spaces"})


def line_of(game: Game, moves: Sequence[int]) -> str:
    """The moves as text."""
    return " ".join(map(game.show_move, moves))


def changed(game: Game, settings: Mapping[str, Value]) -> Game:
    """The game with these settings changed."""
    return make_game(game.rulebook, game.board.text, game.settings | dict(settings))


# 3. A turn gains at most one space, and one more for each head at its start


def most_gained(game: Game, seconds: float) -> Outcome:
    """Whether a turn can gain all that the bound allows: 1 + heads, or 2 + heads if new heads move;
    witnessed by the first such turn.
    """
    if game.board.size > LARGEST:
        return _gained_as_on(SMALL, game, seconds)
    check = counting(seconds)
    most = -game.board.size
    turns = 0
    try:
        for state, line in turn_starts(game, check):
            own = rules.own(state)
            heads = total(state.ready, own)
            bound = gain_without_heads(game) + heads
            for after, moves in ends_of_turn(game, state, check).items():
                turns += 1
                gain = game.score(after, state.side) - own.bit_count()
                most = max(most, gain - bound)
                if gain >= bound:
                    word: Word = "witnessed"
                    details = {"gain": gain, "heads": heads, "turns": turns}
                    return Outcome(word, line_of(game, [*line, *moves]), TURN_BY_TURN, details)
    except OutOfWork:
        return Outcome("undecided", details={"reason": OVER, "turns": turns, "short_by": -most})
    return Outcome("refuted", method=TURN_BY_TURN, details={"turns": turns, "short_by": -most})


def gain_without_heads(game: Game) -> int:
    """The spaces that the bound allows a turn without heads to gain."""
    new_head = game.settings["new-head"] == "moves" and game.settings["order"] != "moves-first"
    return 2 if new_head else 1


def _gained_as_on(board: str, game: Game, seconds: float) -> Outcome:
    """Whether the turn that gains all that the bound allows on the small board does so here."""
    found = most_gained(on_board(board, game), seconds)
    if found.verdict != "witnessed":
        return TOO_LARGE
    states = replayed(game, game.start(), found.witness)
    last = states[-1]
    begun = next(state for state in reversed(states) if not amid_turn(state))
    gain = game.score(last, begun.side) - rules.own(begun).bit_count()
    if gain != found.details["gain"]:
        return TOO_LARGE
    return found._replace(method=f"a turn of {board}, replayed")


def on_board(board: str, game: Game) -> Game:
    """The game, with its settings, on another board."""
    return make_game(game.rulebook, board, game.settings)


def replayed(game: Game, state: State, line: str) -> list[State]:
    """The positions along the line from the state on; up to the first move that is illegal."""
    states = [state]
    for move in map(game.read_move, line.split()):
        if move not in game.moves(states[-1]):
            break
        states.append(game.play(states[-1], move))
    return states


def amid_turn(state: State) -> bool:
    """Whether the turn of the side to move has begun before."""
    return bool(state.dropped or some(state.spent))


# 7. A head in a corridor one space wide is trapped by a drop on either side


def trapped(game: Game, seconds: float) -> Outcome:
    """Tell whether drops on either side trap every group of a path. The group is an enemy's, has a
    head, and is beside an empty space. The player drops beside it, the enemy answers with any turn,
    the player drops again: then no empty space must be within the group's reach.
    """
    if any(near.bit_count() > 2 for near in game.board.near):
        return Outcome("undecided", details={"reason": "the board is no corridor"})
    if game.board.size > LARGEST:
        return TOO_LARGE
    check = counting(seconds)
    seen = 0
    try:
        for state, line in turn_starts(game, check):
            for group in groups_to_trap(game, state):
                check()
                seen += 1
                if not is_trapped(game, state, group, check):
                    details: dict[str, object] = {"group": game.board.name_of(group)}
                    return Outcome("refuted", line_of(game, line), TURN_BY_TURN, details)
    except OutOfWork:
        return Outcome("undecided", details={"reason": OVER, "groups": seen})
    return Outcome("proved" if seen else "vacuous", "", TURN_BY_TURN, {"groups": seen})


def _enemy(state: State) -> int:
    return rules.spaces_of(state, 1 - state.side)


def is_trapped(game: Game, state: State, group: int, check: Callable[[], None]) -> bool:
    """Whether a drop beside the group and a second one in the next turn trap it."""
    return any(_answered(game, after, group, check) for after in _drops(game, state, group))


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


def _answered(game: Game, state: State, group: int, check: Callable[[], None]) -> bool:
    """Whether the second drop traps the group after every turn of the enemy, who is to move."""
    if _sealed(game, state, group, state.side):
        return True
    return all(
        _sealed(game, after, group, state.side)
        or any(_sealed(game, last, group, state.side) for last in _drops(game, after, group))
        for after in ends_of_turn(game, state, check)
    )


def _sealed(game: Game, state: State, group: int, owner: int) -> bool:
    """Whether no empty space is within reach of the group; so it is when the game is over."""
    empty = rules.empty(game.field, state)
    whole = flood(game.field, group, rules.spaces_of(state, owner))
    return game.over(state) or not neighbours(game.field, whole) & empty


# 11. Dropping is never worse than not dropping


def drop_is_best(game: Game, seconds: float) -> Outcome:
    """Whether at every turn the best turn with a drop is worth no less than the best without."""
    if game.board.size > LARGEST:
        return TOO_LARGE
    check = counting(seconds)
    turns = 0
    try:
        worth = values(game, check)
        for state, line in turn_starts(game, check):
            with_drop, without = best_turns(game, state, worth)
            if with_drop is None or without is None:
                continue
            turns += 1
            if (with_drop < without) if state.side == 0 else (with_drop > without):
                details: dict[str, Any] = {"with": with_drop, "without": without}
                return Outcome("refuted", line_of(game, line), "values of all positions", details)
    except OutOfWork:
        return Outcome("undecided", details={"reason": OVER, "turns": turns})
    known = {"turns": turns, "positions": len(worth), "value": worth[game.start()]}
    return Outcome("proved" if turns else "vacuous", "", "values of all positions", known)


# 14. Values


def value(game: Game, seconds: float) -> Outcome:
    """Find the worth of the start: Red's margin, or each player's spaces against all others."""
    if game.board.size > LARGEST:
        return TOO_LARGE
    check = counting(seconds)
    two = len(game.players) == 2
    try:
        found = values(game, check)[game.start()] if two else guaranteed(game, check)
    except OutOfWork:
        return Outcome("undecided", details={"reason": OVER})
    return Outcome("witnessed", details={"value": found})


def worth_the_same(settings: Mapping[str, Value]) -> Callable[[Game, float], Outcome]:
    """Whether the start is worth the same with these settings changed."""

    def decide(game: Game, seconds: float) -> Outcome:
        ours = value(game, seconds / 2)
        theirs = value(changed(game, settings), seconds / 2)
        for one in (ours, theirs):
            if one.verdict == "undecided":
                return one
        worth = ours.details["value"], theirs.details["value"]
        word: Word = "proved" if worth[0] == worth[1] else "refuted"
        return Outcome(word, details={"value": worth[0], "other_value": worth[1]})

    return decide
