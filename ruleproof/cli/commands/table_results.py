"""`ruleproof table results`: a list of strong solutions, built, checked and told as one table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import file_text, hired, writable_folder
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, Cluster, Memory, Seconds
from ruleproof.cli.errors import at, enough, said_at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from rich.console import Console


def register(group: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        group,
        "results",
        results,
        "table results docs/tables.txt -o tables",
        "table results docs/tables.txt -o tables --memory 8G --time 600",
        "table results docs/tables.txt -o tables --brief",
    )


def results(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A list of lines GAME --board B --set K=V …."),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder for the tables.")
    ],
    memory: Memory = None,
    seconds: Seconds = None,
    brief: Annotated[
        bool,
        typer.Option("--brief", help="Tell only the first and largest table of a game and board."),
    ] = False,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> Answer:
    """Build and check the tables of a list, and print the results in Markdown.

    --memory and --time are for each table. Finished ones are kept in DIR and not built again.
    Seconds are those of one core. With --cluster every worker builds tables of its own; DIR must be
    there for all of them under the same path.
    """
    from ruleproof.models.files.reading import LONGEST_LIST
    from ruleproof.models.files.writing import WriteError
    from ruleproof.reports.examining import results as work
    from ruleproof.solvers.work.progress import Stopped
    from ruleproof.solvers.work.side_by_side import cores

    with at("FILE"):
        wanted = work.tasks(file_text(path, "FILE", LONGEST_LIST))
    folder = writable_folder(output, "--output")
    workers = hired(cluster) if cluster else []
    rows: list[dict[str, Any]] = []
    unwritten: list[str] = []
    with listening() as listener, stopping(listener), at("--output"), enough():
        try:
            for row in work.run(
                wanted,
                folder,
                memory=memory or 1 << 30,
                seconds=seconds,
                threads=cores(),
                workers=workers,
                progress=listener,
            ):
                rows.append(row)
        except (KeyboardInterrupt, Stopped):
            listener.asked_to_stop = True
        except WriteError as error:
            unwritten.append(said_at("--output", error))

    def people(console: Console) -> None:
        told = work.brief(rows) if brief else rows
        console.print(work.markdown(told), soft_wrap=True)

    unfinished = listener.asked_to_stop or any(row["reason"] for row in rows)
    status = STOPPED if unfinished else DONE
    refused = any(row["faults"] for row in rows)
    return Answer({"results": rows}, people, None, FAILED if refused else status, unwritten)
