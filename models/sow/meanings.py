"""Sow? (Richard Hutnik, 2011): what verdicts mean for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims import Word

MEANINGS: Mapping[tuple[str, Word], str] = {
    ("2", "proved"): (
        "The sentence that a block cannot be crossed is redundant: the limit on stacks says so "
        "already."
    ),
    ("3a", "witnessed"): ("A rule about repetition is missing: play can go on for ever."),
    ("7k", "refuted"): (
        "Whether a path that has reached the last column may turn there is not said, and it "
        "matters."
    ),
    ("8c", "refuted"): (
        "Whether enemy pieces left behind at an exit must respect the limit is not said, and it "
        "matters."
    ),
    ("8e", "refuted"): (
        "Whether a stack of enemy pieces alone may be sown over the edge is not said, and it "
        "matters."
    ),
}
