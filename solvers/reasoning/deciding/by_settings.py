"""Claims that hold a game against itself under other settings, and claims about its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ruleproof.models.claims.bounds import Bounds, none_within, of_game
from ruleproof.models.claims.claims import Outcome, Same, SameValue, ValueIs
from ruleproof.models.claims.counted import SEARCHED, within
from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.mistakes import Mistake, Place, place_of
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import changed
from ruleproof.models.rulebooks.parts import Declared
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.values.contradiction import Contradiction, relied_on
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry, Valued, line_text, undecided
from ruleproof.solvers.reasoning.deciding.replay import parted_after
from ruleproof.solvers.reasoning.lockstep.recurring import part_sooner, recurring
from ruleproof.solvers.reasoning.lockstep.walk import PairWalk
from ruleproof.solvers.work.progress import Deadline, Progress

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
        soonest = None if part_sooner(steps) else len(line) - 1
        return _refuted(inquiry.game, claim, line, details | of_game(len(line), soonest), method)
    if steps.complete and claim.only == "equal":
        again = recurring(steps, inquiry.deadline, inquiry.allowed)
        if again.line is not None:
            details |= of_game(len(again.line))
            return _refuted(inquiry.game, claim, again.line, details, method)
        if again.same is None:
            return undecided("positions that recur may tell them apart", details, method)
    if steps.complete:
        return Outcome("proved", "", method, details)
    details["plies_complete"] = len(steps.ends) - 1
    if not part_sooner(steps):
        details |= none_within(len(steps.ends) - 1)
    return undecided("not all pairs of positions were looked at", details, method)


def _refuted(
    game: Game, claim: Same, line: Sequence[int], details: Mapping[str, object], method: str
) -> Outcome:
    """The outcome where the settings part after the line."""
    told = {**details, **parted_after(game, claim, line)}
    return Outcome("refuted", line_text(game, line), method, told)


def _solved(inquiry: Inquiry, game: Game, position: str) -> Valued:
    """The value of the position, as far as a search finds it in the work that the claim is allowed.
    A search for another claim counts as much as one of its own.
    """
    key = game.chosen, position
    known, most = inquiry.values.get(key), within(inquiry.allowed, SEARCHED)
    if known is None or (known.value is None and known.work < most):
        begin, left = spoken_of(game, position), inquiry.deadline.left
        found = solve(begin, time=left, most=most, progress=inquiry.progress)
        inquiry.progress(Progress("solved", found.nodes))  # raises where it was stopped
        decided = found.value is not None
        known = Valued(
            found.value,
            found.bounds,
            tuple(found.line),
            found.nodes if decided or inquiry.deadline.passed else most,
            _trusted(begin, found.value, inquiry.deadline) if decided else "",
        )
        inquiry.values[key] = known
    elif known.work > most:
        return known._replace(value=None, bounds=(None, None), line=())
    return known


def _trusted(position: Position, value: object, deadline: Deadline) -> str:
    """The laws that the value rests on, in words; empty where a second search that uses nothing
    the game declares finds it, too. Raises `Contradiction` where that finds another value.
    """
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
    trusted = (inquiry.values[game.chosen, position].trusted for game, position in asked)
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
    place = claim.position_on(inquiry.game)
    value, bounds, line, *_ = _solved(inquiry, inquiry.game, place)
    details: dict[str, object] = {"value": value, "line": " ".join(line)}
    if value is None:
        low, high = (one if type(one) is int else None for one in bounds)
        if low is not None or high is not None:
            details |= Bounds("value", low, high).details
        return undecided("not solved within its limits", details, "search")
    method = _searched(inquiry, (inquiry.game, place))
    if claim.value is None:
        return Outcome("witnessed", "", method, details)
    met = value in claim.values_on(inquiry.game)
    return Outcome("proved" if met else "refuted", "", method, details)


def same_value(inquiry: Inquiry, claim: SameValue) -> Outcome:
    """Whether the start is worth the same under the changed settings."""
    ours = _solved(inquiry, inquiry.game, "").value
    theirs = None
    if ours is not None:
        theirs = _solved(inquiry, changed(inquiry.game, claim.settings), "").value
    details: dict[str, object] = {
        "value": ours,
        "other": dict(claim.settings),
        "other_value": theirs,
    }
    if ours is None or theirs is None:
        return undecided("not solved within its limits", details, "search")
    method = _searched(inquiry, (inquiry.game, ""), (changed(inquiry.game, claim.settings), ""))
    return Outcome("proved" if ours == theirs else "refuted", "", method, details)
