"""`ruleproof report` and `tour`: everything there is to say, written down."""

from __future__ import annotations

from collections.abc import Sequence
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking.arguments import after_the_answer, chosen_game, writable, writable_folder
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import BOARD, GAME, SETTINGS, TIME, option
from ruleproof.cli.errors import at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, remark, tell_replaced
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game

FOLDER: Any = option("-o --output", "DIR", "The folder.", ...)

STEPS = {
    "claims": "checking claims …",
    "readings": "comparing readings …",
    "games": "playing games …",
    "solving": "solving small boards …",
    "puzzles": "making puzzles …",
}
"""The steps of a report, by the stages that tell of them."""


@command("report", gone={"--studio": "the studio links the reports that it writes to itself"})
def report(
    game: str = GAME,
    output: Path = FOLDER,
    board: str = BOARD,
    settings: list[str] | None = SETTINGS,
    seconds: float | None = TIME,
) -> Answer:
    """Write the findings about a game as one HTML page.

    The page is named after the game where -o is a folder; -o may also be a file that ends in .html.
    It shows claims, values, openings, puzzles, and the changes under other settings. Claims come
    first, and each has as much work on any machine. --time ends all of it by the clock, and
    compiling beyond 15 s shortens it; Ctrl-C ends it with the findings so far.

    Examples:
      ruleproof report esgros --board hex:3 -o reports
      ruleproof report gro --time 40 -o gro.html
    """
    from ruleproof.models.compiled.compile_time import COMPILING
    from ruleproof.reports.examining.stages import lost_to_compiling
    from ruleproof.reports.pages.report import page_place
    from ruleproof.reports.pages.report import report as write

    chosen = chosen_game(game, board, settings)
    place = page_place(output, chosen.name)
    if place == output:
        writable(output, "--output")
    else:
        writable_folder(output, "--output")
    tell_replaced(place)
    unwritten: list[str] = []
    compiled = COMPILING.seconds
    with listening(STEPS) as listener, stopping(listener), after_the_answer("--output", unwritten):
        write(chosen, output, listener, seconds=seconds, studio=environ.get("RULEPROOF_STUDIO"))
    if taken := lost_to_compiling(COMPILING.seconds - compiled):
        remark(taken)
    return written(place, chosen, STOPPED if listener.asked_to_stop else DONE, unwritten)


@command("tour", gone=dict.fromkeys(("-t", "--time"), "Ctrl-C ends it"))
def tour(
    output: Path = option("-o --output", "DIR", "The folder.", Path("ruleproof-tour")),
) -> Answer:
    """See all of it on small boards, in under a minute.

    Every game's claims are checked, its start is solved, puzzles are made, and one HTML page tells
    it. It takes 50 seconds at most, compiling left out; the page names whatever there was no time
    for.

    Examples:
      ruleproof tour
      ruleproof tour -o somewhere
    """
    from ruleproof.reports.pages.tour import tour as write

    folder = writable_folder(output, "--output")
    tell_replaced(folder / "tour.html")
    with listening() as listener, at("--output"):
        path = write(folder, listener)
    return written(path, None)


def written(
    path: Path, game: Game | None, status: int = DONE, unwritten: Sequence[str] = ()
) -> Answer:
    """The answer that says where the page lies, or that it could not be written."""

    def people(console: Console) -> None:
        if place is not None:
            console.print(place, soft_wrap=True)

    place = str(path.resolve()) if path.is_file() else None
    return Answer({"report": place}, people, game, status, unwritten)
