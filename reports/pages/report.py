"""The report of a game: one page, written to a folder as soon as the first findings are there."""

from __future__ import annotations

from pathlib import Path

from ruleproof.models.files.writing import WriteError, write_whole
from ruleproof.models.play.game import Game
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.examining.investigate import investigate
from ruleproof.reports.pages.page import byline, chapter, page
from ruleproof.solvers.work.progress import Listener, silent


def report(
    game: Game,
    out_dir: Path | str,
    progress: Listener = silent,
    *,
    seconds: float | None = None,
    home: str = "",
    studio: str | None = None,
) -> Path:
    """Writes the game's page, named after it, into the folder; returns its path. In place of a
    folder stands the page's own name where that ends in `.html`.

    All claims are looked at, whatever time it takes; `seconds` bounds all of the work by the clock.
    Most compiling counts too, and all is done `FREE_COMPILING` seconds later at most. First pages,
    with the findings so far, are written as they come.
    `home` is the title of the `index.html` beside it, where there is one. `studio` is the address
    of a studio, without a slash at its end: games and positions link to it, and without a `home`
    the page leads back to the rules there. An earlier page stays until there are findings,
    and comes back where the work fails. Raises `WriteError` where the page cannot be written; what
    was written before it stays.
    """
    path = page_place(Path(out_dir), game.name)
    title, back = game.rulebook.title, "index.html"
    if studio is not None and not home:
        home, back = f"The rules of {title}", f"{studio}/read/{game.name}"
    before = path.read_bytes() if path.is_file() else None
    if before is None:
        write_whole(path, page(title, "Still on its way.", [], home, back))

    told: list[Path] = []

    def write(findings: Findings) -> None:
        found = chapter(findings, alone=True, studio=studio)
        told.append(write_whole(path, page(title, byline(game.rulebook), [found], home, back)))

    try:
        write(investigate(game, seconds=seconds, progress=progress, tell=write))
    except KeyboardInterrupt:
        raise  # the page holds what was found
    except BaseException as error:
        if before is None and not (told and isinstance(error, WriteError)):
            path.unlink(missing_ok=True)
        elif before is not None and not isinstance(error, WriteError):
            write_whole(path, before)
        raise
    return path


def page_place(place: Path, name: str) -> Path:
    """The page itself: `place` if it ends in `.html` and is no folder, else the page of that name
    in it.
    """
    if place.suffix.lower() == ".html" and not place.is_dir():
        return place
    return place / f"{name}.html"
