"""Claims that hold a game against itself under other settings, and claims about its value."""

# the search is imported where it is needed
# pyright: basic

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.models.claims.claims import Outcome, Same, SameValue, ValueIs
from ruleproof.models.claims.counted import SEARCHED, within
from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.mistakes import Mistake, Place, place_of
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import changed
from ruleproof.solvers.deciding.inquiry import Inquiry, line_text, undecided
from ruleproof.solvers.deciding.replay import parted_after
from ruleproof.solvers.lockstep.recurring import recurring
from ruleproof.solvers.lockstep.walk import PairWalk
from ruleproof.solvers.work.progress import Progress


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
        again = recurring(steps, inquiry.deadline, inquiry.allowed)
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
        solution = solve(
            begin,
            time=inquiry.deadline.left,
            most=within(inquiry.allowed, SEARCHED),
            progress=inquiry.progress,
        )
        value, line = inquiry.values[key] = solution.value, list(solution.line)
        inquiry.progress(Progress("solved", solution.nodes))  # raises where it was stopped
    return value, line


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
        return undecided("not solved within its limits", details, "search")
    if claim.value is None:
        return Outcome("witnessed", "", "search", details)
    met = value in claim.values_on(inquiry.game)
    return Outcome("proved" if met else "refuted", "", "search", details)


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
        return undecided("not solved within its limits", details, "search")
    return Outcome("proved" if ours == theirs else "refuted", "", "search", details)
