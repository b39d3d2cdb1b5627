"""`ruleproof puzzles make`: a set of puzzles, saved as they come.

>>> span("2-4"), levels("3")
((2, 4), (3, 3))
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ruleproof.cli.asking import arguments as given
from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.workers import hired
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.keys import tell_bare_keys
from ruleproof.cli.telling.progress import stoppable
from ruleproof.cli.telling.puzzles import tell_rejected, tell_set

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.making.choice import Choice

Span = tuple[int, int]
"""The least and the greatest number."""


def span(text: str | Span) -> Span:
    """The least and the most turns that `2` or `2-4` names."""
    return text if not isinstance(text, str) else _range(text, 9, "a number")


def levels(text: str | Span) -> Span:
    """The least and the highest level that `2` or `2-4` names."""
    return text if not isinstance(text, str) else _range(text, 5, "a level")


def number(text: str | Span) -> Span:
    """The number of puzzles and of how many each is taken, as `20` or `20:3` names them."""
    if not isinstance(text, str):
        return text
    many, _, best_of = text.partition(":")
    return ask.whole(1, 10_000)(many), ask.whole(1, 100)(best_of or 1)


def _range(text: str, most: int, kind: str) -> Span:
    """The two numbers from 1 to `most` that a text names, the same one twice where it names one."""
    from ruleproof.models.rulebooks.settings import whole_number

    low, dash, high = text.partition("-")
    least, last = whole_number(low) or 0, whole_number(high if dash else low) or 0
    if not 1 <= least <= last <= most:
        raise typer.BadParameter(f"takes {kind} from 1 to {most}, or two as 2-4: {text!r}")
    return least, last


@command(
    "puzzles make",
    earlier={"--composed": "--source=composed", "--table": "--source=table:{}"},
    gone={
        "--best-of": "-n 20:3 takes the best of three",
        "--theme": "`show --theme` chooses later",
    },
)
def make(
    game: str = ask.GAME,
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    many: Any = ask.option(
        *("-n", "N[:K]", "N puzzles; with :K, each the best of about K.  [10]", (10, 1)),
        reader=number,
    ),
    goals: list[str] | None = ask.option("--goal", "NAME", "A goal; repeat it for more.  [all]"),
    turns: Any = ask.option("--turns", "A-B", "The number of turns.  [1-4]", reader=span),
    level: Any = ask.option(
        "--level", "A-B", "The levels, 1 easiest.  [1-5]", (1, 5), reader=levels
    ),
    sources: list[str] | None = ask.option(
        "--source", "SOURCE", "games, composed, constraints, framed or table:FILE; repeat it."
    ),
    seed: int = ask.option(
        "--seed", "N", "The same seed makes the same set.", 1, reader=ask.whole(0)
    ),
    time: float | None = ask.TIME,
    cluster: str | None = ask.CLUSTER,
    output: Path | None = ask.option("-o --output", "FILE.jsonl", "The file to write."),
    resume: Path | None = ask.option(
        "--resume", "FILE.jsonl", "Save the set there, and go on with it if it exists."
    ),
    replace: bool = ask.REPLACE,
) -> Answer:
    """Make a set of puzzles.

    Each is sound (proved by search), unique, legal (a game that reaches it is attached), and needs
    different answers to different replies. In two turns or more it is not found by greed, and
    neither solved nor missed by all simulated solvers. A set begins with its easiest puzzle; a
    tenth takes one turn, half takes two. Of several puzzles of a game the set takes the one that it
    gains most from: by worth, and by a level, a length or a question that it has few of. Without
    --board and --set the board is the one that people play on. Puzzles are saved as they come;
    FILE.jsonl.state lets --resume go on.

    --source says where positions come from: games of self-play; games whose diagrams are edited
    until they are puzzles without idle pieces (composed); a constraint solver (constraints); the
    rarest positions of a solved table, which `table build` wrote. Without it they come from games,
    or from what the game's own package prefers. If no game to its diagram is known, a puzzle says
    that it is composed.

    Examples:
      ruleproof puzzles make esgros -o set.jsonl
      ruleproof puzzles make gro -n 20 --goal kill --goal win --turns 2-3 -o set.jsonl
      ruleproof puzzles make incrowd --level 3-5 --time 60 -o set.jsonl
      ruleproof puzzles make grow --source composed -o set.jsonl
      ruleproof puzzles make esgros -b hex:3 --source games --source table:hex3.rpt -o set.jsonl
      ruleproof puzzles make sow --resume set.jsonl
    """
    from ruleproof.puzzles.making.choice import Choice
    from ruleproof.puzzles.making.request import wanted
    from ruleproof.puzzles.making.saved import resumed
    from ruleproof.puzzles.sources.origins import sources_of

    chosen = given.chosen_game(game, *usual(game, board, settings))
    many, best_of = many
    named = [one for one in sources or () if one != "table" or len(sources or ()) == 1]
    with at("--source"):
        sources_of(chosen, named)
    with at("--goal" if goals else "GAME"):
        span_of_turns = range(turns[0], turns[1] + 1) if turns else None
        asked = wanted(chosen, seed, goals or (), span_of_turns, level, named, best_of)
    if resume and (output or replace):
        raise InputError("--resume names the set itself; leave out -o and --replace")
    saved = resume or output
    if saved:
        _must_be_writable(saved, replace, resume)
    tell_bare_keys(chosen)
    with at("--resume"):
        choice = resumed(asked, many, resume) if resume else Choice(asked, many)
    unwritten: list[str] = []
    _fill(choice, saved, cluster, time, unwritten)
    if not choice.full:
        remark(f"stopped: {len(choice.puzzles)} of {many} puzzles{_why(choice, time)}")
    people = partial(_tell_made, choice=choice, saved=saved, unwritten=unwritten)
    status = DONE if choice.full else STOPPED
    return Answer(_made_fields(choice), people, chosen, status, unwritten)


def _must_be_writable(saved: Path, replace: bool, resume: Path | None) -> None:
    """Raises `InputError` if the set or the state of the work cannot be written."""
    from ruleproof.puzzles.making.saved import state_file

    read = [saved] if resume else []
    place = "--resume" if resume else "--output"
    given.set_to_write(saved, replace, read, unfinished=state_file(saved).exists(), option=place)
    given.writable(state_file(saved), place)
    if replace:
        tell_replaced(saved)


def _fill(
    choice: Choice,
    saved: Path | None,
    cluster: str | None,
    time: float | None,
    unwritten: list[str],
) -> None:
    """Makes puzzles until the set is full or the time is up, saved as they come."""
    from ruleproof.puzzles.making.choice import made
    from ruleproof.puzzles.making.saved import save
    from ruleproof.solvers.playing.tables.header import TableError
    from ruleproof.solvers.work.progress import Deadline

    workers, deadline = hired(cluster), Deadline(time)
    with stoppable() as listener:
        try:
            for found in made(choice, workers, deadline=deadline, progress=listener):
                if saved and not unwritten:
                    with given.after_the_answer("--output", unwritten):
                        save(found, saved)
        except TableError as error:
            raise InputError(f"--source: {error}") from error


def _made_fields(choice: Choice) -> dict[str, Any]:
    from ruleproof.puzzles.making.choice import rejections

    return {
        "puzzles": choice.ordered,
        "tried": choice.tried,
        "rejected": rejections(choice.rejected),
    }


def _tell_made(console: Console, choice: Choice, saved: Path | None, unwritten: list[str]) -> None:
    """Prints a set that was made, or the set itself if no file has it."""
    from ruleproof.puzzles.making.choice import rejections
    from ruleproof.puzzles.making.saved import state_file, text_of
    from ruleproof.reports.wording.words import counted

    if saved is None or unwritten:
        console.out(text_of(choice), end="")
        return
    if choice.puzzles:
        tell_set(console, choice.ordered)
    tell_rejected(console, rejections(choice.rejected))
    if choice.puzzles:
        console.print(f"{counted(len(choice.puzzles), 'puzzle')} in {saved}", soft_wrap=True)
    else:
        kept = f"{saved} is as it was" if saved.exists() else f"{saved} is not written"
        console.print(f"no puzzle; {kept}", soft_wrap=True)
    if not choice.full and state_file(saved).exists():
        console.print(f"--resume {saved} goes on with it", soft_wrap=True)


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


def _why(choice: Choice, time: float | None) -> str:
    if choice.hopeless:
        return "; nothing more was found for long"
    return " in the time given" if time is not None else ""
