"""Files are written whole or not at all, and by one module."""

from __future__ import annotations

import ast
import errno
import os
import pickle
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import (
    WriteError,
    must_be_new,
    remove_leftovers,
    replacing,
    try_out,
    write_whole,
)

HOME = Path(__file__).parents[2]


def test_a_file_is_written_whole_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "page.html"
    assert write_whole(path, "one") == path
    assert write_whole(path, "two “quoted”").read_text(encoding="utf-8") == "two “quoted”"
    assert [other.name for other in path.parent.iterdir()] == ["page.html"]


@pytest.mark.parametrize("blocked", ["file/page.html", "folder", "x" * 256])
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path, blocked: str) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    path = tmp_path / blocked
    for write in (lambda: write_whole(path, "page"), lambda: try_out(path)):
        with pytest.raises(TextError) as caught:
            write()
        message = str(caught.value)
        assert message.startswith("cannot write there (")
        assert "\n" not in message
    with pytest.raises(WriteError) as told:
        try_out(path)
    assert told.value.filename == str(path)
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)
    assert sorted(other.name for other in tmp_path.iterdir()) == ["file", "folder"]


def test_a_file_with_content_is_no_new_one(tmp_path: Path) -> None:
    path, empty, link = (tmp_path / name for name in ("page", "empty", "link"))
    path.write_text("old")
    empty.touch()
    link.symlink_to(path)
    for there in (path, link):
        with pytest.raises(FileExistsError) as caught:
            must_be_new(there)
        told = str(caught.value)
        assert told == f"a file is there; replace=True replaces it: {str(there)!r}"
        assert isinstance(caught.value, WriteError)
        assert str(pickle.loads(pickle.dumps(caught.value))) == told
    for new in (empty, tmp_path / "nothing", tmp_path, Path(os.devnull)):
        must_be_new(new)


