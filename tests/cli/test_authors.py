"""Puzzles that somebody sent in: the author in a set, and in all that is made of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.cli.telling.harmless import harmless
from ruleproof.puzzles.puzzle import position_of, read_set
from ruleproof.puzzles.starter import starter
from ruleproof.reports.drawing.text import unicode
from tests.cli.conftest import Run
from tests.pages import held

Runner = Callable[..., Run]

SENT = next(one for one in starter("esgros") if one.stipulation.name == "join")
JOINED = ("--goal", "join", "--on", ",".join(SENT.stipulation.goal.cells))
JUDGE = ("puzzles", "judge", "esgros", "--turns", str(SENT.stipulation.turns), *JOINED)
JANE = "Jane Doe & Zoë"
LINE = "takes one line of characters that show, without blanks around it"
UNSEEN = ("a\nb", "Ja\u202ene", "Ja\u200bne", "\u2066Jane", "Ja\x1b[31m", "Ja\U000e0041", "\u3164")
"""Names that another text would look like, or that nobody sees."""


def sent_in(run: Runner, folder: Path) -> Path:
    diagram, made = folder / "diagram.txt", folder / "made.jsonl"
    diagram.write_text(f"I found this:\n\n{unicode(position_of(SENT))}\n", "utf-8")
    answer = run(*JUDGE, "--position", f"@{diagram}", "--author", JANE, "-o", str(made))
    assert answer.status == 0, answer.err
    return made


def test_the_author_stands_in_the_set_and_in_what_is_made_of_it(run: Runner, tmp_path: Path):
    made = sent_in(run, tmp_path)
    (puzzle,) = read_set(made.read_text("utf-8"), "made")
    assert puzzle.author == JANE
    assert run("puzzles", "check", str(made)).status == 0
    assert f"author      {JANE}" in run("puzzles", "show", str(made), "1").out
    assert f"by {JANE}" in run("puzzles", "export", str(made)).out
    (row,) = csv.DictReader(io.StringIO(run("puzzles", "export", str(made), "--to", "csv").out))
    assert row["author"] == JANE
    again = tmp_path / "again.jsonl"
    assert run("puzzles", "select", str(made), "-o", str(again)).status == 0
    assert json.loads(again.read_text("utf-8"))["author"] == JANE
    assert read_set(made.read_text("utf-8"), "made").frame()["author"].to_list() == [JANE]
    page = tmp_path / "page.html"
    assert run("puzzles", "export", str(made), "-o", str(page)).status == 0
    assert held(page.read_text("utf-8"))["puzzles"][0]["author"] == JANE


def test_a_puzzle_without_an_author_says_nothing_of_one(run: Runner, tmp_path: Path):
    made = tmp_path / "made.jsonl"
    assert run("puzzles", "select", "starter:esgros", "-n", "1", "-o", str(made)).status == 0
    assert "author" not in json.loads(made.read_text("utf-8"))
    assert "author" not in run("puzzles", "show", str(made), "1").out


def test_a_name_that_cannot_be_is_refused(run: Runner, tmp_path: Path):
    made = tmp_path / "made.jsonl"
    start = (*JUDGE, "--position", SENT.position)
    wrong = dict.fromkeys(UNSEEN, LINE) | {"x" * 201: "takes at most 200 characters"}
    for name, told in wrong.items():
        refused = run(*start, "--author", name, "-o", str(made))
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert f"--author: {told}" in refused.err
    assert "--author: a set names the author" in run(*start, "--author", JANE).err
    assert not made.exists()


@pytest.mark.parametrize("name", [*UNSEEN, " Jane", "Jane\u3000", "", "\u00a0"])
def test_a_set_with_such_a_name_is_refused_by_whatever_reads_it(
    run: Runner, tmp_path: Path, name: str
):
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps(json.loads(SENT.line()) | {"author": name}) + "\n")
    for command in (("puzzles", "check"), ("puzzles", "show"), ("puzzles", "export")):
        refused = run(*command, str(path))
        assert refused.status in (1, 2)
        assert f"author: {LINE}" in refused.err + refused.out
        assert harmless(refused.err + refused.out) == refused.err + refused.out
