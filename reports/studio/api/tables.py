"""Tables: values that were found once, looked up by a table's name."""

from __future__ import annotations

from pydantic import BaseModel

from ruleproof.models.errors import TextError
from ruleproof.reports.studio.answers.worths import WorthTold
from ruleproof.reports.studio.api.context import TheLimits, TheShelf, operations
from ruleproof.reports.studio.asked import PositionAsked, position_asked
from ruleproof.reports.studio.gate.limits import Word
from ruleproof.reports.studio.gate.refusals import at

router = operations("tables")


class TableTold(BaseModel):
    """A table: its name, what it is of, and its number of positions."""

    name: str
    game: str
    board: str
    settings: dict[str, str | int]
    start: str
    entries: int


class TableAnswer(BaseModel):
    """A table's answer about a position and about each move there; None and no move where it holds
    nothing, or no value. `player`: whose points the values are, where more than two play; empty for
    others. `undecided`: the moves whose value a rule of repetition decides. `reason`: why the
    position has no value, empty where it has one.
    """

    player: str
    value: WorthTold | None
    moves: list[WorthTold]
    undecided: list[str] = []
    reason: str = ""


@router.get("/tables")
def tables(shelf: TheShelf) -> list[str]:
    """The names of the tables."""
    return shelf.names


@router.get("/tables/{name}")
def table(name: Word, shelf: TheShelf) -> TableTold:
    """One table."""
    with at("name"), shelf.open(name) as found:
        return TableTold(
            name=name,
            game=found.game.name,
            board=found.game.board.text,
            settings=found.game.settings,
            start=found.start.text,
            entries=len(found),
        )


@router.post("/tables/{name}")
def probe(name: Word, asked: PositionAsked, shelf: TheShelf, limits: TheLimits) -> TableAnswer:
    """The table's answer about a position of its game."""
    from ruleproof.reports.studio.answers.lookup import looked_up
    from ruleproof.solvers.playing.tables.table import of_another_game

    position = position_asked(asked, limits)
    with at("name"), shelf.open(name) as found:
        if found.game != position.game:
            raise TextError(f"{of_another_game(found.game, position.game)}: {name!r}")
        return TableAnswer(**looked_up(found, position)._asdict())
