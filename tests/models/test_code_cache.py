"""Damaged compiled code is compiled again; what cannot be kept is done without."""

# numba's functions are untyped
# pyright: basic

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from llvmlite.binding import get_host_cpu_features
from numba import types

from ruleproof.models.compiled import cache_folder, code_cache, compiling
from ruleproof.models.compiled.cache_folder import BASELINE
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.compiling import compiled_code_of, kept, source_hash
from ruleproof.models.errors import SetupError


def twice(number):
    """A function to compile."""
    return 2 * number


def fresh() -> Any:
    """The function, compiled or read from disk as a new process does it."""
    with compiled_code_of(sys.modules[__name__]):
        return kept(types.int64(types.int64))(twice)


def found_on_disk(compiled: Any) -> bool:
    return sum(compiled.stats.cache_hits.values()) == 1


LIMIT = 3


def test_rules_that_were_written_again_since_they_were_imported_are_others(
    monkeypatch: pytest.MonkeyPatch,
):
    """The hash is of what is imported, besides the files as they stand now."""
    here = sys.modules[__name__]
    monkeypatch.setattr(compiling, "RULES", [twice])
    monkeypatch.setitem(globals(), "twice", twice)
    before = source_hash(here)
    assert source_hash(here) == before
    monkeypatch.setitem(globals(), "LIMIT", 4)
    limited = source_hash(here)

    def other(number):
        return 3 * number

    other.__module__ = __name__
    monkeypatch.setitem(globals(), "twice", other)
    assert len({before, limited, source_hash(here)}) == 3


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(code_cache, "_told", set())
    return tmp_path / "cache"


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:10],
        lambda content: content[:-1],
        lambda content: os.urandom(len(content)),
        flipped,
    ],
)
def test_damaged_code_is_compiled_again_and_mended(
    cache: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[bytes], bytes]
) -> None:
    before = COMPILING.seconds
    assert not found_on_disk(fresh())
    assert COMPILING.seconds > before
    assert found_on_disk(fresh())
    (path,) = cache.rglob("*.code")
    path.write_bytes(damage(path.read_bytes()))
    mended = fresh()
    assert not found_on_disk(mended)
    assert mended(21) == 42
    (record,) = [one for one in caplog.records if one.levelname == "WARNING"]
    assert record.getMessage().startswith("compiled code is damaged (")
    assert str(path) in record.getMessage()
    assert found_on_disk(fresh())


@pytest.fixture
def shipped(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a package of compiled code, made as `lab.kernels` makes it."""
    processor, feature = BASELINE.get(platform.machine(), ("", ""))
    if not get_host_cpu_features().get(feature):
        pytest.skip("no code is shipped for this machine")
    subprocess.run(
        [sys.executable, "-c", "from tests.models.test_code_cache import fresh\nfresh()"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""},
        check=True,
    )
    package = tmp_path / "site" / "ruleproof_kernels"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (cache / "code").rename(package / "code")
    monkeypatch.syspath_prepend(package.parent)
    cache_folder.shipped.cache_clear()
    yield code_in(package)
    cache_folder.shipped.cache_clear()


def test_shipped_code_is_run_and_only_read(cache: Path, shipped: Path):
    before = shipped.read_bytes()
    compiled = fresh()
    assert found_on_disk(compiled)
    assert compiled(21) == 42
    assert not list(cache.rglob("*.code"))
    assert shipped.read_bytes() == before


def test_damaged_shipped_code_is_compiled_for_the_user(
    cache: Path, shipped: Path, caplog: pytest.LogCaptureFixture
):
    shipped.write_bytes(flipped(shipped.read_bytes()))
    assert not found_on_disk(fresh())
    assert "compiled code is damaged" in caplog.text
    assert found_on_disk(fresh())
    assert code_in(cache) != shipped


def test_shipped_code_that_others_can_write_is_refused(shipped: Path):
    shipped.chmod(0o666)
    with pytest.raises(SetupError, match="others can write there"):
        fresh()


def test_what_is_no_file_is_done_without(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    fresh()
    (path,) = cache.rglob("*.code")
    path.unlink()
    path.mkdir()
    assert fresh()(21) == 42
    assert fresh()(21) == 42
    assert len([one for one in caplog.records if one.levelname == "WARNING"]) == 1


def test_a_place_without_room_is_told_once(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.write_text("in the way")
    for _ in range(2):
        compiled = fresh()
        assert compiled(21) == 42
        assert not found_on_disk(compiled)
    (record,) = [one for one in caplog.records if one.levelname == "WARNING"]
    assert record.getMessage().startswith("compiled code is not kept (not a directory)")


def test_what_is_made_is_the_users_own(cache: Path) -> None:
    before = os.umask(0o002)
    try:
        fresh()
    finally:
        os.umask(before)
    modes = {path.is_dir(): path.stat().st_mode & 0o777 for path in (cache, *cache.rglob("*"))}
    assert modes == {True: 0o700, False: 0o600}


Harm = Callable[[Path], object]


@pytest.mark.parametrize(
    ("harm", "named"),
    [
        pytest.param(lambda cache: cache.parent.chmod(0o770), "", id="a folder above"),
        pytest.param(lambda cache: cache.chmod(0o777), "cache", id="the folder"),
        pytest.param(lambda cache: cache.chmod(0o1777), "cache", id="sticky, and not above"),
        pytest.param(lambda cache: (cache / "code").chmod(0o707), "code", id="one below"),
        pytest.param(lambda cache: code_in(cache).parent.chmod(0o720), "code/", id="that of code"),
        pytest.param(lambda cache: code_in(cache).chmod(0o620), ".code", id="a file"),
    ],
)
def test_a_cache_that_others_can_write_is_refused(cache: Path, harm: Harm, named: str) -> None:
    fresh()
    harm(cache)
    with pytest.raises(SetupError, match="others can write there") as refused:
        fresh()
    assert named in str(refused.value)


def code_in(cache: Path) -> Path:
    (path,) = cache.rglob("*.code")
    return path


def test_a_cache_of_another_user_is_refused(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh()
    owner = os.getuid() or 1234
    if not os.getuid():
        os.chown(cache, owner, owner)
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    with pytest.raises(SetupError, match="it belongs to another user"):
        fresh()


def test_sticky_folders_above_and_links_are_fine(cache: Path) -> None:
    cache.parent.chmod(0o1777)
    real = cache.parent / "real"
    real.mkdir(mode=0o700)
    cache.symlink_to(real)
    fresh()
    assert found_on_disk(fresh())


def test_a_full_disk_costs_the_code_and_not_the_answer(tmp_path: Path) -> None:
    home = Path(__file__).parents[2]
    code = (
        "from tests.models.test_code_cache import fresh\ncompiled = fresh()\nprint(compiled(21))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=home,
        env={**os.environ, "RULEPROOF_CACHE": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert done.stdout == "42\n"
    assert done.stderr.startswith("compiled code is not kept (file too large)")
    assert done.stderr.count("\n") == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
