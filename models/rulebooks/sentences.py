"""A rulebook as it was published, sentence by sentence, and where quotations stand in it.

`rulebook.txt` in a game's package has a sentence a line, under headings (`# `) that name the author
and the source. `~ ` begins what the author says of play, which is no rule. A line with `  = ` under
a sentence names what runs it if nothing quotes it: functions of `rules.py`, `boards` or `players`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from ruleproof.models.rulebooks.rulebook import Rulebook

FILE = "rulebook.txt"
SOURCES = r"\[(?:card|games page|computer version|directory): ([^\]]*)\]"


class Sentence(NamedTuple):
    """A sentence of a rulebook, the heading it stands under, and what runs it besides clauses."""

    text: str
    heading: str = ""
    rule: bool = True
    runs: tuple[str, ...] = ()


def published(rulebook: Rulebook) -> tuple[Sentence, ...]:
    """The sentences of the rulebook in order; none if the game's package has no text."""
    if not rulebook.package or not (file := resources.files(rulebook.package) / FILE).is_file():
        return ()
    found: list[Sentence] = []
    heading = ""
    for line in filter(None, map(str.rstrip, file.read_text("utf-8").splitlines())):
        if line.startswith("# "):
            heading = line[2:]
        elif line.startswith("  = "):
            found[-1] = found[-1]._replace(runs=tuple(line[4:].split(", ")))
        else:
            found.append(Sentence(line.removeprefix("~ "), heading, not line.startswith("~ ")))
    return tuple(found)


def words(text: str) -> str:
    """The words of a text in small letters, a blank before, between and after them."""
    return " ".join(["", *re.findall(r"[\w']+", text.replace("’", "'").casefold()), ""])


def quoted(quotation: str, sentences: Sequence[str]) -> frozenset[int] | None:
    """The numbers of the sentences that the quotation speaks of; None if they do not have its words
    in their order. `…` marks words that it leaves out; square brackets add a reading, or quote
    another source by its name.
    """
    starts, text = [], " "
    for sentence in sentences:
        starts.append(len(text) - 1)
        text += words(sentence)[1:]
    found: set[int] = set()
    at = 0
    for piece in re.split(r"\[[^\]]*\]|…", quotation):
        if piece := words(piece).strip():
            at = text.find(f" {piece} ", at)
            found.add(at)
            found.update(start for start in starts if at < start < at + len(piece))
    for piece in re.findall(SOURCES, quotation):
        found.add(first := text.find(words(piece)))
        found.update(start for start in starts if first < start < first + len(words(piece)) - 1)
    if -1 in found:
        return None
    return frozenset(bisect_right(starts, place) - 1 for place in found)
