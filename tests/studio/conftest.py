"""The studio for tests: asked without a network, or served to a browser that is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.pages import WIDE, faultless

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.studio.served import Served, TestClient


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A client of a studio without tables; an error of the studio's own is the test's."""
    from tests.studio.served import TestClient, make_app

    with TestClient(make_app(), base_url="http://localhost") as found:
        yield found


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[tuple[TestClient, Path]]:
    """A client of a studio with an empty folder for tables, and the folder."""
    from tests.studio.served import Limits, Options, TestClient, make_app

    options = Options(tables=tmp_path, limits=Limits(cells=64))
    with TestClient(make_app(options), base_url="http://localhost") as found:
        yield found, tmp_path


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A studio for browsers and streams."""
    from tests.studio.served import Limits, Served

    found = Served(Limits())
    yield found
    found.end()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page whose errors, in scripts or under the policy, fail the test."""
    with faultless(browser, WIDE, served.address) as found:
        yield found
