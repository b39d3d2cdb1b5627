"""The means of every operation: limits, searches, tables, sets and reports of this studio, and
bodies of requests that can be read in one way only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.routing import APIRoute

from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.reports.studio.collection import Collection
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.searches import Searches
from ruleproof.reports.studio.shelf import Shelf
from ruleproof.reports.studio.written import Reports


def _kept(name: str) -> Any:
    """The dependency on a part of the studio, which the application keeps by that name."""

    def of(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(of)


class _Asked(Request):
    """A request; its body is read as every other JSON from outside."""

    async def json(self) -> Any:
        """The value of the body. Raises `JSONDecodeError`, which the framework reports."""
        try:
            return json_value(await self.body())
        except Misfit as misfit:
            raise json.JSONDecodeError(misfit.what, "", 0) from None


class Operation(APIRoute):
    """The route of an operation."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The framework's handler, for requests whose bodies have one meaning."""
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            return await handle(_Asked(request.scope, request.receive))

        return handler


def operations(tag: str, prefix: str = "") -> APIRouter:
    """A router for operations under that heading."""
    return APIRouter(prefix=prefix, tags=[tag], route_class=Operation)


TheLimits = Annotated[Limits, _kept("limits")]
TheSearches = Annotated[Searches, _kept("searches")]
TheShelf = Annotated[Shelf, _kept("shelf")]
TheReports = Annotated[Reports, _kept("reports")]
TheCollection = Annotated[Collection, _kept("collection")]
