"""What a command loads, how it starts as a process, and how it ends when nobody listens."""

from __future__ import annotations

import json
import os
import re
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
        told = json.loads(out)
        assert told.get("stopped") or (told["nodes"] is None and told["bounds"][0] >= 0)


@pytest.mark.parametrize("words", ["site", "puzzles select", "check", "show"])
def test_help_calls_arguments_by_their_own_words(words: str):
    told, _ = start(*words.split(), "--help").communicate()
    usage, *rest = told.splitlines()
    own = {"site": "[SET…]", "puzzles select": "SET…", "check": "[GAME]", "show": "GAME"}[words]
    assert usage.endswith(f"{words} [OPTIONS] {own}")
    assert f"  {own.strip('[]')}  " in "\n".join(rest)
    assert "<" not in told


def test_help_shows_examples():
    out, _ = start("--help").communicate()
    for command in ("games", "boards", "show", "moves", "play", "perft", "solve", "openings"):
        assert command in out
    assert "Exit status" in out


@pytest.mark.parametrize("group", ["", "puzzles", "table"])
def test_lists_of_commands_tell_each_in_a_whole_sentence(group: str):
    out, _ = start(*group.split(), "--help").communicate()
    listed = out.partition("Commands:\n")[2].partition("\n\n")[0]
    rows = re.split(r"\n  (?=\w)", listed)
    assert len(rows) >= 5
    for row in rows:
        assert row.rstrip().endswith("."), row
        assert "..." not in row
