"""`ruleproof tune`: how games go on several boards and under several settings, side by side."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import after_the_answer, chosen_game, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, GameName, Seconds, whole
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.reports.statistics.play_statistics import PlayStatistics
    from ruleproof.reports.statistics.tuning import Row, Variant

GAMES, SECONDS, MOST_VARIANTS = 200, 60.0, 200


def register(app: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        app,
        "tune",
        tune,
        "tune esgros --board hex:3 --board hex:4",
        "tune esgros --board hex:3 --set pie=off,on --games 100 -o pie.svg",
        "tune grow --board square:5x5 --set drop=optional,mandatory --time 120 --resume grow.json",
        "tune incrowd --board square:5x5 --player random --player mcts:256 --json",
    )


def tune(
    game: GameName,
    boards: Annotated[
        list[str] | None,
        typer.Option(
            "--board", "-b", metavar="B", help="A board; repeat it for more.  [the game's own]"
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            "-s",
            metavar="K=V[,V…]",
            help="Values of one setting, each tried with all others; repeat it for more settings.",
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="random, greedy, shallow:PLIES or mcts:PLAYOUTS; repeat it for more.  "
            "[random, greedy, shallow:2, mcts:64]",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-g", parser=whole(1, 10**6), metavar="N", help="Games of each player."
        ),
    ] = GAMES,
    seed: Annotated[
        int,
        typer.Option("--seed", parser=whole(0), metavar="N", help="The same seed, the same games."),
    ] = 1,
    seconds: Seconds = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Keep the results there; variants that the file holds are not played again.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Draw the first player's share (SVG)."),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Compare how games go on boards and under settings: length, balance, draws, drama, skill.

    Every player plays against himself, and tree searches against others with half their playouts;
    intervals are of 95 %. Where a search of 20,000 positions finds it, the start's exact value is
    told. The same seed and number of games tell the same. Games are cut off after 1,000 plies; the
    table tells how many ended. --time bounds the play of all variants [60 for each]; where it runs
    out the table says how many games there were.
    """
    from ruleproof.models.errors import TextError
    from ruleproof.models.files.writing import write_whole
    from ruleproof.reports.statistics.play_statistics import GROUPS, play_statistics
    from ruleproof.reports.statistics.tune_plot import plot
    from ruleproof.reports.statistics.tuning import tuned
    from ruleproof.solvers.players.players import players as known
    from ruleproof.solvers.work.progress import Deadline

    variants = chosen_variants(game, boards or [""], settings or [])
    with at("--player"):
        names = list(dict.fromkeys(one.name for one in known(players or GROUPS)))
    for option, path in {"--resume": resume, "--output": output}.items():
        if path:
            writable(path, option, kept=option == "--resume")
    if output and output.suffix.lower() not in ("", ".svg"):
        raise InputError(
            f"--output: the drawing is SVG; name a file that ends in .svg: {str(output)!r}"
        )
    tell_replaced(output)
    deadline = Deadline(seconds or SECONDS * len(variants))
    with listening() as listener, stopping(listener):

        def measure(one: Game, left: int) -> PlayStatistics:
            share = max(1.0, (deadline.left or 0.0) / left)
            return play_statistics(
                one, games=games, seed=seed, seconds=share, groups=names, progress=listener
            )

        try:
            rows = tuned(
                *(variants, measure),
                games=games,
                seed=seed,
                players=names,
                resume=resume,
                progress=listener,
            )
        except TextError as error:
            raise InputError(f"--resume: {error}") from error
    unwritten: list[str] = []
    if output and rows:
        with after_the_answer("--output", unwritten):
            title = f"{variants[0].game.rulebook.title}: what the first player gets"
            write_whole(output, plot(title, rows))

    def people(console: Console) -> None:
        if rows:
            show(console, rows)
        else:
            console.print("stopped before a game was played")
        missing = [
            " ".join(
                [one.game.board.text, *(f"{key}={value}" for key, value in one.varied.items())]
            )
            for one in variants[len(rows) :]
        ]
        if rows and missing:
            again = "; the same command goes on from there" if resume else ""
            console.print(f"not played: {', '.join(missing)}{again}", soft_wrap=True)

    fields: dict[str, Any] = {
        "game": variants[0].game.name,
        "games": games,
        "seed": seed,
        "variants": [row.model_dump(mode="json") for row in rows],
        "complete": len(rows) == len(variants) and all(r.statistics["complete"] for r in rows),
    }
    stopped = listener.asked_to_stop or len(rows) < len(variants)
    only = variants[0].game if len(variants) == 1 else None
    return Answer(fields, people, only, STOPPED if stopped else DONE, unwritten)


