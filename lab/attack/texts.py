"""The JSON in a file of any kind, read anew here: whether two readers may take it for two things,
and which facts its proofs rest on besides the rules.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from lab.attack.sealed import files_of, frames_of, unpacked

if TYPE_CHECKING:
    from lab.attack.targets import Run

_BEGINS = (b"{", b"[")
_SAID = {
    "formulas": "taken as given: the formulas say what the rules and the claim say",
    "cvc5": "taken as given: cvc5 is right about formulas with quantifiers",
}
_GIVEN = "taken as given: "


class _Ambiguous(ValueError):
    """Says what two readers may take for two things."""


def ambiguous(content: bytes) -> str:
    """What two readers may take for two things in a file: a key that stands twice, a number that is
    none of JSON. Empty if there is nothing of the kind.
    """
    for text in _texts(content):
        try:
            _value(text)
        except _Ambiguous as error:
            return str(error)
    return ""


def unsaid(content: bytes, run: Run) -> str:
    """The kind of what a file's proof takes as given and the accepted answer does not say."""
    lines = run.out.splitlines()
    given = [line for line in lines if line.startswith(_GIVEN) and line not in _SAID.values()]
    said = {kind for kind, line in _SAID.items() if line in lines} | ({"given"} if given else set())
    if run.answer:
        said = {one["kind"] for one in run.answer["assumes"]}
    return ", ".join(sorted(_taken(content) - said))


def _taken(content: bytes) -> set[str]:
    """The kinds of what the proofs of a file take as given."""
    names = list(files_of(content)) if content[:2] == b"PK" else []
    found = (
        {"formulas"} if any(one.endswith((".cnf", ".drat", ".smt2")) for one in names) else set()
    )
    if any(one.endswith(".smt2") for one in names):
        found.add("cvc5")
    for text in _texts(content):
        value: Any = json.loads(text)
        if isinstance(value, dict) and "claim" in value and value.get("given"):
            found.add("given")
    return found


def _texts(content: bytes) -> Iterator[bytes]:
    """The JSON texts of a file: the whole, or each of its lines, the files of an archive, the first
    frame of a checkpoint.
    """
    try:
        content = unpacked(content)
        files = list(files_of(content).values()) if content[:2] == b"PK" else [content]
    except (OSError, EOFError, BadZipFile, zlib.error, ValueError, NotImplementedError):
        return
    if content[:1] not in _BEGINS and content[:2] != b"PK":
        files = [frame.content for frame in frames_of(content)[:1]]
    for file in files:
        whole = _is_json(file)
        for text in [file] if whole else unpacked(file).splitlines():
            if whole or (text.startswith(_BEGINS) and _is_json(text)):
                yield text


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _value(text: bytes) -> Any:
    return json.loads(
        text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Ambiguous(f"a key stands twice among {[key for key, _ in pairs]!r}"[:300])
    return found


def _no_number(text: str) -> float:
    raise _Ambiguous(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    if math.isinf(found := float(text)):
        raise _Ambiguous(f"{text[:50]} is no number")
    return found
