"""Ruleproof starts on every system: one module knows what they differ in.

Tried here: names that Windows lacks are hidden from Ruleproof's own modules, and its commands run.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.elsewhere import as_on_windows, missing_on_windows
from tests.test_readme import BLOCK, README, run_console

HOME = Path(__file__).parents[1]
FOLDERS = ("models", "solvers", "puzzles", "reports", "ruleproof")
ONE = HOME / "models" / "systems.py"
TOUR: list[tuple[list[str], str]] = [
    (["show", "esgros", "--board", "hex:2"], "black to move"),
    (["solve", "esgros", "--board", "hex:2", "--resume", "kept", "--certificate", "win"], "win in"),
    (["verify", "win"], "ok: win"),
    (["table", "build", "esgros", "--board", "hex:2", "-o", "small.rpt"], "27 up to symmetry"),
    (["verify", "small.rpt"], "ok: small.rpt"),
    (["check", "esgros", "--board", "path:3", "--claim", "6", "--certificates", "proofs"], "refut"),
    (["verify", "proofs/esgros-path3-6.zip"], "ok: proofs"),
    (["conform", "esgros", "--board", "path:3", "--time", "20"], "holds"),
    (["compare", "esgros", "--board", "path:3", "--with", "exceed=void"], "no game on path:3"),
    (["puzzles", "show", "starter:gro", "1"], "Red"),
    (["puzzles", "export", "starter:sow", "-o", "set.html"], "set.html"),
]
"""Commands with part of what they print, each kind of process, lock and file among them."""


def used(source: str) -> Iterator[tuple[str, int]]:
    """The names in a source that Windows lacks, each with its line."""
    missing = missing_on_windows()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found = [(one.name, "*") for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [(str(node.module), one.name) for one in node.names]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = [(node.value.id, node.attr)]
        elif (  # getattr(signal, "SIGKILL"), hasattr(os, "fork")
            isinstance(node, ast.Call)
            and len(node.args) > 1
            and isinstance(node.args[0], ast.Name)
            and isinstance(node.args[1], ast.Constant)
        ):
            found = [(node.args[0].id, str(node.args[1].value))]
        else:
            continue
        for module, name in found:
            lacks = missing.get(module, set[str]())
            if lacks == {"*"} or name in lacks or (module, name) in OTHERS:
                yield f"{module}.{name}", node.lineno  # pyright: ignore[reportAttributeAccessIssue]


OTHERS = {("os", "name"), ("sys", "platform")}
"""Names that ask which system it is."""


def test_the_search_for_names_finds_them():
    source = (
        "import fcntl, os\nfrom signal import SIGKILL, SIGINT\nos.fork(); os.getpid()\n"
        "getattr(signal, 'SIGALRM', None); hasattr(os, 'getuid'); getattr(os, 'getpid')\nos.name"
    )
    assert {name for name, _ in used(source)} == {
        "fcntl.*", "signal.SIGKILL", "os.name", "os.fork", "signal.SIGALRM", "os.getuid",
    }  # fmt: skip


def test_one_module_knows_what_systems_differ_in():
    sources = [path for one in FOLDERS for path in sorted((HOME / one).rglob("*.py"))]
    assert len(sources) > 150
    assert [
        f"{path.relative_to(HOME)}:{line}: {name}"
        for path in sources
        if path != ONE
        for name, line in used(path.read_text("utf-8"))
    ] == []
    assert len(list(used(ONE.read_text("utf-8")))) > 20


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for open files")
def test_commands_run_without_what_windows_lacks(tmp_path: Path):
    for words, told in TOUR:
        done = subprocess.run(
            [sys.executable, "-m", "ruleproof", *words],
            cwd=tmp_path,
            env=as_on_windows(),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert told in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for open files")
def test_the_readme_holds_without_what_windows_lacks(tmp_path: Path):
    for kind, block in BLOCK.findall(README):
        if kind == "console":
            run_console(block, tmp_path, as_on_windows())
