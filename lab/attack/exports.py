"""Exports that are attacked: tables and sets of puzzles in every form that people are shown.

Whatever stands in an altered file, its export is whole or there is none, nothing lies elsewhere,
and no text of the file becomes markup.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from lab.attack import puzzles, tables
from lab.attack.edits import json_text
from lab.attack.making import Maker
from lab.attack.markup import WRONG
from lab.attack.targets import Altered, Run, Seed, Target

PLANTS = (
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'><svg onload='alert(1)"),
    *("</title><marquee>", "</script><marquee>", "]]><marquee>", "--><marquee>", "</style><b>"),
    *(
        "&lt;marquee&gt;",
        "&#60;marquee&#62;",
        "\\u003cmarquee>",
        "=1+1",
        "@SUM(A1)",
        "+1",
        "{{7*7}}",
    ),
    *("../outside", "/tmp/outside", "a/b", "..", "#panic()", "$x$ *bold* _em_", "`raw`", "x" * 500),
    *("[red]", "[/red]", "[bold red]x[/]", "[link=http://x]y[/link]", ":warning:", "%s{}"),
    *("\n<marquee>", "\x1b[2J", "\u202e<marquee>", "\u2028", "漢字", "\U0001f600", "\u0301" * 50),
    *(
        "= a",
        "- a",
        "/ a: b",
        "*/",
        "\\",
        '\\" #panic()',
        "@a",
        "<a>",
        "https://a.b",
        "\u00ad",
        "\u200d",
    ),
    *("a word " * 400, "\u00a0" * 3000, "\u2060" * 300, "\ufffd", "\ue000", "\u0600", "שלום", "ﷺ"),
)
"""Texts that would be more than text if nobody escaped them."""
FREE = ("sentence", "version", "id", "side", "hints", "themes", "tries", "set_play", "solution")
"""Fields of a puzzle that hold text, or lists of text."""
SHEETS = (
    *("--sheet 1", "--sheet 2 --paper letter", "--sheet 4", "--sheet 6", "--sheet 9", "--sheet 12"),
    *(f"--sheet {many}:foot" for many in (1, 2, 4, 6)),
    "--sheet 9:foot --paper letter",
    "--sheet 12:foot --title #panic(){{7*7}}$x$*",
)
"""Forms of sheets, of every number of puzzles, on both papers and with solutions in both places."""
FORMS = (
    *("--to text -o out.txt", "--to csv -o out.csv", "--to html -o out.html", "--to svg -o out"),
)
PAGE = re.compile(rb"/Type\s*/Page\b")
"""A page of a PDF."""


def left(seed: Seed, run: Run) -> str:
    """Why what lies in the folder afterwards is wrong: half an export, or more than one."""
    here = Path.cwd()
    known = {seed.file, *(name for name, _ in seed.beside)}
    found = {path.name for path in here.iterdir()} - known
    outside = [
        one.name for one in here.parent.iterdir() if not one.name.partition(".")[0].isdigit()
    ]
    if outside:
        return f"it left {outside!r} outside the folder"
    words = seed.command
    output = words[words.index("-o") + 1] if "-o" in words else ""
    if run.status != 0:
        return f"refused, and left {found!r}" if found else ""
    if found != {output} - {""}:
        return f"it left {found!r}, not {output!r}"
    return WRONG[Path(output).suffix](here / output) if output else ""


# Tables


def _tables(maker: Maker) -> list[Seed]:
    found: list[Seed] = []
    for arguments in tables.BUILT:
        content = maker.made(f"table build {arguments} -o t.rpt", "t.rpt")
        maker.shell.run(["table", "export", "t.rpt", "-o", "rows.csv"])
        maker.shell.run(["display", "t.rpt", "-o", "page.html"])
        beside = tuple((name, Path(name).read_text()) for name in ("rows.csv", "page.html"))
        for form, words in (
            ("table export", "table export t.rpt -o out.csv"),
            ("table export", "table export t.rpt -o out.parquet --json"),
            ("display of a table", "display t.rpt -o out.html"),
        ):
            name = arguments.replace(" ", "-")
            found.append(maker.seed(form, "t.rpt", content, words, name=name, beside=beside))
    return found


def _rows(path: Path) -> list[list[str]]:
    """The rows of an export, as texts."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))
    from pyarrow.parquet import read_table

    found = read_table(path)
    columns = [
        ["" if one is None else str(one) for one in column] for column in found.to_pydict().values()
    ]
    return [found.column_names, *map(list, zip(*columns, strict=True))]