def test_what_stood_there_stays_when_the_text_cannot_be_written(tmp_path: Path) -> None:
    path = write_whole(tmp_path / "page.html", "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "half a character: \udcff")
    assert path.read_text() == "old"
    assert [other.name for other in tmp_path.iterdir()] == ["page.html"]


def test_a_full_device_is_told_and_stays_a_device() -> None:
    try_out(Path("/dev/full"))
    with pytest.raises(WriteError, match="the disk is full") as caught:
        write_whole(Path("/dev/full"), "page")
    assert caught.value.errno == errno.ENOSPC
    assert caught.value.filename == "/dev/full"
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_a_device_stays_a_device() -> None:
    try_out(Path(os.devnull))
    write_whole(Path(os.devnull), "page")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    try_out(pipe)  # which does not wait for a reader
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "page")
    reader.join()
    assert heard == ["page"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_links_are_followed(tmp_path: Path) -> None:
    real, link, hollow = (tmp_path / name for name in ("real", "link", "hollow"))
    real.write_text("old")
    link.symlink_to(real)
    hollow.symlink_to(tmp_path / "new")
    for path, target in ((link, real), (hollow, tmp_path / "new")):
        try_out(path)
        write_whole(path, "page")
        assert path.is_symlink()
        assert target.read_text() == "page"
    ring = tmp_path / "ring"
    ring.symlink_to(ring)
    with pytest.raises(WriteError, match="too many levels"):
        write_whole(ring, "page")


def test_the_mode_stays(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_long_names_have_room_for_parts(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    try_out(path)
    assert write_whole(path, "page").read_text() == "page"


def test_output_may_go_where_standard_output_goes(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path\n"
        "from ruleproof.models.files.writing import write_whole\n"
        "write_whole(Path('/dev/stdout'), 'page\\n')\n"
        "print('answer')\n"
    )
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == "page\nanswer\n"


def test_a_dead_writers_part_is_removed_and_a_living_ones_stays(tmp_path: Path) -> None:
    path = tmp_path / "page"
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from ruleproof.models.files.writing import replacing\n"
        f"with replacing(Path({str(path)!r})) as file:\n"
        "    print('writing', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    assert writer.stdin is not None
    assert writer.stdout.readline() == b"writing\n"
    remove_leftovers(path)
    (part,) = tmp_path.glob("*.part")
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdin.close()
    writer.stdout.close()
    assert part.exists()
    write_whole(path, "page")
    assert list(tmp_path.iterdir()) == [path]


def test_errors_about_other_files_go_through(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "page"):
        (tmp_path / "nothing").read_text()
    assert caught.value.filename == str(tmp_path / "nothing")
    assert list(tmp_path.iterdir()) == []


# One module writes all files

ELSEWHERE = {
    ("checkpoints.py", "open"): "appends frames to one file for hours, and replaces it itself",
    ("checkpoints.py", "replace"): "see above",
    ("streams.py", "open"): "the null device, in place of a stream that is closed or lost",
    ("scratch.py", "TemporaryFile"): "a scratch file without a name",
    ("bounded.py", "open"): "the null device, for a library that would complain when memory is out",
    ("cadical.py", "fdopen"): "a pipe to CaDiCaL's process",
    ("archives.py", "ZipFile"): "an archive in memory",
    ("folders.py", "mkdtemp"): "scratch folders, which are swept once their owner is gone",
    ("guard.py", "fdopen"): "standard error, on its way to the guard",
    ("executors.py", "open"): "the null device, for what a worker would say as it ends itself",
    ("watched.py", "write_bytes"): "a scratch folder that two processes share",
    ("watched.py", "touch"): "see above",
    ("watched.py", "open"): "see above",
}
"""What writes besides `models/files/writing.py`, and why it may."""

WRITERS = {
    "write_text", "write_bytes", "savefig", "tofile", "savez", "touch", "rename", "mkstemp",
    "mkdtemp", "TemporaryFile", "NamedTemporaryFile", "TemporaryDirectory", "SpooledTemporaryFile",
    "symlink_to", "hardlink_to", "link", "symlink", "copyfile", "copy2", "copytree", "renames",
}  # fmt: skip
OPENERS = {"open", "fdopen", "ZipFile", "GzipFile", "TarFile", "BZ2File", "LZMAFile"}


def writing(source: str) -> Iterator[tuple[str, int]]:
    """Every call in a source that may write to a file: its function and its line."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        given = [*call.args, *(word.value for word in call.keywords)]
        words = [one.value for one in given if isinstance(one, ast.Constant)]
        modes = [one for one in words if isinstance(one, str) and set(one) <= set("rwaxbt+U")]
        flags = {one.attr for one in ast.walk(call) if isinstance(one, ast.Attribute)}
        opens = name in OPENERS and (
            any(set(mode) & set("wax+") for mode in modes)
            or flags & {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND"}
        )
        moves = (
            name == "replace"
            and isinstance(function, ast.Attribute)
            and len(call.args) == 1
            and not call.keywords
        )
        if opens or moves or name in WRITERS:
            yield name, call.lineno


def test_the_search_for_writers_finds_them() -> None:
    source = (
        "open(p, 'w'); p.open('ab'); gzip.open(p, mode='wt'); ZipFile(p, 'w'); p.write_text(t)\n"
        "open(p); p.open(); t.replace('a', 'b'); p.replace(q); replace(x, y=1); ZipFile(p)\n"
        "os.open(p, os.O_RDONLY); os.open(p, os.O_RDWR)"
    )
    assert [name for name, _ in writing(source)] == [
        "open", "open", "open", "ZipFile", "write_text", "replace", "open",
    ]  # fmt: skip


def test_one_module_writes_all_files() -> None:
    sources = [
        path
        for folder in ("models", "solvers", "puzzles", "reports", "ruleproof")
        for path in sorted((HOME / folder).rglob("*.py"))
        if path != HOME / "models" / "files" / "writing.py"
    ]
    assert len(sources) > 150
    found = {
        (path.name, name): f"{path.relative_to(HOME)}:{line}"
        for path in sources
        for name, line in writing(path.read_text("utf-8"))
    }
    assert {place: where for place, where in found.items() if place not in ELSEWHERE} == {}
    assert set(ELSEWHERE) <= set(found), "an exception that no source needs any more"
