"""The application: pages, operations, files that belong to them, and refusals.

>>> from starlette.testclient import TestClient
>>> client = TestClient(make_app(), base_url="http://localhost")
>>> client.post("/api/position", json={"game": "esgros", "board": "hex:2"}).json()["side"]
'black'
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from ruleproof.reports.studio.api import (
    games,
    judging,
    positions,
    records,
    reporting,
    searching,
    sets,
    tables,
)
from ruleproof.reports.studio.api.commands import commands_router
from ruleproof.reports.studio.collection import Collection
from ruleproof.reports.studio.commands import OfferedCommand
from ruleproof.reports.studio.gate import misshapen
from ruleproof.reports.studio.gate.authors import Authors, watch_rules
from ruleproof.reports.studio.gate.guard import Guard
from ruleproof.reports.studio.gate.limits import THREADS, Limits
from ruleproof.reports.studio.gate.places import FairPlaces
from ruleproof.reports.studio.gate.refusals import Refusal, Refused
from ruleproof.reports.studio.offering import Offer, looked
from ruleproof.reports.studio.pages import analyse, home, learn, play, read, solve, written
from ruleproof.reports.studio.rendering import problem_page, style
from ruleproof.reports.studio.searches import Searches
from ruleproof.reports.studio.shelf import Shelf
from ruleproof.reports.studio.written import Reports

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle

HERE = Path(__file__).parent
SMALL = 1_000
"""A shorter answer is not worth compressing."""
SHARED = ("ruleproof.reports", "web")
"""The scripts and style sheets that pages without a server have as well."""


def _silent() -> dict[str, Any]:
    """The options that keep FastAPI from reporting to others what happens here; versions without
    telemetry have none.
    """
    if find_spec("fastapi.telemetry") is None:
        return {}
    config = import_module("fastapi.telemetry").TelemetryConfig
    return {"telemetry": config(tracing=False, metrics=False, logs=False, auto_configure=False)}


@dataclass(frozen=True)
class Options:
    """The options of the studio: the folder with tables, sets of puzzles by their names, the names
    it is asked for by besides those of this machine, its limits, whether a worker is begun before
    anybody asks, and the commands of the command line that are operations, too.
    """

    tables: Path | None = None
    sets: Mapping[str, Sequence[Puzzle]] = field(default_factory=dict[str, "Sequence[Puzzle]"])
    hosts: Iterable[str] = ()
    limits: Limits = field(default_factory=Limits)
    warm: bool = False
    commands: Sequence[OfferedCommand] = ()


def make_app(options: Options | None = None) -> FastAPI:
    """The studio."""
    chosen = options or Options()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        searches = app.state.searches = Searches(chosen.limits)
        aside = [asyncio.ensure_future(watch_rules(chosen.limits.rule))]
        if chosen.warm:
            searches.warm()
            aside.append(asyncio.ensure_future(app.state.offer.look()))
        yield
        for one in aside:
            one.cancel()
        await app.state.offer.close()
        await searches.close()

    app = FastAPI(
        title="Ruleproof studio",
        version=version("ruleproof"),
        summary="What the command line does, for programs on this machine.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={status: {"model": Refused} for status in (400, 403, 413, 422)},
        **_silent(),
    )
    app.state.limits = chosen.limits
    app.state.offer = Offer(chosen.limits)
    app.state.token = secrets.token_urlsafe(16)
    app.state.shelf = Shelf(chosen.tables)
    app.state.reports = Reports()
    app.state.collection = Collection(chosen.sets)
    asked = [Depends(looked)]
    for part in (games, positions, records, searching, reporting, judging, sets, tables):
        app.include_router(part.router, prefix="/api", dependencies=asked)
    app.include_router(commands_router(chosen.commands), prefix="/api", dependencies=asked)
    for page in (home, learn, analyse, play, solve, read, written):
        app.include_router(page.router, include_in_schema=False, dependencies=asked)
    app.add_api_route("/static/page.css", style, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=HERE / "static", packages=[SHARED]), "static")
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_middleware(Authors, tell=_told)
    app.add_middleware(FairPlaces, token=app.state.token)
    app.add_middleware(GZipMiddleware, minimum_size=SMALL)
    app.add_middleware(Guard, hosts=chosen.hosts)
    return app


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _told(request, error.status, error.told)


def _misshapen(request: Request, error: Exception) -> Response:
    """Says in one line what is wrong with the shape of a request."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        told = Refused(kind="request", place="body", message=f"the body {first['ctx']['error']}")
        return _told(request, misshapen.STATUS, told)
    whole = tuple(first["loc"]) == ("body",) and first["type"] != "missing"
    if whole and "json" not in request.headers.get("content-type", "").lower():
        return _told(request, misshapen.STATUS, misshapen.NO_JSON)
    return _told(request, misshapen.STATUS, misshapen.told_of(error.errors()))


def _not_found(request: Request, error: Exception) -> Response:
    """Says what the framework refuses by itself: a place, a method, a body that is no JSON."""
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        return _told(request, misshapen.STATUS, misshapen.UNREADABLE)
    told = _BY_STATUS.get(error.status_code)
    if told is None:
        said = str(error.detail)[:200]
        told = Refused(kind="found", place="path", message=said)
    return _told(request, error.status_code, told, error.headers)


_BY_STATUS = {
    404: Refused(kind="found", place="path", message="there is nothing here"),
    405: Refused(kind="found", place="path", message="not to be asked in this way"),
}


def _told(
    request: Request, status: int, told: Refused, headers: Mapping[str, str] | None = None
) -> Response:
    """The refusal as an object for programs, as a page for people."""
    if request.scope["path"].startswith("/api") or request.method != "GET":
        return JSONResponse(told.model_dump(), status, headers)
    page = problem_page(request, status, told)
    page.headers.update(headers or {})
    return page
