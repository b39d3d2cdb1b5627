"""`ruleproof solve`: what is true of one position."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from ruleproof.cli.asking import options as ask
from ruleproof.cli.asking.arguments import (
    after_the_answer,
    apart,
    chosen_game,
    chosen_position,
    naming,
    option_of,
    writable,
)
from ruleproof.cli.asking.command import alias, command
from ruleproof.cli.asking.drawings import writable_drawing, write_drawing
from ruleproof.cli.commands.probe import looked_up
from ruleproof.cli.errors import InputError, at, enough, said_at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, asked_about, picked, tell_replaced
from ruleproof.cli.telling.pictures import field, values_board
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.exact.openings import MoveValues
    from ruleproof.solvers.playing.exact.solution import Solution
    from ruleproof.solvers.work.progress import Listener

MOST_PLIES = 10_000
_PAGES = ("", ".html", ".htm")


def read_goal(text: str) -> tuple[str, int | None]:
    """The goal that the text names, `value` or `win`, and the plies of `win:N`."""
    goal, colon, plies = text.partition(":")
    if goal not in ("value", "win") or (colon and goal == "value"):
        raise typer.BadParameter(f"takes value, win or win:N: {text!r}")
    return goal, read_plies(plies) if colon else None


def read_plies(text: str) -> int:
    """The number of plies that the text names."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_PLIES:
        raise typer.BadParameter(f"takes a number of plies from 1 to {MOST_PLIES}: {text!r}")
    return int(text)


@command("solve", earlier={"--within": "--goal=win:{}", "--html": "--output={}"})
def solve(
    game: str = ask.argument("GAME", "A game's name; `ruleproof games` lists them.", ""),
    board: str = ask.BOARD,
    settings: list[str] | None = ask.SETTINGS,
    position: str | None = ask.POSITION,
    line: str | None = ask.LINE,
    goal: Any = ask.option(
        *("--goal", "value|win|win:N"),
        "Exact value, or only whether the side to move wins, within N plies  [value]",
        reader=read_goal,
    ),
    each: bool = ask.flag("--each", "And the value of each move."),
    table: Path | None = ask.option("--table", "FILE", "Look it up in a table of `table build`."),
    memory: int | None = ask.MEMORY,
    time: float | None = ask.TIME,
    certificate: Path | None = ask.option(
        "-c --certificate", "FILE", "Write JSON lines that `verify` checks; gzipped if long."
    ),
    output: Path | None = ask.option(
        "-o --output",
        "FILE",
        "The proof as a page (.html), or each move's value drawn (.svg, .png).",
    ),
    resume: Path | None = ask.option(
        "--resume",
        "FILE",
        "Save the search there every minute at least, and go on from it if it exists.",
    ),
    searched: bool = True,
) -> Answer:
    """Find the exact value of a position and its best moves.

    win, draw or loss are for the side to move, with --each for the player who makes the move. In
    scored two-player games the value is the first player's margin; with more players, each player's
    guaranteed score. Endless play is a draw; earlier occurrences of a position do not count. If it
    is stopped early (time, memory, Ctrl-C), it prints the bounds proved so far.

    Examples:
      ruleproof solve esgros --board hex:3 --certificate hex3.proof
      ruleproof solve esgros --board hex:3 --each -o values.svg
      ruleproof solve esgros --board hex:3 --line "a1 c3" -o hex3.html
      ruleproof solve gro --board dish:2,1 --line "c1 c5" --goal win:7
      ruleproof solve incrowd --board square:4x5 --time 60 --memory 2G --resume search.rpc
      ruleproof solve --table hex3.rpt --line "a1 c3"
    """
    from ruleproof.solvers.work.progress import Deadline

    if table:
        given = {"GAME": game, "--board": board, "--set": settings, "--goal": goal}
        files = {"--certificate": certificate, "--output": output, "--resume": resume}
        for place, one in (given | files).items():
            if one:
                raise InputError(f"{place}: leave it out; --table says what is known: {str(one)!r}")
        return looked_up(table, position, line, each)
    if not game:
        raise InputError("missing GAME, or --table FILE (see ruleproof solve --help)")
    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    asked, within = goal or ("value", None)
    if within is not None and len(chosen.players) > 2:
        raise typer.BadParameter("--goal win:N is for games of two players")
    if searched and output and output.suffix.lower() not in (*_PAGES, ".svg", ".png"):
        what = "a page is HTML, a drawing SVG or PNG; name a file that ends in .html, .svg or .png"
        raise InputError(f"--output: {what}: {str(output)!r}")
    page = output if searched and output and output.suffix.lower() in _PAGES else None
    drawing = output if output != page else None
    files = _files(certificate, page, drawing, resume)
    deadline, unwritten = Deadline(time), list[str]()
    fields: dict[str, Any] = {}
    found = made = values = None
    if searched:
        found, made = _search(here, asked, within, files, memory, time, unwritten)
        fields = solved_fields(found, made, resume) | {"goal": asked, "within": within}
    fields |= asked_about(here, line)
    if each or drawing:
        left = None if time is None else max(0.01, deadline.left or 0.0)
        values = each_valued(here, memory, left, drawing, unwritten)
        fields |= {"openings": values} | picked(values, "distances")
        if None in values.values():
            fields |= picked(values, "undecided", "reason?")

    def people(console: Console) -> None:
        if found is not None:
            tell(console, here, found)
            tell_files(console, found, files, made, unwritten)
        if values is not None:
            tell_values(console, here, values)

    stopped = found is not None and found.stopped
    unfinished = stopped or (values is not None and stopped_early(values))
    return Answer(fields, people, chosen, STOPPED if unfinished else DONE, unwritten)


