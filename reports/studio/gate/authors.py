"""Mistakes in a game's own files: a request that meets one is refused with the author's one line.

They come from anywhere that runs a game's code, so all answers pass through here.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ruleproof.models.endless import NoReturn, Watch
from ruleproof.models.mistakes import mistake
from ruleproof.reports.studio.gate.refusals import Refused, refusal

STATUS = 422


async def watch_rules(returns: float) -> None:
    """Ends, as `NoReturn`, rules that do not return within so many seconds of work."""
    watches: dict[int, Watch] = {}
    while True:
        await asyncio.sleep(1.0)
        threads = {one.ident for one in threading.enumerate() if one.ident is not None}
        watches = {one: watches.get(one) or Watch(one, returns) for one in threads}
        for watch in watches.values():
            watch.look()


class Authors:
    """The middleware; `tell` makes the answer of a refusal."""

    def __init__(self, app: ASGIApp, tell: Callable[[Request, int, Refused], Response]) -> None:
        self._app, self._tell = app, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request."""
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_on)
        except (Exception, NoReturn) as error:
            found = mistake(error)
            if begun or found is None:
                raise
            told = refusal(STATUS, "mistake", "game", str(found)).told
            await self._tell(Request(scope), STATUS, told)(scope, receive, send)
