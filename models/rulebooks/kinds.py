"""Kinds of the values that a rulebook's parts are given, by the annotations of their entries.

>>> from ruleproof.models.rulebooks.parts import Declared
>>> slips(Declared(acyclic=True))
[('acyclic', Slip(what='is True, and not a function', remedy='write a function of (game)'))]
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ruleproof.models.mistakes import Mistake, Place, files_of, place_of
from ruleproof.models.rulebooks.entries import Slip, called, line_of_entry, other_arguments, takes
from ruleproof.models.rulebooks.parts import PARTS

_ARGUMENTS = {
    "Game": "game", "Any": "state", "int": "number", "str": "text", "Board": "board",
    "Mapping[str, Value]": "settings", "Mapping[int, str]": "tokens", "Mapping[str, str]": "keys",
}  # fmt: skip
"""The names of a function's arguments, by their annotations."""
_WORDS: Mapping[Any, tuple[str, str]] = {
    str: ("a text", "texts"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    bool: ("True or False", "truths"),
}


def slips(part: Any) -> list[tuple[str, Slip]]:
    """The entries of a part, a dataclass, that hold another kind of value than they are to."""
    found: list[tuple[str, Slip]] = []
    hints = _hints(type(part))
    for one in fields(part):
        value, hint = getattr(part, one.name), hints[one.name]
        names = _names(str(one.type)) if _is_function(hint) else []
        if not fits(value, hint):
            kind = words(hint)
            what = f"is {value!r:.60}, and not {kind}"
            found.append((one.name, Slip(what, _remedy(value, hint, kind, names))))
        elif callable(value) and names and not takes(value, names):
            found.append((one.name, other_arguments(f"is {called(value)}, which", value, names)))
    return found


def _remedy(value: Any, hint: Any, kind: str, names: Sequence[str]) -> str:
    """The right form of the entry, in words."""
    if names:
        return f"write a function of ({', '.join(names)})"
    if hint is str:
        return 'write it between quotes, "…"'
    if isinstance(value, str) and kind == "a tuple of texts":
        return f"write `({value!r},)`, with a comma"
    return f"write {kind}"


def check_kinds(book: Any) -> None:
    """Raises `Mistake` where an entry of the rulebook, of a part or of a setting is of another kind
    than it is to be.
    """
    for name, slip in slips(book):
        raise Mistake(entry_of(book, "Rulebook", name), f"`{name}` {slip.what}", slip.remedy)
    for part in PARTS:
        for name, slip in slips(getattr(book, part.__name__.lower())):
            what = f"`{part.__name__}.{name}` {slip.what}"
            raise Mistake(entry_of(book, part.__name__, name), what, slip.remedy)
    for one in book.settings:
        for name, slip in slips(one):
            what = f"`{name}` of the setting {one.name!r} {slip.what}"
            raise Mistake(entry_of(book, "Setting", name, one.name), what, slip.remedy)


def entry_of(book: Any, kind: str, field: str, first: object = None) -> Place:
    """The place of an entry in the rulebook's own file."""
    home = files_of(book)[-1]
    return place_of(home)._replace(line=line_of_entry(home.read_text("utf-8"), kind, field, first))


@lru_cache(maxsize=64)
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def fits(value: Any, hint: Any) -> bool:
    """Whether the value is of the kind. A list will do for a tuple; a function is not called."""
    origin = get_origin(hint)
    if hint is Any or hint is types.ModuleType or origin is Literal:
        return True
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in get_args(hint))
    if hint is None or hint is types.NoneType:
        return value is None
    if origin is Callable:
        return callable(value)
    if origin is tuple:
        return isinstance(value, tuple | list) and _all_fit(value, get_args(hint))
    if origin is Mapping:
        key, held = get_args(hint)
        return isinstance(value, Mapping) and all(
            fits(one, key) and fits(other, held) for one, other in value.items()
        )
    if hint in (int, float):
        return isinstance(value, (int, hint)) and not isinstance(value, bool)
    return isinstance(value, hint)


def _all_fit(values: Sequence[Any], hints: tuple[Any, ...]) -> bool:
    """Whether each value of a tuple is of its kind."""
    if hints[-1:] == (...,):
        return all(fits(one, hints[0]) for one in values)
    return len(values) == len(hints) and all(map(fits, values, hints))


def _is_function(hint: Any) -> bool:
    """Whether the entry is a function, or None."""
    options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return any(get_origin(one) is Callable for one in options)


def is_texts(value: Any) -> bool:
    """Whether the value is a tuple or a list of texts."""
    return fits(value, tuple[str, ...])


def words(hint: Any, *, many: bool = False) -> str:
    """The kind in words, of one value or of several.

    >>> words(tuple[tuple[str, str], ...]), words(Mapping[str, int] | None)
    ('a tuple of pairs of texts', 'a mapping from texts to whole numbers')
    """
    origin = get_origin(hint)
    if hint in _WORDS:
        return _WORDS[hint][many]
    if origin in (Union, types.UnionType):
        options = [one for one in get_args(hint) if one is not types.NoneType]
        return " or ".join(words(one, many=many) for one in options)
    if origin is tuple:
        inside = words(get_args(hint)[0], many=True)
        kind = "tuple" if get_args(hint)[-1] is ... else "pair"
        return f"{kind}s of {inside}" if many else f"a {kind} of {inside}"
    if origin is Mapping:
        key, held = (words(one, many=True) for one in get_args(hint))
        return f"{'mappings' if many else 'a mapping'} from {key} to {held}"
    if origin is Callable:
        return "functions" if many else "a function"
    name = getattr(hint, "__name__", str(hint))
    return f"`{name}`s" if many else f"a `{name}`"


def _names(annotation: str) -> list[str]:
    """The names of the arguments in the text of a function's annotation."""
    inside = annotation[annotation.index("[[") + 2 :]
    depth, names, name = 0, list[str](), ""
    for letter in inside:
        if depth == 0 and letter in ",]":
            names.append(_ARGUMENTS[name.strip()])
            name = ""
            if letter == "]":
                break
        else:
            depth += {"[": 1, "]": -1}.get(letter, 0)
            name += letter
    return names
