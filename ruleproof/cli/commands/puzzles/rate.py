"""`ruleproof puzzles rate`: a set with its ratings made anew, or with people's attempts in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ruleproof.cli.asking.arguments import after_the_answer, file_text, puzzle_set, set_to_write
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import REPLACE, argument, option
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.telling.answers import Answer, picked, remark, tell_replaced
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.puzzles.rating.people import Moved


@command("puzzles rate", earlier={"--attempts": "{}"})
def rate(
    path: Path = argument("FILE", "A set, FILE.jsonl."),
    attempts: list[Path] | None = argument(
        "[ATTEMPTS…]", "People's attempts, FILE.csv: id,turns,seconds,solved.", None
    ),
    output: Path | None = option("-o --output", "FILE.jsonl", "The file to write."),
    replace: bool = REPLACE,
) -> Answer:
    """Rate a set: new themes, hints, rating and worth, or people's attempts added.

    Attempts move the ratings of simulated solvers by what people did, in all files together; the
    set then names them. Earlier attempts count only if you pass their files again. Puzzles that
    nobody tried keep the rating of simulated solvers. Without -o the set goes to standard output; a
    terminal shows the ratings instead. An existing file is only overwritten with --replace, unless
    it is FILE itself.

    Examples:
      ruleproof puzzles rate set.jsonl -o rated.jsonl
      ruleproof puzzles rate set.jsonl ann.csv ben.csv -o rated.jsonl
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.telling.derived import remade
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.work.progress import Progress

    if output:
        set_to_write(output, replace, [path])
    puzzles = puzzle_set(path, "FILE")
    moved = _moved(puzzles, attempts) if attempts else None
    if output:
        tell_replaced(output)
    if moved:
        puzzles = moved.puzzles
    else:
        _tell_dropped(puzzles)
        with listening() as listener, at("FILE"):
            for number, puzzle in enumerate(puzzles):
                listener(Progress("puzzles", number, len(puzzles)))
                bare = puzzle.model_copy(update={"rating": None})
                puzzles[number] = puzzle.model_copy(update=remade(bare, ratings=True))
    unwritten: list[str] = []
    content = "".join(puzzle.line() + "\n" for puzzle in puzzles)
    if output:
        with after_the_answer("--output", unwritten):
            write_whole(output, content)

    def people(console: Console) -> None:
        seen = console.is_terminal and output is None
        if not seen and (output is None or unwritten):
            console.out(content, end="")
            if moved:
                remark(f"ATTEMPTS: {_told(moved)}")
            return
        for puzzle in puzzles:
            if puzzle.rating:
                told = f"{puzzle.rating.value} ± {puzzle.rating.error} ({puzzle.rating.by})"
                console.print(f"{puzzle.id}  {told}", highlight=False)
        if moved:
            console.print(_told(moved), highlight=False)
        kept = f"in {output}" if output else "not kept: add -o FILE.jsonl, or send this to a file"
        console.print(f"{counted(len(puzzles), 'puzzle')} {kept}")

    fields = {
        "puzzles": list(puzzles),
        "attempts": moved
        and picked(moved, "used") | {"puzzles": moved.tried} | picked(moved, "skipped", "ability"),
    }
    return Answer(fields, people, None, unwritten=unwritten)


def _moved(puzzles: Sequence[Puzzle], paths: Sequence[Path]) -> Moved:
    """The set with the attempts of these files; says what of them was used, and what was not."""
    from ruleproof.models.files.reading import LONGEST_SET
    from ruleproof.puzzles.rating.attempt_tables import read_attempts, repeated, table_name
    from ruleproof.puzzles.rating.people import rated
    from ruleproof.reports.wording.words import counted

    for place, one in enumerate(paths):
        if one.resolve() in [other.resolve() for other in paths[:place]]:
            raise InputError(f"ATTEMPTS: the same file is given twice: {str(one)!r}")
    texts = [file_text(path, "ATTEMPTS", LONGEST_SET) for path in paths]
    with at("ATTEMPTS"):
        tables = [read_attempts(text, str(path)) for text, path in zip(texts, paths, strict=True)]
        every = [one for table in tables for one in table.attempts]
        moved = rated(puzzles, every, table_name(texts))
    if ignored := list(dict.fromkeys(name for table in tables for name in table.ignored)):
        remark(f"ATTEMPTS: columns that are left out: {', '.join(ignored)}")
    for one, other in repeated([table.attempts for table in tables]):
        remark(
            f"ATTEMPTS: {str(paths[other])!r} has all attempts of {str(paths[one])!r}, and they "
            "count twice; of a reader who saved twice, give the later file alone"
        )
    if moved.skipped:
        many = counted(moved.skipped, "attempt")
        remark(f"ATTEMPTS: {many} at puzzles of other sets left out")
    given = {table_name(texts), *(table_name([text]) for text in texts)}
    if earlier := len([one for one in puzzles if _by_people(one, given)]):
        remark(
            f"ATTEMPTS: {counted(earlier, 'puzzle')} had attempts of other files in the rating; "
            "they count only where these files are given again"
        )
    return moved


def _by_people(puzzle: Puzzle, besides: Container[str | None] = ()) -> bool:
    """Whether people's attempts are in the rating, of other tables than these."""
    rating = puzzle.rating
    return rating is not None and rating.by == "people" and rating.table not in besides


def _tell_dropped(puzzles: Sequence[Puzzle]) -> None:
    """Says how many ratings lose people's attempts, if any do."""
    from ruleproof.reports.wording.words import counted

    if dropped := len([one for one in puzzles if _by_people(one)]):
        remark(
            f"FILE: {counted(dropped, 'puzzle')} had people's attempts in the rating, which is "
            "that of simulated solvers again; ATTEMPTS adds attempts"
        )


def _told(moved: Moved) -> str:
    """The attempts that were used, in words."""
    from ruleproof.reports.wording.words import counted

    many, puzzles = counted(moved.used, "attempt"), counted(moved.tried, "puzzle")
    return f"{many} at {puzzles} used; readers count as a solver rated {moved.ability}"
