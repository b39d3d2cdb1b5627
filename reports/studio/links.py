"""Links that hold a whole position: game, board, settings, first position, moves played.

`/analyse?game=NAME&board=B&set=K%3DV&start=TEXT&line=M1+M2&at=1` opens the position after the first
of two moves. Parts left out have their defaults; `set` may stand more than once, and forms write it
`set.K=V`. `claim=ID` says which claim the game or position was found for.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic import ValidationError
from starlette.datastructures import QueryParams

from ruleproof.models.files.misfits import place_and_fault
from ruleproof.models.rulebooks.settings import pair
from ruleproof.reports.studio.asked import PositionAsked
from ruleproof.reports.studio.gate.refusals import at, refusal

PARTS = ("game", "board", "set", "start", "line", "at", "flip", "claim", "table")
"""The parts of a link's query."""
LONGEST_ID = 16
"""Letters of a claim's number."""


class Opened(NamedTuple):
    """The position of a link: the whole line, the number of its moves that are played, and the
    claim that it shows something of.
    """

    asked: PositionAsked
    at: int
    flip: bool
    claim: str


def opened(query: QueryParams, usual: str) -> Opened:
    """Reads the query of a link; the game is `usual` if it names none. Raises `Refusal`."""
    strange = [key for key in query if key not in PARTS and not key.startswith("set.")]
    if strange:
        message = f"no such part of a link (parts: {', '.join(PARTS)}): {strange[0]!r}"
        raise refusal(400, "request", "link", message)
    chosen: dict[str, str] = {}
    with at("set"):
        for text in filter(None, query.getlist("set")):
            name, value = pair(text)
            chosen[name] = value
        chosen |= {key[4:]: value for key, value in query.items() if key[:4] == "set." and value}
    line = query.get("line", "").split()
    try:
        asked = PositionAsked(
            game=query.get("game", usual),
            board=query.get("board", ""),
            settings=dict(chosen),
            start=query.get("start", ""),
            line=tuple(line),
        )
    except ValidationError as error:
        place, what = place_and_fault(error.errors(include_url=False))
        raise refusal(400, "request", place[:100] or "link", what) from None
    number = query.get("at", "")
    ply = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else len(line)
    flip = query.get("flip", "") == "1"
    return Opened(asked, min(ply, len(line)), flip, query.get("claim", "")[:LONGEST_ID])
