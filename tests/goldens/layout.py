"""Texts for comparing line by line: JSON in short lines, and the words of a page.

>>> print(laid_out({"a": [1, 2], "b": {"c": "d"}}, 12))
{
 "a": [1, 2],
 "b": {
  "c": "d"
 }
}
>>> read("<style>p{}</style><p>One <b>two</b></p><svg aria-label='three'></svg>")
'One two\\n[three]\\n'
"""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

WIDTH = 100
"""Values whose text fits stand on one line."""


def laid_out(value: Any, width: int = WIDTH, depth: int = 0) -> str:
    """The value as JSON; lists and objects that fit the width stand on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(flat) + depth <= width:
        return flat
    inside, outside = " " * (depth + 1), " " * depth
    if isinstance(value, dict):
        rows = [
            f"{inside}{json.dumps(name, ensure_ascii=False)}: {laid_out(one, width, depth + 1)}"
            for name, one in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{outside}}}"
    rows = [inside + laid_out(one, width, depth + 1) for one in value]
    return "[\n" + ",\n".join(rows) + f"\n{outside}]"


_INLINE = {
    *("a", "abbr", "b", "cite", "code", "em", "i", "kbd", "label", "mark", "q", "s", "small"),
    *("span", "strong", "sub", "sup", "time", "u", "var"),
}
"""Elements that do not begin a line."""
_UNSEEN = {"script", "style", "template", "defs"}
"""Elements whose contents nobody sees."""
_SPOKEN = ("aria-label", "alt", "title", "placeholder")
"""Attributes whose words a reader meets."""


class _Reader(HTMLParser):
    """Collects words, a line for each block. Of drawings it keeps what is said of them."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN or (tag == "svg" and not self.hidden):
            self.hidden.append(tag)
        if len(self.hidden) > (tag in self.hidden):
            return
        if tag not in _INLINE:
            self.lines.append("")
        said = dict(attrs)
        for name in _SPOKEN:
            if words := said.get(name):
                self.lines[-1] += f" [{words}] "

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and self.hidden[-1] == tag:
            self.hidden.pop()
        if not self.hidden and tag not in _INLINE:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.lines[-1] += data


def read(page: str) -> str:
    """The words of a page, a line for each block."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    lines = (" ".join(line.split()) for line in reader.lines)
    return "".join(f"{line}\n" for line in lines if line)
