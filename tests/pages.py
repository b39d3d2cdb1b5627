"""Pages in a browser, for the tests that click through them."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, NARROW = (1200, 900), (390, 844)


def held(page: str) -> Any:
    """The data that a page which stands alone holds for its script."""
    (packed,) = re.findall(r'type="application/gzip" id="\w+">([A-Za-z0-9+/=]*)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@contextmanager
def faultless(
    browser: Browser, size: tuple[int, int], base_url: str | None = None
) -> Generator[Page]:
    """A page whose errors, in scripts or under the policy, fail the test. Where it is served, an
    answer that refuses something is no error of the page.
    """
    width, height = size
    context = browser.new_context(
        base_url=base_url, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    refusals = "Failed to load resource" if base_url else None
    assert [one for one in wrong if refusals is None or refusals not in one] == []
