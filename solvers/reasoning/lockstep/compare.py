"""Rule diff: the shortest game after which two settings of one game, or a game and a variant of it,
part, or a proof that no game on the board tells them apart.

Two games *part* at a position when their legal moves, results or pictures differ there, after the
same moves before. Both are walked in step, breadth first and up to common symmetry, so the line
that is found is a shortest one, and of those one that ends with the fewest stones. Before that,
random games are played: where the walk comes to no end in its time, one of them may tell. Where
positions recur, `recurring.py` looks for what a walk over new positions cannot see; its games are
short, and not always the shortest.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> [one.same for one in compare(small, [game("esgros", "path:3", exceed="void")])]
[True]
"""

# numpy's arrays are partly untyped
# pyright: basic

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ruleproof.models.displays import displayed, short_form
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import changed, own_settings
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.reasoning.lockstep.in_step import after, in_words
from ruleproof.solvers.reasoning.lockstep.random_lines import WORK, random_parting
from ruleproof.solvers.reasoning.lockstep.recurring import (
    Recurring,
    part_sooner,
    recurring,
    round_parting,
    shorter,
)
from ruleproof.solvers.reasoning.lockstep.variant import check_comparable
from ruleproof.solvers.reasoning.lockstep.walk import PairWalk
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent

if TYPE_CHECKING:
    from ruleproof.solvers.reasoning.lockstep.conflict import Refusal

_SHARE = 0.1
"""The share of the time that may go into random games."""
_LOOK_BEYOND = 20.0
"""The seconds given to positions that are out of reach of play."""


@dataclass(frozen=True)
class Difference:
    """The comparison of two settings of one game on a board, or of a game and a variant of it.

    `second_game`: the name of the variant, "" for settings of one game. `first`, `second`: the
    settings that differ, and those that only one of two games has. `same`: True when no line of
    play tells them apart (`positions`: the number of pairs of positions looked at), False when one
    does, None when that was not decided in the time and memory given (no difference within `plies`
    moves). `differs`: in `moves`, `result` or `position`. `line`: the shortest game, or with
    `shortest` False one that need not be the shortest; `position` after it
    (`second_position` where that is another). `reachable` is False when the position is
    out of reach of play; `elsewhere` says whether there are such positions: `found`, `none`,
    `unknown` for lack of time, "" if that was not looked for. `only_first`, `only_second`: the
    moves legal under one of the settings only. `results`: the results there, "" while play goes on.
    `sentences`: the rulebook's, of each setting that differs, or of each of its two values
    (`name=value`) where these have sentences of their own; `refusals`: the clauses, an
    unsatisfiable core, that refuse a move which the other reading allows. `values`: of the start
    under either, when they were asked for.
    """

    game: str
    board: str
    first: Mapping[str, Value]
    second: Mapping[str, Value]
    same: bool | None
    scope: str
    differs: str = ""
    line: tuple[str, ...] | None = None
    position: str | None = None
    second_position: str | None = None
    reachable: bool = True
    elsewhere: str = ""
    only_first: tuple[str, ...] = ()
    only_second: tuple[str, ...] = ()
    results: tuple[str, str] = ("", "")
    sentences: Mapping[str, str] = field(default_factory=dict[str, str])
    refusals: tuple[Refusal, ...] = ()
    positions: int = 0
    plies: int = 0
    values: tuple[str | int | None, str | int | None] | None = None
    seconds: float = 0.0
    second_game: str = ""
    shortest: bool = True

    __repr__ = short_form

    def _repr_html_(self) -> str | None:
        return displayed(self)


def compare(
    game: Game,
    others: Iterable[Game],
    *,
    seconds: float | None = None,
    limit: int = 5_000_000,
    values: bool = False,
    beyond: bool = True,
    work: float = WORK,
    progress: Listener = silent,
) -> list[Difference]:
    """The differences of the game from each of the others: other settings of it, or variants, whose
    positions and moves are made alike, on the same board.

    `seconds`, `limit` (of pairs of positions kept) and `work` (seconds' worth of counted work for
    each way to a difference beside the walk) bound each comparison, Ctrl-C ends it with what is
    known; `values` also solves both starts; without `beyond` no position is looked for that
    play does not reach. Raises `TextError` for another board, and for a game that is no variant.
    """
    found: list[Difference] = []
    for other in others:
        check_comparable(game, other)
        deadline = Deadline(seconds)
        found.append(_difference(game, other, deadline, limit, values, beyond, work, progress))
    return found


def all_pairs(game: Game, setting: str, **how: Any) -> dict[tuple[Value, Value], Difference]:
    """Every pair of the setting's values compared, the game's other settings kept.

    Values that the rulebook refuses on this board are left out; `how` as in `compare`.
    """
    asked = game.rulebook.setting(setting)
    games: dict[Value, Game] = {}
    for value in asked.choices:
        try:
            games[value] = changed(game, {setting: value})
        except TextError:
            continue
    return {
        (one, two): compare(games[one], [games[two]], **how)[0]
        for one, two in combinations(games, 2)
    }