def chosen_variants(name: str, boards: Sequence[str], settings: Iterable[str]) -> list[Variant]:
    """Every board under every combination of the values; `InputError` where one cannot be."""
    from ruleproof.models.rulebooks.settings import pair
    from ruleproof.reports.statistics.tuning import Variant

    values: dict[str, list[str]] = {}
    for text in settings:
        with at("--set"):
            key, said = pair(text)
        if key in values:
            raise InputError(f"--set: {key} is chosen twice; write {key}=V1,V2: {text!r}")
        values[key] = list(dict.fromkeys(said.split(",")))
    many = len(boards)
    for said in values.values():
        many *= len(said)
    if many > MOST_VARIANTS:
        raise InputError(f"--board and --set: at most {MOST_VARIANTS} variants at a time: {many}")
    found: list[Variant] = []
    for board in dict.fromkeys(boards):
        for combination in product(*values.values()):
            chosen = dict(zip(values, combination, strict=True))
            made = chosen_game(name, board, [f"{key}={value}" for key, value in chosen.items()])
            varied = {key: value for key, value in chosen.items() if len(values[key]) > 1}
            found.append(Variant(made, varied))
    return found


def interval(told: Any, form: str = "{:.0%}") -> str:
    """A value with its bounds; a dash where nothing is known."""
    if not told:
        return "–"
    value, low, high = (form.format(told[key]).rstrip("%") for key in ("value", "low", "high"))
    return f"{value} ({low}–{high})"


_COLUMNS = {
    "player": 10, "games": 5, "plies": 13, "choices": 16, "first %": 12, "draws %": 10,
    "ended %": 7, "drama %": 10, "lost": 16,
}  # fmt: skip
"""The columns of the table, each with its least width, so that tables lie one below the other."""


def show(console: Console, rows: Sequence[Row]) -> None:
    """Prints a table for each variant: a line for each player, then what skill is worth."""
    from rich.table import Table
    from rich.text import Text

    from ruleproof.reports.statistics.play_statistics import LONGEST
    from ruleproof.reports.statistics.tune_plot import name_of

    for row in rows:
        console.print(Text.assemble((name_of(row), "bold"), f": {_value(row)}"))
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        for title, wide in _COLUMNS.items():
            table.add_column(
                title, justify="left" if title == "player" else "right", min_width=wide
            )
        for one in row.statistics["groups"]:
            table.add_row(
                *(one["player"], f"{one['games']:,}", interval(one["length"], "{:.0f}")),
                *(interval(one["branching"], "{:.1f}"), interval(one["balance"])),
                *(interval(one["draws"]), f"{one['completion']['value']:.0%}".rstrip("%")),
                *(interval(one["drama"]), interval(one["captures"], "{:.1f}")),
            )
        console.print(table)
        steps = row.statistics["skill"]
        if steps:
            told = ", ".join(f"{one['stronger']} {interval(one['points'])} %" for one in steps)
            console.print(f"against half the playouts: {told}")
        console.print()
    if any(one["completion"]["value"] < 1 for row in rows for one in row.statistics["groups"]):
        console.print(
            f"Games are cut off after {LONGEST:,} plies; first, draws and drama are of those that "
            "ended."
        )
    console.print(
        "plies: moves made, of which a turn can have several · choices: legal moves at each · "
        "first: what the first player gets · drama: how far the winner's chance fell below ½ · "
        "lost: pieces taken or flipped, a game · in brackets: 95 %"
    )


def _value(row: Row) -> str:
    """The exact value of the start in words."""
    if row.value is None:
        return "value not known"
    if isinstance(row.value, str):
        return f"{row.value} for whoever begins"
    return f"exactly {row.value:+}" if isinstance(row.value, int) else f"exactly {row.value}"
