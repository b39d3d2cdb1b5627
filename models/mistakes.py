"""Mistakes: errors in a game's own files, reported to its author with file, line and remedy.

A game's files are those that its entry point names: a package with all that is in it, or a single
module. An error is its author's where the last step that belongs to Ruleproof's solvers comes
before the last one in those files; numba's errors name the author's line in their text. The words
of `models` are called by authors, so a wrong call of one is its author's.

    >>> str(Mistake(Place("hex/rules.py", 12, "play"), "no such name: 'blak'", "define it"))
    "a mistake in hex/rules.py, line 12 (play): no such name: 'blak'; define it"
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import traceback
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from ruleproof.models.cells import RULES, single
from ruleproof.models.errors import offer
from ruleproof.models.installed import entries

GROUPS = ("ruleproof.games", "ruleproof.boards")
"""The groups of entry points that offer rulebooks and kinds of boards."""

_MODELS = Path(__file__).resolve().parent
_CAUSES = (
    "NameError", "Cannot", "Unknown", "No implementation", "Untyped", "Invalid", "Use of",
    "undefined", "not defined", "missing", "too many", "nsupported",
)  # fmt: skip
"""Words of the lines in which numba says what is wrong rather than where."""
_REMEDIES = {
    "NameError": "define or import it",
    "AttributeError": "check its name, and what it belongs to",
    "ImportError": "check what is imported, and from where",
    "ModuleNotFoundError": "check what is imported, and from where",
    "SyntaxError": "write it as Python has it",
    "TypeError": "check the number and the kinds of the arguments",
    "ValueError": "check the numbers and sets it is given",
    "ZeroDivisionError": "check what it divides by",
    "IndexError": "check what it counts, and `Declared.most_moves` where moves are added",
}


class Place(NamedTuple):
    """A place in a file; line 0 is the file as a whole."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        return f"{self.file}{line}" + (f" ({self.function})" if self.function else "")