def _otherwise(seed: Seed, run: Run) -> str:
    output = Path(seed.command[4] if seed.command[0] == "table" else seed.command[3])
    if output.suffix == ".html":
        same = output.read_text() == Path("page.html").read_text()
    else:
        same = _rows(output) == _rows(Path("rows.csv"))
    return "" if same else "other rows than those of the table that was built"


# Sets


def _sets(maker: Maker) -> list[Seed]:
    commands = [
        *(("puzzles export", f"puzzles export {puzzles.SET} {form}") for form in FORMS),
        ("display of a set", f"display {puzzles.SET} -o out.html"),
        ("book", f"book {puzzles.SET} -o out.pdf"),
        ("puzzles: show one", f"puzzles show {puzzles.SET} 1 --solution"),
    ]
    return [
        maker.seed(kind, puzzles.SET, content, words, name=name)
        for name, content in puzzles.sets().items()
        for kind, words in commands
    ]


def _planted(dice: Random, text: str) -> str:
    plant = dice.choice(PLANTS)
    return dice.choice((plant, text + plant, plant + text))


def plant(dice: Random, puzzle: dict[str, Any]) -> None:
    """Puts texts that would be markup into fields of a puzzle, in place."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        key = dice.choice(FREE)
        value = puzzle.get(key)
        if key in ("tries", "set_play"):
            puzzle[key] = [[_planted(dice, "a1"), _planted(dice, "b1")]]
        elif isinstance(value, list):
            puzzle[key] = [*value, _planted(dice, "")]
        else:
            puzzle[key] = _planted(dice, str(value or ""))
    if puzzle["tree"] and dice.random() < 0.2:
        turn = dice.choice(dice.choice(puzzle["tree"]["nodes"])["turns"])
        turn[0] = _planted(dice, turn[0])
    if puzzle["rating"] and dice.random() < 0.2:
        puzzle["rating"]["table"] = _planted(dice, "people.csv")


def _alter_set(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    if dice.random() < 0.4:
        return puzzles.SETS_OF_PUZZLES.alter(dice, seed, seeds)
    lines = [json.loads(line) for line in seed.content.splitlines()]
    plant(dice, dice.choice(lines))
    text = "".join(json_text(dice, line) + "\n" for line in lines)
    return Altered(text.encode("utf-8", "surrogatepass"), sealed=True)


def _false_set(seed: Seed, content: bytes, run: Run) -> str:
    """A table has a row for each puzzle, a folder a drawing for each id, a sheet its pages."""
    lines = content.decode("utf-8", "replace").splitlines()
    said = [json.loads(line) for line in lines if line.strip()]
    if "out.csv" in seed.command and len(_rows(Path("out.csv"))) != len(said) + 1:
        return f"the table has not {len(said)} rows"
    if "--sheet" in seed.command:
        return _pages(seed.command, len({one["id"] for one in said}))
    if not {"svg", "png"} & set(seed.command):
        return ""
    drawn = {one.stem for one in Path("out").iterdir()}
    if drawn != {one["id"] for one in said}:
        return "the drawings are not those of the puzzles"
    told = run.out.split()[0]
    return "" if told == str(len(drawn)) else f"{len(drawn)} drawings are told as {told}"


def _pages(command: Sequence[str], puzzles: int) -> str:
    """Why the sheet has too few pages, or too many; solutions take one page and more, at the foot
    none.
    """
    found = len(PAGE.findall(Path("out.pdf").read_bytes()))
    many, _, foot = command[command.index("--sheet") + 1].partition(":")
    needed = -(-puzzles // int(many))
    right = found == needed if foot else found > needed
    return "" if right else f"{found} pages for {puzzles} puzzles"


def _prints(maker: Maker) -> list[Seed]:
    every = puzzles.sets() | {"all": puzzles.MADE.read_bytes()}
    commands = [
        *(("book: sheet", f"book {puzzles.SET} -o out.pdf {form}") for form in SHEETS),
        ("puzzles export: png", f"puzzles export {puzzles.SET} --to png -o out"),
    ]
    return [
        maker.seed(kind, puzzles.SET, content, words, name=name)
        for name, content in every.items()
        for kind, words in commands
    ]


OF_TABLES = Target(
    "exports of tables",
    _tables,
    tables.CHECKED.alter,
    lambda seed, content, run: "",
    unsealed=_otherwise,
    left=left,
)
OF_SETS = Target("exports of sets", _sets, _alter_set, _false_set, left=left)
PRINTS = Target("sheets and pictures", _prints, _alter_set, _false_set, left=left)
