"""Positions looked up in a table: `ruleproof solve --table`, and `table probe` as it was."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking.arguments import after_moves, text_given
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import LINE, POSITION, TABLE_FILE
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.telling.answers import Answer, asked_about, remark
from ruleproof.cli.telling.pictures import field

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.table import Table
    from ruleproof.solvers.playing.values.worth import Worth

OTHER_SOURCES = (
    "the table was made with other sources of the rules; `verify` says whether it holds by today's"
)


class Probed(NamedTuple):
    """What a table has of a position, of its moves, and of a line of best play."""

    here: Position
    party: int
    worth: Worth
    moves: dict[str, Worth]
    line: list[str]

    @property
    def best(self) -> list[str]:
        """The moves that keep the value, the shortest wins and the longest losses first."""
        return _best(self.worth, self.moves)


def _best(worth: Worth, moves: dict[str, Worth]) -> list[str]:
    kept = [move for move, one in moves.items() if one.value == worth.value]
    late = -1 if worth.value == "loss" else 1
    return sorted(kept, key=lambda move: late * (moves[move].distance or 0))


def looked_up(path: Path, position: str | None, line: str | None, each: bool) -> Answer:
    """The answer of `solve` from a table."""
    found = _found(path, position, line, "--table")
    fields: dict[str, Any] = found.worth._asdict()
    fields |= {"best": found.best, "line": found.line, "nodes": 0, "certificate": None}
    fields |= {"html": None, "assumes": [], "goal": "value", "within": None, "table": path}
    fields |= asked_about(found.here, line)
    if each:
        fields["openings"] = {move: one.value for move, one in found.moves.items()}
        fields["distances"] = {move: one.distance for move, one in found.moves.items()}
    return Answer(fields, partial(_tell, found=found), found.here.game)


@command("table probe")
def probe(
    path: Path = TABLE_FILE, position: str | None = POSITION, line: str | None = LINE
) -> Answer:
    """Look a position up in a table: what `solve --table FILE --each` does."""
    found = _found(path, position, line)
    fields = {"position": found.here.text} | found.worth._asdict() | {"moves": found.moves}
    return Answer(fields, partial(_tell, found=found), found.here.game)


def _found(path: Path, position: str | None, line: str | None, place: str = "FILE") -> Probed:
    """What the table has of the position, by default the one that it was built from."""
    from ruleproof.models.files.reading import rereadable
    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.table import Table

    with at(place), rereadable(path) as file:
        table = Table(file)
    with table, at(place):
        first = table.start
        if position is not None:
            with at("--position"):
                first = Position.read(table.game, text_given(position, "--position"))
        here = after_moves(first, (line or "").split(), "--line")
        worth, moves = _worths(table, here)
        best, after, ahead = _best(worth, moves), here, list[str]()
        while best and worth.distance and len(ahead) < worth.distance:
            ahead.append(best[0])
            after = after.play([best[0]])
            if not after.over:
                best = _best(*_worths(table, after))
        party = table.game.players.index(table.player) if table.player else -1
        if not table.current:
            remark(OTHER_SOURCES)
    return Probed(here, party, worth, moves, ahead)


def _worths(table: Table, here: Position) -> tuple[Worth, dict[str, Worth]]:
    """What the table has of the position and its moves; `InputError` if it lacks any."""
    worth, moves = table.look_up(here), table.moves(here)
    held = {move: one for move, one in moves.items() if one is not None}
    if worth is None or len(held) < len(moves):
        lacks = here if worth is None else here.play([next(iter(moves.keys() - held.keys()))])
        raise InputError(f"FILE: the table does not hold the position: {lacks.text!r}")
    return worth, held


def _tell(console: Console, found: Probed) -> None:
    """Prints the value of a position, then its moves by value."""
    from ruleproof.solvers.playing.values.words import table_value, value_in_words

    here, (value, distance) = found.here, found.worth
    field(console, "value", table_value(here, value, found.party, distance), "bold")
    for one, after in dict.fromkeys(found.moves.values()):
        texts = [move for move, worth in found.moves.items() if worth == (one, after)]
        name = "undecided" if one is None else value_in_words(here, one)
        if one is not None and found.party >= 0:
            name = table_value(here, one, found.party, None)
        field(console, name + ("" if after is None else f" {after}"), " ".join(texts))
