"""The page of a set in a browser, which the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleproof.reports.pages.solving import as_page
from tests.pages import WIDE, faultless
from tests.reports.solving_page import PUZZLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The set's page, opened from disk; an error in a script or under the policy fails the test."""
    path = tmp_path / "set.html"
    path.write_text(as_page(PUZZLES), encoding="utf-8")
    with faultless(browser, WIDE) as found:
        found.goto(path.as_uri())
        yield found
