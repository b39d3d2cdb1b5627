"""The operations for programs, told on a page; `/openapi.json` tells them to programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from markupsafe import Markup, escape

from ruleproof.reports.studio.answers.verdicts import VerdictTold
from ruleproof.reports.studio.api import events
from ruleproof.reports.studio.api.context import TheLimits
from ruleproof.reports.studio.api.searching import EVENTS
from ruleproof.reports.studio.rendering import rendered

router = APIRouter()


class Operation(NamedTuple):
    """An operation: how it is asked for, what it does, what it takes and what it gives, and whether
    that comes as events.
    """

    method: str
    path: str
    about: str
    takes: str
    gives: str
    streams: bool


class Shape(NamedTuple):
    """An object that operations take or give: its fields, each with its type."""

    name: str
    about: str
    fields: list[tuple[str, str, bool]]


@router.get("/operations")
def operations_page(request: Request, limits: TheLimits) -> Response:
    """The page."""
    told = request.app.openapi()
    known = shapes(told)
    return rendered(
        request,
        "operations.html.jinja",
        game=None,
        host=request.url.netloc,
        limits=limits,
        operations=operations(told),
        shapes=known,
        events=events.EVENTS,
        statuses=events.STATUSES,
        linked=partial(linked, names=[shape.name for shape in known]),
    )


def linked(text: str, names: Iterable[str]) -> Markup:
    """The text of a type; the names of objects in it lead to their tables."""
    any_name = "|".join(map(re.escape, names))
    parts = re.split(rf"\b({any_name})\b", text)
    return Markup("").join(
        Markup('<a href="#shape-{0}">{0}</a>').format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )


def operations(told: dict[str, Any]) -> list[Operation]:
    """The operations that an OpenAPI document tells."""
    found: list[Operation] = []
    for path, methods in told["paths"].items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {})
            takes = next((_type(kind["schema"]) for kind in body.values()), "")
            answer = one["responses"]["200"].get("content", {})
            gives = next(
                (
                    _type(kind.get("schema", {})) or name
                    for name, kind in answer.items()
                    if name != EVENTS
                ),
                "",
            )
            streams = EVENTS in answer
            if streams:
                gives = "server-sent events" if len(answer) == 1 else f"{gives}, or events"
            about = one.get("description", "")
            found.append(Operation(method.upper(), path, about, takes, gives, streams))
    return found


def shapes(told: dict[str, Any]) -> list[Shape]:
    """The objects that an OpenAPI document tells, and those of events alone."""
    objects = told["components"]["schemas"] | {"VerdictTold": VerdictTold.model_json_schema()}
    return [
        Shape(
            name,
            one.get("description", ""),
            [
                (field, _type(kind), field in one.get("required", []))
                for field, kind in one.get("properties", {}).items()
            ],
        )
        for name, one in sorted(objects.items())
    ]


def _type(schema: dict[str, Any]) -> str:
    """A type in a few words."""
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {})) or 'values'}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    if "enum" in schema or "const" in schema:
        return " or ".join(map(str, schema.get("enum", [schema.get("const")])))
    return str(schema.get("type", ""))
