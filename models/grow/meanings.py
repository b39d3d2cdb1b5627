"""Grow (Fred Chan): the meaning of verdicts for the rulebook, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleproof.models.claims.claims import Problem, Word
from ruleproof.models.rulebooks.settings import Value

MEANINGS: Mapping[tuple[str, Word], str | Problem] = {
    ("5a", "witnessed"): Problem(
        "An end is missing for when nobody fills a space any more: nothing then ends the game.",
        mended_by=("drop", "stall"),
    ),
    ("9b", "proved"): (
        "It makes no difference whether the drop comes before the moves or among them: only heads "
        "on a full board can lie elsewhere, and there they no longer count."
    ),
    ("9c", "refuted"): Problem(
        "The published wordings differ: the drop comes before, among or after the moves. If the "
        "moves must come first, some turns can no longer end as they otherwise could.",
        ("order",),
    ),
    ("highways-lead-to-liberties", "refuted"): (
        "Under simultaneous moves a head sees its group as it was when the turn began, so a "
        "highway need not lead to the group's liberties."
    ),
}
"""The meaning of each verdict: a fact, or a problem of the rulebook."""

OPEN: Mapping[str, str] = {
    "new-head": "whether a head-stone may move in the turn in which it is dropped"
}
"""The thing that the rulebook does not say, for each reading that no claim speaks of."""

WORDINGS: Mapping[tuple[str, Value], str] = {
    ("stall", "endless"): "The game goes on until the board is full, however long that takes.",
    ("stall", "score"): (
        "If every player in turn has neither dropped nor moved a head-stone, the game ends and the "
        "spaces are counted."
    ),
    ("drop", "optional"): "A player may leave out the drop.",
    ("drop", "mandatory"): "While a space is free, every turn includes a drop.",
    ("order", "free"): (
        "A player drops and moves in any order, and each step takes effect at once."
    ),
    ("order", "drop-first"): "A player drops first, then moves his head-stones.",
    ("order", "moves-first"): "A player moves his head-stones first, then drops.",
    ("order", "simultaneous"): (
        "All steps of a turn are made at the same time: each is judged by the board as it was when "
        "the turn began."
    ),
    ("new-head", "rests"): "A head-stone does not move in the turn in which it is dropped.",
    ("new-head", "moves"): "A head-stone may move in the turn in which it is dropped.",
}
"""Each value of a setting as a sentence for the rulebook."""
