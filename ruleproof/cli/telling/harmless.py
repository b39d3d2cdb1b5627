"""Text from files and arguments, made harmless for a terminal: characters that would move the
cursor, change colours, turn the reading direction or show nothing are shown as escapes.

Everything that leaves for a terminal passes here: messages, answers for people, JSON.

>>> harmless("red" + chr(27)).isprintable()
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ruleproof.models.files.shown import HIDDEN_IN_LINES

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderHook

_HARMFUL = re.compile(f"[{HIDDEN_IN_LINES}]")


def harmless(text: str, *, as_json: bool = False) -> str:
    """The text with an escape, with `as_json` a JSON escape, for every character that does more
    than show.
    """

    def escaped(found: re.Match[str]) -> str:
        return json.dumps(found[0])[1:-1] if as_json else ascii(found[0])[1:-1]

    return _HARMFUL.sub(escaped, text)


class _Harmless:
    """The renderable once more, with its text made harmless; styles stay."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Any]:
        for segment in console.render(self._inner, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))


def hook() -> RenderHook:
    """A hook of a console that makes harmless whatever is printed on it."""
    from rich.console import RenderHook

    class Hook(RenderHook):
        def process_renderables(self, renderables: list[Any]) -> list[Any]:
            return [_Harmless(one) for one in renderables]

    return Hook()
