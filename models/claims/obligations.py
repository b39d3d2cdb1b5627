"""Checks what a claim and its obligations are given: kinds of values, and arguments of functions.

slip   an entry that no check can use, with what would be right

>>> from ruleproof.models.claims.claims import Most
>>> slip(Most(lambda board, rules, p: 0, 2), ())
Slip(what='`bound` of Most is 2, not a function', remedy='write `lambda game: …`')
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ruleproof.models.errors import offer
from ruleproof.models.mistakes import Mistake, place_of
from ruleproof.models.rulebooks.entries import Slip, called, other_arguments, takes

_POSITION = ("board", "rules", "p")
_TURN = ("board", "rules", "p", "move", "q")
_GAME = ("game",)
_FORMULA = ("game", "p")

_FUNCTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Always": {"holds": _POSITION, "when": _POSITION, "toward": _POSITION},
    "EveryTurn": {"holds": _TURN, "when": _TURN, "toward": _POSITION},
    "Sometimes": {"shows": _POSITION, "toward": _POSITION},
    "SomeTurn": {"shows": _TURN, "toward": _POSITION},
    "Ends": {},
    "Endless": {},
    "Symmetric": {},
    "Same": {},
    "Most": {"measure": _POSITION, "bound": _GAME},
    "ValueIs": {"value": _GAME},
    "SameValue": {},
    "Theorem": {"goals": _GAME, "checks": _GAME},
    "Induction": {"holds": _FORMULA, "helps": _FORMULA},
    "OneTurn": {"holds": ("game", "p", "move", "q"), "helps": _FORMULA},
    "Decision": {"decide": ("game", "seconds")},
    "Plain": {
        "judge": ("game", "worth", "look"), "moves": _FORMULA, "explained": ("game", "worth", "p"),
    },
    "Greatest": {"measure": _TURN, "positions": _GAME},
    "Bounded": {"games": ("game", "witness")},
}  # fmt: skip
"""The functions of each kind of obligation and evidence, with the arguments they are called with;
those that may be left out are None there.
"""

_CHOICES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("Same", "only"): ("equal", "within", "contains"),
    ("Theorem", "scope"): ("board", "every board"),
    ("Theorem", "shows"): ("proved", "refuted"),
    ("Decision", "asks"): ("always", "ever", "what"),
    ("Plain", "asks"): ("always", "ever"),
}
_CLAIM_FUNCTIONS = ("expected", "applies", "known")


T = TypeVar("T")


def claim_slip(claim: Any) -> Slip | None:
    """The first slip of a claim's own fields, its obligations apart; None where there is none."""
    for name in ("id", "statement", "sentence", "seen"):
        value = getattr(claim, name)
        if not isinstance(value, str):
            return Slip(f"`{name}` is {value!r:.60}, not a text", 'write it between quotes, "…"')
    for name in ("settings", "boards"):
        value = getattr(claim, name)
        if isinstance(value, str) or not isinstance(value, Sequence):
            remedy = f"write `({value!r},)`" if isinstance(value, str) else 'write `("…",)`'
            return Slip(f"`{name}` is {value!r:.60}, not a tuple of texts", remedy)
    for name in ("applies", "known"):
        value = getattr(claim, name)
        if value is not None and not callable(value):
            return Slip(f"`{name}` is {value!r:.60}, not a function", "write `lambda game: …`")
    for name in _CLAIM_FUNCTIONS:
        function = getattr(claim, name)
        if callable(function) and not takes(function, _GAME):
            return _arity(f"`{name}`", function, _GAME)
    return None


