"""`ruleproof puzzles make`: a set of puzzles, saved as they come.

>>> span("2-4"), levels("3")
((2, 4), (3, 3))
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import after_the_answer, chosen_game, hired, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    Cluster,
    GameName,
    Seconds,
    SettingTexts,
    whole,
)
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, remark
from ruleproof.cli.telling.progress import listening, stopping
from ruleproof.cli.telling.puzzles import tell_rejected, tell_set

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.making.choice import Choice


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module to those of puzzles."""
    command(
        puzzles,
        "make",
        make,
        "puzzles make esgros -o set.jsonl",
        "puzzles make gro -n 20 --goal kill --goal win --turns 2-3 -o set.jsonl",
        "puzzles make sow --time 60 -o set.jsonl",
        "puzzles make incrowd --theme long-chain --level 3-5 -o set.jsonl",
        "puzzles make grow --composed -o set.jsonl",
        "puzzles make sow --resume -o set.jsonl",
    )


def span(text: str | tuple[int, int]) -> tuple[int, int]:
    """The least and the most turns that `2` or `2-4` names."""
    return text if not isinstance(text, str) else _range(text, 9, "a number")


def levels(text: str | tuple[int, int]) -> tuple[int, int]:
    """The least and the highest level that `2` or `2-4` names."""
    return text if not isinstance(text, str) else _range(text, 5, "a level")


def _range(text: str, most: int, kind: str) -> tuple[int, int]:
    """The two numbers from 1 to `most` that a text names, the same one twice where it names one."""
    from ruleproof.models.rulebooks.settings import whole_number

    low, dash, high = text.partition("-")
    least, last = whole_number(low) or 0, whole_number(high if dash else low) or 0
    if not 1 <= least <= last <= most:
        raise typer.BadParameter(f"{kind} from 1 to {most}, or two as 2-4: {text!r}")
    return least, last


Goals = Annotated[
    list[str] | None,
    typer.Option("--goal", metavar="NAME", help="A goal; repeat it for more.  [all]"),
]


def make(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    number: Annotated[
        int, typer.Option("-n", parser=whole(1, 10_000), metavar="N", help="The number of puzzles.")
    ] = 10,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", parser=whole(0), metavar="N", help="The same seed makes the same set."
        ),
    ] = 1,
    goals: Goals = None,
    turns: Annotated[
        Any,
        typer.Option(
            "--turns",
            parser=span,
            metavar="A-B",
            help="The number of turns.  [default: 2-3]",
            show_default=False,
        ),
    ] = (2, 3),
    theme: Annotated[
        str, typer.Option("--theme", metavar="NAME", help="The theme of each puzzle.  [any]")
    ] = "",
    level: Annotated[
        Any,
        typer.Option(
            "--level",
            parser=levels,
            metavar="A-B",
            help="The levels, 1 easiest.  [default: 1-5]",
            show_default=False,
        ),
    ] = (1, 5),
    composed: Annotated[
        bool,
        typer.Option("--composed", help="Edit diagrams too; such puzzles have no game."),
    ] = False,
    time: Seconds = None,
    cluster: Cluster = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the set that -o names.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.jsonl", help="The file to write.")
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Make a set of puzzles.

    Each is sound (proved by search), unique, legal (a game that reaches it is attached), not found
    by greed, and neither solved nor missed by all simulated solvers. Of several puzzles of a game
    the set takes the one that it gains most from: by worth, and by a level or a question that it
    has few of. With --composed, diagrams that are nearly puzzles are edited until they are; these
    have no game. Without --board and --set the board is the one that people play on. Puzzles are
    saved as they come.
    """
    from ruleproof.puzzles.making.batches import wanted
    from ruleproof.puzzles.making.choice import Choice, made, rejections
    from ruleproof.puzzles.making.saved import resumed, save, state_file, text_of
    from ruleproof.puzzles.telling.themes import known_theme
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.work.progress import Deadline, Stopped

    chosen = chosen_game(game, *usual(game, board, settings))
    with at("--theme"):
        if theme:
            known_theme(chosen, theme)
    with at("--goal" if goals else "GAME"):
        span_of_turns = range(turns[0], turns[1] + 1)
        asked = wanted(chosen, seed, goals or (), span_of_turns, theme, level, composed)
    if resume and output is None:
        raise InputError("--resume: it goes on with the set that -o names; add -o FILE.jsonl")
    if output:
        writable(output, "--output")
        writable(state_file(output), "--output")
    with at("--resume"):
        choice = resumed(asked, number, output) if resume and output else Choice(asked, number)
    unwritten: list[str] = []
    workers = hired(cluster)
    with listening() as listener, stopping(listener):
        try:
            for found in made(choice, workers, deadline=Deadline(time), progress=listener):
                if output and not unwritten:
                    with after_the_answer("--output", unwritten):
                        save(found, output)
        except Stopped:
            pass
    status = DONE if choice.full else STOPPED
    if not choice.full:
        remark(f"stopped: {len(choice.puzzles)} of {number} puzzles{_why(choice, time)}")

    def people(console: Console) -> None:
        if output is None or unwritten:
            console.out(text_of(choice), end="")
            return
        tell_set(console, choice.puzzles)
        tell_rejected(console, rejections(choice.rejected))
        console.print(f"{counted(len(choice.puzzles), 'puzzle')} in {output}")

    fields = {
        "puzzles": [puzzle.model_dump(mode="json") for puzzle in choice.puzzles],
        "tried": choice.tried,
        "rejected": rejections(choice.rejected),
    }
    return Answer(fields, people, chosen, status, unwritten)


def usual(name: str, board: str, settings: list[str] | None) -> tuple[str, list[str] | None]:
    """The board and settings that are given; where none is, those that puzzles are made on."""
    from ruleproof.models.rulebooks.rulebook import rulebook

    if board or settings:
        return board, settings
    with at("GAME"):
        module: Any = rulebook(name).module("goals")
    ground = getattr(module, "GROUND", None)
    if ground is None:
        return board, settings
    return ground[0], [f"{key}={value}" for key, value in ground[1].items()]


def _why(choice: Choice, time: float | None) -> str:
    if choice.uncounted:
        return "; proof games need a board with fewer first turns, each of one move"
    if choice.hopeless:
        return "; nothing more was found for long"
    return " in the time given" if time is not None else ""
