"""Faults in the shape of data from outside, in words: what a place takes, and what came instead.

>>> fault({"type": "less_than_equal", "ctx": {"le": 5}, "input": 9})
'takes a number up to 5: 9'
>>> fault({"type": "extra_forbidden", "loc": ("author",), "input": "me"})
'there is no such field'
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.models.files.shown import WORDS

_NAMED = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_KINDS = ("str", "int", "constrained-str", "constrained-int")
"""Names that pydantic gives to the kinds that a place may have."""
LONGEST = 60
"""So many characters of a text that came are told."""
_WORDS = {
    "string_type": "takes a text",
    "string_unicode": "takes a text of whole characters",
    "tuple_type": "takes a list",
    "list_type": "takes a list",
    "dict_type": "takes an object",
    "model_type": "takes an object",
    "model_attributes_type": "takes an object",
    "bool_type": "takes true or false",
    "bool_parsing": "takes true or false",
    "int_type": "takes a whole number",
    "int_parsing": "takes a whole number",
    "int_parsing_size": "takes a smaller number",
    "int_from_float": "takes a whole number",
    "float_type": "takes a number",
    "float_parsing": "takes a number",
    "finite_number": "takes a number",
    "greater_than": "takes a number above {gt:g}",
    "greater_than_equal": "takes a number from {ge:g}",
    "less_than": "takes a number below {lt:g}",
    "less_than_equal": "takes a number up to {le:g}",
    "string_too_short": "takes at least {min_length} characters",
    "string_too_long": "takes at most {max_length} characters",
    "too_short": "takes at least {min_length} items",
    "too_long": "takes at most {max_length} items",
    "literal_error": "takes {expected}",
    "extra_forbidden": "there is no such field",
    "missing": "it is missing",
    "value_error": "{error}",
}
"""The fault, by pydantic's kinds of errors; braces hold what it says of them."""


def fault(error: Mapping[str, Any]) -> str:
    """One of pydantic's errors, with the value that came, if it is plain and short."""
    return in_words(error) + instead(error)


def place_and_fault(errors: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """The place of the first of pydantic's errors, by names of fields and numbers of items, and all
    that this place takes. Pydantic tells an error for each kind of value that it tried there; a
    fault inside a value of the right kind comes first.

    >>> place_and_fault(
    ...     [
    ...         {"type": "literal_error", "loc": ("v", "literal['a']"), "ctx": {"expected": "'a'"}},
    ...         {"type": "int_type", "loc": ("v", "constrained-int"), "input": "b"},
    ...     ]
    ... )
    ('v', "takes 'a' or a whole number")
    """
    first = _place(errors[0])
    inside = [place for error in errors if (place := _place(error))[: len(first)] == first]
    deepest = max(inside, key=len)
    here = [error for error in errors if _place(error) == deepest]
    words = list(dict.fromkeys(map(in_words, here)))
    told = words[0] + "".join(f" or {word.removeprefix('takes ')}" for word in words[1:])
    return ".".join(deepest), told + instead(here[0])


def _place(error: Mapping[str, Any]) -> tuple[str, ...]:
    """The place without the kinds of values that were tried there."""
    parts = (str(part) for part in error["loc"])
    return tuple(part for part in parts if _NAMED.fullmatch(part) and part not in _KINDS)


def in_words(error: Mapping[str, Any]) -> str:
    """One of pydantic's errors, without the value."""
    told = error.get("ctx", {})
    if error["type"] == "string_pattern_mismatch":
        return WORDS.get(told["pattern"], "takes something else")
    return _WORDS.get(error["type"], "takes something else").format(**told)


def instead(error: Mapping[str, Any]) -> str:
    """`: value`, the value that came, if it is plain and short; else empty."""
    came = error.get("input")
    if error["type"] in ("missing", "extra_forbidden"):
        return ""
    if not isinstance(came, str | int | float):
        return ""
    text = json.dumps(came[:LONGEST] if isinstance(came, str) else came, ensure_ascii=False)
    if len(text) > 2 * LONGEST:
        return ""
    return f": {text}".encode("utf-8", "backslashreplace").decode()  # halves of characters