_OF_MOVES = ("openings", "distances", "undecided", "reason", "start", "played", "position")
_ONLY_MOVES = dict.fromkeys(("goal", "table", "certificate", "resume"))
alias("openings", solve, *_OF_MOVES, each=True, searched=False, **_ONLY_MOVES)


class _Files(NamedTuple):
    """The files of a search: its proof, the page of the proof, and the search itself."""

    certificate: Path | None
    page: Path | None
    resume: Path | None


def _files(
    certificate: Path | None, page: Path | None, drawing: Path | None, resume: Path | None
) -> _Files:
    """The files, each known to be writable; says which will be replaced."""
    if certificate:
        writable(certificate, "--certificate")
    if drawing:
        writable_drawing(drawing)
    if page:
        writable(page, "--output")
    if resume:
        writable(resume, "--resume", kept=True)
    apart(certificate=certificate, output=page or drawing, resume=resume)
    tell_replaced(certificate, page)
    return _Files(certificate, page, resume)


def _search(
    here: Position,
    goal: str,
    within: int | None,
    files: _Files,
    memory: int | None,
    time: float | None,
    unwritten: list[str],
) -> tuple[Solution, Path | None]:
    """What is found of the position, and the page if it was written; `unwritten` takes what could
    not be.
    """
    from ruleproof.models.files.folders import own_folder
    from ruleproof.solvers.playing.exact import solve as search

    places = {"--resume": files.resume, "--certificate": files.certificate}
    with ExitStack() as stack:
        proof = files.certificate
        if files.page and not proof:
            proof = stack.enter_context(own_folder()) / "proof.json"
        listener = stack.enter_context(listening())
        with at("--resume"), naming(places), enough():
            found = search.solve(
                here,
                goal="win" if goal == "win" else "value",
                within=within,
                memory=memory or search.GIGABYTE,
                time=time,
                progress=listener,
                certificate=proof,
                replace=True,
                resume=files.resume,
            )
        page = None
        if files.page and found.certificate:
            page = written_page(files.page, found.certificate, listener, unwritten)
    unwritten += [said_at(option_of(error, places), error) for error in found.unwritten]
    if not files.certificate:
        found = replace(found, certificate=None, assumes=found.assumes if page else ())
    return found, page


def solved_fields(found: Solution, page: Path | None, resume: Path | None) -> dict[str, Any]:
    """The JSON fields of a solution."""
    fields = picked(found, "value", "distance", "best", "line", "nodes", "certificate")
    fields |= {"html": page, "assumes": found.assumes}
    if found.value is None:
        fields |= picked(found, "bounds", "no_win_within")
    if found.value is None or found.stopped:
        fields |= picked(found, "reason?")
    if resume:
        fields["kept"] = resume if resume.exists() else None
    return fields


def tell_files(
    console: Console, found: Solution, files: _Files, page: Path | None, unwritten: list[str]
) -> None:
    """Prints which files were written, and why others were not."""
    from ruleproof.models.rulebooks.assumed import taken_as_given

    why = (
        "see below"
        if unwritten
        else "stopped before it was complete"
        if found.stopped
        else "no value and no bounds are known"
    )
    if files.certificate and not found.certificate:
        field(console, "proof", f"not written: {why}")
    if files.page:
        field(console, "page", str(page) if page else f"not written: {why}")
    for line in taken_as_given(found.assumes):
        field(console, "proof", line)
    if files.resume and files.resume.exists():
        from rich.filesize import decimal

        from ruleproof.solvers.work.memory import LACK

        used = "of a search that is done"
        if found.stopped:
            used = "the same command goes on from it"
            if LACK in found.reason:
                used += ", if it has more --memory"
        size = decimal(files.resume.stat().st_size)
        field(console, "saved", f"{files.resume}, {size}: {used}")


