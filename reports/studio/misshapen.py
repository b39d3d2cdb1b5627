"""Refusals of requests that have the wrong shape: where it stands, what is taken there, and what
came instead, in one line. A body that cannot be read at all has the same status, 422.

>>> told_of([{"type": "tuple_type", "loc": ("body", "line"), "input": "a1"}])
Refused(kind='request', place='line', message='takes a list: "a1"', faults=[])
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.reports.studio.refusals import Refused

STATUS = 422
UNREADABLE = Refused(kind="request", place="body", message="the body cannot be read as JSON")
NO_JSON = Refused(
    kind="request",
    place="Content-Type",
    message="a body is JSON, and says so: add the header Content-Type: application/json",
)
_NAMED = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_KINDS = ("str", "int", "constrained-str")
"""Names that pydantic gives to the kinds that a field may have."""
_LONGEST = 60
_WORDS = {
    "string_type": "takes a text",
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
    "string_too_long": "takes at most {max_length} characters",
    "too_long": "takes at most {max_length} items",
    "extra_forbidden": "there is no such field",
    "missing": "it is missing",
    "value_error": "{error}",
}
"""The fault, by pydantic's kinds of errors; braces hold what it says of them."""


def told_of(errors: Sequence[Mapping[str, Any]]) -> Refused:
    """The refusal that tells the first of pydantic's errors, with all that its place takes."""
    place = place_of(errors[0]["loc"])
    here = [one for one in errors if place_of(one["loc"]) == place]
    words = list(dict.fromkeys(map(_in_words, here)))
    told = words[0] + "".join(f" or {word.removeprefix('takes ')}" for word in words[1:])
    message = told + _instead(errors[0])
    return Refused(kind="request", place=place, message=message)


def place_of(loc: Sequence[int | str]) -> str:
    """The place of a fault in a request, by names of fields and numbers of items alone; pydantic
    names the kinds that it tried as well.
    """
    parts = (str(part) for part in loc[1:])
    named = [part for part in parts if _NAMED.fullmatch(part) and part not in _KINDS]
    return ".".join(named)[:100] or "body"


def _in_words(error: Mapping[str, Any]) -> str:
    """The fault, in words."""
    words = _WORDS.get(error["type"], "takes something else")
    return words.format(**error.get("ctx", {}))


def _instead(error: Mapping[str, Any]) -> str:
    """The value that came, if it is plain and short."""
    came = error.get("input")
    if error["type"] in ("missing", "extra_forbidden") or not isinstance(came, str | int | float):
        return ""
    text = json.dumps(came[:_LONGEST] if isinstance(came, str) else came)
    return f": {text}" if len(text) <= 2 * _LONGEST else ""
