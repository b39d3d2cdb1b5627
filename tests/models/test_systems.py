"""Processes end with the one that began them, also when it is killed; so do their folders."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ruleproof.models.files.folders import own_folder

BUSY = "sum(iter(int, 1))"
"""Works for ever in one step, which keeps the interpreter."""
CHILD = f"""
from ruleproof.solvers.work.processes import begin
def work(output):
    os.write(output, str(os.getpid()).encode())
    {BUSY}
child = begin(work)
print(next(child.blocks(60.0)).decode(), flush=True)
"""
WORKER = f"""
import threading
from ruleproof.solvers.work.executors import Local
if __name__ == "__main__":
    worker = Local()
    print(worker.submit(os.getpid).result(), flush=True)
    worker.submit(eval, {BUSY!r})
"""
LIMITED = f"""
from ruleproof.models.systems import limit_work
limit_work(0.5)
print(os.getpid(), flush=True)
{BUSY}
"""


def begun(code: str, **environment: str) -> tuple[subprocess.Popen[str], int]:
    """A process that runs the code, and the number that it prints."""
    command = [sys.executable, "-c", f"import os, time\n{code}\ntime.sleep(600)"]
    process = subprocess.Popen(command, stdout=-1, text=True, env=os.environ | environment)
    assert process.stdout
    return process, int(process.stdout.readline())


def ends(process: int, seconds: float = 60.0) -> bool:
    """Whether the process ends by then."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if ") Z " in Path(f"/proc/{process}/stat").read_text():
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@linux
@pytest.mark.parametrize("code", [CHILD, WORKER])
def test_a_busy_child_ends_with_its_parent(code: str) -> None:
    parent, child = begun(code)
    time.sleep(0.5)
    assert Path(f"/proc/{child}").exists()
    parent.kill()
    parent.communicate()
    assert ends(child)


@linux
def test_the_system_ends_work_beyond_its_limit() -> None:
    process, _ = begun(LIMITED)
    process.communicate(timeout=120)
    assert process.returncode < 0


FOLDER = "from ruleproof.models.files.folders import own_folder\nheld = own_folder()\n"
COPY = """
from pathlib import Path
from ruleproof.models.files.reading import rereadable
read, write = os.pipe()
os.write(write, b"a file")
os.close(write)
held = rereadable(Path(f"/dev/fd/{read}"))
"""


@pytest.mark.parametrize("code", [FOLDER, COPY], ids=["folder", "copy of a pipe"])
def test_the_folder_of_a_killed_process_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code += "held.__enter__()\nprint(os.getpid(), flush=True)"
    one, _ = begun(code, TMPDIR=str(tmp_path))
    (left,) = tmp_path.iterdir()
    (tmp_path / "ruleproof-notes").mkdir()
    with own_folder():
        assert left.exists()  # its owner lives
    one.kill()
    one.communicate()
    with own_folder() as ours:
        assert {path.name for path in tmp_path.iterdir()} == {ours.parent.name, "ruleproof-notes"}
