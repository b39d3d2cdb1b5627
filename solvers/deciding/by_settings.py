"""Claims that hold a game against itself under other settings, and claims about its value."""

# the search is imported where it is needed
# pyright: basic

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ruleproof.models.claims.claims import Outcome, Same, SameValue, ValueIs
from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.mistakes import Mistake, Place, place_of
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import changed
from ruleproof.models.rulebooks.parts import Declared
from ruleproof.solvers.deciding.inquiry import Inquiry, line_text, undecided
from ruleproof.solvers.deciding.replay import parted_after
from ruleproof.solvers.lockstep.recurring import recurring
from ruleproof.solvers.lockstep.walk import PairWalk
from ruleproof.solvers.values.contradiction import Contradiction, relied_on
from ruleproof.solvers.work.progress import Deadline

_AGAIN = 1 << 15
"""The most positions of a second search for a value."""


def same(inquiry: Inquiry, claim: Same) -> Outcome:
    """Whether play never differs under the changed settings, or one side's moves are among the
    other's.
    """
    one, two = inquiry.game, changed(inquiry.game, claim.settings)
    if claim.only == "contains":
        one, two = two, one
    steps = PairWalk(
        one, two, within=claim.only != "equal", limit=inquiry.limit, progress=inquiry.progress
    )
    line = steps.parting(inquiry.deadline)
    details: dict[str, object] = {"pairs": steps.count, "other": dict(claim.settings)}
    method = "both settings walked in step"
    if line is not None:
        return _refuted(inquiry.game, claim, line, details, method)
    if steps.complete and claim.only == "equal":
        again = recurring(steps, inquiry.deadline)
        if again.line is not None:
            return _refuted(inquiry.game, claim, again.line, details, method)
        if again.same is None:
            return undecided("positions that recur may tell them apart", details, method)
    if steps.complete:
        return Outcome("proved", "", method, details)
    details["plies_complete"] = len(steps.ends) - 1
    return undecided("not all pairs of positions were looked at", details, method)


def _refuted(
    game: Game, claim: Same, line: Sequence[int], details: Mapping[str, object], method: str
) -> Outcome:
    """The outcome where the settings part after the line."""
    told = {**details, **parted_after(game, claim, line)}
    return Outcome("refuted", line_text(game, line), method, told)


def _solved(inquiry: Inquiry, game: Game, position: str) -> tuple[Any, list[str]]:
    """The value of the position, None where it was not found, and a line of best play."""
    from ruleproof.solvers.exact.solve import solve

    key = game.chosen, position
    value, line = inquiry.values.get(key, (None, []))
    if value is None and (inquiry.patient or key not in inquiry.values):
        begin = spoken_of(game, position)
        solution = solve(begin, time=inquiry.deadline.left, progress=inquiry.progress)
        value, line = inquiry.values[key] = solution.value, list(solution.line)
        if value is not None:
            inquiry.trusted[key] = _trusted(begin, value, inquiry.deadline)
    return value, line


def _trusted(position: Position, value: object, deadline: Deadline) -> str:
    """The laws that the value rests on, in words; empty where a second search that uses nothing
    the game declares finds it, too. Raises `Contradiction` where that finds another value.
    """
    from ruleproof.solvers.exact.solve import solve

    game, book = position.game, position.game.rulebook
    laws = [law for law in relied_on(game) if law != "compiled"]
    if not laws:
        return ""
    bare = replace(book, advice=None, declared=Declared(most_moves=book.declared.most_moves))
    found = None
    if len(game.players) == 2:
        plain = Position(replace(game, rulebook=bare), position.state)
        found = solve(plain, time=deadline.left, most=_AGAIN, line=False).value
    if found is None:
        return f"resting on what the game declares: {', '.join(laws)}"
    if found != value:
        what = f"it is worth {value}, and {found} without what the game declares"
        raise Contradiction(game, position.state, what, relied_on(game))
    return ""


def _searched(inquiry: Inquiry, *asked: tuple[Game, str]) -> str:
    """The method of a claim about values, with the laws that these rest on."""
    trusted = (inquiry.trusted.get((game.chosen, position), "") for game, position in asked)
    return ", ".join(dict.fromkeys(["search", *filter(None, trusted)]))


def spoken_of(game: Game, position: str) -> Position:
    """The position that a claim about values names, the start where it names none."""
    try:
        return Position.read(game, position) if position else Position.start(game)
    except (TextError, PositionError) as error:
        place = Place(place_of(game.rulebook.module("claims")).file, 0, "ValueIs")
        raise Mistake(place, f"`position`: {error}", "write a position of this board") from None


def value_is(inquiry: Inquiry, claim: ValueIs) -> Outcome:
    """The value of a position, held against the claim's if it names one."""
    value, line = _solved(inquiry, inquiry.game, claim.position)
    details: dict[str, object] = {"value": value, "line": " ".join(line)}
    if value is None:
        return undecided("not solved in the time given", details, "search")
    method = _searched(inquiry, (inquiry.game, claim.position))
    if claim.value is None:
        return Outcome("witnessed", "", method, details)
    met = value in claim.values_on(inquiry.game)
    return Outcome("proved" if met else "refuted", "", method, details)


def same_value(inquiry: Inquiry, claim: SameValue) -> Outcome:
    """Whether the start is worth the same under the changed settings."""
    ours, _ = _solved(inquiry, inquiry.game, "")
    theirs = None
    if ours is not None:
        theirs, _ = _solved(inquiry, changed(inquiry.game, claim.settings), "")
    details: dict[str, object] = {
        "value": ours,
        "other": dict(claim.settings),
        "other_value": theirs,
    }
    if ours is None or theirs is None:
        return undecided("not solved in the time given", details, "search")
    method = _searched(inquiry, (inquiry.game, ""), (changed(inquiry.game, claim.settings), ""))
    return Outcome("proved" if ours == theirs else "refuted", "", method, details)
