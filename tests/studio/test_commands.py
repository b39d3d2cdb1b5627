"""The command line as operations: the same answers, contents in place of files, and ends."""

from __future__ import annotations

import asyncio
import base64
import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from ruleproof.reports.studio.commands import Running
from tests.studio.served import COMMANDS, SET, Limits, Options, TestClient, events, make_app, until

VARYING = ("nodes", "seconds", "compiling")
SOME = "\n".join(puzzle.line() for puzzle in SET[:1])
STREAMED = {"Accept": "text/event-stream"}


@pytest.fixture(scope="module")
def commands() -> Iterator[TestClient]:
    """A client of a studio that offers commands."""
    options = Options(commands=COMMANDS, limits=Limits(cells=64))
    with TestClient(make_app(options), base_url="http://localhost") as found:
        yield found


def asked(client: TestClient, name: str, **options: Any) -> dict[str, Any]:
    """The answer of the command."""
    found = client.post(f"/api/commands/{name}", json=options)
    assert found.status_code == 200, found.text
    return found.json()


def refused(client: TestClient, name: str, **options: Any) -> tuple[str, str]:
    """The place and the message of the refusal."""
    found = client.post(f"/api/commands/{name}", json=options)
    assert found.status_code in (400, 422), found.text
    return found.json()["place"], found.json()["message"]


def test_a_program_may_ask_for_what_it_cannot_find_out_by_itself():
    assert {command.name for command in COMMANDS} == {
        *("solve", "check", "verify", "puzzles-make", "puzzles-judge", "puzzles-check")
    }
    for command in COMMANDS:
        fields = [field.name for field in command.fields]
        assert len(set(fields)) == len(fields)
        assert not {"json", "resume", "cluster"} & set(fields)


def test_no_field_takes_the_path_of_a_file():
    kinds = {(one.name, field.name): field.kind for one in COMMANDS for field in one.fields}
    for (command, name), kind in kinds.items():
        assert kind == "content" or name != "file", command
        assert kind == "written" or name not in {"output", "html", "certificate"}, command


def test_the_answer_is_that_of_the_command_line(commands: TestClient):
    from ruleproof.cli import main

    printed = StringIO()
    with redirect_stdout(printed):
        words = ("solve", "esgros", "--board", "hex:2", "--line", "a1 b2", "--set", "full=loss")
        main([*words, "--json"])
    told = json.loads(printed.getvalue())
    options = {"game": "esgros", "board": "hex:2", "line": "a1 b2", "set": ["full=loss"]}
    found = asked(commands, "solve", **options)
    assert found["status"] == 0
    assert {k: v for k, v in found["answer"].items() if k not in VARYING} == {
        k: v for k, v in told.items() if k not in VARYING
    }


def test_contents_stand_in_place_of_files(commands: TestClient):
    options = {"game": "esgros", "board": "hex:2", "line": "a1", "certificate": "solved.json"}
    (content,) = asked(commands, "solve", **options)["files"].values()
    assert asked(commands, "verify", file=content)["answer"]["ok"] is True
    sent = {"base64": base64.b64encode(SOME.encode()).decode()}
    faults = [
        asked(commands, "puzzles-check", file=one)["answer"]["faults"] for one in (SOME, sent)
    ]
    assert faults[0] == faults[1]
    assert SET[0].id in faults[0][0]


def test_an_exit_status_is_told(commands: TestClient):
    found = asked(commands, "verify", file='{"moves": 1}')
    assert found["status"] == 1
    assert found["answer"]["ok"] is False


@pytest.mark.parametrize(
    ("name", "options", "place", "told"),
    [
        ("solve", {"game": "chess"}, "game", "no such game"),
        ("solve", {"game": "esgros", "board": "hex:1"}, "board", "hex:S needs"),
        ("solve", {"game": "esgros", "board": "hex:8"}, "board", "at most 64 cells"),
        ("solve", {"game": "esgros", "set": ["full=lost"]}, "set", "full"),
        ("solve", {"game": "esgros", "nothing": 1}, "nothing", "there is no such field"),
        ("solve", {}, "body", "missing GAME"),
        ("solve", {"game": "esgros", "goal": "win:-1"}, "goal", "a number of plies"),
        ("solve", {"game": "esgros", "position": "@/etc/passwd"}, "position", "reads no file"),
        ("solve", {"game": "esgros", "position": "-"}, "position", "reads no file"),
        ("solve", {"game": "esgros", "output": "../proof.html"}, "output", "bare name"),
        ("solve", {"game": "esgros", "output": "/tmp/proof.html"}, "output", "bare name"),
        ("solve", {"game": "game.json"}, "game", "no such game"),
        ("puzzles-make", {"game": "esgros", "source": ["table:x"]}, "source", "not read here"),
        ("puzzles-judge", {"game": "gro", "goal": "win"}, "goal", "add --turns N"),
        ("puzzles-check", {"file": "/etc/passwd"}, "file", "not its name"),
        ("puzzles-check", {"file": "starter:../esgros"}, "file", "not its name"),
        ("puzzles-check", {"file": "starter:chess"}, "file", "no starter set"),
        ("puzzles-check", {"file": {"base64": "?"}}, "file", "base64"),
    ],
)
def test_refusals_name_the_field(
    commands: TestClient, name: str, options: dict[str, Any], place: str, told: str
):
    where, message = refused(commands, name, **options)
    assert (where, told in message) == (place, True), message


