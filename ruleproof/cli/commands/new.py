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
from ruleproof.cli.asking.options import AS_JSON, argument, option
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE
from ruleproof.cli.telling.answers import Answer

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.rulebooks.rulebook import Rulebook

TEMPLATE = "ruleproof.models.template"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)

PROJECT = """\
[build-system]
requires = ["setuptools>=70.1"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1"
description = "{title}, for Ruleproof"
requires-python = ">=3.11"
dependencies = ["ruleproof"]

[project.entry-points."ruleproof.games"]
{name} = "{module}:RULEBOOK"

[tool.setuptools]
package-dir = {{ "" = "src" }}
packages = {packages}
"""

ABOUT = """\
# {title}

A game for Ruleproof, begun as a copy of {origin} ({author}).

{commands}

The package stands in `src/{module}`. `rules.py` holds the rules. Change a function there, and
whatever speaks of the same rule in these; then run `conform` and `check` again.

{modules}

`__init__.py` holds `title`, `author` and `about`, the texts of positions and moves, and in `Words`
the sentences for people. Where a position's text has keys (`Text.keys`), give each a sentence in
`Words.keys`, such as `"white-took": "White has taken {{value}}."`: puzzles and pages show it.

{comparing}
"""

WITH_ORIGINAL = """\
`ruleproof compare {like} --with {name}{board}` finds the shortest game after which yours and
{origin} part, as long as positions and moves are made alike: `State` has the same fields, and a
move the same number and text. To keep both rules in one game, make them two values of a `Setting`;
then `ruleproof compare {name} --with SETTING=VALUE` compares them."""

WITH_SETTING = """\
To compare your rule with the one that it replaces, keep both: make them two values of a `Setting`.
Then `ruleproof compare {name} --with SETTING=VALUE` finds the shortest game after which the
two part."""

COMMANDS = (
    ("pip install -e .", "install it: Ruleproof then knows the game {name}"),
    ("ruleproof conform {name}{board}", "test what solvers rely on"),
    ("ruleproof check {name}{board}", "decide its claims"),
    ("ruleproof solve {name}{board}", "solve it"),
    ("pytest", "all of this on a small board"),
)
"""The commands of the package's README, each with its purpose."""

MODULES = {
    "constraints": "the same rules for proofs",
    "advice": "what searches rely on; if the new rules break it, answers are wrong: change it, or\n"
    "  take out `advice=` in `__init__.py`",
    "given": "what certificates take for certain; take it out where it no longer holds",
    "claims": "what should be true, with the verdicts that are expected",
    "meanings": "what verdicts mean for the rulebook, and wordings for it",
    "words": "the sentences of the rulebook, which rules and claims quote",
    "sentences": "the sentences of the rulebook, which rules and claims quote",
    "play": "how the game is played, for books and pages",
    "goals": "what puzzles can ask for",
    "themes": "what solutions of puzzles show",
}
"""The modules that a change of the rules concerns, each with its purpose."""

TESTS = '''\
"""The game keeps the laws that solvers rely on, and its claims are what they are expected to be."""

from ruleproof.models.play.game import game
from ruleproof.solvers.reasoning.laws.conform import conform
from ruleproof.solvers.reasoning.checking.check import check

SMALL = game("{name}", "{small}")


def test_the_game_keeps_the_laws():
    assert [told for told in conform([SMALL]) if told.word == "broken"] == []


def test_the_claims_are_as_expected():
    assert [verdict.id for verdict in check(SMALL) if not verdict.as_expected] == []
'''


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
    as_json: bool = AS_JSON,
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
    from ruleproof.models.files.writing import write_whole

    texts = _sources(module, name, book, origin)
    inner = sorted({".".join(Path(path).parts[1:-1]) for path in texts})
    small = _small_board(book)
    board = f" --board {small}"
    known: dict[str, Any] = {
        "name": name, "module": module, "title": _title(name), "small": small, "board": board,
        "origin": book.title, "author": book.author, "packages": str(inner).replace("'", '"'),
    }  # fmt: skip
    own = {Path(path).parts[2].removesuffix(".py") for path in texts}
    known["modules"] = "\n".join(
        f"- `{part}{'.py' if f'src/{module}/{part}.py' in texts else '/'}`: {about}"
        for part, about in MODULES.items()
        if part in own
    )
    commands = [(line.format(**known), purpose.format(**known)) for line, purpose in COMMANDS]
    wide = max(len(line) for line, _ in commands)
    comparing = WITH_ORIGINAL if like else WITH_SETTING
    known["comparing"] = comparing.format(**known, like=like)
    known["commands"] = "\n".join(f"    {line:{wide}}  {purpose}" for line, purpose in commands)
    texts = {
        "pyproject.toml": PROJECT.format(**known),
        "README.md": ABOUT.format(**known),
        **texts,
        f"tests/test_{module}.py": TESTS.format(**known),
    }
    for path, text in texts.items():
        write_whole(target / path, text)
    return [target / path for path in texts]


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
