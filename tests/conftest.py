"""The games that live only in the tests join as a third-party package does: by entry point."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAMES = [str(Path(__file__).parents[1] / folder / "games") for folder in ("tests", "docs")]
sys.path += [folder for folder in GAMES if folder not in sys.path]
os.environ["PYTHONPATH"] = os.pathsep.join(
    [*filter(None, [os.environ.get("PYTHONPATH")]), *GAMES]
)  # for the commands that tests start


def pytest_collection_finish() -> None:
    """Keeps the garbage collector off modules, compiled code and thousands of tests: they live on,
    and looking through them again and again took a quarter of the suite's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="session", autouse=True)
def searches() -> None:
    """Has the compiled searches answer about small positions, too: most tests of them ask about
    these. `tests/solvers/test_small.py` holds plain answers against theirs.
    """
    from ruleproof.solvers.playing.exact import small

    small.PLAYS = 0


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The Chromium that is installed.

    It ends with the module: what other tests fork must not meet its threads.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("needs an installed Chromium: apt-get install chromium")
    playwright.expect.set_options(timeout=60_000)  # rules may have to be compiled
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()
