"""Positions looked up in a table: `ruleproof solve --table`, and `table probe` as it was."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking.arguments import after_moves, text_given
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AS_JSON, LINE, POSITION, TABLE_FILE
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.telling.answers import Answer, asked_about, remark
from ruleproof.cli.telling.pictures import field

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.read import TableFile

OTHER_SOURCES = (
    "the table was made with other sources of the rules; `verify` says whether it holds by today's"
)


class Entry(NamedTuple):
    """The value and the distance that a table has of a position or a move."""

    value: Any
    distance: int | None


class Found(NamedTuple):
    """What a table has of a position and its moves. `party`: whose score it holds."""

    here: Position
    party: int
    entry: Entry
    moves: dict[str, Entry]
    line: list[str]

    @property
    def best(self) -> list[str]:
        """The moves that keep the value, the shortest wins and the longest losses first."""
        return _best(self.entry, self.moves)


def _best(entry: Entry, moves: dict[str, Entry]) -> list[str]:
    kept = [move for move, one in moves.items() if one.value == entry.value]
    late = -1 if entry.value == "loss" else 1
    return sorted(kept, key=lambda move: late * (moves[move].distance or 0))


def looked_up(path: Path, position: str | None, line: str | None, each: bool) -> Answer:
    """The answer of `solve` from a table."""
    found = _found(path, position, line, "--table")
    fields: dict[str, Any] = found.entry._asdict()
    fields |= {"best": found.best, "line": found.line, "nodes": 0, "certificate": None}
    fields |= {"html": None, "assumes": [], "goal": "value", "within": None, "table": str(path)}
    fields |= asked_about(found.here, line)
    if each:
        fields["openings"] = {move: one.value for move, one in found.moves.items()}
        fields["distances"] = {move: one.distance for move, one in found.moves.items()}
    return Answer(fields, partial(_tell, found=found), found.here.game)


@command("table probe")
def probe(
    path: Path = TABLE_FILE,
    position: str | None = POSITION,
    line: str | None = LINE,
    as_json: bool = AS_JSON,
) -> Answer:
    """Look a position up in a table: what `solve --table FILE --each` does."""
    found = _found(path, position, line)
    moves = {move: one._asdict() for move, one in found.moves.items()}
    fields = {"position": found.here.text} | found.entry._asdict() | {"moves": moves}
    return Answer(fields, partial(_tell, found=found), found.here.game)


def _found(path: Path, position: str | None, line: str | None, place: str = "FILE") -> Found:
    """What the table has of the position, by default the one that it was built from."""
    from ruleproof.models.files.reading import rereadable
    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.read import TableFile

    with at(place), rereadable(path) as file:
        table = TableFile(file)
    with table, at(place):
        head = table.head
        first = Position(head.game, head.start)
        if position is not None:
            with at("--position"):
                first = Position.read(head.game, text_given(position, "--position"))
        here = after_moves(first, (line or "").split(), "--line")
        entry, moves = value_in(table, here), _moves_in(table, here)
        best, after, ahead = _best(entry, moves), here, list[str]()
        while best and entry.distance and len(ahead) < entry.distance:
            ahead.append(best[0])
            after = after.play([best[0]])
            if not after.over:
                best = _best(value_in(table, after), _moves_in(table, after))
    if head.said["rules"] != head.game.rulebook.sources:
        remark(OTHER_SOURCES)
    return Found(here, head.party, entry, moves, ahead)


def _moves_in(table: TableFile, here: Position) -> dict[str, Entry]:
    return {move: value_in(table, here, move) for move in here.moves()}


def _tell(console: Console, found: Found) -> None:
    """Prints the value of a position, then its moves by value."""
    from ruleproof.solvers.playing.values.words import table_value, value_in_words

    here, (value, distance) = found.here, found.entry
    field(console, "value", table_value(here, value, found.party, distance), "bold")
    for one, after in dict.fromkeys(found.moves.values()):
        texts = [move for move, entry in found.moves.items() if entry == (one, after)]
        name = "undecided" if one is None else value_in_words(here, one)
        if one is not None and found.party >= 0:
            name = table_value(here, one, found.party, None)
        field(console, name + ("" if after is None else f" {after}"), " ".join(texts))


def value_in(table: TableFile, here: Position, move: str = "") -> Entry:
    """The value and the distance that a table has of a position, or of a move there for the player
    who makes it; `InputError` if it does not hold it.
    """
    from ruleproof.solvers.playing.tables.build import told as as_told
    from ruleproof.solvers.playing.values.oracle import relation
    from ruleproof.solvers.playing.values.scale import distance

    head = table.head
    after = here.play([move]) if move else here
    entry = table.look_up(after.state)
    if entry is None:
        raise InputError(f"FILE: the table does not hold the position: {after.text!r}")
    value, plies = entry.value, distance(entry.value)
    mine = not move or relation(head.game, head.party, here.state, after.state) == 1
    if head.game.rulebook.scored:
        return Entry(as_told(head.game, after.state, value, head.party), None)
    if move and plies is not None:
        plies += 1
    shown = as_told(head.game, after.state, value if mine else -value, head.party)
    return Entry(shown, plies)
