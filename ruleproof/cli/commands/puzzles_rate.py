"""`ruleproof puzzles rate`: a set with its ratings made anew, or with people's attempts in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import after_the_answer, file_text, puzzle_set, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson
from ruleproof.cli.errors import at
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module to those of puzzles."""
    command(
        puzzles,
        "rate",
        rate,
        "puzzles rate set.jsonl -o rated.jsonl",
        "puzzles rate set.jsonl --attempts attempts.csv -o rated.jsonl",
    )


def rate(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A set, FILE.jsonl.")],
    attempts: Annotated[
        Path | None,
        typer.Option(
            "--attempts", metavar="FILE.csv", help="People's attempts: id,turns,seconds,solved."
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.jsonl", help="The file to write.")
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Rate a set: themes, hints, rating and worth made anew, or people's attempts added.

    With --attempts the ratings that simulated solvers gave are moved by what people did; the set
    then names the table. Puzzles that nobody tried stay as they are.
    """
    from ruleproof.models.files.reading import LONGEST_SET
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.rating.people import rated, read_attempts, table_name
    from ruleproof.puzzles.telling.derived import remade
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.work.progress import Progress

    if output:
        writable(output, "--output")
    puzzles = puzzle_set(path, "FILE")
    if attempts:
        table = file_text(attempts, "--attempts", LONGEST_SET)
        with at("--attempts"):
            puzzles = rated(puzzles, read_attempts(table, str(attempts)), table_name(table))
    else:
        with listening() as listener, at("FILE"):
            for number, puzzle in enumerate(puzzles):
                listener(Progress("puzzles", number, len(puzzles)))
                puzzles[number] = puzzle.model_copy(update=remade(puzzle, ratings=True))
    tell_replaced(output)
    unwritten: list[str] = []
    content = "".join(puzzle.line() + "\n" for puzzle in puzzles)
    if output:
        with after_the_answer("--output", unwritten):
            write_whole(output, content)

    def people(console: Console) -> None:
        if output is None or unwritten:
            console.out(content, end="")
            return
        for puzzle in puzzles:
            if puzzle.rating:
                told = f"{puzzle.rating.value} ± {puzzle.rating.error} ({puzzle.rating.by})"
                console.print(f"{puzzle.id}  {told}", highlight=False)
        console.print(f"{counted(len(puzzles), 'puzzle')} in {output}")

    fields = {"puzzles": [puzzle.model_dump(mode="json") for puzzle in puzzles]}
    return Answer(fields, people, None, unwritten=unwritten)