def _difference(
    one: Game, two: Game, deadline: Deadline, limit: int, values: bool, beyond: bool, work: float,
    progress: Listener,
) -> Difference:  # fmt: skip
    steps = PairWalk(one, two, limit=limit, progress=progress)
    by_chance: list[int] | None = None
    try:
        by_chance = random_parting(one, two, deadline, progress, _quick(work, deadline))
        if by_chance is None:
            by_chance = round_parting(one, two, work)
        parting = steps.parting(deadline)
    except (Stopped, KeyboardInterrupt):
        parting, values = None, False
    first, second = own_settings(one, two)
    known: dict[str, Any] = {
        "game": one.name,
        "board": one.board.text,
        "first": first,
        "second": second,
        "scope": one.board.text,
        "second_game": "" if one.rulebook is two.rulebook else two.name,
        "sentences": _sentences(one, two, first, second),
        "positions": steps.count,
        "plies": len(steps.ends) - 1,
    }
    shortest = parting is not None and not part_sooner(steps)
    line = by_chance if parting is None else parting
    if line is not None:
        line = line if shortest else shorter(steps, line, work)
        known |= described(one, two, line) | {"shortest": shortest}
        known["refusals"] = _refusals(one, two, line)
    elif steps.complete:
        try:
            again = recurring(steps, deadline, 10 * work)
        except KeyboardInterrupt:
            again, values = Recurring(None), False
        known |= {"same": again.same}
        if again.line is not None:
            line = shorter(steps, again.line, work)
            known |= described(one, two, line) | {"shortest": False}
        elif again.same and beyond:
            known |= _out_of_reach(one, two, deadline)
    else:
        known |= {"same": None}
    if values:
        known["values"] = (_value(one, deadline), _value(two, deadline))
    return Difference(**known, seconds=deadline.elapsed)


def _quick(work: float, deadline: Deadline) -> float:
    """The seconds' worth of work for random games: a share of the time, where that is short."""
    return work if deadline.seconds is None else min(work, _SHARE * deadline.seconds)


def _sentences(
    one: Game, two: Game, first: Mapping[str, Value], second: Mapping[str, Value]
) -> dict[str, str]:
    """The rulebook's sentence behind each setting; both, where its values have different ones."""
    found: dict[str, str] = {}
    for name in dict.fromkeys((*first, *second)):
        quoted = {
            f"{name}={chosen[name]}": game.rulebook.setting(name).quoted(chosen[name])
            for game, chosen in ((one, first), (two, second))
            if name in chosen
        }
        if len(quoted) == 2 and len(set(quoted.values())) == 1:
            found[name] = next(iter(quoted.values()))
        else:
            found |= quoted
    return found


def _refusals(one: Game, two: Game, line: Sequence[int]) -> tuple[Refusal, ...]:
    """The clauses that refuse a move which the other reading allows after the line."""
    if all(game.rulebook.module("constraints") is None for game in (one, two)):
        return ()
    from ruleproof.solvers.reasoning.lockstep.conflict import contradictions

    here, there = after(one, two, line)
    return contradictions(one, two, here.state, there.state)


def described(one: Game, two: Game, line: Sequence[int]) -> dict[str, Any]:
    """The difference of two games that part after the line, by the plain rules."""
    return {
        "same": False,
        "line": tuple(one.show_move(move) for move in line),
        **parted(*after(one, two, line)),
    }


def parted(here: Position, there: Position) -> dict[str, Any]:
    """The kind of difference between two games at a position of each, with its history; raises
    AssertionError if there is none.
    """
    ours, theirs = here.moves(), there.moves()
    only_first = tuple(move for move in ours if move not in theirs)
    only_second = tuple(move for move in theirs if move not in ours)
    results = in_words(here.result), in_words(there.result)
    pictures = here.text, there.text
    if results[0] != results[1]:
        differs = "result"
    elif only_first or only_second:
        differs = "moves"
    elif pictures[0] != pictures[1]:
        differs = "position"
    else:
        raise AssertionError(f"the compiled and the plain rules differ at {pictures[0]!r}")
    return {
        "differs": differs,
        "position": pictures[0],
        "second_position": pictures[1] if pictures[0] != pictures[1] else None,
        "only_first": only_first,
        "only_second": only_second,
        "results": results,
    }


def _value(game: Game, deadline: Deadline) -> Any:
    """The value of the start, None if time ran out."""
    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.exact.solve import solve

    rest = None if deadline.seconds is None else max(1.0, deadline.seconds - deadline.elapsed)
    return solve(Position.start(game), time=rest).value


def _out_of_reach(one: Game, two: Game, deadline: Deadline) -> dict[str, Any]:
    """The smallest position where the games differ although no game leads there, if there is one
    and the game has constraints to find it by.
    """
    if any(game.rulebook.module("constraints") is None for game in (one, two)):
        return {}
    from ruleproof.solvers.reasoning.lockstep.divergence import smallest_difference

    left = _LOOK_BEYOND
    if deadline.seconds is not None:
        left = min(left, max(0.1, deadline.seconds - deadline.elapsed))
    state, move, found = smallest_difference(one, two, Deadline(left))
    if state is None:
        return {"elsewhere": found}
    other = two.rulebook.rules.State(**state._asdict())
    states = state, other
    if move is not None:
        states = one.play(state, move), two.play(other, move)
    here, there = Position(one, states[0]), Position(two, states[1])
    return parted(here, there) | {"reachable": False, "elsewhere": "found"}
