"""`ruleproof solve` and `openings`: what is true of one position."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import (
    after_the_answer,
    apart,
    chosen_game,
    chosen_position,
    naming,
    option_of,
    writable,
)
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.drawings import writable_drawing, write_drawing
from ruleproof.cli.asking.options import (
    AsJson,
    BoardText,
    GameName,
    LineText,
    Memory,
    PositionText,
    Seconds,
    SettingTexts,
)
from ruleproof.cli.errors import InputError, at, enough, said_at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, asked_about, tell_replaced
from ruleproof.cli.telling.pictures import field, values_board
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.exact.openings import MoveValues
    from ruleproof.solvers.playing.exact.solution import Solution
    from ruleproof.solvers.work.progress import Listener

GOALS = ("value", "win")
MOST_PLIES = 10_000


def register(app: typer.Typer) -> None:
    """Adds the commands of this module."""
    command(
        app,
        "solve",
        solve,
        "solve esgros --board hex:3 --certificate hex3.proof",
        "solve esgros --board hex:3 --html hex3.html",
        'solve esgros --board hex:3 --line "a1 c3" --goal win',
        'solve gro --board dish:2,1 --line "c1 c5" --goal win --within 7',
        "solve esgros --board hex:4 --time 60 --memory 2G --json",
        "solve incrowd --board square:4x5 --resume search.rpc",
    )
    command(
        app,
        "openings",
        openings,
        "openings esgros --board hex:3",
        "openings esgros --board hex:3 -o openings.svg",
    )


def read_goal(text: str) -> str:
    """The goal that the text names."""
    if text not in GOALS:
        raise typer.BadParameter(f"takes {' or '.join(GOALS)}: {text!r}")
    return text


def read_plies(text: str) -> int:
    """The number of plies that the text names."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_PLIES:
        raise typer.BadParameter(f"takes a number of plies from 1 to {MOST_PLIES}: {text!r}")
    return int(text)


