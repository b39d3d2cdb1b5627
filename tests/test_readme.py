"""The README's sessions are run as they stand.

A block is run when the line before it is `<!-- tested -->`. In ```python blocks the lines behind
`>>>` are run as doctest runs them, or the whole block if there are none. In ```console blocks every
`$ ruleproof …` is run, one after the other in one folder, and what it prints is what follows. `…`
stands for anything in a line, alone for any lines.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^<!-- tested -->\n+```(python|console)\n(.*?)^```", re.M | re.S)


def blocks(text: str, kind: str) -> list[str]:
    """What stands in the blocks of that kind that are to be run."""
    return [body for found, body in BLOCK.findall(text) if found == kind]


def matches(expected: str, told: str) -> bool:
    """Whether the output is the expected one."""
    pattern = ""
    for line in expected.splitlines():
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += r"[^\n]*".join(map(re.escape, line.rstrip().split("…"))) + r"[ ]*\n"
    return re.fullmatch(pattern, told) is not None


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command with what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        part = part.replace("\\\n", " ")
        command, _, expected = part.partition("\n")
        yield command, expected.rstrip("\n") + "\n" if expected.strip() else ""


def run_console(block: str, folder: Path, environment: Mapping[str, str] | None = None) -> None:
    for command, expected in commands(block):
        words = shlex.split(command)
        if words[0] != "ruleproof":
            continue
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=folder,
            env={**(environment or os.environ | {"PYTHONPATH": ""}), "COLUMNS": "100"},
            capture_output=True,
            text=True,
        )
        assert matches(expected, done.stdout), f"$ {command}\n{done.stdout}\n{done.stderr}"


def run_python(block: str, names: dict[str, object]) -> None:
    if ">>>" not in block:
        exec(compile(block, "README.md", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block, names, "README", "README.md", 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=told.append, clear_globs=False
    )
    assert not told, "".join(told)
    names.update(test.globs)


def test_python_blocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(doctest, "ELLIPSIS_MARKER", "…")
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # whoever reads it again may run it again in the same folder
        names: dict[str, object] = {}
        for block in blocks(README, "python"):
            run_python(block, names)


def test_console_blocks(tmp_path: Path):
    for block in blocks(README, "console"):
        run_console(block, tmp_path)


SAMPLE = """
<!-- tested -->
```console
$ ruleproof perft esgros --board hex:2 --depth 2
42 sequences…
$ ruleproof boards \\
    hex:2
…
    b1 b2 b3
…
```

```console
$ ruleproof no such thing
```

<!-- tested -->

```python
>>> from ruleproof import game
>>> game("esgros", "hex:2").board.size
7
```
"""


def test_right_sessions_are_accepted(tmp_path: Path):
    (console,), (python,) = blocks(SAMPLE, "console"), blocks(SAMPLE, "python")
    run_console(console, tmp_path)
    run_python(python, {})


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), [("42 seq", "43 seq"), ("b1 b2 b3", "b1 b2 b4")])
def test_wrong_consoles_are_refused(tmp_path: Path, right: str, wrong: str):
    (block,) = blocks(SAMPLE.replace(right, wrong), "console")
    with pytest.raises(AssertionError, match=re.escape("$ ruleproof")):
        run_console(block, tmp_path)


def test_wrong_python_is_refused():
    (block,) = blocks(SAMPLE.replace("\n7\n", "\n8\n"), "python")
    with pytest.raises(AssertionError, match="Got"):
        run_python(block, {})
