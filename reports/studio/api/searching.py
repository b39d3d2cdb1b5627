"""Searches: values, turns of opponents and verdicts, told as server-sent events while they come.

Each event is a name and a JSON object; the last is `done`, which says whether all is known. To end
a search is to close its stream. A header `X-Tab`, a word of the client's own, tells those apart who
ask from one address.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Header, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ruleproof.models.errors import PositionError
from ruleproof.models.play.offered import playable
from ruleproof.reports.studio.api.context import TheLimits, TheSearches, operations
from ruleproof.reports.studio.asked import PositionAsked, handed_over, position_asked
from ruleproof.reports.studio.gate.limits import Limits, Word
from ruleproof.reports.studio.gate.places import groups_of
from ruleproof.reports.studio.gate.refusals import Refused, at, refusal
from ruleproof.reports.studio.opponents import checked, opponents
from ruleproof.reports.studio.searches import Event, Searches

router = operations("searches")
_TAB = re.compile(r"[A-Za-z0-9-]{1,36}", re.ASCII)
Tab = Annotated[str, Header(alias="X-Tab", max_length=36)]
EVENTS = "text/event-stream"
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]


STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events", "content": {EVENTS: {"schema": {"type": "string"}}}},
    429: {"model": Refused, "description": "This client has too many searches under way"},
    503: {"model": Refused, "description": "Too many searches wait already"},
}
"""The answers of an operation with events, besides those that all operations may give."""
STREAMS: Any = {"response_class": StreamingResponse, "responses": STREAM}


class Timed(PositionAsked):
    """A position and the seconds that are to be spent on it; the studio may give fewer."""

    seconds: Seconds = 30.0


class Search(NamedTuple):
    """The means of a search for one client: who asks, the limits, and all searches."""

    request: Request
    limits: Limits
    searches: Searches
    tab: str

    def events(self, task: dict[str, Any]) -> AsyncGenerator[Event]:
        """The events of a task. Raises `Refusal` where too many searches are under way."""
        address = self.request.client.host if self.request.client else ""
        name = self.tab if _TAB.fullmatch(self.tab) else ""
        groups = groups_of(self.request, self.request.app.state.token)
        ticket = self.searches.admit(f"{address} {name}", groups)
        return self.searches.stream(ticket, task, self.request.is_disconnected)

    async def of(self, kind: str, asked: Timed, **more: Any) -> StreamingResponse:
        """The answer of a task of that kind. Raises `Refusal`."""
        task = await run_in_threadpool(task_of, kind, asked, self.limits)
        return await streamed(self.events(task | more))


def _search(request: Request, limits: TheLimits, searches: TheSearches, tab: Tab = "") -> Search:
    return Search(request, limits, searches, tab)


TheSearch = Annotated[Search, Depends(_search)]


class Valued(Timed):
    """A position whose moves are to be valued; without `compiles` only if nothing is compiled."""

    compiles: bool = True


class Against(Timed):
    """A position in which an opponent is to play a turn."""

    player: Word = "random"
    seed: int = Field(0, ge=0, lt=1 << 31)


class OpponentTold(BaseModel):
    """Somebody to play against."""

    name: str
    title: str
    about: str
    rating: int | None


@router.get("/players")
def players(game: Word) -> list[OpponentTold]:
    """The opponents to play a game against, the weakest first, with their ratings in Elo."""
    with at("game"):
        book = playable(game)
    return [OpponentTold(**one._asdict()) for one in opponents(book)]


@router.post("/values", **STREAMS)
async def values(asked: Valued, search: TheSearch) -> StreamingResponse:
    """The value and distance of every legal move (`move`), and of the position (`value`)."""
    return await search.of("values", asked, compiles=asked.compiles)


@router.post("/threats", **STREAMS)
async def threats(asked: Timed, search: TheSearch) -> StreamingResponse:
    """The threats of the other side, as if it were to move: `move` and `value` as for `values`, or
    `none` with the reason why it cannot be to move.
    """
    task = await run_in_threadpool(_threatened, asked, search.limits)
    if "none" in task:
        return await streamed(_no_threats(task["none"]))
    return await streamed(search.events(task))


@router.post("/line", **STREAMS)
async def line(asked: Timed, search: TheSearch) -> StreamingResponse:
    """The value of every position of the line (`place`), for games of two players."""
    return await search.of("line", asked)


@router.post("/reply", **STREAMS)
async def reply(asked: Against, search: TheSearch) -> StreamingResponse:
    """The turn of an opponent (`turn`): its moves, and whether they are proved to be best."""
    with at("player"):
        checked(playable(asked.game), asked.player)
    return await search.of("reply", asked, player=asked.player, seed=asked.seed)


@router.post("/hint", **STREAMS)
async def hint(asked: Timed, search: TheSearch) -> StreamingResponse:
    """A turn for the side to move (`hint`): its moves, whether they are proved to be best, and
    `steps`: what to look at, where the turn is played, and the turn with its reasons.
    """
    return await search.of("hint", asked)


@router.post("/claims", **STREAMS)
async def claims(asked: Timed, search: TheSearch) -> StreamingResponse:
    """A verdict on each claim of the rulebook (`verdict`), on the board asked for and beyond."""
    return await search.of("claims", asked)


def task_of(kind: str, asked: Timed, limits: Limits) -> dict[str, Any]:
    """The task for a worker; the question is found to be sound. Raises `Refusal`."""
    position = position_asked(asked, limits)
    if kind in ("values", "reply", "hint", "judge") and position.over:
        raise refusal(400, "request", "line", "the game is over")
    if kind == "line" and len(position.game.players) > 2:
        raise refusal(400, "request", "game", "lines are valued in games of two players")
    plain = asked.model_dump(include=set(PositionAsked.model_fields))
    return {"kind": kind, "asked": plain, "seconds": min(asked.seconds, limits.seconds)}


def _threatened(asked: Timed, limits: Limits) -> dict[str, Any]:
    """The task for a worker: the values of moves where the other side is to move; or `none`, the
    reason why it cannot be.
    """
    here = position_asked(asked, limits)
    try:
        other = handed_over(here)
    except PositionError as error:
        return {"none": "; ".join(error.faults)}
    if other.over:
        return {"none": f"if {other.side} were to move, the game would be over"}
    start = asked.model_copy(update={"start": other.text, "line": ()})
    return task_of("values", start, limits)


async def _no_threats(reason: str) -> AsyncGenerator[Event]:
    yield "none", {"reason": reason}
    yield "done", {"complete": True, "reason": ""}


async def streamed(events: AsyncGenerator[Event]) -> StreamingResponse:
    """The events as an answer."""
    first = await anext(events)  # from here on, closing the events ends the search
    return _Stream(first, events)


class _Stream(StreamingResponse):
    """An answer of events, which are closed with it, however it ends."""

    def __init__(self, first: Event, events: AsyncGenerator[Event]) -> None:
        self._events = events
        super().__init__(self._told(first), media_type=EVENTS)

    async def _told(self, first: Event) -> AsyncIterator[str]:
        yield _written(first)
        async for event in self._events:
            yield _written(event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)


def _written(event: Event) -> str:
    name, what = event
    return f"event: {name}\ndata: {json.dumps(what)}\n\n"