def solve(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    goal: Annotated[
        str,
        typer.Option(
            "--goal",
            metavar="value|win",
            parser=read_goal,
            help="Exact value, or only whether the side to move can win",
        ),
    ] = "value",
    within: Annotated[
        int | None,
        typer.Option(
            "--within",
            metavar="N",
            parser=read_plies,
            help="With --goal win: whether the side to move wins within N plies.",
        ),
    ] = None,
    memory: Memory = None,
    seconds: Seconds = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            "-c",
            metavar="FILE",
            help="Write JSON lines that `verify` checks; gzipped if long.",
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Write the proof as a page, to be played through."
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Save the search there every minute at least, and go on from it if it exists.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Find the exact value of a position and its best moves.

    win, draw or loss are for the side to move. In scored two-player games the value is the first
    player's margin; with more players, each player's guaranteed score. Endless play is a draw;
    earlier occurrences of a position do not count. If it is stopped early (time, memory, Ctrl-C),
    it prints the bounds proved so far.
    """
    from ruleproof.models.files.folders import own_folder
    from ruleproof.models.rulebooks.assumed import objects, taken_as_given
    from ruleproof.solvers.playing.exact import solve as search

    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    if within is not None and (goal != "win" or len(chosen.players) > 2):
        raise typer.BadParameter("--within goes with --goal win, in games of two players")
    if certificate:
        writable(certificate, "--certificate")
    if html:
        if html.suffix.lower() not in ("", ".html", ".htm"):
            what = "the page is HTML; name a file that ends in .html"
            raise InputError(f"--html: {what}: {str(html)!r}")
        writable(html, "--html")
    if resume:
        writable(resume, "--resume", kept=True)
    apart(certificate=certificate, html=html, resume=resume)
    tell_replaced(certificate, html)
    wanted: search.Goal = "win" if goal == "win" else "value"
    places = {"--resume": resume, "--certificate": certificate}
    unwritten: list[str] = []
    with ExitStack() as stack:
        proof = certificate
        if html and not certificate:
            proof = stack.enter_context(own_folder()) / "proof.json"
        listener = stack.enter_context(listening())
        with at("--resume"), naming(places), enough():
            found = search.solve(
                here,
                goal=wanted,
                within=within,
                memory=memory or search.GIGABYTE,
                time=seconds,
                progress=listener,
                certificate=proof,
                replace=True,
                resume=resume,
            )
        page = None
        if html and found.certificate:
            page = written_page(html, found.certificate, listener, unwritten)
    if not certificate:
        found = replace(found, certificate=None, assumes=found.assumes if page else ())
    fields: dict[str, Any] = {
        "value": found.value,
        "distance": found.distance,
        "best": list(found.best),
        "line": list(found.line),
        "nodes": found.nodes,
        "certificate": str(found.certificate) if found.certificate else None,
        "html": str(page) if page else None,
        "assumes": objects(found.assumes),
        "goal": goal,
        "within": within,
        **asked_about(here, line),
    }
    if found.value is None:
        fields["bounds"] = [list(end) if isinstance(end, list) else end for end in found.bounds]
        fields["no_win_within"] = found.no_win_within
    if found.value is None or found.stopped:
        fields["reason"] = found.reason or None
    if resume:
        fields["kept"] = str(resume) if resume.exists() else None

    def people(console: Console) -> None:
        tell(console, here, found)
        why = (
            "see below"
            if found.unwritten or unwritten
            else "stopped before it was complete"
            if found.stopped
            else "no value and no bounds are known"
        )
        if certificate and not found.certificate:
            field(console, "proof", f"not written: {why}")
        if html:
            field(console, "page", str(page) if page else f"not written: {why}")
        for line in taken_as_given(found.assumes):
            field(console, "proof", line)
        if resume and resume.exists():
            from rich.filesize import decimal

            from ruleproof.solvers.work.memory import LACK

            used = "of a search that is done"
            if found.stopped:
                used = "the same command goes on from it"
                if LACK in found.reason:
                    used += ", if it has more --memory"
            field(console, "saved", f"{resume}, {decimal(resume.stat().st_size)}: {used}")

    unwritten += [said_at(option_of(error, places), error) for error in found.unwritten]
    return Answer(fields, people, chosen, STOPPED if found.stopped else DONE, unwritten)


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
        unwritten.append(f"--html: {error}")
        return None
    with after_the_answer("--html", unwritten):
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


def openings(
    game: GameName,
    board: BoardText = "",
    settings: SettingTexts = None,
    position: PositionText = None,
    line: LineText = None,
    memory: Memory = None,
    seconds: Seconds = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Draw the values as a heat map: .svg or .png."
        ),
    ] = None,
    as_json: AsJson = False,
) -> Answer:
    """Find the value of every first move.

    win, draw or loss are for the player who makes the move, with the distance in plies, that move
    included; in scored two-player games the value is the first player's margin. With --position or
    --line: the value of every move there. If time or memory runs short, distances are left out. A
    move is undecided if its result hangs on a repetition rule.
    """
    from ruleproof.solvers.playing.exact.openings import move_values
    from ruleproof.solvers.playing.exact.solve import GIGABYTE

    chosen = chosen_game(game, board, settings)
    here = chosen_position(chosen, position, line)
    if output:
        writable_drawing(output)
    with listening() as listener, enough():
        found = move_values(here, memory=memory or GIGABYTE, time=seconds, progress=listener)
    unwritten: list[str] = []
    on_cells = {
        text: value if (plies := found.distances[text]) is None else f"{value} {plies}"
        for text, value in found.items()
        if text in chosen.board.names and isinstance(value, str | int)
    }
    if output:
        write_drawing(output, here, unwritten, on_cells)

    def people(console: Console) -> None:
        if not found:
            why = here.result.reason if here.result else ""
            console.print("no moves: the game is over" + (f" ({why})" if why else ""))
        if on_cells:
            values_board(console, chosen.board, on_cells)
        for words, moves in by_value(here, found).items():
            field(console, words, " ".join(moves))
        if found.reason:
            field(console, "reason", found.reason)

    stopped = any(found[move] is None and move not in found.undecided for move in found)
    status = STOPPED if stopped else DONE
    fields: dict[str, Any] = {"openings": found, "distances": found.distances}
    fields |= asked_about(here, line)
    if None in found.values():
        fields |= {"undecided": list(found.undecided), "reason": found.reason or None}
    return Answer(fields, people, chosen, status, unwritten)


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
