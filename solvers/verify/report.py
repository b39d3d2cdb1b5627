"""Reports on checked files, in words that the checker finds itself.

fault      something in the file that does not hold: the file is refused
unchecked  something that is neither shown nor wrong; nothing that the file claims is told then
note       something that whoever reads the report should know besides
told       what the file proves

>>> Report.refused("the file ends early").ok, Report([], [], [], ["a win in 3 plies"]).ok
(False, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ruleproof.models.displays import short_form
from ruleproof.models.files.sources import sources_hash
from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.assumed import Assumed, taken_as_given
from ruleproof.solvers.work.formats import VERIFIED
from ruleproof.solvers.work.limits import short

_FORMAT = re.compile(r'"format"\s*:\s*("(?:[^"\\]|\\.){0,200}")')


class Report(NamedTuple):
    """The lines of a report; `game` is the subject of the file, None if it cannot be read. What the
    proof takes as given, `assumes`, stands in `told` as well, behind what it proves.
    """

    faults: list[str]
    unchecked: list[str]
    notes: list[str]
    told: list[str]
    game: Game | None = None
    assumes: tuple[Assumed, ...] = ()

    __repr__ = short_form

    @classmethod
    def proving(
        cls, told: list[str], assumes: tuple[Assumed, ...], notes: list[str], game: Game
    ) -> Report:
        """The report on a file that proves what it claims."""
        return cls([], [], notes, told + taken_as_given(assumes), game, assumes)

    @classmethod
    def refused(cls, fault: str, game: Game | None = None, notes: Iterable[str] = ()) -> Report:
        """The report on a file with a fault."""
        return cls([short(fault)], [], list(notes), [], game)

    @property
    def ok(self) -> bool | None:
        """Whether all claims of the file were checked and hold; None if they were not checked."""
        return False if self.faults else None if self.unchecked else True


def other_sources(rules: str, game: Game | None = None) -> list[str]:
    """The note that a file was made with other sources of the rules than these, if it was."""
    ours = game.rulebook.sources if game else sources_hash()
    if rules == ours:
        return []
    by = f"by other sources of the rules ({rules})" if rules else "without a word on its sources"
    return [f"the file was made {by}; it is checked by those here ({ours})"]


def unknown_format(head: str) -> str:
    """The fault of a format, named in the text of a head; empty if it is known, or if none of these
    formats is named.
    """
    found = _FORMAT.search(head[:1000])
    try:
        name = str(json_value(found[1])) if found else ""
    except Misfit:
        return ""
    known = VERIFIED if name.startswith("ruleproof") else (name,)
    return "" if name in known else f"{name!r} is no format that is known here: {', '.join(known)}"
