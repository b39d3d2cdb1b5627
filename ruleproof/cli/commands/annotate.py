"""`ruleproof annotate`: a played game with its mistakes, missed wins and puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleproof.cli.asking.arguments import after_the_answer, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, Seconds
from ruleproof.cli.commands.play import replayed
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.puzzles.telling.annotating import Annotated as Turn
    from ruleproof.puzzles.telling.annotating import Known


def register(app: typer.Typer) -> None:
    """Adds the command of this module."""
    command(app, "annotate", annotate, "annotate game.json", "annotate game.json -o set.jsonl")


def annotate(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A game record FILE.json.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE.jsonl", help="Look for puzzles, and write them there."
        ),
    ] = None,
    time: Seconds = None,
    as_json: AsJson = False,
) -> Answer:
    """Annotate a played game: forced wins within three turns, mistakes, missed wins, puzzles.

    A mistake gives the other side a forced win that it did not have; a missed win is told with a
    turn that would have won. Puzzles take long; --time ends the search for them.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.posing.in_games import puzzles_in
    from ruleproof.puzzles.telling.annotating import annotated, turns_of
    from ruleproof.reports.drawing.marks import state_words
    from ruleproof.reports.wording.words import changed_settings, counted
    from ruleproof.solvers.work.progress import Deadline

    if output:
        writable(output, "--output")
    first, moves = replayed(record, "RECORD")
    positions = [first]
    for move in moves:
        positions.append(positions[-1].play([move]))
    turns = turns_of(positions, moves)
    unwritten: list[str] = []
    puzzles: list[Puzzle] = []
    with listening() as listener:
        told = list(annotated(turns, listener))
        if output:
            for puzzle in puzzles_in(turns, moves, Deadline(time), listener):
                if not puzzles:
                    tell_replaced(output)
                puzzles.append(puzzle)
                with after_the_answer("--output", unwritten):
                    write_whole(output, "".join(one.line() + "\n" for one in puzzles))

    def people(console: Console) -> None:
        chosen = [f"{name}={value}" for name, value in changed_settings(first.game).items()]
        title = ", ".join([f"{first.game.rulebook.title} on {first.game.board.text}", *chosen])
        console.print(title, style="bold", highlight=False, markup=False)
        for one in told:
            words = _words(one.after)
            if one.mistake:
                words += "  ?? a mistake"
            if one.missed:
                words += f"  missed: {one.missed} wins {_span(one.before)}"
            line = f"{one.turn.number:>3}. {one.turn.side} {one.turn.text}"
            console.print(f"{line}  {words}".rstrip(), highlight=False, markup=False)
        console.print(state_words(positions[-1]), highlight=False, markup=False)
        console.print(_summary(told), highlight=False)
        if output:
            console.print(counted(len(puzzles), "puzzle") + (f" in {output}" if puzzles else ""))

    fields = {
        "turns": [
            {
                "number": one.turn.number,
                "side": one.turn.side,
                "turn": one.turn.text,
                "before": one.before._asdict(),
                "after": one.after._asdict(),
                "mistake": one.mistake,
                "missed": one.missed,
            }
            for one in told
        ],
        "puzzles": [puzzle.model_dump(mode="json") for puzzle in puzzles],
    }
    return Answer(fields, people, first.game, unwritten=unwritten)


def _summary(told: Sequence[Turn]) -> str:
    """The numbers of mistakes and missed wins, and of positions too wide to be searched."""
    from ruleproof.puzzles.telling.annotating import TURNS
    from ruleproof.reports.wording.words import counted

    mistakes = counted(sum(one.mistake for one in told), "mistake")
    missed = counted(sum(one.missed is not None for one in told), "missed win")
    wide = sum(not one.after.searched for one in told)
    left = f"; {counted(wide, 'position')} too wide to search {TURNS} turns deep" if wide else ""
    return f"{mistakes}, {missed}{left}"


def _words(known: Known) -> str:
    """Describes what is known of the position after a turn, as seen by who has just played it."""
    if not known.value or not known.turns:
        return ""
    return f"loses {_span(known)}" if known.value == "win" else f"wins {_span(known)}"


def _span(known: Known) -> str:
    return "in one turn" if known.turns == 1 else f"within {known.turns} turns"
