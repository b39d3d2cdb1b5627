"""The oracle of exports finds markup that came out of a text, and what should not be there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
import typst

from lab.attack.exports import OF_SETS, PRINTS, left, plant
from lab.attack.markup import WRONG
from lab.attack.puzzles import MADE, sets
from lab.attack.targets import Altered, Run, Seed, judged
from ruleproof import Position, game
from ruleproof.reports.publishing.typesetting import png_of

PAGE = "<!doctype html><html><title>A set</title><p>1 &lt; 2</p>%s</html>\n"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><title>a &amp; b</title>%s</svg>'


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("a.html", PAGE % "", PAGE % "<img src=x>"),
        ("a.html", PAGE % "<p>&lt;marquee&gt;</p>", PAGE % "<marquee>"),
        ("a.html", PAGE % '<link href="data:,">', PAGE % '<link href="//x">'),
        ("a.html", PAGE % "<p>", PAGE % "<p onclick='f()'>"),
        ("a.html", PAGE % "<script></script>", PAGE % ("<script></script>" * 3)),
        ("a.html", PAGE % "", (PAGE % "")[:-9]),
        ("a.html", "<p>one</p>", "<p>one</p><script>f()</script>"),
        ("a.csv", "id,themes\n1,'=1+1\n", "id,themes\n1,=1+1\n"),
        ("a.csv", 'id,themes\n1,"a,b"\n', "id,themes\n1,a,b\n"),
        ("a.txt", "a line\n", "a\x1b[2J line\n"),
        ("a.parquet", "PAR1 PAR1", "PAR1 PA"),
    ],
)
def test_what_is_wrong_with_an_export_is_known(tmp_path: Path, name: str, good: str, bad: str):
    path = tmp_path / name
    path.write_text(good)
    assert WRONG[path.suffix](path) == ""
    path.write_text(bad)
    assert WRONG[path.suffix](path)


def test_what_is_wrong_with_a_drawing_is_known(tmp_path: Path):
    folder = tmp_path / "out"
    assert WRONG[""](folder)
    folder.mkdir()
    (folder / "a.svg").write_text(DRAWING % "<text>a</text>")
    assert WRONG[""](folder) == ""
    for bad in ("<script/>", '<path onload="f()"/>', '<text href="//x"/>'):
        (folder / "a.svg").write_text(DRAWING % bad)
        assert WRONG[""](folder), bad


def test_what_is_wrong_with_a_picture_is_known(tmp_path: Path):
    (tmp_path / "a.png").write_bytes(png_of(Position.start(game("esgros", "path:2"))))
    assert WRONG[""](tmp_path) == ""
    content = (tmp_path / "a.png").read_bytes()
    for bad in (b"", content[:-1], content + b"x", content[:60] + b"\0" + content[61:]):
        (tmp_path / "a.png").write_bytes(bad)
        assert WRONG[""](tmp_path)


def _of_a_word(word: str) -> bytes:
    told = {"title": "", "word": word}
    source = '#set document(title: "a")\n#set page(margin: 60pt)\n#box(json("data.json").word)'
    inputs = {"main": source.encode(), "data.json": json.dumps(told).encode()}
    return typst.compile(inputs, format="pdf")  # pyright: ignore[reportReturnType, reportArgumentType]


def test_what_is_wrong_with_a_book_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.pdf"
    content = _of_a_word("x")
    path.write_bytes(content)
    assert WRONG[".pdf"](path) == ""
    path.write_bytes(content[:-10])
    assert "half a book" in WRONG[".pdf"](path)
    path.write_bytes(_of_a_word("x" * 500))
    if shutil.which("pdftotext"):
        assert "a word in the margin" in WRONG[".pdf"](path)
    monkeypatch.setattr(shutil, "which", dict[str, None]().get)
    assert WRONG[".pdf"](path) == ""


def test_the_pages_of_a_sheet_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    content = MADE.read_bytes()  # six puzzles
    for words, right, wrong in (("--sheet 4", 3, 2), ("--sheet 4:foot", 2, 3)):
        command = ("book", "set.jsonl", "-o", "out.pdf", *words.split())
        seed = Seed("", "", "set.jsonl", content, command, Run(0, "", ""), 0.1)
        for pages, told in ((right, ""), (wrong, f"{wrong} pages for 6 puzzles")):
            Path("out.pdf").write_bytes(b"/Type /Pages /Type /Catalog " + b"/Type /Page " * pages)
            assert PRINTS.false(seed, content, seed.run) == told


def test_what_a_command_leaves_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    content = sets()["esgros"]
    words = ("puzzles", "export", "set.jsonl", "--to", "csv", "-o", "out.csv")
    seed = Seed("", "", "set.jsonl", content, words, Run(0, "", ""), 0.1)
    folder = tmp_path / "7"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "set.jsonl").write_bytes(content)
    refused, accepted = Run(2, "", "no\n"), Run(0, "out.csv is written\n", "")
    assert left(seed, refused) == ""
    assert "not 'out.csv'" in left(seed, accepted)
    (folder / "out.csv").write_text("id\n1\n")
    assert left(seed, accepted) == ""
    assert "refused, and left" in left(seed, refused)
    assert judged(OF_SETS, seed, Altered(content, sealed=True), refused).outcome == "finding"
    (tmp_path / "evil.svg").touch()
    assert "outside" in left(seed, accepted)


def test_texts_are_planted():
    puzzle = json.loads(sets()["esgros"].splitlines()[0])
    found = set[str]()
    for number in range(200):
        other = json.loads(json.dumps(puzzle))
        plant(Random(number), other)
        found.update(key for key in puzzle if other[key] != puzzle[key])
    assert {"sentence", "id", "hints", "themes", "tries", "tree", "rating"} <= found
