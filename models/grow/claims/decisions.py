"""Grow's claims about whole turns, decided by playing all of them on a small board.

Every decision keeps to the seconds it is given and answers `undecided` when they are over. Lines
are lists of moves from the start; each is played by the rules as it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ruleproof.models.cells import each, flood, neighbours
from ruleproof.models.claims.claims import Outcome, Word
from ruleproof.models.grow import rules
from ruleproof.models.grow.claims.turns import (
    OutOfTime,
    State,
    best_turns,
    clock,
    ends_of_turn,
    guaranteed,
    turn_starts,
    values,
)
from ruleproof.models.grow.counts import DIGITS, some, together, total
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.notation import show
from ruleproof.models.rulebooks.settings import Value

TURN_BY_TURN = "all turns of all positions"
_OVER = "the time is over"
_LARGEST = 9
"""All turns are tried on boards of at most so many spaces."""
_SMALL = "path:4"
"""On this board turns are found that larger boards allow as well."""
_TOO_LARGE = Outcome("undecided", details={"reason": f"more than {_LARGEST} spaces"})


def _line(game: Game, moves: Sequence[int]) -> str:
    return " ".join(map(game.show_move, moves))


def _changed(game: Game, settings: Mapping[str, Value]) -> Game:
    return make_game(game.rulebook, game.board.text, game.settings | dict(settings))


# 3. A turn gains at most one space, and one more for each head at its start


def most_gained(game: Game, seconds: float) -> Outcome:
    """Whether a turn can gain all that the bound allows: 1 + heads, or 2 + heads if new heads move;
    witnessed by the first such turn.
    """
    if game.board.size > _LARGEST:
        return _gained_as_on(_SMALL, game, seconds)
    check = clock(seconds)
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
                    return Outcome(word, _line(game, [*line, *moves]), TURN_BY_TURN, details)
    except OutOfTime:
        return Outcome("undecided", details={"reason": _OVER, "turns": turns, "short_by": -most})
    return Outcome("refuted", method=TURN_BY_TURN, details={"turns": turns, "short_by": -most})


def gain_without_heads(game: Game) -> int:
    """The spaces that the bound allows a turn without heads to gain."""
    new_head = game.settings["new-head"] == "moves" and game.settings["order"] != "moves-first"
    return 2 if new_head else 1


def _gained_as_on(board: str, game: Game, seconds: float) -> Outcome:
    """Whether the turn that gains all that the bound allows on the small board does so here."""
    found = most_gained(_on(board, game), seconds)
    if found.verdict != "witnessed":
        return _TOO_LARGE
    states = _replayed(game, game.start(), found.witness)
    last = states[-1]
    begun = next(state for state in reversed(states) if not amid_turn(state))
    gain = game.score(last, begun.side) - rules.own(begun).bit_count()
    if gain != found.details["gain"]:
        return _TOO_LARGE
    return found._replace(method=f"a turn of {board}, replayed")


def _on(board: str, game: Game) -> Game:
    return make_game(game.rulebook, board, game.settings)


def _replayed(game: Game, state: State, line: str) -> list[State]:
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
    if game.board.size > _LARGEST:
        return _TOO_LARGE
    check = clock(seconds)
    seen = 0
    try:
        for state, line in turn_starts(game, check):
            for group in groups_to_trap(game, state):
                check()
                seen += 1
                if not is_trapped(game, state, group, check):
                    details: dict[str, object] = {"group": game.board.name_of(group)}
                    return Outcome("refuted", _line(game, line), TURN_BY_TURN, details)
    except OutOfTime:
        return Outcome("undecided", details={"reason": _OVER, "groups": seen})
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


# 9. Orders


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
        first, second = _changed(game, one), _changed(game, other)
        if game.board.size > _LARGEST:
            if told is owned:
                return _TOO_LARGE
            return _parted_as_on(_SMALL, first, second, how, seconds)
        check = clock(seconds)
        starts = 0
        try:
            for state, line in turn_starts(first, check):
                starts += 1
                ours = {looks(first, after) for after in ends_of_turn(first, state, check)}
                there = begun_under(second, state)
                theirs = {looks(first, after) for after in ends_of_turn(second, there, check)}
                if ours == theirs or (how == "within" and ours < theirs):
                    continue
                only = sorted(show(second, after) for after in map(_as(second), ours ^ theirs))
                details = {"position": show(first, state), "only": only[0], "starts": starts}
                return Outcome("refuted", _line(first, line), TURN_BY_TURN, details)
        except OutOfTime:
            return Outcome("undecided", details={"reason": _OVER, "starts": starts})
        return Outcome("proved", "", TURN_BY_TURN, {"starts": starts})

    return decide


def _parted_as_on(board: str, first: Game, second: Game, how: str, seconds: float) -> Outcome:
    """Look for a turn on the small board that ends as no turn of the other order does, and tell
    whether that is so here too; turns of the other order that come to other spaces are left out.
    """
    check = clock(seconds)
    ours, theirs = _on(board, first), _on(board, second)
    try:
        for state, line in turn_starts(ours, check):
            there = begun_under(theirs, state)
            one, other = ends_of_turn(ours, state, check), ends_of_turn(theirs, there, check)
            both = {plain(after) for after in one} & {plain(after) for after in other}
            pairs = [(first, second, one)] + ([(second, first, other)] if how == "alike" else [])
            for game, against, ends in pairs:
                for after, moves in ends.items():
                    words = _line(ours, line), _line(ours, moves)
                    if plain(after) not in both and _ends_alone(game, against, *words, check):
                        details = {"turn": words[1], "under": game.settings["order"]}
                        method = f"a turn of {board}, replayed"
                        return Outcome("refuted", words[0], method, details)
    except OutOfTime:
        pass
    return _TOO_LARGE


def _ends_alone(game: Game, other: Game, line: str, turn: str, check: Callable[[], None]) -> bool:
    """Whether the turn, played on the game's board after the line, ends as no turn does under the
    other game's order.
    """
    begun = begun_under(game, _replayed(game, game.start(), line)[-1])
    states = _replayed(game, begun, turn)
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


def _as(game: Game) -> Callable[[State], State]:
    return lambda state: begun_under(game, state)


def begun_under(game: Game, state: State) -> State:
    """The same start of a turn under the game's order."""
    simultaneous = game.settings["order"] == "simultaneous"
    return state._replace(began=rules.own(state) if simultaneous else 0)


