"""The commands that the studio offers as operations for programs, described.

A field is named as its option without dashes, or as its argument's own word: `GAME` is `game`.
Options that make no sense there are left out: files to go on from, a cluster, memory.
"""

from __future__ import annotations

from inspect import unwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

if TYPE_CHECKING:
    from ruleproof.reports.studio.commands import CommandField, Kind, OfferedCommand

_OFFERED = ("check", "puzzles check", "puzzles judge", "puzzles make", "solve", "verify")
"""The commands that a program elsewhere asks for; the others need files, or show what these say."""
_LEFT_OUT = {"as_json", "resume", "cluster", "memory", "table"}
_READS_FILES = ", @FILE, or - for standard input"


def described(root: Any) -> list[OfferedCommand]:
    """The offered commands below the root of the command line."""
    return [_described(root, tuple(words.split())) for words in _OFFERED]


def _described(root: Any, words: tuple[str, ...]) -> OfferedCommand:
    from ruleproof.reports.studio.commands import OfferedCommand

    one = root
    for word in words:
        one = one.commands[word]
    types = get_type_hints(unwrap(one.callback))
    fields = tuple(
        _field(part, types.get(part.name)) for part in one.params if part.name not in _LEFT_OUT
    )
    return OfferedCommand(words, " ".join(str(one.help).split()), fields)


def _field(part: Any, annotation: Any) -> CommandField:
    """An argument or option with values of that type, as a field of requests."""
    from ruleproof.reports.studio.commands import CommandField

    argument = part.param_type_name == "argument"
    option = "" if argument else max(part.opts, key=len)
    name = ((part.metavar or part.name).strip("[]…") if argument else option).strip("-").lower()
    return CommandField(
        name.replace("-", "_"),
        option,
        _kind(part, name, argument, annotation),
        many=part.multiple or part.nargs == -1,
        required=part.required,
        about=str(part.help or "").replace(_READS_FILES, "").strip(),
    )


def _kind(part: Any, name: str, argument: bool, annotation: Any) -> Kind:
    """The kind of values of a field: arguments name files to read, options files to write."""
    if not argument and part.is_flag:
        return "flag"
    if _names_files(annotation):
        return "content" if argument else "written"
    return "number" if name == "time" else "text"


def _names_files(annotation: Any) -> bool:
    """Whether values of the type are paths, or hold some."""
    return annotation is Path or any(map(_names_files, get_args(annotation)))
