"""Reads JSON from outside: every file and every request passes here, and no other module decodes
JSON.

Refused, besides text that is no JSON, is JSON that two readers may take for two things: a key that
stands twice in an object, NaN, infinities and numbers that only infinity would hold, halves of
characters.

>>> json_value('{"a": [1, 2.5, null]}')
{'a': [1, 2.5, None]}
>>> try:
...     json_value('{"a": 1, "a": 2}')
... except Misfit as misfit:
...     print(misfit)
cannot be read as JSON (a key stands twice: 'a'): '{"a": 1, "a": 2}'
"""

from __future__ import annotations

import json
import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from ruleproof.models.errors import TextError
from ruleproof.models.files.misfits import place_and_fault

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Kind = TypeVar("Kind")
_LONGEST = 60
"""So many characters of a key, of a number or of a text's beginning are quoted."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class Misfit(TextError):
    """Data of another shape than is read: `place` names the field, and is empty if it is the whole;
    `what` says what is wrong there.
    """

    def __init__(self, place: str, what: str) -> None:
        super().__init__(place, what)
        self.place, self.what = place, what

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


def json_value(content: str | bytes) -> Any:
    """The value of a JSON text; bytes are UTF-8. Raises `Misfit` for any other text."""
    try:
        return _value(content if isinstance(content, str) else content.decode())
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
        line = f"line {error.lineno}, " if "\n" in error.doc else ""
        why = f"{what} at {line}column {error.colno}"
    except UnicodeEncodeError:
        why = "it holds half of a character"
    except UnicodeDecodeError:
        why = "it is no text in UTF-8"
    except RecursionError:
        why = "it is nested too deeply"
    except _Ambiguous as error:
        why = str(error)
    except ValueError:  # more digits than Python reads
        why = "it holds a number that is too long"
    begins = content[:_LONGEST]
    begins = begins.decode("utf-8", "replace") if isinstance(begins, bytes) else begins
    raise Misfit("", f"cannot be read as JSON ({why}): {begins!r}")


def _value(text: str) -> Any:
    value = _DECODER.decode(text)
    if _HALF.search(text):
        json.dumps(value, ensure_ascii=False).encode()
    return value


@overload
def json_as(kind: type[Kind], content: str | bytes) -> Kind: ...
@overload
def json_as(kind: TypeAdapter[Kind], content: str | bytes) -> Kind: ...
def json_as(kind: Any, content: str | bytes) -> Any:
    """The value of a JSON text as a model or of another type that pydantic knows; nothing is
    converted. Raises `Misfit`,
    which names the first field that does not fit.

    The text is decoded once, so that no second reader can take it for something else.
    """
    return fitting(kind, json_value(content))


def fitting(kind: Any, value: Any) -> Any:
    """A value of `json_value` as a model or of another type; errors as `json_as`."""
    from pydantic import ValidationError

    try:
        return _adapter(kind).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        raise Misfit(*place_and_fault(error.errors(include_url=False))) from None


class _Ambiguous(ValueError):
    """JSON that readers may take for different things."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set[str]()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise _Ambiguous(f"a key stands twice: {twice[:_LONGEST]!r}")
    return found


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _constant(text)


def _constant(text: str) -> NoReturn:
    raise _Ambiguous(f"no number of JSON: {text[:_LONGEST]}")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_number, parse_constant=_constant
)


@lru_cache(maxsize=64)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
