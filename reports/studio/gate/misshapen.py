"""Refusals of requests that have the wrong shape: where it stands, what is taken there, and what
came instead, in one line. A body that cannot be read at all has the same status, 422.

>>> told_of([{"type": "tuple_type", "loc": ("body", "line"), "input": "a1"}])
Refused(kind='request', place='line', message='takes a list: "a1"', faults=[])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.models.files.misfits import place_and_fault
from ruleproof.reports.studio.gate.refusals import Refused

STATUS = 422
UNREADABLE = Refused(kind="request", place="body", message="the body cannot be read as JSON")
NO_JSON = Refused(
    kind="request",
    place="Content-Type",
    message="a body is JSON, and says so: add the header Content-Type: application/json",
)


def told_of(errors: Sequence[Mapping[str, Any]]) -> Refused:
    """The refusal that tells the first of pydantic's errors, with all that its place takes."""
    place, message = place_and_fault([{**one, "loc": one["loc"][1:]} for one in errors])
    return Refused(kind="request", place=place[:100] or "body", message=message)