class Mistake(Exception):
    """A mistake in a game's own files: where, what, what mends it, and the law it breaks, if it
    breaks one that solvers rely on.
    """

    def __init__(self, place: Place, what: str, remedy: str = "", law: str = "") -> None:
        self.place = place
        self.what = what
        self.remedy = remedy
        self.law = law
        super().__init__(f"a mistake in {place}: {what}" + (f"; {remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.place, self.what, self.remedy, self.law)


def place_of(function: Any) -> Place:
    """The place where a function, or anything with code or a file, is defined."""
    function = inspect.unwrap(function) if callable(function) else function
    code = getattr(function, "__code__", None)
    if code is not None:
        return Place(short_path(code.co_filename), code.co_firstlineno, function.__qualname__)
    return Place(short_path(getattr(function, "__file__", None) or str(function)), 0)


def files_of_games() -> list[Path]:
    """The folders of games that are packages, and the files of those that are single modules."""
    found: list[Path] = []
    for point in (point for group in GROUPS for point in entries(group)):
        spec = _found(point.module) if EntryPoint.pattern.match(point.value) else None
        if spec is None or spec.origin is None:
            continue
        inside = [Path(folder) for folder in spec.submodule_search_locations or ()]
        found += inside or [Path(spec.origin)]
    return [path.resolve() for path in found]


def _found(module: str) -> ModuleSpec | None:
    """The place of a module, or of the package around it where that cannot be loaded itself."""
    for name in (module, module.partition(".")[0]):
        try:
            return importlib.util.find_spec(name)
        except Exception:  # whatever the package around it raises
            continue
    return None


def files_of(book: Any) -> list[Path]:
    """The files of a rulebook's modules: its rules, its advice, its package."""
    modules: tuple[Any, ...] = (book.rules, book.advice, sys.modules.get(book.package))
    return [Path(module.__file__) for module in modules if getattr(module, "__file__", None)]


def authored(function: Any, book: Any) -> Place:
    """The place of the author's function. For a function of Ruleproof's, or none, the place where
    the rulebook names it last.
    """
    if function is not None:
        place = place_of(function)
        own = [path.resolve().parent for path in files_of(book)]
        if is_within(place.file, own) or not is_within(place.file, [_MODELS]):
            return place
    home = files_of(book)[-1]
    name = getattr(function, "__name__", "") or "RULEBOOK"
    lines = home.read_text("utf-8").splitlines()
    number = max((n for n, line in enumerate(lines, 1) if name in line), default=0)
    return Place(place_of(home).file, number, name)


def mistake(error: BaseException, also: Iterable[Path] = ()) -> Mistake | None:
    """The author's mistake that the error is due to; None if it is not due to one.

    `also` are files and folders of games that no entry point names.
    """
    if isinstance(error, Mistake):
        return error
    homes = [*files_of_games(), *(path.resolve() for path in also)]
    if type(error).__module__.startswith("numba."):
        return _of_compiling(error, homes)
    found: Place | None = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if is_within(code.co_filename, homes):
            found = Place(short_path(code.co_filename), line, code.co_name)
        elif _is_ours(frame.f_globals.get("__name__", "")):
            found = None
    if isinstance(error, SyntaxError) and is_within(error.filename or "", homes):
        found = Place(short_path(error.filename or ""), error.lineno or 0)
    if found is None:
        return None
    if isinstance(error, RecursionError):
        return _of_recursion(error, found, homes)
    what = str(error)
    if type(error).__name__ != "RuleFailure":  # which has the name of its cause in its words
        if isinstance(error, SyntaxError) and error.text and error.text.strip():
            what = f"{error.msg}: {error.text.strip()!r}"
        what = f"{type(error).__name__}: {what}"
    return Mistake(found, what, _named_rightly(error) or _REMEDIES.get(what.partition(":")[0], ""))


_UNEXPECTED = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")


def _named_rightly(error: BaseException) -> str:
    """The names that a call takes, where the error is that it was given another; empty where it is
    another error.
    """
    unexpected = _UNEXPECTED.search(str(error)) if isinstance(error, TypeError) else None
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if not unexpected or not frames:
        return ""
    called = (frames[-1].f_locals | frames[-1].f_globals).get(unexpected[1])
    try:
        names = list(inspect.signature(called).parameters) if callable(called) else []
    except ValueError:  # a function of C that does not tell its arguments
        names = []
    near = get_close_matches(unexpected[2], names, 1)
    return f"write `{near[0]}`" if near else f"it takes {offer(names, 30)}" if names else ""


def _of_recursion(error: RecursionError, last: Place, homes: list[Path]) -> Mistake:
    """The mistake behind calls that went too deep: the author's function that called itself most
    often, or else play without an end, in the file of the author's last step.
    """
    calls = Counter(frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__))
    often, times = calls.most_common(1)[0]
    remedy = "`ruleproof conform` shows whether play comes back, though `acyclic` is declared"
    if times > 1 and is_within(often.co_filename, homes):
        place = Place(short_path(often.co_filename), often.co_firstlineno, often.co_name)
        return Mistake(place, "it calls itself without end", remedy)
    what = "play goes on so long that a search of all play does not end"
    return Mistake(last._replace(line=0, function=""), what, remedy)


def came_up_in_rules(error: BaseException) -> bool:
    """Whether a rule of a game raised the error, or a word of `models/cells.py` that it calls."""
    rules = {function.__code__ for function in RULES}
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    while codes and codes[-1].co_filename == single.__code__.co_filename:
        codes.pop()
    return bool(codes) and codes[-1] in rules


def _is_ours(module: str) -> bool:
    """Whether a module is Ruleproof's and holds neither a game nor the words that games use."""
    return module.startswith("ruleproof.") and not module.startswith("ruleproof.models.")


@contextmanager
def told_as_the_authors(*modules: Any) -> Generator[None]:
    """Raises an author's errors inside as a `Mistake`; `modules` are the game's own."""
    also = [Path(module.__file__) for module in modules if getattr(module, "__file__", None)]
    try:
        yield
    except Exception as error:
        found = mistake(error, also)
        if found is None:
            raise
        raise found from error


_FILE_LINE = re.compile(r'File "([^"]+)", line (\d+)')
_AT = re.compile(r"(?:at|in) (\S+\.py) \((\d+)\)")
_CALLED = re.compile(r"<function (\w+) at")
_UNKNOWN = re.compile(r"NameError: (?:global )?name '(\w+)' is not defined")
_UNMARKED = re.compile(
    r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>"
)
IN_RULES = (
    "rules use whole numbers, True and False, tuples, `State`, functions marked `@rule` and the "
    "words of models/cells.py, with `if`, `for`, `while` and `return`"
)
"""The words that rules may use."""
_OF_MODULE = re.compile(r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'.*")
_NO_RULE = re.compile(r"Untyped global name '(\w+)': Cannot determine Numba type of .*")
_NOISE = re.compile(r"\x1b\[[0-9;]*m")


def _of_compiling(error: BaseException, homes: list[Path]) -> Mistake | None:
    """The mistake that numba's error is due to. Its text goes from the call to the cause, and from
    there back through the lines: the first line of a game that it names is the one at fault.
    """
    text = _NOISE.sub("", str(error))
    places = [
        (match.start(), match[1], int(match[2]))
        for pattern in (_FILE_LINE, _AT)
        for match in pattern.finditer(text)
        if is_within(match[1], homes)
    ]
    unknown = _UNKNOWN.search(text)
    if unknown and (not places or unknown.start() < min(places)[0]):
        place = _place_of_name(text[: unknown.start()], unknown[1], homes)
        if place:
            return Mistake(place, f"no such name: {unknown[1]!r}", _REMEDIES["NameError"])
    if not places:
        return None
    where, file, line = min(places)
    place = Place(short_path(file), line, _function_at(file, line))
    unmarked = _UNMARKED.search(text[:where])
    helper = _defined(file, unmarked[1]) if unmarked else None
    if helper is not None and is_within(helper.__code__.co_filename, homes):
        what = f"`{helper.__name__}`, which `{place.function}` calls on line {line}, is not marked"
        return Mistake(place_of(helper), f"{what} `@rule`", "write `@rule` above it")
    return Mistake(place, f"it cannot be compiled: {_cause(text[:where])}", IN_RULES)


def _defined(file: str, name: str) -> FunctionType | None:
    """The function of that name in the module that the file holds, if it is one."""
    for module in [*sys.modules.values()]:
        home = getattr(module, "__file__", None)
        if home and Path(home).resolve() == Path(file).resolve():
            found = getattr(module, name, None)
            if isinstance(found, FunctionType):
                return found
    return None


def _cause(text: str) -> str:
    """The error in words: the last line that names a cause."""
    lines = [line.strip() for line in text.splitlines()]
    causes = [number for number, line in enumerate(lines) if _is_cause(line)]
    if not causes:
        return "numba gives no reason"
    after = lines[causes[-1] + 1 : causes[-1] + 3]
    signatures = [line.removeprefix(">>> ") for line in after if line.startswith(">>>")]
    if signatures:
        return f"there is no {signatures[0]}"
    cause = _OF_MODULE.sub(r"rules cannot use `\2.\1`", lines[causes[-1]])
    return _NO_RULE.sub(r"rules cannot use `\1`", cause)


def _place_of_name(text: str, name: str, homes: list[Path]) -> Place | None:
    """The place where a game's rule uses the name: the rule that the text calls last."""
    for called in reversed(_CALLED.findall(text)):
        for function in RULES:
            code = function.__code__
            if function.__name__ != called or not is_within(code.co_filename, homes):
                continue
            lines, first = inspect.getsourcelines(function)
            for number, line in enumerate(lines):
                if re.search(rf"\b{re.escape(name)}\b", line):
                    return Place(short_path(code.co_filename), first + number, called)
    return None


def _is_cause(line: str) -> bool:
    """Whether a line of numba's error says what is wrong rather than where."""
    return any(word in line for word in _CAUSES)


def _function_at(file: str, line: int) -> str:
    """The function that the line of the file stands in."""
    import ast

    try:
        tree = ast.parse(Path(file).read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ""
    around = [
        (node.lineno, node.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(around)[1] if around else ""


def is_within(file: str, homes: Iterable[Path]) -> bool:
    """Whether the file is one of those, or lies in one of those folders."""
    if not file or file.startswith("<"):
        return False
    path = Path(file).resolve()
    return any(path == home or home in path.parents for home in homes)


def short_path(file: str) -> str:
    """The file's path, from the working folder if it lies in it."""
    path = Path(file).resolve()
    return str(path.relative_to(Path.cwd()) if Path.cwd() in path.parents else path)
