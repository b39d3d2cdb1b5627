"""Wrong entries of the tables in a game's files, told at the line where they stand.

table     a name of a module, such as `CLAIMS`, and the files that its entries are written in
slip      an entry that cannot be used, with what would be right

>>> right("payof", ["payoff", "score"])
"write 'payoff'"
>>> takes(lambda game, p: 0, ("game", "p")), takes(lambda game: 0, ("game", "p"))
(True, False)
"""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ruleproof.models.errors import offer
from ruleproof.models.mistakes import Mistake, Place, place_of


class Slip(NamedTuple):
    """An entry that cannot be used, and what would be right."""

    what: str
    remedy: str


class Table(NamedTuple):
    """A table of the game: its module's files, and its name."""

    files: Sequence[Path]
    name: str

    def wrong(self, what: str, remedy: str, *quoted: object) -> NoReturn:
        """Raises the mistake, at the first line that quotes all those words, or else the last, or
        else the first of them.
        """
        for words in (quoted, quoted[-1:], quoted[:1]):
            for path in self.files if words else ():
                for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                    if all(_quotes(line, word) for word in words):
                        raise Mistake(
                            Place(place_of(str(path)).file, number, self.name), what, remedy
                        )
        raise Mistake(Place(place_of(str(self.files[0])).file, 0, self.name), what, remedy)

    def names(self, text: str, *quoted: object) -> list[str]:
        """The names in braces of a sentence of the table."""
        try:
            return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
        except ValueError as error:
            self.wrong(f"the braces of a sentence: {error}", "write {{ for a brace", *quoted)


def _quotes(line: str, word: object) -> bool:
    """Whether the line holds the word between quotes or braces, or the number."""
    if isinstance(word, str):
        return bool(re.search(rf"[\"'{{]{re.escape(word)}\b", line)) or f'"{word}"' in line
    return bool(re.search(rf"\b{re.escape(str(word))}\b", line))


def right(wrong: object, known: Iterable[object]) -> str:
    """The remedy: the word that is nearest, or all of them."""
    words = list(map(str, known))
    near = get_close_matches(str(wrong), words, 1)
    return f"write {near[0]!r}" if near else f"write one of {offer(words, 30) or 'none'}"


def line_of_entry(text: str, kind: str, field: str, first: object = None) -> int:
    """The line of the keyword `field` in the call `kind(first, …)` of a Python text; without such a
    keyword the line of the call, and 0 without such a call. `first` may be left out.

    >>> line_of_entry('Words(keys={}); Text(keys={})', "Text", "keys")
    1
    """
    found = 0
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or _last_name(node.func) != kind:
            continue
        given = [*node.args, *(one.value for one in node.keywords if one.arg == "name")][:1]
        if first is not None and first not in [getattr(one, "value", None) for one in given]:
            continue
        found = found or node.lineno
        for one in node.keywords:
            if one.arg == field:
                return one.value.lineno
    return found


def _last_name(function: ast.expr) -> str:
    """The name of the function that is called, without the module before it."""
    return getattr(function, "attr", "") or getattr(function, "id", "")


def takes(function: Any, arguments: Sequence[str]) -> bool:
    """Whether the function can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # a function of C that does not tell its arguments
        return True
    return True


def called(one: Any) -> str:
    """An object as a sentence names it: a function by its name."""
    name = getattr(one, "__name__", "")
    return f"`{name}`" if name and name != "<lambda>" else "the lambda" if name else f"{one!r:.60}"


def other_arguments(who: str, function: Any, arguments: Sequence[str]) -> Slip:
    """The slip of a function that takes other arguments."""
    own = ", ".join(inspect.signature(function).parameters) or "nothing"
    return Slip(f"{who} takes {own}", f"let it take ({', '.join(arguments)})")
