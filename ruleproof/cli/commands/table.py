"""`ruleproof table`: the values of all positions that can be reached, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli import errors
from ruleproof.cli.asking.arguments import (
    after_moves,
    chosen_game,
    chosen_position,
    must_be_free,
    text_given,
    writable,
)
from ruleproof.cli.asking.command import command, group
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    GameName,
    LineText,
    Memory,
    PositionText,
    Replace,
    Seconds,
    SettingTexts,
    size,
)
from ruleproof.cli.commands.verify import answer_on, table_found, tell_faults
from ruleproof.cli.errors import InputError, StopError, at, enough, said_at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, holds, remark, tell_replaced
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.build import Built
    from ruleproof.solvers.playing.tables.read import TableFile

_OTHER_SOURCES = (
    "the table was made with other sources of the rules; `table check` tells whether it holds by "
    "today's"
)
TableName = Annotated[Path, typer.Argument(metavar="FILE", help="A file that `table build` wrote.")]


def register(app: typer.Typer) -> None:
    """Adds the commands of this module."""
    inner = group(app, "table", "Solve all positions that can be reached, and keep them in a file.")
    command(
        inner,
        "build",
        build,
        "table build esgros --board hex:3 -o hex3.rpt",
        "table build gro --board dish:1,1 --set tokens=4 -o gro.rpt --memory 2G --time 600",
        "table build gro --board dish:1,1 --set tokens=4 -o gro.rpt --memory 4G --resume",
    )
    command(
        inner,
        "probe",
        probe,
        "table probe hex3.rpt",
        'table probe hex3.rpt --line "a1 c3 b2" --json',
    )
    command(
        inner,
        "export",
        export,
        "table export hex3.rpt -o hex3.csv",
        "table export hex3.rpt -o hex3.parquet",
    )
    command(
        inner,
        "check",
        check,
        "table check hex3.rpt",
        "table check hex3.rpt --memory 8G --json",
    )


def build(
    game: GameName,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The table's file.")
    ],
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="NAME",
            help="With more than two players: whose sure score is told  [the first]",
        ),
    ] = "",
    memory: Memory = None,
    seconds: Seconds = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from FILE.part, where an earlier build stopped.")
    ] = False,
    replace: Replace = False,
    as_json: AsJson = False,
) -> Answer:
    """Solve every position that can be reached, and write the table.

    Each position is kept once up to symmetry, with its value and distance. Play that never ends is
    a draw. A build that is stopped early (time, memory, Ctrl-C, kill) leaves no table but
    FILE.part, which is written every minute at least: --resume goes on from there, and with the
    table finished tells what it holds. Reading FILE.part is no part of --time; it may take nearly
    as long as finding its positions did, and the answer says how long. A file that is there is
    replaced only with --replace. A game that breaks a law that it declares, as far as the build
    sees it, gets no table.

    With --json, all_positions counts without regard to symmetry. It is null where the entries do
    not tell: under a symmetry that changes the colours, or from a start that one does not keep.
    """
    from ruleproof.models.systems import cores
    from ruleproof.solvers.playing.tables.build import build as make
    from ruleproof.solvers.playing.tables.build import party_of
    from ruleproof.solvers.playing.values.words import table_value
    from ruleproof.solvers.work.checkpoints import CheckpointError, TakenError

    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    with at("--player"):
        party = party_of(chosen, player)
    writable(output, "--output")
    part = output.with_name(f"{output.name}.part")
    there = holds(output)
    earlier = _earlier(output, here, party) if there and resume and not part.exists() else None
    if part.exists() and not resume:
        what = "an unfinished build is there; go on with --resume, or remove it"
        raise InputError(f"--output: {what}: {str(part)!r}")
    if earlier is None:
        must_be_free(output, replace, "a table")
        tell_replaced(output)
    go_on = f"--resume goes on from what was found, in {str(part)!r}"
    with listening() as listener, stopping(listener), at("--output"), enough():
        try:
            found = earlier or make(
                here,
                output,
                memory=memory or 1 << 30,
                time=seconds,
                progress=listener,
                party=party,
                threads=cores(),
                checkpoint=part,
            )
        except TakenError as error:
            raise InputError(f"--resume: {error}") from error
        except CheckpointError as error:
            name = f": {str(part)!r}"
            what = str(error).removesuffix(name)
            raise InputError(f"--resume: {what}; remove it to begin anew{name}") from error
        except OSError as error:
            if not part.exists():
                raise
            raise InputError(f"--output: {errors.in_words(error)}; {go_on}") from error
    fields: dict[str, Any] = {
        "table": None if found.stopped or found.unwritten else str(output),
        "positions": found.entries,
        "all_positions": found.positions,
        "value": found.value,
        "distance": found.distance,
        "bytes": found.size,
        "memory": found.memory,
        "rate": round(found.rate),
        "reading": round(found.reading, 3),
        "lost": found.lost,
    }
    if found.stopped:
        fields["reason"] = found.reason
    if found.stopped or found.unwritten:
        fields["kept"] = str(part) if part.exists() else None
    if found.lost:
        remark(
            f"{part} was cut short: its last {found.lost:,} bytes are left out, and what they held "
            "is found again"
        )

    unwritten: list[str] = []
    if found.unwritten:
        unwritten = [said_at("--output", found.unwritten) + (f"; {go_on}" if part.exists() else "")]

    def people(console: Console) -> None:
        if found.reading:
            field(console, "read", f"{part} in {found.reading:.1f} s, beside --time")
        if found.stopped:
            field(console, "stopped", f"{found.reason}; {found.entries:,} positions so far")
            if part.exists():
                field(console, "kept", f"{part}; --resume goes on from there")
            return
        field(console, "value", table_value(here, found.value, party, found.distance), "bold")
        every = "" if found.positions is None else f" ({found.positions:,} in all)"
        field(console, "positions", f"{found.entries:,} up to symmetry{every}")
        rate = f"{found.seconds:.2f} s, {found.rate:,.0f} positions a second of one core"
        field(console, "built", "earlier" if earlier else rate)
        if not found.unwritten:
            each = f"{found.size / found.entries:.2f} a position"
            field(console, "table", f"{output}: {found.size:,} bytes, {each}")

    return Answer(fields, people, chosen, STOPPED if found.stopped else DONE, unwritten)


def _earlier(output: Path, here: Position, party: int) -> Built | None:
    """The table that an earlier build of the same position, by the same rules, has finished; None
    where the file holds another.
    """
    from ruleproof.solvers.playing.tables.build import Built
    from ruleproof.solvers.playing.tables.header import TableError
    from ruleproof.solvers.playing.tables.read import TableFile

    try:
        with TableFile(output) as table:
            head = table.head
    except TableError:
        return None
    asked = here.game, here.state, party, here.game.rulebook.sources
    if (head.game, head.start, head.party, head.said["rules"]) != asked:
        return None
    said = head.said
    return Built(
        entries=head.entries,
        positions=said.get("positions"),
        value=said.get("value"),
        distance=said.get("distance"),
        size=output.stat().st_size,
    )


def probe(
    path: TableName,
    position: PositionText = None,
    line: LineText = None,
    as_json: AsJson = False,
) -> Answer:
    """Look a position up in a table: its value, and that of every move.

    Values are told as by `solve`, those of moves as by `openings`: for the player who makes the
    move, in scored games the first player's margin. One block of the file is read for each.
    """
    from ruleproof.models.files.reading import rereadable
    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.read import TableFile
    from ruleproof.solvers.playing.values.words import table_value, value_in_words

    with at("FILE"), rereadable(path) as file:
        table = TableFile(file)
    with table, at("FILE"):
        head = table.head
        first = Position(head.game, head.start)
        if position is not None:
            with at("--position"):
                first = Position.read(head.game, text_given(position, "--position"))
        here = after_moves(first, (line or "").split(), "--line")
        value, distance = value_in(table, here)
        moves = {move: value_in(table, here, move) for move in here.moves()}
    if head.said["rules"] != head.game.rulebook.sources:
        remark(_OTHER_SOURCES)
    fields = {
        "position": here.text,
        "value": value,
        "distance": distance,
        "moves": {move: {"value": one, "distance": plies} for move, (one, plies) in moves.items()},
    }

    def people(console: Console) -> None:
        field(console, "value", table_value(here, value, head.party, distance), "bold")
        for one, after in dict.fromkeys(moves.values()):
            texts = [move for move, found in moves.items() if found == (one, after)]
            name = "undecided" if one is None else value_in_words(here, one)
            if one is not None and head.party >= 0:
                name = table_value(here, one, head.party, None)
            field(console, name + ("" if after is None else f" {after}"), " ".join(texts))

    return Answer(fields, people, here.game)


def value_in(table: TableFile, here: Position, move: str = "") -> tuple[Any, int | None]:
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
        return as_told(head.game, after.state, value, head.party), None
    if move and plies is not None:
        plies += 1
    shown = as_told(head.game, after.state, value if mine else -value, head.party)
    return shown, plies


def export(
    path: TableName,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Ends in .csv or .parquet."),
    ],
    replace: Replace = False,
    as_json: AsJson = False,
) -> Answer:
    """Write every position of a table with its value as CSV or Parquet.

    The columns are position, side, value, distance and images: a row stands for so many positions,
    all that are symmetric to it, whether play reaches them or not; their sum may therefore be more
    than the positions that can be reached. Values are for the side to move, in scored games the
    first player's margin, with more players the points of the table's player. Rows are written as
    the table is read, a part at a time; a million take two minutes or three. A file that is there
    is replaced only with --replace. Parquet needs the extra `frames`.
    """
    from ruleproof.models.files.reading import rereadable
    from ruleproof.models.files.writing import WriteError
    from ruleproof.solvers.playing.tables.exports import MissingExtra
    from ruleproof.solvers.playing.tables.table import Table

    if output.suffix not in (".csv", ".parquet"):
        raise InputError(f"--output: a name that ends in .csv or .parquet: {str(output)!r}")
    with at("FILE"), rereadable(path) as file:
        table = Table(file)
    with table, listening() as listener, at("FILE"):
        writable(output, "--output")
        if not (output.exists() and output.samefile(path)):  # which the export refuses
            must_be_free(output, replace, "the export")
            tell_replaced(output)
        write = table.to_csv if output.suffix == ".csv" else table.to_parquet
        try:
            write(output, progress=listener)
        except (WriteError, MissingExtra) as error:
            raise InputError(said_at("--output", error)) from error
        if not table.current:
            remark(_OTHER_SOURCES)
        game, many = table.game, len(table)

    def people(console: Console) -> None:
        console.print(f"{many:,} positions in {output}", soft_wrap=True)

    return Answer({"export": str(output), "positions": many}, people, game)


def check(
    path: TableName,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory",
            "-m",
            parser=size,
            metavar="SIZE",
            help="Memory for the work, besides the program itself, as 500M or 2G  [all there is]",
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Check every entry of a table against those after it, by the rules alone.

    No code that builds tables takes part, and the symmetries that the game declares are held
    against the rules; what is still taken on trust is printed. The first entry that does not hold
    is named, or the law that the game breaks at an entry; the exit status is then 1, as for a table
    that is altered or cut short. A file that is no table is bad
    input. Entries lie in memory and take some 20 bytes each, or 33 where keys have two words. Where
    memory does not suffice, the table is not checked, and the exit status is 3.
    """
    from ruleproof.models.files.reading import rereadable
    from ruleproof.solvers.playing.tables.read import is_table

    with at("FILE"), rereadable(path) as file:
        if not is_table(file):
            what = "no table; what `ruleproof table build` writes is accepted"
            raise InputError(f"FILE: {what}: {str(path)!r}")
        report = table_found(file, memory)
    if as_json:
        return answer_on(path, "table", report)
    if report.unchecked:
        raise StopError(f"not checked: {str(path)!r}: {report.unchecked[0]}")

    def people(console: Console) -> None:
        tell_faults(console, str(path), report.faults)
        for note in report.notes:
            console.print(note, soft_wrap=True)

    return Answer({}, people, report.game, FAILED if report.faults else DONE)
