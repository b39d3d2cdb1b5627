"""The operations for programs, told on a page; `/openapi.json` tells them to programs."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response

from ruleproof.reports.studio.api.searching import EVENTS
from ruleproof.reports.studio.rendering import rendered

router = APIRouter()


class Operation(NamedTuple):
    """An operation: how it is asked for, what it does, what it takes and what it gives."""

    method: str
    path: str
    about: str
    takes: str
    gives: str


class Shape(NamedTuple):
    """An object that operations take or give: its fields, each with its type."""

    name: str
    about: str
    fields: list[tuple[str, str, bool]]


@router.get("/operations")
def operations_page(request: Request) -> Response:
    """The page."""
    told = request.app.openapi()
    return rendered(
        request,
        "operations.html.jinja",
        game=None,
        operations=operations(told),
        shapes=shapes(told),
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
                (_type(kind.get("schema", {})) or name for name, kind in answer.items()), ""
            )
            gives = "server-sent events" if EVENTS in answer else gives
            found.append(Operation(method.upper(), path, one.get("description", ""), takes, gives))
    return found


def shapes(told: dict[str, Any]) -> list[Shape]:
    """The objects that an OpenAPI document tells."""
    return [
        Shape(
            name,
            one.get("description", ""),
            [
                (field, _type(kind), field in one.get("required", []))
                for field, kind in one.get("properties", {}).items()
            ],
        )
        for name, one in told["components"]["schemas"].items()
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
