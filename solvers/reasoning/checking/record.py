"""Records of checks: files that keep verdicts as they are found, so that a stopped check can go on
from there.

A record is one JSON object: the identity of the work (the hash of the rules, the effort for each
claim), the verdicts on each question, and at its end a seal, the SHA-256 of everything before it.
Each addition writes it whole. A question on a game of another package has the hash of its sources:
once they change it is open again.

The seal shows that a record was damaged, or edited by hand, but anyone can make it right again. So
verdicts from a record are reported as notes, which name it: they are not proofs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.errors import TextError
from ruleproof.models.files.reading import LONGEST_CHECK, bytes_within
from ruleproof.models.files.sources import sources_hash
from ruleproof.models.files.strict import json_as
from ruleproof.models.files.writing import reason, remove_leftovers, write_whole
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.work.formats import CHECK
from ruleproof.solvers.work.seals import sealed, unsealed

_HEAD = {
    "format": "the format",
    "rules": "the rules",
    "seconds": "--time",
    "thorough": "--thorough",
    "sample": "--sample",
    "certificates": "--certificates",
}
"""The entries that a record must share with the check that goes on from it, with their names."""


class _Answer(BaseModel):
    """A question, as `Question` in `inquiries.py`, and the verdicts on it."""

    model_config = ConfigDict(extra="forbid")

    game: str
    board: str
    settings: dict[str, Value]
    claim: str
    verdicts: list[Verdict]
    sources: str | None = None
    """The hash with the sources of a game of another package."""


class _File(BaseModel):
    """A record as it stands in its file."""

    model_config = ConfigDict(extra="forbid")

    format: str
    rules: str
    seconds: float
    thorough: bool
    sample: int | None
    certificates: str | None
    answers: list[_Answer]


class CheckRecord:
    """The known verdicts of a check, and the file that keeps them."""

    def __init__(self, path: Path, file: _File) -> None:
        self.path = path
        self._file = file
        self._known = {
            _key(one.game, one.board, one.settings, one.claim): one.verdicts
            for one in file.answers
            if one.sources == _sources(one.game)
        }

    @classmethod
    def of(cls, path: Path, effort: Effort) -> CheckRecord:
        """The record in that file, an empty one where there is no file.

        Raises `TextError` for a file that is no record, or that of another check.
        """
        asked = _File(
            format=CHECK,
            rules=sources_hash(),
            seconds=effort.seconds,
            thorough=effort.thorough,
            sample=effort.sample,
            certificates=str(effort.certificates) if effort.certificates else None,
            answers=[],
        )
        remove_leftovers(path)
        try:
            content = bytes_within(path, LONGEST_CHECK)
        except FileNotFoundError:
            return cls(path, asked)
        except OSError as error:
            raise TextError(f"cannot be read ({reason(error)}): {str(path)!r}") from None
        try:
            found = json_as(_File, unsealed(content))
        except TextError as error:
            raise TextError(f"no record of a check: {error}: {str(path)!r}") from None
        for name, what in _HEAD.items():
            theirs, ours = getattr(found, name), getattr(asked, name)
            if theirs != ours:
                said = f"the record is of a check with {what} {_said(theirs)}, asked for is"
                raise TextError(f"{said} {_said(ours)}: {str(path)!r}")
        return cls(path, found)

    def verdicts(
        self, game: str, board: str, settings: Mapping[str, Value], claim: str
    ) -> list[Verdict]:
        """The verdicts on a question, marked as coming from this record; none where it is open."""
        known = self._known.get(_key(game, board, settings, claim), [])
        return [replace(verdict, record=str(self.path)) for verdict in known]

    def add(
        self,
        game: str,
        board: str,
        settings: Mapping[str, Value],
        claim: str,
        verdicts: list[Verdict],
    ) -> None:
        """Keeps the verdicts on a question. Raises `TextError` where that cannot be written."""
        self._file.answers.append(
            _Answer(
                game=game,
                board=board,
                settings=dict(settings),
                claim=claim,
                verdicts=verdicts,
                sources=_sources(game),
            )
        )
        content = self._file.__pydantic_serializer__.to_json(self._file, fallback=str)
        write_whole(self.path, sealed(content))


def _sources(game: str) -> str | None:
    """The hash of the game's sources, if it comes from another package and is there."""
    try:
        found = rulebook(game).sources
    except TextError:
        return None
    return None if found == sources_hash() else found


def _said(value: object) -> str:
    """The value of an option, in words for people."""
    if isinstance(value, bool) or value is None:
        return {True: "on", False: "off", None: "none"}[value]
    return str(value)


def _key(game: str, board: str, settings: Mapping[str, Value], claim: str) -> object:
    return game, board, frozenset(settings.items()), claim
