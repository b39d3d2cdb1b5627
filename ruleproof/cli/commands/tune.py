"""`ruleproof tune`: how games go on several boards and under several settings, side by side."""

from __future__ import annotations

import re
import shlex
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking.arguments import after_the_answer, chosen_game, writable
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import GAME, TIME, option, whole
from ruleproof.cli.errors import InputError, at, said_at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, tell_replaced
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.reports.statistics.tuning import Tuned, Variant

GAMES, SECONDS, MOST_VARIANTS = 200, 60.0, 200


@command("tune", gone={"--seed": "its games are always the same"})
def tune(
    game: str = GAME,
    boards: list[str] | None = option(
        "-b --board", "B[,B…]", "Boards; may be repeated.  [the game's own]"
    ),
    settings: list[str] | None = option(
        "-s --set",
        "K=V[,V…]",
        "Values of one setting, each tried with all others; repeat it for more settings.",
    ),
    players: list[str] | None = option(
        "--player",
        "NAME",
        "random, greedy, shallow:PLIES or mcts:PLAYOUTS; repeat it for more.  "
        "[random, greedy, shallow:2, mcts:64]",
    ),
    games: int = option("-g --games", "N", "Games of each player.", GAMES, reader=whole(1, 10**6)),
    seconds: float | None = TIME,
    resume: Path | None = option(
        "--resume",
        "FILE",
        "Keep the results there; variants that the file holds are not played again.",
    ),
    output: Path | None = option(
        "-o --output",
        "FILE",
        "All tables as a page (.html), or the first player's share drawn (.svg).",
    ),
) -> Answer:
    """Compare how games go on boards and under settings: length, balance, draws, drama, skill.

    The first table has a row for each variant, with the games of the strongest player; then each
    variant has a table of its own. Each player plays itself; tree searches also play one with half
    the playouts. Intervals are 95 %. The start's exact value is shown if it is found within 5 s
    and 300,000 positions. The same number of games gives the same tables. Games stop
    after 1,000 turns; the tables count them. --time bounds the play of all variants [60 for each],
    without compiling; the table says how many games there was time for. With --resume each finished
    variant is kept, and the same command continues after Ctrl-C.

    Examples:
      ruleproof tune esgros --board hex:3 --board hex:4
      ruleproof tune esgros --board hex:3 --set pie=off,on --games 100 -o pie.svg
      ruleproof tune grow -b square:5x5 --set drop=optional,mandatory -t 120 --resume grow.json
      ruleproof tune incrowd --board square:5x5 --player random --player mcts:256 --json
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.reports.statistics.play_statistics import GROUPS
    from ruleproof.reports.statistics.tuning import SEED
    from ruleproof.solvers.playing.players.players import players as known

    variants = chosen_variants(game, boards or [""], settings or [])
    with at("--player"):
        names = list(dict.fromkeys(one.name for one in known(players or GROUPS)))
    _must_be_writable(resume, output)
    unwritten: list[str] = []
    line = partial(again, game, boards or [], settings or [], players or [], games, seconds)

    def write(rows: Tuned) -> None:
        if output:
            unwritten.clear()
            with after_the_answer("--output", unwritten):
                write_whole(output, drawn(output, variants[0].game, rows, line(resume, output)))

    tell_replaced(output)
    rows, stopped = _played(variants, names, games, seconds, resume, write)
    go_on = line(resume or Path(f"{game}-tune.json"), output) if stopped else ""
    people = partial(_tell, rows=rows, variants=variants, go_on=go_on, kept=bool(resume))
    fields: dict[str, Any] = {
        "game": variants[0].game.name,
        "games": games,
        "seed": SEED,
        "variants": list(rows),
        "complete": len(rows) == len(variants) and all(r.statistics["complete"] for r in rows),
    }
    only = variants[0].game if len(variants) == 1 else None
    return Answer(fields, people, only, STOPPED if stopped else DONE, unwritten)


def _must_be_writable(resume: Path | None, output: Path | None) -> None:
    for name, path in {"--resume": resume, "--output": output}.items():
        if path:
            writable(path, name, kept=name == "--resume")
    if output and output.suffix.lower() not in ("", ".svg", ".html"):
        raise InputError(
            "--output: a drawing is SVG and a page is HTML; name a file that ends in .svg or "
            f".html: {str(output)!r}"
        )


def _played(
    variants: Sequence[Variant],
    players: Sequence[str],
    games: int,
    seconds: float | None,
    resume: Path | None,
    write: Callable[[Tuned], None],
) -> tuple[Tuned, bool]:
    """The variants that were played in the time, and whether that was stopped before the last."""
    from ruleproof.models.errors import TextError
    from ruleproof.reports.statistics.tuning import tuned
    from ruleproof.solvers.work.progress import Deadline

    deadline = Deadline(seconds or SECONDS * len(variants))
    with listening() as listener, stopping(listener):
        try:
            rows = tuned(
                variants,
                lambda left: max(1.0, (deadline.left or 0.0) / left),
                games=games,
                players=players,
                resume=resume,
                progress=listener,
                tell=write,
            )
        except TextError as error:
            raise InputError(said_at("--resume", error)) from error
    return rows, listener.asked_to_stop or len(rows) < len(variants)


def _tell(
    console: Console, rows: Tuned, variants: Sequence[Variant], go_on: str, kept: bool
) -> None:
    """Prints the tables, the variants that were not played, and the command that goes on."""
    from ruleproof.cli.telling.tuning import show
    from ruleproof.reports.wording.words import settings_words

    if rows:
        show(console, rows, variants[0].game)
        missing = [
            " ".join([one.game.board.text, *settings_words(one.varied)])
            for one in variants[len(rows) :]
        ]
        if missing:
            console.print(f"not played: {', '.join(missing)}", soft_wrap=True)
    else:
        console.print("stopped before a game was played")
    if go_on:
        told = "this goes on from there:" if kept else "nothing is kept for later; this does:"
        console.print(f"{told} {go_on}", soft_wrap=True)


def again(
    game: str,
    boards: Sequence[str],
    settings: Sequence[str],
    players: Sequence[str],
    games: int,
    seconds: float | None,
    resume: Path | None,
    output: Path | None,
) -> str:
    """The command line of the work, which goes on with what `resume` keeps, if it is named."""
    words = ["ruleproof", "tune", game]
    for name, values in {"--board": boards, "--set": settings, "--player": players}.items():
        for value in values:
            words += [name, value]
    words += ["--games", str(games)] if games != GAMES else []
    words += ["--time", f"{seconds:g}"] if seconds else []
    words += ["--resume", str(resume)] if resume else []
    return shlex.join(words + (["--output", str(output)] if output else []))


def drawn(place: Path, game: Game, rows: Tuned, line: str) -> str:
    """The text of the file: a page, or a drawing."""
    if place.suffix.lower() == ".html":
        from ruleproof.reports.pages.tuned import tuned_page

        return tuned_page(game, rows, line)
    from ruleproof.reports.statistics.tune_plot import plot

    return plot(f"{game.rulebook.title}: what the first player gets", rows)


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
    grounds = [one for text in boards for one in re.split(r",(?=[a-z]+:)", text)]
    many = len(grounds)
    for said in values.values():
        many *= len(said)
    if many > MOST_VARIANTS:
        raise InputError(f"--board and --set: at most {MOST_VARIANTS} variants at a time: {many}")
    found: list[Variant] = []
    for board in dict.fromkeys(grounds):
        for combination in product(*values.values()):
            chosen = dict(zip(values, combination, strict=True))
            made = chosen_game(name, board, [f"{key}={value}" for key, value in chosen.items()])
            varied = {key: value for key, value in chosen.items() if len(values[key]) > 1}
            found.append(Variant(made, varied))
    return found
