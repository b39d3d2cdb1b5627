"""Checks a game's tables `CLAIMS`, `MEANINGS`, `OPEN` and `WORDINGS` when they are first asked for.

A wrong word in a table would lose a finding in silence, so it is told as the author's mistake, with
file, line and what would be right.

>>> from ruleproof.models.rulebooks.rulebook import rulebook
>>> check_tables(rulebook("esgros"), ("proved", "refuted", "witnessed", "undecided", "vacuous"))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ruleproof.models.boards.boards import board
from ruleproof.models.claims.obligations import claim_slip, slip
from ruleproof.models.errors import TextError, offer
from ruleproof.models.play.states import layout
from ruleproof.models.rulebooks.entries import Table, right
from ruleproof.models.rulebooks.kinds import is_texts
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import choose

DETAILS = (
    "at_least", "at_most", "board", "boards", "bound", "colours_change", "complete", "cycle",
    "cycle_from_ply", "cycle_up_to_symmetry", "depth", "extreme", "found_on", "goal", "goals",
    "line", "longest", "longest_game", "model", "most", "other", "other_value", "own_board",
    "own_bounds", "pairs", "plies", "plies_complete", "position", "positions", "sampled_games",
    "shortest", "smallest", "stones", "symmetries", "symmetry", "turns", "value",
)  # fmt: skip
"""The details of verdicts that a meaning can name, besides those of a game's own decisions."""


@lru_cache(maxsize=64)
def check_tables(book: Rulebook, verdicts: tuple[str, ...]) -> None:
    """Raises `Mistake` for the first wrong entry of the tables; `verdicts` are their words."""
    claims: Any = book.module("claims")
    ids: list[str] = []
    if claims is not None:
        table = Table(_sources(claims), "CLAIMS")
        if not isinstance(getattr(claims, "CLAIMS", None), tuple):
            table.wrong("no tuple `CLAIMS`", "write `CLAIMS = (Claim(…), …)`")
        details = _details(claims)
        for claim in claims.CLAIMS:
            _check_claim(book, table, claim, verdicts, ids, details)
            ids.append(claim.id)
    meanings: Any = book.module("meanings")
    if meanings is not None:
        _check_meanings(book, meanings, ids, verdicts, _details(claims))


def _sources(module: Any) -> list[Path]:
    """The module's own file, then the others of its folder if it is a package."""
    home = Path(module.__file__)
    inside = sorted(home.parent.rglob("*.py")) if home.name == "__init__.py" else []
    return [home, *(path for path in inside if path != home)]


def _details(claims: Any) -> frozenset[str]:
    """The names that a sentence may have in braces: details of verdicts, and all words that the
    claims quote, since a decision of the game's own may give any.
    """
    texts = [path.read_text("utf-8") for path in _sources(claims)] if claims is not None else []
    quoted = (word for text in texts for word in re.findall(r"[\"'](\w+)[\"']", text))
    return frozenset([*DETAILS, *quoted])


def _check_claim(
    book: Rulebook,
    table: Table,
    claim: Any,
    verdicts: Sequence[str],
    before: Sequence[str],
    details: frozenset[str],
) -> None:
    if not hasattr(claim, "obligations"):
        table.wrong(f"an entry is no `Claim`: {claim!r:.60}", "write `Claim(…)`")
    found = claim_slip(claim)
    if found:
        table.wrong(f"claim {claim.id!r}: {found.what}", found.remedy, claim.id)
    if claim.id in before:
        begins = " ".join(claim.statement.split()[:3])
        table.wrong(f"two claims have the id {claim.id!r}", "give each its own", claim.id, begins)
    if not callable(claim.expected) and claim.expected not in (*verdicts, None):
        what = f"claim {claim.id!r} expects {claim.expected!r}"
        table.wrong(what, right(claim.expected, verdicts), claim.expected)
    _check_obligations(book, table, claim)
    for name in table.names(claim.seen, claim.id):
        if name not in details:
            what = (
                f"the sentence `seen` of claim {claim.id!r} names {{{name}}}, which nothing fills"
            )
            table.wrong(what, right(name, DETAILS), name)
    for name in claim.settings:
        _check_setting(book, table, name, f"claim {claim.id!r} speaks of", claim.id)
    for text in claim.boards:
        try:
            ground = board(text)
        except TextError as error:
            table.wrong(f"a board of claim {claim.id!r}: {error}", "write a board so", text)
        if ground.kind not in book.boards:
            what = f"claim {claim.id!r} names the board {text!r}"
            table.wrong(what, f"the game is played on {offer(book.boards)} boards", text)
    for one in claim.obligations:
        for obligation in (one, getattr(one, "evidence", None)):
            settings = getattr(obligation, "settings", None)
            if isinstance(settings, Mapping):
                _check_changes(book, table, claim.id, settings)


SHOWN_SOONEST = (
    "Always", "EveryTurn", "Sometimes", "SomeTurn", "Same",
    "Decision", "Theorem", "Induction", "OneTurn", "Plain",
)  # fmt: skip
"""The obligations of which it can be proved that no shorter game shows them, or that need none."""


def _check_changes(book: Rulebook, table: Table, claim: str, changes: Mapping[str, Any]) -> None:
    """Raises `Mistake` where the settings that an obligation of the claim changes are none."""
    for name, value in changes.items():
        _check_setting(book, table, name, f"claim {claim!r} changes", claim)
        try:
            choose(book.settings, {name: value})
        except TextError as error:
            table.wrong(f"a setting of claim {claim!r}: {error}", "write one of its values", value)


