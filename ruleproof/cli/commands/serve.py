"""`ruleproof serve`: the studio, for a browser on this machine."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ruleproof.cli.asking.arguments import puzzle_set
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.described import described
from ruleproof.cli.asking.options import argument, option, whole
from ruleproof.cli.errors import InputError, at, in_words
from ruleproof.cli.telling.answers import Answer, remark

if TYPE_CHECKING:
    import socket
    from types import FrameType

    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.reports.studio.commands import OfferedCommand

_NEEDS = ("fastapi", "uvicorn")
_TOLD = 8
"""So many files that are no tables are told one by one."""
_MISSING = 'needs the extra `web`: pip install "ruleproof[web]"'


def read_place(text: str) -> tuple[str, int]:
    """The host and the port that the text names."""
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", whole(0, 65535)(port)


@command(
    "serve",
    earlier={"--tables": "{}", "--sets": "{}"},
    gone={"--open": "open the address that it prints"},
)
def serve(
    context: typer.Context,
    files: list[Path] | None = argument(
        "[FILE…]", "Sets of puzzles to solve, or starter:GAME; a folder of tables.", None
    ),
    port: Any = option(
        "--port", "[HOST:]N", "Where to be reached; 0 is any free port.", "8000", reader=read_place
    ),
    host: str = option("--host", "NAME", "", "", hidden=True),
) -> Answer:
    """Serve the studio: analyse, play, solve and read in a browser. Ctrl-C ends it.

    Only this machine can reach it, unless --port names another address of it; it writes nothing.

    Examples:
      ruleproof serve
      ruleproof serve --port 8080
      ruleproof serve esgros.jsonl starter:gro tables/
    """
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        raise InputError(f"serve {_MISSING} (not installed: {', '.join(missing)})")
    folders = [one for one in files or () if one.is_dir()]
    if len(folders) > 1:
        raise InputError(f"FILE: one folder of tables at a time: {str(folders[1])!r}")
    tables = folders[0] if folders else None
    if tables is not None:
        tell_left_out(tables)
    shown = given_sets([one for one in files or () if one != tables])
    host, port = host or port[0], port[1]
    with listening(host, port) as waiting:
        address = f"http://{_written(host)}:{waiting.getsockname()[1]}"
        remark(f"the studio is at {address} (Ctrl-C ends it)")
        run(waiting, host, tables, shown, described(context.find_root().command))

    def people(console: Console) -> None:
        console.print(f"served at {address}")

    return Answer({"address": address}, people)


def listening(host: str, port: int) -> socket.socket:
    """Opens a socket that listens there, so that a refusal comes before anything is loaded."""
    import socket

    with at("--port"):
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    try:
        return socket.create_server((host, port), family=found[0][0], backlog=128)
    except OSError as error:
        of_port = error.errno in (errno.EADDRINUSE, errno.EACCES)
        value = port if of_port else repr(host)
        raise InputError(f"--port: {in_words(error)}: {value}") from error


def tell_left_out(folder: Path) -> None:
    """Says which files in the folder are named like tables and are none."""
    from ruleproof.reports.studio.shelf import Shelf

    left_out = Shelf(folder).left_out
    for name, why in list(left_out.items())[:_TOLD]:
        remark(f"FILE: {name!r} is left out: {why}")
    if len(left_out) > _TOLD:
        remark(f"FILE: {len(left_out) - _TOLD} more files are left out")


def given_sets(paths: list[Path]) -> dict[str, list[Puzzle]]:
    """The sets of these files and starter sets, by names that are made from theirs."""
    found: dict[str, list[Puzzle]] = {}
    for path in paths:
        puzzles = puzzle_set(path, "FILE")
        name = path.stem.replace(":", "-")[:60]
        if name in found:
            raise InputError(f"FILE: another set has this name, too: {str(path)!r}")
        found[name] = puzzles
    return found


def run(
    waiting: socket.socket,
    host: str,
    tables: Path | None,
    sets: dict[str, list[Puzzle]],
    commands: Sequence[OfferedCommand],
) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    import uvicorn

    from ruleproof.reports.studio.app import Options, make_app
    from ruleproof.reports.studio.gate.places import Connection

    options = Options(tables=tables, sets=sets, hosts=(host,), warm=True, commands=commands)
    app = make_app(options)
    settings = uvicorn.Config(
        app,
        http=Connection,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )

    class Server(uvicorn.Server):
        """Ends in good order however often it is told: a SIGTERM comes as Ctrl-C, too."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
            """Begins to end: no request is taken any more, and every search ends."""
            self.should_exit = True
            if searches := getattr(app.state, "searches", None):
                searches.ending = True

    try:
        Server(settings).run(sockets=[waiting])
    except KeyboardInterrupt:
        return


def _written(host: str) -> str:
    """The host as it stands in an address."""
    return f"[{host}]" if ":" in host else host
