"""`ruleproof puzzles stats`: what a set is made of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import after_the_answer, puzzle_set, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.counts import Family, tell_relatives, tell_stats, tell_successes
from ruleproof.cli.telling.progress import listening
from ruleproof.cli.telling.puzzles import common_game

if TYPE_CHECKING:
    from rich.console import Console


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module to those of puzzles."""
    command(
        puzzles,
        "stats",
        stats,
        "puzzles stats set.jsonl",
        "puzzles stats set.jsonl -o stats.html",
        "puzzles stats starter:gro --json",
    )


def stats(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A set: a file, or starter:GAME.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A page with plots: FILE.html.  [none]"
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Count a set: goals, turns, levels, ratings, themes, worth; and find its relatives.

    Ratings stand against successes, tenth by tenth: those of simulated solvers against what these
    solved, and those that people's attempts moved against what people solved. Relatives ask for the
    same and look alike: the same line on nearly the same board, or the same fight with other pieces
    far from it. The page has plots, and draws relatives side by side.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.telling.counts import counted, in_order, successes
    from ruleproof.puzzles.telling.relatives import relatives

    puzzles = puzzle_set(path, "FILE")
    if output:
        if output.suffix.lower() not in ("", ".html", ".htm"):
            raise InputError(
                f"--output: the page is HTML; name a file that ends in .html: {str(output)!r}"
            )
        writable(output, "--output")
    tell_replaced(output)
    counts = counted(puzzles)
    unwritten: list[str] = []
    page = ""
    with listening() as listener, at("FILE"):
        tenths, clusters = successes(puzzles), relatives(puzzles, listener)
        tenths_of_people = successes(puzzles, "people")
        if output:
            from ruleproof.reports.pages.set_statistics import statistics_page

            page = statistics_page(puzzles, clusters)
    if output:
        with after_the_answer("--output", unwritten):
            write_whole(output, page)
    families = [
        Family([(place + 1, puzzles[place].id) for place in one.puzzles], one.alike)
        for one in clusters
    ]

    def people(console: Console) -> None:
        tell_stats(console, in_order(counts))
        tell_successes(console, tenths, "simulated solvers")
        tell_successes(console, tenths_of_people, "people")
        tell_relatives(console, families)
        if output and not unwritten:
            console.print(f"{output} is written", markup=False, highlight=False, soft_wrap=True)

    fields = {
        "counts": counts,
        "successes": [one.model_dump() for one in tenths],
        "successes_of_people": [one.model_dump() for one in tenths_of_people],
        "relatives": [one.fields() for one in families],
        "html": str(output) if output and not unwritten else None,
    }
    return Answer(fields, people, common_game(puzzles), DONE, unwritten)