def test_no_option_is_read_out_of_a_value(commands: TestClient):
    assert refused(commands, "solve", game="--json")[0] == "game"
    where, message = refused(commands, "solve", game="esgros", line="--help")
    assert where == "line"
    assert "--help" in message


def test_progress_and_the_answer_come_as_events(commands: TestClient):
    body = {"game": "esgros", "board": "path:3", "claim": ["6"]}
    found = events(commands.post("/api/commands/check", json=body, headers=STREAMED).text)
    names = [name for name, _ in found]
    assert names[0] in ("waiting", "begun")
    assert names[-2:] == ["answer", "done"]
    assert "progress" in names
    assert found[-2][1]["answer"]["claims"]
    assert found[-1][1] == {"complete": True, "reason": ""}


def test_a_refusal_of_the_command_is_an_event(commands: TestClient):
    body = {"game": "gro", "goal": "win"}
    found = events(commands.post("/api/commands/puzzles-judge", json=body, headers=STREAMED).text)
    assert found[-2][0] == "refused"
    assert found[-2][1]["place"] == "goal"
    assert found[-1][1]["complete"] is False


def test_at_the_end_of_its_time_a_command_tells_what_it_knows():
    options = Options(commands=COMMANDS, limits=replace(Limits(), seconds=6.0))
    with TestClient(make_app(options), base_url="http://localhost") as client:
        found = asked(client, "solve", game="esgros", board="hex:6")
    assert found["status"] == 3
    assert found["answer"]["game"] == "esgros"


def test_a_command_ends_with_its_client_and_leaves_nothing(tmp_path: Path):
    from tests.studio.served import Served

    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(tmp_path)
    import tempfile

    tempfile.tempdir = None
    served = Served(Limits())
    try:
        from urllib.request import ProxyHandler, Request, build_opener

        body = json.dumps({"game": "esgros", "board": "hex:6"}).encode()
        headers = {"Content-Type": "application/json", **STREAMED}
        request = Request(f"{served.address}/api/commands/solve", body, headers)
        with build_opener(ProxyHandler({})).open(request) as stream:
            while b"progress" not in stream.readline():
                pass
            (folder,) = tmp_path.glob("ruleproof-*")
            at_work = working_in(folder)
            assert at_work
        until(lambda: not served.busy and not folder.exists(), 30)
        until(lambda: not any(map(alive, at_work)), 10)
    finally:
        served.end()
        tempfile.tempdir = None
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before


def working_in(folder: Path) -> list[int]:
    """The processes whose folder it is."""
    found: list[int] = []
    for one in Path("/proc").glob("[0-9]*"):
        try:
            if (one / "cwd").readlink().is_relative_to(folder):
                found.append(int(one.name))
        except OSError:
            continue
    return found


def alive(process: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def test_a_long_answer_is_read_to_its_end():
    """Reading ends where the process does, not with the first bytes that come."""
    from ruleproof.reports.studio.children import beginning

    async def read() -> tuple[bytes, int]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "print('x' * 1_000_000)"), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout
        found = await beginning(process.stdout)
        return found, await asyncio.wait_for(process.wait(), 30)

    found, status = asyncio.run(read())
    assert (len(found), status) == (1_000_001, 0)


def test_a_command_that_cannot_begin_says_why_at_once(monkeypatch: pytest.MonkeyPatch):
    def full(path: Path, content: bytes) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path.name)

    async def told() -> list[Any]:
        running = Running(Limits())
        running.begin({"arguments": ["verify", "--", "given"], "files": {"given": b"x"}})
        return [await running.hear(60.0), await running.stop()]

    monkeypatch.setattr("ruleproof.reports.studio.commands.write_whole", full)
    (name, what), _ = asyncio.run(told())
    assert name == "done"
    assert not what["complete"]
    assert os.strerror(errno.ENOSPC) in what["reason"]


def test_a_command_is_stopped_before_its_process_is_there():
    async def stopped() -> list[Any]:
        running = Running(Limits())
        running.begin({"arguments": ["solve", "esgros", "--board", "hex:4"], "files": {}})
        await running.stop()
        return [await running.hear(0.1)]

    assert asyncio.run(stopped()) == [("", None)]
