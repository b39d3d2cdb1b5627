"""Refusals of requests that have the wrong shape: where it stands, what is taken there, and what
came instead, in one line. A body that cannot be read at all has the same status, 422.

>>> told_of([{"type": "tuple_type", "loc": ("body", "line"), "input": "a1"}])
Refused(kind='request', place='line', message='takes a list: "a1"', faults=[])
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.models.files.misfits import in_words, instead
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


def told_of(errors: Sequence[Mapping[str, Any]]) -> Refused:
    """The refusal that tells the first of pydantic's errors, with all that its place takes."""
    place = place_of(errors[0]["loc"])
    here = [one for one in errors if place_of(one["loc"]) == place]
    words = list(dict.fromkeys(map(in_words, here)))
    told = words[0] + "".join(f" or {word.removeprefix('takes ')}" for word in words[1:])
    message = told + instead(errors[0])
    return Refused(kind="request", place=place, message=message)


def place_of(loc: Sequence[int | str]) -> str:
    """The place of a fault in a request, by names of fields and numbers of items alone; pydantic
    names the kinds that it tried as well.
    """
    parts = (str(part) for part in loc[1:])
    named = [part for part in parts if _NAMED.fullmatch(part) and part not in _KINDS]
    return ".".join(named)[:100] or "body"
