"""`ruleproof table`: the values of all positions that can be reached, in one file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.cli import errors
from ruleproof.cli.asking import arguments as given
from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.workers import hired
from ruleproof.cli.commands.probe import OTHER_SOURCES
from ruleproof.cli.errors import InputError, at, enough, said_at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, holds, picked, remark, tell_replaced
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stopping
from ruleproof.solvers.work.formats import HEADER

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.build import Built


@command("table build", gone=dict.fromkeys(("-l", "--line"), "`show --line` prints a --position"))
def build(
    game: str = ask.GAME,
    output: Path = ask.option("-o --output", "FILE", "The table's file.", ...),
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    player: str = ask.option(
        "--player",
        "NAME",
        "With three or more players: whose guaranteed score to store  [the first]",
        "",
    ),
    memory: int | None = ask.MEMORY,
    time: float | None = ask.TIME,
    resume: Path | None = ask.option(
        "--resume", "FILE", "Save the build there, and go on from it if it exists.  [-o with .part]"
    ),
    cluster: str | None = ask.CLUSTER,
    replace: bool = ask.REPLACE,
) -> Answer:
    """Solve every position that can be reached, and write the table.

    Each position is kept once up to symmetry, with its value and distance. Play that never ends is
    a draw. A build that is stopped early (time, memory, Ctrl-C, kill) leaves FILE.part, which is
    saved every minute; --resume FILE.part goes on from it. --time does not count reading it, which
    can take almost as long as the first run. A game that breaks a law that it declares, as far as
    the build sees it, gets no table.

    With --cluster the table is a folder of files, one for each of some shards, and so is -o.part;
    every command reads it like a file. Both must be in a folder that all machines share. --memory
    is that of each worker. It takes longer than a build that fits one machine: see docs/files.md.

    With --json, all_positions counts without regard to symmetry. It is null if the entries do not
    say: under a symmetry that changes the colours, or from a start that a symmetry changes.

    Examples:
      ruleproof table build esgros --board hex:3 -o hex3.rpt
      ruleproof table build gro --board dish:1,1 --set tokens=4 -o gro.rpt --memory 2G --time 600
      ruleproof table build gro --board dish:1,1 --set tokens=4 -o gro.rpt --resume gro.rpt.part
      ruleproof table build incrowd -b square:4x5 -o shared/crowd --cluster local:4 --memory 1G
    """
    from ruleproof.solvers.playing.tables.build import party_of

    chosen = given.chosen_game(game, board, settings)
    here = given.chosen_position(chosen, position, None)
    with at("--player"):
        party = party_of(chosen, player)
    part = resume or output.with_name(f"{output.name}.part")
    if cluster is None:
        given.writable(output, "--output")
        if resume:
            given.writable(resume, "--resume", kept=True)
    given.apart(output=output, resume=resume)
    file = output if cluster is None else output / HEADER
    again = resume and holds(file) and not holds(part)
    earlier = _earlier(output, here, party) if again else None
    if earlier and part.is_dir():  # the build was killed when all was done
        from ruleproof.solvers.playing.shards.build import remove

        remove(part)
    if part.exists() and not resume:
        what = f"an unfinished build is there; go on with --resume {part}, or remove it"
        raise InputError(f"--output: {what}: {str(part)!r}")
    if earlier is None:
        given.must_be_free(file, replace, "a table")
        tell_replaced(file)
    found = earlier or _built(here, output, part, party, memory, time, cluster)
    if found.lost:
        remark(
            f"{part} was cut short: its last {found.lost:,} bytes are left out, and what they held "
            "is found again"
        )
    unwritten: list[str] = []
    if found.unwritten:
        unwritten = [said_at("--output", found.unwritten) + (_go_on(part) if _begun(part) else "")]
    people = partial(
        _tell_built, here=here, found=found, output=output, part=part, party=party, earlier=earlier
    )
    status = STOPPED if found.stopped else DONE
    return Answer(_built_fields(found, output, part), people, chosen, status, unwritten)


def _begun(part: Path) -> bool:
    """Whether a build is there, in a file or in a folder."""
    return holds(part) or part.is_dir()


def _go_on(part: Path) -> str:
    return f"; --resume goes on from what was found, in {str(part)!r}"


def _built(
    here: Position,
    output: Path,
    part: Path,
    party: int,
    memory: int | None,
    time: float | None,
    cluster: str | None,
) -> Built:
    """The table, built in its file; errors name the options of the files."""
    from ruleproof.models.systems import cores
    from ruleproof.solvers.playing.tables.build import build as make
    from ruleproof.solvers.work.checkpoints import CheckpointError, TakenError

    with listening() as listener, stopping(listener), at("--output"), enough():
        try:
            if cluster:
                from ruleproof.solvers.playing.shards.build import build_shards

                return build_shards(
                    *(here, output.absolute(), part.absolute(), partial(hired, cluster)),
                    memory=memory or 1 << 30,
                    time=time,
                    progress=listener,
                    party=party,
                )
            return make(
                here,
                output,
                memory=memory or 1 << 30,
                time=time,
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
            if not _begun(part):
                raise
            raise InputError(f"--output: {errors.in_words(error)}{_go_on(part)}") from error


def _built_fields(found: Built, output: Path, part: Path) -> dict[str, Any]:
    """The JSON fields of a build."""
    fields = {
        "table": None if found.stopped or found.unwritten else output,
        "positions": found.entries,
        "all_positions": found.positions,
        **picked(found, "value", "distance"),
        "bytes": found.size,
        "memory": found.memory,
        "rate": round(found.rate),
        "reading": round(found.reading, 3),
        "lost": found.lost,
    }
    if found.stopped:
        fields["reason"] = found.reason
    if found.stopped or found.unwritten:
        fields["kept"] = part if _begun(part) else None
    return fields


def _tell_built(
    console: Console,
    here: Position,
    found: Built,
    output: Path,
    part: Path,
    party: int,
    earlier: Built | None,
) -> None:
    """Prints what a table holds, or how far its build came."""
    from ruleproof.solvers.playing.values.words import table_value

    if found.reading:
        field(console, "read", f"{part} in {found.reading:.1f} s, which --time does not count")
    if found.stopped:
        field(console, "stopped", f"{found.reason}; {found.entries:,} positions so far")
        if _begun(part):
            field(console, "kept", f"{part}; --resume {part} goes on from there")
        return
    field(console, "value", table_value(here, found.value, party, found.distance), "bold")
    every = "" if found.positions is None else f" ({found.positions:,} in all)"
    field(console, "positions", f"{found.entries:,} up to symmetry{every}")
    rate = f"{found.seconds:.2f} s, {found.rate:,.0f} positions a second of one core"
    field(console, "built", "earlier" if earlier else rate)
    if not found.unwritten:
        each = f"{found.size / found.entries:.2f} a position"
        field(console, "table", f"{output}: {found.size:,} bytes, {each}")


def _earlier(output: Path, here: Position, party: int) -> Built | None:
    """The table that an earlier build of the same position, by the same rules, has finished; None
    where the file holds another.
    """
    from ruleproof.solvers.playing.tables.build import Built
    from ruleproof.solvers.playing.tables.folder import opened
    from ruleproof.solvers.playing.tables.header import TableError

    try:
        with opened(output) as table:
            head, size = table.head, table.size
    except TableError:
        return None
    asked = here.game, here.state, party, here.game.rulebook.sources
    if (head.game, head.start, head.party, head.said["rules"]) != asked:
        return None
    said: dict[str, Any] = {
        name: head.said.get(name) for name in ("positions", "value", "distance")
    }
    return Built(entries=head.entries, size=size, **said)


@command("table export")
def export(
    path: Path = ask.TABLE_FILE,
    output: Path = ask.option("-o --output", "FILE", "Ends in .csv or .parquet.", ...),
    replace: bool = ask.REPLACE,
) -> Answer:
    """Write every position of a table with its value as CSV or Parquet.

    The columns are position, side, value, distance and images: a row stands for so many positions,
    all that are symmetric to it, whether play reaches them or not; their sum may therefore be more
    than the positions that can be reached. Values are for the side to move, in scored games the
    first player's margin, with more players the points of the table's player. Rows are written as
    the table is read, a part at a time; a million take two minutes or three. A file that is there
    is replaced only with --replace. Parquet needs the extra `frames`.

    Examples:
      ruleproof table export hex3.rpt -o hex3.csv
      ruleproof table export hex3.rpt -o hex3.parquet
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
        given.writable(output, "--output")
        if not (output.exists() and output.samefile(path)):  # which the export refuses
            given.must_be_free(output, replace, "the export")
            tell_replaced(output)
        write = table.to_csv if output.suffix == ".csv" else table.to_parquet
        try:
            write(output, progress=listener)
        except (WriteError, MissingExtra) as error:
            raise InputError(said_at("--output", error)) from error
        if not table.current:
            remark(OTHER_SOURCES)
        game, many = table.game, len(table)

    def people(console: Console) -> None:
        console.print(f"{many:,} positions in {output}", soft_wrap=True)

    return Answer({"export": output, "positions": many}, people, game)