def slip(one: Any, numbers: Sequence[str]) -> Slip | None:
    """The first slip of an obligation or of evidence; None where there is none. `numbers` are the
    number fields of the game's positions.
    """
    kind = type(one).__name__
    if kind not in _FUNCTIONS:
        named = getattr(one, "__name__", "…")
        right = f"write an obligation, such as `Always({named})`"
        return Slip(f"{called(one)} is no obligation", right)
    for field, arguments in _FUNCTIONS[kind].items():
        if kind == "Most" and field == "measure" and one.turns:
            arguments = _TURN
        found = _function_slip(f"`{field}` of {kind}", getattr(one, field), arguments, one, field)
        if found:
            return found
    for (named, field), choices in _CHOICES.items():
        if named == kind and getattr(one, field) not in choices:
            what = f"`{field}` of {kind} is {getattr(one, field)!r:.60}"
            return Slip(what, f"write one of {offer(choices)}")
    return _field_slip(one, kind, numbers)


def _function_slip(
    who: str, given: Any, arguments: tuple[str, ...], one: Any, field: str
) -> Slip | None:
    """The slip of a field that holds a function, or functions in a tuple."""
    if given is None and _may_lack(one, field):
        return None
    if field == "helps":
        if not isinstance(given, tuple | list):
            return Slip(f"{who} is no tuple", "write `(…,)`, with a comma behind the last")
        functions: Sequence[Any] = given
    else:
        functions = (given,)
    for function in functions:
        if not callable(function):
            remedy = f"write `lambda {', '.join(arguments)}: …`"
            if "board" in arguments:
                remedy = f"write a function of ({', '.join(arguments)}), marked `@rule`"
            return Slip(f"{who} is {function!r:.60}, not a function", remedy)
        if not takes(function, arguments):
            return _arity(who, function, arguments)
    return None


def _may_lack(one: Any, field: str) -> bool:
    """Whether the field is None unless it is given."""
    return getattr(type(one), field, ...) is None


def _arity(who: str, function: Any, arguments: Sequence[str]) -> Slip:
    """The slip of a function that takes other arguments; of positions and turns, which they are."""
    found = other_arguments(f"{who}, {called(function)},", function, arguments)
    kinds: dict[tuple[str, ...], str] = {_POSITION: "position", _TURN: "turn"}
    asked, given = kinds.get(tuple(arguments)), kinds.get(_like(function))
    if asked and given and asked != given:
        return Slip(found.what, f"{found.remedy}, or say it of {given}s: {_INSTEAD[given]}")
    return found


_INSTEAD = {
    "turn": "`EveryTurn`, `SomeTurn`, or `turns=True` of `Most`",
    "position": "`Always`, `Sometimes`, or `Most` without `turns=True`",
}


def _like(function: Any) -> tuple[str, ...]:
    """The arguments of a predicate of positions or of turns, if the function takes so many."""
    many = len(inspect.signature(function).parameters)
    return {len(_POSITION): _POSITION, len(_TURN): _TURN}.get(many, ())


def _field_slip(one: Any, kind: str, numbers: Sequence[str]) -> Slip | None:
    """The slip of a field that holds texts, numbers of the state, or settings."""
    settings = getattr(one, "settings", {})
    if not isinstance(settings, Mapping):
        what = f"`settings` of {kind} is {settings!r:.60}, not a mapping"
        return Slip(what, 'write `{"name": "value"}`')
    position = getattr(one, "position", "")
    if not isinstance(position, str) and not callable(position):
        return Slip(f"`position` of {kind} is {position!r:.60}, not a text", "write a picture")
    ignoring = getattr(one, "ignoring", ())
    if not isinstance(ignoring, tuple | list):
        what = f"`ignoring` of {kind} is {ignoring!r:.60}, not a tuple of texts"
        return Slip(what, f"write `({ignoring!r},)`")
    for name in ignoring:
        if name not in numbers:
            what = f"`ignoring` of {kind} names {name!r}, no number of the state"
            return Slip(what, f"write one of {offer(numbers)}" if numbers else "leave it out")
    return None


def must_return(function: object, value: T, right: bool, what: str) -> T:
    """The value that a function of the claim has returned. Raises `Mistake` if it is not right."""
    if not right:
        raise Mistake(place_of(function), f"it returns {value!r:.60}", f"return {what}")
    return value
