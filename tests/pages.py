"""Pages for tests: read element by element, or opened in a browser to click through."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VOID = {"meta", "br", "link", "img", "input", "hr"}
WIDE, NARROW = (1200, 900), (390, 844)


class Elements(HTMLParser):
    """The elements of a page and their words; an element that is not closed in its turn is an
    AssertionError.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.words += data

    def values(self, name: str) -> list[str]:
        """The values of that attribute."""
        return [value for _, one, value in self.attributes if one == name]


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
