"""Game records: a game played here as a file, and a file as a line to look at."""

from __future__ import annotations

from typing import Any

from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.files.strict import Misfit, fitting
from ruleproof.models.play.records import Record, record_to, replay
from ruleproof.reports.studio.api.context import TheLimits, operations
from ruleproof.reports.studio.asked import PositionAsked, after_moves, first_asked, game_asked
from ruleproof.reports.studio.gate.limits import MOST_MOVES
from ruleproof.reports.studio.gate.refusals import at, refusal

router = operations("records")


@router.post("/record")
def record(asked: PositionAsked, limits: TheLimits) -> dict[str, Any]:
    """The game record of the line, as `ruleproof play` reads it."""
    first = first_asked(game_asked(asked, limits), asked.start)
    last = after_moves(first, asked.line)
    return record_to(last, first, asked.line).model_dump(mode="json")


@router.post("/record/open")
def open_record(found: dict[str, Any], limits: TheLimits) -> PositionAsked:
    """The line of a game record, replayed to be believed."""
    with at("record"):
        try:
            read = fitting(Record, found)
        except Misfit as misfit:
            raise TextError(f"this is no game record: {misfit}") from None
    if len(read.moves) > MOST_MOVES:
        raise refusal(400, "limit", "record", f"the studio shows at most {MOST_MOVES} moves")
    with at("record"):
        try:
            asked = PositionAsked(
                game=read.game,
                board=read.board,
                settings=dict(read.settings),
                start=read.start or "",
                line=read.moves,
            )
        except ValueError:
            raise TextError("the record holds texts that are too long") from None
    game_asked(asked, limits)
    with at("record"):
        try:
            replay(read)
        except (MoveError, PositionError, TextError):
            raise
        except ValueError as error:
            raise TextError(str(error)) from None
    return asked
