"""Gives every operation of the studio its share of requests, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from typer.main import get_command

from lab.attack.api.asking import EVENTS, Answer, App, Asked, ask
from lab.attack.api.checks import TOLD_TO_WAIT, Document, places, wrong
from lab.attack.api.requests import MARK, bodies, drawn, edited, operations
from lab.attack.api.rows import Row
from lab.attack.jobs import resident
from lab.attack.targets import MEGABYTE
from ruleproof.cli.app import app as command_line
from ruleproof.cli.asking.described import described
from ruleproof.reports.studio.app import Options, make_app

MOST_GROWTH = 200 * MEGABYTE
LONG_STREAMS = 25
"""One stream of so many is listened to for longer, so that workers do some of what is asked."""
SECRET = f"{MARK}-secret".encode()


def studio(folder: Path) -> App:
    """A studio with a table, a file with the ending of one, and a secret beside its folder."""
    tables = folder / "tables"
    tables.mkdir(parents=True)
    for path in (folder / "secret", folder / "secret.rpt", folder / "secret.txt"):
        path.write_bytes(SECRET)
    (tables / "broken.rpt").write_bytes(SECRET * 100)
    _table(tables / "t.rpt")
    whole = (tables / "t.rpt").read_bytes()
    (tables / "half.rpt").write_bytes(whole[: len(whole) // 2])
    return make_app(Options(tables=tables, commands=described(get_command(command_line))))


def _table(path: Path) -> None:
    from ruleproof.cli import main

    with redirect_stdout(StringIO()):
        main(["table", "build", "esgros", "--board", "hex:2", "-o", str(path), "--json"])


def requests(
    document: dict[str, Any], method: str, path: str, many: int, seed: int
) -> Iterator[Asked]:
    """So many requests to the operation: half drawn by schemathesis, where it is installed and the
    document tells of the operation; the others edited.
    """
    dice, seeds = Random(f"{seed} {method} {path}"), bodies().get(path, [])
    left = many
    if find_spec("schemathesis") and path in document["paths"]:
        for one in drawn(document, method, path, many // 2, seed):
            yield in_events(one)
            left -= 1
    for _ in range(left):
        yield in_events(edited(dice, method, path, seeds))


def in_events(asked: Asked) -> Asked:
    """The request, which asks a command for events: its answer would take its time."""
    if not asked.path.startswith("/api/commands/"):
        return asked
    others = tuple(one for one in asked.headers if one[0] != b"accept")
    return asked._replace(headers=(*others, (b"accept", EVENTS.encode())))


async def run(
    folder: Path, many: int, seed: int, only: str, say: Callable[[str], None]
) -> list[Row]:
    """A row for each operation; where `only` is the whole name of one, for that alone."""
    app = studio(folder)
    document = app.openapi()
    checked = Document(document) if find_spec("schemathesis") else None
    secret = [SECRET, *places(folder)]
    rows: list[Row] = []
    async with app.router.lifespan_context(app):
        asked_of = [(f"{method} {path}", method, path) for method, path in operations(document)]
        whole = only in (name for name, _, _ in asked_of)
        for name, method, path in asked_of:
            if (only != name) if whole else (only not in name):
                continue
            row = Row(name)
            before, streams = resident(), 0
            for asked in requests(document, method, path, many, seed):
                longer = streams % LONG_STREAMS == LONG_STREAMS - 1
                answer = await ask(app, asked, events=200 if longer else 1)
                streams += answer.kind == EVENTS
                faults = wrong(asked, answer, checked, secret)
                row.add(outcome(answer), answer.seconds, faults, asked.written())
            row.growth = max(0, resident() - before)
            if row.growth > MOST_GROWTH:
                row.add("grown", 0.0, [f"{row.growth:,} bytes more than before"], "")
            rows.append(row)
            say(row.line)
            await idle(app)
    return rows


def outcome(answer: Answer) -> str:
    """What became of a request, in the words of a row."""
    if answer.status in TOLD_TO_WAIT:
        return "told to wait"
    return "answered" if 0 < answer.status < 400 else "refused"


async def idle(app: App, patience: float = 30.0) -> None:
    """Waits until no search is under way; fails if one goes on whose client has gone."""
    searches = app.state.searches
    for _ in range(round(patience / 0.1)):
        if not searches.busy:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{searches.busy} searches go on whose clients have gone")


def all_rows(
    folder: Path, many: int, seed: int, only: str, say: Callable[[str], None]
) -> Sequence[Row]:
    """As `run`, from the outside of an event loop."""
    return asyncio.run(run(folder, many, seed, only, say))
