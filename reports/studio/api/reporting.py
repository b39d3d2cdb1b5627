"""Reports: everything there is to say about a game, written by the command `report`.

The page is kept in memory for as long as the studio runs and has room; `page` tells where.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ruleproof.models.play.game import Game
from ruleproof.reports.examining.investigate import FREE_COMPILING
from ruleproof.reports.studio.api.context import TheReports, operations
from ruleproof.reports.studio.api.searching import STREAMS, Seconds, TheSearch, streamed
from ruleproof.reports.studio.asked import GameAsked, game_asked
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.searches import Event
from ruleproof.reports.studio.written import Reports
from ruleproof.reports.wording.words import changed_settings

router = operations("searches")
SECONDS = 60.0
_FOLDER = "written"
_LAST = 5.0
"""Seconds in which the page is written after the work."""


class ReportAsked(GameAsked):
    """A game, and the seconds that are to be spent on its report; the studio may give fewer."""

    seconds: Annotated[Seconds, Field(ge=1)] = SECONDS


class PageTold(BaseModel):
    """A report that is there: the path of its page, and what it is about. `hour`: when it was
    there, as hours and minutes.
    """

    link: str
    title: str
    board: str
    changed: dict[str, str]
    hour: str


@router.post("/report", **STREAMS)
async def report(asked: ReportAsked, search: TheSearch, reports: TheReports) -> StreamingResponse:
    """The report of a game on a board: problems of its rules, what was proved, best play, how games
    go, puzzles. The page is there when `page` tells its link.
    """
    game = await run_in_threadpool(game_asked, asked, search.limits)
    task = _task(game, asked.seconds, search.limits)
    return await streamed(_kept(search.events(task), game, reports))


def _task(game: Game, seconds: float, limits: Limits) -> dict[str, Any]:
    """The task: the command, which ends by itself, and is told to stop a little later."""
    seconds = min(seconds, limits.seconds)
    settings = [f"--set={name}={value}" for name, value in changed_settings(game).items()]
    options = [f"--board={game.board.text}", f"--time={seconds:.3f}", f"--output={_FOLDER}"]
    return {
        "kind": "command",
        "arguments": ["report", "--json", *options, *settings, "--", game.name],
        "files": {},
        "seconds": seconds + FREE_COMPILING + _LAST,
    }


async def _kept(
    events: AsyncGenerator[Event], game: Game, reports: Reports
) -> AsyncGenerator[Event]:
    """The events; the page is kept, and told of by its link in place of the command's answer."""
    async with aclosing(events):
        async for name, what in events:
            page = what["files"].get(f"{_FOLDER}/{game.name}.html") if name == "answer" else None
            if page is not None:
                told = reports.keep(game, page.encode())
                fields = {field: getattr(told, field) for field in PageTold.model_fields}
                yield "page", PageTold(**fields).model_dump()
            elif name not in ("answer", "refused"):  # `done` says why there is no page
                yield name, what
