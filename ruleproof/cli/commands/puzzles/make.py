"""`ruleproof puzzles make`: a set of puzzles, saved as they come.

>>> span("2-4"), levels("3")
((2, 4), (3, 3))
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import (
    after_the_answer,
    chosen_game,
    hired,
    set_to_write,
    writable,
)
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    Cluster,
    GameName,
    Replace,
    Seconds,
    SettingTexts,
    whole,
)
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.keys import tell_bare_keys
from ruleproof.cli.telling.progress import listening, stopping
from ruleproof.cli.telling.puzzles import tell_rejected, tell_set

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.making.choice import Choice

Span = tuple[int, int]
"""The least and the greatest number."""


def register(puzzles: typer.Typer) -> None:
    """Adds the command of this module to those of puzzles."""
    command(
        puzzles,
        "make",
        make,
        "puzzles make esgros -o set.jsonl",
        "puzzles make gro -n 20 --goal kill --goal win --turns 2-3 -o set.jsonl",
        "puzzles make sow --best-of 3 --time 60 -o set.jsonl",
        "puzzles make incrowd --theme long-chain --level 3-5 -o set.jsonl",
        "puzzles make grow --composed -o set.jsonl",
        "puzzles make esgros --source constraints -o set.jsonl",
        "puzzles make esgros --board hex:3 --source games --source table:hex3.rpt -o set.jsonl",
        "puzzles make sow --resume -o set.jsonl",
    )


def span(text: str | Span) -> Span:
    """The least and the most turns that `2` or `2-4` names."""
    return text if not isinstance(text, str) else _range(text, 9, "a number")


def levels(text: str | Span) -> Span:
    """The least and the highest level that `2` or `2-4` names."""
    return text if not isinstance(text, str) else _range(text, 5, "a level")


def _range(text: str, most: int, kind: str) -> Span:
    """The two numbers from 1 to `most` that a text names, the same one twice where it names one."""
    from ruleproof.models.rulebooks.settings import whole_number

    low, dash, high = text.partition("-")
    least, last = whole_number(low) or 0, whole_number(high if dash else low) or 0
    if not 1 <= least <= last <= most:
        raise typer.BadParameter(f"takes {kind} from 1 to {most}, or two as 2-4: {text!r}")
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
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            metavar="SOURCE",
            help="games, composed, constraints, framed or table:FILE; repeat it.",
        ),
    ] = None,
    composed: Annotated[
        bool,
        typer.Option("--composed", help="The same as --source composed: edit diagrams of games."),
    ] = False,
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", help="The same as --source table:FILE."),
    ] = None,
    best_of: Annotated[
        int,
        typer.Option(
            "--best-of",
            parser=whole(1, 100),
            metavar="K",
            help="Take about one puzzle in K, the better ones; K times the work.",
        ),
    ] = 1,
    time: Seconds = None,
    cluster: Cluster = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the set that -o names.")
    ] = False,
    replace: Replace = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.jsonl", help="The file to write.")
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Make a set of puzzles.

    Each is sound (proved by search), unique, legal (a game that reaches it is attached), not found
    by greed, and neither solved nor missed by all simulated solvers. Of several puzzles of a game
    the set takes the one that it gains most from: by worth, and by a level or a question that it
    has few of. With --best-of 3 it takes one each time that three more
    games have given one, of all that wait. Without --board and --set the board is the one that
    people play on. Puzzles are saved as they come; FILE.jsonl.state lets --resume go on.
    A file that is there is replaced with --replace alone, once the first puzzle comes. --time does
    not count the seconds in which rules are compiled.

    --source says where positions come from: games of self-play; games whose diagrams are edited
    until they are puzzles without idle pieces (composed); a constraint solver (constraints); the
    rarest positions of a solved table, which `table build` wrote. Without it they come from games,
    or from what the game's own package prefers. A puzzle says that it is composed where no game to
    its diagram is known.
    """
    from ruleproof.puzzles.making.choice import Choice, made, rejections
    from ruleproof.puzzles.making.request import wanted
    from ruleproof.puzzles.making.saved import resumed, save, state_file, text_of
    from ruleproof.puzzles.sources.origins import sources_of
    from ruleproof.puzzles.telling.themes import known_theme
    from ruleproof.reports.wording.words import counted
    from ruleproof.solvers.playing.tables.header import TableError
    from ruleproof.solvers.work.progress import Deadline, Stopped

    chosen = chosen_game(game, *usual(game, board, settings))
    with at("--theme"):
        if theme:
            known_theme(chosen, theme)
    named = _named([*(sources or []), *(["composed"] if composed else [])], table)
    with at("--source" if sources else "--table"):
        sources_of(chosen, named)
    with at("--goal" if goals else "GAME"):
        span_of_turns = range(turns[0], turns[1] + 1)
        asked = wanted(chosen, seed, goals or (), span_of_turns, theme, level, named, best_of)
    if resume and replace:
        raise InputError("--resume goes on with a set, --replace makes it anew: one of both")
    if resume and output is None:
        raise InputError("--resume: it goes on with the set that -o names; add -o FILE.jsonl")
    if output:
        read = [output] if resume else []
        set_to_write(output, replace, read, unfinished=state_file(output).exists())
        writable(state_file(output), "--output")
        if replace:
            tell_replaced(output)
    tell_bare_keys(chosen)
    with at("--resume"):
        choice = resumed(asked, number, output) if resume and output else Choice(asked, number)
    unwritten: list[str] = []
    workers = hired(cluster)
    deadline = Deadline.beside_compiling(time)
    with listening() as listener, stopping(listener):
        try:
            for found in made(choice, workers, deadline=deadline, progress=listener):
                if output and not unwritten:
                    with after_the_answer("--output", unwritten):
                        save(found, output)
        except Stopped:
            pass
        except TableError as error:
            raise InputError(f"--source: {error}") from error
    status = DONE if choice.full else STOPPED
    if not choice.full:
        remark(f"stopped: {len(choice.puzzles)} of {number} puzzles{_why(choice, time)}")

    def people(console: Console) -> None:
        if output is None or unwritten:
            console.out(text_of(choice), end="")
            return
        if choice.puzzles:
            tell_set(console, choice.puzzles)
        tell_rejected(console, rejections(choice.rejected))
        if choice.puzzles:
            many = counted(len(choice.puzzles), "puzzle")
            console.print(f"{many} in {output}", soft_wrap=True)
        else:
            kept = f"{output} is as it was" if output.exists() else f"{output} is not written"
            console.print(f"no puzzle; {kept}", soft_wrap=True)
        if not choice.full and state_file(output).exists():
            console.print(f"--resume goes on from {state_file(output)}", soft_wrap=True)

    fields = {
        "puzzles": [puzzle.model_dump(mode="json") for puzzle in choice.puzzles],
        "tried": choice.tried,
        "rejected": rejections(choice.rejected),
    }
    return Answer(fields, people, chosen, status, unwritten)


def usual(name: str, board: str, settings: list[str] | None) -> tuple[str, list[str] | None]:
    """The board and settings that are given; where none is, those that puzzles are made on."""
    from ruleproof.models.play.goal_tables import goals_module
    from ruleproof.models.rulebooks.rulebook import rulebook

    if board or settings:
        return board, settings
    with at("GAME"):
        module: Any = goals_module(rulebook(name))
    ground = getattr(module, "GROUND", None)
    if ground is None:
        return board, settings
    return ground[0], [f"{key}={value}" for key, value in ground[1].items()]


def _named(sources: list[str], table: Path | None) -> list[str]:
    """The sources that --source and --table name together."""
    if table is None:
        return sources
    file = f"table:{table}"
    return [*(one for one in sources if one != "table"), file]


def _why(choice: Choice, time: float | None) -> str:
    if choice.hopeless:
        return "; nothing more was found for long"
    return " in the time given" if time is not None else ""
