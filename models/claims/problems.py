"""Problems of a rulebook, as the tables `MEANINGS` of games state them."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """A problem of the rulebook that a verdict shows, and ways to mend its text.

    `settled_by` names readings that settle the matter once the rulebook states any value of them.
    `mended_by` names settings that settle it with a value under which the verdict differs; settings
    that are no readings always do so. The table `WORDINGS` beside `MEANINGS` says how. `wording`: a
    sentence that mends it where no setting does. `replaces`: whether the sentences stand in place
    of others, and are not added.
    """

    text: str
    settled_by: tuple[str, ...] = ()
    mended_by: tuple[str, ...] = ()
    wording: str = ""
    replaces: bool = False