# 11. Dropping is never worse than not dropping


def drop_is_best(game: Game, seconds: float) -> Outcome:
    """Whether at every turn the best turn with a drop is worth no less than the best without."""
    if game.board.size > _LARGEST:
        return _TOO_LARGE
    check = clock(seconds)
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
                return Outcome("refuted", _line(game, line), "values of all positions", details)
    except OutOfTime:
        return Outcome("undecided", details={"reason": _OVER, "turns": turns})
    known = {"turns": turns, "positions": len(worth), "value": worth[game.start()]}
    return Outcome("proved" if turns else "vacuous", "", "values of all positions", known)


# 14. Values


def value(game: Game, seconds: float) -> Outcome:
    """Find the worth of the start: Red's margin, or each player's spaces against all others."""
    if game.board.size > _LARGEST:
        return _TOO_LARGE
    check = clock(seconds)
    two = len(game.players) == 2
    try:
        found = values(game, check)[game.start()] if two else guaranteed(game, check)
    except OutOfTime:
        return Outcome("undecided", details={"reason": _OVER})
    return Outcome("witnessed", details={"value": found})


def worth_the_same(settings: Mapping[str, Value]) -> Callable[[Game, float], Outcome]:
    """Whether the start is worth the same with these settings changed."""

    def decide(game: Game, seconds: float) -> Outcome:
        ours = value(game, seconds / 2)
        theirs = value(_changed(game, settings), seconds / 2)
        for one in (ours, theirs):
            if one.verdict == "undecided":
                return one
        worth = ours.details["value"], theirs.details["value"]
        word: Word = "proved" if worth[0] == worth[1] else "refuted"
        return Outcome(word, details={"value": worth[0], "other_value": worth[1]})

    return decide
