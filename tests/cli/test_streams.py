"""Standard streams that are closed, full or cut, narrow terminals, and signals."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages import report as reports
from ruleproof.solvers.playing.retrograde import cyclic
from ruleproof.solvers.playing.tables import build as table_build
from ruleproof.solvers.reasoning.checking import claim_certificate as certify
from ruleproof.solvers.reasoning.checking import record as check_record
from ruleproof.solvers.work.checkpoints import Checkpoint
from tests.cli.conftest import Run

SHOW = ("show", "esgros", "--board", "hex:2")


def shell(line: str, **environment: str) -> Run:
    """What a shell makes of a line in which `$R` is the command."""
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; R='{sys.executable} -m ruleproof'; {line}"],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("said", [" ".join(SHOW), "--help", "--version", "nosuch --help"])
@pytest.mark.parametrize("way", [">&-", "> /dev/full", "| head -c 1"])
def test_an_output_that_takes_nothing_is_told_in_one_line(said: str, way: str) -> None:
    done = shell(f"$R {said} {way}")
    assert "Traceback" not in done.err
    bad = said.startswith("nosuch")
    full = "full" in way
    assert done.status == (2 if bad or full else 0)
    assert done.err.count("\n") == (1 if bad or full else 0)
    if full and not bad:
        expected = "ruleproof: cannot write to standard output (the disk is full)\n"
        assert done.err == expected


def test_a_full_output_is_told_for_json_too() -> None:
    assert shell("$R games --json > /dev/full").status == 2


@pytest.mark.parametrize("way", ["2>&-", "2> /dev/full"])
def test_messages_that_nobody_hears_do_not_get_into_the_output(way: str) -> None:
    assert shell(f"$R show nosuch {way}") == Run(2, "", "")


def test_a_closed_input_is_told() -> None:
    done = shell("$R show esgros --position - <&-")
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("ruleproof: --position (standard input): it is closed")


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    path = tmp_path / "position.svg"
    assert shell(f"$R {' '.join(SHOW)} -o {path} >&- 2>&- <&-").status == 0
    assert path.read_text().startswith("<svg")
    assert path.read_text().rstrip().endswith("</svg>")


@pytest.mark.parametrize("columns", ["0", "1", "-3", "many"])
def test_any_number_of_columns_prints_the_answer(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    done = run(*SHOW)
    assert done.status == 0
    assert "black to move" in done.out
    listed = run("games", "esgros")
    assert "exceed" in "".join(listed.out.split())


PERFT = ("perft", "esgros", "--board", "hex:5", "--depth", "30", "--json")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 3.0])
def test_a_signal_stops_with_one_line_and_no_traceback(number: int, seconds: float) -> None:
    begun = (
        "import sys, os, threading, signal\n"
        "sys.orig_argv[1:] = ['ruleproof']\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from ruleproof.cli import signals\n"
        "heed = signals.heed\n"
        "def heeding(answer):\n"
        "    heed(answer)\n"
        f"    threading.Timer({seconds}, os.kill, (os.getpid(), {number})).start()\n"
        "signals.heed = heeding\n"
        "from ruleproof.cli import main\n"
        f"sys.argv[1:] = {PERFT!r}\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", begun], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 3
    if done.stdout:
        assert json.loads(done.stdout).get("nodes") is None
    else:
        name = "SIGTERM" if number == signal.SIGTERM else "Ctrl-C"
        assert done.stderr.splitlines()[-1] == f"ruleproof: stopped by {name}"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_at_the_first_import_is_one_line(name: str) -> None:
    begun = (
        "import sys, os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_DFL)\n"
        "sys.orig_argv[1:] = ['/bin/ruleproof', 'games']\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'ruleproof.models':\n"
        f"            os.kill(os.getpid(), signal.{name})\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "import ruleproof\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", begun], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    by = "Ctrl-C" if name == "SIGINT" else name
    assert done.stderr == f"ruleproof: stopped by {by}\n"


def test_importing_the_package_leaves_signals_alone() -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import ruleproof;"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Files that cannot be written


@pytest.mark.parametrize(
    "arguments",
    [
        (*SHOW, "--output", "/dev/full"),
        ("play", "esgros", "--board", "hex:2", "--line", "a1", "--save", "/dev/full"),
    ],
)
def test_an_answer_is_printed_though_a_file_is_full(
    run: Callable[..., Run], arguments: tuple[str, ...]
) -> None:
    done = run(*arguments, "--json")
    assert done.status == 2
    assert "position" in done.object
    expected = "ruleproof: cannot write there (the disk is full): '/dev/full'\n"
    assert done.err == expected


def test_a_file_name_too_long_is_told_before_any_work(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    path = tmp_path / ("x" * 300)
    for arguments in (
        (*SHOW, "-o", str(path)),
        ("solve", "esgros", "-b", "hex:2", "-c", str(path)),
        ("solve", "esgros", "-b", "hex:2", "--resume", str(path)),
        ("check", "esgros", "-b", "hex:2", "--resume", str(path)),
        ("check", "esgros", "-b", "hex:2", "--certificates", str(path)),
    ):
        done = run(*arguments)
        assert (done.status, done.out) == (2, "")
        assert "(file name too long)" in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", ["solve", "check"])
def test_what_is_read_again_later_is_no_device(run: Callable[..., Run], command: str) -> None:
    done = run(command, "esgros", "-b", "hex:2", "--resume", "/dev/null")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ruleproof: --resume: takes a regular file")


def test_a_full_disk_keeps_the_answer_and_is_no_fault_of_an_option(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    done = run("solve", "esgros", "-b", "hex:2", "-c", "/dev/full", "--json")
    assert done.status == 2
    assert done.object["value"] is not None
    assert done.object["certificate"] is None
    assert "ruleproof: cannot write there (the disk is full)" in done.err
    done = run("openings", "esgros", "-b", "hex:2", "-o", "/dev/full", "--json")
    assert done.status == 2
    assert None not in done.object["openings"].values()
    assert "ruleproof: cannot write there (the disk is full)" in done.err


def test_what_a_killed_check_left_behind_is_removed(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    part = tmp_path / ".c.json.ruleproof-abcdefgh.part"
    part.write_text("half")
    check = ("check", "esgros", "-b", "hex:2", "--claim", "6", "--json")
    done = run(*check, "--resume", str(tmp_path / "c.json"))
    assert done.status == 0
    (verdict,) = done.object["claims"]
    assert 0 <= verdict["compiling"] <= verdict["seconds"]
    assert [path.name for path in tmp_path.iterdir()] == ["c.json"]
    full = run(*check, "--certificates", str(tmp_path / "c.json" / "below"))
    assert full.status == 2
    assert full.out == ""


def test_verdicts_are_told_though_a_file_is_lost(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: str | bytes) -> Path:
        raise WriteError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    check = ("check", "esgros", "-b", "hex:2", "--claim", "6", "--json")
    for module, option in ((certify, "--certificates"), (check_record, "--resume")):
        monkeypatch.setattr(module, "write_whole", full)
        done = run(*check, option, str(tmp_path / option.strip("-")))
        assert done.status == 2
        assert [verdict["verdict"] for verdict in done.object["claims"]] == ["proved"]
        assert "cannot write there (the disk is full)" in done.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("number", "cause"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk quota is used up"),
        (errno.EROFS, "the disk is read-only"),
    ],
)
@pytest.mark.parametrize("command", ["report", "site"])
def test_a_disk_that_takes_no_more_is_told_behind_the_answer(
    run: Callable[..., Run],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    number: int,
    cause: str,
) -> None:
    room = iter([None])

    def sync(_: int) -> None:
        if next(room, number):
            raise OSError(number, os.strerror(number))

    def found(of: Game, *, tell: Callable[[Findings], None], **limits: object) -> Findings:
        return Findings(of)

    monkeypatch.setattr(reports, "investigate", found)
    monkeypatch.setattr(os, "fsync", sync)
    asked = {"report": ("esgros", "-b", "hex:2"), "site": ("esgros",)}[command]
    done = run(command, *asked, "-o", str(tmp_path), "--json")
    assert done.status == 2
    written = {"report": None, "files": [str(tmp_path / "esgros-rules.html")]}
    assert all(written[name] == done.object[name] for name in written if name in done.object)
    why = f"ruleproof: cannot write there ({cause}; nothing is left half-written): '{tmp_path}/"
    assert done.err.splitlines()[-1].startswith(why)
    assert not list(tmp_path.glob(".*"))


def test_a_table_that_cannot_be_written_is_told_all_the_same(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **more: object) -> int:
        raise WriteError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(tmp_path / "t.rpt"))

    monkeypatch.setattr(table_build, "write_table", full)
    done = run("table", "build", "esgros", "-b", "hex:2", "-o", str(tmp_path / "t.rpt"), "--json")
    assert done.status == 2
    assert done.object["value"] == "win"
    assert done.object["table"] is None
    assert "ruleproof: cannot write there (the disk is full)" in done.err
    assert "--resume goes on from what was found" in done.err
    monkeypatch.undo()
    build = ("table", "build", "esgros", "-b", "hex:2", "-o", str(tmp_path / "t.rpt"))
    assert run(*build, "--resume", str(tmp_path / "t.rpt.part")).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["t.rpt"]


@pytest.mark.parametrize("broken", ["add", "begin"])
def test_what_is_known_is_told_though_a_checkpoint_is_lost(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    kept = tmp_path / "kept"

    def full(self: Checkpoint, *given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))

    monkeypatch.setattr(cyclic, "_CHUNK", 100)
    monkeypatch.setattr(Checkpoint, "due", True)
    monkeypatch.setattr(Checkpoint, broken, full)
    gro = ("gro", "-b", "dish:1,1", "-s", "tokens=2", "--json")
    done = run("solve", *gro, "--resume", str(kept))
    assert done.status == 2
    assert done.object["value"] == "draw"  # forced wins are looked for where a table cannot be kept
    assert done.err.splitlines()[-1].startswith("ruleproof: cannot write there (the disk is full)")
    sow = ("sow", "-b", "square:2x3", "-s", "height=1", "--json")
    done = run("solve", *sow, "--goal", "value", "--resume", str(kept.with_name("other")))
    assert done.status == 2
    assert done.object["value"] is not None
    done = run("table", "build", *gro, "-o", str(tmp_path / "t.rpt"))
    assert done.status == 2
    assert done.object["table"] is None
    assert done.object["positions"] > 0
    assert "ruleproof: cannot write there (the disk is full)" in done.err
    done = run("solve", "grow", "-b", "square:2x2", "--json", "--resume", str(tmp_path / "grow"))
    assert done.status == 2
    assert done.object["value"] == 2
