"""What a command loads, how it starts as a process, and how it ends when nobody listens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ruleproof.models.rulebooks.rulebook import names

HEAVY = ("numba", "z3", "networkx", "numpy", "pydantic", "jinja2", "matplotlib", "fastapi", "rich")

SCRIPT = str(Path(sys.executable).parent / "ruleproof")


def loaded(code: str) -> set[str]:
    """The heavy packages that are loaded once the code has run in a process of its own."""
    ask = f"import sys\ntry:\n    {code}\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    return {name for name in HEAVY if name in done.stderr.split()}


def cli(*arguments: str) -> str:
    return f"from ruleproof.cli import main; main({list(arguments)!r})"


def test_importing_loads_nothing_heavy():
    assert loaded("import ruleproof") == set()
    assert loaded("import ruleproof.cli") == set()


@pytest.mark.parametrize(
    "arguments", [["--version"], ["solve", "--help"], ["show", "chess"], ["nosuch"]]
)
def test_help_and_errors_load_nothing_heavy(arguments: list[str]):
    assert loaded(cli(*arguments)) <= {"pydantic"}  # typer's own, from its version 0.29 on


def test_the_first_help_loads_nothing_heavy():
    assert loaded(cli("--help")) == set()


@pytest.mark.parametrize("command", ["show", "moves", "play"])
def test_playing_needs_no_solver(command: str):
    assert loaded(cli(command, "esgros", "--json")) <= {"pydantic"}


@pytest.mark.parametrize(
    "words",
    ["solve esgros --board hex:2", "solve grow --board square:2x2 --set players=3",
     "solve gro --board dish:1,1 --set tokens=1", "solve incrowd --board square:2x3 --goal win",
     "openings esgros --board hex:2"],
)  # fmt: skip
def test_small_positions_are_answered_before_anything_is_compiled(words: str):
    assert loaded(cli(*words.split(), "--json")) <= {"pydantic"}


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ruleproof", *arguments]
    return subprocess.Popen(command, stdout=-1, stderr=-1, text=True, preexec_fn=_heed_ctrl_c)


def _heed_ctrl_c() -> None:
    """Undoes what a shell does to commands it starts in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_the_module_is_the_command():
    out, err = start("perft", "esgros", "--board", "hex:2", "--depth", "2", "--json").communicate()
    assert all(line.startswith("ruleproof: compil") for line in err.splitlines())
    assert json.loads(out)["nodes"] == 42


@pytest.mark.parametrize("words", ["games", "conform esgros --board hex:2 --law text"])
@pytest.mark.parametrize("way", [["-m", "ruleproof"], [SCRIPT]])
def test_nothing_in_the_folder_is_loaded(tmp_path: Path, way: list[str], words: str):
    for name in sys.stdlib_module_names | {*HEAVY, "typer", "llvmlite"}:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('loaded: {name}')\n")
    command = [sys.executable, *way, *words.split(), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, "loaded" in done.stderr) == (0, False), done.stderr
    assert json.loads(done.stdout)["version"]


def test_nothing_begins_where_nothing_can_be_compiled(tmp_path: Path):
    others = tmp_path / "cache"
    others.mkdir(mode=0o700)
    others.chmod(0o770)
    for variable, value in (("RULEPROOF_CACHE", str(others)), ("NUMBA_DISABLE_JIT", "1")):
        done = subprocess.run(
            [sys.executable, "-m", "ruleproof", "games", "--json"],
            capture_output=True,
            text=True,
            env=os.environ | {variable: value},
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.rstrip().endswith(repr(value))


def test_games_from_other_packages_are_listed():
    out, _ = start("games", "--json").communicate()
    listed = [book["name"] for book in json.loads(out)["games"]]
    assert listed == list(names())
    assert {"connect-four", "clobber"} < set(listed)


@pytest.mark.parametrize("written", [b"[console_scripts]\nno value\n", b"[x]\ny = \xff:z\n"])
def test_a_package_with_broken_entry_points_is_named_and_passed_over(
    tmp_path: Path, written: bytes
):
    package = tmp_path / "odd-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (package / "entry_points.txt").write_bytes(written)
    path = os.pathsep.join([os.environ["PYTHONPATH"], str(tmp_path)])
    done = subprocess.run(
        [sys.executable, "-m", "ruleproof", "moves", "clobber", "--json"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "passed over: the entry points of 'odd' are broken" in done.stderr
    assert json.loads(done.stdout)["moves"]


def test_a_reader_that_goes_away_is_no_error():
    process = start("games")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait() == 0


def test_ctrl_c_tells_what_is_known():
    process = start("perft", "esgros", "--board", "hex:5", "--depth", "30", "--json")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3
    assert "Traceback" not in err
    if out:  # it may have been stopped before it began
        answer = json.loads(out)
        assert answer.get("stopped") or (answer["nodes"] is None and answer["bounds"][0] >= 0)