def _check_setting(book: Rulebook, table: Table, name: str, who: str, *quoted: object) -> None:
    known = [setting.name for setting in book.settings]
    if name not in known:
        table.wrong(f"{who} no setting of the game: {name!r}", right(name, known), *quoted, name)


def _check_obligations(book: Rulebook, table: Table, claim: Any) -> None:
    """Obligations are objects in a tuple: a comma or a call is easily forgotten."""
    if not isinstance(claim.obligations, tuple | list):
        what = f"the obligations of claim {claim.id!r} are no tuple"
        table.wrong(what, "write `(…,)`, with a comma behind the last", claim.id)
    if not claim.obligations:
        what = f"claim {claim.id!r} has no obligation, so nothing decides it"
        table.wrong(what, "write at least one, such as `(Ends(),)`", claim.id)
    numbers = layout(book.rules.State).numbers
    for one in claim.obligations:
        kind = type(one).__name__
        if claim.shortest and not isinstance(one, type) and kind not in SHOWN_SOONEST:
            what = f"claim {claim.id!r} says `shortest`, which nothing proves of {kind}"
            table.wrong(what, "leave `shortest` out, or ask by `Sometimes`", claim.id, kind)
        if isinstance(one, type):
            what = f"claim {claim.id!r} has the class {one.__name__} in place of an obligation"
            table.wrong(what, f"write `{one.__name__}(…)`", claim.id)
        for given in (one, getattr(one, "evidence", None)):
            found = slip(given, numbers) if given is not None else None
            if found:
                table.wrong(f"claim {claim.id!r}: {found.what}", found.remedy, claim.id)


def _check_meanings(
    book: Rulebook, module: Any, ids: Sequence[str], verdicts: Sequence[str], details: Iterable[str]
) -> None:
    table = Table([Path(module.__file__)], "MEANINGS")
    if not isinstance(getattr(module, "MEANINGS", None), Mapping):
        table.wrong("no table `MEANINGS`", 'write `MEANINGS = {("1", "refuted"): "…"}`')
    for key, meaning in module.MEANINGS.items():
        claim, verdict = _pair(table, key, '("1", "refuted")')
        if ids and claim not in ids:
            table.wrong(f"there is no claim {claim!r}", right(claim, ids), claim, verdict)
        if verdict not in verdicts:
            what = f"claim {claim!r} has no verdict {verdict!r}"
            table.wrong(what, right(verdict, verdicts), claim, verdict)
        text = meaning if isinstance(meaning, str) else getattr(meaning, "text", None)
        if not isinstance(text, str):
            table.wrong(f"a meaning is no text: {meaning!r:.60}", "write a text", claim, verdict)
        for name in table.names(text, claim, verdict):
            if name not in details:
                what = (
                    f"the meaning of {claim!r}, {verdict!r} names {{{name}}}, which nothing fills"
                )
                table.wrong(what, right(name, DETAILS), name)
        for field in () if isinstance(meaning, str) else ("settled_by", "mended_by"):
            named = getattr(meaning, field)
            if not is_texts(named):
                what = f"`{field}` of the problem of {claim!r} is {named!r:.60}, no tuple of texts"
                table.wrong(what, "write `(…,)`, with a comma behind the last", claim, verdict)
        for name in () if isinstance(meaning, str) else meaning.settled_by + meaning.mended_by:
            _check_setting(book, table, name, f"the problem of {claim!r} names", name)
    _check_open(book, table._replace(name="OPEN"), getattr(module, "OPEN", {}))
    _check_wordings(book, table._replace(name="WORDINGS"), getattr(module, "WORDINGS", {}))


def _check_open(book: Rulebook, table: Table, told: Any) -> None:
    if not isinstance(told, Mapping):
        table.wrong("`OPEN` is no table", 'write `OPEN = {"full": "whether …"}`')
    readings = [setting.name for setting in book.settings if setting.kind == "reading"]
    for name, text in told.items():
        _check_setting(book, table, name, "`OPEN` names")
        if name not in readings:
            what = f"`OPEN` names {name!r}, which is no reading"
            table.wrong(what, f"leave it out; readings: {offer(readings) or 'none'}", name)
        if not isinstance(text, str):
            table.wrong(f"not said is no text: {text!r:.60}", "write `whether …`", name)


def _check_wordings(book: Rulebook, table: Table, wordings: Any) -> None:
    if not isinstance(wordings, Mapping):
        table.wrong("`WORDINGS` is no table", 'write `WORDINGS = {("full", "draw"): "…"}`')
    for key, text in wordings.items():
        name, value = _pair(table, key, '("full", "draw")')
        _check_setting(book, table, name, "a wording is for", value)
        choices = book.setting(name).choices
        if value not in choices:
            what = f"{name} has no value {value!r}"
            table.wrong(what, right(value, choices), name, value)
        if not isinstance(text, str):
            table.wrong(f"a wording is no text: {text!r:.60}", "write a sentence", name, value)


def _pair(table: Table, key: Any, example: str) -> tuple[Any, Any]:
    if not isinstance(key, tuple) or len(key) != 2:
        table.wrong(f"a key is no pair: {key!r}", f"write it like {example}")
    return key