def written_page(path: Path, proof: Path, listener: Listener, unwritten: list[str]) -> Path | None:
    """Writes the page of a proof to that path and returns the path; where it cannot, `unwritten`
    says why.
    """
    from ruleproof.models.errors import TextError
    from ruleproof.models.files.writing import write_whole
    from ruleproof.reports.pages.proof_page import proof_page

    try:
        content = proof_page(proof, listener)
    except TextError as error:
        unwritten.append(f"--output: {error}")
        return None
    with after_the_answer("--output", unwritten):
        return write_whole(path, content)
    return None


def tell(console: Console, here: Position, found: Solution) -> None:
    """Prints a solution."""
    from ruleproof.solvers.playing.values.words import of_whom, value_in_words

    if found.value is None:
        field(console, "value", undecided(here, found))
    else:
        plies = "" if found.distance is None else f" in {found.distance} plies"
        words = value_in_words(here, found.value) + plies + of_whom(here)
        field(console, "value", words, "bold")
        if found.stopped:
            why = f": {found.reason}" if found.reason else ""
            field(console, "stopped", f"before the rest was known{why}")
    if found.best:
        field(console, "best", " ".join(found.best))
    if found.line:
        field(console, "line", " ".join(found.line))
    field(console, "positions", f"{found.nodes:,} searched in {found.seconds:.2f} s")
    if here.recurs:
        field(console, "history", "not counted: what came up before is taken to be new")
    if found.certificate:
        field(console, "proof", str(found.certificate))


def undecided(here: Position, found: Solution) -> str:
    """The bounds of a position without a value, and why there is none."""
    from ruleproof.solvers.playing.exact.solution import NOTHING
    from ruleproof.solvers.playing.values.words import bounds_in_words

    why = found.reason or "done"
    if found.stopped:
        why = f"stopped: {found.reason}" if found.reason else "stopped"
    if found.bounds in NOTHING:
        return f"undecided; {why}"
    low, high = found.bounds
    return f"{bounds_in_words(here, low, high)} ({why})"


def each_valued(
    here: Position,
    memory: int | None,
    time: float | None,
    drawing: Path | None,
    unwritten: list[str],
) -> MoveValues:
    """The value of each move, drawn in that file; `unwritten` takes the reason if that fails."""
    from ruleproof.solvers.playing.exact.openings import move_values
    from ruleproof.solvers.playing.exact.solve import GIGABYTE

    with listening() as listener, enough():
        found = move_values(here, memory=memory or GIGABYTE, time=time, progress=listener)
    if drawing:
        write_drawing(drawing, here, unwritten, _on_cells(here, found))
    return found


def stopped_early(found: MoveValues) -> bool:
    """Whether a value is missing that no rule of repetition decides."""
    return any(found[move] is None and move not in found.undecided for move in found)


def _on_cells(here: Position, found: MoveValues) -> dict[str, str | int]:
    """The values of moves that are cells, with their distances."""
    return {
        text: value if (plies := found.distances[text]) is None else f"{value} {plies}"
        for text, value in found.items()
        if text in here.game.board.names and isinstance(value, str | int)
    }


def tell_values(console: Console, here: Position, found: MoveValues) -> None:
    """Prints the values of moves: on the board, and by value."""
    if not found:
        why = here.result.reason if here.result else ""
        console.print("no moves: the game is over" + (f" ({why})" if why else ""))
    if on_cells := _on_cells(here, found):
        values_board(console, here.game.board, on_cells)
    for words, moves in by_value(here, found).items():
        field(console, words, " ".join(moves))
    if found.reason:
        field(console, "reason", found.reason)


def by_value(here: Position, found: MoveValues) -> dict[str, list[str]]:
    """The moves by their values in words, the shortest wins first, then draws, the longest losses,
    and the unknown; where points are counted, in the order of the moves.
    """
    from ruleproof.solvers.playing.values.words import value_in_words

    ranks = {"win": 0, "draw": 1, "loss": 2, None: 3}

    def rank(move: str) -> tuple[int, int]:
        value, plies = found[move], found.distances[move] or 0
        known = ranks[value] if value is None or isinstance(value, str) else 0
        return known, -plies if value == "loss" else plies

    groups: dict[str, list[str]] = {}
    for move in sorted(found, key=rank):
        plies = found.distances[move]
        told = value_in_words(here, found[move]) + ("" if plies is None else f" in {plies}")
        if move in found.undecided:
            told = "undecided"
        groups.setdefault(told, []).append(move)
    return groups
