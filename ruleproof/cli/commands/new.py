"""`ruleproof new`: a package that works, for a game to be changed into one's own."""

from __future__ import annotations

import importlib
import importlib.util
import keyword
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import argument, option
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.rulebooks.rulebook import Rulebook

TEMPLATE = "ruleproof.models.template"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)


def read_name(text: str) -> str:
    """The name of a game that is to be."""
    if not _NAME.fullmatch(text):
        what = "takes a name of small letters, digits and hyphens, such as my-game"
        raise typer.BadParameter(f"{what}: {text!r}")
    return text


@command("new")
def new(
    name: str = argument("NAME", "The game's name.", reader=read_name),
    like: str = option("--like", "GAME", "Begin with a copy of this game.", ""),
    folder: Path | None = option("-o --folder", "DIR", "The folder of the package.  [./NAME]"),
) -> Answer:
    """Write a package for a game of one's own.

    It is a small game that works, with rules, constraints, claims and tests; with --like a copy of
    an existing game: change one function, and see its claims change.

    Examples:
      ruleproof new hedgehog
      ruleproof new my-esgros --like esgros
    """
    from ruleproof.models.rulebooks.rulebook import names

    module = name.replace("-", "_")
    target = folder or Path(name)
    if name in names():
        raise InputError(f"NAME: a game of that name is installed: {name!r}")
    if keyword.iskeyword(module):
        raise InputError(f"NAME: a word of Python's own cannot name a package: {module!r}")
    there = importlib.util.find_spec(module)
    if there is not None and there.origin is not None:  # without one it is a folder beside Python
        raise InputError(f"NAME: a Python module of that name is installed: {module!r}")
    if target.exists():
        raise InputError(f"--folder: it exists already: {str(target)!r}")
    with at("--like"):
        book, origin = _original(like)
    with at("--folder"):
        written = _write(target, name, module, book, origin, like)

    def people(console: Console) -> None:
        for path in written:
            console.print(str(path), soft_wrap=True)
        console.print(f"\npip install -e {target}, then: ruleproof conform {name}", soft_wrap=True)

    fields = {"name": name, "folder": str(target), "files": [str(path) for path in written]}
    return Answer(fields, people, None, DONE)


def _original(like: str) -> tuple[Rulebook, str]:
    """The rulebook to copy and the name of the module or package that holds it."""
    from ruleproof.models.rulebooks.rulebook import entry, rulebook

    if like:
        return rulebook(like), entry(like)
    return importlib.import_module(TEMPLATE).RULEBOOK, TEMPLATE


def _write(
    target: Path, name: str, module: str, book: Rulebook, origin: str, like: str
) -> list[Path]:
    """Writes the package and returns its files, in order."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from ruleproof.models.files.writing import write_whole

    texts = _sources(module, name, book, origin)
    inner = sorted({".".join(Path(path).parts[1:-1]) for path in texts})
    small = _small_board(book)
    board = f" --board {small}"
    known: dict[str, Any] = {
        "name": name, "module": module, "title": _title(name), "small": small, "board": board,
        "origin": book.title, "author": book.author, "packages": str(inner).replace("'", '"'),
        "like": like, "wide": len(f"ruleproof conform {name}{board}"),
        "own": {Path(one).parts[2].removesuffix(".py"): _kind(one) for one in texts},
    }  # fmt: skip
    made = Environment(
        loader=PackageLoader(str(__package__), "package"),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    texts = {
        "pyproject.toml": made.get_template("pyproject.toml.jinja").render(known),
        "README.md": made.get_template("README.md.jinja").render(known),
        **texts,
        f"tests/test_{module}.py": made.get_template("test.py.jinja").render(known),
    }
    for path, text in texts.items():
        write_whole(target / path, text)
    return [target / path for path in texts]


def _kind(path: str) -> str:
    """The ending of a module's name, or a slash for a package of modules."""
    return ".py" if len(Path(path).parts) == 3 else "/"


def _sources(module: str, name: str, book: Rulebook, origin: str) -> dict[str, str]:
    """The game's sources by path, its own name, title and package in place of the original's."""
    spec = importlib.util.find_spec(origin)
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin)
    files = sorted(home.parent.rglob("*.py")) if home.name == "__init__.py" else [home]
    found: dict[str, str] = {}
    for file in files:
        inside = file.relative_to(home.parent) if len(files) > 1 else Path("__init__.py")
        text = file.read_text("utf-8")
        fields: list[str] = []
        if file == home:
            for what, old, new in (
                ("name", book.name, name),
                ("title", book.title, _title(name)),
                ("author", book.author, f"after {book.author.removeprefix('after ')}"),
            ):
                text = text.replace(f'    {what}="{old}"', f"\0{len(fields)}\0", 1)
                fields.append(f'    {what}="{new}"')
        if origin == book.name:  # in quotes it is the game's name
            text = text.replace(f'"{origin}"', f'"{name}"')
        text = re.sub(rf"(?<![\w-]){re.escape(origin)}\b", module, text)
        for number, line in enumerate(fields):
            text = text.replace(f"\0{number}\0", line)
        found[f"src/{module}/{inside.as_posix()}"] = text
    return found


def _title(name: str) -> str:
    """The title that a game of that name begins with: it is not the original, nor is its author."""
    return " ".join(word.capitalize() for word in name.split("-"))


def _small_board(book: Rulebook) -> str:
    """A small board that the game can be set up on."""
    from ruleproof.models.boards.boards import board as read_board
    from ruleproof.models.errors import TextError
    from ruleproof.models.play.game import make_game

    of_kind: dict[str, str] = {}
    for text in book.small_boards:
        of_kind[read_board(text).kind] = text
    for text in of_kind.values():
        with suppress(TextError):
            make_game(book, text, {}).start()
            return text
    return book.tour.board or book.board
